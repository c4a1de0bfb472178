//! The numbers of a study in a few lines, small enough to be kept where a text quotes them.

use crate::design::Cell;
use crate::metrics::CPU_SECONDS;
use crate::report::RoundRobin;
use crate::results::Results;
use crate::statistics::{mean, mean_interval, sd};
use crate::table::quoted;
use std::fmt::Write as _;

/// One line for each metric of each agent in each part: runs, mean, standard deviation, and where the mean lies at 95 %. Ratings are lines of the
/// metric `elo`. All conditions of a part are taken together.
pub(super) fn numbers(results: &Results, ratings: &[RoundRobin]) -> String {
    let mut text = String::from("part,agent,metric,runs,mean,sd,low,high\n");
    let design = results.design();
    for (number, part) in design.parts.iter().enumerate() {
        for agent in &part.agents {
            let Some(name) = design.agents.get(*agent).map(|agent| quoted(&agent.name)) else { continue };
            for metric in design.metrics.iter().filter(|metric| *metric != CPU_SECONDS) {
                let cells =
                    (0..part.conditions()).map(|condition| Cell { part: number, condition, agent: *agent });
                let values: Vec<f64> = cells.flat_map(|cell| results.values(cell, metric)).collect();
                let Ok(interval) = mean_interval(&values, 0.95) else { continue };
                let (runs, mean, sd) = (values.len(), mean(&values), sd(&values));
                let (low, high) = (interval.low, interval.high);
                let part = quoted(&part.name);
                let _ = writeln!(text, "{part},{name},{metric},{runs},{mean:.6},{sd:.6},{low:.6},{high:.6}");
            }
        }
    }
    for robin in ratings {
        for player in &robin.players {
            let (part, name, games) = (quoted(&robin.part), quoted(&player.agent), player.games);
            let (rating, interval) = (player.elo.rating, player.elo.interval);
            let (low, high) = (interval.low, interval.high);
            let _ = writeln!(text, "{part},{name},elo,{games},{rating:.6},,{low:.6},{high:.6}");
        }
    }
    text
}
