//! Where lines may break: a walk over the tree that leaves every token in its place.
//!
//! The walk emits tokens strictly in the order of the text, so none can be lost; all it decides is what lies between
//! them. Where it says nothing, [`spaced`] does.

use super::printer::LayoutOp;
use super::tokens::{Solid, spaced};
use super::{INDENT, WIDTH};
use crate::{SyntaxElement, SyntaxKind, SyntaxKind::*, SyntaxNode};

/// The longest keyword that the others of its block are aligned to.
const LONGEST_ALIGNED: usize = 12;
/// Columns between the cases of a goal and their priorities, which stand in a column of their own.
const TABLE_GAP: usize = 2;

/// The pieces of a formatted text.
pub(super) fn layout<'a>(root: &SyntaxNode, solids: &'a [Solid]) -> Vec<LayoutOp<'a>> {
    let ops = Vec::with_capacity(solids.len() * 3);
    let mut layout =
        LayoutWriter { solids, next: 0, commented: 0, behind: 0, ops, open: Vec::new(), placed: true };
    layout.file(root);
    layout.comments_above();
    layout.ops
}

struct LayoutWriter<'a> {
    solids: &'a [Solid],
    /// The next token to emit.
    next: usize,
    /// Tokens before this one have had the comments above them emitted.
    commented: usize,
    /// Tokens before this one have had the comments behind them emitted.
    behind: usize,
    ops: Vec<LayoutOp<'a>>,
    /// Indexes of the groups that are open.
    open: Vec<usize>,
    /// Whether the space before the next token is already decided.
    placed: bool,
}

impl<'a> LayoutWriter<'a> {
    // Pieces.

    /// Emits the next token and the comments above it.
    fn token(&mut self) {
        let Some(solid) = self.solids.get(self.next) else { return };
        self.settle_space();
        self.comments_above();
        self.ops.push(LayoutOp::Text(&solid.text, solid.width));
        self.next += 1;
        self.placed = false;
    }

    /// Emits the comments behind the last token. Not before something follows it: a comment behind the last token of
    /// a group does not break the group.
    fn comments_behind(&mut self) {
        let Some(solid) = self.next.checked_sub(1).map(|last| &self.solids[last]) else { return };
        if self.behind == self.next {
            return;
        }
        self.behind = self.next;
        for comment in &solid.behind {
            self.ops.push(LayoutOp::CommentBehind(&comment.text, comment.to_line_end));
            if comment.to_line_end || comment.text.contains('\n') {
                self.break_groups();
            }
        }
    }

    /// Emits the comments above the next token now, at the indentation of now.
    fn comments_above(&mut self) {
        let Some(solid) = self.solids.get(self.next) else { return };
        self.comments_behind();
        if self.commented > self.next || solid.above.is_empty() {
            return;
        }
        self.commented = self.next + 1;
        let after_opener = self.next.checked_sub(1).is_some_and(|before| self.solids[before].kind.opens());
        for (i, comment) in solid.above.iter().enumerate() {
            if comment.blank_before && (i > 0 || !after_opener) {
                self.ops.push(LayoutOp::Blank);
            }
            self.ops.push(LayoutOp::CommentAbove(&comment.text));
        }
        if solid.blank_before && !solid.kind.closes() {
            self.ops.push(LayoutOp::Blank);
        }
        self.break_groups();
    }

    /// Marks all open groups as unable to stay on one line.
    fn break_groups(&mut self) {
        for &index in &self.open {
            if let LayoutOp::Open { broken, .. } = &mut self.ops[index] {
                *broken = true;
            }
        }
    }

    fn place(&mut self, op: LayoutOp<'a>) {
        self.comments_behind();
        self.ops.push(op);
        self.placed = true;
    }

