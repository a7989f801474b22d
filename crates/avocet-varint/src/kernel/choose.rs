//! Which kernels this CPU can run, and which one to use.

use super::{Kernel, portable};

/// The fastest last.
pub(super) fn all() -> impl Iterator<Item = Kernel> {
    let portable = core::iter::once(Kernel { routines: &portable::ROUTINES });
    #[cfg(all(target_arch = "x86_64", not(feature = "forbid-unsafe")))]
    let special = super::x86_64::kernels();
    #[cfg(all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little",
        not(feature = "forbid-unsafe")
    ))]
    let special = super::aarch64::kernels();
    #[cfg(not(any(
        all(target_arch = "x86_64", not(feature = "forbid-unsafe")),
        all(
            target_arch = "aarch64",
            target_feature = "neon",
            target_endian = "little",
            not(feature = "forbid-unsafe")
        )
    )))]
    let special = core::iter::empty();
    portable.chain(special)
}

#[cfg(feature = "std")]
pub(super) use once::{best, force};

/// Chosen when first needed; an index rather than a pointer keeps this safe code.
#[cfg(feature = "std")]
mod once {
    extern crate std;

    use core::sync::atomic::{AtomicUsize, Ordering};

    use super::{Kernel, all, portable};

    /// Place in `all()` plus one; 0 until the choice is made. Nothing else is published along with it, so `Relaxed`
    /// is enough, and two threads that choose at once choose alike.
    static CHOSEN: AtomicUsize = AtomicUsize::new(0);

    #[inline]
    pub(in crate::kernel) fn best() -> Kernel {
        let place = match CHOSEN.load(Ordering::Relaxed) {
            0 => choose(),
            place => place,
        };
        all().nth(place - 1).unwrap_or(Kernel { routines: &portable::ROUTINES })
    }

    pub(in crate::kernel) fn force(kernel: Kernel) {
        if let Some(place) = all().position(|other| core::ptr::eq(other.routines, kernel.routines)) {
            CHOSEN.store(place + 1, Ordering::Relaxed);
        }
    }

    #[cold]
    fn choose() -> usize {
        let named = std::env::var("AVOCET_VARINT_KERNEL").ok().and_then(|name| Kernel::named(&name));
        if let Some(kernel) = named.or_else(|| all().last()) {
            force(kernel);
        }
        CHOSEN.load(Ordering::Relaxed)
    }
}

/// Chosen by what the compiler may assume of the CPU.
#[cfg(not(feature = "std"))]
pub(super) fn best() -> Kernel {
    all().last().unwrap_or(Kernel { routines: &portable::ROUTINES })
}

#[cfg(not(feature = "std"))]
pub(super) fn force(_: Kernel) {}
