//! Runs contestants side by side: the same agents, the same ticks, one thread, CPU time.

use crate::contestants;
use crate::scenario::{ContestEntry, Counters, PeerScenario, Population};
use cpu_time::ThreadTime;
use std::time::Duration;

/// How much to run.
#[derive(Clone, Copy, Debug)]
pub struct ContestOptions {
    /// Agents per contestant.
    pub agents: u32,
    /// Measured ticks per pass.
    pub ticks: u32,
    /// Passes, of which the fastest counts.
    pub passes: u32,
}

/// Ticks before the measured ones: caches fill, and Bevy builds its schedules.
const WARM_UP: u32 = 16;

/// The result of one contestant.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Who was measured.
    pub entry: ContestEntry,
    /// CPU time of the fastest pass, divided by ticks and agents.
    pub ns_per_agent_tick: f64,
    /// See [`Solution::remark`](crate::scenario::Solution::remark).
    pub remark: Option<String>,
}

impl Measurement {
    fn none(entry: ContestEntry) -> Self {
        Self { entry, ns_per_agent_tick: f64::INFINITY, remark: None }
    }
}

/// Why there is no result.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestError {
    /// A contestant solves another problem than the others, so that its time means nothing.
    #[error(
        "{scenario}: {name} did not choose as the hand-written program did. After {ticks} ticks, agent {agent} \
         has chosen {found:?} times, expected {expected:?}"
    )]
    ChoseDifferently {
        /// Scenario of the contestant.
        scenario: &'static str,
        /// Its name.
        name: &'static str,
        /// Ticks run, warm-up included.
        ticks: u32,
        /// The first agent that differs.
        agent: usize,
        /// Its counters.
        found: Counters,
        /// What they should be.
        expected: Counters,
    },
    /// A contestant lost agents.
    #[error("{scenario}: {name} has counters for {found} agents instead of {expected}")]
    LostAgents {
        /// Scenario of the contestant.
        scenario: &'static str,
        /// Its name.
        name: &'static str,
        /// Agents that it knows of.
        found: usize,
        /// Agents that it was given.
        expected: usize,
    },
    /// The system does not tell how much CPU time a thread has used.
    #[error("cannot read the CPU time of this thread: {0}")]
    NoClock(String),
}

/// Measures every entry.
///
/// The passes are interleaved, each starting with another entry, so that a busy moment of the machine does not
/// fall on one contestant alone. A contestant is built anew for each pass; what it has chosen at the end is
/// compared with what the hand-written program chooses.
pub fn measure(entries: &[ContestEntry], options: ContestOptions) -> Result<Vec<Measurement>, ContestError> {
    let population = Population::new(options.agents);
    let expected = PeerScenario::ALL.map(|scenario| {
        let mut floor = (contestants::floor(scenario).build)(&population);
        floor.run(WARM_UP);
        floor.run(options.ticks);
        floor.counters()
    });

    let mut measurements = entries.iter().map(|&entry| Measurement::none(entry)).collect::<Vec<_>>();
    for pass in 0..options.passes as usize {
        for turn in 0..entries.len() {
            let measurement = &mut measurements[(pass + turn) % entries.len()];
            let entry = measurement.entry;

            let mut contestant = (entry.build)(&population);
            contestant.run(WARM_UP);
            let time = cpu_time_of(|| contestant.run(options.ticks))?;
            let expected = &expected[entry.scenario as usize];
            compare(entry, WARM_UP + options.ticks, &contestant.counters(), expected)?;

            let agent_ticks = f64::from(options.agents) * f64::from(options.ticks);
            let ns_per_agent_tick = time.as_nanos() as f64 / agent_ticks;
            measurement.ns_per_agent_tick = measurement.ns_per_agent_tick.min(ns_per_agent_tick);
            measurement.remark = contestant.remark();
        }
    }
    Ok(measurements)
}

fn cpu_time_of(work: impl FnOnce()) -> Result<Duration, ContestError> {
    let no_clock = |error: std::io::Error| ContestError::NoClock(error.to_string());
    let start = ThreadTime::try_now().map_err(no_clock)?;
    work();
    start.try_elapsed().map_err(no_clock)
}

fn compare(
    entry: ContestEntry,
    ticks: u32,
    found: &[Counters],
    expected: &[Counters],
) -> Result<(), ContestError> {
    let (scenario, name) = (entry.scenario.id(), entry.name);
    if found.len() != expected.len() {
        let (found, expected) = (found.len(), expected.len());
        return Err(ContestError::LostAgents { scenario, name, found, expected });
    }
    match (0..found.len()).find(|&agent| found[agent] != expected[agent]) {
        None => Ok(()),
        Some(agent) => {
            let (found, expected) = (found[agent], expected[agent]);
            Err(ContestError::ChoseDifferently { scenario, name, ticks, agent, found, expected })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Solution;

    const SMALL: ContestOptions = ContestOptions { agents: 200, ticks: 300, passes: 1 };

    /// Always takes the first option.
    struct Stubborn(Vec<Counters>);

    impl Solution for Stubborn {
        fn run(&mut self, ticks: u32) {
            self.0.iter_mut().for_each(|counters| counters[0] += ticks);
        }

        fn counters(&self) -> Vec<Counters> {
            self.0.clone()
        }
    }

    #[test]
    fn every_contestant_chooses_as_the_hand_written_program_does() {
        for &entry in contestants::ALL {
            let measured = measure(&[entry], SMALL).unwrap_or_else(|error| panic!("{error}"));
            assert!(measured[0].ns_per_agent_tick > 0.0);
        }
    }

    #[test]
    fn a_contestant_that_chooses_differently_is_found_out() {
        let entry = ContestEntry {
            scenario: PeerScenario::Tree,
            name: "stubborn",
            build: |population| Box::new(Stubborn(vec![[0; 4]; population.agents().len()])),
        };
        let error = measure(&[contestants::floor(PeerScenario::Tree), entry], SMALL).unwrap_err();
        assert!(
            error.to_string().starts_with("S2: stubborn did not choose as the hand-written program did"),
            "{error}"
        );
    }

    #[test]
    fn a_contestant_that_loses_agents_is_found_out() {
        let build = |_: &Population| Box::new(Stubborn(vec![[0; 4]])) as Box<dyn Solution>;
        let entry = ContestEntry { scenario: PeerScenario::Choice, name: "lonely", build };
        let error = measure(&[entry], SMALL).unwrap_err();
        assert_eq!(error.to_string(), "S1: lonely has counters for 1 agents instead of 200");
    }
}
