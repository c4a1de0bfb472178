//! What can stand at the cursor.

use super::{place, type_name};
use crate::analysis::Analysis;
use crate::workspace::Workspace;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse};
use motive_core::{Declaration, Type, Vocabulary};
use motive_language::DefinitionKind;
use motive_language::syntax::{SyntaxKind, SyntaxToken};
use std::collections::BTreeMap;

/// Words that begin a declaration.
const ITEMS: &[&str] = &[
    "action",
    "ambiance",
    "blend",
    "condition",
    "conflicts",
    "drive",
    "enum",
    "fact",
    "function",
    "goal",
    "goap",
    "kind",
    "let",
    "machine",
    "meanwhile",
    "mind",
    "network",
    "note",
    "object",
    "program",
    "property",
    "relation",
    "schedule",
    "task",
    "team",
    "use",
    "utility",
    "veto",
    "world",
];

/// Words that stand in conditions and expressions.
const OPERATORS: &[&str] =
    &["and", "every", "false", "in", "no", "not", "or", "self", "some", "true", "where"];

/// What kind of name is looked for at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// A new declaration.
    Item,
    /// `world` and then a name.
    World,
    /// Something after a dot.
    Property {
        /// After `self.`
        own: bool,
    },
    /// Inside of the braces after a kind.
    PropertyOfKind,
    /// After `do`.
    Step,
    /// After `achieves` and the like.
    Pursuit,
    /// Anywhere else.
    Expression,
}

pub(crate) fn complete(workspace: &Workspace, params: &CompletionParams) -> Option<CompletionResponse> {
    let (analysis, offset) = place(workspace, &params.text_document_position)?;
    let wanted = wanted(&analysis, offset);
    let mut found = Candidates::default();
    found.add_words(wanted);
    found.add_world_names(&analysis, wanted);
    found.add_definitions(&analysis, offset, wanted);
    Some(CompletionResponse::Array(found.items.into_values().collect()))
}

/// The last token before the word at the cursor that is neither white space nor a comment.
fn token_before(analysis: &Analysis, offset: usize) -> Option<SyntaxToken> {
    let mut token = analysis.file.token_at(offset)?;
    let is_word = matches!(token.kind(), SyntaxKind::IDENT | SyntaxKind::KEYWORD | SyntaxKind::QUOTED);
    if is_word || token.kind().is_trivia() {
        token = token.prev_token()?;
    }
    while token.kind().is_trivia() {
        token = token.prev_token()?;
    }
    Some(token)
}

fn wanted(analysis: &Analysis, offset: usize) -> Wanted {
    let Some(before) = token_before(analysis, offset) else { return Wanted::Item };
    match (before.kind(), before.text()) {
        (SyntaxKind::DOT, _) => {
            let owner = before.prev_token();
            return Wanted::Property { own: owner.is_some_and(|owner| owner.text() == "self") };
        }
        (_, "world") => return Wanted::World,
        (_, "do") => return Wanted::Step,
        (_, "achieves" | "maintains" | "by") => return Wanted::Pursuit,
        _ => {}
    }
    match enclosing_brace(&before) {
        None if starts_line(analysis, offset) => Wanted::Item,
        Some(brace) if before == brace || before.kind() == SyntaxKind::COMMA => {
            let of_kind = brace.parent().is_some_and(|parent| {
                matches!(
                    parent.kind(),
                    SyntaxKind::REQUEST_LIST | SyntaxKind::PATTERN | SyntaxKind::VALUE_LIST
                )
            });
            if of_kind { Wanted::PropertyOfKind } else { Wanted::Expression }
        }
        _ => Wanted::Expression,
    }
}

/// Whether nothing but a part of a word stands before the cursor on its line.
fn starts_line(analysis: &Analysis, offset: usize) -> bool {
    let before = analysis.lines().text().get(..offset).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.chars().all(|each| each.is_alphanumeric() || each == '_')
}

/// The brace that is open at a token.
fn enclosing_brace(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut closed = 0_usize;
    for token in std::iter::successors(Some(token.clone()), SyntaxToken::prev_token) {
        match token.kind() {
            SyntaxKind::R_BRACE => closed += 1,
            SyntaxKind::L_BRACE if closed == 0 => return Some(token),
            SyntaxKind::L_BRACE => closed -= 1,
            _ => {}
        }
    }
    None
}

/// Completions by label, so that a name that is declared twice is offered once.
#[derive(Default)]
struct Candidates {
    items: BTreeMap<String, CompletionItem>,
}

