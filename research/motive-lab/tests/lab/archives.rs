//! Directories of results: what they hold, and that they can be run again anywhere.

use crate::studies::{SMALL, folder, played, study};
use motive_lab::journal::RunRecord;
use motive_lab::table::{TableColumn, parquet};
use motive_lab::{
    AssetSources, DesignOptions, Manifest, Prepared, Registration, RunOptions, SeriesOptions, Study, report,
    rerun, run, series,
};
use std::path::Path;

/// A directory is moved and run again from what it holds alone; the tables are the same bytes.
#[test]
fn a_directory_runs_again_wherever_it_is() {
    // A mind beside the study, of a name that is nowhere else.
    let home = folder("archive-home");
    std::fs::create_dir_all(&home).unwrap();
    let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/pacman/ours.motive");
    std::fs::copy(ours, home.join("mine.motive")).unwrap();
    let text = SMALL.replace("agents/pacman/ours.motive", "mine.motive");
    let study = Study::parse("own.toml", &text).unwrap();
    let assets = AssetSources::with_folders([home.clone()]);
    let asked = DesignOptions {
        runs: Some(3),
        minds: vec!["agents/pacman/classic.motive".into()],
        ..DesignOptions::default()
    };
    let prepared = Prepared::new(&study, &assets, &asked).unwrap();
    let (out, moved) = (folder("archive-out"), folder("archive-moved"));
    run(&prepared, &RunOptions::new(&out), &mut ()).unwrap();
    std::fs::rename(&out, &moved).unwrap();
    std::fs::remove_dir_all(&home).unwrap();
    let again = folder("archive-again");
    let compared = rerun(&moved, &RunOptions::new(&again), &mut ()).unwrap();
    assert_eq!((compared.archived, compared.differs), (18, None));
    for file in ["results.csv", "results.parquet", "columns.csv", "manifest.json", "registration.json"] {
        assert_eq!(
            std::fs::read(moved.join(file)).unwrap(),
            std::fs::read(again.join(file)).unwrap(),
            "{file}"
        );
    }
    let page = std::fs::read_to_string(report::write(&again).unwrap().markdown).unwrap();
    assert!(page.contains("motive lab rerun . --out again"), "{page}");
}

/// Makes the first run of an archive one that does not come out again, and returns it.
fn change_first_run(out: &Path) -> RunRecord {
    let journal = out.join("runs.log");
    let text = std::fs::read_to_string(&journal).unwrap();
    let line = text.lines().next().unwrap();
    let mut record = RunRecord::read(line, 4).unwrap();
    record.values[0] += 1.0;
    std::fs::write(&journal, text.replace(line, record.line().trim_end())).unwrap();
    record
}

/// A run of the archive that comes out differently is named.
#[test]
fn a_difference_to_the_archive_is_found() {
    let (out, _) = played("archive-changed", &study(""), |_| {});
    let record = change_first_run(&out);
    let compared = rerun(&out, &RunOptions::new(folder("archive-changed-again")), &mut ()).unwrap();
    let (there, here) = compared.differs.unwrap();
    assert_eq!(there, record.line());
    assert_ne!(there, here);
}

