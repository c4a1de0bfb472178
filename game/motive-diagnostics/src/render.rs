//! Diagnostics as reports for people: the line, a mark under the place, and help; and from bytes to lines and columns.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, DiagnosticLevel, Span};

/// Whether reports carry terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Terminal colours.
    On,
    /// Plain text.
    Off,
}

/// A text and its name in reports.
#[derive(Clone, Copy, Debug)]
pub struct NamedText<'a> {
    /// The file's name, or a substitute.
    pub name: &'a str,
    /// The whole text that the spans refer to.
    pub text: &'a str,
}

/// Lines shown above and below the marked ones.
const CONTEXT_LINES: usize = 1;
/// Bytes of a line shown around a mark; longer lines are cut there.
const LINE_WINDOW: usize = 240;

/// One diagnostic as a report in the style of rustc, ending in a line break.
pub fn render(source: NamedText<'_>, diagnostic: &Diagnostic, colour: Colour) -> String {
    render_with(source, &LineIndex::new(source.text), diagnostic, colour)
}

/// All reports, one after the other with a blank line between.
pub fn render_all(source: NamedText<'_>, diagnostics: &[Diagnostic], colour: Colour) -> String {
    let lines = LineIndex::new(source.text);
    let reports: Vec<String> =
        diagnostics.iter().map(|one| render_with(source, &lines, one, colour)).collect();
    reports.join("\n")
}

fn render_with(source: NamedText<'_>, lines: &LineIndex, diagnostic: &Diagnostic, colour: Colour) -> String {
    let excerpt = Excerpt::around(source.text, lines, diagnostic);
    let primary = AnnotationKind::Primary
        .span(excerpt.local(&diagnostic.primary.span))
        .label(non_empty(&diagnostic.primary.text));
    let secondary =
        diagnostic.secondary.iter().filter(|label| excerpt.contains(&label.span)).map(|label| {
            AnnotationKind::Context.span(excerpt.local(&label.span)).label(non_empty(&label.text))
        });
    let snippet = Snippet::source(excerpt.text)
        .path(source.name)
        .line_start(excerpt.first_line)
        .annotation(primary)
        .annotations(secondary);
    let level = match diagnostic.severity {
        DiagnosticLevel::Error => Level::ERROR,
        DiagnosticLevel::Warning => Level::WARNING,
        DiagnosticLevel::Note => Level::NOTE,
    };
    let title = level.primary_title(&diagnostic.message).id(&diagnostic.code);
    let mut group: Group<'_> = title.element(snippet);
    for label in diagnostic.secondary.iter().filter(|label| !excerpt.contains(&label.span)) {
        let (line, column) = lines.position(source.text, label.span.start);
        group = group.element(Level::NOTE.message(format!("{line}:{column}: {}", label.text)));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = match colour {
        Colour::On => Renderer::styled(),
        Colour::Off => Renderer::plain(),
    };
    let mut report = renderer.render(&[group]);
    report.push('\n');
    report
}

fn non_empty(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The lines of a text that a report shows, so that its cost does not grow with the file.
struct Excerpt<'a> {
    text: &'a str,
    start: usize,
    first_line: usize,
}

impl<'a> Excerpt<'a> {
    /// Farthest a second place may lie from the first, in lines, to be drawn in the same picture.
    const REACH: usize = 40;

    fn around(text: &'a str, index: &LineIndex, diagnostic: &Diagnostic) -> Self {
        let primary = clamp(text, &diagnostic.primary.span);
        let mut lines =
            index.line(primary.start).saturating_sub(CONTEXT_LINES)..index.line(primary.end) + CONTEXT_LINES;
        for label in &diagnostic.secondary {
            let place = clamp(text, &label.span);
            let joined = lines.start.min(index.line(place.start))..lines.end.max(index.line(place.end));
            if joined.len() <= Self::REACH {
                lines = joined;
            }
        }
        let window = Self::window(text, index, index.bytes(text, &lines), &primary);
        Self { text: &text[window.clone()], start: window.start, first_line: index.line(window.start) + 1 }
    }

    fn window(text: &str, index: &LineIndex, lines: Range<usize>, primary: &Span) -> Range<usize> {
        let longest = text[lines.clone()].split('\n').map(str::len).max().unwrap_or(0);
        if longest <= 2 * LINE_WINDOW {
            return lines;
        }
        let at = index.line(primary.start);
        let line = index.bytes(text, &(at..at));
        let start = floor_boundary(text, primary.start.saturating_sub(LINE_WINDOW)).max(line.start);
        let end = floor_boundary(text, primary.start + LINE_WINDOW).min(line.end).max(start);
        start..end
    }

    fn contains(&self, span: &Span) -> bool {
        span.start >= self.start && span.end <= self.start + self.text.len()
    }

    fn local(&self, span: &Span) -> Range<usize> {
        let local = span.start.saturating_sub(self.start)..span.end.saturating_sub(self.start);
        clamp(self.text, &local)
    }
}

/// The span cut to the text and to whole characters.
fn clamp(text: &str, span: &Span) -> Span {
    let start = floor_boundary(text, span.start);
    let end = floor_boundary(text, span.end.max(start));
    start..end
}

/// Where the lines of a text begin, so that many places are found without reading the text again.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// The index of a text.
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(i, _)| i + 1);
        Self { starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The line a byte lies on, counted from 0.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Line and column of a byte of the same text, both counted from 1; columns count characters.
    pub fn position(&self, text: &str, at: usize) -> (usize, usize) {
        let at = floor_boundary(text, at);
        let line = self.line(at);
        let start = floor_boundary(text, self.starts[line]).min(at);
        (line + 1, text[start..at].chars().count() + 1)
    }

    /// The bytes of the lines from the first to the last of the range, without the last line break.
    fn bytes(&self, text: &str, lines: &Range<usize>) -> Range<usize> {
        let last = self.starts.len() - 1;
        let start = self.starts[lines.start.min(last)];
        let end = self.starts.get(lines.end + 1).map_or(text.len(), |next| next - 1);
        start..end.max(start)
    }
}

/// The byte, or the nearest one before it that starts a character.
fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
#[path = "../tests/unit/render.rs"]
mod tests;
