//! The `avocet` command: Avro files in, JSON lines, counts, schemas and facts about the file out; and JSON in, Avro out.

mod argument;
mod canonical;
mod cat;
mod check;
mod compat;
mod count;
mod decode;
mod encode;
mod failure;
mod fingerprint;
mod fromjson;
mod hex;
mod input;
mod meta;
mod outfile;
mod output;
mod plan;
mod progress;
mod reference;
mod schema;
mod source;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Look into Avro files, and make them.
///
/// Files are object container files as Avro 1.12 specifies them, with the codecs null and deflate; `-` stands for
/// standard input. Exit codes: 0 fine, 1 something could not be read or written to its end, 2 wrong usage; of compat
/// also 3 partially compatible, 4 incompatible.
#[derive(Parser)]
#[command(name = "avocet", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Cat(cat::Cat),
    Count(count::Count),
    Schema(schema::Schema),
    Meta(meta::Meta),
    #[command(name = "fromjson")]
    FromJson(fromjson::FromJson),
    Decode(decode::Decode),
    Encode(encode::Encode),
    Plan(plan::Plan),
    Canonical(canonical::Canonical),
    Fingerprint(fingerprint::Fingerprint),
    Check(check::Check),
    Compat(compat::Compat),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().verb {
        Verb::Cat(cat) => cat.run(),
        Verb::Count(count) => count.run(),
        Verb::Schema(schema) => schema.run(),
        Verb::Meta(meta) => meta.run(),
        Verb::FromJson(fromjson) => fromjson.run(),
        Verb::Decode(decode) => decode.run(),
        Verb::Encode(encode) => encode.run(),
        Verb::Plan(plan) => plan.run(),
        Verb::Canonical(canonical) => canonical.run(),
        Verb::Fingerprint(fingerprint) => fingerprint.run(),
        Verb::Check(check) => check.run(),
        Verb::Compat(compat) => compat.run(),
    };
    done.unwrap_or_else(|output| failure::end(&output))
}