impl Candidates {
    fn add(&mut self, label: &str, kind: CompletionItemKind, detail: Option<String>, about: Option<&str>) {
        let documentation = about.map(|about| lsp_types::Documentation::String(about.to_owned()));
        let item = CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail,
            documentation,
            ..CompletionItem::default()
        };
        self.items.entry(label.to_owned()).or_insert(item);
    }

    fn add_words(&mut self, wanted: Wanted) {
        let words = match wanted {
            Wanted::Item => ITEMS,
            Wanted::Expression => OPERATORS,
            Wanted::World => {
                for world in motive_worlds::list() {
                    self.add(world.name, CompletionItemKind::MODULE, None, Some(world.summary));
                }
                return;
            }
            _ => return,
        };
        for word in words {
            self.add(word, CompletionItemKind::KEYWORD, None, None);
        }
    }

    fn add_world_names(&mut self, analysis: &Analysis, wanted: Wanted) {
        let names = analysis.loaded.checked.vocabulary();
        if matches!(wanted, Wanted::Expression) {
            for kind in names.kinds() {
                let kind_name = names.name(kind.symbol());
                self.add(kind_name, CompletionItemKind::STRUCT, None, names.description(*kind));
            }
            for function in names.functions() {
                let result = names.function_info(function).and_then(|info| type_name(&info.result, names));
                let about = names.description(function);
                self.add(names.function_name(function), CompletionItemKind::FUNCTION, result, about);
            }
            for relation in names.relations() {
                let about = names.description(relation);
                self.add(names.relation_name(relation), CompletionItemKind::FUNCTION, None, about);
            }
        }
        if let Wanted::Property { .. } | Wanted::PropertyOfKind = wanted {
            self.add_properties(names, wanted);
        }
        if wanted == Wanted::Step {
            for action in names.actions() {
                let about = names.description(Declaration::Action(action));
                self.add(names.action_name(action), CompletionItemKind::METHOD, None, about);
            }
        }
    }

    fn add_properties(&mut self, names: &Vocabulary, wanted: Wanted) {
        for property in names.properties() {
            let Some(info) = names.property_info(property) else { continue };
            let fits = match wanted {
                Wanted::Property { own } => own == info.own.is_some(),
                _ => info.own.is_none(),
            };
            if fits {
                let detail = type_name(&info.holds, names);
                let about = names.description(property);
                self.add(names.property_name(property), CompletionItemKind::FIELD, detail, about);
            }
        }
    }

    /// What the file and the files that it uses declare, and what is bound where the cursor is.
    fn add_definitions(&mut self, analysis: &Analysis, offset: usize, wanted: Wanted) {
        let names = analysis.loaded.checked.vocabulary();
        for (_, definition) in analysis.index().in_scope(0, offset) {
            let Some(kind) = offered(definition.kind, wanted) else { continue };
            let detail = match &definition.value_type {
                Type::Any => None,
                known => type_name(known, names),
            };
            self.add(&definition.name, kind, detail, None);
        }
    }
}

/// Whether something that a file declares can stand there, and as what it is shown.
fn offered(kind: DefinitionKind, wanted: Wanted) -> Option<CompletionItemKind> {
    let is_pursuit = matches!(
        kind,
        DefinitionKind::Program
            | DefinitionKind::Task
            | DefinitionKind::Network
            | DefinitionKind::Machine
            | DefinitionKind::Schedule
            | DefinitionKind::Planner
    );
    match wanted {
        Wanted::Step if kind == DefinitionKind::Action => Some(CompletionItemKind::METHOD),
        Wanted::Step | Wanted::Pursuit if is_pursuit => Some(CompletionItemKind::CLASS),
        Wanted::Property { .. } | Wanted::PropertyOfKind if kind == DefinitionKind::Property => {
            Some(CompletionItemKind::FIELD)
        }
        Wanted::Expression => Some(match kind {
            DefinitionKind::Kind => CompletionItemKind::STRUCT,
            DefinitionKind::Function | DefinitionKind::Relation | DefinitionKind::Condition => {
                CompletionItemKind::FUNCTION
            }
            DefinitionKind::Symbol => CompletionItemKind::ENUM_MEMBER,
            DefinitionKind::Thing | DefinitionKind::Value => CompletionItemKind::CONSTANT,
            DefinitionKind::Parameter | DefinitionKind::Variable => CompletionItemKind::VARIABLE,
            DefinitionKind::Goal | DefinitionKind::Mind => CompletionItemKind::MODULE,
            _ if is_pursuit => CompletionItemKind::CLASS,
            _ => return None,
        }),
        _ => None,
    }
}