    fn group(&mut self, content: impl FnOnce(&mut Self)) {
        self.comments_behind();
        let index = self.ops.len();
        self.open.push(index);
        self.ops.push(LayoutOp::Open { broken: false, end: 0 });
        content(self);
        self.open.pop();
        self.ops.push(LayoutOp::Close);
        let close = self.ops.len();
        if let LayoutOp::Open { end, .. } = &mut self.ops[index] {
            *end = close;
        }
    }

    fn indented(&mut self, content: impl FnOnce(&mut Self)) {
        self.ops.push(LayoutOp::Indent);
        content(self);
        self.ops.push(LayoutOp::Dedent);
    }

    /// Runs `content` with later lines aligned to where it begins. The space before it must be decided first, or the
    /// column would be taken one too far left.
    fn aligned(&mut self, content: impl FnOnce(&mut Self)) {
        self.settle_space();
        self.ops.push(LayoutOp::Align);
        content(self);
        self.ops.push(LayoutOp::Dedent);
    }

    /// Decides the space before the next token as [`spaced`] would.
    fn settle_space(&mut self) {
        if !self.placed && self.next < self.solids.len() {
            let space = spaced(&self.solids[self.next - 1], &self.solids[self.next]);
            self.place(LayoutOp::Space(usize::from(space)));
        }
    }

    // Measuring.

    /// The columns a node takes on one line, or nothing if comments keep it from being on one.
    fn flat_width(&self, from: usize, node: &SyntaxNode) -> Option<usize> {
        let count = solid_count(node);
        let tokens = &self.solids[from..from + count];
        let mut width = 0;
        for (i, token) in tokens.iter().enumerate() {
            let last = i + 1 == count;
            if i > 0 && !token.above.is_empty() || !last && !token.behind.is_empty() {
                return None;
            }
            width += token.width;
            width += usize::from(i > 0 && spaced(&tokens[i - 1], token));
        }
        Some(width)
    }

    // The file.

    fn file(&mut self, root: &SyntaxNode) {
        let mut tall_before = false;
        for (i, item) in root.children().enumerate() {
            let tall = self.is_tall(&item);
            let solid = &self.solids[self.next];
            if i > 0 {
                let apart = tall || tall_before || solid.starts_paragraph();
                self.place(if apart { LayoutOp::Blank } else { LayoutOp::Hard });
            }
            self.walk(&item);
            tall_before = tall;
        }
        if self.solids[self.next].starts_paragraph() {
            self.place(LayoutOp::Blank);
        } else {
            self.place(LayoutOp::Hard);
        }
    }

    /// Whether a declaration takes more than one line.
    fn is_tall(&self, item: &SyntaxNode) -> bool {
        let has_tall_block = item.descendants().any(|node| node.kind() == BLOCK && !may_be_inline(&node));
        has_tall_block || self.flat_width(self.next, item).is_none_or(|width| width > WIDTH)
    }

    // The tree.

    fn walk(&mut self, node: &SyntaxNode) {
        match node.kind() {
            BLOCK => self.block(node),
            RULE | METHOD | OTHERWISE => self.rule(node),
            DONE_CLAUSE => self.done(node),
            GOAL_CLAUSE => self.goal_clause(node, None),
            CONDITION | STEPS | NAME_LIST | DERIVED_LIST => self.aligned(|l| l.group(|l| l.separated(node))),
            SETTING | WANT_CLAUSE | CONSTANT_PRIORITIES => self.worded_list(node, 0),
            AIM_CLAUSE => self.broken_before(node, &[WHEN_CLAUSE]),
            OR_EXPR | AND_EXPR | SUM_EXPR | PRODUCT_EXPR | ALTERNATIVES | TOGETHER => self.chain(node),
            ARG_LIST | PARAM_LIST | THING_LIST | TYPE_LIST | LIST_EXPR | POINT_EXPR | PAREN_EXPR
            | PAREN_STEP => {
                self.brackets(node, || LayoutOp::SoftLine);
            }
            REQUEST_LIST | VALUE_LIST | FIELD_LIST | VARIANT_LIST => self.brackets(node, || LayoutOp::Line),
            FOR_STEP | WHEN_STEP => self.brackets(node, || LayoutOp::Line),
            PATTERN | BINDER => self.broken_before(node, &[PREFER, WHERE_CLAUSE]),
            DRIVE_GOAL => self.broken_before(node, &[UNTIL_CLAUSE]),
            IF_EXPR => self.conditional(node),
            _ => self.plain(node),
        }
    }

