//! The two printed GRUE notations: read, printed back, and written as Motive.

use expect_test::{Expect, expect};
use motive_notations::grue_tree::*;
use motive_notations::{Notation, grue2002, grue2005, to_motive};
use proptest::prelude::*;

const REPORT: &str = include_str!("../import/report2002.grue");
const THESIS: &str = include_str!("../import/thesis2005.grue");

fn read(text: &str, notation: Notation) -> Result<GrueLibrary, String> {
    let read = match notation {
        Notation::Grue2002 => grue2002::read(text),
        Notation::Grue2005 => grue2005::read(text),
    };
    read.map(|(library, _)| library).map_err(|error| format!("{:?}: {error}", error.span))
}

fn print(library: &GrueLibrary, notation: Notation) -> String {
    match notation {
        Notation::Grue2002 => grue2002::print(library),
        Notation::Grue2005 => grue2005::print(library),
    }
}

/// Reads, prints and reads again; the structure is the same, and so is the text from then on.
fn round_trip(text: &str, notation: Notation) -> String {
    let library = read(text, notation).unwrap();
    let printed = print(&library, notation);
    assert_eq!(read(&printed, notation).as_ref(), Ok(&library), "{printed}");
    printed
}

fn check_round_trip(text: &str, notation: Notation, expected: Expect) {
    expected.assert_eq(&round_trip(text, notation));
}

fn check_error(text: &str, notation: Notation, expected: Expect) {
    expected.assert_eq(&read(text, notation).unwrap_err());
}

fn check_motive(text: &str, notation: Notation, expected: Expect) {
    let library = read(text, notation).unwrap();
    let motive = to_motive(&library, notation);
    let parsed = motive_language::syntax::parse(&motive);
    assert!(parsed.errors().is_empty(), "{motive}\n{:?}", parsed.errors());
    expected.assert_eq(&motive);
}

fn variable(text: &str, notation: Notation) -> GrueVariable {
    match read(text, notation).unwrap().items.remove(0) {
        GrueItem::Variable(variable) => variable,
        other => panic!("{other:?}"),
    }
}

/// R-004-001, R-000-001
#[test]
fn resources_print_as_they_were() {
    let report = "\
([ID Health1] [TIME Infinite] [TYPE Health] [HealthPts 20])
([ID Pickaxe1] [TIME Infinite] [TYPE pickaxe weapon] [Cursed false])
([ID YellowEco] [TIME 30] [TYPE eco] [Colour yellow])
([ID Gold1] [TIME Infinite] [TYPE gold] [Number 53])
([ID Stairs1] [TIME Infinite] [TYPE stairs] [Number Infinite] [Location 45 50])
([ID revolver] [TIME infinite] [TYPE weapon gun] [Ammunition 20])
";
    assert_eq!(round_trip(report, Notation::Grue2002), report);
    let thesis = "\
(Pickaxe102 [TYPE pickaxe weapon])
(HealthPack101 [TYPE HealthPack] [HEALTH-PTS 20])
(Gold113 [TYPE gold] [AMOUNT DIV 53])
";
    assert_eq!(round_trip(thesis, Notation::Grue2005), thesis);
}

/// R-004-007
#[test]
fn labels_and_infinite_have_no_case() {
    let upper = read("([ID a] [TIME Infinite] [TYPE ghost])", Notation::Grue2002);
    let lower = read("([Id a] [Time infinite] [Type ghost])", Notation::Grue2002);
    assert_eq!(upper, lower);
}

/// R-004-006, R-004-040
#[test]
fn both_orders_of_property_and_both_spellings_of_signs() {
    let one = read("[P [R property(TYPE, ?Gun1) <= 3 => [null]]]", Notation::Grue2002);
    let two = read("[P [R property(?Gun1, TYPE) ≤ 3 ⇒ [null]]]", Notation::Grue2002);
    assert!(one.is_ok());
    assert_eq!(one, two);
}

