//! The competition's plan format: actions with numbers, the root tasks, and which task was done by which method with which parts.

use crate::plan::{Decomposition, HtnPlan, PlanPart, PlannedAction};
use crate::problem::{HtnMethod, HtnProblem, TaskId};
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

/// Writes a plan down.
pub fn print_plan(problem: &HtnProblem, plan: &HtnPlan) -> String {
    let count = plan.steps.len() as u32;
    let number = |part: &PlanPart| match part {
        PlanPart::Step(step) => *step,
        PlanPart::Decomposition(decomposition) => count + decomposition,
    };
    let mut text = String::from("==>\n");
    let line = |text: &mut String, number: u32, task: TaskId, objects: &[u32]| {
        let _ = write!(text, "{number} {}", problem.task_name(task));
        for object in objects {
            let _ = write!(text, " {}", problem.object_name(*object));
        }
    };
    for (place, step) in plan.steps.iter().enumerate() {
        line(&mut text, place as u32, TaskId::Action(step.action), &step.objects);
        text.push('\n');
    }
    text.push_str("root");
    for root in &plan.roots {
        let _ = write!(text, " {}", number(root));
    }
    text.push('\n');
    for (place, one) in plan.decompositions.iter().enumerate() {
        line(&mut text, count + place as u32, TaskId::Compound(one.task), &one.objects);
        let method = problem.methods.get(one.method as usize).map_or("?", |method| method.name.as_str());
        let _ = write!(text, " -> {method}");
        for part in &one.parts {
            let _ = write!(text, " {}", number(part));
        }
        text.push('\n');
    }
    text.push_str("<==\n");
    text
}

/// A task of a written plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTask {
    /// Its number.
    pub number: u64,
    /// The name and the arguments.
    pub words: Vec<String>,
    /// For a compound task, the method and the numbers of the parts.
    pub method: Option<(String, Vec<u64>)>,
    /// Where it is in the text.
    pub span: Range<usize>,
}

/// A plan as it is written, before anything about it has been checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenPlan {
    /// Actions in order.
    pub actions: Vec<WrittenTask>,
    /// The numbers of the root tasks, if the plan says how tasks were done.
    pub roots: Vec<u64>,
    /// Where the root tasks are named.
    pub root_span: Range<usize>,
    /// How compound tasks were done.
    pub decompositions: Vec<WrittenTask>,
}

impl WrittenPlan {
    /// The plan with its names looked up in a problem.
    ///
    /// # Errors
    /// If the problem does not have such a thing, or a number is used twice or not at all.
    pub fn plan(&self, problem: &HtnProblem) -> Result<HtnPlan, PlanFormatError> {
        let mut lookup = NameLookup { problem, parts: HashMap::new() };
        let actions = self.actions.iter().zip(0..).map(|(task, number)| (task, PlanPart::Step(number)));
        let others =
            self.decompositions.iter().zip(0..).map(|(task, number)| (task, PlanPart::Decomposition(number)));
        for (task, part) in actions.chain(others) {
            if lookup.parts.insert(task.number, part).is_some() {
                return Err(mistake(&task.span, format!("the number {} is used twice", task.number)));
            }
        }
        let steps = self.actions.iter().map(|task| lookup.step(task)).collect::<Result<_, _>>()?;
        let decompositions = self.decompositions.iter().map(|task| lookup.decomposition(task));
        let decompositions = decompositions.collect::<Result<_, _>>()?;
        let roots = lookup.parts(&self.roots, &self.root_span)?;
        Ok(HtnPlan { steps, decompositions, roots, cost: 0 })
    }
}

struct NameLookup<'a> {
    problem: &'a HtnProblem,
    parts: HashMap<u64, PlanPart>,
}

