//! Plans from drives as behaviours under the arbiter: begun, followed, interrupted, given up for better.

use crate::common::{Arena, at};
use motive::arbiter::{Arbiter, Character, Goal};
use motive::drives::{
    Domain, DomainBuilder, Drive, GoalTemplate, Interaction, Measure, PlanFor, Rules, ScriptedPlan,
};
use motive::kernel::trace::{Event, OtherPlan, Tracer};
use motive::kernel::{
    Action, ActionEnd, ActionId, Agent, Condition, Effect, Expr, Id, Memory, Pattern, Phase, Thing, Time,
    Type, Vocabulary,
};
use std::sync::Arc;

fn agent(domain: Arc<Domain>, memory: Memory) -> Agent<Arbiter> {
    let character = Character::new(domain.vocabulary().clone())
        .goal(Goal::maintain("live", "plan").always(10))
        .program(PlanFor::new("plan", domain))
        .build()
        .unwrap();
    Agent::new(memory, Arbiter::new(character), 1, 0)
}

#[derive(Default)]
struct Plans(Vec<(u64, String, Vec<String>, bool)>, u64);

impl Tracer for Plans {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Tick { time } => self.1 = time.micros,
            Event::Planned { why, steps, followed, .. } => {
                self.0.push((self.1, why.to_string(), steps, followed));
            }
            _ => {}
        }
    }
}

/// R-001-052, R-001-068: the plan of Appendix A is done action by action as the world ends each, and kills the goblin.
#[test]
fn the_plan_of_appendix_a_is_carried_out() {
    let arena = Arena::new();
    let domain = arena.appendix(20).build().unwrap();
    let built: Vec<_> = domain.actions().map(|action| action.build(&arena.names).unwrap()).collect();
    let mut agent = agent(domain, arena.memory());
    let mut done = Vec::new();
    for tick in 11..40 {
        let acts = agent.tick(Time::of_tick(tick, 200_000)).actions.clone();
        for act in acts {
            // The world takes a tick for everything and then says that it succeeded.
            if act.phase == Phase::Started {
                done.push(act.display(&arena.names));
                continue;
            }
            let action = built.iter().find(|action| action.declared().action == act.action).unwrap();
            assert!(action.can(agent.memory(), &act.arguments), "{done:?}");
            action.apply(agent.memory_mut(), &act.arguments);
            agent.finish(act.run, ActionEnd::Succeeded);
        }
    }
    assert_eq!(done[..3], ["goto(mana_potion)", "drink_mana_potion(mana_potion)", "lightning(goblin)"]);
    assert_eq!(agent.memory().get(arena.goblin, arena.health), Some(0.into()));
    assert_eq!(
        done.len(),
        3,
        "with the goblin dead and the potion drunk there is nothing left to do: {done:?}"
    );
}

/// A worker with things to do that take a second each.
struct Shop {
    names: Arc<Vocabulary>,
    job: motive::kernel::Kind,
    left: motive::kernel::Property,
    pay: motive::kernel::Property,
    work: ActionId,
}

impl Shop {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let job = names.kind("job");
        let (left, pay) = (names.property("left", Type::Number), names.property("pay", Type::Number));
        names.limit(left, 0.0, 10.0);
        let work = names.action("work", 1);
        Self { names: names.finish().unwrap(), job, left, pay, work }
    }

    fn action(&self) -> Action {
        let job = || Expr::var("job");
        Action::new(self.work, &["job"])
            .needs(Pattern::of(self.job).named("job").exclusive())
            .needs(job().get(self.left).above(0))
            .effect(Effect::add(job(), self.left, -10))
            .takes(1_000_000)
    }

    fn domain(&self, rules: Rules, interruptible: bool) -> DomainBuilder {
        let it = || Expr::var("it");
        // A job is worth more the better it is paid.
        let done = GoalTemplate::each("done", Pattern::of(self.job).named("it")).measure(Measure::toward(
            it().get(self.left) * it().get(self.pay),
            100,
            0,
        ));
        let domain = Domain::new(self.names.clone());
        let domain =
            if interruptible { domain.action(self.action()) } else { domain.uninterrupted(self.action()) };
        domain
            .supplies(self.job, self.work, Interaction::default())
            .drive(Drive::new("work", 1.0).goal(done))
            .rules(rules)
    }

    fn memory(&self, jobs: &[(u64, f64)]) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        for (number, pay) in jobs {
            memory
                .put(Thing::new(Id::new(*number)).kind(self.job).with(self.left, 10).with(self.pay, *pay))
                .unwrap();
        }
        memory
    }
}

