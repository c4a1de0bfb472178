//! Expectations and findings of checks as sentences.

use super::ConditionResult;
use crate::statistics::Interval;
use crate::study::{
    BoundScope, Check, CheckKind, ClaimDirection, Correction, Statistic, Study, TestKind, Where,
};

/// What a check expects. Metrics are called as the study's labels have it.
pub(super) fn expects(check: &Check, study: &Study) -> String {
    if let Some(text) = &check.text {
        return text.clone();
    }
    let metric = study.label(&check.metric);
    let quantity = quantity(check, metric);
    let whole = match check.kind {
        CheckKind::Significant => format!("{quantity} is significantly {} than {}", way(check), other(check)),
        CheckKind::Value => format!("{quantity} {}", range(check)),
        CheckKind::Ratio => format!("{quantity}, divided by {}, {}", other(check), range(check)),
        CheckKind::Difference => format!("{quantity}, less {}, {}", other(check), range(check)),
        CheckKind::Wins => format!(
            "the share of runs in which {metric} of {} is {} than {} in the same world {}",
            check.agent,
            way(check),
            other(check),
            range(check)
        ),
        CheckKind::Trend => {
            let way = if check.direction == Some(ClaimDirection::Less) { "falls" } else { "rises" };
            format!("{quantity} {way} with {}", check.along.as_deref().unwrap_or_default())
        }
        CheckKind::Peak => format!(
            "{quantity} is greatest at {} {}",
            check.along.as_deref().unwrap_or_default(),
            check.at.as_ref().map_or("", |at| &at.0)
        ),
        CheckKind::Differ => {
            let others = check.among.as_ref().map_or_else(String::new, |others| others.join(", "));
            format!("{metric} of {} and {others} are not all alike", check.agent)
        }
        CheckKind::Alike => format!(
            "{quantity} and {} are alike, within {} %",
            other(check),
            shown(check.margin.unwrap_or_default() * 100.0)
        ),
        CheckKind::Near => {
            format!("{quantity} is within {} of the published number", check.tolerance.unwrap_or_default())
        }
    };
    format!("{whole}{}{}", count(check), conditions(&check.conditions))
}

fn quantity(check: &Check, metric: &str) -> String {
    let of = match check.statistic {
        Statistic::Mean => "mean",
        Statistic::Sd => "standard deviation of",
        Statistic::Median => "median",
        Statistic::LowerQuartile => "lower quartile of",
        Statistic::UpperQuartile => "upper quartile of",
        Statistic::Least => "least",
        Statistic::Greatest => "greatest",
        Statistic::InterquartileMean => "interquartile mean of",
    };
    let base = match (&check.relative_to, &check.gain_over) {
        (Some(base), _) => format!(" relative to {base}"),
        (None, Some(base)) => format!(" gained over {base}"),
        (None, None) => String::new(),
    };
    let over = if check.over == BoundScope::Mean { " (mean of all conditions)" } else { "" };
    format!("{of} {metric} of {}{base}{over}", check.agent)
}

fn other(check: &Check) -> String {
    let agent = check.against.as_deref().unwrap_or(&check.agent);
    let part = check.against_part.as_ref().map_or(String::new(), |part| format!(" in `{part}`"));
    let wanted = check.against_where.as_ref().map_or(String::new(), conditions);
    format!("that of {agent}{part}{wanted}")
}

fn way(check: &Check) -> &'static str {
    check.direction.map_or("greater", word)
}

fn word(direction: ClaimDirection) -> &'static str {
    if direction == ClaimDirection::Less { "less" } else { "greater" }
}

fn range(check: &Check) -> String {
    match check.within {
        Some([least, greatest]) if least.is_infinite() => format!("lies at or below {greatest}"),
        Some([least, greatest]) if greatest.is_infinite() => format!("lies at or above {least}"),
        Some([least, greatest]) if least == greatest => format!("is {least}"),
        Some([least, greatest]) => format!("lies from {least} to {greatest}"),
        None => String::new(),
    }
}

fn count(check: &Check) -> String {
    match (check.at_least, check.at_most) {
        (Some(least), _) => format!(", in at least {least} conditions"),
        (None, Some(0)) => ", in no condition".to_owned(),
        (None, Some(most)) => format!(", in at most {most} conditions"),
        (None, None) => String::new(),
    }
}

fn conditions(wanted: &Where) -> String {
    if wanted.0.is_empty() {
        return String::new();
    }
    let named = wanted.0.iter().map(|(option, values)| format!("{option} {}", values.join(", ")));
    format!(" at {}", named.collect::<Vec<_>>().join(" and "))
}

/// What the tests found.
pub(super) fn significant(
    check: &Check,
    wanted: ClaimDirection,
    [right, wrong, all]: [usize; 3],
    alpha: f64,
) -> String {
    let [way, back] = [wanted, wanted.opposite()].map(word);
    let test = match check.test {
        TestKind::Welch => "Welch's t",
        TestKind::OneSampleT => "one-sample t against the other's mean",
        TestKind::MannWhitney => "Mann-Whitney",
        TestKind::PairedT => "Student's t of differences run by run",
        TestKind::Wilcoxon => "Wilcoxon's signed ranks",
        TestKind::Permutation => "changes of sign",
        TestKind::LogRank => "log-rank",
    };
    format!(
        "significantly {way} in {right} of {all} conditions and {back} in {wrong} ({test}, two-sided at {alpha}{})",
        corrected(check)
    )
}

/// How p was corrected.
pub(super) fn corrected(check: &Check) -> &'static str {
    match check.correction {
        Correction::Hochberg => ", corrected after Hochberg",
        Correction::None => "",
    }
}

/// What numbers within bounds were found.
pub(super) fn bounds(check: &Check, places: &[ConditionResult], inside: usize) -> String {
    let values = places.iter().map(|place| place.value).filter(|value| value.is_finite());
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let greatest = values.fold(f64::NEG_INFINITY, f64::max);
    let all = places.len();
    if check.over == BoundScope::Mean || all == 1 {
        return format!("it is {}", shown(least));
    }
    format!("so in {inside} of {all} conditions; from {} to {}", shown(least), shown(greatest))
}

/// Numbers along an option.
pub(super) fn levels(levels: &[(String, f64)]) -> String {
    let all: Vec<String> =
        levels.iter().map(|(name, number)| format!("{} at {name}", shown(*number))).collect();
    all.join(", ")
}

/// A number as people read it: three digits that count.
pub(crate) fn shown(number: f64) -> String {
    let size = number.abs();
    if !number.is_finite() {
        number.to_string()
    } else if size >= 100.0 || size == 0.0 {
        format!("{number:.0}")
    } else if size >= 10.0 {
        format!("{number:.1}")
    } else if size >= 0.01 {
        format!("{number:.2}")
    } else {
        format!("{number:.1e}")
    }
}

/// An interval as people read it.
pub(crate) fn between(interval: Interval) -> String {
    format!("{} to {}", shown(interval.low), shown(interval.high))
}

/// A share of draws in per cent. Nearly all is not all.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if share > 0.0 && percent < 0.1 || share < 1.0 && percent > 99.9 {
        return if share < 0.5 { "under 0.1 %".to_owned() } else { "over 99.9 %".to_owned() };
    }
    let digits = usize::from(percent.fract() != 0.0 && !(1.0..=99.0).contains(&percent));
    format!("{percent:.digits$} %")
}
