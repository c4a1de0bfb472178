//! Conditions and seeds of a study.

use motive_lab::{AssetSources, Design, DesignOptions, Prepared, Study, StudyCell};

/// The design of a study of Pac-Man with two options varied and two agents.
fn design(seeds: &str, lives: &str) -> Design {
    let text = format!(
        "title = 's'\nseed = 1\nruns = 3\nsteps = 10\nmetrics = ['score']\n\
         [[part]]\nname = 'main'\nworld = 'pacman'\nseeds = '{seeds}'\noptions = {{ release_ticks = '{{lives}}' }}\n\
         [[part.vary]]\noption = 'lives'\nvalues = [{lives}]\n\
         [[part.vary]]\noption = 'fruit_every'\nvalues = [0, 9]\n\
         [[agent]]\nname = 'a'\nmind = 'agents/pacman/ours.motive'\n[[agent]]\nname = 'b'\nmind = 'agents/pacman/ours.motive'"
    );
    let study = Study::parse("s.toml", &text).unwrap();
    Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap().design
}

#[test]
fn conditions_are_all_combinations_with_the_last_option_fastest() {
    let design = design("same", "1, 3");
    let part = &design.parts[0];
    let all: Vec<Vec<&str>> = (0..part.conditions()).map(|condition| part.values(condition)).collect();
    assert_eq!(all, [["1", "0"], ["1", "9"], ["3", "0"], ["3", "9"]]);
    assert_eq!(part.options_of(2), ["lives=3", "fruit_every=0", "release_ticks=3"]);
    assert_eq!((design.cells().len(), design.total()), (8, 24));
}

#[test]
fn seeds_depend_on_the_run_alone() {
    let (small, large) = (design("same", "1, 3"), design("same", "2, 1, 3"));
    let cell = |condition, agent| StudyCell { part: 0, condition, agent };
    assert_eq!(small.seed(cell(3, 0), 2), large.seed(cell(5, 0), 2), "lives 3, fruit 9");
    assert_eq!(small.seed(cell(3, 0), 2), small.seed(cell(3, 1), 2), "both agents");
    let own = design("own", "1, 3");
    assert_ne!(own.seed(cell(3, 0), 2), own.seed(cell(3, 1), 2), "each agent its own");
    let mut all: Vec<u64> =
        own.cells().iter().flat_map(|cell| (0..50).map(|run| own.seed(*cell, run))).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 8 * 50);
    assert!(all.iter().all(|seed| *seed < 1 << 53));
}
