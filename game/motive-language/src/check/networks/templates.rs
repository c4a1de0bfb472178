//! Templates: skills and sensors of a network with parameters.
//!
//! The names of parameters inside the names of propositions become variables: `at_place` with `place` is `at_?place`.

use crate::check::{Checker, span_of};
use crate::syntax::ast::Name;
use motive_core::Type;
use motive_networks::Skill;
use std::sync::Arc;

impl Checker<'_> {
    /// Runs `work` with the parameters of a template in scope.
    pub(in crate::check) fn with_parameters<T>(
        &mut self,
        parameters: &[String],
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.scoped(|this| {
            for name in parameters {
                this.bind_implicit(name, Type::Any);
            }
            work(this)
        })
    }

    /// The name of a sensor template. Every parameter must be a part of it, since only the name tells its sensors apart.
    pub(in crate::check) fn template_name(&mut self, name: &Name, parameters: &[String]) -> Option<String> {
        let text = name.text();
        if let Some(missing) = parameters.iter().find(|parameter| !has_part(text, parameter)) {
            let message = format!("the parameter `{missing}` is not a part of the name `{text}`");
            let help = format!("call it `{text}_{missing}({})`", parameters.join(", "));
            let diagnostic = crate::diagnostic::Diagnostic::error("free-parameter", span_of(name), message);
            self.report(diagnostic.with_help(help));
            return None;
        }
        Some(variable_in(text, parameters))
    }
}

fn has_part(text: &str, part: &str) -> bool {
    text.split('_').any(|piece| piece == part)
}

/// A name with its parameters turned into variables.
fn variable_in(text: &str, parameters: &[String]) -> String {
    let part = |part: &str| {
        if parameters.iter().any(|name| name == part) { format!("?{part}") } else { part.to_owned() }
    };
    let parts: Vec<String> = text.split('_').map(part).collect();
    parts.join("_")
}

/// A skill with its parameters turned into variables.
pub(in crate::check) fn with_variables(mut skill: Skill, parameters: &[String]) -> Skill {
    let variable = |text: &str| -> Arc<str> { variable_in(text, parameters).into() };
    if parameters.iter().any(|parameter| has_part(&skill.name, parameter)) {
        skill.name = variable(&skill.name);
    } else {
        // The instances of a template need different names.
        let all: Vec<String> = parameters.iter().map(|name| format!("?{name}")).collect();
        skill.name = format!("{}_{}", skill.name, all.join("_")).into();
    }
    for pair in &mut skill.preconditions {
        pair.proposition = variable(&pair.proposition);
    }
    for made in skill.adds.iter_mut().chain(&mut skill.deletes) {
        made.literal.proposition = variable(&made.literal.proposition);
    }
    skill
}
