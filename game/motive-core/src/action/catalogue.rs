//! The actions of an agent, and how their proposals are resolved against each other.

use super::command::{Arguments, Command, Proposal};
use super::declaration::{Action, CompiledAction};
use crate::condition::{
    Bindings, BuildError, Column, CompiledCondition, CompiledExpr, Condition, Expr, Scope,
};
use crate::memory::Memory;
use crate::vocabulary::{ActionId, ActionTarget, Value, Vocabulary};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Which proposals a proposal is checked against for conflicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConflictScope {
    /// All of higher priority, even those that were dropped themselves.
    #[default]
    Pairwise,
    /// Only those that were not dropped.
    Greedy,
}

/// A pattern that matches commands: an action, and for each argument a value, a name to bind, or anything.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionPattern {
    /// The action.
    pub action: ActionId,
    /// One column for each argument.
    pub arguments: Vec<Column>,
}

impl ActionPattern {
    /// A pattern for an action. Each argument is compared with a value, bound to a name, or ignored.
    pub fn new<const N: usize>(action: ActionId, arguments: [Column; N]) -> Self {
        Self { action, arguments: arguments.into() }
    }
}

/// Two proposals that are replaced by others when they occur together: north-east and north-west become north.
#[derive(Clone, Debug, PartialEq)]
pub struct Blend {
    /// One proposal.
    pub first: ActionPattern,
    /// The other.
    pub second: ActionPattern,
    /// The replacements. They can use the names bound by the patterns.
    pub into: Vec<(ActionId, Vec<Expr>)>,
}

/// Proposals that are dropped while a condition holds, such as a step into fire.
#[derive(Clone, Debug, PartialEq)]
pub struct Veto {
    /// The proposals.
    pub pattern: ActionPattern,
    /// The condition. It can use the names bound by the pattern.
    pub when: Condition,
}

/// Why a proposal was dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum DropReason {
    /// It conflicts with a proposal of higher priority.
    Conflict(Command),
    /// It was blended with another proposal.
    Blended(Command),
    /// It is vetoed.
    Vetoed,
    /// Only one action on the world is allowed per tick, and another has a higher priority.
    OnlyOne,
}

/// The declared actions of an agent, with conflicts, blends and vetoes.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    actions: Vec<Option<Arc<CompiledAction>>>,
    conflicts: FxHashSet<(ActionId, ActionId)>,
    blends: Vec<CompiledBlend>,
    vetoes: Vec<CompiledVeto>,
}

#[derive(Clone, Debug)]
struct CompiledActionPattern {
    action: ActionId,
    arguments: Vec<CompiledColumn>,
}

#[derive(Clone, Debug)]
enum CompiledColumn {
    Is(CompiledExpr),
    Named(u16),
    Any,
}

#[derive(Clone, Debug)]
struct CompiledBlend {
    first: CompiledActionPattern,
    second: CompiledActionPattern,
    into: Vec<(ActionId, Vec<CompiledExpr>)>,
    variables: usize,
}

#[derive(Clone, Debug)]
struct CompiledVeto {
    pattern: CompiledActionPattern,
    when: CompiledCondition,
    variables: usize,
}

/// The result of resolving proposals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resolution {
    /// The proposals to carry out, highest priority first.
    pub kept: Vec<Proposal>,
    /// The others, with the reason.
    pub dropped: Vec<(Proposal, DropReason)>,
}

impl Catalogue {
    /// Adds the declaration of an action.
    pub fn add(&mut self, action: &Action, vocabulary: &Vocabulary) -> Result<(), BuildError> {
        let built = action.build(vocabulary)?;
        let at = action.action.index();
        if self.actions.len() <= at {
            self.actions.resize(at + 1, None);
        }
        self.actions[at] = Some(Arc::new(built));
        Ok(())
    }

    /// The declaration of an action.
    pub fn action(&self, action: ActionId) -> Option<&CompiledAction> {
        self.actions.get(action.index())?.as_deref()
    }

    /// All declared actions, in the order of their ids.
    pub fn actions(&self) -> impl Iterator<Item = &CompiledAction> {
        self.actions.iter().flatten().map(|action| &**action)
    }

    /// Declares that two actions cannot be done in the same tick. An action may conflict with itself.
    pub fn conflict(&mut self, one: ActionId, other: ActionId) {
        self.conflicts.insert((one, other));
        self.conflicts.insert((other, one));
    }

