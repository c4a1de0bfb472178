//! Saved networks: any bytes are restored or refused, and what was restored goes on and can be saved again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::networks::{Network, NetworkGoal, NetworkProfile, NetworkSensor, SavedNetwork, Skill};
use std::sync::LazyLock;

/// A state as it is saved.
static SAVED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut cat = Network::new(NetworkProfile::Signed).expect("it is right");
    cat.register(NetworkSensor::new("tap", true)).expect("it is right");
    cat.register(NetworkGoal::new("lifted").protected()).expect("it is right");
    cat.register(Skill::new("lift").needs(["tap"]).adds(["lifted"]).makes_false(["tap"]))
        .expect("it is right");
    cat.step();
    serde_json::to_vec(&cat.save()).expect("a state can be written")
});

fuzz_target!(|bytes: &[u8]| {
    go_on(bytes);
    // A fuzzer hardly finds a whole state, so that it also changes one: two bytes for the place, one for what stands there.
    let mut changed = SAVED.clone();
    for change in bytes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[place] = change[2];
    }
    go_on(&changed);
});

fn go_on(bytes: &[u8]) {
    let Ok(saved) = serde_json::from_slice::<SavedNetwork>(bytes) else { return };
    let Ok(mut network) = Network::restore(saved) else { return };
    for _ in 0..10 {
        network.step();
    }
    let text = serde_json::to_vec(&network.save()).expect("a state can be written");
    let again = serde_json::from_slice(&text).expect("what was written can be read");
    Network::restore(again).expect("what was saved can be restored");
}
