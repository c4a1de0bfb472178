//! Where lines break. One pass: a group stays on its line if it fits, and breaks all its lines if it does not.

use super::{INDENT, WIDTH};

/// A piece of a laid-out text.
pub(super) enum LayoutOp<'a> {
    /// Text that goes out as it is, and its width.
    Text(&'a str, usize),
    /// This many columns between two texts on a line.
    Space(usize),
    /// A space, or a line break in a broken group.
    Line,
    /// Nothing, or a line break in a broken group.
    SoftLine,
    /// A line break.
    Hard,
    /// A blank line.
    Blank,
    /// The start of a group; whether something in it breaks it, and the index of its end.
    Open { broken: bool, end: usize },
    /// The end of a group.
    Close,
    /// One level of indentation more.
    Indent,
    /// Indentation at the column where the next text goes.
    Align,
    /// The indentation before the last `Indent` or `Align`.
    Dedent,
    /// A comment on a line of its own.
    CommentAbove(&'a str),
    /// A comment behind a text; whether it runs to the end of the line.
    CommentBehind(&'a str, bool),
}

/// Text starting right of this column is not aligned to: there would be no room for it.
const DEEPEST_ALIGNMENT: usize = 60;

/// The text of a layout.
pub(super) fn print(ops: &[LayoutOp<'_>]) -> String {
    let mut printer = Printer::new(ops);
    for at in 0..ops.len() {
        printer.step(at);
    }
    printer.finish()
}

struct Printer<'a> {
    ops: &'a [LayoutOp<'a>],
    /// Columns before each piece if everything stood on one line.
    flat: Vec<usize>,
    out: String,
    column: usize,
    /// Columns owed before the next text on this line.
    owed: usize,
    at_line_start: bool,
    indents: Vec<usize>,
    /// For each open group, whether it is broken.
    groups: Vec<bool>,
}

impl<'a> Printer<'a> {
    fn new(ops: &'a [LayoutOp<'a>]) -> Self {
        let mut flat = Vec::with_capacity(ops.len() + 1);
        let mut total = 0;
        for op in ops {
            flat.push(total);
            total += flat_width(op);
        }
        flat.push(total);
        Self {
            ops,
            flat,
            out: String::new(),
            column: 0,
            owed: 0,
            at_line_start: true,
            indents: vec![0],
            groups: Vec::new(),
        }
    }

    fn indent(&self) -> usize {
        self.indents.last().copied().unwrap_or(0)
    }

    /// The column where the next text would go.
    fn next_column(&self) -> usize {
        if self.at_line_start { self.indent() } else { self.column + self.owed }
    }

    fn step(&mut self, at: usize) {
        match &self.ops[at] {
            LayoutOp::Text(text, width) => self.text(text, *width),
            LayoutOp::Space(width) => self.owed = self.owed.max(*width),
            LayoutOp::Line if self.is_broken() => self.line_break(),
            LayoutOp::Line => self.owed = self.owed.max(1),
            LayoutOp::SoftLine if self.is_broken() => self.line_break(),
            LayoutOp::SoftLine => {}
            LayoutOp::Hard => self.line_break(),
            LayoutOp::Blank => self.blank_line(),
            LayoutOp::Open { broken, end } => {
                let broken = self.is_broken() && (*broken || !self.fits(at, *end));
                self.groups.push(broken);
            }
            LayoutOp::Close => {
                self.groups.pop();
            }
            LayoutOp::Indent => self.indents.push(self.indent() + INDENT),
            LayoutOp::Align => {
                let column = self.next_column();
                self.indents.push(if column > DEEPEST_ALIGNMENT { self.indent() + INDENT } else { column });
            }
            LayoutOp::Dedent => {
                self.indents.pop();
            }
            LayoutOp::CommentAbove(text) => {
                self.line_break();
                self.text(text, 0);
                self.line_break();
            }
            LayoutOp::CommentBehind(text, to_line_end) => {
                self.owed = self.owed.max(if *to_line_end { 2 } else { 1 });
                self.text(text, text.chars().count());
                self.owed = 1;
                if *to_line_end {
                    self.line_break();
                }
            }
        }
    }

    /// Whether lines break here: at the top of the text they do, and in broken groups.
    fn is_broken(&self) -> bool {
        self.groups.last().copied().unwrap_or(true)
    }

    /// Whether a group fits on its line together with what follows it up to where a line may break.
    fn fits(&self, open: usize, end: usize) -> bool {
        let start = self.next_column();
        let room = WIDTH.saturating_sub(start);
        if self.flat[end] - self.flat[open] > room {
            return false;
        }
        let mut at = end;
        while let Some(op) = self.ops.get(at) {
            if matches!(op, LayoutOp::Line | LayoutOp::SoftLine | LayoutOp::Hard | LayoutOp::Blank)
                || matches!(op, LayoutOp::CommentAbove(_) | LayoutOp::CommentBehind(..))
            {
                break;
            }
            at += 1;
            if self.flat[at] - self.flat[open] > room {
                return false;
            }
        }
        true
    }

    fn text(&mut self, text: &str, width: usize) {
        let spaces = if self.at_line_start { self.indent() } else { self.owed };
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', spaces));
            self.out.push_str(text);
            self.column = if self.at_line_start { spaces } else { self.column + spaces } + width;
            self.owed = 0;
            self.at_line_start = false;
        }
    }

    fn line_break(&mut self) {
        if !self.at_line_start {
            self.out.push('\n');
            self.at_line_start = true;
        }
        self.owed = 0;
    }

    fn blank_line(&mut self) {
        self.line_break();
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn finish(mut self) -> String {
        self.line_break();
        self.out
    }
}

/// The columns a piece takes on one line.
fn flat_width(op: &LayoutOp<'_>) -> usize {
    match op {
        LayoutOp::Text(_, width) | LayoutOp::Space(width) => *width,
        LayoutOp::Line => 1,
        LayoutOp::CommentBehind(text, false) => text.chars().count() + 1,
        _ => 0,
    }
}
