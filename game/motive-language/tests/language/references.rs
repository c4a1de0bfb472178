//! Go to definition, find references: a text with a name marked, and every place that refers to the same thing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::load_in;
use expect_test::{Expect, expect};
use motive_core::{Type, Vocabulary};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("ghost");
    names.property("distance", Type::Number);
    names.own("health", Type::Number);
    names.action("flee", 1);
    names.action("hold", 0);
    names
}

/// Finds what the name after `$` refers to. Its definition is put into `<...>`, every other place of it into `[...]`; the first line of the
/// answer says what it is.
fn check(text: &str, expected: Expect) {
    let offset = text.find('$').unwrap();
    let text = text.replace('$', "");
    let loaded = load_in(&names(), &text);
    assert!(loaded.model.is_some(), "{:#?}", loaded.problems);
    let index = loaded.checked.index();
    let Some(id) = index.definition_at(0, offset) else {
        panic!("nothing is known of the name: {:#?}", loaded.problems);
    };
    let definition = index.definition(id).unwrap();
    let mut marked = text.clone();
    let mut places = index.references_of(id);
    places.sort_by_key(|place| std::cmp::Reverse(place.span.start));
    for place in places {
        let is_own = Some(&place) == definition.place.as_ref();
        let (open, close) = if is_own { ("<", ">") } else { ("[", "]") };
        marked.insert_str(place.span.end, close);
        marked.insert_str(place.span.start, open);
    }
    let lines: Vec<&str> = marked.lines().filter(|line| line.contains(['<', '['])).map(str::trim).collect();
    let place = if definition.place.is_some() { "" } else { ", of the world" };
    expected.assert_eq(&format!("{:?}{place}\n{}\n", definition.kind, lines.join("\n")));
}

const ARBITER: &str = "\
enum mood { calm, angry }
kind wall { mood: mood }
thing gate: wall { mood: calm }
let near = 5
condition hunted(limit) when g: ghost { distance: ..limit }
goal live achieves Live { when hunted(near) priority near + 1 }
goal rest maintains Live { priority 1 }
program Live {
    rule run when g: ghost { distance: 0..near lowest }, g.distance == 3 do flee(g)
    rule wait when w: wall { mood: angry } do Live2(w, gate)
}
program Live2(it, other) { rule run when it.mood == calm do flee(it) with hold }
mind A = arbiter { goals live, rest }
mind B = A but { without goals live constant priorities rest 2 program Live { otherwise do hold } }
";

/// The text above with the first occurrence of a piece replaced by the same with a mark.
fn check_arbiter(piece: &str, expected: Expect) {
    let plain = piece.replace('$', "");
    assert!(ARBITER.contains(&plain), "{plain}");
    check(&ARBITER.replacen(&plain, piece, 1), expected);
}