/// Ticks of 50 ms; what is done in each.
fn play(agent: &mut Agent<Arbiter>, plans: &mut Plans, from: u64, ticks: u64) -> Vec<String> {
    let mut done = Vec::new();
    for tick in from..from + ticks {
        let names = agent.memory().shared_vocabulary().clone();
        done.push(agent.tick_traced(Time::of_tick(tick, 50_000), plans).display(&names).join(" "));
    }
    done
}

/// R-001-056: plans are looked for at multiples of the period.
#[test]
fn plans_are_looked_for_at_multiples_of_the_period() {
    let shop = Shop::new();
    let default = Rules::motive().period;
    assert_eq!(default, 200_000);
    for period in [100_000, default, 350_000, 1_000_000] {
        let mut rules = Rules::motive();
        rules.period = period;
        let mut agent = agent(shop.domain(rules, true).build().unwrap(), shop.memory(&[(1, 5.0)]));
        let mut plans = Plans::default();
        for tick in 0..80 {
            agent.memory_mut().set(Id::new(1), shop.pay, 5.0 + (tick % 3) as f64).unwrap();
            agent.tick_traced(Time::of_tick(tick, 50_000), &mut plans);
        }
        let expected = 80 * 50_000 / period;
        assert!(plans.0.len() as u64 >= expected, "{period}: {}", plans.0.len());
        assert!(plans.0.iter().all(|(at, ..)| at % period == 0), "{period}: {:?}", plans.0);
    }
}

/// R-001-053, R-001-133: a plan that is done, a thing that vanishes and a need that fails make it plan anew; what does not matter does not.
#[test]
fn it_plans_anew_for_every_reason_and_for_no_other() {
    let shop = Shop::new();
    let start = |jobs: &[(u64, f64)]| {
        let agent = agent(shop.domain(Rules::motive(), true).build().unwrap(), shop.memory(jobs));
        (agent, Plans::default())
    };
    // The thing vanishes.
    let (mut worker, mut plans) = start(&[(1, 9.0), (2, 1.0)]);
    assert_eq!(play(&mut worker, &mut plans, 0, 4), vec!["work(#1)"; 4]);
    worker.memory_mut().remove(Id::new(1));
    let done = play(&mut worker, &mut plans, 4, 4);
    assert_eq!(done.last().unwrap(), "work(#2)", "{done:?}");
    assert_eq!(plans.0.last().unwrap().1, "`work(#1)` failed");

    // The plan is done: the second job is next.
    let (mut worker, mut plans) = start(&[(1, 9.0), (2, 1.0)]);
    play(&mut worker, &mut plans, 0, 20);
    worker.memory_mut().set(Id::new(1), shop.left, 0).unwrap();
    let done = play(&mut worker, &mut plans, 20, 5);
    assert_eq!(done.last().unwrap(), "work(#2)", "{done:?}");

    // Nothing that matters changes: one plan for the whole second.
    let (mut worker, mut plans) = start(&[(1, 9.0)]);
    play(&mut worker, &mut plans, 0, 19);
    assert_eq!(plans.0.len(), 1, "{:?}", plans.0);

    // Something much better comes up: it is taken at the next query.
    let (mut worker, mut plans) = start(&[(1, 2.0)]);
    play(&mut worker, &mut plans, 0, 5);
    worker
        .memory_mut()
        .put(Thing::new(Id::new(3)).kind(shop.job).with(shop.left, 10).with(shop.pay, 10))
        .unwrap();
    let done = play(&mut worker, &mut plans, 5, 5);
    assert_eq!((done[0].as_str(), done[4].as_str()), ("work(#1)", "work(#3)"), "{done:?}");
    assert_eq!(plans.0.last().unwrap().1, "something changed");
}

