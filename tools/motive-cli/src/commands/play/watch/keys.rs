//! The keys of the live view.

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyCommand {
    Quit,
    Pause,
    Forward,
    Back,
    Faster,
    Slower,
    NextAgent,
    SwitchPane,
}

/// The command of a terminal event, if it has one.
pub(super) fn key_command(event: &Event) -> Option<KeyCommand> {
    let Event::Key(key) = event else { return None };
    if key.kind == KeyEventKind::Release {
        return None;
    }
    match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(KeyCommand::Quit),
        KeyCode::Char('q') | KeyCode::Esc => Some(KeyCommand::Quit),
        KeyCode::Char(' ') => Some(KeyCommand::Pause),
        KeyCode::Char('w') => Some(KeyCommand::SwitchPane),
        KeyCode::Right => Some(KeyCommand::Forward),
        KeyCode::Left => Some(KeyCommand::Back),
        KeyCode::Up | KeyCode::Char('+') => Some(KeyCommand::Faster),
        KeyCode::Down | KeyCode::Char('-') => Some(KeyCommand::Slower),
        KeyCode::Tab => Some(KeyCommand::NextAgent),
        _ => None,
    }
}
