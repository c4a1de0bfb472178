//! The runs of a study in the studio, while they are played.

use crate::console::{Console, Failure, unserved};
use motive::kernel::trace::{Event, Tracer};
use motive::kernel::{Agent, Time};
use motive_lab::{RunAbout, Spectator};
use motive_studio::Studio;
use motive_trace::RunInfo;
use motive_worlds::{AnyWorld, Run};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most threads whose runs are shown.
const MOST_SHOWN: usize = 8;

/// How long the study waits until a page that is open shows all of its runs.
const FOR_ALL_RUNS: Duration = Duration::from_secs(5);

/// One page for a study: a run for each of its threads, and in it the runs of the thread one after the other.
pub(super) struct StudyStudio(Vec<Arc<Mutex<Studio>>>);

fn lock(studio: &Mutex<Studio>) -> MutexGuard<'_, Studio> {
    studio.lock().unwrap_or_else(PoisonError::into_inner)
}

impl StudyStudio {
    /// Serves at an address, for so many threads.
    pub(super) fn serve(address: &str, threads: usize, paused: bool) -> Result<Self, Failure> {
        let titles: Vec<String> =
            (1..=threads.clamp(1, MOST_SHOWN)).map(|thread| format!("thread {thread}")).collect();
        let served = Studio::serve_several(address, &titles);
        let studios = served.map_err(|error| unserved(address, error))?;
        let as_asked = |studio: Studio| {
            let studio = studio.with_pace(f64::INFINITY);
            Arc::new(Mutex::new(if paused { studio.paused() } else { studio }))
        };
        Ok(Self(studios.into_iter().map(as_asked).collect()))
    }

    /// Says where the page is, and waits until it is open.
    pub(super) fn wait_for_page(&self, console: &mut Console) -> Result<(), Failure> {
        let Some(first) = self.0.first() else { return Ok(()) };
        console.announce_page(lock(first).address(), true)?;
        console.remark("the study begins when the page is open; Ctrl-C ends it")?;
        lock(first).wait_for_page(|| false);
        // It opens a connection for each run, one after the other.
        let opened = Instant::now();
        for studio in &self.0 {
            lock(studio).wait_for_page(|| opened.elapsed() > FOR_ALL_RUNS);
        }
        Ok(())
    }

    /// Who looks at the runs of the threads.
    pub(super) fn spectators(&self) -> Vec<Box<dyn Spectator>> {
        self.0.iter().map(|studio| Box::new(StudioSpectator(studio.clone())) as Box<dyn Spectator>).collect()
    }

    /// The study is over: stays until the last page is closed.
    pub(super) fn stay(&self, console: &mut Console) -> Result<(), Failure> {
        let has_pages = || self.0.iter().any(|studio| lock(studio).has_pages());
        self.0.iter().for_each(|studio| lock(studio).note_end());
        if has_pages() {
            console.remark("the study is over; close the page or press Ctrl-C")?;
            while has_pages() {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        Ok(())
    }
}

/// The runs of a thread in a studio.
struct StudioSpectator(Arc<Mutex<Studio>>);

impl Spectator for StudioSpectator {
    fn begin(&mut self, about: &RunAbout<'_>, run: &Run) {
        let mut studio = lock(&self.0);
        let world = Some(about.world.to_owned());
        let info = RunInfo { world, options: about.options.to_vec(), seed: Some(about.seed) };
        studio.begin_run(&title(about), info);
        for (place, agent) in run.agents().iter().enumerate() {
            let (name, file) = name_of(place, about, run);
            studio.introduce(agent, &name, file);
        }
        for coordinator in run.coordinators() {
            studio.introduce(coordinator, &format!("coordinator {}", coordinator.number()), "");
        }
    }

    fn begin_tick(&mut self, world: &dyn AnyWorld) {
        let mut studio = lock(&self.0);
        studio.begin_tick(world.time());
        studio.picture(world.time().tick, || world.draw());
    }

    fn decide(&mut self, agent: &mut Agent, now: Time, counts: Option<&mut dyn Tracer>) {
        let mut studio = lock(&self.0);
        match counts {
            None => _ = studio.tick(agent, now),
            Some(counts) => _ = studio.tick_traced(agent, now, &mut Passed(counts)),
        }
    }

    fn end(&mut self) -> bool {
        lock(&self.0).is_touched()
    }
}

/// Passes events on.
struct Passed<'a>(&'a mut dyn Tracer);

impl Tracer for Passed<'_> {
    fn event(&mut self, event: Event) {
        self.0.event(event);
    }
}

fn title(about: &RunAbout<'_>) -> String {
    let RunAbout { part, agent, run, seed, .. } = about;
    let options = about.options.join(" ");
    let space = if options.is_empty() { "" } else { " " };
    format!("{part}: {agent}, {}{space}{options}, run {run}, seed {seed}", about.world)
}

/// What the agent of a body is called, and where its mind comes from.
fn name_of<'a>(place: usize, about: &RunAbout<'a>, run: &Run) -> (String, &'a str) {
    let teams = run.teams();
    let member = teams.iter().enumerate().find_map(|(side, team)| {
        let (_, name) = team.members.iter().find(|(body, _)| *body == place)?;
        Some((side, name))
    });
    if let Some((side, name)) = member {
        let name = if teams.len() > 1 { format!("{name} {}", side + 1) } else { name.clone() };
        return (name, about.minds.get(side).map_or("", String::as_str));
    }
    let mind = about.minds.get(place).or(about.minds.last()).map_or("", String::as_str);
    let name = mind.rsplit(['/', ':']).next().unwrap_or(mind).trim_end_matches(".motive");
    (if run.agents().len() > 1 { format!("{name} {}", place + 1) } else { name.to_owned() }, mind)
}
