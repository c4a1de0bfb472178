//! The chapters of a report.

use super::comparison;
use super::document::{Document, Origin, People, ReportBlock, TableCell};
use super::plot::{self, BoxGroup, Panel, Series};
use super::ranking::{self, Rank, RoundRobin};
use super::readings;
use super::tables;
use crate::claims::{
    ClaimResult, RULES,
    wording::{between, shown},
};
use crate::design::{StudyCell, StudyPart};
use crate::manifest::{Manifest, Registration};
use crate::results::Results;
use crate::statistics::{Interval, Summary, mean_interval};
use crate::study::{Plot, PlotKind, PublishedTable, Study};

/// Writes the report, and lists tables with cells that contradict the published ones without an explanation.
pub(super) fn document(
    study: &Study,
    (manifest, registration): (&Manifest, Option<&Registration>),
    results: &Results,
    claims: &[ClaimResult],
    ranking: &[Rank],
    ratings: &[RoundRobin],
) -> (Document, Vec<String>) {
    let mut blocks = Vec::new();
    opening(study, manifest, results, &mut blocks);
    blocks.push(registered(study, manifest, registration));
    let claims: Vec<ClaimResult> = claims.iter().map(|claim| as_run(study, results, claim)).collect();
    verdicts(&claims, &mut blocks);
    blocks.extend(readings::blocks(study, &claims));
    let contests: Vec<ReportBlock> =
        study.contests.iter().filter_map(|contest| comparison::block(contest, study, results)).collect();
    if !contests.is_empty() {
        blocks.push(ReportBlock::Chapter("Comparisons".into()));
        blocks.extend(contests);
    }
    if !ranking.is_empty() {
        league(study, ranking, &mut blocks);
    }
    if !ratings.is_empty() {
        blocks.push(ReportBlock::Chapter("Ratings".into()));
        blocks.extend(ratings.iter().map(ranking::block));
    }
    if !study.plots.is_empty() {
        blocks.push(ReportBlock::Chapter("Plots".into()));
        let plots = study.plots.iter().enumerate();
        blocks.extend(plots.filter_map(|(number, plot)| figure(study, results, plot, number + 1)));
    }
    let measured = tables::metric_means(study, results);
    if !measured.is_empty() {
        blocks.push(ReportBlock::Chapter("Measurements".into()));
        blocks.extend(measured);
    }
    let mut unexplained = Vec::new();
    if !study.tables.is_empty() {
        blocks.push(ReportBlock::Chapter("Tables".into()));
        all_tables(study, results, &mut blocks, &mut unexplained);
    }
    closing(study, manifest, results, &mut blocks);
    let subtitle = study.source.clone();
    (Document { title: study.title.clone(), subtitle, blocks, people: People::NotDone }, unexplained)
}

