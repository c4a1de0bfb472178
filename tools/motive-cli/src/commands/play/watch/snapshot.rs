//! Everything on the screen at one tick.

use crate::play::session::Session;
use motive_trace::view::AgentView;

/// One tick, ready to be drawn.
pub(super) struct Snapshot {
    pub(super) world: String,
    pub(super) tick: u64,
    pub(super) picture: String,
    pub(super) legend: &'static str,
    pub(super) metrics: Vec<(&'static str, f64)>,
    pub(super) agents: Vec<AgentView>,
    pub(super) scores: Vec<f64>,
}

impl Snapshot {
    /// The session as it is now.
    pub(super) fn of(session: &Session) -> Self {
        let world = session.world();
        let agents = 0..session.players().len();
        let tick = world.time().tick;
        // The decisions were made before the world went on by a tick.
        let view = |number| {
            let view = session.history(number).map(|history| AgentView::of(history, tick.saturating_sub(1)));
            view.unwrap_or_default()
        };
        Self {
            world: world.name().to_owned(),
            tick,
            picture: world.draw(),
            legend: world.legend(),
            metrics: world.metrics(),
            agents: agents.clone().map(view).collect(),
            scores: agents.map(|number| world.score(number)).collect(),
        }
    }
}
