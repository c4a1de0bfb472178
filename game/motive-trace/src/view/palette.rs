//! Colours, or none.

use ratatui::style::{Color, Modifier, Style};

/// Styles that fall back to bold and reversed text where colours are not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Whether colours are used.
    pub colour: bool,
}

impl Palette {
    /// Text in a colour.
    #[must_use]
    pub fn of(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Bold text in a colour.
    #[must_use]
    pub fn bold(self, colour: Color) -> Style {
        self.of(colour).add_modifier(Modifier::BOLD)
    }

    /// Black text on a colour.
    #[must_use]
    pub fn on(self, colour: Color) -> Style {
        match self.colour {
            true => Style::new().fg(Color::Black).bg(colour).add_modifier(Modifier::BOLD),
            false => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// Text in the background.
    #[must_use]
    pub fn faint(self) -> Style {
        self.of(Color::DarkGray)
    }
}
