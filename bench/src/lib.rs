//! Measuring: how, with what data, against whom.

pub mod alloc;
pub mod calibrate;
pub mod data;
pub mod machine;
pub mod measure;
pub mod report;
pub mod run;
pub mod shapes;
pub mod suite;
pub mod types;
pub mod verdict;
