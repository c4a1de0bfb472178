//! `motive env`: a world that another program steps, over standard input and output.

use crate::console::{Console, Exit, Failure, Outcome, did_you_mean};
use crate::minds::{self, Choice};
use clap::Args;
use motive::kernel::{Agent, Command, Holder, Id, Memory, Point, Proposal, Symbol, Type, Value, Vocabulary};
use motive_language::WorldVocabulary;
use motive_language::diagnostic::Colour;
use motive_worlds::{ActionShape, GivenActions, ObservedFeature, StartAgent, StepError, SteppedWorld};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::io::{self, BufRead};

/// Lets another program step a world: Python, with Gymnasium or PettingZoo
///
/// Nobody calls this by hand: `pymotive.register("PROGRAM")` makes the worlds of a program environments. Requests come in on standard input and
/// answers go out on standard output, a line of JSON each. The first line that goes out describes the world.
///
///   {"do": "reset", "seed": 7}                        a new game
///   {"do": "observe", "agent": 0, "rows": 32}         what a body knows, as numbers
///   {"do": "step", "actions": [[0, [["go_to", {"id": 2}]]]]}   a tick; null instead of actions lets those continue that take their time
///   {"do": "seat", "agent": 1, "mind": "porter.motive"}   a mind plays a body; null frees it
///   {"do": "draw"}                                    the world as text
///   {"do": "metrics"}                                 numbers about the game
///
/// Examples:
///   motive env tileworld agents=2
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: String,
    /// Options of the world
    #[arg(value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// What the other program asks.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum WorldRequest {
    Reset {
        seed: u64,
    },
    /// What each body does: actions with arguments.
    Step {
        actions: Vec<(usize, Option<Vec<Vec<Json>>>)>,
    },
    Observe {
        agent: usize,
        rows: usize,
    },
    Seat {
        agent: usize,
        mind: Option<String>,
    },
    Draw,
    Metrics,
}

/// Answers requests until there are no more.
///
/// # Errors
/// If there is no such world, or standard input cannot be read.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let world = console.worlds.find(&arguments.world, &arguments.options).map_err(Failure::input)?;
    let mut stage = SteppedWorld::new(world, 0).map_err(Failure::input)?;
    console.json(&description(&stage))?;
    console.out().flush()?;
    for line in io::stdin().lock().lines() {
        let answer = serde_json::from_str(&line?).map_err(|error| error.to_string());
        let answer = answer.and_then(|request| answer_to(request, &mut stage));
        console.json(&answer.unwrap_or_else(|error| json!({ "error": error })))?;
        console.out().flush()?;
    }
    Ok(Exit::Fine)
}

fn answer_to(request: WorldRequest, stage: &mut SteppedWorld) -> Result<Json, String> {
    let told = |error: StepError| error.to_string();
    match request {
        WorldRequest::Reset { seed } => stage.reset(seed).map_err(told)?,
        WorldRequest::Step { actions } if !stage.world().is_over() => {
            let names = stage.world().vocabulary().clone();
            let read = |(body, given): (usize, Option<Vec<Vec<Json>>>)| Ok((body, proposals(given, &names)?));
            let actions = actions.into_iter().map(read).collect::<Result<Vec<_>, String>>()?;
            stage.decide(&actions).and_then(|()| stage.advance()).map_err(told)?;
        }
        WorldRequest::Step { .. } => {}
        WorldRequest::Observe { agent, rows } => {
            let observed = stage.observe(agent, rows.min(4096)).map_err(told)?;
            let names = stage.world().vocabulary();
            let ids: Vec<Json> = observed.rows.iter().map(|id| id_to_json(*id, names)).collect();
            return Ok(json!({ "self": observed.own, "things": observed.things, "ids": ids }));
        }
        WorldRequest::Seat { agent, mind } => {
            let start = mind.map(|mind| start_of(&mind, stage)).transpose()?;
            stage.seat(agent, start).map_err(told)?;
        }
        WorldRequest::Draw => return Ok(json!({ "text": stage.world().draw() })),
        WorldRequest::Metrics => {
            let metrics = stage.world().metrics();
            return Ok(metrics.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect());
        }
    }
    Ok(state_of(stage))
}

/// How the game stands.
fn state_of(stage: &SteppedWorld) -> Json {
    let (world, now) = (stage.world(), stage.world().time());
    let scores: Vec<f64> = (0..stage.bodies()).map(|body| world.score(body)).collect();
    json!({ "tick": now.tick, "seconds": now.seconds(), "over": world.is_over(), "scores": scores })
}

