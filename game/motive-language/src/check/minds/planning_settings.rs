//! The settings of a mind about plans for drives.

use crate::check::{Checker, span_of};
use crate::syntax::ast::{Expr as View, Setting, Time};
use motive_drives::{Hard, Placement, Rating, Rules, Thoroughness};

/// The names of these settings.
pub(super) const SETTINGS: [&str; 23] = [
    "planning",
    "rating",
    "passage",
    "replies",
    "soft",
    "interrupts",
    "chain",
    "expansions",
    "work_per_tick",
    "placement",
    "reach",
    "lethal",
    "rest",
    "relevance",
    "idle_seeds",
    "hysteresis",
    "period",
    "mood",
    "thoroughness",
    "focus",
    "rank",
    "risk",
    "pause",
];

impl Checker<'_> {
    /// Reads a setting into the rules of planning.
    pub(super) fn planning_setting(&mut self, setting: &Setting, rules: &mut Rules) -> Option<()> {
        match setting.name()?.text() {
            "planning" => {
                let all = [
                    ("motive", Rules::motive as fn() -> Rules),
                    ("thesis2015", Rules::thesis2015),
                    ("single_step", Rules::single_step),
                ];
                *rules = self.one_of(setting, &all)?();
            }
            "rating" => {
                let all = [("utility", Rating::Utility), ("per_second", Rating::PerSecond)];
                rules.rating = self.one_of(setting, &all)?;
            }
            "placement" => {
                let all = [
                    ("front", Placement::Front),
                    ("before_owner", Placement::BeforeOwner),
                    ("both", Placement::Both),
                ];
                rules.placement = self.one_of(setting, &all)?;
            }
            "reach" => {
                rules.hard = self.one_of(setting, &[("needs", Hard::Needs), ("goal", Hard::NeedsAndGoal)])?;
            }
            "thoroughness" => {
                let all = [
                    ("first", Thoroughness::First),
                    ("bounded", Thoroughness::Bounded),
                    ("exhaustive", Thoroughness::Exhaustive),
                ];
                rules.thoroughness = self.one_of(setting, &all)?;
            }
            "focus" => rules.focus = self.count(setting, 0)?,
            "rank" => rules.rank = self.count(setting, 0)?,
            "risk" => rules.risk = self.share(setting)?,
            "pause" => rules.pause = self.length_of_time(setting)?,
            "passage" => rules.passage = self.on(setting)?,
            "replies" => rules.replies = self.on(setting)?,
            "soft" => rules.soft = self.on(setting)?,
            "interrupts" => rules.interrupts = self.on(setting)?,
            "lethal" => rules.lethal = self.on(setting)?,
            "rest" => rules.rest = self.on(setting)?,
            "relevance" => rules.relevance = self.on(setting)?,
            "idle_seeds" => rules.idle_seeds = self.on(setting)?,
            "chain" => rules.limits.chain = self.count(setting, 1)?,
            "expansions" => rules.limits.expansions = self.count(setting, 1)?,
            "work_per_tick" => rules.limits.work_per_tick = self.count(setting, 1)? as u64,
            "hysteresis" => rules.hysteresis = self.share(setting)?,
            "mood" => rules.ambiance = self.share(setting)?,
            "period" => rules.period = self.length_of_time(setting)?,
            _ => return None,
        }
        Some(())
    }

    /// A whole number of at least `least`, and at most what a search is meant for.
    fn count(&mut self, setting: &Setting, least: u16) -> Option<usize> {
        let number = self.number_of(setting)?;
        if (f64::from(least)..=65_535.0).contains(&number) && number.fract() == 0.0 {
            return Some(number as usize);
        }
        let message = format!("expected a whole number from {least} to 65535");
        self.error("not-a-count", span_of(setting), message);
        None
    }

    /// A number from 0 on.
    fn share(&mut self, setting: &Setting) -> Option<f64> {
        let number = self.number_of(setting)?;
        if number >= 0.0 && number.is_finite() {
            return Some(number);
        }
        self.error("below-nothing", span_of(setting), "expected a number from 0 on");
        None
    }

    /// A length of time in microseconds.
    pub(in crate::check) fn length_of_time(&mut self, setting: &Setting) -> Option<u64> {
        if let Some(View::Duration(duration)) = setting.values().next()
            && let Some(Time::Microseconds(micros)) = duration.value()
        {
            return Some(micros as u64);
        }
        self.error("not-a-time", span_of(setting), "expected a time, such as `200 ms`");
        None
    }
}