    /// Whether two actions conflict.
    pub fn in_conflict(&self, one: ActionId, other: ActionId) -> bool {
        self.conflicts.contains(&(one, other))
    }

    /// Adds a blend.
    pub fn blend(&mut self, blend: &Blend, vocabulary: &Vocabulary) -> Result<(), BuildError> {
        let mut scope = Scope::new(vocabulary);
        let first = build_pattern(&blend.first, &mut scope)?;
        let second = build_pattern(&blend.second, &mut scope)?;
        let mut into = Vec::with_capacity(blend.into.len());
        for (action, arguments) in &blend.into {
            check_arity(*action, arguments.len(), vocabulary)?;
            let arguments =
                arguments.iter().map(|value| scope.expression(value)).collect::<Result<_, _>>()?;
            into.push((*action, arguments));
        }
        self.blends.push(CompiledBlend { first, second, into, variables: scope.names().len() });
        Ok(())
    }

    /// Adds a veto.
    pub fn veto(&mut self, veto: &Veto, vocabulary: &Vocabulary) -> Result<(), BuildError> {
        let mut scope = Scope::new(vocabulary);
        let pattern = build_pattern(&veto.pattern, &mut scope)?;
        let when = scope.condition(&veto.when)?;
        self.vetoes.push(CompiledVeto { pattern, when, variables: scope.names().len() });
        Ok(())
    }

    /// Whether there are blends.
    pub fn blends_any(&self) -> bool {
        !self.blends.is_empty()
    }

    /// Whether the resolution reads memory.
    pub fn looks_at_memory(&self) -> bool {
        let reads =
            |value: &CompiledExpr| value.reads().is_volatile() || !value.reads().dependencies().is_empty();
        let blend_reads = |blend: &CompiledBlend| {
            let mut columns = blend.first.arguments.iter().chain(&blend.second.arguments);
            columns.any(|column| matches!(column, CompiledColumn::Is(value) if reads(value)))
                || blend.into.iter().flat_map(|(_, arguments)| arguments).any(reads)
        };
        !self.vetoes.is_empty() || self.blends.iter().any(blend_reads)
    }

    /// Decides which proposals are carried out. They are given in the order in which tasks ran; those of higher priority come first, among
    /// equals the earlier.
    pub fn resolve(
        &self,
        mut proposals: Vec<Proposal>,
        memory: &Memory,
        scope: ConflictScope,
        only_one: bool,
    ) -> Resolution {
        let mut resolution = Resolution::default();
        proposals.sort_by(|a, b| b.priority.total_cmp(&a.priority));
        if let [only] = &proposals[..]
            && !self.is_vetoed(&only.command, memory)
        {
            resolution.kept = proposals;
            return resolution;
        }
        if only_one {
            self.keep_one(proposals, memory, &mut resolution);
            return resolution;
        }
        // With the pairwise rule even dropped proposals conflict with later ones.
        let mut ranked: Vec<Command> = Vec::new();
        for proposal in proposals {
            if self.is_vetoed(&proposal.command, memory) {
                resolution.dropped.push((proposal, DropReason::Vetoed));
                continue;
            }
            let command = proposal.command.clone();
            match self.verdict(&proposal, &resolution.kept, &ranked, scope, memory) {
                Verdict::Kept => resolution.kept.push(proposal),
                Verdict::Conflict(with) => resolution.dropped.push((proposal, DropReason::Conflict(with))),
                Verdict::Blend(at, commands) => {
                    let with = resolution.kept[at].command.clone();
                    let (task, priority) = (resolution.kept[at].task, resolution.kept[at].priority);
                    let commands = commands.into_iter().map(|command| Proposal { task, priority, command });
                    resolution.kept.splice(at..=at, commands);
                    resolution.dropped.push((proposal, DropReason::Blended(with)));
                }
            }
            ranked.push(command);
        }
        resolution
    }

    fn keep_one(&self, proposals: Vec<Proposal>, memory: &Memory, resolution: &mut Resolution) {
        let names = memory.shared_vocabulary();
        let mut has_external = false;
        for proposal in proposals {
            let external = proposal.command.target(names) == ActionTarget::World;
            if self.is_vetoed(&proposal.command, memory) {
                resolution.dropped.push((proposal, DropReason::Vetoed));
            } else if external && has_external {
                resolution.dropped.push((proposal, DropReason::OnlyOne));
            } else {
                has_external |= external;
                resolution.kept.push(proposal);
            }
        }
    }