/// The verdicts: those that rest on nothing fitted, those that rest on something fitted, and those that something was fitted to.
fn verdicts(claims: &[ClaimResult], blocks: &mut Vec<ReportBlock>) {
    if claims.is_empty() {
        return;
    }
    let kind = |result: &ClaimResult| match (&result.claim.fitted, result.rests_on.is_empty()) {
        (Some(_), _) => 2,
        (None, false) => 1,
        (None, true) => 0,
    };
    for (number, (title, said)) in [
        ("Claims", None),
        (
            "Claims that rest on something fitted",
            Some(
                "An agent or a world of these was fitted to other published numbers, as each of them says. They are evidence as far as what was fitted does not decide them.",
            ),
        ),
        (
            "Fitted claims",
            Some(
                "Parameters were chosen so that these come out as published. They show that nothing has changed since, and are no evidence for anything else.",
            ),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let results: Vec<ClaimResult> = claims.iter().filter(|result| kind(result) == number).cloned().collect();
        if results.is_empty() {
            continue;
        }
        blocks.push(ReportBlock::Chapter(title.into()));
        blocks.extend(said.map(|said: &str| ReportBlock::Text(said.into())));
        blocks.push(ReportBlock::Tally(results.clone()));
        blocks.extend(results.into_iter().map(|result| ReportBlock::Claim(Box::new(result))));
    }
    blocks.push(ReportBlock::Chapter("How verdicts are given".into()));
    let row = |(word, rule): &(&str, &str)| ((*word).to_owned(), vec![TableCell::words(*rule)]);
    let rules = RULES.iter().map(row).collect();
    blocks.push(ReportBlock::table("", Origin::Given, &["verdict", "when"], rules, &[]));
}

fn opening(study: &Study, manifest: &Manifest, results: &Results, blocks: &mut Vec<ReportBlock>) {
    let design = results.design();
    blocks.extend(
        study
            .summary
            .split("\n\n")
            .filter(|text| !text.is_empty())
            .map(|text| ReportBlock::Text(text.replace('\n', " "))),
    );
    let conditions: usize = design.parts.iter().map(StudyPart::conditions).sum();
    let ticks: u64 = results.records().map(|record| record.steps).sum();
    let seconds: f64 = results.records().map(|record| record.microseconds as f64 / 1e6).sum();
    let fact = |number: String, what: &str| (number, what.to_owned());
    blocks.push(ReportBlock::Facts(vec![
        fact(design.agents.iter().filter(|agent| agent.pair.is_none()).count().to_string(), "agents"),
        fact(conditions.to_string(), if conditions == 1 { "condition" } else { "conditions" }),
        fact(grouped(results.done()), "runs"),
        fact(grouped(ticks as usize), "decisions"),
        fact(format!("{seconds:.1} s"), "of one core"),
        fact(manifest.motive.clone(), "version"),
    ]));
    if results.done() < results.total() {
        blocks.push(ReportBlock::Warning(format!(
            "Only {} of {} runs are complete. Everything below is based on those; to complete them, give the same command again with `--resume`.",
            grouped(results.done()),
            grouped(results.total())
        )));
    }
    if is_cut_short(study, results) {
        let runs = design.parts.first().map_or(0, |part| part.runs);
        blocks.push(ReportBlock::Warning(format!(
            "This was a quick look: {runs} runs of each cell instead of {}. Many differences do not show in so few.",
            study.runs
        )));
    }
}

/// A claim as the page of these runs has it: explanations were written for all runs, and say so where there are fewer.
fn as_run(study: &Study, results: &Results, claim: &ClaimResult) -> ClaimResult {
    let mut claim = claim.clone();
    if results.done() < results.total() || is_cut_short(study, results) {
        let whole =
            |text: String| format!("(Written for the study with all its runs, whose numbers it has.) {text}");
        claim.claim.explanation = claim.claim.explanation.map(whole);
    }
    claim
}

/// Whether the run was asked for fewer runs than the study has.
fn is_cut_short(study: &Study, results: &Results) -> bool {
    let mut parts = results.design().parts.iter().zip(&study.parts);
    parts.any(|(part, plan)| part.runs < plan.runs.unwrap_or(study.runs))
}

/// What was fixed before the first run.
fn registered(study: &Study, manifest: &Manifest, registration: Option<&Registration>) -> ReportBlock {
    let Some(registration) = registration else {
        let said =
            "Not registered: this directory has no hashes of study and seeds from before its first run.";
        return ReportBlock::Text(said.into());
    };
    match registration.difference(study, manifest) {
        Some(differs) => ReportBlock::Warning(format!(
            "This is not the study that was registered before the first run: {differs}. SHA-256 of the registered file: `{}`.",
            registration.study_sha256
        )),
        None => ReportBlock::Text(format!(
            "Registered before the first run: claims, bounds and tests by the SHA-256 of the study's file, `{}`; the seeds of its {} runs by `{}`. Both are the same now.",
            registration.study_sha256,
            grouped(registration.runs),
            registration.seeds_sha256
        )),
    }
}

fn league(study: &Study, ranking: &[Rank], blocks: &mut Vec<ReportBlock>) {
    blocks.push(ReportBlock::Chapter("Ranking".into()));
    let metric = study.ranking.as_deref().unwrap_or_default();
    let mut parts: Vec<&str> = ranking.iter().map(|rank| rank.part.as_str()).collect();
    parts.dedup();
    for part in parts {
        let own: Vec<&Rank> = ranking.iter().filter(|rank| rank.part == part).collect();
        let lies = |interval: Option<Interval>| interval.map_or_else(|| "–".to_owned(), between);
        let row = |(place, rank): (usize, &&Rank)| {
            let name = if rank.label == rank.agent {
                rank.agent.clone()
            } else {
                format!("{} ({})", rank.agent, rank.label)
            };
            let cells = vec![
                TableCell::words(name),
                TableCell::plain(shown(rank.mean)),
                TableCell::plain(lies(rank.interval)),
                TableCell::plain(shown(rank.median)),
                TableCell::plain(lies(rank.lead)),
                TableCell::plain(rank.runs.to_string()),
            ];
            ((place + 1).to_string(), cells)
        };
        let head = ["", "agent", "mean", "95 % of the mean", "median", "lead over the next, 95 %", "runs"];
        let title = format!("{part}: {}", study.label(metric));
        let note = "A lead whose interval does not reach 0 is significant. Intervals of means are Student's, those of leads by the bootstrap.";
        let rows = own.iter().enumerate().map(row).collect();
        blocks.push(ReportBlock::table(title, Origin::Measured, &head, rows, &[note]));
    }
}

fn all_tables(
    study: &Study,
    results: &Results,
    blocks: &mut Vec<ReportBlock>,
    unexplained: &mut Vec<String>,
) {
    let comparing = study.tables.iter().any(|table| table.critical.is_some());
    if comparing {
        blocks.push(ReportBlock::Text("Blue cells with ▲ are significantly higher, orange cells with ▼ significantly lower, by the test that the table names; a cell with ⚠ is significant and contradicts the published one.".into()));
    }
    // Few runs vary too much: only a complete study needs explanations.
    let whole = results.done() == results.total() && !is_cut_short(study, results);
    for table in &study.tables {
        let Some(compared) = tables::compare(table, results) else { continue };
        if !compared.opposite.is_empty() && table.explanation.is_none() && whole {
            unexplained.push(table.title.clone());
        }
        let mut notes = compared.notes;
        notes.extend(fitted(study, table));
        blocks.push(ReportBlock::Tables { title: table.title.clone(), grids: compared.grids, notes });
    }
}

/// Whether anything was chosen to match this agent's published results.
fn fitted(study: &Study, table: &PublishedTable) -> Option<String> {
    if study.fits.is_empty() {
        return None;
    }
    let agent = study.agents.iter().find(|agent| agent.name == table.agent)?;
    Some(match &agent.fitted {
        Some(what) => format!("Fitted: {what}"),
        None => format!("Not fitted: nothing was chosen to match the published results of {}.", agent.name),
    })
}

fn closing(study: &Study, manifest: &Manifest, results: &Results, blocks: &mut Vec<ReportBlock>) {
    if !study.fits.is_empty() {
        blocks.push(ReportBlock::Chapter("What was tried where the source is silent".into()));
        let row = |fit: &crate::study::Fit| {
            (fit.question.clone(), vec![TableCell::words(&fit.tried), TableCell::words(&fit.outcome)])
        };
        let rows = study.fits.iter().map(row).collect();
        blocks.push(ReportBlock::table("", Origin::Given, &["question", "tried", "outcome"], rows, &[]));
    }
    if !study.notes.is_empty() {
        blocks.push(ReportBlock::Chapter("Notes".into()));
        blocks.push(ReportBlock::List(study.notes.clone()));
    }
    blocks.push(ReportBlock::Chapter("How to repeat it".into()));
    blocks.push(ReportBlock::Text(format!(
        "The same study, agents and version ({}) give the same `results.csv`, byte for byte, on any number of threads. Everything that it was made from is beside this page: `study.toml`, `inputs/`, and `manifest.json`. In this directory, wherever it is:",
        manifest.motive
    )));
    blocks.push(ReportBlock::Command("motive lab rerun . --out again".into()));
    if manifest.code.is_empty() {
        let said = "A program that loaded the lab as a library, such as Python, made these runs: the version alone says what made them.";
        blocks.push(ReportBlock::Text(said.into()));
    }
    blocks.push(ReportBlock::Text(
        "The numbers themselves are in `results.csv` and `results.parquet`; `columns.csv` says what their columns are, `host.json` on which machine they were made."
            .into(),
    ));
    blocks.push(who(results));
    blocks.push(ReportBlock::Text(People::NotDone.words().into()));
}

/// The agents.
fn who(results: &Results) -> ReportBlock {
    let design = results.design();
    let row = |agent: &crate::design::StudyAgent| {
        let set: Vec<String> = agent.set.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let minds = in_short(&agent.minds);
        let minds = if set.is_empty() { minds } else { format!("{minds} with {}", set.join(", ")) };
        (agent.name.clone(), vec![TableCell::words(&agent.label), TableCell::words(format!("`{minds}`"))])
    };
    let rows = design.agents.iter().filter(|agent| agent.pair.is_none()).map(row).collect();
    ReportBlock::table("Agents", Origin::Given, &["agent", "what it is", "mind"], rows, &[])
}

/// A list of names in which repeated ones stand once with their number.
fn in_short(names: &[String]) -> String {
    let groups = names.chunk_by(|a, b| a == b).filter_map(|group| {
        let name = group.first()?;
        Some(if group.len() == 1 { name.clone() } else { format!("{} × {name}", group.len()) })
    });
    groups.collect::<Vec<_>>().join(", ")
}

/// `1234567` as `1,234,567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn figure(study: &Study, results: &Results, plot: &Plot, number: usize) -> Option<ReportBlock> {
    let drawing = PlotData::new(study, results, plot)?;
    let svg = match plot.kind {
        PlotKind::Boxes => drawing.boxes(),
        PlotKind::Histogram => drawing.histogram(),
        PlotKind::Lines => drawing.lines(plot.x.as_deref()?)?,
    };
    Some(ReportBlock::Figure {
        title: plot.title.clone(),
        caption: plot.caption.clone(),
        svg,
        file: format!("plots/{number:02}.svg"),
    })
}

