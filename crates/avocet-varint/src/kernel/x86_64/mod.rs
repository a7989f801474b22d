//! x86-64 beyond its baseline: AVX2 with BMI2, AVX-512 with VBMI2.

mod avx2;
mod avx512;
pub(super) mod sse2;
mod tables;

use super::Routines;

/// The kernels here, each with the question whether this CPU can run it. The question is the reason why the routines,
/// safe functions to call, may use instructions that not every CPU has.
pub(super) static KERNELS: [(&Routines, fn() -> bool); 2] =
    [(&avx2::ROUTINES, avx2::runs_here), (&avx512::ROUTINES, avx512::runs_here)];

/// `is_x86_feature_detected!` for several, or what the compiler may assume if there is no `std`.
macro_rules! all_detected {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        {
            extern crate std;
            $(std::arch::is_x86_feature_detected!($feature))&&*
        }
        #[cfg(not(feature = "std"))]
        {
            $(cfg!(target_feature = $feature))&&*
        }
    }};
}
use all_detected;

/// Routines from functions that need CPU features.
macro_rules! routines {
    ($name:literal, $decode:path, $encode:path, $skip:path) => {
        Routines {
            name: $name,
            // SAFETY (of all the calls): the routines are reached only through `KERNELS`, after `runs_here` has said
            // that the CPU has the features.
            u64: crate::kernel::Pair {
                decode: |bytes, out| unsafe { $decode(bytes, out) },
                encode: |values, out| unsafe { $encode(values, out) },
            },
            i64: crate::kernel::Pair {
                decode: |bytes, out| unsafe { $decode(bytes, out) },
                encode: |values, out| unsafe { $encode(values, out) },
            },
            u32: crate::kernel::Pair {
                decode: |bytes, out| unsafe { $decode(bytes, out) },
                encode: |values, out| unsafe { $encode(values, out) },
            },
            i32: crate::kernel::Pair {
                decode: |bytes, out| unsafe { $decode(bytes, out) },
                encode: |values, out| unsafe { $encode(values, out) },
            },
            skip: |bytes, count| unsafe { $skip(bytes, count) },
        }
    };
}
use routines;
