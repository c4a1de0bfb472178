//! Study files, designs and runs, as the author of a study meets them.

use motive_lab::claims::{ClaimVerdict, judge};
use motive_lab::journal::RunRecord;
use motive_lab::{
    AssetSources, DesignOptions, LabError, Prepared, Results, RunOptions, Shard, Study, merge, report, run,
    studies,
};
use std::path::PathBuf;

pub(crate) const SMALL: &str = r#"
title   = "Lives"
seed    = 7
runs    = 6
quick   = 1
steps   = 120
metrics = ["score", "deaths", "work", "cpu_seconds"]
source  = "a source that nobody printed"
[[part]]
name  = "lives"
world = "pacman"
vary  = [{ option = "lives", values = [1, 3], label = "lives" }]

[[agent]]
name = "ours"
mind = "agents/pacman/ours.motive"

[[agent]]
name = "classic"
mind = "agents/pacman/classic.motive"
"#;

/// The same with games that are played to their end, and runs enough to decide something.
fn longer() -> String {
    SMALL.replace("steps   = 120", "steps   = 900").replace("runs    = 6", "runs    = 12")
}

pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be left from an earlier run, or not be there.
    let _ = std::fs::remove_dir_all(&path);
    path
}

pub(crate) fn study(more: &str) -> Study {
    Study::parse("small.toml", &format!("{SMALL}{more}")).unwrap()
}