/// R-004-040
#[test]
fn not_binds_tighter_than_and_than_or() {
    let text = "[P [R NOT a() AND b() OR c() => [null]]]";
    let spelt = "[P [R ((NOT a()) AND b()) OR c() => [null]]]";
    assert_eq!(read(text, Notation::Grue2002), read(spelt, Notation::Grue2002));
}

/// R-004-011, R-004-033
#[test]
fn all_forms_of_a_variable() {
    let gun = variable("(?Gun1 [[TYPE gun] [Ammunition 20]] [])", Notation::Grue2002);
    assert_eq!((gun.access, gun.persistent, gun.required.len()), (GrueAccess::Exclusive, true, 2));
    let container = variable("(?Box1 [[TYPE container] [Location *]], [])", Notation::Grue2002);
    assert_eq!(container.required[1].pattern, GruePattern::Any);
    let ghost = variable("(?Ghost1 Infinite [[Type ghost]] [])", Notation::Grue2002);
    assert!(matches!(ghost.time, Some(GrueTerm::Infinite(_))));
    let thesis = variable("(?Gun104 EXCLUSIVE ([TYPE gun]) ())", Notation::Grue2005);
    assert_eq!((thesis.access, thesis.persistent), (GrueAccess::Exclusive, true));
    let transient = variable("(?Gun104 EXCLUSIVE TRANSIENT ([TYPE gun]) ())", Notation::Grue2005);
    assert!(!transient.persistent);
    let bare = variable("(?Box115 ([TYPE box]) ())", Notation::Grue2005);
    assert_eq!(bare.access, GrueAccess::Shared);
    assert_eq!(variable("(?Gun104 SHARED ([TYPE gun]) ())", Notation::Grue2002).access, GrueAccess::Shared);
}

/// R-004-059, R-004-060
#[test]
fn goals_of_both_vocabularies() {
    let library = read(REPORT, Notation::Grue2002).unwrap();
    let goals = library.items.iter().filter_map(|item| match item {
        GrueItem::Goal(goal) => Some(goal.priority),
        _ => None,
    });
    assert_eq!(goals.collect::<Vec<_>>(), [90.0, 50.0, 50.0, 20.0, 95.0]);
    for (word, kind) in [
        ("Non-maintenance", GoalKind::Achievement),
        ("NonMaintenance", GoalKind::Achievement),
        ("ACHIEVEMENT", GoalKind::Achievement),
        ("Maintenance", GoalKind::Maintenance),
        ("MAINTENANCE", GoalKind::Maintenance),
    ] {
        let library = read(&format!("(G 5 {word} P)"), Notation::Grue2005).unwrap();
        assert!(matches!(&library.items[0], GrueItem::Goal(goal) if goal.kind == kind));
    }
}

