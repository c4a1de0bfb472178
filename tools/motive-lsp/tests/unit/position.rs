use super::*;

#[test]
fn columns_count_utf16_units() {
    let map = LineMap::new("aß🎮b\nc".to_owned());
    let game = map.text().find('b').unwrap();
    assert_eq!(map.position(game), Position::new(0, 4));
    assert_eq!(map.offset(Position::new(0, 4)), game);
    assert_eq!(map.offset(Position::new(1, 0)), map.text().find('c').unwrap());
}

#[test]
fn positions_outside_of_the_text_are_its_ends() {
    let map = LineMap::new("ab\ncd".to_owned());
    assert_eq!(map.offset(Position::new(0, 99)), 2);
    assert_eq!(map.offset(Position::new(99, 0)), 5);
    assert_eq!(map.position(99), Position::new(1, 2));
    assert_eq!(map.replaced(Range::new(Position::new(9, 9), Position::new(0, 1)), "x"), "ax");
}

#[test]
fn places_on_long_lines_are_those_that_counting_gives() {
    let map =
        LineMap::new(["aß🎮b".repeat(500), "c".repeat(PIECE), "d\r".to_owned(), String::new()].join("\n"));
    let mut counted = Position::new(0, 0);
    for (offset, c) in map.text().char_indices() {
        assert_eq!(map.position(offset), counted);
        assert_eq!(map.offset(counted), offset);
        assert_eq!(map.line(offset), counted.line);
        match c {
            '\n' => counted = Position::new(counted.line + 1, 0),
            _ => counted.character += c.len_utf16() as u32,
        }
    }
}
