//! What keys mean.

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

/// What the person at the keys wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Quit,
    Pause,
    Forward,
    Back,
    Faster,
    Slower,
    NextAgent,
}

/// The wish behind an event of the terminal, if there is one.
pub(super) fn wish(event: &Event) -> Option<Wish> {
    let Event::Key(key) = event else { return None };
    if key.kind == KeyEventKind::Release {
        return None;
    }
    match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(Wish::Quit),
        KeyCode::Char('q') | KeyCode::Esc => Some(Wish::Quit),
        KeyCode::Char(' ') => Some(Wish::Pause),
        KeyCode::Right => Some(Wish::Forward),
        KeyCode::Left => Some(Wish::Back),
        KeyCode::Up | KeyCode::Char('+') => Some(Wish::Faster),
        KeyCode::Down | KeyCode::Char('-') => Some(Wish::Slower),
        KeyCode::Tab => Some(Wish::NextAgent),
        _ => None,
    }
}