/// R-000-007: the short forms of a range, and those that are none.
#[test]
fn ranges() {
    let normal = |text: &str| {
        let variable = variable(&format!("(?x SHARED ([N {text}]) ())"), Notation::Grue2005);
        let GruePattern::Range(range) = &variable.required[0].pattern else { panic!("{text}") };
        let value = |bound: &GrueBound| match &bound.value {
            Some(GrueTerm::Number(number)) => number.to_string(),
            Some(other) => format!("{other:?}"),
            None => "inf".to_owned(),
        };
        let arrow = match range.arrow {
            Some(Arrow::Up) => "->",
            Some(Arrow::Down) => "<-",
            None => "--",
        };
        let sides = [range.lower.soft, range.upper.soft].map(|soft| if soft { "soft" } else { "firm" });
        format!("{} {} {arrow} {} {}", sides[0], value(&range.lower), value(&range.upper), sides[1])
    };
    for (text, tuple) in [
        ("#|1 10|#", "firm 1 -- 10 firm"),
        ("#|1 <- 10|#", "firm 1 <- 10 firm"),
        ("#|1 -> 10|#", "firm 1 -> 10 firm"),
        ("#:5->10:#", "soft 5 -> 10 soft"),
        ("#:5 10:#", "soft 5 -- 10 soft"),
        ("#|5->10:#", "firm 5 -> 10 soft"),
        ("#:5 <- 10|#", "soft 5 <- 10 firm"),
        ("#: 10 |#", "soft inf -- 10 firm"),
        ("#| 10 :#", "firm 10 -- inf soft"),
        ("#:<-5|#", "soft inf <- 5 firm"),
        ("#|5->:#", "firm 5 -> inf soft"),
        ("#|-3 <- -1|#", "firm -3 <- -1 firm"),
    ] {
        assert_eq!(normal(text), tuple, "{text}");
        round_trip(&format!("(?x SHARED ([N {text}]) ())"), Notation::Grue2005);
    }
    for text in ["#:5:#", "#:5->:#", "#:->5:#", "#::#", "#|->5|#", "#|5|#", "#|<-5|#", "#|1 2 3|#", "#|1 10"]
    {
        assert!(read(&format!("(?x SHARED ([N {text}]) ())"), Notation::Grue2005).is_err(), "{text}");
    }
    round_trip("(?x SHARED ([N #|1 -> property(?h, SIZE)|#]) ())", Notation::Grue2005);
}

/// R-000-004
#[test]
fn only_one_number_is_divisible() {
    check_error(
        "(G [A DIV x])",
        Notation::Grue2005,
        expect!["10..11: found `x`, expected a number: only numbers are divisible"],
    );
    check_error(
        "(G [A DIV 1 2])",
        Notation::Grue2005,
        expect!["12..13: found `2`, expected `]`: a divisible property has one number"],
    );
}

/// R-000-067, R-004-105
#[test]
fn errors_say_where_and_what_was_due() {
    check_error(
        "[GOTO [?target] [Rule0 (?a [[TYPE state] []",
        Notation::Grue2002,
        expect!["42..43: found `]`, expected a property's label"],
    );
    check_error(
        "[Escape 90 Sometimes [HP > 20]]",
        Notation::Grue2002,
        expect!["11..20: found `Sometimes`, expected `ACHIEVEMENT` or `MAINTENANCE`"],
    );
    check_error(
        "(P (?x SHARED ([TYPE dot]) ()) propose(move))",
        Notation::Grue2005,
        expect!["31..38: found `propose`, expected `=>` and an action"],
    );
    check_error(
        "(P => )",
        Notation::Grue2005,
        expect!["6..7: found `)`, expected `null`, `propose(...)` or a program to call"],
    );
    check_error(
        "(P NOT ! => null)",
        Notation::Grue2005,
        expect!["7..8: `!` is not part of the notation, expected a bracket, name, number, variable or range"],
    );
    check_error(
        &"(".repeat(200_000),
        Notation::Grue2005,
        expect!["1..2: found `(`, expected the name of a resource, goal or program"],
    );
    check_error(
        &format!("(P {} => null)", "NOT ".repeat(200_000)),
        Notation::Grue2005,
        expect!["515..518: found `NOT`, expected less nesting"],
    );
}

#[test]
fn a_misspelt_label_is_a_warning() {
    let (_, warnings) =
        grue2002::read("([ID Stairs1] [TIME Infinite] [TYPE stairs] [Locaton 45 50])").unwrap();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].help, ["did you mean `Location`?"]);
}

