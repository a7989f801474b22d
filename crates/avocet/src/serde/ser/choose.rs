//! A union and what is known of a value → the branch that takes it.

use super::Serializer;
use crate::error::{Error, ErrorKind, Result};
use crate::schema::node::{Node, NodeId, NodeKind};
use crate::serde::names::TypeName;
use crate::wire::writer::write_long;

/// What a type is called.
pub(super) fn type_name(node: &Node) -> TypeName<'_> {
    match node.name() {
        Some(name) => TypeName::Named(name),
        None => TypeName::Kind(node.kind.keyword()),
    }
}

impl<'a> Serializer<'_, 'a> {
    /// Writes the index of the branch of the lowest rank, and gives the place of its value.
    ///
    /// # Errors
    ///
    /// When no branch has a rank, or two have the lowest: none is taken on a guess.
    pub(super) fn choose(
        self,
        branches: &'a [NodeId],
        found: impl Fn() -> String,
        rank: impl Fn(&'a Node) -> Option<u8>,
    ) -> Result<Self> {
        let mut best: Option<(u8, usize)> = None;
        let mut tied = false;
        for (index, branch) in branches.iter().enumerate() {
            let Some(rank) = rank(self.out.arena.node(*branch)) else { continue };
            match best {
                Some((lowest, _)) if rank > lowest => {}
                Some((lowest, _)) if rank == lowest => tied = true,
                _ => (best, tied) = (Some((rank, index)), false),
            }
        }
        match best {
            Some((_, index)) if !tied => Ok(self.branch(branches, index)),
            Some(_) => Err(self.ambiguous(found())),
            None => Err(self.mismatch(found())),
        }
    }

    /// Writes the index of a branch, and gives the place of its value.
    pub(super) fn branch(self, branches: &[NodeId], index: usize) -> Self {
        write_long(self.out.bytes, index as i64);
        Serializer::at(self.out, branches[index])
    }

    /// The place of the value of a variant: the branch that it is named after, or a type that is no union when that is.
    pub(super) fn variant(self, variant: &str) -> Result<Self> {
        let found = || format!("variant {variant:?}, after which none is named");
        match self.kind() {
            NodeKind::Union(branches) => {
                self.choose(branches, found, |node| type_name(node).is_of(variant).then_some(0))
            }
            // Texts of a plain string are the names of variants without data.
            NodeKind::String => Err(self.mismatch(format!("variant {variant:?} with data"))),
            _ if self.type_name().is_of(variant) => Ok(self),
            _ => Err(self.mismatch(found())),
        }
    }

    #[cold]
    pub(super) fn ambiguous(&self, found: String) -> Error {
        let expected = format!("a value for just one of {}", self.branch_names());
        Error::new(ErrorKind::Mismatch, expected, found)
    }

    fn branch_names(&self) -> String {
        let NodeKind::Union(branches) = self.kind() else { return self.type_name().text().to_owned() };
        let names: Vec<&str> = branches.iter().map(|branch| self.out.arena.type_name(*branch)).collect();
        names.join(", ")
    }
}