/// A study is hashed with its seeds before its first run, and a page says if it was changed afterwards.
#[test]
fn a_study_that_was_changed_after_it_was_registered_says_so() {
    let text = study("");
    let prepared = Prepared::new(&text, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let registered = Registration::of(&prepared);
    assert_eq!(registered.runs, 24);
    let seed = Study::parse("small.toml", &text.text.replace("seed    = 7", "seed    = 8")).unwrap();
    let other = Prepared::new(&seed, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    assert_ne!(Registration::of(&other).seeds_sha256, registered.seeds_sha256);
    let (out, _) = played("registered", &text, |_| {});
    assert_eq!(Registration::read(&out).unwrap(), Some(registered.clone()));
    let page = || std::fs::read_to_string(report::write(&out).unwrap().markdown).unwrap();
    assert!(page().contains(&format!("by the SHA-256 of the study's file, `{}`", registered.study_sha256)));
    let changed = std::fs::read_to_string(out.join("study.toml")).unwrap() + "\n# a bound was moved\n";
    std::fs::write(out.join("study.toml"), changed).unwrap();
    assert!(page().contains("This is not the study that was registered before the first run"));
}

#[test]
fn every_column_is_explained() {
    let (out, results) = played("columns", &study(""), |_| {});
    let head = std::fs::read_to_string(out.join("results.csv")).unwrap();
    let columns: Vec<&str> = head.lines().next().unwrap().split(',').collect();
    let dictionary = std::fs::read_to_string(out.join("columns.csv")).unwrap();
    let explained: Vec<&str> =
        dictionary.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(explained, columns);
    assert!(
        dictionary.contains("lives,text,option of the world: lives; empty where it is not varied"),
        "{dictionary}"
    );
    let kinds: Vec<bool> =
        results.columns().iter().map(|(_, column)| matches!(column, TableColumn::Text(_))).collect();
    assert_eq!(kinds, [true, true, true, false, false, false, false, false, false]);
}

#[test]
fn runs_are_sampled_over_time_and_end_as_they_did() {
    let (out, results) = played("series", &study(""), |_| {});
    let mut options = SeriesOptions::new(7);
    options.jobs = 1;
    let table = series(&out, &options, &mut ()).unwrap();
    let text = std::fs::read_to_string(&table.path).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((table.runs, table.rows), (results.done(), rows.len() - 1));
    let at = |column: &str| rows[0].iter().position(|name| *name == column).unwrap();
    let (tick, score, run) = (at("tick"), at("score"), at("run"));
    let mut samples = rows[1..].chunk_by(|row, next| row[..run + 2] == next[..run + 2]);
    for record in results.records() {
        let own = samples.next().unwrap();
        let ticks: Vec<u64> = own.iter().map(|row| row[tick].parse().unwrap()).collect();
        let expected = (0..record.steps).step_by(7).chain([record.steps]);
        assert_eq!(ticks, expected.collect::<Vec<u64>>());
        assert_eq!(own.first().unwrap()[score], "0");
        assert_eq!(own.last().unwrap()[score], record.values[0].to_string());
    }
    assert!(samples.next().is_none());
    // However many threads there are.
    options.jobs = 3;
    series(&out, &options, &mut ()).unwrap();
    assert_eq!(std::fs::read_to_string(&table.path).unwrap(), text);
    assert!(std::fs::read(out.join("series.parquet")).unwrap().starts_with(b"PAR1"));
}

#[test]
fn some_runs_are_sampled_and_what_does_not_end_as_archived_is_refused() {
    let (out, results) = played("series-of-some", &study(""), |_| {});
    let of = |change: &dyn Fn(&mut SeriesOptions)| {
        let mut options = SeriesOptions::new(50);
        change(&mut options);
        series(&out, &options, &mut ()).map_err(|error| error.to_string())
    };
    let agent = results.design().agents[0].name.clone();
    let some = of(&|options| (options.agents, options.runs) = (vec![agent.clone()], Some(1))).unwrap();
    let conditions = results.design().parts[0].conditions();
    assert_eq!(some.runs, conditions);
    let unknown = of(&|options| options.part = Some("nowhere".into())).unwrap_err();
    assert!(unknown.contains("no part `nowhere`; there are"), "{unknown}");
    assert!(of(&|options| options.every = 0).unwrap_err().contains("at least one tick"));
    // A run that this program does not play as the archive says.
    change_first_run(&out);
    let differs = of(&|_| {}).unwrap_err();
    assert!(differs.contains("has two different results"), "{differs}");
}

/// The bytes of a small file, which pyarrow 26 reads as the table that it is.
#[test]
fn a_table_is_written_as_parquet() {
    let columns = [
        ("who".to_owned(), TableColumn::Text(vec!["ours".into(), "Ω".into()])),
        ("run".to_owned(), TableColumn::Whole(vec![0, -1])),
        ("score".to_owned(), TableColumn::Number(vec![1.5, f64::NAN])),
    ];
    let bytes = parquet(&columns);
    assert_eq!((&bytes[..4], &bytes[bytes.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lab/reference/small.parquet");
    let expected = std::fs::read(path).unwrap_or_default();
    if bytes != expected {
        let found = folder("parquet").with_extension("parquet");
        std::fs::write(&found, &bytes).unwrap();
        panic!(
            "these are not the bytes that pyarrow was seen to read; look at {} with it, then keep it",
            found.display()
        );
    }
}

/// Another build may decide otherwise, so what it made is not continued. A library in another program has its version alone to tell builds apart.
#[test]
fn the_build_that_made_a_directory_is_known_by_its_hash() {
    let (out, _) = played("build", &study(""), |_| {});
    let prepared = Prepared::new(&study(""), &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let mut options = RunOptions::new(&out);
    options.resume = true;
    let path = out.join("manifest.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let code = Manifest::read(&out).unwrap().code;
    assert!(code.len() == 64 && code.bytes().all(|byte| byte.is_ascii_hexdigit()), "{code}");
    std::fs::write(&path, text.replace(&code, &"0".repeat(64))).unwrap();
    let refused = run(&prepared, &options, &mut ()).unwrap_err().to_string();
    assert!(refused.contains("another build of the same version made it"), "{refused}");
    let refused = run(&prepared.clone().in_library(), &options, &mut ()).unwrap_err().to_string();
    assert!(refused.contains("not a library in another program"), "{refused}");
    std::fs::remove_dir_all(&out).unwrap();
    run(&prepared.in_library(), &options, &mut ()).unwrap();
    assert_eq!(Manifest::read(&out).unwrap().code, "");
    let page = std::fs::read_to_string(report::write(&out).unwrap().markdown).unwrap();
    assert!(page.contains("the version alone says what made them"), "{page}");
}
