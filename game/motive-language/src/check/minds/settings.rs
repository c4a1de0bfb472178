//! The settings of a mind, and helpers for the settings of all engines.

use super::planning_settings::SETTINGS as PLANNING_SETTINGS;
use crate::build::Baseline;
use crate::check::{Checker, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::CheckedMind;
use crate::syntax::ast::{Expr as View, LiteralValue, Setting};
use motive_arbiter::{
    Allocation, CycleGuard, Filter, OnStuck, Profile, Remembering, Removal, ResumeGate, TieBreak,
};
use motive_core::{ConflictScope, PreferenceScoring};

impl Checker<'_> {
    pub(super) fn profile(&mut self, setting: &Setting, mind: &mut CheckedMind) -> Option<()> {
        let word = self.word(setting)?;
        let known = ["motive", "thesis2005", "report2002"];
        match Profile::of_name(&word.0) {
            Some(profile) => mind.profile = profile,
            None => {
                self.unknown("profile", &word.0, word.1, known);
                return None;
            }
        }
        Some(())
    }

    pub(super) fn setting(&mut self, setting: &Setting, mind: &mut CheckedMind) -> Option<()> {
        let name = setting.name()?;
        let profile = &mut mind.profile;
        match name.text() {
            "profile" | "planning" => {}
            "minds" => mind.minded_tags = self.minded(setting)?,
            planning if PLANNING_SETTINGS.contains(&planning) => {
                return self.planning_setting(setting, &mut mind.plan_rules);
            }
            "filter" => match self.number_or_off(setting)? {
                Some(threshold) => profile.filter.threshold = Some(threshold),
                None => profile.filter = Filter::off(),
            },
            "preferences" => {
                let all = [
                    ("on", (PreferenceScoring::Ranges, false)),
                    ("off", (PreferenceScoring::Off, false)),
                    ("required", (PreferenceScoring::Ranges, true)),
                ];
                (profile.binding.preference_scoring, mind.preferences_required) =
                    self.one_of(setting, &all)?;
            }
            "ranges" => mind.ranges = self.on(setting)?,
            "divisible" => profile.binding.divisible = self.on(setting)?,
            "updates" => profile.updates = self.on(setting)?,
            "persistence" => profile.binding.persistence = self.on(setting)?,
            "exclusive" => profile.binding.exclusive = self.on(setting)?,
            "reuse" => profile.reuse = self.on(setting)?,
            "collect_notes" => profile.collect_notes = self.on(setting)?,
            "show_actions" => profile.show_actions = self.on(setting)?,
            "commitment" => profile.commitment = self.number_of(setting)?,
            "max_tasks" => profile.max_runnable = self.number_or_off(setting)?.map(|n| n as usize),
            "cycle_guard" => profile.cycle_guard = self.on(setting)?.then(CycleGuard::default),
            "architecture" => mind.baseline = self.one_of(setting, Baseline::NAMES)?,
            "ties" => {
                let all = [
                    ("oldest", TieBreak::OldestFirst),
                    ("newest", TieBreak::NewestFirst),
                    ("alternate", TieBreak::Alternate),
                    ("drawn", TieBreak::Drawn),
                ];
                profile.tie_break = self.one_of(setting, &all)?;
            }
            "stuck" => {
                profile.on_stuck =
                    self.one_of(setting, &[("removed", OnStuck::Remove), ("suspended", OnStuck::Suspend)])?;
            }
            "removal" => {
                profile.removal = self
                    .one_of(setting, &[("same_tick", Removal::SameTick), ("next_tick", Removal::NextTick)])?;
            }
            "resume" => {
                profile.resume = self.one_of(
                    setting,
                    &[("always", ResumeGate::Always), ("on_change", ResumeGate::OnChange)],
                )?;
            }
            "bindings" => {
                let all = [("per_task", Remembering::PerTask), ("per_agent", Remembering::PerAgent)];
                profile.remembering = self.one_of(setting, &all)?;
            }
            "conflict_scope" => {
                let all = [("pairwise", ConflictScope::Pairwise), ("greedy", ConflictScope::Greedy)];
                profile.conflict_scope = self.one_of(setting, &all)?;
            }
            "allocation" => {
                let all = [("greedy", Allocation::Greedy), ("most_tasks", Allocation::MostTasks)];
                profile.allocation = self.one_of(setting, &all)?;
            }
            other => {
                let known = [
                    "profile",
                    "filter",
                    "preferences",
                    "ranges",
                    "divisible",
                    "updates",
                    "persistence",
                    "exclusive",
                    "reuse",
                    "collect_notes",
                    "show_actions",
                    "commitment",
                    "max_tasks",
                    "cycle_guard",
                    "ties",
                    "stuck",
                    "removal",
                    "resume",
                    "bindings",
                    "conflict_scope",
                    "allocation",
                    "architecture",
                    "goals",
                ];
                let known = known.into_iter().chain(PLANNING_SETTINGS).chain(["minds"]);
                self.unknown("setting", other, span_of(&name), known);
                return None;
            }
        }
        Some(())
    }

    /// The one word that a setting is set to.
    pub(in crate::check) fn word(&mut self, setting: &Setting) -> Option<(String, Span)> {
        let values: Vec<View> = setting.values().collect();
        match &values[..] {
            [View::Name(name)] => Some((name.name()?.text().to_owned(), span_of(name))),
            [View::Literal(literal)] => match literal.value()? {
                LiteralValue::Truth(truth) => Some((truth.to_string(), span_of(literal))),
                _ => self.not_a_word(setting),
            },
            _ => self.not_a_word(setting),
        }
    }

    fn not_a_word<T>(&mut self, setting: &Setting) -> Option<T> {
        self.error("not-a-word", span_of(setting), "expected one word");
        None
    }

    pub(in crate::check) fn on(&mut self, setting: &Setting) -> Option<bool> {
        self.one_of(setting, &[("on", true), ("off", false)])
    }

    pub(in crate::check) fn one_of<T: Copy>(&mut self, setting: &Setting, all: &[(&str, T)]) -> Option<T> {
        let (word, span) = self.word(setting)?;
        let found = all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        if found.is_none() {
            let known: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let message = format!("`{word}` is not one of {}", known.join(", "));
            self.report(Diagnostic::error("unknown-value", span, message).with_nearest(&word, known));
        }
        found
    }

    pub(in crate::check) fn number_of(&mut self, setting: &Setting) -> Option<f64> {
        let view = setting.values().next()?;
        self.number(&view)
    }

    fn number_or_off(&mut self, setting: &Setting) -> Option<Option<f64>> {
        match setting.values().next()? {
            View::Name(name) if name.name()?.text() == "off" => Some(None),
            view => self.number(&view).map(Some),
        }
    }
}
