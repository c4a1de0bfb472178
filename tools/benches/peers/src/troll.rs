//! S4: the troll of Humphreys (Game AI Pro, chapter 12) by planners of task networks, timed in one run, and whether each takes an earlier choice back.

use crate::plans::time;
use serde::Serialize;
use std::io::{self, Write};

/// Which of the two plans is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    /// An enemy is in sight, and there is no trunk at hand.
    Fight,
    /// Nobody is in sight.
    Patrol,
}

impl Case {
    const ALL: [Self; 2] = [Self::Fight, Self::Patrol];

    fn plan(self) -> &'static [&'static str] {
        match self {
            Self::Fight => &["find_trunk", "go_to_trunk", "uproot", "go_to_enemy", "slam"],
            Self::Patrol => &["choose_bridge", "go_to_bridge", "look"],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Fight => "fight without a trunk in hand, 5 steps",
            Self::Patrol => "patrol, 3 steps",
        }
    }
}

/// A library's solution.
trait TrollPlanner {
    /// Plans once and gives the number of steps.
    fn plan(&mut self) -> usize;

    /// Plans once and gives the names of the actions.
    fn answer(&mut self) -> Vec<String>;
}

/// The result of one contestant in one case.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    scenario: &'static str,
    case: &'static str,
    contestant: &'static str,
    /// CPU time of the fastest pass, divided by plans.
    ns_per_plan: f64,
    /// Compared with the first contestant.
    ratio_to_first: f64,
    /// Whether the plan is the right one.
    right: bool,
    /// Whether a choice that works at first is taken back when what comes later does not.
    backtracks: bool,
}

struct TrollContestant {
    name: &'static str,
    build: fn(Case) -> Box<dyn TrollPlanner>,
    /// Plans `[a or b, c]`, where only `b` makes `c` possible.
    probe: fn() -> Vec<String>,
}

/// Everyone who takes part, the one with which the others are compared first.
const ALL: &[TrollContestant] = &[
    #[cfg(feature = "htn")]
    TrollContestant {
        name: "htn 0.2.0",
        build: |case| Box::new(with_htn::Troll::new(case)),
        probe: with_htn::probe,
    },
    #[cfg(feature = "bevy-bae")]
    TrollContestant {
        name: "bevy_bae 0.1.0",
        build: |case| Box::new(with_bae::Troll::new(case)),
        probe: with_bae::probe,
    },
    TrollContestant { name: "Motive", build: |case| Box::new(ours::Troll::new(case)), probe: ours::probe },
];

/// Measures every contestant whose name contains one of `names` (all, if there are none), beside the first.
pub fn measure(names: &[String], passes: u32) -> Result<Vec<Measurement>, io::Error> {
    let wanted = |name: &str| {
        names.is_empty() || names.iter().any(|part| name.to_lowercase().contains(&part.to_lowercase()))
    };
    let mut all = Vec::new();
    if !ALL.iter().any(|contestant| wanted(contestant.name)) {
        return Ok(all);
    }
    for case in Case::ALL {
        let mut rows = Vec::new();
        for (number, contestant) in ALL.iter().enumerate() {
            if number > 0 && !wanted(contestant.name) {
                continue;
            }
            let mut network = (contestant.build)(case);
            let row = Measurement {
                scenario: "S4",
                case: case.name(),
                contestant: contestant.name,
                ns_per_plan: time(&mut || network.plan(), 1e4)?,
                ratio_to_first: 1.0,
                right: network.answer() == case.plan(),
                backtracks: (contestant.probe)() == ["b", "c"],
            };
            rows.push((row, network));
        }
        // The passes are interleaved, so that a busy moment of the machine does not fall on one contestant alone.
        for _ in 0..passes {
            for (row, network) in &mut rows {
                row.ns_per_plan = row.ns_per_plan.min(time(&mut || network.plan(), row.ns_per_plan)?);
            }
        }
        let first = rows.first().map_or(1.0, |(row, _)| row.ns_per_plan);
        all.extend(rows.into_iter().map(|(mut row, _)| {
            row.ratio_to_first = row.ns_per_plan / first;
            row
        }));
    }
    Ok(all)
}

/// One JSON object a line.
pub fn json(out: &mut impl Write, rows: &[Measurement]) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)?;
    }
    out.flush()
}

/// A table for each case.
pub fn table(out: &mut impl Write, rows: &[Measurement]) -> io::Result<()> {
    let mut last = "";
    for row in rows {
        if row.case != last {
            last = row.case;
            writeln!(out, "\nS4, troll: {last}")?;
            writeln!(out, "  {:<16}  {:>12}  {:>18}", "contestant", "ns per plan", "times the first")?;
            writeln!(out, "  {:-<16}  {:->12}  {:->18}", "", "", "")?;
        }
        let mark = match (row.right, row.backtracks) {
            (true, true) => "",
            (true, false) => "  takes no earlier choice back",
            (false, _) => "  not the plan that is due",
        };
        let (name, ns, ratio) = (row.contestant, row.ns_per_plan, row.ratio_to_first);
        writeln!(out, "  {name:<16}  {ns:>12.0}  {ratio:>18.2}{mark}")?;
    }
    out.flush()
}

