//! How plans for drives are made and followed: the settings of a mind.

use super::Lowering;
use crate::lower::span_of;
use crate::syntax::ast::{Expr as View, Setting, Time};
use motive::drives::{Hard, Placement, Rating, Rules};

/// The settings of a mind that say how plans for drives are made.
pub(super) const SETTINGS: [&str; 17] = [
    "planning",
    "rating",
    "passage",
    "replies",
    "soft",
    "interrupts",
    "chain",
    "expansions",
    "placement",
    "reach",
    "lethal",
    "rest",
    "relevance",
    "idle_seeds",
    "hysteresis",
    "period",
    "mood",
];

impl Lowering<'_> {
    /// Reads a setting into the rules of planning.
    pub(super) fn planning_setting(&mut self, setting: &Setting, rules: &mut Rules) -> Option<()> {
        match setting.name()?.text().as_str() {
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
            "passage" => rules.passage = self.on(setting)?,
            "replies" => rules.replies = self.on(setting)?,
            "soft" => rules.soft = self.on(setting)?,
            "interrupts" => rules.interrupts = self.on(setting)?,
            "lethal" => rules.lethal = self.on(setting)?,
            "rest" => rules.rest = self.on(setting)?,
            "relevance" => rules.relevance = self.on(setting)?,
            "idle_seeds" => rules.idle_seeds = self.on(setting)?,
            "chain" => rules.limits.chain = self.count(setting)?,
            "expansions" => rules.limits.expansions = self.count(setting)?,
            "hysteresis" => rules.hysteresis = self.share(setting)?,
            "mood" => rules.ambiance = self.share(setting)?,
            "period" => rules.period = self.length_of_time(setting)?,
            _ => return None,
        }
        Some(())
    }

    /// A whole number from 1 on, within what a search can bear.
    fn count(&mut self, setting: &Setting) -> Option<usize> {
        let number = self.number_of(setting)?;
        if (1.0..=65_535.0).contains(&number) && number.fract() == 0.0 {
            return Some(number as usize);
        }
        self.error("not-a-count", span_of(setting), "a whole number from 1 to 65535 is due here");
        None
    }

    /// A number from 0 on.
    fn share(&mut self, setting: &Setting) -> Option<f64> {
        let number = self.number_of(setting)?;
        if number >= 0.0 && number.is_finite() {
            return Some(number);
        }
        self.error("below-nothing", span_of(setting), "a number from 0 on is due here");
        None
    }

    /// A length of time in microseconds.
    pub(super) fn length_of_time(&mut self, setting: &Setting) -> Option<u64> {
        if let Some(View::Duration(duration)) = setting.values().next()
            && let Some(Time::Microseconds(micros)) = duration.value()
        {
            return Some(micros as u64);
        }
        self.error("not-a-time", span_of(setting), "a time is due here, such as `200 ms`");
        None
    }
}
