//! The and/or graph of a task in the notation of Graphviz.

use super::definition::{Alternative, Body, HtnTask, Line};
use super::failure::TaskError;
use super::library::TaskLibrary;
use std::fmt::Write;
use std::sync::Arc;

/// The most nodes of a graph. Our choice.
const MOST_NODES: usize = 2000;

impl TaskLibrary {
    /// The and/or graph of a task down to a depth, for Graphviz. A box is a task whose parts are done in order, a diamond is done by the
    /// first of its parts that works, a hexagon by all of them in parallel, and an ellipse is an action.
    ///
    /// ```
    /// use motive::tasks::{Call, Line, Primitive, Settings, HtnTask, TaskLibrary};
    /// use motive::kernel::Vocabulary;
    ///
    /// let mut names = Vocabulary::new();
    /// let (shoot, turn) = (names.action("shoot", 0), names.action("turn", 0));
    /// let names = names.finish()?;
    /// let tasks = TaskLibrary::new(&names, vec![
    ///     HtnTask::new("Defend").line(Line::of(Call::new("Shoot")).or(Call::new("Turn"))),
    ///     HtnTask::new("Shoot").act(Primitive::new(shoot)),
    ///     HtnTask::new("Turn").act(Primitive::new(turn)),
    /// ], Settings::default()).map_err(|errors| errors[0].clone())?;
    /// let drawing = tasks.dot("Defend", 3)?;
    /// assert!(drawing.starts_with("digraph \"Defend\" {"));
    /// assert_eq!(drawing.matches(" -> ").count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such task.
    pub fn dot(&self, task: &str, depth: usize) -> Result<String, TaskError> {
        let found = self.definitions().iter().find(|known| *known.name == *task);
        let found = found.ok_or_else(|| TaskError::NoSuchTask(task.to_owned()))?;
        let mut drawing =
            Drawing { tasks: self.definitions(), nodes: String::new(), edges: String::new(), count: 0 };
        drawing.task(found, depth);
        let Drawing { nodes, edges, .. } = drawing;
        Ok(format!("digraph {} {{\n    ordering=out;\n{nodes}{edges}}}\n", quoted(task)))
    }
}

struct Drawing<'t> {
    tasks: &'t [HtnTask],
    nodes: String,
    edges: String,
    count: usize,
}

impl Drawing<'_> {
    fn node(&mut self, label: &str, shape: &str) -> usize {
        let number = self.count;
        self.count += 1;
        let _ = writeln!(self.nodes, "    n{number} [label={}, shape={shape}];", quoted(label));
        number
    }

    fn edge(&mut self, from: usize, to: usize, label: &str) {
        let label = if label.is_empty() { String::new() } else { format!(" [label={}]", quoted(label)) };
        let _ = writeln!(self.edges, "    n{from} -> n{to}{label};");
    }

    fn task(&mut self, task: &HtnTask, depth: usize) -> usize {
        let shape = match task.body {
            Body::Act(_) | Body::Behave(_) => "ellipse",
            Body::Slot(_) => "octagon",
            _ => "box",
        };
        let node = self.node(&task.name, shape);
        if depth == 0 {
            return node;
        }
        match &task.body {
            Body::Lines(lines) => self.lines(node, lines, depth),
            Body::AnyOrder(lines) => {
                let any = self.node("any order", "hexagon");
                self.edge(node, any, "");
                self.lines(any, lines, depth);
            }
            Body::Methods(methods) => {
                let or = self.node("or", "diamond");
                self.edge(node, or, "");
                for method in methods {
                    let place = self.node(&method.name, "box");
                    self.edge(or, place, "");
                    self.lines(place, &method.lines, depth);
                }
            }
            _ => {}
        }
        node
    }

    fn lines(&mut self, from: usize, lines: &[Line], depth: usize) {
        for (number, Line(alternatives)) in lines.iter().enumerate() {
            let label = if lines.len() > 1 { (number + 1).to_string() } else { String::new() };
            match &alternatives[..] {
                [only] => self.alternative(from, only, &label, depth),
                several => {
                    let or = self.node("or", "diamond");
                    self.edge(from, or, &label);
                    for one in several {
                        self.alternative(or, one, "", depth);
                    }
                }
            }
        }
    }

    fn alternative(&mut self, from: usize, one: &Alternative, label: &str, depth: usize) {
        if let [call] = &one.calls[..] {
            self.call(from, &call.task, label, depth);
            return;
        }
        let together = self.node(if one.any { "any at once" } else { "at once" }, "hexagon");
        self.edge(from, together, label);
        for call in &one.calls {
            self.call(together, &call.task, "", depth);
        }
    }

    fn call(&mut self, from: usize, task: &Arc<str>, label: &str, depth: usize) {
        if self.count >= MOST_NODES {
            return;
        }
        if let Some(task) = self.tasks.iter().find(|known| known.name == *task) {
            let node = self.task(task, depth - 1);
            self.edge(from, node, label);
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