/// Ours: tasks that are planned ahead over a memory, as a game does it.
mod ours {
    use super::{Case, TrollPlanner};
    use motive::kernel::{
        Action, Budget, Catalogue, Condition, Effect, Expr, Memory, Property, Type, Vocabulary,
    };
    use motive::tasks::lookahead::{Lookahead, LookaheadOptions, TaskPlan};
    use motive::tasks::{Call, HtnTask, Method, Primitive, Settings, TaskLibrary};
    use std::sync::Arc;

    const ENEMY: i32 = 1;
    const TRUNK: i32 = 2;
    const BRIDGE: i32 = 3;

    /// Actions by name, what they need and what they change; each is a task too.
    struct Declared {
        names: Vocabulary,
        actions: Vec<(&'static str, Condition, Option<Effect>)>,
        tasks: Vec<HtnTask>,
    }

    impl Declared {
        fn new() -> Self {
            Self { names: Vocabulary::new(), actions: Vec::new(), tasks: Vec::new() }
        }

        fn truth(&mut self, name: &str) -> Property {
            self.names.own(name, Type::Bool)
        }

        fn action(&mut self, name: &'static str, needs: Condition, effect: Option<Effect>) {
            self.actions.push((name, needs, effect));
        }

        fn method(&mut self, task: &str, when: Condition, calls: &[&str]) {
            let number = self.tasks.len();
            let method = Method::new(&number.to_string()).when(when);
            let method = calls.iter().fold(method, |method, call| method.line(Call::new(call)));
            match self.tasks.iter_mut().find(|known| *known.name == *task) {
                Some(known) => *known = known.clone().method(method),
                None => self.tasks.push(HtnTask::new(task).method(method)),
            }
        }

        fn build(mut self, first: &str, truths: &[(Property, bool)]) -> Planner {
            let ids: Vec<_> = self.actions.iter().map(|(name, ..)| self.names.action(name, 0)).collect();
            let names = self.names.finish().expect("the names are well formed");
            let mut catalogue = Catalogue::default();
            for (id, (name, needs, effect)) in ids.into_iter().zip(self.actions) {
                let action = Action::new(id, &[]).needs(needs);
                let action = effect.into_iter().fold(action, Action::effect);
                catalogue.add(&action, &names).expect("the action is well formed");
                self.tasks.push(HtnTask::new(name).act(Primitive::new(id)));
            }
            let tasks =
                TaskLibrary::new(&names, self.tasks, Settings::default()).expect("the tasks are well formed");
            let ahead = tasks.lookahead(first, vec![], Arc::new(catalogue)).expect("it was declared");
            let mut memory = Memory::new(names.clone());
            for (truth, value) in truths {
                memory.set_own(*truth, *value).expect("the property was declared");
            }
            Planner { names, ahead, memory }
        }
    }

    struct Planner {
        names: Arc<Vocabulary>,
        ahead: Lookahead,
        memory: Memory,
    }

    impl Planner {
        fn search(&self) -> Option<TaskPlan> {
            self.ahead.plan(&self.memory, &LookaheadOptions::default(), &mut Budget::new(1_000)).plan()
        }

        fn display(&self) -> Vec<String> {
            let plan = self.search().map_or_else(Vec::new, |plan| plan.display(&self.names));
            plan.into_iter().map(|step| step.trim_end_matches("()").to_owned()).collect()
        }
    }

    pub struct Troll(Planner);

    impl Troll {
        pub fn new(case: Case) -> Self {
            let mut all = Declared::new();
            let [sees, armed, found] = ["sees_enemy", "has_trunk", "trunk_found"].map(|name| all.truth(name));
            let at = all.names.own("location", Type::Number);
            let is = |truth: Property| Expr::own(truth).holds();
            let near = |place: i32| Expr::own(at).equals(place);
            let none = Condition::always;
            all.action("find_trunk", none(), Some(Effect::set_own(found, true)));
            all.action("go_to_trunk", is(found), Some(Effect::set_own(at, TRUNK)));
            all.action("uproot", near(TRUNK), Some(Effect::set_own(armed, true)));
            all.action("go_to_enemy", is(sees), Some(Effect::set_own(at, ENEMY)));
            all.action("slam", is(armed) & near(ENEMY), None);
            all.action("choose_bridge", none(), None);
            all.action("go_to_bridge", none(), Some(Effect::set_own(at, BRIDGE)));
            all.action("look", near(BRIDGE), None);
            all.method("BeTroll", is(sees), &["Fight"]);
            all.method("BeTroll", none(), &["choose_bridge", "go_to_bridge", "look"]);
            all.method("Fight", is(armed), &["go_to_enemy", "slam"]);
            all.method("Fight", none(), &["find_trunk", "go_to_trunk", "uproot", "Fight"]);
            Self(all.build("BeTroll", &[(sees, case == Case::Fight), (armed, false), (found, false)]))
        }
    }

