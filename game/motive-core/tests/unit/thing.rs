use super::*;

#[test]
fn a_property_takes_six_words() {
    assert_eq!(size_of::<PropertyEntry>(), 48);
}

#[test]
fn a_list_is_as_large_as_a_value() {
    assert_eq!(size_of::<ValueList>(), size_of::<Value>());
}

#[test]
fn a_list_holds_what_was_pushed_in_order() {
    let values = [1, 2, 3].map(Value::from);
    for count in 0..=values.len() {
        let mut list: ValueList = values[..count].iter().cloned().collect();
        assert_eq!(*list, values[..count]);
        list.iter_mut().for_each(|value| *value = Value::from(7));
        assert_eq!(*list, vec![Value::from(7); count]);
    }
}
