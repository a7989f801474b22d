//! x86-64 beyond its baseline: AVX2 with BMI2, AVX-512 with VBMI2.

mod avx2;
mod avx512;
pub(super) mod sse2;
mod tables;

use super::Routines;

/// The fastest last. They are run only where `runs_here` says yes, which is why their routines, safe functions to call,
/// may use instructions that not every CPU has.
pub(super) static KERNELS: [&Routines; 2] = [&avx2::ROUTINES, &avx512::ROUTINES];

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

/// The static `ROUTINES` from functions that need CPU features.
macro_rules! routines {
    ($name:literal, $decode:path, $encode:path, $skip:path) => {
        pub(super) static ROUTINES: Routines = Routines {
            name: $name,
            runs_here,
            u64: pair::<u64>(),
            i64: pair::<i64>(),
            u32: pair::<u32>(),
            i32: pair::<i32>(),
            skip: |bytes, count| {
                // SAFETY: a `Kernel` with these routines is made only after `runs_here` has said that the CPU has the features.
                unsafe { $skip(bytes, count) }
            },
        };

        const fn pair<T: Lane>() -> crate::kernel::Pair<T> {
            crate::kernel::Pair {
                decode: |bytes, out| {
                    // SAFETY: as for `skip`.
                    unsafe { $decode(bytes, out) }
                },
                encode: |values, out| {
                    // SAFETY: as for `skip`.
                    unsafe { $encode(values, out) }
                },
            }
        }
    };
}
use routines;