/// R-001-054: what may not be interrupted is brought to its end.
#[test]
fn what_may_not_be_interrupted_is_brought_to_its_end() {
    let shop = Shop::new();
    let mut worker = agent(shop.domain(Rules::motive(), false).build().unwrap(), shop.memory(&[(1, 2.0)]));
    let mut plans = Plans::default();
    play(&mut worker, &mut plans, 0, 5);
    worker
        .memory_mut()
        .put(Thing::new(Id::new(3)).kind(shop.job).with(shop.left, 10).with(shop.pay, 10))
        .unwrap();
    let done = play(&mut worker, &mut plans, 5, 15);
    assert!(done.iter().all(|act| act == "work(#1)"), "{done:?}");
    worker.memory_mut().set(Id::new(1), shop.left, 0).unwrap();
    let done = play(&mut worker, &mut plans, 20, 5);
    assert_eq!(done.last().unwrap(), "work(#3)", "{done:?}");
}

/// R-001-055: two plans that take turns being better by a little do not make it dither.
#[test]
fn two_nearly_equal_plans_do_not_make_it_dither() {
    let shop = Shop::new();
    let switches = |hysteresis: f64| {
        let mut rules = Rules::motive();
        rules.hysteresis = hysteresis;
        let mut worker = agent(shop.domain(rules, true).build().unwrap(), shop.memory(&[(1, 5.0), (2, 5.0)]));
        let (mut last, mut switches) = (String::new(), 0);
        for tick in 0..19_u32 {
            let high = f64::from(tick / 4 % 2) * 0.1;
            worker.memory_mut().set(Id::new(1), shop.pay, 5.0 + high).unwrap();
            worker.memory_mut().set(Id::new(2), shop.pay, 5.1 - high).unwrap();
            let now = worker.tick(Time::of_tick(u64::from(tick), 50_000)).display(&shop.names).join(" ");
            switches += u32::from(!last.is_empty() && now != last);
            last = now;
        }
        switches
    };
    assert_eq!(switches(0.02), 0);
    assert!(switches(0.0) > 0);
}

/// The steps of a plan take things as any other behaviour does: what a more important task holds is left to it.
#[test]
fn a_plan_leaves_what_a_more_important_task_holds() {
    let shop = Shop::new();
    let domain = shop.domain(Rules::motive(), true).build().unwrap();
    let best = Pattern::of(shop.job)
        .named("job")
        .exclusive()
        .prefer_within(shop.pay, motive::kernel::Range::at_least(0.0).highest());
    let library = motive::arbiter::teleo::Library::new(
        &shop.names,
        vec![
            motive::arbiter::teleo::Definition::new("Guard")
                .rule(motive::arbiter::teleo::Rule::new("hold").when(Condition::bind(best))),
        ],
    )
    .unwrap();
    let character = Character::new(shop.names.clone())
        .goal(Goal::maintain("guard", "Guard").always(50))
        .goal(Goal::maintain("live", "plan").always(10))
        .library(&library)
        .program(PlanFor::new("plan", domain))
        .build()
        .unwrap();
    let mut agent = Agent::new(shop.memory(&[(1, 9.0), (2, 1.0)]), Arbiter::new(character), 1, 0);
    let mut done = Vec::new();
    for tick in 0..10 {
        done.push(agent.tick(Time::of_tick(tick, 50_000)).display(&shop.names).join(" "));
    }
    assert!(done.iter().all(|act| act != "work(#1)"), "{done:?}");
    assert_eq!(done.last().unwrap(), "work(#2)", "{done:?}");
}