    impl TrollPlanner for Troll {
        fn plan(&mut self) -> usize {
            self.0.search().map_or(0, |plan| plan.steps.len())
        }

        fn answer(&mut self) -> Vec<String> {
            self.0.display()
        }
    }

    pub fn probe() -> Vec<String> {
        let mut all = Declared::new();
        let ready = all.truth("ready");
        all.action("a", Condition::always(), None);
        all.action("b", Condition::always(), Some(Effect::set_own(ready, true)));
        all.action("c", Expr::own(ready).holds(), None);
        all.method("Do", Condition::always(), &["Prepare", "c"]);
        all.method("Prepare", Condition::always(), &["a"]);
        all.method("Prepare", Condition::always(), &["b"]);
        all.build("Do", &[(ready, false)]).display()
    }
}

/// With the crate's macros, as its documentation has it. It has no way to name a task and call it twice, so that going to the enemy and slamming
/// stands in the tree once for each way to be armed.
#[cfg(feature = "htn")]
mod with_htn {
    use super::{Case, TrollPlanner};
    use htn::prelude::*;
    use htn::{Task, Value};
    use std::collections::HashMap;

    pub struct Troll {
        root: Task,
        start: HashMap<String, Value>,
    }

    fn strike() -> [Task; 2] {
        [
            action!(
                "go_to_enemy",
                conditions = [cond!("sees_enemy" == true)],
                effects = [effect!("location" = 1)]
            ),
            action!("slam", conditions = [cond!("has_trunk" == true), cond!("location" == 1)]),
        ]
    }

    impl Troll {
        pub fn new(case: Case) -> Self {
            let [go, slam] = strike();
            let [go_armed, slam_armed] = strike();
            let root = selector!(
                conditions = [],
                tasks = [
                    selector!(
                        conditions = [cond!("sees_enemy" == true)],
                        tasks = [
                            sequence!(conditions = [cond!("has_trunk" == true)], tasks = [go, slam]),
                            sequence!(
                                conditions = [],
                                tasks = [
                                    action!(
                                        "find_trunk",
                                        conditions = [],
                                        effects = [effect!("trunk_found" = true)]
                                    ),
                                    action!(
                                        "go_to_trunk",
                                        conditions = [cond!("trunk_found" == true)],
                                        effects = [effect!("location" = 2)]
                                    ),
                                    action!(
                                        "uproot",
                                        conditions = [cond!("location" == 2)],
                                        effects = [effect!("has_trunk" = true)]
                                    ),
                                    go_armed,
                                    slam_armed,
                                ]
                            ),
                        ]
                    ),
                    sequence!(
                        conditions = [],
                        tasks = [
                            action!("choose_bridge"),
                            action!("go_to_bridge", conditions = [], effects = [effect!("location" = 3)]),
                            action!("look", conditions = [cond!("location" == 3)]),
                        ]
                    ),
                ]
            );
            let start = blackboard! {
                "sees_enemy" => case == Case::Fight,
                "has_trunk" => false,
                "trunk_found" => false,
                "location" => 0
            };
            Self { root, start }
        }
    }

    impl TrollPlanner for Troll {
        fn plan(&mut self) -> usize {
            plan(&self.root, &self.start).map_or(0, |plan| plan.len())
        }

        fn answer(&mut self) -> Vec<String> {
            plan(&self.root, &self.start).unwrap_or_default()
        }
    }

    pub fn probe() -> Vec<String> {
        let root = sequence!(
            conditions = [],
            tasks = [
                selector!(
                    conditions = [],
                    tasks =
                        [action!("a"), action!("b", conditions = [], effects = [effect!("ready" = true)]),]
                ),
                action!("c", conditions = [cond!("ready" == true)]),
            ]
        );
        let start = blackboard! { "ready" => false };
        plan(&root, &start).unwrap_or_default()
    }
}

/// The tasks are entities of a Bevy world. It plans when it is told to; a plan that is there already would be kept, so it is cleared first.
#[cfg(feature = "bevy-bae")]
mod with_bae {
    use super::{Case, TrollPlanner};
    use bevy_app_0_18::App;
    use bevy_bae::prelude::*;
    use bevy_ecs_0_18::prelude::*;

    pub struct Troll {
        app: App,
        root: Entity,
    }

