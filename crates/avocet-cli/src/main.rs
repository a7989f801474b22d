//! The `avocet` command: Avro files in, JSON lines, counts, schemas and facts about the file out.

mod cat;
mod count;
mod failure;
mod input;
mod meta;
mod output;
mod progress;
mod schema;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Look into Avro files.
///
/// Files are object container files as Avro 1.12 specifies them, with the codecs null and deflate; `-` stands for
/// standard input. Exit codes: 0 fine, 1 a file could not be read to its end, 2 wrong usage.
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
}

fn main() -> ExitCode {
    let done = match Arguments::parse().verb {
        Verb::Cat(cat) => cat.run(),
        Verb::Count(count) => count.run(),
        Verb::Schema(schema) => schema.run(),
        Verb::Meta(meta) => meta.run(),
    };
    done.unwrap_or_else(|output| failure::end(&output))
}
