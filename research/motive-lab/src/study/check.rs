//! Checks that everything a study names exists.

use super::file_format::{Check, CheckKind, RawStudy, Where};
use super::read::FilePlace;
use super::{PartPlan, Study};
use crate::error::StudyError;

/// Looks every name up.
pub(super) fn check(study: &Study, raw: &RawStudy, place: &FilePlace<'_>) -> Result<(), StudyError> {
    let names = Names { study, place };
    if study.parts.is_empty() {
        let help = "begin one with `[[part]]` and name its world".to_owned();
        return Err(place.error(0, "the study has no part", help));
    }
    names.parts(raw)?;
    names.agents(raw)?;
    names.open_points(raw)?;
    if let Some(metric) = &raw.ranking {
        names.metric(metric.get_ref(), metric.span().start)?;
    }
    for table in &raw.table {
        names.table(table.get_ref(), table.span().start)?;
    }
    for plot in &raw.plot {
        let (plot, at) = (plot.get_ref(), plot.span().start);
        let part = names.part(plot.part.as_deref(), at)?;
        names.metric(&plot.metric, at)?;
        plot.agents.iter().flatten().try_for_each(|agent| names.agent(agent, at))?;
        plot.x.iter().try_for_each(|x| names.option(part, x, at))?;
        names.conditions(part, &plot.conditions, at)?;
    }
    for contest in &raw.contest {
        names.contest(contest.get_ref(), contest.span().start)?;
    }
    for claim in &raw.claim {
        let (claim, at) = (claim.get_ref(), claim.span().start);
        if claim.check.is_empty() {
            let what = format!("the claim `{}` has no checks", claim.id);
            return Err(place.error(at, what, "add a `[[claim.check]]`".to_owned()));
        }
        claim.check.iter().try_for_each(|check| names.check(&claim.id, check, at))?;
    }
    names.tune()
}

struct Names<'a> {
    study: &'a Study,
    place: &'a FilePlace<'a>,
}