    /// One child after the other, tokens and nodes.
    fn plain(&mut self, node: &SyntaxNode) {
        for element in solid_children(node) {
            self.element(&element);
        }
    }

    fn element(&mut self, element: &SyntaxElement) {
        match element {
            SyntaxElement::Node(node) => self.walk(node),
            SyntaxElement::Token(_) => self.token(),
        }
    }

    /// `a, b` or `a; b`, breaking after the separators.
    fn separated(&mut self, node: &SyntaxNode) {
        for element in solid_children(node) {
            let separator = matches!(element.kind(), COMMA | SEMICOLON);
            self.element(&element);
            if separator {
                self.place(LayoutOp::Line);
            }
        }
    }

    /// A word, filled up with spaces, and a list: `goals a, b`.
    fn worded_list(&mut self, node: &SyntaxNode, padding: usize) {
        let mut elements = solid_children(node);
        if let Some(word) = elements.next() {
            self.element(&word);
            self.pad(padding);
        }
        let rest: Vec<SyntaxElement> = elements.collect();
        if rest.is_empty() {
            return;
        }
        self.aligned(|l| {
            l.group(|l| {
                for element in rest {
                    l.element(&element);
                    if element.kind() == COMMA {
                        l.place(LayoutOp::Line);
                    }
                }
            });
        });
    }

    /// `a + b + c`, breaking before the operators.
    fn chain(&mut self, node: &SyntaxNode) {
        self.group(|l| {
            let mut elements = solid_children(node);
            if let Some(first) = elements.next() {
                // What binds tighter stands farther in.
                l.indented(|l| l.element(&first));
            }
            l.indented(|l| {
                for element in elements {
                    if matches!(element, SyntaxElement::Token(_)) {
                        l.place(LayoutOp::Line);
                    }
                    l.element(&element);
                }
            });
        });
    }

    /// Brackets around a list; lines break inside them and after separators.
    fn brackets(&mut self, node: &SyntaxNode, edge: fn() -> LayoutOp<'static>) {
        let empty = node.children().next().is_none() && self.flat_width(self.next, node).is_some();
        if empty {
            self.plain(node);
            return;
        }
        self.group(|l| {
            for element in solid_children(node) {
                let kind = element.kind();
                if kind.closes() {
                    l.comments_above();
                    l.ops.push(LayoutOp::Dedent);
                    l.place(edge());
                }
                l.element(&element);
                if kind.opens() {
                    l.ops.push(LayoutOp::Indent);
                    l.place(edge());
                } else if matches!(kind, COMMA | SEMICOLON) {
                    l.place(LayoutOp::Line);
                }
            }
        });
    }

    fn broken_before(&mut self, node: &SyntaxNode, kinds: &[SyntaxKind]) {
        self.group(|l| {
            for element in solid_children(node) {
                if kinds.contains(&element.kind()) {
                    l.indented(|l| {
                        l.place(LayoutOp::Line);
                        l.element(&element);
                    });
                } else {
                    l.element(&element);
                }
            }
        });
    }

    fn conditional(&mut self, node: &SyntaxNode) {
        self.group(|l| {
            l.indented(|l| {
                for (i, element) in solid_children(node).enumerate() {
                    if i > 0 && element.kind() == KEYWORD {
                        l.place(LayoutOp::Line);
                    }
                    l.element(&element);
                }
            });
        });
    }

    // Blocks.

    fn block(&mut self, node: &SyntaxNode) {
        let clauses = node.children().count();
        if clauses == 0 && self.flat_width(self.next, node).is_some() {
            self.plain(node);
        } else if may_be_inline(node) {
            self.brackets(node, || LayoutOp::Line);
        } else {
            self.tall_block(node);
        }
    }

