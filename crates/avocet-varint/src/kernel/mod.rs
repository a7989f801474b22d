//! Many values at once: the same few routines for each CPU, chosen once per process.
//!
//! A kernel handles whole blocks and stops early, near the end of its input or output and in front of anything that
//! might be an error. The code in [`batch`](crate::batch) goes on one value at a time from there and owns every error:
//! answers never depend on the CPU.

mod lane;
mod portable;
mod walk;

#[cfg(all(target_arch = "x86_64", not(feature = "forbid-unsafe")))]
mod x86_64;

#[cfg(all(
    target_arch = "aarch64",
    target_feature = "neon",
    target_endian = "little",
    not(feature = "forbid-unsafe")
))]
mod aarch64;

mod choose;

pub use lane::BatchInt;
pub(crate) use lane::Lane;

/// How far a routine came: whole values, and the bytes that they take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Values decoded, encoded or passed over.
    pub values: usize,
    /// Bytes that these values take.
    pub bytes: usize,
}

/// One way to work on many values, for one family of CPUs.
///
/// The batch functions ask [`Kernel::best`] by themselves; this type is for tests, benchmarks and bug reports.
///
/// ```
/// use avocet_varint::Kernel;
///
/// for kernel in Kernel::all() {
///     let mut out = [0u64; 3];
///     let done = kernel.decode_batch(&[1, 0x80, 0x02, 3], &mut out).unwrap();
///     assert_eq!((done.values, done.bytes, out), (3, 4, [1, 256, 3]), "{}", kernel.name());
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// Made only where the CPU has what the routines need: holding a kernel is the permission to run it.
    routines: &'static Routines,
}

/// The routines of one kernel.
#[derive(Debug)]
pub(crate) struct Routines {
    name: &'static str,
    /// Whether this CPU can run them.
    runs_here: fn() -> bool,
    pub(crate) u64: Pair<u64>,
    pub(crate) i64: Pair<i64>,
    pub(crate) u32: Pair<u32>,
    pub(crate) i32: Pair<i32>,
    /// `skip(bytes, n)`: passes over at most `n` varints of at most ten bytes.
    pub(crate) skip: fn(&[u8], usize) -> Progress,
}

/// Decoding and encoding for one type.
#[derive(Debug)]
pub(crate) struct Pair<T> {
    /// `decode(bytes, out)`: fills `out` from its start; may leave anything behind the values it reports.
    pub(crate) decode: fn(&[u8], &mut [T]) -> Progress,
    /// `encode(values, out)`: fills `out` from its start; may leave anything behind the bytes it reports.
    pub(crate) encode: fn(&[T], &mut [u8]) -> Progress,
}

impl Kernel {
    /// The fastest one this CPU can run, or the one that [`force`](Self::force) or the environment variable
    /// `AVOCET_VARINT_KERNEL` named when it was first asked for (feature `std`; unknown names are ignored).
    #[inline]
    pub fn best() -> Self {
        choose::best()
    }

    /// Every kernel this CPU can run, the portable one first, the fastest last.
    pub fn all() -> impl Iterator<Item = Self> {
        choose::all()
    }

    /// The one with this name, if this CPU can run it.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|kernel| kernel.name() == name)
    }

    /// Makes this kernel the answer of [`best`](Self::best) from now on, in the whole process; without effect when
    /// the choice was made at compile time (no feature `std`).
    pub fn force(self) {
        choose::force(self);
    }

    /// `portable`, `avx2`, `avx512` or `neon`.
    pub fn name(self) -> &'static str {
        self.routines.name
    }

    pub(crate) const fn routines(self) -> &'static Routines {
        self.routines
    }
}
