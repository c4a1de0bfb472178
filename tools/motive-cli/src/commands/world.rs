//! `motive world`: what a character can see and do in a world.

use crate::console::{Console, Exit, Failure, Outcome};
use clap::Args;
use motive::kernel::{ActionLifetime, ActionTarget, Declaration, Type, Vocabulary};
use motive_worlds::{About, AnyWorld, OptionInfo};
use serde::Serialize;
use std::fmt::Write as _;

/// Lists the worlds, or what one of them has: kinds, properties, actions, functions and options
///
/// These are the names that a .motive file with a line `world NAME` can use.
///
/// Examples:
///   motive world                   all worlds
///   motive world pacman            the names of one world
///   motive world pacman --json     the same as one JSON object
///   motive world shooter --map duel --svg > duel.svg     draw a map; errors in your own map are reported with their places
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The world
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
    /// Print a page of the book instead of text
    #[arg(long, conflicts_with = "json", requires = "name")]
    markdown: bool,
    /// A map of the world, by name or file
    #[arg(long, value_name = "MAP", requires = "name")]
    map: Option<String>,
    /// Print the map as an SVG picture instead of text
    #[arg(long, conflicts_with_all = ["json", "markdown"], requires = "name")]
    svg: bool,
}

/// One name with its description.
#[derive(Serialize)]
struct Entry {
    name: String,
    /// The arguments of an action, function or relation; the type of a property.
    #[serde(skip_serializing_if = "String::is_empty")]
    shape: String,
    description: String,
}

/// Names of one category.
#[derive(Serialize)]
struct NameSection {
    title: &'static str,
    /// How they are written in a file.
    usage: &'static str,
    entries: Vec<Entry>,
}

/// A world as its authors describe it.
#[derive(Serialize)]
struct Guide {
    name: &'static str,
    summary: &'static str,
    agents: usize,
    sections: Vec<NameSection>,
}

/// Prints the guide to a world, or the list of worlds.
///
/// # Errors
/// If there is no such world.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let Some(name) = &arguments.name else {
        list(arguments.json, console)?;
        return Ok(Exit::Fine);
    };
    let options = super::play::with_map(arguments.map.as_deref(), &[]);
    let world = console.worlds.find(name, &options).map_err(Failure::input)?;
    if arguments.svg {
        let Some(picture) = world.picture() else {
            return Err(Failure::Input(format!("`{name}` has no map that could be drawn")));
        };
        console.out().write_all(picture.as_bytes())?;
        return Ok(Exit::Fine);
    }
    let Some(about) = console.worlds.list().iter().find(|about| about.name == name) else {
        return Err(Failure::Input(format!("there is no world `{name}`")));
    };
    let guide = Guide::new(about, &*world);
    let text = || if arguments.markdown { guide.markdown() } else { guide.text() };
    console.show(arguments.json, &guide, text)?;
    Ok(Exit::Fine)
}

fn list(json: bool, console: &mut Console) -> Result<(), Failure> {
    if json {
        let world = |it: &About| serde_json::json!({ "name": it.name, "summary": it.summary });
        let worlds: Vec<_> = console.worlds.list().iter().map(world).collect();
        return console.json(&worlds);
    }
    for about in console.worlds.clone().list() {
        console.say(format_args!("{:<10} {}", about.name, about.summary))?;
    }
    Ok(console.say("\n`motive world NAME` says what there is in one of them")?)
}