impl Names<'_> {
    fn parts(&self, raw: &RawStudy) -> Result<(), StudyError> {
        for (at, part) in raw.part.iter().enumerate() {
            let name = &part.get_ref().name;
            if raw.part[..at].iter().any(|other| other.get_ref().name == *name) {
                let what = format!("there are two parts `{name}`");
                return Err(self.place.error(part.span().start, what, "give each its own name".to_owned()));
            }
            let world = &part.get_ref().world;
            let worlds = motive_worlds::list().iter().map(|about| about.name);
            if !worlds.clone().any(|known| known == world.get_ref()) {
                return Err(self.place.unknown(world.span().start, "world", world.get_ref(), worlds));
            }
            if let Some(metric) = &part.get_ref().round_robin {
                self.metric(metric.get_ref(), metric.span().start)?;
            }
            for agent in part.get_ref().agents.iter().flatten() {
                self.agent(agent.get_ref(), agent.span().start)?;
            }
        }
        Ok(())
    }

    fn agents(&self, raw: &RawStudy) -> Result<(), StudyError> {
        for (at, agent) in raw.agent.iter().enumerate() {
            let (name, at_byte) = (&agent.get_ref().name, agent.span().start);
            if name.is_some() && raw.agent[..at].iter().any(|other| other.get_ref().name == *name) {
                let what = format!("there are two agents `{}`", name.as_deref().unwrap_or_default());
                return Err(self.place.error(at_byte, what, "give each its own name".to_owned()));
            }
        }
        if raw.agent.is_empty() {
            let help = "add one with `[[agent]]`".to_owned();
            return Err(self.place.error(0, "the study has no agents", help));
        }
        Ok(())
    }

    fn open_points(&self, raw: &RawStudy) -> Result<(), StudyError> {
        for (number, point) in raw.open.iter().enumerate() {
            let (point, at) = (point.get_ref(), point.span().start);
            let wrong = |what: String, help: &str| Err(self.place.error(at, what, help.to_owned()));
            if raw.open[..number].iter().any(|other| other.get_ref().id == point.id) {
                return wrong(format!("there are two open points `{}`", point.id), "give each its own `id`");
            }
            if point.reading.len() < 2 {
                let what = format!("the open point `{}` has fewer than two readings", point.id);
                return wrong(what, "add a `[[open.reading]]`, or say it in `notes`");
            }
            for (reading_at, reading) in point.reading.iter().enumerate() {
                reading.agents().try_for_each(|agent| self.agent(agent, at))?;
                if point.reading[..reading_at].iter().any(|other| other.name == reading.name) {
                    let what = format!("`{}` has two readings `{}`", point.id, reading.name);
                    return wrong(what, "give each its own `name`");
                }
            }
        }
        Ok(())
    }

    fn part(&self, name: Option<&str>, at: usize) -> Result<&PartPlan, StudyError> {
        let found = match name {
            None => self.study.parts.first(),
            Some(name) => self.study.parts.iter().find(|part| part.name == name),
        };
        let known = self.study.parts.iter().map(|part| part.name.as_str());
        found.ok_or_else(|| self.place.unknown(at, "part", name.unwrap_or_default(), known))
    }

    fn agent(&self, name: &str, at: usize) -> Result<(), StudyError> {
        // The agents of a folder are known only when it is read.
        let open = self.study.agents.iter().any(|agent| agent.folder.is_some());
        let known = self.study.agents.iter().map(|agent| agent.name.as_str());
        if open || known.clone().any(|known| known == name) {
            return Ok(());
        }
        // A pair of a round robin.
        if let Some((one, other)) = name.split_once(" : ") {
            return self.agent(one, at).and_then(|()| self.agent(other, at));
        }
        Err(self.place.unknown(at, "agent", name, known))
    }

    fn metric(&self, name: &str, at: usize) -> Result<(), StudyError> {
        let known = self.study.metrics.iter().map(String::as_str);
        if known.clone().any(|known| known == name) {
            return Ok(());
        }
        Err(self.place.unknown(at, "metric among those kept called", name, known))
    }

    fn option(&self, part: &PartPlan, name: &str, at: usize) -> Result<(), StudyError> {
        let axes = part.axes.iter().map(|axis| axis.option.as_str());
        let known = axes.chain(part.readings.iter().map(String::as_str));
        if known.clone().any(|known| known == name) {
            return Ok(());
        }
        Err(self.place.unknown(at, "option varied in this part called", name, known))
    }

    fn conditions(&self, part: &PartPlan, wanted: &Where, at: usize) -> Result<(), StudyError> {
        for (option, values) in &wanted.0 {
            self.option(part, option, at)?;
            let axis = part.axes.iter().find(|axis| axis.option == *option);
            let point = self.study.open.iter().find(|point| point.id == *option && axis.is_none());
            for value in values {
                let values = axis.iter().flat_map(|axis| axis.values.iter().map(String::as_str));
                let readings = point.iter().flat_map(|point| point.reading.iter());
                let known = values.chain(readings.map(|reading| reading.name.as_str()));
                if !known.clone().any(|known| known == value) {
                    return Err(self.place.unknown(at, &format!("value of `{option}`"), value, known));
                }
            }
        }
        Ok(())
    }

    fn table(&self, table: &super::Table, at: usize) -> Result<(), StudyError> {
        let part = self.part(table.part.as_deref(), at)?;
        self.metric(&table.metric, at)?;
        self.agent(&table.agent, at)?;
        table.against.iter().try_for_each(|agent| self.agent(agent, at))?;
        self.option(part, &table.rows, at)?;
        self.option(part, &table.columns, at)?;
        let length =
            |option: &str| part.axes.iter().find(|axis| axis.option == option).map_or(0, |a| a.values.len());
        let (rows, columns) = (length(&table.rows), length(&table.columns));
        if let Some(published) = &table.published
            && (published.len() != rows || published.iter().any(|row| row.len() != columns))
        {
            let what =
                format!("the published table `{}` does not have {rows} rows of {columns}", table.title);
            return Err(self.place.error(at, what, "give a number for every condition".to_owned()));
        }
        let compares = matches!(
            table.statistic,
            super::TableStatistic::Ratio | super::TableStatistic::OneSampleT | super::TableStatistic::WelchT
        );
        if compares && table.against.is_none() {
            let what = format!("the table `{}` needs an agent to compare with", table.title);
            return Err(self.place.error(at, what, "name the other with `against`".to_owned()));
        }
        Ok(())
    }

    fn check(&self, claim: &str, check: &Check, at: usize) -> Result<(), StudyError> {
        let part = self.part(check.part.as_deref(), at)?;
        let other = match &check.against_part {
            Some(name) => self.part(Some(name), at)?,
            None => part,
        };
        self.metric(&check.metric, at)?;
        let agents = [&check.relative_to, &check.gain_over, &check.against, &check.against_relative_to];
        let agents = agents.into_iter().chain([&check.against_gain_over]).flatten();
        let agents = agents.chain([&check.agent]).chain(check.among.iter().flatten());
        agents.into_iter().try_for_each(|agent| self.agent(agent, at))?;
        self.conditions(part, &check.conditions, at)?;
        check.against_where.iter().try_for_each(|wanted| self.conditions(other, wanted, at))?;
        check.along.iter().try_for_each(|along| self.option(part, along, at))?;
        let has_other =
            check.against.is_some() || check.against_where.is_some() || check.against_part.is_some();
        let missing = match check.kind {
            CheckKind::Wins if part.seeds != super::Seeds::Same => {
                Some("runs in the same worlds: `seeds = \"same\"` in the part")
            }
            CheckKind::Significant | CheckKind::Wins if check.direction.is_none() => {
                Some("a `direction`: less or greater")
            }
            _ if check.test.is_paired() && part.seeds != super::Seeds::Same => {
                Some("runs in the same worlds for a test run by run: `seeds = \"same\"` in the part")
            }
            _ if check.test == super::Test::LogRank && check.cut_at.is_none() => {
                Some("the value at which runs are cut off: `cut_at`")
            }
            CheckKind::Alike if check.margin.is_none() => {
                Some("how different they may be: `margin`, as a part of the other side's mean")
            }
            CheckKind::Near if check.published_sd.is_some() != check.published_runs.is_some() => {
                Some("both `published_sd` and `published_runs` for a test, or neither")
            }
            CheckKind::Significant
            | CheckKind::Ratio
            | CheckKind::Difference
            | CheckKind::Wins
            | CheckKind::Alike
                if !has_other =>
            {
                Some("something to compare with: `against`, `against_where` or `against_part`")
            }
            CheckKind::Value | CheckKind::Ratio | CheckKind::Difference | CheckKind::Wins
                if check.within.is_none() =>
            {
                Some("bounds: `within = [least, greatest]`")
            }
            CheckKind::Trend if check.along.is_none() || check.direction.is_none() => {
                Some("an option to go `along`, and a `direction`")
            }
            CheckKind::Peak if check.along.is_none() || check.at.is_none() => {
                Some("an option to go `along`, and the value `at` which the greatest is expected")
            }
            CheckKind::Differ if check.among.as_ref().is_none_or(Vec::is_empty) => {
                Some("the other agents: `among = [\"...\"]`")
            }
            CheckKind::Near if check.tolerance.is_none() || check.published.is_none() => {
                Some("the `published` numbers and a `tolerance`")
            }
            _ => None,
        };
        match missing {
            Some(missing) => {
                let what = format!("a check of the claim `{claim}` is incomplete");
                Err(self.place.error(at, what, format!("it needs {missing}")))
            }
            None => Ok(()),
        }
    }

    fn contest(&self, contest: &super::Contest, at: usize) -> Result<(), StudyError> {
        self.part(contest.part.as_deref(), at)?;
        self.metric(&contest.metric, at)?;
        contest.agents.iter().try_for_each(|agent| self.agent(agent, at))?;
        let count = contest.agents.len();
        let pairs = count * count.saturating_sub(1) / 2;
        let fits = count >= 2
            && contest.published.as_ref().is_none_or(|all| all.len() == count)
            && contest.published_pairs.as_ref().is_none_or(|all| all.len() == pairs);
        if fits {
            return Ok(());
        }
        let what = format!("the contest `{}` does not fit its {count} agents", contest.title);
        let help = "name two or more, and give published numbers for each agent and each pair".to_owned();
        Err(self.place.error(at, what, help))
    }

    fn tune(&self) -> Result<(), StudyError> {
        self.study.tune.iter().try_for_each(|tune| self.search(tune))
    }

    fn search(&self, tune: &super::TuneSection) -> Result<(), StudyError> {
        self.agent(&tune.agent, 0)?;
        self.metric(&tune.metric, 0)?;
        self.part(tune.part.as_deref(), 0)?;
        for parameter in &tune.parameter {
            let [least, greatest] = parameter.range;
            let fits = least < greatest && least.is_finite() && greatest.is_finite();
            if !fits || parameter.logarithmic && least <= 0.0 {
                let what = format!("`{}` cannot be searched from {least} to {greatest}", parameter.name);
                let help = "the first must be less than the second, and above 0 if `logarithmic`".to_owned();
                return Err(self.place.error(0, what, help));
            }
            let steps = parameter.step.map_or(0.0, |step| (greatest - least) / step);
            if tune.grid && !(1.0..=MOST_STEPS).contains(&steps) {
                let what = format!("`{}` has no steps to make a grid of", parameter.name);
                let help = "give each parameter of a grid a `step`, with at most 1,000 of them in its range"
                    .to_owned();
                return Err(self.place.error(0, what, help));
            }
        }
        Ok(())
    }
}

/// The most values of a parameter in a grid.
const MOST_STEPS: f64 = 1000.0;