#[test]
fn the_report_prints_back() {
    check_round_trip(
        REPORT,
        Notation::Grue2002,
        expect![[r#"
        ([ID Stairs1] [TIME Infinite] [TYPE stairs] [Number Infinite] [Location 45 50])
        [GetAwayFromGhosts 90 Non-maintenance [NOT (?Ghost1 Infinite [[Type ghost] [Dist < 10]] []) OR NOT (?Ghost1 Infinite [[Type ghost] [Blue false]] [])]]
        [EatBlueGhosts 50 Non-maintenance [NOT (?Ghost1 Infinite [[Type ghost] [Blue true]] [])]]
        [EatFruit 50 Non-maintenance [NOT (?Fruit1 Infinite [[Type fruit]] [])]]
        [EatDots 20 Non-maintenance [NOT (?Dot1 Infinite [[Type dot]] [])]]
        [KeepHealthPoints 95 Maintenance [HP > 20]]
        [EscapeFromGhosts
            [Rule0 NOT (?Ghost1 Infinite [[Dist < 10] [TYPE ghost]] []) OR NOT (?Ghost1 Infinite [[TYPE ghost] [Blue false]] []) => [null]]
            [Rule1 (?Ghost1 Infinite [[TYPE ghost] [Blue false] [Dist < 10]] []) AND (?PowerPill1 Infinite [[TYPE powerpill]] [[Dist < 10]]) => [move toward PowerPill1]]
            [Rule2 (?Ghost1 Infinite [[TYPE ghost] [Blue false] [Dist < 10]] []) => [move away from ?Ghost1]]
        ]
        [GOTO [?target]
            [Rule0 (?AgentState Infinite [[TYPE state] [Location *]] []) AND property(Location, ?AgentState) = property(Location, ?target) => [null]]
            [Rule1 (?AgentState [[TYPE state]] []) => [[step toward ?target] [look-around]]]
        ]
        [Hunt 60 Non-maintenance [HuntMonsters
            [Rule0 NOT (?Enemy1 Infinite [[TYPE monster]] []) => [null]]
            [Rule4 (?Enemy1 Infinite [[TYPE monster]] []) => [GOTO [?Enemy1]]]
        ]]
    "#]],
    );
}

#[test]
fn the_thesis_prints_back() {
    check_round_trip(
        THESIS,
        Notation::Grue2005,
        expect![[r#"
        (HealthPack101 [TYPE HealthPack] [HEALTH-PTS 20])
        (Gold113 [TYPE gold] [AMOUNT DIV 53])
        (GetAwayFromGhosts 90 ACHIEVEMENT EscapeFromGhosts)
        (MaintainHealthPoints 95 MAINTENANCE RegainHealthPoints)
        (EscapeFromGhosts
            NOT (?g SHARED ([TYPE ghost] [DISTANCE #| 1 10 |#]) ()) OR NOT (?g SHARED ([TYPE ghost] [BLUE false]) ()) => null
            (?g SHARED ([TYPE ghost] [BLUE false] [DISTANCE #| 1 <- 10 |#]) ()) => propose(move-away-from, ?g)
        )
        (GOTO (?Target)
            (?loc SHARED ([TYPE location]) ()) AND equal(property(?loc, VALUE), property(?Target, VALUE)) => null
            (?loc SHARED ([TYPE location]) ()) => propose(move-to, get-direction(?Target))
        )
        (RegainHealthPoints
            exists((?p SHARED ([TYPE HealthPack]) ())) AND NOT (?p SHARED ([TYPE HealthPack] [DISTANCE #| 1 :#]) ()) => null
            (?p EXCLUSIVE TRANSIENT ([TYPE HealthPack] [DISTANCE 0]) ([HEALTH-PTS #: 20 -> 50 :#])) => propose(take, ?p) propose(remove_resource, ?p)
            (?p SHARED ([TYPE HealthPack]) ([DISTANCE #| 1 <- :#] [COLOUR red] [COLOUR *])) => GOTO(?p)
            => propose(wander)
        )
    "#]],
    );
}

#[test]
fn the_report_as_motive() {
    check_motive(
        REPORT,
        Notation::Grue2002,
        expect![[r#"
            thing Stairs1: stairs { time: infinite, number: infinite, location: [45, 50] }

            goal GetAwayFromGhosts achieves EscapeFromGhosts { priority 90 }

            goal EatBlueGhosts achieves when no ghost { blue: true } { priority 50 }

            goal EatFruit achieves when no fruit { priority 50 }

            goal EatDots achieves when no dot { priority 20 }

            goal KeepHealthPoints maintains when self.hp > 20 { priority 95 }

            program EscapeFromGhosts {
                done when no ghost { dist: < 10 } or no ghost { blue: false }
                rule Rule1
                    when exclusive Ghost1: ghost { blue: false, dist: < 10 },
                         exclusive PowerPill1: powerpill prefer { dist: < 10 }
                    do   move_toward(PowerPill1)
                rule Rule2
                    when exclusive Ghost1: ghost { blue: false, dist: < 10 }
                    do   move_away_from(Ghost1)
            }

            program GOTO(target) {
                done when exclusive AgentState: state { location: any }, AgentState.location == target.location
                rule Rule1
                    when exclusive AgentState: state
                    do   step_toward(target); `look-around`()
            }

            goal Hunt achieves HuntMonsters { priority 60 }

            program HuntMonsters {
                done when no monster
                rule Rule4
                    when exclusive Enemy1: monster
                    do   GOTO(Enemy1)
            }

            mind Imported = arbiter {
                goals   GetAwayFromGhosts, EatBlueGhosts, EatFruit, EatDots, KeepHealthPoints, Hunt
                profile report2002
            }
        "#]],
    );
}

#[test]
fn the_thesis_as_motive() {
    check_motive(
        THESIS,
        Notation::Grue2005,
        expect![[r#"
        thing HealthPack101: HealthPack { `health-pts`: 20 }

        thing Gold113: gold { amount: divisible 53 }

        goal GetAwayFromGhosts achieves EscapeFromGhosts { priority 90 }

        goal MaintainHealthPoints maintains RegainHealthPoints { priority 95 }

        program EscapeFromGhosts {
            done when no free ghost { distance: 1..10 } or no free ghost { blue: false }
            rule rule1
                when g: ghost { blue: false, distance: 1..10 lowest }
                do   `move-away-from`(g)
        }

        program GOTO(Target) {
            done when loc: location, loc.value == Target.value
            rule rule1
                when loc: location
                do   `move-to`(`get-direction`(Target))
        }

        program RegainHealthPoints {
            done when some HealthPack, no free HealthPack { distance: 1.. }
            rule rule1
                when fresh exclusive p: HealthPack { distance: 0 } prefer { `health-pts`: ~20..~50 highest }
                do   `take`(p); forget p
            rule rule2
                when p: HealthPack prefer { distance: 1.. lowest, colour: red, colour: any }
                do   GOTO(p)
            otherwise
                do wander()
        }

        mind Imported = arbiter {
            goals   GetAwayFromGhosts, MaintainHealthPoints
            profile thesis2005
        }
    "#]],
    );
}

/// Whatever is read, printed and written keeps its form.
fn check_any(text: &str) {
    for notation in [Notation::Grue2002, Notation::Grue2005] {
        let Ok(library) = read(text, notation) else { continue };
        let printed = print(&library, notation);
        assert_eq!(read(&printed, notation).as_ref(), Ok(&library), "{printed}");
        let motive = to_motive(&library, notation);
        let parsed = motive_language::syntax::parse(&motive);
        assert!(parsed.errors().is_empty(), "{motive}\n{:?}", parsed.errors());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        check_any(&text);
    }

    #[test]
    fn changed_listings(report in any::<bool>(), at in any::<prop::sample::Index>(), length in 0usize..30, put in "[\\[\\]()?*#|:<>=a-zA-Z0-9 ,-]{0,6}") {
        let text = if report { REPORT } else { THESIS };
        let bounds: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
        let start = at.index(bounds.len());
        let end = (start + length).min(bounds.len() - 1).max(start);
        check_any(&format!("{}{put}{}", &text[..bounds[start]], &text[bounds[end]..]));
    }
}
