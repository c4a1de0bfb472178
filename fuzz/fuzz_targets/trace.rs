//! Any bytes are a trace or an error; what can be read of one can be explained, counted and compared.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::kernel::{Agent, Memory};
use motive_trace::{AgentChoice, Reader, Recording, TraceStats, compare, explain};
use std::sync::LazyLock;

/// A short recorded game.
static GAME: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut world = motive_worlds::find::<&str>("tileworld", &[]).expect("there is such a world");
    world.reset(1);
    let mind = world.mind(world.minds()[0]).expect("it comes along");
    let mut agent = Agent::new(Memory::new(world.vocabulary().clone()), mind, 1, 0);
    let path = std::env::temp_dir().join(format!("motive-fuzz-{}.trace", std::process::id()));
    let mut recording = Recording::create(&path).expect("a file can be written");
    for _ in 0..5 {
        world.perceive(0, agent.memory_mut()).expect("the names are the world's");
        let decision = recording.tick(&mut agent, world.time()).clone();
        world.act(0, &decision).expect("there is such an agent");
        world.step();
    }
    recording.finish().expect("a file can be written");
    let bytes = std::fs::read(&path).expect("it was written");
    let _ = std::fs::remove_file(path);
    bytes
});

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // A fuzzer finds neither a whole trace nor checksums, so that it also changes one whose checksums are put right.
    let mut changed = GAME.clone();
    for change in bytes.chunks_exact(4) {
        let place = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % changed.len();
        changed[place] = change[3];
    }
    if let Some(mended) = with_checksums(&changed) {
        read(&mended);
    }
});

fn read(bytes: &[u8]) {
    if let Ok(mut reader) = Reader::new(bytes) {
        while let Ok(Some(_)) = reader.next_record() {}
    }
    if let Ok(mut reader) = Reader::new(bytes) {
        let _ = explain(&mut reader, 1, &AgentChoice::First).map(|explanation| explanation.text());
    }
    if let Ok(mut reader) = Reader::new(bytes) {
        let _ = TraceStats::of(&mut reader).map(|stats| stats.text());
    }
    if let (Ok(mut a), Ok(mut b)) = (Reader::new(bytes), Reader::new(bytes)) {
        let _ = compare(&mut a, &mut b).map(|diff| diff.text());
    }
}

/// The same frames with the checksums that they should have.
fn with_checksums(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let mut at = bytes.iter().position(|byte| *byte == b'\n')? + 1;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..at]);
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let frame = at + 8..(at + 8).checked_add(length)?;
        let Some(payload) = bytes.get(frame.clone()) else { break };
        hasher.update(payload);
        let checksum = hasher.clone().finalize().to_le_bytes();
        bytes[at + 4..at + 8].copy_from_slice(&checksum);
        at = frame.end;
    }
    Some(bytes)
}
