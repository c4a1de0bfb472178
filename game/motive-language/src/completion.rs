//! What can stand at a place of a text, for editors.

use crate::load::{Loaded, load_unbuilt};
use crate::model::{DefinitionKind, WorldVocabulary};
use crate::names_file;
use crate::source::{Files, SourceText};
use crate::syntax::{ITEM_WORDS, Parse, SyntaxKind, SyntaxToken, parse};
use motive_core::{Declaration, Type, Vocabulary};
use std::collections::BTreeMap;

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

/// Something that can stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CompletionCandidate {
    /// What is inserted.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// Its type, if it has one.
    pub detail: Option<String>,
    /// What the game says about it.
    pub about: Option<String>,
}

/// What a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum CompletionKind {
    /// A word of the language.
    Keyword,
    /// A kind of things.
    Kind,
    /// A property.
    Property,
    /// A function, relation or condition.
    Function,
    /// An action.
    Action,
    /// A program, task, network, machine, schedule or planner.
    Program,
    /// A goal or a mind.
    Goal,
    /// A symbol.
    Symbol,
    /// A thing or value with a name.
    Constant,
    /// A variable or parameter.
    Variable,
}

/// What can stand at a byte of a text. After `world` nothing is offered: which worlds there are is not known here.
pub fn complete(
    text: SourceText,
    offset: usize,
    world: &WorldVocabulary<'_>,
    files: &dyn Files,
) -> Vec<CompletionCandidate> {
    let parsed = parse(&text.text);
    complete_in(&load_unbuilt(text, world, files), &parsed, offset)
}

/// As [`complete`], in a text that is checked already.
pub fn complete_in(loaded: &Loaded, parsed: &Parse, offset: usize) -> Vec<CompletionCandidate> {
    let wanted = wanted(parsed, offset);
    let mut found = CompletionList::default();
    found.add_words(wanted);
    found.add_world_names(loaded, wanted);
    found.add_definitions(loaded, offset, wanted);
    found.items.into_values().collect()
}

/// Whether the name of a world is wanted at a byte of a text.
pub fn wants_world(parsed: &Parse, offset: usize) -> bool {
    wanted(parsed, offset) == Wanted::World
}

/// A type as it is written in a file. `None` for any.
pub fn type_name(value_type: &Type, names: &Vocabulary) -> Option<String> {
    (*value_type != Type::Any).then(|| names_file::type_name(value_type, names))
}

/// The last token before the word at the cursor that is neither white space nor a comment.
fn token_before(parsed: &Parse, offset: usize) -> Option<SyntaxToken> {
    let mut token = parsed.syntax().token_at(offset)?;
    let is_word = matches!(token.kind(), SyntaxKind::IDENT | SyntaxKind::KEYWORD | SyntaxKind::QUOTED);
    if is_word || token.kind().is_trivia() {
        token = token.prev_token()?;
    }
    while token.kind().is_trivia() {
        token = token.prev_token()?;
    }
    Some(token)
}

fn wanted(parsed: &Parse, offset: usize) -> Wanted {
    let Some(before) = token_before(parsed, offset) else { return Wanted::Item };
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
        None if starts_line(parsed, offset) => Wanted::Item,
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
fn starts_line(parsed: &Parse, offset: usize) -> bool {
    let root = parsed.syntax();
    let before = root.text().get(..offset).unwrap_or_default();
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
struct CompletionList {
    items: BTreeMap<String, CompletionCandidate>,
}

impl CompletionList {
    fn add(&mut self, label: &str, kind: CompletionKind, detail: Option<String>, about: Option<&str>) {
        let (label, about) = (label.to_owned(), about.map(str::to_owned));
        self.items.entry(label.clone()).or_insert(CompletionCandidate { label, kind, detail, about });
    }

    fn add_words(&mut self, wanted: Wanted) {
        let words = match wanted {
            Wanted::Item => ITEM_WORDS,
            Wanted::Expression => OPERATORS,
            _ => return,
        };
        for word in words {
            self.add(word, CompletionKind::Keyword, None, None);
        }
    }

    fn add_world_names(&mut self, loaded: &Loaded, wanted: Wanted) {
        let names = loaded.checked.vocabulary();
        if matches!(wanted, Wanted::Expression) {
            for kind in names.kinds() {
                let kind_name = names.name(kind.symbol());
                self.add(kind_name, CompletionKind::Kind, None, names.description(*kind));
            }
            for function in names.functions() {
                let result = names.function_info(function).and_then(|info| type_name(&info.result, names));
                let about = names.description(function);
                self.add(names.function_name(function), CompletionKind::Function, result, about);
            }
            for relation in names.relations() {
                let about = names.description(relation);
                self.add(names.relation_name(relation), CompletionKind::Function, None, about);
            }
        }
        if let Wanted::Property { .. } | Wanted::PropertyOfKind = wanted {
            self.add_properties(names, wanted);
        }
        if wanted == Wanted::Step {
            for action in names.actions() {
                let about = names.description(Declaration::Action(action));
                self.add(names.action_name(action), CompletionKind::Action, None, about);
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
                self.add(names.property_name(property), CompletionKind::Property, detail, about);
            }
        }
    }

    /// What the file and the files that it uses declare, and what is bound where the cursor is.
    fn add_definitions(&mut self, loaded: &Loaded, offset: usize, wanted: Wanted) {
        let names = loaded.checked.vocabulary();
        for (_, definition) in loaded.checked.index().in_scope(0, offset) {
            let Some(kind) = offered(definition.kind, wanted) else { continue };
            self.add(&definition.name, kind, type_name(&definition.value_type, names), None);
        }
    }
}

/// Whether something that a file declares can stand there, and as what it is shown.
fn offered(kind: DefinitionKind, wanted: Wanted) -> Option<CompletionKind> {
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
        Wanted::Step if kind == DefinitionKind::Action => Some(CompletionKind::Action),
        Wanted::Step | Wanted::Pursuit if is_pursuit => Some(CompletionKind::Program),
        Wanted::Property { .. } | Wanted::PropertyOfKind if kind == DefinitionKind::Property => {
            Some(CompletionKind::Property)
        }
        Wanted::Expression => Some(match kind {
            DefinitionKind::Kind => CompletionKind::Kind,
            DefinitionKind::Function | DefinitionKind::Relation | DefinitionKind::Condition => {
                CompletionKind::Function
            }
            DefinitionKind::Symbol => CompletionKind::Symbol,
            DefinitionKind::Thing | DefinitionKind::Value => CompletionKind::Constant,
            DefinitionKind::Parameter | DefinitionKind::Variable => CompletionKind::Variable,
            DefinitionKind::Goal | DefinitionKind::Mind => CompletionKind::Goal,
            _ if is_pursuit => CompletionKind::Program,
            _ => return None,
        }),
        _ => None,
    }
}
