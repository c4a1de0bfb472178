//! The nearest name to a misspelt one.

/// The candidate most like `name`, if any is like enough to be what was meant.
///
/// Case counts for little (`Distance` finds `distance`), swapped letters count once, and the first of equally
/// near candidates wins, so the answer depends on nothing but the arguments.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    // Any short name is one letter away from many others.
    let limit = if length < 3 { 0 } else { length / 3 };
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates.into_iter().filter(|c| *c != name) {
        let distance = strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase());
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_far_off() {
        let names = ["distance", "direction", "size", "age"];
        assert_eq!(nearest("distnace", names), Some("distance"));
        assert_eq!(nearest("Size", names), Some("size"));
        assert_eq!(nearest("sise", names), Some("size"));
        assert_eq!(nearest("colour", names), None);
        assert_eq!(nearest("g", ["n", "s"]), None, "one letter says too little");
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("size", ["size"]), None);
    }
}
