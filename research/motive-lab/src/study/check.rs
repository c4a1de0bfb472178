//! Checks that everything a study names exists.

use super::read::StudyFile;
use super::{
    AgentPlan, Check, CheckKind, Contest, PartPlan, PublishedTable, Seeds, Study, TableStatistic, TestKind,
    TuneSection, Where,
};
use crate::error::StudyError;
use motive_worlds::Worlds;

/// Looks every name up.
pub(super) fn check(study: &Study, place: &StudyFile<'_>, worlds: Option<&Worlds>) -> Result<(), StudyError> {
    let names = NameCheck { study, place, worlds };
    names.whole()?;
    names.parts()?;
    names.agents()?;
    names.open_points()?;
    study.ranking.iter().try_for_each(|metric| names.metric(metric, "ranking"))?;
    each("table", &study.tables, |table, at| names.table(table, at))?;
    each("plot", &study.plots, |plot, at| {
        let part = names.part(plot.part.as_deref(), at)?;
        names.metric(&plot.metric, at)?;
        plot.agents.iter().flatten().try_for_each(|agent| names.agent(agent, at))?;
        plot.x.iter().try_for_each(|x| names.option(part, x, at))?;
        names.conditions(part, &plot.conditions, at)
    })?;
    each("contest", &study.contests, |contest, at| names.contest(contest, at))?;
    each("claim", &study.claims, |claim, at| {
        if claim.check.is_empty() {
            let what = format!("the claim `{}` has no checks", claim.id);
            return Err(place.error(at, what, "add a `[[claim.check]]`"));
        }
        each(&format!("{at}.check"), &claim.check, |check, at| names.check(&claim.id, check, at))
    })?;
    each("tune", &study.tune, |section, at| names.search(section, at))
}

/// Checks each item of a list of the file, with its path.
fn each<T>(
    list: &str,
    items: &[T],
    check: impl Fn(&T, &str) -> Result<(), StudyError>,
) -> Result<(), StudyError> {
    items.iter().enumerate().try_for_each(|(number, item)| check(item, &format!("{list}.{number}")))
}

/// Whether an earlier item of a list is the same in something.
fn repeats<T>(items: &[T], item: &T, is_same: impl Fn(&T) -> bool) -> bool {
    items.iter().take_while(|other| !std::ptr::eq(*other, item)).any(is_same)
}

struct NameCheck<'a> {
    study: &'a Study,
    place: &'a StudyFile<'a>,
    /// The worlds that parts may name; any if it is not known.
    worlds: Option<&'a Worlds>,
}