    const ENEMY: f32 = 1.0;
    const TRUNK: f32 = 2.0;
    const BRIDGE: f32 = 3.0;

    /// A world with a planner at its root.
    fn world(root: impl Bundle, props: Props) -> Troll {
        let mut app = App::new();
        app.add_plugins(BaePlugin::default());
        let root = app.world_mut().spawn((root, props, Plan::new())).id();
        Troll { app, root }
    }

    impl Troll {
        fn spawn(
            &mut self,
            of: Entity,
            task: impl Bundle,
            needs: Vec<Condition>,
            changes: Vec<Effect>,
        ) -> Entity {
            let world = self.app.world_mut();
            let entity = world.spawn((task, TaskOf(of))).id();
            for need in needs {
                world.spawn((need, ConditionOf(entity)));
            }
            for change in changes {
                world.spawn((change, EffectOf(entity)));
            }
            entity
        }

        fn act(&mut self, of: Entity, name: &'static str, needs: Vec<Condition>, changes: Vec<Effect>) {
            self.spawn(of, (Name::new(name), Operator::noop()), needs, changes);
        }

        fn strike(&mut self, of: Entity) {
            let sees = Condition::eq("sees_enemy", true);
            self.act(of, "go_to_enemy", vec![sees], vec![Effect::set("location", ENEMY)]);
            let (armed, near) = (Condition::eq("has_trunk", true), Condition::eq("location", ENEMY));
            self.act(of, "slam", vec![armed, near], vec![]);
        }

        pub fn new(case: Case) -> Self {
            let mut props = Props::default();
            props.set("sees_enemy", case == Case::Fight);
            props.set("has_trunk", false);
            props.set("trunk_found", false);
            props.set("location", 0.0);
            let mut troll = world(Select, props);
            let root = troll.root;
            let fight = troll.spawn(root, Select, vec![Condition::eq("sees_enemy", true)], vec![]);
            let armed = troll.spawn(fight, Sequence, vec![Condition::eq("has_trunk", true)], vec![]);
            troll.strike(armed);
            let prefetch_value = troll.spawn(fight, Sequence, vec![], vec![]);
            troll.act(prefetch_value, "find_trunk", vec![], vec![Effect::set("trunk_found", true)]);
            let found = Condition::eq("trunk_found", true);
            troll.act(prefetch_value, "go_to_trunk", vec![found], vec![Effect::set("location", TRUNK)]);
            let there = Condition::eq("location", TRUNK);
            troll.act(prefetch_value, "uproot", vec![there], vec![Effect::set("has_trunk", true)]);
            troll.strike(prefetch_value);
            let patrol = troll.spawn(root, Sequence, vec![], vec![]);
            troll.act(patrol, "choose_bridge", vec![], vec![]);
            troll.act(patrol, "go_to_bridge", vec![], vec![Effect::set("location", BRIDGE)]);
            troll.act(patrol, "look", vec![Condition::eq("location", BRIDGE)], vec![]);
            troll.app.world_mut().flush();
            troll
        }

        fn names(&self) -> Vec<String> {
            let world = self.app.world();
            let Some(plan) = world.get::<Plan>(self.root) else { return Vec::new() };
            let name =
                |entity: Entity| world.get::<Name>(entity).map(ToString::to_string).unwrap_or_default();
            plan.operators_left.iter().map(|step| name(step.entity)).collect()
        }
    }

    impl TrollPlanner for Troll {
        fn plan(&mut self) -> usize {
            let world = self.app.world_mut();
            if let Some(mut plan) = world.get_mut::<Plan>(self.root) {
                plan.clear();
            }
            world.trigger(UpdatePlan::new(self.root));
            world.flush();
            world.get::<Plan>(self.root).map_or(0, |plan| plan.operators_left.len())
        }

        fn answer(&mut self) -> Vec<String> {
            self.plan();
            self.names()
        }
    }

    pub fn probe() -> Vec<String> {
        let mut props = Props::default();
        props.set("ready", false);
        let mut both = world(Sequence, props);
        let root = both.root;
        let either = both.spawn(root, Select, vec![], vec![]);
        both.act(either, "a", vec![], vec![]);
        both.act(either, "b", vec![], vec![Effect::set("ready", true)]);
        both.act(root, "c", vec![Condition::eq("ready", true)], vec![]);
        both.app.world_mut().flush();
        both.answer()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motive_finds_the_plans_that_are_due_and_backtracks() {
        let rows = measure(&["Motive".to_owned()], 1).expect("the clock can be read");
        let ours: Vec<_> = rows.iter().filter(|row| row.contestant == "Motive").collect();
        assert_eq!(ours.len(), 2);
        assert!(ours.iter().all(|row| row.right && row.backtracks), "{ours:?}");
    }
}