/// What a plot is drawn from.
struct PlotData<'a> {
    study: &'a Study,
    results: &'a Results,
    plot: &'a Plot,
    part: &'a StudyPart,
    number: usize,
    agents: Vec<usize>,
}

impl<'a> PlotData<'a> {
    fn new(study: &'a Study, results: &'a Results, plot: &'a Plot) -> Option<Self> {
        let design = results.design();
        let number = design.part_number(plot.part.as_deref())?;
        let part = design.parts.get(number)?;
        let agents = match &plot.agents {
            None => part.agents.clone(),
            Some(names) => names.iter().filter_map(|name| design.agent_number(name)).collect(),
        };
        Some(Self { study, results, plot, part, number, agents })
    }

    fn sample(&self, condition: usize, agent: usize) -> Vec<f64> {
        self.results.values(StudyCell { part: self.number, condition, agent }, &self.plot.metric)
    }

    fn name(&self, agent: usize) -> String {
        let Some(agent) = self.results.design().agents.get(agent) else { return String::new() };
        if agent.label.starts_with(&agent.name) {
            agent.label.clone()
        } else {
            format!("{}: {}", agent.name, agent.label)
        }
    }

    /// The conditions that are drawn.
    fn conditions(&self) -> Vec<usize> {
        let all = 0..self.part.conditions();
        all.filter(|condition| self.part.matches(*condition, &self.plot.conditions)).collect()
    }