impl NameCheck<'_> {
    /// What a study cannot be without.
    fn whole(&self) -> Result<(), StudyError> {
        let wrong = |at: &str, what: &str, help: &str| Err(self.place.error(at, what, help));
        let alpha = self.study.alpha;
        if self.study.metrics.is_empty() {
            return wrong(
                "metrics",
                "no metric is kept",
                "name at least one, such as `metrics = [\"score\"]`",
            );
        }
        if !(alpha > 0.0 && alpha < 1.0) {
            let what = format!("the level of a test cannot be {alpha}");
            return wrong("alpha", &what, "write a number between 0 and 1, such as 0.05");
        }
        if self.study.parts.is_empty() {
            return wrong("", "the study has no part", "begin one with `[[part]]` and name its world");
        }
        if self.study.agents.is_empty() {
            return wrong("", "the study has no agents", "add one with `[[agent]]`");
        }
        Ok(())
    }

    fn parts(&self) -> Result<(), StudyError> {
        each("part", &self.study.parts, |part, at| {
            if repeats(&self.study.parts, part, |other| other.name == part.name) {
                let what = format!("there are two parts `{}`", part.name);
                return Err(self.place.error(at, what, "give each its own name"));
            }
            if let Some(worlds) = self.worlds {
                let known = worlds.list().iter().map(|about| about.name);
                if !known.clone().any(|known| known == part.world) {
                    return Err(self.place.unknown(&format!("{at}.world"), "world", &part.world, known));
                }
            }
            self.axes(part, at)?;
            self.readings(part, &format!("{at}.readings"))?;
            let metric = &format!("{at}.round_robin");
            part.round_robin.iter().try_for_each(|name| self.metric(name, metric))?;
            let agents = part.agents.as_deref().unwrap_or_default();
            each(&format!("{at}.agents"), agents, |agent, at| self.agent(agent, at))
        })
    }

    fn axes(&self, part: &PartPlan, at: &str) -> Result<(), StudyError> {
        each(&format!("{at}.vary"), &part.axes, |axis, at| {
            let (option, values) = (&axis.option, &axis.values);
            let wrong = |what: String, help: &str| Err(self.place.error(at, what, help));
            if values.is_empty() {
                return wrong(format!("the option `{option}` has no values"), "list at least one value");
            }
            if part.options.iter().any(|(name, _)| name == option) {
                let what = format!("the option `{option}` is both set and varied");
                return wrong(what, "leave it out of `options`");
            }
            if let Some(twice) = values.iter().enumerate().find(|(at, value)| values[..*at].contains(value)) {
                let what = format!("the option `{option}` has the value `{}` twice", twice.1);
                return wrong(what, "leave one out");
            }
            if repeats(&part.axes, axis, |other| other.option == *option) {
                let what = format!("the option `{option}` is varied twice");
                return wrong(what, "put all its values into one list");
            }
            Ok(())
        })
    }

    /// The open points that a part plays readings of.
    fn readings(&self, part: &PartPlan, at: &str) -> Result<(), StudyError> {
        let known = self.study.open.iter().map(|point| point.id.as_str());
        if !part.readings.is_empty() && self.study.open.is_empty() {
            let help = "declare one with `[[open]]`";
            return Err(self.place.error(at, "the study has no open points", help));
        }
        for (number, name) in part.readings.iter().enumerate() {
            if !known.clone().any(|known| known == name) {
                return Err(self.place.unknown(at, "open point", name, known));
            }
            let is_varied = part.axes.iter().any(|axis| axis.option == *name);
            if is_varied || part.readings[..number].contains(name) {
                let what = format!("`{name}` is varied twice");
                return Err(self.place.error(at, what, "name it once"));
            }
        }
        Ok(())
    }

    fn agents(&self) -> Result<(), StudyError> {
        each("agent", &self.study.agents, |agent, at| {
            let AgentPlan { name, minds, folder, .. } = agent;
            let wrong = |what: &str, help: &str| Err(self.place.error(at, what, help));
            if minds.is_empty() == folder.is_none() {
                let help = "write `mind = \"agents/world/file.motive:Name\"`, or `folder = \"agents/world\"` for every mind in it";
                return wrong("an agent needs either a `mind` or a `folder`", help);
            }
            if name.is_empty() && folder.is_none() {
                return wrong("an agent has no name", "write `name = \"...\"`");
            }
            if !name.is_empty() && repeats(&self.study.agents, agent, |other| other.name == *name) {
                return wrong(&format!("there are two agents `{name}`"), "give each its own name");
            }
            Ok(())
        })
    }

    fn open_points(&self) -> Result<(), StudyError> {
        each("open", &self.study.open, |point, at| {
            let wrong = |what: String, help: &str| Err(self.place.error(at, what, help));
            if repeats(&self.study.open, point, |other| other.id == point.id) {
                return wrong(format!("there are two open points `{}`", point.id), "give each its own `id`");
            }
            if point.reading.len() < 2 {
                let what = format!("the open point `{}` has fewer than two readings", point.id);
                return wrong(what, "add a `[[open.reading]]`, or say it in `notes`");
            }
            for (number, reading) in point.reading.iter().enumerate() {
                reading.agents().try_for_each(|agent| self.agent(agent, at))?;
                if point.reading[..number].iter().any(|other| other.name == reading.name) {
                    let what = format!("`{}` has two readings `{}`", point.id, reading.name);
                    return wrong(what, "give each its own `name`");
                }
            }
            Ok(())
        })
    }

    fn part(&self, name: Option<&str>, at: &str) -> Result<&PartPlan, StudyError> {
        let found = match name {
            None => self.study.parts.first(),
            Some(name) => self.study.parts.iter().find(|part| part.name == name),
        };
        let known = self.study.parts.iter().map(|part| part.name.as_str());
        found.ok_or_else(|| self.place.unknown(at, "part", name.unwrap_or_default(), known))
    }

    fn agent(&self, name: &str, at: &str) -> Result<(), StudyError> {
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

    fn metric(&self, name: &str, at: &str) -> Result<(), StudyError> {
        let known = self.study.metrics.iter().map(String::as_str);
        if known.clone().any(|known| known == name) {
            return Ok(());
        }
        Err(self.place.unknown(at, "metric among those kept called", name, known))
    }

    fn option(&self, part: &PartPlan, name: &str, at: &str) -> Result<(), StudyError> {
        let axes = part.axes.iter().map(|axis| axis.option.as_str());
        let known = axes.chain(part.readings.iter().map(String::as_str));
        if known.clone().any(|known| known == name) {
            return Ok(());
        }
        Err(self.place.unknown(at, "option varied in this part called", name, known))
    }

    fn conditions(&self, part: &PartPlan, wanted: &Where, at: &str) -> Result<(), StudyError> {
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

    fn table(&self, table: &PublishedTable, at: &str) -> Result<(), StudyError> {
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
            return Err(self.place.error(at, what, "give a number for every condition"));
        }
        let compares = matches!(
            table.statistic,
            TableStatistic::Ratio | TableStatistic::OneSampleT | TableStatistic::WelchT
        );
        if compares && table.against.is_none() {
            let what = format!("the table `{}` needs an agent to compare with", table.title);
            return Err(self.place.error(at, what, "name the other with `against`"));
        }
        Ok(())
    }

    fn check(&self, claim: &str, check: &Check, at: &str) -> Result<(), StudyError> {
        let part = self.part(check.part.as_deref(), at)?;
        let other = match &check.against_part {
            Some(name) => self.part(Some(name), at)?,
            None => part,
        };
        self.metric(&check.metric, at)?;
        check.agents().try_for_each(|agent| self.agent(agent, at))?;
        self.conditions(part, &check.conditions, at)?;
        check.against_where.iter().try_for_each(|wanted| self.conditions(other, wanted, at))?;
        check.along.iter().try_for_each(|along| self.option(part, along, at))?;
        let missing = missing_key(check, part.seeds);
        match missing {
            Some(missing) => {
                let what = format!("a check of the claim `{claim}` is incomplete");
                Err(self.place.error(at, what, format!("it needs {missing}")))
            }
            None => Ok(()),
        }
    }

    fn contest(&self, contest: &Contest, at: &str) -> Result<(), StudyError> {
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
        let help = "name two or more, and give published numbers for each agent and each pair";
        Err(self.place.error(at, what, help))
    }

    fn search(&self, tune: &TuneSection, at: &str) -> Result<(), StudyError> {
        self.agent(&tune.agent, at)?;
        self.metric(&tune.metric, at)?;
        self.part(tune.part.as_deref(), at)?;
        for parameter in &tune.parameter {
            let [least, greatest] = parameter.range;
            let fits = least < greatest && least.is_finite() && greatest.is_finite();
            if !fits || parameter.logarithmic && least <= 0.0 {
                let what = format!("`{}` cannot be searched from {least} to {greatest}", parameter.name);
                let help = "the first must be less than the second, and above 0 if `logarithmic`";
                return Err(self.place.error(at, what, help));
            }
            let steps = parameter.step.map_or(0.0, |step| (greatest - least) / step);
            if tune.grid && !(1.0..=MOST_STEPS).contains(&steps) {
                let what = format!("`{}` has no steps to make a grid of", parameter.name);
                let help = "give each parameter of a grid a `step`, with at most 1,000 of them in its range";
                return Err(self.place.error(at, what, help));
            }
        }
        Ok(())
    }
}

/// The most values of a parameter in a grid.
const MOST_STEPS: f64 = 1000.0;

/// What a check cannot do without, and lacks.
fn missing_key(check: &Check, seeds: Seeds) -> Option<&'static str> {
    let has_other = check.against.is_some() || check.against_where.is_some() || check.against_part.is_some();
    match check.kind {
        CheckKind::Wins if seeds != Seeds::Same => {
            Some("runs in the same worlds: `seeds = \"same\"` in the part")
        }
        CheckKind::Significant | CheckKind::Wins if check.direction.is_none() => {
            Some("a `direction`: less or greater")
        }
        _ if check.test.is_paired() && seeds != Seeds::Same => {
            Some("runs in the same worlds for a test run by run: `seeds = \"same\"` in the part")
        }
        _ if check.test == TestKind::LogRank && check.cut_at.is_none() => {
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
    }
}
