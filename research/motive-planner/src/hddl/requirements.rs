//! The features that a domain and a problem use, and those that the domain says it uses.

use super::build::with_head;
use super::s_expr::SExpr;
use super::{FileDiagnostic, InputFile};
use motive_diagnostics::{Diagnostic, nearest};
use std::collections::BTreeSet;

/// What a requirement stands for, where it stands for others.
const ABBREVIATIONS: [(&str, &[&str]); 3] = [
    (
        ":adl",
        &[
            ":strips",
            ":typing",
            ":negative-preconditions",
            ":disjunctive-preconditions",
            ":equality",
            ":universal-preconditions",
            ":existential-preconditions",
            ":conditional-effects",
        ],
    ),
    (":quantified-preconditions", &[":universal-preconditions", ":existential-preconditions"]),
    (":htn-method-prec", &[":method-preconditions"]),
];

const KNOWN: [&str; 13] = [
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":universal-preconditions",
    ":existential-preconditions",
    ":conditional-effects",
    ":hierarchy",
    ":method-preconditions",
    ":action-costs",
    ":adl",
    ":quantified-preconditions",
];

/// A warning if features are used that `:requirements` does not name, and one for each name that is nearly right.
pub(super) fn missing_requirements(domain: &SExpr, problem: &SExpr) -> Vec<FileDiagnostic> {
    let parts: Vec<&SExpr> = domain.list().unwrap_or(&[]).iter().collect();
    let sections = with_head(&parts, ":requirements");
    let mut named = BTreeSet::new();
    let mut list = Vec::new();
    for node in sections.iter().filter_map(|section| section.list()).flat_map(|list| &list[1..]) {
        let word = node.word().unwrap_or_default().to_ascii_lowercase();
        let stands_for = ABBREVIATIONS.iter().find(|(name, _)| *name == word).map_or(&[][..], |(_, all)| all);
        named.extend(stands_for.iter().map(|name| (*name).to_owned()));
        if !KNOWN.contains(&word.as_str()) && stands_for.is_empty() && nearest(&word, KNOWN).is_some() {
            let unknown = Diagnostic::warning(
                "unknown-requirement",
                node.span.clone(),
                format!("there is no requirement `{word}`"),
            );
            list.push(unknown.with_nearest(&word, KNOWN));
        }
        named.insert(word);
    }
    let mut used = BTreeSet::new();
    let problem_parts: Vec<&SExpr> = problem.list().unwrap_or(&[]).iter().collect();
    parts.iter().for_each(|part| of_section(part, &mut used));
    with_head(&problem_parts, ":goal").iter().for_each(|goal| of_condition(goal, &mut used));
    let missing: Vec<&str> = used.into_iter().filter(|name| !named.contains(*name)).collect();
    if !missing.is_empty() {
        let place = sections.first().copied().or_else(|| parts.get(1).copied()).unwrap_or(domain);
        let message = format!("the domain uses more than it requires: {}", missing.join(" "));
        let warning = Diagnostic::warning("missing-requirement", place.span.clone(), message);
        list.push(warning.with_help("other planners may refuse it; add them to `(:requirements ...)`"));
    }
    list.into_iter().map(|diagnostic| FileDiagnostic { file: InputFile::Domain, diagnostic }).collect()
}

fn of_section(section: &SExpr, used: &mut BTreeSet<&'static str>) {
    let list = section.list().unwrap_or(&[]);
    let is_method = match section.head().as_deref() {
        Some(":types") => {
            used.insert(":typing");
            return;
        }
        Some(":functions") => {
            used.insert(":action-costs");
            return;
        }
        Some(":task") => {
            used.insert(":hierarchy");
            return;
        }
        Some(":method") => {
            used.insert(":hierarchy");
            true
        }
        Some(":action") => false,
        _ => return,
    };
    for pair in list.windows(2) {
        let [key, value] = pair else { continue };
        match key.word().unwrap_or_default().to_ascii_lowercase().as_str() {
            ":precondition" => {
                if is_method && !value.is_empty_list() {
                    used.insert(":method-preconditions");
                }
                of_condition(value, used);
            }
            ":effect" => of_effect(value, used),
            _ => {}
        }
    }
}

fn of_condition(condition: &SExpr, used: &mut BTreeSet<&'static str>) {
    let rest = condition.list().and_then(|list| list.get(1..)).unwrap_or(&[]);
    match condition.head().as_deref() {
        Some("not") if rest.first().and_then(SExpr::head).as_deref() != Some("=") => {
            used.insert(":negative-preconditions");
        }
        Some("or" | "imply") => {
            used.insert(":disjunctive-preconditions");
        }
        Some("=") => {
            used.insert(":equality");
        }
        Some("forall") => {
            used.insert(":universal-preconditions");
        }
        Some("exists") => {
            used.insert(":existential-preconditions");
        }
        _ => {}
    }
    rest.iter().for_each(|part| of_condition(part, used));
}

fn of_effect(effect: &SExpr, used: &mut BTreeSet<&'static str>) {
    let rest = effect.list().and_then(|list| list.get(1..)).unwrap_or(&[]);
    match (effect.head().as_deref(), rest) {
        (Some("when"), [condition, part]) => {
            used.insert(":conditional-effects");
            of_condition(condition, used);
            of_effect(part, used);
        }
        (Some("increase"), _) => {
            used.insert(":action-costs");
        }
        (Some("not"), _) => {}
        _ => rest.iter().for_each(|part| of_effect(part, used)),
    }
}
