//! Neighbouring steps of a record → fewer steps that do the same.

use super::op::{Op, Packed, PackedOp, Program, Step};

/// From so many on, numbers are read by the batch decoder; fewer are faster one by one.
const LEAST_NUMBERS: usize = 4;

/// From so many on, fields of fixed width share one test of the bounds.
const LEAST_PACKED: usize = 2;

/// Appends `steps`, fused, to the program.
pub(super) fn fuse(steps: &[Step], program: &mut Program) {
    let mut rest = steps;
    while let Some(first) = rest.first() {
        let (step, taken) = match first.op {
            Op::Int => numbers(rest, Op::Int, Op::Ints),
            Op::Long => numbers(rest, Op::Long, Op::Longs),
            Op::SkipFixed(_) => {
                skips(rest, |op| if let Op::SkipFixed(size) = op { Some(size) } else { None })
                    .map(|(total, taken)| (Op::SkipFixed(total), taken))
            }
            Op::SkipVarints(_) => {
                skips(rest, |op| if let Op::SkipVarints(count) = op { Some(count) } else { None })
                    .map(|(total, taken)| (Op::SkipVarints(total), taken))
            }
            _ => packed(rest, program),
        }
        .unwrap_or((first.op, 1));
        program.steps.push(Step { op: step, ..*first });
        rest = &rest[taken..];
    }
}

/// How many steps from the first on have places and fields side by side and an op that `is` of the kind.
fn run(steps: &[Step], is: impl Fn(Op) -> bool) -> usize {
    let first = steps[0];
    steps
        .iter()
        .zip(0..)
        .take_while(|(step, index)| {
            is(step.op) && step.slot == first.slot + index && step.field == first.field + index
        })
        .count()
}

fn numbers(steps: &[Step], one: Op, many: fn(u32) -> Op) -> Option<(Op, usize)> {
    let count = run(steps, |op| op == one);
    (count >= LEAST_NUMBERS).then(|| (many(count as u32), count))
}

fn skips(steps: &[Step], size: impl Fn(Op) -> Option<u32>) -> Option<(u32, usize)> {
    let mut total = 0_u32;
    let mut taken = 0;
    for more in steps.iter().map_while(|step| size(step.op)) {
        let Some(sum) = total.checked_add(more) else { break };
        total = sum;
        taken += 1;
    }
    (taken > 0).then_some((total, taken))
}

fn packed(steps: &[Step], program: &mut Program) -> Option<(Op, usize)> {
    let count = run(steps, |op| as_packed(op, program).is_some());
    if count < LEAST_PACKED {
        return None;
    }
    let (fields, sizes): (Vec<Packed>, Vec<usize>) =
        steps[..count].iter().filter_map(|step| as_packed(step.op, program)).unzip();
    let size = sizes.iter().try_fold(0_usize, |sum, size| sum.checked_add(*size))?;
    let doubles = fields.iter().all(|field| matches!(field, Packed::Double));
    program.packed.push(PackedOp { fields: fields.into(), size, doubles });
    Some((Op::Packed(program.packed.len() as u32 - 1), count))
}

fn as_packed(op: Op, program: &Program) -> Option<(Packed, usize)> {
    Some(match op {
        Op::Boolean => (Packed::Boolean, 1),
        Op::Float => (Packed::Float, 4),
        Op::FloatToDouble => (Packed::FloatToDouble, 4),
        Op::Double => (Packed::Double, 8),
        Op::Fixed(id) => (Packed::Fixed(id), program.fixed[id as usize].size),
        _ => return None,
    })
}
