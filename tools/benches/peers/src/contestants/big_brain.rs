//! big-brain: a thinker per agent, with an entity for each scorer and for the running action.

use crate::scenario::{Counters, DRIVES, Population, Solution, WaveDrives};
use bevy_app_0_15::{App, Last, Update};
use bevy_ecs::prelude::*;
use bevy_ecs_0_15 as bevy_ecs;
use big_brain::choices::Choice;
use big_brain::prelude::*;
use big_brain::thinker::ThinkerIterations;
use big_brain::{actions, scorers, thinker};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

#[derive(Component)]
struct AgentWaves(WaveDrives);

/// How often each action ran.
#[derive(Component, Default)]
struct Acted(Counters);

/// Scores by drive `.0`.
#[derive(Clone, Component, Debug)]
struct ByDrive(usize);

impl ScorerBuilder for ByDrive {
    fn build(&self, commands: &mut Commands, scorer: Entity, _actor: Entity) {
        commands.entity(scorer).insert(self.clone());
    }
}

/// The action of option `.0`. It goes on for as long as it is the best.
#[derive(Clone, Component, Debug)]
struct ServeDrive(usize);

impl ActionBuilder for ServeDrive {
    fn build(&self, commands: &mut Commands, action: Entity, _actor: Entity) {
        commands.entity(action).insert(self.clone());
    }
}

/// Picks as the stock `Highest` does (but also among scores of 0), and counts what it picks. The runs of the
/// actions do not tell: an action starts two ticks after it was first picked, if it still is the best by then.
#[derive(Debug)]
struct CountingHighest(Arc<[AtomicU32; DRIVES]>);

impl Picker for CountingHighest {
    fn pick<'a>(&self, choices: &'a [Choice], scores: &Query<&Score>) -> Option<&'a Choice> {
        let mut best = None;
        for (option, choice) in choices.iter().enumerate() {
            let score = choice.calculate(scores);
            if best.is_none_or(|(_, _, highest)| score > highest) {
                best = Some((option, choice, score));
            }
        }
        let (option, choice, _) = best?;
        // Only this thread counts, so there is no need of a slower `fetch_add`.
        let picks = self.0[option].load(Ordering::Relaxed);
        self.0[option].store(picks + 1, Ordering::Relaxed);
        Some(choice)
    }
}

struct BigBrain {
    app: App,
    agents: Vec<Entity>,
    picks: Vec<Arc<[AtomicU32; DRIVES]>>,
    ticks: u32,
}

/// S1.
pub(super) fn choice(population: &Population) -> Box<dyn Solution> {
    let mut app = App::new();
    app.add_plugins(unlimited);
    app.add_systems(
        Update,
        (
            advance.before(BigBrainSet::Scorers),
            score.in_set(BigBrainSet::Scorers),
            act.in_set(BigBrainSet::Actions),
        ),
    );
    let mut picks = Vec::new();
    let agents = population.agents().iter().map(|&drives| {
        let counting = CountingHighest(Arc::default());
        picks.push(Arc::clone(&counting.0));
        let thinker = (0..DRIVES).fold(Thinker::build().picker(counting), |thinker, option| {
            thinker.when(ByDrive(option), ServeDrive(option))
        });
        app.world_mut().spawn((AgentWaves(drives), Acted::default(), thinker)).id()
    });
    let agents = agents.collect::<Vec<_>>();

    // Thinkers take some ticks until they are attached and think. Those are not part of the scenario.
    for _ in 0..4 {
        app.update();
    }
    for (&agent, &drives) in agents.iter().zip(population.agents()) {
        app.world_mut().entity_mut(agent).insert((AgentWaves(drives), Acted::default()));
    }
    for count in picks.iter().flat_map(|picks| picks.iter()) {
        count.store(0, Ordering::Relaxed);
    }
    Box::new(BigBrain { app, agents, picks, ticks: 0 })
}

/// What `BigBrainPlugin::new(Update)` adds, but with [`think`] in place of `thinker_system`.
fn unlimited(app: &mut App) {
    app.configure_sets(Update, (BigBrainSet::Scorers, BigBrainSet::Thinkers, BigBrainSet::Actions).chain())
        .configure_sets(Last, BigBrainSet::Cleanup)
        .add_systems(
            Update,
            (
                scorers::fixed_score_system,
                scorers::measured_scorers_system,
                scorers::all_or_nothing_system,
                scorers::sum_of_scorers_system,
                scorers::product_of_scorers_system,
                scorers::winning_scorer_system,
                scorers::evaluating_scorer_system,
            )
                .in_set(BigBrainSet::Scorers),
        )
        .add_systems(Update, think.in_set(BigBrainSet::Thinkers))
        .add_systems(Update, (actions::steps_system, actions::concurrent_system).in_set(BigBrainSet::Actions))
        .add_systems(
            Last,
            (
                thinker::thinker_component_attach_system,
                thinker::thinker_component_detach_system,
                thinker::actor_gone_cleanup,
            )
                .in_set(BigBrainSet::Cleanup),
        );
}

/// Lets the thinkers think. Left alone, they stop after 10 ms of wall-clock time and leave the other agents to
/// the next tick, so that on a busy machine not every agent would choose in every tick.
fn think(
    commands: Commands,
    mut iterations: Local<ThinkerIterations>,
    thinkers: Query<(Entity, &Actor, &mut Thinker)>,
    scores: Query<&Score>,
    action_states: Query<&mut ActionState>,
    action_spans: Query<&ActionSpan>,
    scorer_spans: Query<&ScorerSpan>,
) {
    *iterations = ThinkerIterations::new(Duration::MAX);
    thinker::thinker_system(
        commands,
        iterations,
        thinkers,
        scores,
        action_states,
        action_spans,
        scorer_spans,
    );
}

fn advance(mut agents: Query<&mut AgentWaves>) {
    for mut drives in &mut agents {
        drives.0.advance();
    }
}

fn score(agents: Query<&AgentWaves>, mut scorers: Query<(&Actor, &ByDrive, &mut Score)>) {
    for (Actor(agent), ByDrive(drive), mut score) in &mut scorers {
        if let Ok(drives) = agents.get(*agent) {
            score.set(drives.0.value[*drive]);
        }
    }
}

fn act(mut agents: Query<&mut Acted>, mut actions: Query<(&Actor, &ServeDrive, &mut ActionState)>) {
    for (Actor(agent), ServeDrive(option), mut state) in &mut actions {
        match *state {
            ActionState::Requested => *state = ActionState::Executing,
            ActionState::Executing => {}
            ActionState::Cancelled => {
                *state = ActionState::Failure;
                continue;
            }
            ActionState::Init | ActionState::Success | ActionState::Failure => continue,
        }
        if let Ok(mut acted) = agents.get_mut(*agent) {
            acted.0[*option] += 1;
        }
    }
}

impl Solution for BigBrain {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.app.update();
        }
        self.ticks += ticks;
    }

    fn counters(&self) -> Vec<Counters> {
        let count =
            |picks: &Arc<[AtomicU32; DRIVES]>| picks.each_ref().map(|count| count.load(Ordering::Relaxed));
        self.picks.iter().map(count).collect()
    }

    fn remark(&self) -> Option<String> {
        let world = self.app.world();
        let counts =
            self.agents.iter().filter_map(|&agent| world.get::<Acted>(agent)).flat_map(|acted| acted.0);
        let share =
            100.0 * counts.map(f64::from).sum::<f64>() / (self.agents.len() as f64 * f64::from(self.ticks));
        Some(format!("acts two ticks after it chose anew: an action ran in {share:.0} % of the ticks"))
    }
}
