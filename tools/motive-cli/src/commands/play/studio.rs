//! A run in the studio.

use super::session::{Session, Setup, name_of, scene_of, went_wrong};
use crate::console::Failure;
use motive_studio::{EditableFile, Studio};
use motive_trace::{RecordingSize, RunInfo};
use std::path::PathBuf;

/// How many ticks there are in a second to begin with.
const PACE: f64 = 10.0;

impl Session {
    /// Serves the run to a page from now on.
    pub(super) fn open_studio(&mut self, address: &str, setup: &Setup) -> Result<(), Failure> {
        let (world, seed) = (Some(setup.world.clone()), Some(setup.seed));
        let run = RunInfo { world, options: setup.options.clone(), seed };
        let title = format!("{}, seed {}", setup.world, setup.seed);
        let served = Studio::serve_run(address, &title, run);
        let served =
            served.map_err(|error| Failure::Input(format!("cannot serve at `{address}`: {error}")))?;
        let mut studio = served.with_pace(PACE);
        if setup.paused {
            studio = studio.paused();
        }
        if let Some(recording) = self.recording.take() {
            studio = studio.with_recording(recording);
        }
        for (number, agent) in self.run.agents().iter().chain(self.run.coordinators()).enumerate() {
            if let Some((name, file)) = name_of(&self.players, &self.playing_teams, number) {
                studio.introduce(agent, name, file);
            }
        }
        let world = self.run.world();
        for path in self.files() {
            studio.add_file(EditableFile::new(path, world.vocabulary().clone(), world.catalogue().clone()));
        }
        self.studio = Some(studio);
        Ok(())
    }

    /// The files of the minds and teams that play.
    fn files(&self) -> Vec<PathBuf> {
        let players = self.players.iter().map(|player| &player.watched);
        let watched = players.chain(self.playing_teams.iter().map(|team| &team.watched));
        let mut files: Vec<PathBuf> = watched.flat_map(|watched| watched.files()).cloned().collect();
        files.sort();
        files.dedup();
        files
    }

    /// The page, if there is one.
    pub(crate) fn studio(&self) -> Option<&Studio> {
        self.studio.as_ref()
    }

    /// As [`Session::step`]; files that were saved in the page, or elsewhere, are loaded first.
    pub(super) fn step_in_studio(&mut self) -> Result<bool, Failure> {
        let Some(studio) = &mut self.studio else { return Ok(false) };
        studio.begin_tick(self.run.world().time());
        let reloaded = self.reload();
        let Some(studio) = &mut self.studio else { return Ok(false) };
        if !reloaded.is_empty() {
            studio.note_reload();
        }
        let world = self.run.world();
        let tick = world.time().tick;
        studio.picture(tick, || world.draw());
        if let Some(recording) = studio.recording_mut().filter(|_| self.records_scenes) {
            recording.scene(tick, scene_of(world, self.draws_scenes)?);
        }
        let decide = |_, agent: &mut motive::Agent, now| _ = studio.tick(agent, now);
        let goes_on = self.run.tick_with(decide).map_err(went_wrong)?;
        self.steps += 1;
        match self.studio.as_ref().and_then(Studio::recording_error) {
            Some(error) => Err(self.unwritten(error)),
            None => Ok(goes_on),
        }
    }

    /// Ends the recording, and the page.
    pub(super) fn finish_studio(&mut self) -> Result<Option<RecordingSize>, Failure> {
        let Some(mut studio) = self.studio.take() else { return Ok(None) };
        let world = self.run.world();
        if let Some(recording) = studio.recording_mut().filter(|_| self.records_scenes) {
            recording.scene(world.time().tick, scene_of(world, self.draws_scenes)?);
        }
        studio.finish().map_err(|error| self.unwritten(&error))
    }
}