impl Guide {
    fn new(about: &About, world: &dyn AnyWorld) -> Self {
        let names = world.vocabulary();
        let (own, things): (Vec<_>, Vec<_>) = names
            .properties()
            .partition(|property| names.property_info(*property).is_some_and(|info| info.own.is_some()));
        let property = |property| {
            let holds = names.property_info(property).map_or(&Type::Any, |info| &info.holds);
            entry(names, property, names.property_name(property), type_name(names, holds))
        };
        let sections = vec![
            NameSection {
                title: "Kinds",
                usage: "some ghost { ... }",
                entries: names.kinds().iter().map(|kind| kind_entry(names, *kind)).collect(),
            },
            NameSection {
                title: "Properties of things",
                usage: "ghost { distance: ..10 }",
                entries: things.into_iter().map(property).collect(),
            },
            NameSection {
                title: "Properties of the character itself",
                usage: "self.health",
                entries: own.into_iter().map(property).collect(),
            },
            NameSection {
                title: "Relations",
                usage: "holds(a, b)",
                entries: names
                    .relations()
                    .map(|it| {
                        let arity = names.relation_info(it).map_or(0, |info| info.arity);
                        entry(names, it, names.relation_name(it), parameters(arity))
                    })
                    .collect(),
            },
            NameSection {
                title: "Actions",
                usage: "do move(x)",
                entries: names.actions().map(|it| action_entry(names, it)).collect(),
            },
            NameSection {
                title: "Functions",
                usage: "way_to(x)",
                entries: names
                    .functions()
                    .map(|it| {
                        let arity = names.function_info(it).and_then(|info| info.arity);
                        let shape = arity.map_or_else(|| "(...)".to_owned(), parameters);
                        entry(names, it, names.function_name(it), shape)
                    })
                    .collect(),
            },
            NameSection {
                title: "Options",
                usage: "motive play WORLD NAME=VALUE",
                entries: about.options.iter().map(option_entry).collect(),
            },
        ];
        let sections = sections.into_iter().filter(|section| !section.entries.is_empty()).collect();
        Self { name: about.name, summary: about.summary, agents: world.agents(), sections }
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.name, self.summary);
        for section in &self.sections {
            let _ = writeln!(text, "\n{} (`{}`)", section.title, section.usage);
            let heads: Vec<String> = section.entries.iter().map(|it| it.head(section.title)).collect();
            // A few long names do not push all descriptions to the right.
            let width = heads.iter().map(|head| head.chars().count()).max().unwrap_or(0).min(36);
            for (head, entry) in heads.iter().zip(&section.entries) {
                let _ = writeln!(text, "  {head:<width$}  {}", entry.description);
            }
        }
        text
    }

    fn markdown(&self) -> String {
        let Self { name, agents, .. } = self;
        let mut page = format!(
            "<!-- Written by `motive world {name} --markdown`; change the descriptions in the world instead. -->\n# World: {name}\n\n{}.\n",
            capitalised(self.summary)
        );
        let _ = writeln!(page, "\n`motive play {name}` shows it. It has room for {agents} agent(s).");
        for section in &self.sections {
            let _ = writeln!(page, "\n## {}\n\nWritten as `{}`.\n", section.title, section.usage);
            let _ = writeln!(page, "| name | |\n|---|---|");
            for entry in &section.entries {
                let _ = writeln!(page, "| `{}` | {} |", entry.head(section.title), entry.description);
            }
        }
        page
    }
}

impl Entry {
    /// `move(a)`, `distance: number`, `lives=3`.
    fn head(&self, section: &str) -> String {
        let between = match (section, self.shape.as_str()) {
            (_, "") => "",
            ("Options", _) => "=",
            (_, shape) if shape.starts_with('(') => "",
            ("Kinds", _) => " ",
            _ => ": ",
        };
        format!("{}{between}{}", self.name, self.shape)
    }
}

fn entry(names: &Vocabulary, it: impl Into<Declaration>, name: &str, shape: String) -> Entry {
    Entry { name: name.to_owned(), shape, description: names.description(it).unwrap_or_default().to_owned() }
}

fn kind_entry(names: &Vocabulary, kind: motive::kernel::Kind) -> Entry {
    let parents: Vec<&str> = names.ancestors(kind).iter().map(|it| names.name(it.symbol())).collect();
    let shape = if parents.is_empty() { String::new() } else { format!("(also {})", parents.join(", ")) };
    entry(names, kind, names.name(kind.symbol()), shape)
}

fn action_entry(names: &Vocabulary, action: motive::kernel::ActionId) -> Entry {
    let info = names.action_info(action);
    let shape = parameters(info.map_or(0, |info| info.arity));
    let mut entry = entry(names, action, names.action_name(action), shape);
    match info.map(|info| (info.target, info.lifetime)) {
        Some((ActionTarget::Memory, _)) => entry.description.push_str(" (changes only memory)"),
        Some((_, ActionLifetime::Latched)) => {
            entry.description.push_str(" (goes on until it ends by itself)");
        }
        _ => {}
    }
    entry
}

fn option_entry(option: &OptionInfo) -> Entry {
    let description = format!("{} ({})", option.summary, option.expects);
    Entry { name: option.name.to_owned(), shape: option.default.to_owned(), description }
}

/// `(a, b)` for two.
fn parameters(arity: usize) -> String {
    let names: Vec<String> = ('a'..='z').take(arity).map(String::from).collect();
    format!("({})", names.join(", "))
}

fn type_name(names: &Vocabulary, holds: &Type) -> String {
    match holds {
        Type::Any => "any value".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Bool => "true or false".to_owned(),
        Type::Symbol => "symbol".to_owned(),
        Type::OneOf(symbols) => {
            let all: Vec<&str> = symbols.iter().map(|symbol| names.name(*symbol)).collect();
            all.join(", ")
        }
        Type::Id => "thing".to_owned(),
        Type::Point => "place".to_owned(),
        Type::Text => "text".to_owned(),
        Type::List => "list".to_owned(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