    fn boxes(&self) -> String {
        let group = |condition: usize| {
            let row = |(colour, agent): (usize, &usize)| {
                let summary = Summary::of(&self.sample(condition, *agent)).ok()?;
                Some((self.name(*agent), colour, summary))
            };
            BoxGroup {
                name: self.part.condition_name(condition, None),
                rows: self.agents.iter().enumerate().filter_map(row).collect(),
            }
        };
        let groups: Vec<BoxGroup> = self.conditions().into_iter().map(group).collect();
        plot::boxes(&self.plot.title, self.study.label(&self.plot.metric), &groups)
    }

    /// A panel for each agent, of all conditions together.
    fn histogram(&self) -> String {
        let sample = |agent: &usize| {
            let values = self.results.sample_of(self.number, self.conditions(), *agent, &self.plot.metric);
            (self.name(*agent), *agent, values)
        };
        let samples: Vec<(String, usize, Vec<f64>)> = self.agents.iter().map(sample).collect();
        plot::histogram(&self.plot.title, self.study.label(&self.plot.metric), &samples)
    }

    fn lines(&self, x: &str) -> Option<String> {
        let along = self.part.axes.iter().find(|axis| axis.option == x)?;
        let mut panels: Vec<(String, Vec<usize>)> = Vec::new();
        for condition in self.conditions() {
            let name = self.part.condition_name(condition, Some(x));
            match panels.iter_mut().find(|(known, _)| *known == name) {
                Some((_, conditions)) => conditions.push(condition),
                None => panels.push((name, vec![condition])),
            }
        }
        let shown: Vec<String> =
            along.values.iter().filter(|value| self.has_value(x, value)).cloned().collect();
        let panel = |(name, conditions): &(String, Vec<usize>)| Panel {
            name: name.clone(),
            series: self
                .agents
                .iter()
                .enumerate()
                .map(|(colour, agent)| Series {
                    name: self.name(*agent),
                    colour,
                    points: conditions.iter().map(|condition| self.point(*condition, *agent)).collect(),
                })
                .collect(),
        };
        let panels: Vec<Panel> = panels.iter().map(panel).collect();
        Some(plot::lines(
            &self.plot.title,
            (&along.label, self.study.label(&self.plot.metric)),
            &shown,
            &panels,
        ))
    }

    fn has_value(&self, option: &str, value: &str) -> bool {
        let wanted = self.plot.conditions.0.iter().find(|(name, _)| name == option);
        wanted.is_none_or(|(_, allowed)| allowed.iter().any(|known| known == value))
    }

    fn point(&self, condition: usize, agent: usize) -> Option<(f64, Option<Interval>)> {
        let sample = self.sample(condition, agent);
        let summary = Summary::of(&sample).ok()?;
        Some((summary.mean, mean_interval(&sample, 0.95).ok()))
    }
}
