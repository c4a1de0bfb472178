//! From text to a study.

use super::file_format::{OneOrMany, RawAgent, RawAxis, RawPart, RawStudy, ReadingsOf, Scalar, Searches};
use super::{AgentPlan, Axis, PartPlan, Study, check};
use crate::error::StudyError;
use motive_language::diagnostic::nearest;
use toml::Spanned;

/// Says where in a file something is wrong.
pub(super) struct FilePlace<'a> {
    file: &'a str,
    text: &'a str,
}

impl FilePlace<'_> {
    pub(super) fn line(&self, offset: usize) -> usize {
        self.text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
    }

    pub(super) fn error(
        &self,
        offset: usize,
        what: impl Into<String>,
        help: impl Into<Option<String>>,
    ) -> StudyError {
        StudyError {
            file: self.file.to_owned(),
            line: Some(self.line(offset)),
            what: what.into(),
            help: help.into(),
        }
    }

    /// The error for an unknown name, with a similar one or all that are known.
    pub(super) fn unknown<'n>(
        &self,
        offset: usize,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> StudyError {
        let help = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known are {}", known.collect::<Vec<_>>().join(", ")),
        };
        self.error(offset, format!("there is no {what} `{name}`"), help)
    }

    /// A number that must be at least something.
    fn count(&self, number: &Spanned<i64>, what: &str) -> Result<usize, StudyError> {
        // More than this is a typing mistake.
        const MOST: i64 = 1_000_000_000;
        let value = *number.get_ref();
        if (1..=MOST).contains(&value) {
            return Ok(value as usize);
        }
        let help = format!("write a whole number from 1 to {MOST}");
        Err(self.error(number.span().start, format!("{what} cannot be {value}"), help))
    }
}

impl Study {
    /// Reads a study.
    ///
    /// # Errors
    /// The first thing that is wrong with it: the line, what is wrong, and what to do.
    pub fn parse(file: &str, text: &str) -> Result<Self, StudyError> {
        let place = FilePlace { file, text };
        let raw: RawStudy = toml::from_str(text).map_err(|error| malformed(&place, &error))?;
        if raw.metrics.get_ref().is_empty() {
            let help = "name at least one, such as `metrics = [\"score\"]`".to_owned();
            return Err(place.error(raw.metrics.span().start, "no metric is kept", help));
        }
        let runs = place.count(&raw.runs, "the number of runs")?;
        let steps = place.count(&raw.steps, "the number of steps")? as u64;
        let quick = raw.quick.as_ref().map(|quick| place.count(quick, "the number of quick runs"));
        let alpha = raw.alpha.as_ref().map_or(0.05, |alpha| *alpha.get_ref());
        if !(alpha > 0.0 && alpha < 1.0) {
            let at = raw.alpha.as_ref().map_or(0, |alpha| alpha.span().start);
            let help = "write a number between 0 and 1, such as 0.05".to_owned();
            return Err(place.error(at, format!("the level of a test cannot be {alpha}"), help));
        }
        let study = Self {
            name: name_of(file),
            text: text.to_owned(),
            title: raw.title.clone(),
            summary: raw.summary.trim().to_owned(),
            source: raw.source.clone(),
            seed: *raw.seed.get_ref() as u64,
            runs,
            quick_runs: quick.transpose()?.unwrap_or(2).min(runs),
            metrics: raw.metrics.get_ref().iter().map(|metric| metric.get_ref().clone()).collect(),
            labels: raw.labels.clone().into_iter().collect(),
            alpha,
            parts: raw
                .part
                .iter()
                .map(|part| part_of(part, &raw, steps, &place))
                .collect::<Result<_, _>>()?,
            agents: raw.agent.iter().map(|agent| agent_of(agent, &place)).collect::<Result<_, _>>()?,
            tables: raw.table.iter().map(|table| table.get_ref().clone()).collect(),
            plots: raw.plot.iter().map(|plot| plot.get_ref().clone()).collect(),
            claims: raw.claim.iter().map(|claim| claim.get_ref().clone()).collect(),
            fits: raw.fit.clone(),
            notes: raw.notes.clone(),
            contests: raw.contest.iter().map(|contest| contest.get_ref().clone()).collect(),
            tune: raw.tune.clone().map_or_else(Vec::new, Searches::all),
            ranking: raw.ranking.as_ref().map(|metric| metric.get_ref().clone()),
            open: raw.open.iter().map(|point| point.get_ref().clone()).collect(),
        };
        check::check(&study, &raw, &place)?;
        Ok(study)
    }
}

/// The name of a file without folder and ending.
fn name_of(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".toml").unwrap_or(name).to_owned()
}

/// The parser's error, with a similar name where a name is unknown.
fn malformed(place: &FilePlace<'_>, error: &toml::de::Error) -> StudyError {
    let message = error.message().trim().replace('\n', ", ");
    let mut quoted = message.split('`').skip(1).step_by(2);
    let offset = error.span().map_or(0, |span| span.start);
    if let Some(rest) = message.strip_prefix("unknown field ")
        && let Some(name) = quoted.next()
    {
        let what = format!("unknown field `{name}`");
        let help = match nearest(name, quoted) {
            Some(near) => format!("did you mean `{near}`?"),
            None => rest.split_once(", ").map_or(String::new(), |(_, expected)| expected.to_owned()),
        };
        return place.error(offset, what, Some(help).filter(|help| !help.is_empty()));
    }
    place.error(offset, message, None)
}

