use super::*;
use crate::vocabulary::{Type, Vocabulary};

#[test]
fn changes_are_known_when_epochs_start_again() -> Result<(), Box<dyn std::error::Error>> {
    let mut names = Vocabulary::new();
    let (hunger, thirst) = (names.own("hunger", Type::Number), names.own("thirst", Type::Number));
    let mut memory = Memory::new(names.finish()?);
    memory.epoch = 1;
    memory.set_own(hunger, 1)?;
    memory.set_own(thirst, 1)?;
    (memory.epoch, memory.notice) = (PropertyEntry::LAST_EPOCH, u32::MAX);
    memory.end_tick();
    memory.set_own(hunger, 2)?;
    assert_eq!((memory.epoch, memory.notice), (1, 1));
    let changed = |wanted: Property| !memory.all_changed(|_, property| property != wanted);
    assert!(changed(hunger) && !changed(thirst));
    assert_eq!(memory.own(hunger), Some(Value::Number(2.0)));
    Ok(())
}