    fn verdict(
        &self,
        proposal: &Proposal,
        kept: &[Proposal],
        ranked: &[Command],
        scope: ConflictScope,
        memory: &Memory,
    ) -> Verdict {
        let Command::Act { action, arguments } = &proposal.command else { return Verdict::Kept };
        for (at, other) in kept.iter().enumerate() {
            let Command::Act { action: other_action, arguments: other_arguments } = &other.command else {
                continue;
            };
            let pair = [(*other_action, other_arguments), (*action, arguments)];
            let harmless =
                |commands: &Vec<Command>| !commands.iter().any(|command| self.is_vetoed(command, memory));
            let blended = |blend: &CompiledBlend| blend.apply(pair, memory).filter(harmless);
            if let Some(commands) = self.blends.iter().find_map(blended) {
                return Verdict::Blend(at, commands);
            }
        }
        let conflicts =
            |other: &&Command| other.action().is_some_and(|other| self.in_conflict(*action, other));
        let also: &[Command] = if scope == ConflictScope::Pairwise { ranked } else { &[] };
        match kept.iter().map(|other| &other.command).chain(also).find(conflicts) {
            Some(other) => Verdict::Conflict(other.clone()),
            None => Verdict::Kept,
        }
    }

    fn is_vetoed(&self, command: &Command, memory: &Memory) -> bool {
        let Command::Act { action, arguments } = command else { return false };
        self.vetoes.iter().any(|veto| {
            let mut bindings = Bindings::new(veto.variables);
            veto.pattern.fits(*action, arguments, memory, &mut bindings)
                && veto.when.holds(memory, &mut bindings)
        })
    }
}

enum Verdict {
    Kept,
    Conflict(Command),
    Blend(usize, Vec<Command>),
}

impl CompiledBlend {
    /// The replacement of two proposals, in either order.
    fn apply(&self, pair: [(ActionId, &Arguments); 2], memory: &Memory) -> Option<Vec<Command>> {
        let [one, other] = pair;
        [(one, other), (other, one)].into_iter().find_map(|(first, second)| {
            let mut bindings = Bindings::new(self.variables);
            let fits = self.first.fits(first.0, first.1, memory, &mut bindings)
                && self.second.fits(second.0, second.1, memory, &mut bindings);
            // A blend without a value for an argument does not apply.
            fits.then(|| {
                let command = |(action, arguments): &(ActionId, Vec<CompiledExpr>)| {
                    let arguments = arguments.iter().map(|value| value.value(memory, &mut bindings));
                    Some(Command::Act { action: *action, arguments: arguments.collect::<Option<_>>()? })
                };
                self.into.iter().map(command).collect::<Option<_>>()
            })?
        })
    }
}

impl CompiledActionPattern {
    fn fits(&self, action: ActionId, arguments: &[Value], memory: &Memory, bindings: &mut Bindings) -> bool {
        action == self.action
            && self.arguments.iter().zip(arguments).all(|(column, value)| match column {
                CompiledColumn::Any => true,
                CompiledColumn::Is(wanted) => wanted.value(memory, bindings).as_ref() == Some(value),
                CompiledColumn::Named(variable) => match bindings.get(*variable) {
                    Some(known) => known == *value,
                    None => {
                        bindings.set(*variable, value.clone());
                        true
                    }
                },
            })
    }
}

fn check_arity(action: ActionId, found: usize, vocabulary: &Vocabulary) -> Result<(), BuildError> {
    let info = vocabulary.action_info(action).ok_or(BuildError::Foreign)?;
    if info.arity == found {
        return Ok(());
    }
    Err(BuildError::Arity { name: vocabulary.name(info.name).to_owned(), expected: info.arity, found })
}

fn build_pattern(
    pattern: &ActionPattern,
    scope: &mut Scope<'_>,
) -> Result<CompiledActionPattern, BuildError> {
    check_arity(pattern.action, pattern.arguments.len(), scope.vocabulary())?;
    let mut arguments = Vec::with_capacity(pattern.arguments.len());
    for column in &pattern.arguments {
        arguments.push(match column {
            Column::Any => CompiledColumn::Any,
            Column::Is(value) => CompiledColumn::Is(scope.expression(value)?),
            Column::Named(name) => CompiledColumn::Named(scope.parameter(name)?),
        });
    }
    Ok(CompiledActionPattern { action: pattern.action, arguments })
}
