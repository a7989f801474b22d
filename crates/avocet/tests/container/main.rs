//! Container files, written and read through the public interface, and made by hand where they must be wrong.

mod cases;
mod damage;
mod faults;
mod foreign;
mod raw;
mod round_trip;
mod skipping;
mod writing;
