//! x86-64 beyond its baseline.

pub(super) mod sse2;

use super::Kernel;

pub(super) fn kernels() -> impl Iterator<Item = Kernel> {
    core::iter::empty()
}
