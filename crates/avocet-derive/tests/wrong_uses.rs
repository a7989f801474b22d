//! Wrong uses of the derive, and what the compiler says of each: the files beside those in `ui/`.
//!
//! After a change that is meant, `TRYBUILD=overwrite cargo test -p avocet-derive` writes them anew; read them as a user
//! would.

/// The compiler whose words the files hold; others say the same otherwise.
const RUSTC: &str = "rustc 1.95.";

#[test]
fn messages() {
    let rustc =
        std::process::Command::new("rustc").arg("-V").output().expect("the compiler that built this runs");
    let rustc = String::from_utf8_lossy(&rustc.stdout);
    if !rustc.starts_with(RUSTC) {
        eprintln!("skipped: the messages are those of {RUSTC}x, this is {rustc}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
