//! Where and with what was measured.

use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::calibrate::Calibration;

/// Machine, compiler and versions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub cpu: String,
    pub cores: usize,
    /// Length of a clock cycle in nanoseconds, as the calibration found it.
    pub cycle: f64,
    pub system: String,
    pub compiler: String,
    /// The CPU features that the build was allowed to use beyond x86-64: `baseline` or their names.
    pub build: String,
    /// Kernel that `avocet-varint` chose.
    pub kernel: String,
    /// Day of the run in UTC, as 2026-01-31.
    pub date: String,
    pub commit: String,
    /// The command line.
    pub command: String,
    /// `name version` of each peer.
    pub peers: Vec<String>,
}

/// Packages whose versions the report names.
const PEERS: [&str; 14] = [
    "apache-avro",
    "serde_avro_fast",
    "arrow-avro",
    "serde_json",
    "bytes-varint",
    "integer-encoding",
    "leb128",
    "leb128fmt",
    "postcard",
    "prost",
    "unsigned-varint",
    "varing",
    "varint-rs",
    "varint-simd",
];

impl Machine {
    pub fn here(calibration: Calibration) -> Self {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            cpu.lines()
                .find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))
                .and_then(|line| line.split(':').nth(1))
                .map(|value| value.trim().to_owned())
        };
        let model = match (field("cpu family"), field("model")) {
            (Some(family), Some(model)) => format!(" (family {family}, model {model})"),
            _ => String::new(),
        };
        Machine {
            cpu: format!(
                "{}{model}",
                field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned())
            ),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            cycle: calibration.cycle(),
            system: output("uname", &["-sr"]),
            compiler: output("rustc", &["-V"]),
            build: build(),
            kernel: avocet_varint::Kernel::best().name().to_owned(),
            date: output("date", &["-u", "+%Y-%m-%d"]),
            commit: output("git", &["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty"]),
            command: std::env::args().skip(1).collect::<Vec<_>>().join(" "),
            peers: versions(include_str!("../Cargo.lock")),
        }
    }
}

/// First line of what a program prints, or `unknown`.
fn output(program: &str, arguments: &[&str]) -> String {
    Command::new(program)
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|text| text.lines().next().map(str::to_owned))
        .unwrap_or_else(|| "unknown".to_owned())
}

/// The CPU features that the compiler was allowed to use.
fn build() -> String {
    let features = [
        (cfg!(target_feature = "ssse3"), "ssse3"),
        (cfg!(target_feature = "bmi2"), "bmi2"),
        (cfg!(target_feature = "avx2"), "avx2"),
        (cfg!(target_feature = "avx512vbmi2"), "avx512vbmi2"),
    ];
    let present: Vec<&str> = features.iter().filter(|(present, _)| *present).map(|(_, name)| *name).collect();
    if present.is_empty() { "baseline".to_owned() } else { present.join(" ") }
}

fn versions(lock: &str) -> Vec<String> {
    let mut lines = lock.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("name = ").map(|name| name.trim_matches('"')) else { continue };
        let version =
            lines.next().and_then(|line| line.strip_prefix("version = ")).unwrap_or("?").trim_matches('"');
        if PEERS.contains(&name) {
            found.push(format!("{name} {version}"));
        }
    }
    found
}
