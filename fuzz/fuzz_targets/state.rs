//! Saved networks: any bytes are restored or refused, and what was restored goes on and can be saved again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::network::{Network, SavedNetwork};

fuzz_target!(|bytes: &[u8]| {
    let Ok(saved) = serde_json::from_slice::<SavedNetwork>(bytes) else { return };
    let Ok(mut network) = Network::restore(saved) else { return };
    for _ in 0..10 {
        network.step();
    }
    let text = serde_json::to_vec(&network.save()).expect("a state can be written");
    let again = serde_json::from_slice(&text).expect("what was written can be read");
    Network::restore(again).expect("what was saved can be restored");
});
