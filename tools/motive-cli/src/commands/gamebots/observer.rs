//! Who looks at the decisions of a bot.

use crate::console::{Console, Failure, unserved};
use crate::files::unwritable;
use motive::kernel::{Agent, Decision, Mind, Time};
use motive_studio::Studio;
use motive_trace::{Recording, RunInfo};
use std::io;
use std::path::Path;

/// Nobody, a recording, or pages of the studio, which may record too.
pub(crate) enum DecisionObserver {
    Nobody,
    Recording(Box<Recording>),
    Studio(Box<Studio>),
}

impl DecisionObserver {
    /// For a game with these options.
    pub(crate) fn new(
        record: Option<&Path>,
        studio: Option<&str>,
        options: Vec<String>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let run = RunInfo { world: Some("shooter".into()), options, seed: Some(seed) };
        let create = |path| Recording::create_for(path, &run).map_err(|error| unwritable(path, &error));
        let recording = record.map(create).transpose()?;
        let Some(address) = studio else {
            return Ok(recording.map_or(Self::Nobody, |recording| Self::Recording(Box::new(recording))));
        };
        let studio = Studio::serve_run(address, "a bot", run).map_err(|error| unserved(address, error))?;
        Ok(Self::Studio(Box::new(match recording {
            Some(recording) => studio.with_recording(recording),
            None => studio,
        })))
    }

    /// The studio that serves pages, if there is one.
    pub(crate) fn studio(&self) -> Option<&Studio> {
        match self {
            Self::Studio(studio) => Some(studio),
            _ => None,
        }
    }

    /// Says where the page is, if there is one.
    pub(crate) fn announce(&self, console: &mut Console) -> Result<(), Failure> {
        if let Some(studio) = self.studio() {
            console.announce_page(studio.address(), false)?;
        }
        Ok(())
    }

    /// What went wrong while writing the recording, if anything did.
    pub(crate) fn error(&self) -> Option<&io::Error> {
        match self {
            Self::Nobody => None,
            Self::Recording(recording) => recording.error(),
            Self::Studio(studio) => studio.recording_error(),
        }
    }

    /// Ends the recording, if there is one.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let finished = match self {
            Self::Nobody => Ok(()),
            Self::Recording(recording) => recording.finish().map(drop),
            Self::Studio(studio) => studio.finish().map(drop),
        };
        finished.map_err(|error| Failure::Failed(format!("the recording cannot be written: {error}")))
    }

    /// The agent begins to play.
    pub(crate) fn introduce(&mut self, agent: &Agent<Box<dyn Mind>>, name: &str, file: &str) {
        match self {
            Self::Nobody => {}
            Self::Recording(recording) => recording.introduce(agent, name, file),
            Self::Studio(studio) => studio.introduce(agent, name, file),
        }
    }

    /// One decision.
    pub(crate) fn tick(&mut self, agent: &mut Agent<Box<dyn Mind>>, now: Time) -> Decision {
        match self {
            Self::Nobody => agent.tick(now).clone(),
            Self::Recording(recording) => recording.tick(agent, now),
            Self::Studio(studio) => studio.tick(agent, now).clone(),
        }
    }
}
