//! Which kernels this CPU can run, and which one to use.

use super::{Kernel, portable};

/// Every kernel of this target but the portable one, the fastest last.
#[cfg(all(target_arch = "x86_64", not(feature = "forbid-unsafe")))]
use super::x86_64::KERNELS;

#[cfg(all(
    target_arch = "aarch64",
    target_feature = "neon",
    target_endian = "little",
    not(feature = "forbid-unsafe")
))]
use super::aarch64::KERNELS;

#[cfg(not(any(
    all(target_arch = "x86_64", not(feature = "forbid-unsafe")),
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little",
        not(feature = "forbid-unsafe")
    )
)))]
static KERNELS: [&super::Routines; 0] = [];

/// The portable one first.
pub(super) fn all() -> impl Iterator<Item = Kernel> {
    let special =
        KERNELS.iter().filter(|routines| (routines.runs_here)()).map(|routines| Kernel { routines });
    core::iter::once(PORTABLE).chain(special)
}

const PORTABLE: Kernel = Kernel { routines: &portable::ROUTINES };

#[cfg(feature = "std")]
pub(super) use once::{best, force};

/// Chosen when first needed; a place rather than a pointer keeps this safe code.
#[cfg(feature = "std")]
mod once {
    extern crate std;

    use core::sync::atomic::{AtomicUsize, Ordering};

    use super::{KERNELS, Kernel, PORTABLE, all};

    /// 0: not yet chosen; 1: portable; then the places of [`KERNELS`]. Nothing else is published along with it, so
    /// `Relaxed` is enough, and two threads that choose at once choose alike.
    static CHOSEN: AtomicUsize = AtomicUsize::new(0);

    #[inline]
    pub(in crate::kernel) fn best() -> Kernel {
        let mut place = CHOSEN.load(Ordering::Relaxed);
        if place == 0 {
            choose();
            place = CHOSEN.load(Ordering::Relaxed);
        }
        match place {
            2.. => KERNELS.get(place - 2).map_or(PORTABLE, |routines| Kernel { routines }),
            _ => PORTABLE,
        }
    }

    pub(in crate::kernel) fn force(kernel: Kernel) {
        let place = KERNELS.iter().position(|routines| core::ptr::eq(*routines, kernel.routines));
        CHOSEN.store(place.map_or(1, |place| place + 2), Ordering::Relaxed);
    }

    #[cold]
    fn choose() {
        let named = std::env::var("AVOCET_VARINT_KERNEL").ok().and_then(|name| Kernel::named(&name));
        force(named.or_else(|| all().last()).unwrap_or(PORTABLE));
    }
}

/// Chosen by what the compiler may assume of the CPU.
#[cfg(not(feature = "std"))]
pub(super) fn best() -> Kernel {
    all().last().unwrap_or(PORTABLE)
}

#[cfg(not(feature = "std"))]
pub(super) fn force(_: Kernel) {}