impl NameLookup<'_> {
    fn parts(&self, numbers: &[u64], span: &Range<usize>) -> Result<Vec<PlanPart>, PlanFormatError> {
        let find = |number: &u64| {
            let part = self.parts.get(number).copied();
            part.ok_or_else(|| mistake(span, format!("no line of the plan has the number {number}")))
        };
        numbers.iter().map(find).collect()
    }

    fn objects(&self, task: &WrittenTask) -> Result<Vec<u32>, PlanFormatError> {
        let find = |word: &String| {
            let found = self.problem.objects.iter().position(|object| object.name.eq_ignore_ascii_case(word));
            let found = self.problem.objects.iter().position(|object| object.name == *word).or(found);
            let unknown = || mistake(&task.span, format!("there is no object `{word}`"));
            found.map(|number| number as u32).ok_or_else(unknown)
        };
        task.words.iter().skip(1).map(find).collect()
    }

    fn step(&self, task: &WrittenTask) -> Result<PlannedAction, PlanFormatError> {
        let name = task.words.first().map_or("", String::as_str);
        let action = self.problem.actions.iter().position(|action| action.name.eq_ignore_ascii_case(name));
        let action = action.ok_or_else(|| mistake(&task.span, format!("there is no action `{name}`")))?;
        Ok(PlannedAction { action: action as u32, objects: self.objects(task)? })
    }

    fn decomposition(&self, task: &WrittenTask) -> Result<Decomposition, PlanFormatError> {
        let name = task.words.first().map_or("", String::as_str);
        let compound =
            self.problem.compounds.iter().position(|compound| compound.name.eq_ignore_ascii_case(name));
        let compound =
            compound.ok_or_else(|| mistake(&task.span, format!("there is no task `{name}`")))? as u32;
        let (wanted, numbers) =
            task.method.as_ref().map_or(("", &[][..]), |(name, parts)| (name.as_str(), parts));
        let named = |method: &&HtnMethod| method.name.eq_ignore_ascii_case(wanted);
        let fitting = |method: &HtnMethod| named(&method) && method.task == compound;
        let methods = &self.problem.methods;
        let method =
            methods.iter().position(fitting).or_else(|| methods.iter().position(|method| named(&method)));
        let method = method.ok_or_else(|| mistake(&task.span, format!("there is no method `{wanted}`")))?;
        let parts = self.parts(numbers, &task.span)?;
        Ok(Decomposition { task: compound, objects: self.objects(task)?, method: method as u32, parts })
    }
}

fn mistake(span: &Range<usize>, message: String) -> PlanFormatError {
    PlanFormatError { span: span.clone(), message }
}

/// Why a text is not a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PlanFormatError {
    /// Where.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// Reads a plan. Text before `==>` and after `<==` is skipped.
///
/// # Errors
/// If it is not written as plans are.
pub fn read_plan(text: &str) -> Result<WrittenPlan, PlanFormatError> {
    let start = text.find("==>").map_or(0, |place| place + 3);
    let end = text.get(start..).and_then(|rest| rest.find("<==")).map_or(text.len(), |place| start + place);
    let mut plan = WrittenPlan::default();
    let (mut place, mut rooted) = (start, false);
    for line in text.get(start..end).unwrap_or_default().split_inclusive('\n') {
        let span = place..place + line.trim_end().len();
        place += line.len();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            [comment, ..] if comment.starts_with(';') => {}
            ["root", roots @ ..] => {
                rooted = true;
                plan.roots = numbers(roots, &span)?;
                plan.root_span = span;
            }
            [number, rest @ ..] => {
                let task = task(number, rest, span)?;
                if task.method.is_some() { plan.decompositions.push(task) } else { plan.actions.push(task) }
            }
        }
    }
    if !rooted {
        return Err(PlanFormatError {
            span: start..end,
            message: "the plan has no line `root ...`".to_owned(),
        });
    }
    Ok(plan)
}

fn numbers(words: &[&str], span: &Range<usize>) -> Result<Vec<u64>, PlanFormatError> {
    let number = |word: &&str| {
        word.parse()
            .map_err(|_| PlanFormatError { span: span.clone(), message: format!("`{word}` is not a number") })
    };
    words.iter().map(number).collect()
}

fn task(number: &str, rest: &[&str], span: Range<usize>) -> Result<WrittenTask, PlanFormatError> {
    let number = numbers(&[number], &span)?.first().copied().unwrap_or(0);
    let arrow = rest.iter().position(|word| *word == "->");
    let words = rest[..arrow.unwrap_or(rest.len())].iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    if words.is_empty() {
        return Err(PlanFormatError { span, message: "this line names no task".to_owned() });
    }
    let method = match arrow {
        None => None,
        Some(place) => match rest.get(place + 1..) {
            Some([method, parts @ ..]) => Some(((*method).to_owned(), numbers(parts, &span)?)),
            _ => return Err(PlanFormatError { span, message: "no method follows `->`".to_owned() }),
        },
    };
    Ok(WrittenTask { number, words, method, span })
}
