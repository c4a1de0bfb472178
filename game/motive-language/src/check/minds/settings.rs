//! The settings of a mind as a table, and how the settings of all engines are read.

use crate::check::{ItemChecker, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{Baseline, CheckedMind};
use crate::syntax::ast::{Expr as View, LiteralValue, Setting, TimeValue};
use motive_arbiter::{
    Allocation, CycleGuard, Filter, OnStuck, Profile, Remembering, Removal, ResumeGate, TieBreak,
};
use motive_core::{ConflictScope, PreferenceScoring};
use motive_drives::{Hard, Placement, Rating, Rules, Thoroughness};

/// Reads the value of a setting into what it is a setting of. Gives nothing if the value is wrong, which is reported.
pub(in crate::check) type ReadSetting<T> = fn(&mut ItemChecker<'_>, &Setting, &mut T) -> Option<()>;

/// A table of settings: the name of each, and what reads it.
macro_rules! settings {
    ($($name:literal: $read:expr;)*) => { &[$(($name, $read),)*] };
}

/// Reads a value of one sort into a field.
macro_rules! set {
    ($($field:ident).+ = $read:ident $(, $argument:expr)*) => {
        |checker, setting, target| {
            target.$($field).+ = checker.$read(setting $(, $argument)*)?;
            Some(())
        }
    };
}
#[cfg(feature = "networks")]
pub(in crate::check) use {set, settings};

/// The settings of a mind, those of its plans for drives after the others.
const SETTINGS: &[(&str, ReadSetting<CheckedMind>)] = settings! {
    // Profiles come before all other settings.
    "profile": |_, _, _| Some(());
    "filter": |checker, setting, mind| {
        match checker.number_or_off(setting)? {
            Some(threshold) => mind.profile.filter.threshold = Some(threshold),
            None => mind.profile.filter = Filter::off(),
        }
        Some(())
    };
    "preferences": |checker, setting, mind| {
        let all = [
            ("on", (PreferenceScoring::Ranges, false)),
            ("off", (PreferenceScoring::Off, false)),
            ("required", (PreferenceScoring::Ranges, true)),
        ];
        let (scoring, required) = checker.one_of(setting, &all)?;
        (mind.profile.binding.preference_scoring, mind.preferences_required) = (scoring, required);
        Some(())
    };
    "ranges": set!(ranges = on);
    "divisible": set!(profile.binding.divisible = on);
    "updates": set!(profile.updates = on);
    "persistence": set!(profile.binding.persistence = on);
    "exclusive": set!(profile.binding.exclusive = on);
    "reuse": set!(profile.reuse = on);
    "collect_notes": set!(profile.collect_notes = on);
    "show_actions": set!(profile.show_actions = on);
    "commitment": set!(profile.commitment = number_of);
    "max_tasks": |checker, setting, mind| {
        mind.profile.max_runnable = checker.number_or_off(setting)?.map(|most| most as usize);
        Some(())
    };
    "cycle_guard": |checker, setting, mind| {
        mind.profile.cycle_guard = checker.on(setting)?.then(CycleGuard::default);
        Some(())
    };
    "ties": set!(profile.tie_break = one_of, &[
        ("oldest", TieBreak::OldestFirst), ("newest", TieBreak::NewestFirst),
        ("alternate", TieBreak::Alternate), ("drawn", TieBreak::Drawn),
    ]);
    "stuck": set!(profile.on_stuck = one_of, &[
        ("removed", OnStuck::Remove), ("suspended", OnStuck::Suspend),
    ]);
    "removal": set!(profile.removal = one_of, &[
        ("same_tick", Removal::SameTick), ("next_tick", Removal::NextTick),
    ]);
    "resume": set!(profile.resume = one_of, &[
        ("always", ResumeGate::Always), ("on_change", ResumeGate::OnChange),
    ]);
    "bindings": set!(profile.remembering = one_of, &[
        ("per_task", Remembering::PerTask), ("per_agent", Remembering::PerAgent),
    ]);
    "conflict_scope": set!(profile.conflict_scope = one_of, &[
        ("pairwise", ConflictScope::Pairwise), ("greedy", ConflictScope::Greedy),
    ]);
    "allocation": set!(profile.allocation = one_of, &[
        ("greedy", Allocation::Greedy), ("most_tasks", Allocation::MostTasks),
    ]);
    "architecture": set!(baseline = one_of, &[
        ("arbiter", None), ("benson_nilsson", Some(Baseline::BensonNilsson)),
        ("minder", Some(Baseline::Minder)), ("drive_collection", Some(Baseline::DriveCollection)),
        ("fixed_priority", Some(Baseline::FixedPriority)),
    ]);
    // As profiles.
    "planning": |_, _, _| Some(());
    "rating": set!(plan_rules.rating = one_of, &[
        ("utility", Rating::Utility), ("per_second", Rating::PerSecond),
    ]);
    "passage": set!(plan_rules.passage = on);
    "replies": set!(plan_rules.replies = on);
    "soft": set!(plan_rules.soft = on);
    "interrupts": set!(plan_rules.interrupts = on);
    "chain": set!(plan_rules.limits.chain = count, 1);
    "expansions": set!(plan_rules.limits.expansions = count, 1);
    "work_per_tick": |checker, setting, mind| {
        mind.plan_rules.limits.work_per_tick = checker.count(setting, 1)? as u64;
        Some(())
    };
    "placement": set!(plan_rules.placement = one_of, &[
        ("front", Placement::Front), ("before_owner", Placement::BeforeOwner), ("both", Placement::Both),
    ]);
    "reach": set!(plan_rules.hard = one_of, &[("needs", Hard::Needs), ("goal", Hard::NeedsAndGoal)]);
    "lethal": set!(plan_rules.lethal = on);
    "rest": set!(plan_rules.rest = on);
    "relevance": set!(plan_rules.relevance = on);
    "idle_seeds": set!(plan_rules.idle_seeds = on);
    "hysteresis": set!(plan_rules.hysteresis = share);
    "period": set!(plan_rules.period = length_of_time);
    "mood": set!(plan_rules.ambiance = share);
    "thoroughness": set!(plan_rules.thoroughness = one_of, &[
        ("first", Thoroughness::First), ("bounded", Thoroughness::Bounded),
        ("exhaustive", Thoroughness::Exhaustive),
    ]);
    "focus": set!(plan_rules.focus = count, 0);
    "rank": set!(plan_rules.rank = count, 0);
    "risk": set!(plan_rules.risk = share);
    "pause": set!(plan_rules.pause = length_of_time);
    "minds": set!(minded_tags = minded);
    // A clause of its own, which stands here for those who misspell it.
    "goals": |_, _, _| Some(());
};

impl ItemChecker<'_> {
    /// The published profiles, which set everything else: `profile` and, for plans for drives, `planning`.
    pub(super) fn profile(&mut self, setting: &Setting, mind: &mut CheckedMind) -> Option<()> {
        match setting.name()?.text() {
            "profile" => {
                let (word, span) = self.word(setting)?;
                match Profile::of_name(&word) {
                    Some(profile) => mind.profile = profile,
                    None => self.unknown("profile", &word, span, ["motive", "thesis2005", "report2002"]),
                }
            }
            "planning" => {
                let all = [
                    ("motive", Rules::motive as fn() -> Rules),
                    ("thesis2015", Rules::thesis2015),
                    ("single_step", Rules::single_step),
                ];
                mind.plan_rules = self.one_of(setting, &all)?();
            }
            _ => {}
        }
        Some(())
    }

    pub(super) fn setting(&mut self, setting: &Setting, mind: &mut CheckedMind) -> Option<()> {
        self.read_setting("setting", SETTINGS, setting, mind)
    }

    /// Reads a setting into what it is a setting of. `what` says what that is, as in "setting of a network".
    pub(in crate::check) fn read_setting<T>(
        &mut self,
        what: &str,
        table: &[(&str, ReadSetting<T>)],
        setting: &Setting,
        target: &mut T,
    ) -> Option<()> {
        let name = setting.name()?;
        match table.iter().find(|(known, _)| *known == name.text()) {
            Some((_, read)) => read(self, setting, target),
            None => self.no_such(what, name.text(), &name, table.iter().map(|(name, _)| *name)),
        }
    }

    /// The one word that a setting is set to.
    pub(in crate::check) fn word(&mut self, setting: &Setting) -> Option<(String, Span)> {
        let values: Vec<View> = setting.values().collect();
        match &values[..] {
            [View::Name(name)] => return Some((name.name()?.text().to_owned(), span_of(name))),
            [View::Literal(literal)] => {
                if let LiteralValue::Truth(truth) = literal.value()? {
                    return Some((truth.to_string(), span_of(literal)));
                }
            }
            _ => {}
        }
        self.refuse("not-a-word", setting, "expected one word")
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

    /// A whole number of at least `least`, and at most what a search is meant for.
    fn count(&mut self, setting: &Setting, least: u16) -> Option<usize> {
        let number = self.number_of(setting)?;
        if (f64::from(least)..=65_535.0).contains(&number) && number.fract() == 0.0 {
            return Some(number as usize);
        }
        let message = format!("expected a whole number from {least} to 65535");
        self.refuse("not-a-count", setting, message)
    }

    /// A number from 0 on.
    fn share(&mut self, setting: &Setting) -> Option<f64> {
        let number = self.number_of(setting)?;
        if number >= 0.0 && number.is_finite() {
            return Some(number);
        }
        self.refuse("below-nothing", setting, "expected a number from 0 on")
    }

    /// A length of time in microseconds.
    pub(in crate::check) fn length_of_time(&mut self, setting: &Setting) -> Option<u64> {
        if let Some(View::Duration(duration)) = setting.values().next()
            && let Some(TimeValue::Microseconds(micros)) = duration.value()
        {
            return Some(micros as u64);
        }
        self.refuse("not-a-time", setting, "expected a time, such as `200 ms`")
    }
}