    /// One clause on each line.
    fn tall_block(&mut self, node: &SyntaxNode) {
        self.break_groups();
        let width = aligned_width(node);
        let table = self.goal_table(node);
        self.token();
        self.ops.push(LayoutOp::Indent);
        let mut first = true;
        for element in solid_children(node).skip(1) {
            match &element {
                SyntaxElement::Node(clause) => {
                    let apart = !first && self.solids[self.next].starts_paragraph();
                    self.place(if apart { LayoutOp::Blank } else { LayoutOp::Hard });
                    self.clause(clause, width, table);
                    first = false;
                }
                SyntaxElement::Token(token) if token.kind() == R_BRACE => {
                    self.comments_above();
                    self.ops.push(LayoutOp::Dedent);
                    self.place(LayoutOp::Hard);
                    self.token();
                }
                SyntaxElement::Token(_) => self.token(),
            }
        }
    }

    /// A clause of a block, its keyword filled up to `width` columns.
    fn clause(&mut self, node: &SyntaxNode, width: usize, table: Option<usize>) {
        match node.kind() {
            GOAL_CLAUSE => self.goal_clause(node, table),
            _ if is_aligned(node) => self.aligned_clause(node, width),
            _ => self.walk(node),
        }
    }

    fn aligned_clause(&mut self, node: &SyntaxNode, width: usize) {
        let padding = width.saturating_sub(self.solids[self.next].width);
        if matches!(node.kind(), SETTING | WANT_CLAUSE) {
            self.worded_list(node, padding);
            return;
        }
        for (i, element) in solid_children(node).enumerate() {
            self.element(&element);
            if i == 0 {
                self.pad(padding);
            }
        }
    }

    /// Extra space before the next token.
    fn pad(&mut self, padding: usize) {
        if padding > 0 {
            self.place(LayoutOp::Space(padding + 1));
        }
    }

    /// `rule name`, and its clauses on lines of their own.
    fn rule(&mut self, node: &SyntaxNode) {
        self.break_groups();
        let clauses: Vec<SyntaxElement> = solid_children(node).collect();
        let width = clauses.iter().filter_map(keyword_width).max().unwrap_or(0);
        let head = clauses.iter().take_while(|element| !is_rule_clause(element.kind())).count();
        for element in &clauses[..head] {
            self.element(element);
        }
        self.indented(|l| {
            for element in &clauses[head..] {
                l.place(LayoutOp::Hard);
                match element {
                    SyntaxElement::Node(clause) => l.clause(clause, width, None),
                    SyntaxElement::Token(_) => l.token(),
                }
            }
        });
    }

    fn done(&mut self, node: &SyntaxNode) {
        self.broken_before(node, &[DO_CLAUSE]);
    }

    /// The column in which the priorities of a goal's cases stand, if all of them fit on their lines.
    fn goal_table(&self, block: &SyntaxNode) -> Option<usize> {
        let mut at = self.next + 1;
        let (mut widest, mut longest_rest) = (0, 0);
        for clause in block.children() {
            let count = solid_count(&clause);
            let when = clause.children().find(|child| child.kind() == WHEN_CLAUSE);
            if let Some(when) = when.filter(|_| clause.kind() == GOAL_CLAUSE) {
                let whole = self.flat_width(at, &clause)?;
                let lead = self.lead_width(at, solids_before(&clause, &when) + solid_count(&when));
                widest = widest.max(lead);
                longest_rest = longest_rest.max(whole.saturating_sub(lead + 1));
            }
            at += count;
        }
        let depth = block.ancestors().filter(|node| node.kind() == BLOCK).count();
        (widest > 0 && depth * INDENT + widest + TABLE_GAP + longest_rest <= WIDTH).then_some(widest)
    }

