use super::*;

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("ghost");
    names.property("distance", Type::Number);
    names.property("blue", Type::Bool);
    names.property("at", Type::Point);
    names.own("hunger", Type::Number);
    names
}

#[test]
fn changes_are_read_as_they_are_written() {
    let names = names();
    let hunger = names.find_property("hunger").unwrap();
    let set = HandChange::Set { id: Id::SELF, property: hunger, value: Value::Number(80.0) };
    assert_eq!(HandChange::read(" self.hunger = 80 ", &names), Ok(set));
    assert_eq!(HandChange::read("forget ghost#12", &names), Ok(HandChange::Forget(Id::new(12))));
    let at = names.find_property("at").unwrap();
    let place = Value::Point(Point::flat(1.0, 2.5));
    assert_eq!(
        HandChange::read("#3.at = (1, 2.5)", &names),
        Ok(HandChange::Set { id: Id::new(3), property: at, value: place })
    );
    let Ok(HandChange::New { id, properties, .. }) =
        HandChange::read("new ghost#4 { distance: 3, blue: true }", &names)
    else {
        panic!("a new thing")
    };
    assert_eq!((id, properties.len()), (Id::new(4), 2));
    assert!(HandChange::read("new ghost", &names).is_ok());
}

#[test]
fn what_cannot_be_read_says_what_to_write() {
    let names = names();
    for (text, told) in [
        ("", "write `self.hunger = 80`"),
        ("hunger = 3", "write `self.hunger`"),
        ("self.thirst = 3", "no property `thirst`"),
        ("self.hunger = red", "`hunger` takes a number, not `red`"),
        ("self.hunger = NaN", "takes a number"),
        ("#x.blue = true", "write `#12`"),
        ("bob.blue = true", "no thing `bob`"),
        ("new wolf", "no kind `wolf`"),
        ("new ghost { blue: maybe }", "true or false"),
        ("new ghost { blue", "does not end"),
        ("new ghost { blue }", "write `property: value`"),
    ] {
        let error = HandChange::read(text, &names).unwrap_err();
        assert!(error.contains(told), "{text}: {error}");
    }
}