/// A world as the first line describes it.
fn description(stage: &SteppedWorld) -> Json {
    let world = stage.world();
    // A bound that is infinite becomes null: JSON knows no infinity.
    let bounds = |features: &[ObservedFeature]| -> Json {
        features.iter().map(|feature| json!([feature.name, feature.low, feature.high])).collect()
    };
    json!({
        "world": world.name(), "legend": world.legend(), "minds": world.minds(),
        "names": motive_language::write_names(world.vocabulary()),
        "actions": ActionShape::all(world.vocabulary()),
        // Of the agent itself and of each thing: name, least and most.
        "features": [bounds(&stage.layout().own), bounds(&stage.layout().thing)],
        "state": state_of(stage),
    })
}

/// What starts the mind `FILE`, `FILE:NAME` or `rust:NAME`.
fn start_of(mind: &str, stage: &SteppedWorld) -> Result<StartAgent, String> {
    let (choice, world) = (Choice::read(mind), stage.world());
    if let Choice::Plain(name) = choice {
        minds::check_plain(&name, world).map_err(|failure| failure.to_string())?;
        return Ok(Box::new(move |world, seed, number| {
            let memory = Memory::new(world.vocabulary().clone());
            Ok(Agent::new(memory, world.mind_with(&name, &[])?, seed, number))
        }));
    }
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let text = choice.text(world.name()).map_err(|failure| failure.to_string())?;
    let found = minds::load(text, &choice, world.name(), &given, Colour::Off);
    let found = found.map_err(|unusable| format!("{}{}", unusable.report, unusable.summary))?;
    Ok(Box::new(move |_, seed, number| {
        let mut memory = Memory::new(found.vocabulary.clone());
        found.initial_state.apply_to(&mut memory)?;
        Ok(Agent::new(memory, found.definition.start()?, seed, number))
    }))
}

/// The actions that a body is to do, the most important first.
fn proposals(given: Option<Vec<Vec<Json>>>, names: &Vocabulary) -> Result<GivenActions, String> {
    let read = |(at, action): (usize, Vec<Json>)| {
        let command = command(&action, names)?;
        Ok(Proposal { task: Holder(at as u64), priority: 1.0 / (at + 1) as f64, command })
    };
    given.map(|given| given.into_iter().enumerate().map(read).collect()).transpose()
}

fn command(action: &[Json], names: &Vocabulary) -> Result<Command, String> {
    let [Json::String(name), arguments @ ..] = action else {
        return Err("an action is a list of its name and arguments".to_owned());
    };
    let shapes = ActionShape::all(names);
    let known = shapes.iter().any(|shape| shape.name == *name);
    let found = names.find_action(name).filter(|_| known);
    let Some((action, info)) = found.and_then(|action| Some((action, names.action_info(action)?))) else {
        let hint = did_you_mean(name, shapes.iter().map(|shape| shape.name.as_str()));
        return Err(format!("there is no action `{name}`{hint}"));
    };
    if arguments.len() != info.arity {
        return Err(format!("the action `{name}` takes {} arguments, not {}", info.arity, arguments.len()));
    }
    let holds = |at: usize| info.parameters.as_ref().and_then(|types| types.get(at)).unwrap_or(&Type::Any);
    let read = |(at, given): (usize, &Json)| {
        let value = value_of(given, holds(at), names);
        let value = value.filter(|value| value.is_sound() && holds(at).admits(value));
        value.ok_or_else(|| format!("the action `{name}` cannot take {given}"))
    };
    let arguments = arguments.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(Command::Act { action, arguments })
}

/// A value of JSON as one of Motive: `{"id": 7}` and `{"id": "door"}` are things.
fn value_of(given: &Json, expected: &Type, names: &Vocabulary) -> Option<Value> {
    let symbol = |text: &str| -> Option<Symbol> { names.find_symbol(text) };
    Some(match given {
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => Value::Number(number.as_f64()?),
        Json::String(text) if *expected == Type::Text => Value::Text(text.as_str().into()),
        Json::String(text) => Value::Symbol(symbol(text)?),
        Json::Object(thing) => Value::Id(match thing.get("id")? {
            Json::String(name) if name == "self" => Id::SELF,
            Json::String(name) => Id::named(symbol(name)?),
            number => Id::new(number.as_u64()?),
        }),
        Json::Array(items) if *expected == Type::Point => {
            let number = |at: usize| Some(items.get(at).map_or(Some(0.0), Json::as_f64)? as f32);
            Value::Point(Point { x: number(0)?, y: number(1)?, z: number(2)? })
        }
        Json::Array(items) => {
            let items = items.iter().map(|item| value_of(item, &Type::Any, names));
            Value::List(items.collect::<Option<Vec<_>>>()?.into())
        }
        Json::Null => return None,
    })
}

fn id_to_json(id: Id, names: &Vocabulary) -> Json {
    json!({ "id": id.number().map_or_else(|| json!(id.display(names)), |number| json!(number)) })
}
