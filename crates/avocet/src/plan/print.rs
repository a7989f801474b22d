//! A plan as text: one line a step, what nests indented.

use std::fmt::{self, Display, Formatter};

use super::Plan;
use super::op::{EnumOp, Id, Op, Packed, Program, RecordOp};

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { program: self.program(), printed: Vec::new() };
        printer.op(f, "", self.root(), 0)
    }
}

struct Printer<'a> {
    program: &'a Program,
    /// Records that stand in the text already.
    printed: Vec<Id>,
}

impl Printer<'_> {
    /// Prints an op behind its `label`, such as the name of its field.
    fn op(&mut self, f: &mut Formatter<'_>, label: &str, op: Op, depth: usize) -> fmt::Result {
        write!(f, "{:width$}{label}", "", width = depth * 2)?;
        let program = self.program;
        match op {
            Op::Null => writeln!(f, "null"),
            Op::Boolean => writeln!(f, "boolean"),
            Op::Int => writeln!(f, "int"),
            Op::Long => writeln!(f, "long"),
            Op::Float => writeln!(f, "float"),
            Op::Double => writeln!(f, "double"),
            Op::Bytes => writeln!(f, "bytes"),
            Op::String => writeln!(f, "string"),
            Op::IntToLong => writeln!(f, "int to long"),
            Op::IntToFloat => writeln!(f, "int to float"),
            Op::IntToDouble => writeln!(f, "int to double"),
            Op::LongToFloat => writeln!(f, "long to float"),
            Op::LongToDouble => writeln!(f, "long to double"),
            Op::FloatToDouble => writeln!(f, "float to double"),
            Op::BytesToString => writeln!(f, "bytes to string"),
            Op::StringToBytes => writeln!(f, "string to bytes"),
            Op::Ints(count) => writeln!(f, "{count} ints at once"),
            Op::Longs(count) => writeln!(f, "{count} longs at once"),
            Op::Packed(id) => {
                let run = &program.packed[id as usize];
                let kinds: Vec<String> = run.fields.iter().map(|field| self.packed(field)).collect();
                writeln!(f, "{} bytes at once: {}", run.size, kinds.join(", "))
            }
            Op::SkipFixed(size) => writeln!(f, "skip {size} bytes"),
            Op::SkipVarints(count) => writeln!(f, "skip {count} numbers"),
            Op::SkipText => writeln!(f, "skip a length and its bytes"),
            Op::Skip(id) => {
                writeln!(f, "skip")?;
                self.op(f, "", program.skips[id as usize], depth + 1)
            }
            Op::Fixed(id) => {
                let shape = &program.fixed[id as usize];
                writeln!(f, "fixed {} of {} bytes", shape.name.full(), shape.size)
            }
            Op::Decimal(id) => writeln!(f, "{}", program.decimals[id as usize]),
            Op::Enum(id) => Self::symbols(f, &program.enums[id as usize]),
            Op::Default(id) => {
                let default = &program.defaults[id as usize];
                writeln!(f, "default, from {} bytes", default.bytes.len())?;
                self.op(f, "", default.op, depth + 1)
            }
            Op::Fail(id) => {
                let failure = &program.failures[id as usize];
                writeln!(f, "fail: expected {}, found {}", failure.expected, failure.found)
            }
            Op::Union(id) => {
                writeln!(f, "union")?;
                let branches = &program.unions[id as usize];
                branches
                    .iter()
                    .enumerate()
                    .try_for_each(|(index, op)| self.op(f, &format!("{index}: "), *op, depth + 1))
            }
            Op::Array(id) => {
                writeln!(f, "array")?;
                self.op(f, "", program.arrays[id as usize].item, depth + 1)
            }
            Op::Map(id) => {
                writeln!(f, "map")?;
                self.op(f, "", program.maps[id as usize].item, depth + 1)
            }
            Op::Record(id) => self.record(f, id, &program.records[id as usize], depth),
        }
    }

    fn record(&mut self, f: &mut Formatter<'_>, id: Id, record: &RecordOp, depth: usize) -> fmt::Result {
        let name = record.shape.name.as_ref().map_or("", |name| name.full());
        if self.printed.contains(&id) {
            return writeln!(f, "record {name}, as above");
        }
        self.printed.push(id);
        writeln!(f, "record {name}")?;
        for step in &self.program.steps[record.steps.clone()] {
            let field = step.field as usize;
            let label = match step.op {
                Op::Default(_) => format!("{}: ", record.shape.fields[field]),
                Op::SkipFixed(_) | Op::SkipVarints(_) | Op::SkipText | Op::Skip(_) => {
                    format!("({}) ", record.writer.fields[field])
                }
                _ => {
                    let (from, to) = (&record.writer.fields[field], &record.shape.fields[step.slot as usize]);
                    if from == to { format!("{to}: ") } else { format!("{to} (was {from}): ") }
                }
            };
            self.op(f, &label, step.op, depth + 1)?;
        }
        Ok(())
    }

    fn symbols(f: &mut Formatter<'_>, op: &EnumOp) -> fmt::Result {
        write!(f, "enum {}", op.shape.name.full())?;
        if let Some(symbols) = &op.symbols {
            let pairs = op.writer.symbols.iter().zip(symbols).map(|(from, to)| match to {
                &EnumOp::UNKNOWN => format!("{from} fails"),
                to => format!("{from} is {}", op.shape.symbols[*to as usize]),
            });
            write!(f, ": {}", pairs.collect::<Vec<_>>().join(", "))?;
        }
        writeln!(f)
    }

    fn packed(&self, field: &Packed) -> String {
        match field {
            Packed::Boolean => "boolean".to_owned(),
            Packed::Float => "float".to_owned(),
            Packed::Double => "double".to_owned(),
            Packed::FloatToDouble => "float to double".to_owned(),
            Packed::Fixed(id) => format!("fixed {}", self.program.fixed[*id as usize].name.full()),
        }
    }
}
