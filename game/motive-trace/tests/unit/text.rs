use super::*;

#[test]
fn numbers_are_grouped() {
    assert_eq!(thousands(1_234_567.0), "1,234,567");
    assert_eq!(thousands(-12.0), "-12");
    assert_eq!([0.4236, 3.0, 1234.5, -0.5].map(figure), ["0.42", "3", "1,234", "-0.50"]);
    assert_eq!([20.0, 2.0 / 3.0, -0.000_01, f64::INFINITY].map(brief), ["20", "0.667", "0", "infinite"]);
    assert_eq!(counted(1, "file"), "1 file");
    assert_eq!(counted(1000, "tick"), "1,000 ticks");
}

#[test]
fn long_lists_are_shortened() {
    let items: Vec<String> = ["a", "b", "c", "d"].map(String::from).into();
    assert_eq!(listed(&items[..1]), "a");
    assert_eq!(listed(&items[..3]), "a, b and c");
    assert_eq!(listed_some(&items, 3), "a, b, c and d", "one more is as short as saying so");
    assert_eq!(listed_some(&items, 2), "a, b and 2 more");
}

#[test]
fn paragraphs_are_broken_between_words() {
    assert_eq!(wrapped("  a b", 4), "  a b\n");
    assert_eq!(wrapped("", 4), "");
    let long = wrapped(&"word ".repeat(30), 2);
    assert_eq!(long.lines().count(), 2);
    assert!(long.lines().nth(1).unwrap().starts_with("  word"));
}

#[test]
fn names_are_shown_as_they_were_written() {
    assert_eq!(tidy("'3: ghost { blue: true }"), "ghost { blue: true }");
    assert_eq!(tidy("m'2.distance < 4"), "m.distance < 4");
    assert_eq!(tidy("'4 = m'2.load"), "m.load != none");
    assert_eq!(tidy("say(\"it's\")"), "say(\"it's\")");
}