    /// The columns that this many tokens take on one line.
    fn lead_width(&self, from: usize, count: usize) -> usize {
        let tokens = &self.solids[from..from + count];
        let spaces = tokens.windows(2).filter(|pair| spaced(&pair[0], &pair[1])).count();
        tokens.iter().map(|token| token.width).sum::<usize>() + spaces
    }

    /// `when C  priority E updated`, the priority in its column or, without one, on the next line if there is no room.
    fn goal_clause(&mut self, node: &SyntaxNode, table: Option<usize>) {
        let start = self.next;
        self.group(|l| {
            let mut elements = solid_children(node);
            while let Some(element) = elements.next() {
                let is_when = element.kind() == WHEN_CLAUSE;
                l.element(&element);
                match table {
                    Some(column) if is_when => {
                        let lead = l.lead_width(start, l.next - start);
                        l.place(LayoutOp::Space(column.saturating_sub(lead) + TABLE_GAP));
                    }
                    None if is_when => {
                        l.ops.push(LayoutOp::Indent);
                        l.place(LayoutOp::Line);
                        if let Some(priority) = elements.next() {
                            l.element(&priority);
                        }
                        l.ops.push(LayoutOp::Dedent);
                    }
                    _ => {}
                }
            }
        });
    }
}

fn solid_children(node: &SyntaxNode) -> impl Iterator<Item = SyntaxElement> {
    node.children_with_tokens().filter(|element| !element.kind().is_trivia())
}

fn solid_tokens(node: &SyntaxNode) -> impl Iterator<Item = crate::SyntaxToken> {
    node.tokens().filter(|token| !token.kind().is_trivia())
}

fn solid_count(node: &SyntaxNode) -> usize {
    solid_tokens(node).count()
}

fn solids_before(node: &SyntaxNode, part: &SyntaxNode) -> usize {
    let start = part.span().start;
    solid_tokens(node).take_while(|token| token.span().start < start).count()
}

/// Whether a block may stand on one line: it has one clause, and that one has no parts on lines of their own.
fn may_be_inline(block: &SyntaxNode) -> bool {
    let mut clauses = block.children();
    let first = clauses.next();
    let only = clauses.next().is_none();
    only && first.is_none_or(|clause| {
        let tall = matches!(clause.kind(), RULE | METHOD | OTHERWISE | DONE_CLAUSE | STATE | SKILL);
        !tall && !clause.descendants().any(|node| node.kind() == BLOCK)
    })
}

fn is_rule_clause(kind: SyntaxKind) -> bool {
    matches!(kind, WHEN_CLAUSE | WHILE_CLAUSE | UNTIL_CLAUSE | AT_LEAST_CLAUSE | LET_CLAUSE | DO_CLAUSE)
}

/// Whether the keyword of a clause is filled up to the width of its neighbours'.
fn is_aligned(clause: &SyntaxNode) -> bool {
    match clause.kind() {
        // `with goals` and `without goals` are two words.
        GOALS_SETTING => clause.first_token().is_some_and(|word| word.text() == "goals"),
        AT_LEAST_CLAUSE => false,
        SETTING | ENTER_CLAUSE | LEAVE_CLAUSE | WANT_CLAUSE | AIM_CLAUSE => true,
        FAILS_CLAUSE | RESUMES_CLAUSE | COORDINATOR_CLAUSE | ROLE_CLAUSE | MEMBER_CLAUSE => true,
        kind => is_rule_clause(kind) || (NEEDS_CLAUSE..=ACHIEVES_CLAUSE).contains(&kind),
    }
}

fn keyword_width(element: &SyntaxElement) -> Option<usize> {
    let node = element.as_node().filter(|node| is_aligned(node))?;
    let width = node.first_token()?.text().chars().count();
    (width <= LONGEST_ALIGNED).then_some(width)
}

/// The width that the keywords of a block's clauses are filled up to.
fn aligned_width(block: &SyntaxNode) -> usize {
    block.children().map(SyntaxElement::Node).filter_map(|clause| keyword_width(&clause)).max().unwrap_or(0)
}