#[test]
fn kinds_properties_symbols_and_things() {
    check_arbiter(
        "when g: $ghost",
        expect![[r#"
        Kind, of the world
        condition hunted(limit) when g: [ghost] { distance: ..limit }
        rule run when g: [ghost] { distance: 0..near lowest }, g.distance == 3 do flee(g)
    "#]],
    );
    check_arbiter(
        "w: $wall",
        expect![[r#"
        Kind
        kind <wall> { mood: mood }
        thing gate: [wall] { mood: calm }
        rule wait when w: [wall] { mood: angry } do Live2(w, gate)
    "#]],
    );
    check_arbiter(
        "g.$distance",
        expect![[r#"
        Property, of the world
        condition hunted(limit) when g: ghost { [distance]: ..limit }
        rule run when g: ghost { [distance]: 0..near lowest }, g.[distance] == 3 do flee(g)
    "#]],
    );
    check_arbiter(
        "it.$mood",
        expect![[r#"
        Property
        kind wall { <mood>: mood }
        thing gate: wall { [mood]: calm }
        rule wait when w: wall { [mood]: angry } do Live2(w, gate)
        program Live2(it, other) { rule run when it.[mood] == calm do flee(it) with hold }
    "#]],
    );
    check_arbiter(
        "{ $mood: mood }",
        expect![[r#"
        Property
        kind wall { <mood>: mood }
        thing gate: wall { [mood]: calm }
        rule wait when w: wall { [mood]: angry } do Live2(w, gate)
        program Live2(it, other) { rule run when it.[mood] == calm do flee(it) with hold }
    "#]],
    );
    check_arbiter(
        "mood: $calm",
        expect![[r#"
        Symbol
        enum mood { <calm>, angry }
        thing gate: wall { mood: [calm] }
        program Live2(it, other) { rule run when it.mood == [calm] do flee(it) with hold }
    "#]],
    );
    check_arbiter(
        "$mood }\nthing",
        expect![[r#"
        Enumeration
        enum <mood> { calm, angry }
        kind wall { mood: [mood] }
    "#]],
    );
    check_arbiter(
        "w, $gate",
        expect![[r#"
        Thing
        thing <gate>: wall { mood: calm }
        rule wait when w: wall { mood: angry } do Live2(w, [gate])
    "#]],
    );
}

#[test]
fn values_conditions_goals_programs_actions_and_minds() {
    check_arbiter(
        "hunted($near)",
        expect![[r#"
        Value
        let <near> = 5
        goal live achieves Live { when hunted([near]) priority [near] + 1 }
        rule run when g: ghost { distance: 0..[near] lowest }, g.distance == 3 do flee(g)
    "#]],
    );
    check_arbiter(
        "when $hunted",
        expect![[r#"
        Condition
        condition <hunted>(limit) when g: ghost { distance: ..limit }
        goal live achieves Live { when [hunted](near) priority near + 1 }
    "#]],
    );
    check_arbiter(
        "goals $live",
        expect![[r#"
        Goal
        goal <live> achieves Live { when hunted(near) priority near + 1 }
        mind A = arbiter { goals [live], rest }
        mind B = A but { without goals [live] constant priorities rest 2 program Live { otherwise do hold } }
    "#]],
    );
    check_arbiter(
        "maintains $Live",
        expect![[r#"
        Program
        goal live achieves [Live] { when hunted(near) priority near + 1 }
        goal rest maintains [Live] { priority 1 }
        program <Live> {
        mind B = A but { without goals live constant priorities rest 2 program [Live] { otherwise do hold } }
    "#]],
    );
    check_arbiter(
        "$Live2(w",
        expect![[r#"
        Program
        rule wait when w: wall { mood: angry } do [Live2](w, gate)
        program <Live2>(it, other) { rule run when it.mood == calm do flee(it) with hold }
    "#]],
    );
    check_arbiter(
        "do $flee(it)",
        expect![[r#"
        Action, of the world
        rule run when g: ghost { distance: 0..near lowest }, g.distance == 3 do [flee](g)
        program Live2(it, other) { rule run when it.mood == calm do [flee](it) with hold }
    "#]],
    );
    check_arbiter(
        "$A but",
        expect![[r#"
        Mind
        mind <A> = arbiter { goals live, rest }
        mind B = [A] but { without goals live constant priorities rest 2 program Live { otherwise do hold } }
    "#]],
    );
    check_arbiter(
        "priorities $rest",
        expect![[r#"
        Goal
        goal <rest> maintains Live { priority 1 }
        mind A = arbiter { goals live, [rest] }
        mind B = A but { without goals live constant priorities [rest] 2 program Live { otherwise do hold } }
    "#]],
    );
}

#[test]
fn variables_and_parameters() {
    check_arbiter(
        "flee($g)",
        expect![[r#"
        Variable
        rule run when <g>: ghost { distance: 0..near lowest }, [g].distance == 3 do flee([g])
    "#]],
    );
    check_arbiter(
        "flee($it)",
        expect![[r#"
        Parameter
        program Live2(<it>, other) { rule run when [it].mood == calm do flee([it]) with hold }
    "#]],
    );
    check_arbiter(
        "..$limit",
        expect![[r#"
        Parameter
        condition hunted(<limit>) when g: ghost { distance: ..[limit] }
    "#]],
    );
}

const TEAM: &str = "\
task Main { do take_role(ann, scout) or assign(bob, Scout(ann)); Main }
task Scout(who) { do hold; Report(who) }
task Report(who) { do let found = Find(who); flee(found) }
task Find(it) { do hold; return it }
team Crew {
    coordinator Main
    role scout do Scout(bob)
    member ann takes scout
    member bob do Report(ann)
}
mind M = task Scout(ann)
";

fn check_team(piece: &str, expected: Expect) {
    let plain = piece.replace('$', "");
    assert!(TEAM.contains(&plain), "{plain}");
    check(&TEAM.replacen(&plain, piece, 1), expected);
}

#[test]
fn tasks_roles_and_members() {
    check_team(
        "do $Scout(bob)",
        expect![[r#"
        Task
        task Main { do take_role(ann, scout) or assign(bob, [Scout](ann)); Main }
        task <Scout>(who) { do hold; Report(who) }
        role scout do [Scout](bob)
        mind M = task [Scout](ann)
    "#]],
    );
    check_team(
        "takes $scout",
        expect![[r#"
        Role
        task Main { do take_role(ann, [scout]) or assign(bob, Scout(ann)); Main }
        role <scout> do Scout(bob)
        member ann takes [scout]
    "#]],
    );
    check_team(
        "Report($ann)",
        expect![[r#"
        Thing
        task Main { do take_role([ann], scout) or assign(bob, Scout([ann])); Main }
        member <ann> takes scout
        member bob do Report([ann])
        mind M = task Scout([ann])
    "#]],
    );
    check_team(
        "flee($found)",
        expect![[r#"
        Variable
        task Report(who) { do let <found> = Find(who); flee([found]) }
    "#]],
    );
    check_team(
        "return $it",
        expect![[r#"
        Parameter
        task Find(<it>) { do hold; return [it] }
    "#]],
    );
    check_team(
        "coordinator $Main",
        expect![[r#"
        Task
        task <Main> { do take_role(ann, scout) or assign(bob, Scout(ann)); [Main] }
        coordinator [Main]
    "#]],
    );
}

const ENGINES: &str = "\
action rest { tags calm effect self.health += 1 }
machine Guard starts watch {
    state watch { do hold to chase when some ghost }
    state chase { do hold to watch when no ghost }
}
machine Other starts watch { state watch { do hold } }
schedule Hide { failure Recover do hold }
schedule Recover { do hold }
goap Soldier {
    minds calm
    sense armed when self.health > 2
    want armed priority 1
    skill arm { needs not armed adds armed do hold }
}
network Skills {
    want fed
    sense hungry
    skill eat { needs hungry adds fed drops hungry do hold }
}
drive live { goal self.health toward 10 }
goal a maintains Guard { priority 1 }
goal b maintains network Skills { priority 1 }
mind M = plan for live
mind N = goap Soldier
mind O = Hide
mind P = arbiter { goals a, b }
";

fn check_engines(piece: &str, expected: Expect) {
    let plain = piece.replace('$', "");
    assert!(ENGINES.contains(&plain), "{plain}");
    check(&ENGINES.replacen(&plain, piece, 1), expected);
}

#[test]
fn states_symbols_and_propositions() {
    check_engines(
        "to $watch",
        expect![[r#"
        State
        machine Guard starts [watch] {
        state <watch> { do hold to chase when some ghost }
        state chase { do hold to [watch] when no ghost }
    "#]],
    );
    check_engines(
        "not $armed",
        expect![[r#"
        PlannerSymbol
        sense <armed> when self.health > 2
        want [armed] priority 1
        skill arm { needs not [armed] adds [armed] do hold }
    "#]],
    );
    check_engines(
        "want $fed",
        expect![[r#"
        Proposition
        want [fed]
        skill eat { needs hungry adds <fed> drops hungry do hold }
    "#]],
    );
    check_engines(
        "drops $hungry",
        expect![[r#"
        Proposition
        sense <hungry>
        skill eat { needs [hungry] adds fed drops [hungry] do hold }
    "#]],
    );
    check_engines(
        "minds $calm",
        expect![[r#"
        Tag
        action rest { tags <calm> effect self.health += 1 }
        minds [calm]
    "#]],
    );
}

#[test]
fn engines() {
    check_engines(
        "maintains $Guard",
        expect![[r#"
        Machine
        machine <Guard> starts watch {
        goal a maintains [Guard] { priority 1 }
    "#]],
    );
    check_engines(
        "network $Skills { priority",
        expect![[r#"
        Network
        network <Skills> {
        goal b maintains network [Skills] { priority 1 }
    "#]],
    );
    check_engines(
        "failure $Recover",
        expect![[r#"
        Schedule
        schedule Hide { failure [Recover] do hold }
        schedule <Recover> { do hold }
    "#]],
    );
    check_engines(
        "mind O = $Hide",
        expect![[r#"
        Schedule
        schedule <Hide> { failure Recover do hold }
        mind O = [Hide]
    "#]],
    );
    check_engines(
        "= goap $Soldier",
        expect![[r#"
        Planner
        goap <Soldier> {
        mind N = goap [Soldier]
    "#]],
    );
    check_engines(
        "for $live",
        expect![[r#"
        Drive
        drive <live> { goal self.health toward 10 }
        mind M = plan for [live]
    "#]],
    );
}
