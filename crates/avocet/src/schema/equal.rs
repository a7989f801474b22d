//! Structural equality: two types in, whether they agree in everything that was written out.

use std::collections::HashSet;

use super::node::{Field, Node, NodeId, NodeKind};

/// Compares two types with all their attributes. Where types were defined and where only referred to, and where
/// their nodes lie, makes no difference.
pub(crate) fn equal(a: (&[Node], NodeId), b: (&[Node], NodeId)) -> bool {
    let (a, b, roots) = (a.0, b.0, (a.1, b.1));
    let mut seen = HashSet::new();
    let mut todo = vec![roots];
    while let Some((left, right)) = todo.pop() {
        if std::ptr::eq(a, b) && left == right || !seen.insert((left, right)) {
            continue;
        }
        let (left, right) = (&a[left.0 as usize], &b[right.0 as usize]);
        if left.properties != right.properties {
            return false;
        }
        let is_equal = match (&left.kind, &right.kind) {
            (NodeKind::Array(left), NodeKind::Array(right)) | (NodeKind::Map(left), NodeKind::Map(right)) => {
                todo.push((*left, *right));
                true
            }
            (NodeKind::Union(left), NodeKind::Union(right)) => {
                todo.extend(left.iter().copied().zip(right.iter().copied()));
                left.len() == right.len()
            }
            (NodeKind::Record(left), NodeKind::Record(right)) => {
                let types = |fields: &[Field]| fields.iter().map(|field| field.ty).collect::<Vec<_>>();
                todo.extend(types(&left.fields).into_iter().zip(types(&right.fields)));
                left.name == right.name
                    && left.aliases == right.aliases
                    && left.doc == right.doc
                    && left.error == right.error
                    && left.fields.len() == right.fields.len()
                    && left.fields.iter().zip(&right.fields).all(|(left, right)| equal_fields(left, right))
            }
            (NodeKind::Enum(left), NodeKind::Enum(right)) => {
                left.shape == right.shape
                    && left.aliases == right.aliases
                    && left.doc == right.doc
                    && left.default == right.default
            }
            (NodeKind::Fixed(left), NodeKind::Fixed(right)) => {
                left.shape == right.shape && left.aliases == right.aliases && left.doc == right.doc
            }
            (left, right) => std::mem::discriminant(left) == std::mem::discriminant(right),
        };
        if !is_equal {
            return false;
        }
    }
    true
}

/// Everything but the types.
fn equal_fields(left: &Field, right: &Field) -> bool {
    left.name == right.name
        && left.aliases == right.aliases
        && left.doc == right.doc
        && left.order == right.order
        && left.default == right.default
        && left.properties == right.properties
}
