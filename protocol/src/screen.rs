//! What is known of a person's screen: how far up the last board is.

/// The rows of the smallest screen that boards are drawn over on.
const ROWS: u8 = 24;

/// The columns of the narrowest one: a longer line may take several rows.
const COLUMNS: usize = 60;

/// The most lines below a board that may be lost when it is drawn over. More
/// are an answer that is perhaps not read yet.
const TALK: u8 = 6;

/// What is known of a person's screen.
#[derive(Debug)]
pub(crate) struct Screen {
    /// The last board, if it is sure to be on the screen still.
    board: Option<Drawn>,
    /// How many lines above the cursor's are those about a search.
    pub(crate) live: u8,
}

#[derive(Clone, Copy, Debug)]
struct Drawn {
    /// Rows and columns.
    size: (u8, u8),
    /// How many lines above the cursor's its first line is.
    above: u8,
}

impl Screen {
    pub(crate) const fn new() -> Screen {
        Screen { board: None, live: 0 }
    }

    /// Nothing is known any more.
    pub(crate) fn forget(&mut self) {
        *self = Screen::new();
    }

    /// Whether this number of characters fits into one row.
    pub(crate) const fn is_one_row(characters: usize) -> bool {
        characters < COLUMNS
    }

    /// The cursor left a line of this number of characters for the next one.
    pub(crate) fn line_ended(&mut self, characters: usize) {
        self.live = 0;
        let Some(drawn) = &mut self.board else { return };
        drawn.above = drawn.above.saturating_add(1);
        if drawn.above + 1 >= ROWS || !Screen::is_one_row(characters) {
            self.board = None;
        }
    }

    /// The cursor went back to the first of the lines about a search.
    pub(crate) fn live_withdrawn(&mut self) {
        if let Some(drawn) = &mut self.board {
            drawn.above = drawn.above.saturating_sub(self.live);
        }
        self.live = 0;
    }

    /// A board of this size was drawn, and the cursor is below it.
    pub(crate) fn board_drawn(&mut self, size: (u8, u8)) {
        let above = size.0.saturating_add(1);
        *self = Screen { board: Some(Drawn { size, above }), live: 0 };
    }

    /// How many lines up a board of this size can be drawn over the last
    /// one.
    pub(crate) fn board_above(&self, size: (u8, u8)) -> Option<u8> {
        let drawn = self.board.filter(|drawn| drawn.size == size)?;
        let talk = drawn.above.saturating_sub(size.0.saturating_add(1));
        (talk <= TALK).then_some(drawn.above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_found_while_it_is_near() {
        let mut screen = Screen::new();
        assert_eq!(screen.board_above((6, 7)), None);
        screen.board_drawn((6, 7));
        screen.line_ended(10);
        screen.line_ended(COLUMNS - 1);
        assert_eq!(screen.board_above((6, 7)), Some(9));
        assert_eq!(screen.board_above((6, 6)), None);
        screen.live = 1;
        screen.live_withdrawn();
        assert_eq!(screen.board_above((6, 7)), Some(8));
        screen.line_ended(COLUMNS);
        assert_eq!(screen.board_above((6, 7)), None);
    }

    #[test]
    fn a_board_is_gone_below_much_text() {
        for (rows, lines) in [(6, TALK), (12, TALK)] {
            let mut screen = Screen::new();
            screen.board_drawn((rows, 7));
            for _ in 0..lines {
                assert!(screen.board_above((rows, 7)).is_some());
                screen.line_ended(10);
            }
            assert!(screen.board_above((rows, 7)).is_some());
            screen.line_ended(10);
            assert_eq!(screen.board_above((rows, 7)), None);
        }
    }
}