/// A drive that is satisfied ends the task of a goal that was to be achieved.
#[test]
fn satisfied_drives_end_the_task() {
    let arena = Arena::new();
    let domain = Domain::new(arena.names.clone())
        .action(arena.goto(0))
        .drive(arena.kill_all_enemies())
        .build()
        .unwrap();
    let character = Character::new(arena.names.clone())
        .goal(Goal::achieve("peace", "plan").always(10))
        .program(PlanFor::new("plan", domain))
        .build()
        .unwrap();
    let mut memory = Memory::new(arena.names.clone());
    memory.set_own(arena.position, at(0.0)).unwrap();
    let mut agent = Agent::new(memory, Arbiter::new(character), 1, 0);
    assert!(agent.tick(Time::of_tick(0, 50_000)).actions.is_empty());
    assert_eq!(agent.mind().tasks().count(), 0, "there is nobody to kill");
}

/// What was chosen, and over what.
#[derive(Default)]
struct Choices(Vec<(Vec<String>, Vec<OtherPlan>)>);

impl Tracer for Choices {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        if let Event::Planned { steps, chosen_over, .. } = event {
            self.0.push((steps, chosen_over));
        }
    }
}

/// Meals that are worth more from one to the next, one that does harm and one that needs something that nobody can bring about.
fn meals(scripted: bool) -> (Arc<Domain>, Memory) {
    let mut names = Vocabulary::new();
    let (food, guest) = (names.own("food", Type::Number), names.own("guest", Type::Bool));
    let meals = ["crumb", "bite", "snack", "soup", "lunch", "dinner", "feast"];
    let actions = meals.map(|name| names.action(name, 0));
    let [fast, banquet] = ["fast", "banquet"].map(|name| names.action(name, 0));
    let names = names.finish().unwrap();
    let full = Measure::toward(Expr::own(food), 0, 100);
    let mut builder = Domain::new(names.clone())
        .drive(Drive::new("hunger", 1.0).goal(GoalTemplate::new("full").measure(full)))
        .action(Action::new(fast, &[]).effect(Effect::add_own(food, -5)))
        .action(
            Action::new(banquet, &[]).needs(Expr::own(guest).equals(true)).effect(Effect::add_own(food, 45)),
        );
    for (action, worth) in actions.into_iter().zip(1..) {
        builder = builder.action(Action::new(action, &[]).effect(Effect::add_own(food, 10 * worth)));
    }
    if scripted {
        for action in actions.into_iter().chain([fast, banquet]) {
            builder = builder.scripted(ScriptedPlan::new("meal").alone(action));
        }
    }
    let mut memory = Memory::new(names);
    memory.set_own(food, 10).unwrap();
    memory.set_own(guest, false).unwrap();
    (builder.build().unwrap(), memory)
}

/// The plans that one was chosen over are told best first and no more than five, whether plans are searched for or written; one that cannot
/// be done says why.
#[test]
fn the_plans_that_one_was_chosen_over_are_told() {
    for scripted in [false, true] {
        let (domain, memory) = meals(scripted);
        let mut choices = Choices::default();
        agent(domain, memory).tick_traced(Time::of_tick(0, 50_000), &mut choices);
        let (steps, others) = &choices.0[0];
        assert_eq!(steps, &["feast()"]);
        let told: Vec<&str> = others.iter().map(|other| &*other.steps[0]).collect();
        let possible: Vec<&str> =
            others.iter().filter(|other| other.flaw.is_none()).map(|other| &*other.steps[0]).collect();
        assert!(told.len() == 5 && others.is_sorted_by(|a, b| a.utility >= b.utility), "{others:?}");
        assert_eq!(possible[..4], ["dinner()", "lunch()", "soup()", "snack()"], "{others:?}");
        let banquet = others.iter().find(|other| other.steps == ["banquet()"]);
        assert_eq!(banquet.is_some(), scripted, "a search leaves out what nothing can lead to: {others:?}");
        assert!(banquet.is_none_or(|banquet| banquet.flaw.is_some()), "{others:?}");
    }
}
