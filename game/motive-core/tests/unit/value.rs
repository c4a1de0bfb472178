use super::*;

#[test]
fn a_value_is_two_words() {
    assert_eq!(size_of::<Value>(), 2 * size_of::<u64>());
    assert_eq!(size_of::<Option<Value>>(), size_of::<Value>());
}

#[test]
fn equal_values_share_a_key() {
    assert_eq!(Value::from(0.0).key(), Value::from(-0.0).key());
    assert_eq!(Value::from(0.0), Value::from(-0.0));
    assert_ne!(Value::from(1).key(), Value::from(true).key());
}

#[test]
fn ids_of_hosts_notes_and_names_never_collide() {
    let ids = [Id::new(5), Id::note(5), Id::imagined(5), Id::named(Symbol(5)), Id::SELF];
    for (i, a) in ids.iter().enumerate() {
        for b in &ids[i + 1..] {
            assert_ne!(a, b);
        }
    }
    assert!(Id::note(5).is_note() && !Id::SELF.is_note() && !Id::new(5).is_note());
    assert_eq!(Id::new(5).number(), Some(5));
    assert!(Id::imagined(5).is_imagined() && !Id::note(5).is_imagined() && !Id::SELF.is_imagined());
    assert_eq!(Id::imagined(5).imagined_number(), Some(5));
}

#[cfg(feature = "serde")]
#[test]
fn lists_from_data_are_nested_only_so_deep() {
    let nested = |depth: usize| format!("{}{}", r#"{"List":["#.repeat(depth), "]}".repeat(depth));
    let read = |depth| serde_json::from_str::<Value>(&nested(depth)).map_err(|error| error.to_string());
    assert!(read(32).is_ok());
    assert!(read(33).unwrap_err().contains("nested too deeply"));
    assert!(read(32).is_ok(), "a failure leaves nothing behind");
    let list = Value::from(vec![Value::from(vec![Value::from(1)]), Value::from("text")]);
    assert_eq!(serde_json::from_str::<Value>(&serde_json::to_string(&list).unwrap()).unwrap(), list);
}

#[test]
fn soundness_looks_inside_lists() {
    let list = Value::from(vec![Value::from(1), Value::from(f64::NAN)]);
    assert!(!list.is_sound());
    assert!(Value::from(f64::INFINITY).is_sound());
}

#[test]
fn spellings_differ_only_in_case() {
    let mut names = SymbolTable::default();
    let upper = names.intern("TYPE");
    assert_eq!(names.intern("Type"), upper);
    assert_eq!(names.find("type"), Some(upper));
    assert_eq!(names.written(upper), "TYPE");
    assert_eq!(names.find("typo"), None);
}