fn part_of(
    part: &Spanned<RawPart>,
    study: &RawStudy,
    steps: u64,
    place: &FilePlace<'_>,
) -> Result<PartPlan, StudyError> {
    let raw = part.get_ref();
    let runs = raw.runs.as_ref().map(|runs| place.count(runs, "the number of runs")).transpose()?;
    let own = raw.steps.as_ref().map(|steps| place.count(steps, "the number of steps")).transpose()?;
    let plan = PartPlan {
        name: raw.name.clone(),
        title: raw.title.clone(),
        world: raw.world.get_ref().clone(),
        options: raw.options.iter().map(|(name, value)| (name.clone(), value.text())).collect(),
        axes: raw.vary.iter().map(|axis| axis_of(axis, raw, place)).collect::<Result<_, _>>()?,
        agents: raw.agents.as_ref().map(|all| all.iter().map(|one| one.get_ref().clone()).collect()),
        steps: own.map_or(steps, |own| own as u64),
        runs,
        store: raw.store,
        seeds: raw.seeds,
        round_robin: raw.round_robin.as_ref().map(|metric| metric.get_ref().clone()),
        readings: readings_of(raw, study, place)?,
        universes: raw.universes,
        fitted: raw.fitted.clone(),
        without_chance: raw.without_chance,
        timed: raw.timed,
        line: place.line(part.span().start),
    };
    for (at, axis) in raw.vary.iter().enumerate() {
        let option = &axis.get_ref().option;
        if raw.vary[..at].iter().any(|other| other.get_ref().option == *option) {
            let what = format!("the option `{option}` is varied twice");
            return Err(place.error(axis.span().start, what, "put all its values into one list".to_owned()));
        }
    }
    Ok(plan)
}

/// The open points that a part plays readings of.
fn readings_of(part: &RawPart, study: &RawStudy, place: &FilePlace<'_>) -> Result<Vec<String>, StudyError> {
    let known = || study.open.iter().map(|point| point.get_ref().id.as_str());
    let Some(readings) = &part.readings else { return Ok(Vec::new()) };
    let wanted = match readings.get_ref() {
        ReadingsOf::Word(word) if word == "all" => known().map(str::to_owned).collect(),
        ReadingsOf::Word(word) => vec![word.clone()],
        ReadingsOf::Points(points) => points.clone(),
    };
    for (at, name) in wanted.iter().enumerate() {
        if !known().any(|known| known == name) {
            return Err(place.unknown(readings.span().start, "open point", name, known()));
        }
        let axis = |axis: &Spanned<RawAxis>| axis.get_ref().option == *name;
        if wanted[..at].contains(name) || part.vary.iter().any(axis) {
            let what = format!("`{name}` is varied twice");
            return Err(place.error(readings.span().start, what, "name it once".to_owned()));
        }
    }
    if wanted.is_empty() {
        let help = "declare one with `[[open]]`".to_owned();
        return Err(place.error(readings.span().start, "the study has no open points", help));
    }
    Ok(wanted)
}

fn axis_of(axis: &Spanned<RawAxis>, part: &RawPart, place: &FilePlace<'_>) -> Result<Axis, StudyError> {
    let (raw, at) = (axis.get_ref(), axis.span().start);
    let option = &raw.option;
    if raw.values.is_empty() {
        let help = "list at least one value".to_owned();
        return Err(place.error(at, format!("the option `{option}` has no values"), help));
    }
    if part.options.contains_key(option) {
        let what = format!("the option `{option}` is both set and varied");
        return Err(place.error(at, what, "leave it out of `options`".to_owned()));
    }
    let values: Vec<String> = raw.values.iter().map(Scalar::text).collect();
    if let Some(twice) = values.iter().enumerate().find(|(at, value)| values[..*at].contains(value)) {
        let what = format!("the option `{option}` has the value `{}` twice", twice.1);
        return Err(place.error(at, what, "leave one out".to_owned()));
    }
    Ok(Axis { option: option.clone(), label: raw.label.clone().unwrap_or_else(|| option.clone()), values })
}

fn agent_of(agent: &Spanned<RawAgent>, place: &FilePlace<'_>) -> Result<AgentPlan, StudyError> {
    let (raw, at) = (agent.get_ref(), agent.span().start);
    let minds = raw.mind.as_ref().map_or_else(Vec::new, OneOrMany::all);
    if minds.is_empty() == raw.folder.is_none() {
        let what = "an agent needs either a `mind` or a `folder`";
        let help = "write `mind = \"agents/world/file.motive:Name\"`, or `folder = \"agents/world\"` for every mind in it";
        return Err(place.error(at, what, help.to_owned()));
    }
    let name = match (&raw.name, &raw.folder) {
        (Some(name), _) => name.clone(),
        (None, Some(_)) => String::new(),
        (None, None) => {
            return Err(place.error(at, "an agent has no name", "write `name = \"...\"`".to_owned()));
        }
    };
    Ok(AgentPlan {
        label: raw.label.clone().unwrap_or_else(|| name.clone()),
        name,
        minds,
        folder: raw.folder.clone(),
        set: raw.set.clone().into_iter().collect(),
        fitted: raw.fitted.clone(),
        every_body: raw.every_body,
        line: place.line(at),
    })
}
