//! Bytes of a text → its lines and columns, for people.

/// Line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Position {
    pub(super) const START: Position = Position { line: 1, column: 1 };

    /// The position behind a text that begins here.
    pub(super) fn behind(self, text: &str) -> Position {
        let (line, last) = match text.rfind('\n') {
            None => (self.line, None),
            Some(end) => {
                let lines = text[..=end].matches('\n').count();
                (self.line.saturating_add(saturated(lines)), Some(end))
            }
        };
        let rest = saturated(text[last.map_or(0, |end| end + 1)..].chars().count());
        let column = if last.is_some() { 1 } else { self.column };
        Position { line, column: column.saturating_add(rest) }
    }
}

fn saturated(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn columns_count_characters_and_begin_again_in_each_line() {
        let behind = |text| {
            let Position { line, column } = Position { line: 3, column: 5 }.behind(text);
            (line, column)
        };
        assert_eq!(behind(""), (3, 5));
        assert_eq!(behind("aé€"), (3, 8));
        assert_eq!(behind("aé\n"), (4, 1));
        assert_eq!(behind("\n\n€x"), (5, 3));
    }
}