/// Plays a study and gives its results.
pub(crate) fn played(name: &str, text: &Study, change: impl FnOnce(&mut RunOptions)) -> (PathBuf, Results) {
    let prepared = Prepared::new(text, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let out = folder(name);
    let mut options = RunOptions::new(&out);
    change(&mut options);
    let outcome = run(&prepared, &options, &mut ()).unwrap();
    (out, outcome.results)
}

#[track_caller]
fn wrong(from: &str, to: &str, expected: &str) {
    let text = SMALL.replace(from, to);
    assert_ne!(text, SMALL, "nothing was replaced");
    let error = Study::parse("small.toml", &text).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_wrong_file_is_answered_with_the_line_and_what_to_do() {
    wrong("runs    = 6", "runz    = 6", "small.toml:4: unknown field `runz`; did you mean `runs`?");
    wrong("runs    = 6", "runs    = 0", "small.toml:4: the number of runs cannot be 0; write a whole number");
    wrong("steps   = 120", "steps   = -5", "small.toml:6: the number of steps cannot be -5");
    wrong("\"pacman\"", "\"pacmen\"", "small.toml:11: there is no world `pacmen`; did you mean `pacman`?");
    wrong("[1, 3]", "[]", "small.toml:12: the option `lives` has no values");
    wrong("[1, 3]", "[1, 1]", "has the value `1` twice");
    wrong("name = \"classic\"", "name = \"ours\"", "there are two agents `ours`");
    wrong(
        "metrics = [\"score\", \"deaths\", \"work\", \"cpu_seconds\"]",
        "metrics = []",
        "no metric is kept",
    );
    wrong("seed    = 7", "seed    = ", "small.toml:3:");
    let claims = |check: &str| {
        let text = format!("{SMALL}\n[[claim]]\nid = \"x\"\ntext = \"y\"\n[[claim.check]]\n{check}");
        Study::parse("small.toml", &text).unwrap_err().to_string()
    };
    let error = claims("kind = \"value\"\nagent = \"uors\"\nmetric = \"score\"\nwithin = [0, 1]");
    assert!(error.contains("there is no agent `uors`; did you mean `ours`?"), "{error}");
    let error = claims("kind = \"value\"\nagent = \"ours\"\nmetric = \"scroe\"\nwithin = [0, 1]");
    assert!(error.contains("did you mean `score`?"), "{error}");
    let error = claims("kind = \"value\"\nagent = \"ours\"\nmetric = \"score\"");
    assert!(error.contains("it needs bounds"), "{error}");
    let error = claims(
        "kind = \"value\"\nagent = \"ours\"\nmetric = \"score\"\nwithin = [0, 1]\nwhere = { lives = 7 }",
    );
    assert!(error.contains("there is no value of `lives` `7`"), "{error}");
}

#[test]
fn a_study_that_cannot_be_run_says_why_before_it_runs() {
    let design = |text: &str| {
        let study = Study::parse("small.toml", text).unwrap();
        Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap_err().to_string()
    };
    let error = design(&SMALL.replace("\"deaths\"", "\"deahts\""));
    assert!(error.contains("`pacman` has no metric `deahts`; did you mean `deaths`?"), "{error}");
    let error = design(&SMALL.replace("[1, 3]", "[1, \"many\"]"));
    assert!(error.contains("`many` is no value for the option `lives`"), "{error}");
    let error = design(&SMALL.replace("ours.motive", "uors.motive"));
    assert!(error.contains("did you mean `agents/pacman/ours.motive`?"), "{error}");
    let error = design(&SMALL.replace("classic.motive", "classic.motive:Pacmna"));
    assert!(error.contains("there is no mind `Pacmna`"), "{error}");
    let error = design(&SMALL.replace("mind = \"agents/pacman/ours.motive\"", "mind = \"rust:none\""));
    assert!(error.contains("has no mind `none` in Rust"), "{error}");
    let error = design(&SMALL.replace("ours.motive\"", "ours.motive\"\nset = { patience = 3 }"));
    assert!(error.contains("has no value `patience` to set"), "{error}");
}

/// R-000-103
#[test]
fn every_cell_is_played_and_the_bytes_do_not_depend_on_threads() {
    let (one, results) = played("jobs-1", &study(""), |options| options.jobs = 1);
    let (two, _) = played("jobs-2", &study(""), |options| options.jobs = 2);
    assert_eq!((results.done(), results.total()), (24, 24));
    for file in ["results.csv", "manifest.json"] {
        assert_eq!(std::fs::read(one.join(file)).unwrap(), std::fs::read(two.join(file)).unwrap(), "{file}");
    }
    let csv = std::fs::read_to_string(one.join("results.csv")).unwrap();
    assert!(csv.starts_with("part,lives,agent,run,seed,steps,score,deaths,work\nlives,1,ours,0,"), "{csv}");
    assert_eq!(csv.lines().count(), 25);
    assert!(!csv.contains("cpu"), "times are kept apart, because they never repeat");
}

#[test]
fn results_are_gone_on_with_and_never_mixed() {
    let (out, _) = played("again", &study(""), |_| {});
    let prepared = Prepared::new(&study(""), &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let mut options = RunOptions::new(&out);
    assert!(matches!(run(&prepared, &options, &mut ()), Err(LabError::Occupied { .. })));
    options.resume = true;
    assert_eq!(run(&prepared, &options, &mut ()).unwrap().made, 0);
    let changed = study("").text.replace("steps   = 120", "steps   = 121");
    let changed = Study::parse("small.toml", &changed).unwrap();
    let other = Prepared::new(&changed, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let error = run(&other, &options, &mut ()).unwrap_err().to_string();
    assert!(error.contains("the file `study.toml` has changed since"), "{error}");
}

#[test]
fn a_journal_cut_or_damaged_anywhere_is_repaired() {
    let (out, _) = played("cut", &study(""), |_| {});
    let (journal, csv) = (out.join("runs.log"), std::fs::read(out.join("results.csv")).unwrap());
    let whole = std::fs::read(&journal).unwrap();
    let prepared = Prepared::new(&study(""), &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let mut options = RunOptions::new(&out);
    options.resume = true;
    for cut in [0, 1, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&journal, &whole[..cut]).unwrap();
        let outcome = run(&prepared, &options, &mut ()).unwrap();
        assert_eq!(outcome.results.done(), 24, "cut at {cut}");
        assert_eq!(outcome.before + outcome.made, 24, "cut at {cut}");
        assert_eq!(std::fs::read(out.join("results.csv")).unwrap(), csv, "cut at {cut}");
    }
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 4;
    std::fs::write(&journal, &damaged).unwrap();
    let outcome = run(&prepared, &options, &mut ()).unwrap();
    assert_eq!((outcome.damaged, outcome.made), (1, 1));
    assert_eq!(std::fs::read(out.join("results.csv")).unwrap(), csv);
}

#[test]
fn shards_together_are_the_whole() {
    let (whole, _) = played("whole", &study(""), |_| {});
    let shards: Vec<PathBuf> = (1..=3)
        .map(|number| {
            played(&format!("shard-{number}"), &study(""), |options| {
                options.shard = format!("{number}/3").parse().unwrap();
            })
            .0
        })
        .collect();
    let merged = folder("merged");
    let results = merge(&shards, &merged).unwrap();
    std::fs::rename(merged.join("runs.log"), merged.join("lost")).unwrap();
    let refused = merge(std::slice::from_ref(&merged), &merged).unwrap_err().to_string();
    assert!(refused.contains("has 24 runs, but only 0 are in the journals"), "{refused}");
    assert_eq!(std::fs::read_to_string(merged.join("results.csv")).unwrap().lines().count(), 25);
    std::fs::rename(merged.join("lost"), merged.join("runs.log")).unwrap();
    assert_eq!(results.done(), 24);
    let read = |path: &PathBuf| std::fs::read(path.join("results.csv")).unwrap();
    assert_eq!(read(&merged), read(&whole));
    // A directory with a run that says something else belongs to another study.
    let journal = shards[0].join("runs-1-of-3.log");
    let text = std::fs::read_to_string(&journal).unwrap();
    let line = text.lines().next().unwrap();
    let mut record = RunRecord::read(line, 4).unwrap();
    record.values[0] += 1.0;
    std::fs::write(&journal, text.replace(line, record.line().trim_end())).unwrap();
    assert!(matches!(merge(&[shards[0].clone(), whole], &merged), Err(LabError::Contradiction { .. })));
}

/// A claim of each verdict, about results that are known: three lives are more than one, and `ours` is the better player.
const CLAIMS: &str = r#"
[[claim]]
id   = "holds"
text = "Lives help"
[[claim.check]]
kind = "significant"
agent = "classic"
metric = "score"
where = { lives = 3 }
against_where = { lives = 1 }
direction = "greater"
alpha = 0.2

[[claim]]
id   = "opposite"
text = "Lives harm"
explanation = "they do not"
[[claim.check]]
kind = "ratio"
agent = "classic"
metric = "score"
where = { lives = 3 }
against_where = { lives = 1 }
within = [0.0, 0.9]

[[claim]]
id   = "weaker"
text = "Lives help ten times over"
[[claim.check]]
kind = "ratio"
agent = "classic"
metric = "score"
where = { lives = 3 }
against_where = { lives = 1 }
within = [10.0, inf]

[[claim]]
id   = "trend"
text = "Deaths rise with lives"
[[claim.check]]
kind = "trend"
agent = "classic"
metric = "deaths"
along = "lives"
direction = "greater"
[[claim.check]]
kind = "peak"
agent = "classic"
metric = "deaths"
along = "lives"
at = 3

[[claim]]
id   = "near"
text = "Scores are what they are not"
[[claim.check]]
kind = "near"
agent = "classic"
metric = "score"
published = [1, 2]
tolerance = 0.5

[[table]]
title = "Scores"
agent = "ours"
metric = "score"
rows = "lives"
columns = "lives"
published = [[1, 2], [3, 4]]

[[plot]]
kind = "boxes"
title = "Boxes & <more>"
metric = "score"

[[plot]]
kind = "lines"
title = "Lines"
metric = "score"
x = "lives"
"#;

#[test]
fn claims_are_judged_by_what_they_say() {
    let study = Study::parse("small.toml", &format!("{}{CLAIMS}", longer())).unwrap();
    let (out, results) = played("claims", &study, |_| {});
    let verdicts: Vec<(String, ClaimVerdict)> =
        judge(&study, &results).into_iter().map(|result| (result.claim.id, result.verdict)).collect();
    let expected = [
        ("holds", ClaimVerdict::Holds),
        ("opposite", ClaimVerdict::Opposite),
        ("weaker", ClaimVerdict::HoldsWeaker),
        ("trend", ClaimVerdict::Holds),
        ("near", ClaimVerdict::DoesNotHold),
    ];
    let expected: Vec<(String, ClaimVerdict)> =
        expected.iter().map(|(id, verdict)| ((*id).to_owned(), *verdict)).collect();
    assert_eq!(verdicts, expected);
    let written = report::write(&out).unwrap();
    let page = std::fs::read_to_string(&written.html).unwrap();
    for part in
        ["Lives harm", "they do not", "Boxes &amp; &lt;more&gt;", "<svg", "prefers-color-scheme: dark"]
    {
        assert!(page.contains(part), "{part} is not on the page");
    }
    for outside in ["src=", "<script", "@import", "<link"] {
        assert!(!page.contains(outside), "the page needs {outside}");
    }
    let text = std::fs::read_to_string(&written.markdown).unwrap();
    assert!(text.contains("⇄ opposite") && text.contains("plots/01.svg"), "{text}");
    assert!(out.join("plots/02.svg").exists());
}

/// R-001-106, R-001-107: samples, a test of all by ranks and one of each pair both ways, published numbers beside them, and a histogram.
#[test]
fn several_agents_are_set_beside_each_other() {
    let more = r#"
[[claim]]
id   = "differ"
text = "They differ"
[[claim.check]]
kind = "differ"
agent = "ours"
among = ["classic"]
metric = "score"
[[contest]]
title = "Who is better"
agents = ["ours", "classic"]
metric = "score"
published = [[123.0, 4.0], [321.0, 5.0]]
published_p = 0.038
published_pairs = [0.0332]
[[plot]]
kind = "histogram"
title = "Scores"
metric = "score"
"#;
    let study =
        Study::parse("small.toml", &format!("{}{more}", SMALL.replace("steps   = 120", "steps   = 900")))
            .unwrap();
    let (out, results) = played("contest", &study, |_| {});
    assert_eq!(judge(&study, &results)[0].checks[0].places.len(), 2, "a test in each condition");
    let written = report::write(&out).unwrap();
    let text = std::fs::read_to_string(&written.markdown).unwrap();
    for part in
        ["Comparisons", "Kruskal and Wallis", "0.038", "ours – classic", "0.033", "two-sided", "123", "321"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(std::fs::read_to_string(out.join("plots/01.svg")).unwrap().contains("runs from"));
    let page = std::fs::read_to_string(&written.html).unwrap();
    assert!(page.contains("published: p = 0.038") && !page.contains("&amp;lt;"), "signs are escaped once");
    let wrong = more.replace("published_pairs = [0.0332]", "published_pairs = [0.1, 0.2]");
    assert!(Study::parse("small.toml", &format!("{SMALL}{wrong}")).is_err());
}

/// R-001-138, R-001-104: the wizards on whom the arena was calibrated say so, and the third took no part in it.
#[test]
fn sloans_arena_keeps_fitted_apart() {
    let text = |wanted: &str| studies().find(|(name, _)| *name == wanted).unwrap().1;
    let study = Study::parse("sloan2015-arena.toml", text("sloan2015-arena")).unwrap();
    let fitted: Vec<(&str, bool)> =
        study.agents.iter().map(|agent| (agent.name.as_str(), agent.fitted.is_some())).collect();
    assert_eq!(fitted[..3], [("HL2FSM", true), ("GOAP", true), ("UDGOAP", false)]);
    let as_published = |agent: &&motive_lab::study::AgentPlan| agent.set.is_empty();
    assert_eq!(study.agents.iter().take(3).filter(as_published).count(), 3);
    let searched = study.agents.iter().filter(|agent| agent.name.ends_with(" searched"));
    assert!(searched.clone().count() == 3 && searched.into_iter().all(|agent| !agent.set.is_empty()));
    assert_eq!((study.runs, study.parts[0].runs), (300, None));
    let world = Study::parse("sloan2015-arena-world.toml", text("sloan2015-arena-world")).unwrap();
    assert!(world.agents.iter().all(|agent| agent.minds.iter().all(|mind| !mind.contains("udgoap"))));
    assert_ne!(study.seed, world.seed);
    for claim in &study.claims {
        let about_fit = claim.id == "R-001-104";
        assert_eq!(claim.fitted.is_some(), about_fit, "{}", claim.id);
    }
}

/// R-001-138: what something was fitted to has a chapter and a tally of its own, and every part shows its plain numbers.
#[test]
fn what_was_fitted_stands_apart() {
    let study = study(
        r#"
[[claim]]
id   = "made"
text = "One death is enough"
fitted = "the steps were chosen for this."
[[claim.check]]
kind = "value"
agent = "ours"
metric = "deaths"
where = { lives = 1 }
within = [1.0, 1.0]

[[claim]]
id   = "free"
text = "Nobody dies less than never"
[[claim.check]]
kind = "value"
agent = "ours"
metric = "deaths"
within = [0.0, inf]
"#,
    );
    let (out, _) = played("apart", &study, |_| {});
    let text = std::fs::read_to_string(report::write(&out).unwrap().markdown).unwrap();
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is not in {text}"));
    let (holds, fitted, measured) = (place("## Claims"), place("## Fitted claims"), place("## Measurements"));
    assert!(holds < fitted && fitted < measured);
    assert!((holds..fitted).contains(&place("| free |")) && (fitted..measured).contains(&place("| made |")));
    place("Mean deaths of ours is 1 at lives 1.");
    place("## How verdicts are given");
    place("Mean deaths of ours lies at or above 0.");
    place("| agent | lives | runs | score | deaths | work | cpu_seconds |");
    place("| classic | 3 | 6 |");
    place("Mean ± standard deviation over runs.");
}

#[test]
fn too_few_runs_decide_nothing() {
    let study = study(CLAIMS);
    let prepared = Prepared::new(
        &study,
        &AssetSources::built_in(),
        &DesignOptions { runs: Some(1), ..DesignOptions::default() },
    )
    .unwrap();
    let out = folder("few");
    let results = run(&prepared, &RunOptions::new(&out), &mut ()).unwrap().results;
    let judged = judge(&study, &results);
    assert_eq!(judged[0].verdict, ClaimVerdict::Undecided, "a test needs two values");
    report::write(&out).unwrap();
}

/// R-000-103, R-000-133
#[test]
fn every_study_that_comes_along_is_whole() {
    let mut names = Vec::new();
    for (name, text) in studies() {
        let study = Study::parse(&format!("experiments/{name}.toml"), text).unwrap();
        let prepared = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
        assert!(prepared.design.total() > 0, "{name}");
        names.push(name);
    }
    // R-001-086, R-001-116: every study of Sloan's thesis is one command.
    for name in [
        "gordon2005-readings",
        "gordon2005-tileworld",
        "gordon2005-variants",
        "league-pacman",
        "league-room",
        "league-tileworld",
        "sloan2015-ambiance",
        "sloan2015-arena",
        "sloan2015-arena-readings",
        "sloan2015-hospital",
        "sloan2015-hospital-readings",
        "sloan2015-household",
        "sloan2015-household-readings",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
}

/// A league plays the files of its folder, and not those in folders there, which hold other readings of the same minds.
#[test]
fn a_league_plays_the_files_directly_in_its_folder() {
    let (_, text) = studies().find(|(name, _)| *name == "league-tileworld").unwrap();
    let study = Study::parse("league-tileworld.toml", text).unwrap();
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let minds: Vec<&str> =
        prepared.design.agents.iter().flat_map(|agent| &agent.minds).map(String::as_str).collect();
    assert!(minds.contains(&"agents/tileworld/standard.motive:Standard"), "{minds:?}");
    assert!(!minds.iter().any(|mind| mind.contains("readings/")), "{minds:?}");
}

/// R-000-103, R-000-105 to 116, R-000-120, R-000-133: the study as the thesis has it.
#[test]
fn gordons_study_has_all_agents_environments_tables_and_claims() {
    let (_, text) = studies().find(|(name, _)| *name == "gordon2005-tileworld").unwrap();
    let study = Study::parse("gordon2005-tileworld.toml", text).unwrap();
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    assert_eq!(prepared.design.agents.len(), 14);
    assert_eq!(prepared.design.parts[0].conditions(), 16);
    assert_eq!(prepared.design.total(), 11_920, "11,280 and both readings of obstacles");
    assert_eq!(prepared.design.parts[0].steps, 1000);
    for id in 105..=116 {
        let wanted = format!("R-000-{id}");
        assert!(study.claims.iter().any(|claim| claim.id.starts_with(&wanted)), "{wanted}");
    }
    let printed: Vec<&str> = study.tables.iter().map(|table| table.title.as_str()).collect();
    for number in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21] {
        assert!(printed.iter().any(|title| title.starts_with(&format!("Table 5.{number}:"))), "5.{number}");
    }
    for number in 1..=17 {
        assert!(printed.iter().any(|title| title.starts_with(&format!("Table G.{number}:"))), "G.{number}");
    }
    assert!(study.fits.len() >= 6, "every reading that was tried is on record");
    assert!(study.agents.iter().any(|agent| agent.fitted.is_some()), "fitted agents are marked");
    assert!(study.agents.iter().any(|agent| agent.fitted.is_none()), "and so are others, by having no mark");
}

/// R-000-117 to R-000-119, R-002-123: each study of the shooter can be run, comes out the same again, and judges all of its claims.
#[test]
fn the_shooter_studies_run_and_are_judged() {
    for (name, agents, claims) in
        [("gordon2005-ctf-empty", 5, 5), ("gordon2005-ctf", 5, 5), ("hansen2008-domination", 16, 5)]
    {
        let (_, text) = studies().find(|(known, _)| *known == name).unwrap();
        // The games are cut short: what is tried out here is the study, not the bots.
        let text = text.replace("steps   = 1200", "steps   = 40").replace("steps   = 480", "steps   = 40");
        let study = Study::parse("shooter.toml", &text).unwrap();
        let asked = DesignOptions { runs: Some(2), ..DesignOptions::default() };
        let prepared = Prepared::new(&study, &AssetSources::built_in(), &asked).unwrap();
        assert_eq!(prepared.design.agents.len(), agents, "{name}");
        let play = |name: &str, threads: usize| {
            let mut options = RunOptions::new(folder(name));
            options.jobs = threads;
            run(&prepared, &options, &mut ()).unwrap().results
        };
        let (once, again) = (play(&format!("{name}-1"), 1), play(&format!("{name}-2"), 2));
        assert_eq!(once.csv(), again.csv(), "{name}");
        assert_eq!(judge(&study, &once).len(), claims, "{name}");
    }
}

const ROUND_ROBIN: &str = r#"
title   = "Everybody against everybody"
seed    = 7
runs    = 3
steps   = 40
metrics = ["first_wins", "score_difference"]

[[part]]
name        = "duels"
world       = "shooter"
round_robin = "first_wins"
options     = { map = "duel", agents = 2, armed = "yes" }

[[agent]]
name = "hunter"
mind = "agents/shooter/hunter.motive"

[[agent]]
name = "gordon"
mind = "agents/shooter/gordon.motive"

[[agent]]
name = "network"
mind = "agents/shooter/network.motive"

[[claim]]
id   = "first"
text = "The hunter is no worse than the network"

[[claim.check]]
kind   = "value"
agent  = "hunter : network"
metric = "first_wins"
within = [0.0, 1.0]
"#;

/// Every two agents of a round robin meet in both orders, claims can name a pair, and the report rates the agents.
#[test]
fn everybody_of_a_round_robin_meets_everybody_and_is_rated() {
    let study = Study::parse("robin.toml", ROUND_ROBIN).unwrap();
    let (out, results) = played("robin", &study, |_| {});
    let pairs: Vec<&str> =
        results.design().agents.iter().filter(|agent| agent.pair.is_some()).map(|it| &*it.name).collect();
    let expected = [
        "hunter : gordon",
        "hunter : network",
        "gordon : hunter",
        "gordon : network",
        "network : hunter",
        "network : gordon",
    ];
    assert_eq!(pairs, expected);
    assert_eq!(results.done(), 6 * 3);
    let written = report::write(&out).unwrap();
    // Three games of a pair decide nothing.
    assert_eq!(written.claims[0].verdict, ClaimVerdict::Undecided);
    let players = &written.ratings[0].players;
    assert_eq!(players.len(), 3);
    assert!(players.iter().all(|player| player.games == 12 && player.elo.interval.has(player.elo.rating)));
    assert!(players.windows(2).all(|pair| pair[0].elo.rating >= pair[1].elo.rating));
    for (place, player) in players.iter().enumerate() {
        for (other, got) in player.against.iter().enumerate() {
            let back = players[other].against[place];
            assert!(place == other || (got.unwrap() + back.unwrap() - 1.0).abs() < 1e-9);
        }
    }
    let summary = std::fs::read_to_string(out.join("summary.csv")).unwrap();
    assert!(summary.contains("\nduels,hunter : gordon,first_wins,3,"), "{summary}");
    assert!(summary.contains("\nduels,hunter,elo,12,"), "{summary}");
    let outcome = std::fs::read_to_string(out.join("summary.json")).unwrap();
    let outcome: serde_json::Value = serde_json::from_str(&outcome).unwrap();
    assert_eq!(outcome["claims"]["first"]["verdict"], "undecided", "{outcome}");
}

#[test]
fn a_round_robin_of_agents_with_values_of_their_own_is_refused() {
    let text = ROUND_ROBIN.replacen("name = \"gordon\"", "name = \"gordon\"\nset = { near = 1 }", 1);
    let study = Study::parse("robin.toml", &text).unwrap();
    let error = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap_err();
    assert!(error.to_string().contains("give it a file of its own"), "{error}");
}

const CONTEST: &str = r#"
[[contest]]
title = "Who is better"
agents = ["ours", "classic"]
metric = "score"
published = [[123.0, 4.0], [321.0, 5.0]]
"#;

/// R-001-136, R-001-137: a page whose numbers come from nowhere, or that leaves open whether people took part, is refused; every report says both.
#[test]
fn a_page_says_where_its_numbers_come_from() {
    use report::{Document, Grid, Origin, People, ReportBlock, TableCell, lint};
    let page = |origin: Origin, head: &str, source: &str, people: People| {
        let cell = TableCell { text: "42".into(), ..TableCell::default() };
        let grid = Grid {
            caption: "samples".into(),
            origin,
            head: vec!["agent".into(), head.into()],
            rows: vec![("A".into(), vec![cell])],
        };
        let mut document = Document { subtitle: source.into(), people, ..Document::default() };
        document.blocks.push(ReportBlock::Tables {
            title: "Lives".into(),
            grids: vec![grid],
            notes: Vec::new(),
        });
        lint(&document).join("; ")
    };
    let fine = page(Origin::Measured, "mean", "", People::NotDone);
    assert_eq!(fine, "");
    assert!(page(Origin::Measured, "mean", "", People::Unsaid).contains("whether people took part"));
    assert!(
        page(Origin::Unsaid, "mean", "S. 2015", People::NotDone).contains("`samples` does not say where")
    );
    assert!(
        page(Origin::Measured, "published", "S. 2015", People::NotDone).contains("says that it has none")
    );
    assert!(page(Origin::Beside, "published", "", People::NotDone).contains("names no source"));
    assert_eq!(page(Origin::Beside, "published", "S. 2015", People::NotDone), "");

    let longer = SMALL.replace("steps   = 120", "steps   = 900");
    let study = Study::parse("small.toml", &format!("{longer}{CONTEST}")).unwrap();
    let (out, _) = played("origins", &study, |_| {});
    let written = report::write(&out).unwrap();
    let text = std::fs::read_to_string(&written.markdown).unwrap();
    assert!(text.contains("columns headed published are from the source"), "{text}");
    assert!(text.contains("Human evaluation: not done."), "{text}");
    assert!(text.contains("Power of a two-sided t test"), "{text}");
    // The same without a source is not written.
    let anonymous =
        std::fs::read_to_string(out.join("study.toml")).unwrap().replace("a source that nobody printed", "");
    std::fs::write(out.join("study.toml"), anonymous).unwrap();
    let refused = report::write(&out).unwrap_err().to_string();
    assert!(refused.contains("names no source"), "{refused}");
}

#[test]
fn shards_are_parsed() {
    assert_eq!("3/16".parse::<Shard>().unwrap().to_string(), "3/16");
    for bad in ["0/4", "5/4", "3", "a/b", "1/0", "-1/2", ""] {
        assert!(bad.parse::<Shard>().unwrap_err().to_string().contains("I/N"), "{bad}");
    }
}
