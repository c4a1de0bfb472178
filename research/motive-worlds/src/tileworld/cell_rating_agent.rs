//! The agent of the study that is not GRUE: no goals, no memory, cells rated one by one (thesis, 6.8).

use std::ops::ControlFlow;

use motive::Game;
use motive::declare::Actions;
use motive::kernel::{
    ActiveAction, Command, Decision, Facts, Holder, Id, Kind, Memory, Mind, Phase, Property, Query,
    TickContext, Value,
};

use super::field::{GridCell, Sort};
use super::vocabulary::{AgentAction, AgentActionNames, Hole, Obstacle, TileStack, TileworldBody, place_in};
use crate::direction::Direction;

/// What a step back to the cell just left costs. The source says only that it costs much; the numbers are ours.
const BACK: i32 = 2;
/// What a step that brings the agent nearer to what it is after costs.
const NEARER: i32 = -1;

/// Goes to the nearest stack that it sees, or with a stack to the nearest hole, and drops the whole stack there.
///
/// It looks only at what it senses now. Each cycle it rates the four cells around it: closed ones are out, the one that
/// it just left costs most, one that is nearer to its aim costs least; among equals it draws. Without an aim it wanders.
pub struct Plain {
    names: Handles,
    decision: Decision,
    /// Where it was before, and where it was last.
    before: Option<GridCell>,
    last: Option<GridCell>,
    runs: u64,
}

/// What it reads and does, by the handles of its world's names.
struct Handles {
    kinds: [Kind; 3],
    at: Property,
    distance: Property,
    nearest: Property,
    size: Property,
    load: Property,
    sensor: Property,
    actions: AgentActionNames,
}

impl Plain {
    /// Nothing if the game lacks the declarations of the Tileworld.
    pub(super) fn new(game: &Game<AgentAction>) -> Option<Self> {
        let (stack, own) = (game.names::<TileStack>()?, game.names::<TileworldBody>()?);
        let kinds = [game.names::<Obstacle>()?.kind, stack.kind, game.names::<Hole>()?.kind];
        let names = Handles {
            kinds,
            at: own.at,
            distance: stack.distance,
            nearest: stack.nearest,
            size: stack.size,
            load: own.load,
            sensor: own.sensor,
            actions: game.actions().clone(),
        };
        Some(Self { names, decision: Decision::default(), before: None, last: None, runs: 0 })
    }

    fn place(&self, memory: &Memory, id: Id) -> Option<GridCell> {
        place_in(memory, self.names.at, &Value::Id(id))
    }

    /// The nearest thing of a sort within the sensor range.
    fn nearest(&self, memory: &Memory, me: GridCell, sort: Sort) -> Option<(Id, GridCell)> {
        let marked = [(self.names.nearest, Value::Bool(true))];
        let kind = self.names.kinds[sort as usize];
        let range = memory.own(self.names.sensor)?.number()?;
        let mut found = None;
        memory.candidates(&Query { kind: Some(kind), equal: &marked }, &mut |id| {
            let fits = memory.is_a(id, kind)
                && memory.values(id, self.names.nearest).first() == Some(&Value::Bool(true));
            if !fits {
                return ControlFlow::Continue(());
            }
            found =
                self.place(memory, id).filter(|at| f64::from(me.moves_to(*at)) <= range).map(|at| (id, at));
            ControlFlow::Break(())
        });
        found
    }

    fn obstacles(&self, memory: &Memory, me: GridCell) -> [bool; 4] {
        let near = [(self.names.distance, Value::Number(1.0))];
        let kind = self.names.kinds[Sort::Obstacle as usize];
        let mut closed = [false; 4];
        memory.candidates(&Query { kind: Some(kind), equal: &near }, &mut |id| {
            if memory.is_a(id, kind)
                && let Some(at) = self.place(memory, id)
                && me.moves_to(at) == 1
                && let Some(way) = me.way_to(at)
            {
                closed[way.index()] = true;
            }
            ControlFlow::Continue(())
        });
        closed
    }

    fn step(
        &self,
        memory: &Memory,
        me: GridCell,
        aim: Option<GridCell>,
        rng: motive::kernel::KeyedRng,
    ) -> Option<Direction> {
        let closed = self.obstacles(memory, me);
        let cost = |way: &Direction| {
            let to = me.next(*way);
            let back = if self.before == Some(to) { BACK } else { 0 };
            let nearer = aim.is_some_and(|aim| to.moves_to(aim) < me.moves_to(aim));
            back + if nearer { NEARER } else { 0 }
        };
        let open = || Direction::ALL.into_iter().filter(|way| !closed[way.index()]);
        let least = open().map(|way| cost(&way)).min()?;
        let best = || open().filter(|way| cost(way) == least);
        let drawn = rng.at(0) % best().count().max(1) as u64;
        best().nth(drawn as usize)
    }

    fn decide(&mut self, tick_cx: &TickContext<'_>) -> Option<AgentAction> {
        let memory = &*tick_cx.memory;
        let me = self.place(memory, Id::SELF)?;
        if self.last != Some(me) {
            self.before = self.last.replace(me);
        }
        let load = memory.own(self.names.load).and_then(|load| load.id());
        let aim = self.nearest(memory, me, if load.is_some() { Sort::Hole } else { Sort::Stack });
        if let Some((id, at)) = aim
            && at == me
        {
            return Some(match load {
                None => AgentAction::PickUp(id),
                Some(stack) => AgentAction::Drop(stack, memory.get(stack, self.names.size)?.number()?, id),
            });
        }
        self.step(memory, me, aim.map(|(_, at)| at), tick_cx.rng).map(AgentAction::Move)
    }
}

impl Mind for Plain {
    fn think(&mut self, tick_cx: &mut TickContext<'_>) {
        let decided = self.decide(tick_cx).and_then(|action| action.command(&self.names.actions));
        tick_cx.memory.end_tick();
        self.decision.actions.clear();
        if let Some(Command::Act { action, arguments }) = decided {
            self.runs += 1;
            let act = ActiveAction {
                action,
                arguments,
                phase: Phase::Started,
                run: self.runs,
                task: Holder(0),
                priority: 1.0,
            };
            self.decision.actions.push(act);
        }
    }

    fn decision(&self) -> &Decision {
        &self.decision
    }
}
