//! The steps of a program's records → the same steps with one field each, for targets that take fields one by one.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::op::{Op, Packed, Program, RecordOp, Step};

/// The steps of all records of a program, in the order of its table of records.
#[derive(Debug)]
pub(crate) struct Singles {
    pub(crate) records: Box<[SingleSteps]>,
}

/// The steps of one record; no step of them reads a run.
#[derive(Debug)]
pub(crate) struct SingleSteps {
    pub(crate) steps: Box<[Step]>,
    /// Whether the values come in the order of the reader's fields.
    pub(crate) in_order: bool,
    /// The address of the list of names that was last found to be that of the reader's fields; 0 before.
    known: AtomicUsize,
}

impl Singles {
    pub(super) fn of(program: &Program) -> Self {
        Singles { records: program.records.iter().map(|record| SingleSteps::of(program, record)).collect() }
    }
}

impl SingleSteps {
    fn of(program: &Program, record: &RecordOp) -> Self {
        let mut steps = Vec::new();
        for step in &program.steps[record.steps.clone()] {
            let mut run = |op: Op, index: usize| {
                let index = index as u32;
                steps.push(Step { op, slot: step.slot + index, field: step.field + index });
            };
            match step.op {
                Op::Ints(count) => (0..count as usize).for_each(|index| run(Op::Int, index)),
                Op::Longs(count) => (0..count as usize).for_each(|index| run(Op::Long, index)),
                Op::Packed(id) => {
                    let fields = &program.packed[id as usize].fields;
                    fields.iter().enumerate().for_each(|(index, field)| run(unpacked(field), index));
                }
                op => run(op, 0),
            }
        }
        let slots = steps.iter().filter(|step| !step.op.is_skip()).map(|step| step.slot);
        let in_order = slots.eq(0..record.shape.fields.len() as u32);
        SingleSteps { steps: steps.into(), in_order, known: AtomicUsize::new(0) }
    }

    /// Whether the values come in the order of `names`, and these are all the names of `record`, whose steps these
    /// are. The names are compared only when they were not the last time.
    #[inline]
    pub(crate) fn are_of(&self, names: &'static [&'static str], record: &RecordOp) -> bool {
        names.len() == record.shape.fields.len()
            && (names.as_ptr().addr() == self.known.load(Ordering::Relaxed) || self.compare(names, record))
    }

    #[inline(never)]
    fn compare(&self, names: &'static [&'static str], record: &RecordOp) -> bool {
        let same =
            self.in_order && record.shape.fields.iter().zip(names).all(|(ours, theirs)| **ours == **theirs);
        if same {
            self.known.store(names.as_ptr().addr(), Ordering::Relaxed);
        }
        same
    }
}

fn unpacked(field: &Packed) -> Op {
    match field {
        Packed::Boolean => Op::Boolean,
        Packed::Float => Op::Float,
        Packed::Double => Op::Double,
        Packed::FloatToDouble => Op::FloatToDouble,
        Packed::Fixed(id) => Op::Fixed(*id),
    }
}
