//! Recordings of strangers in the studio: any bytes become a page, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::kernel::{Agent, Memory};
use motive_studio::{RunLibrary, export_page};
use motive_trace::Recording;
use std::path::Path;
use std::sync::LazyLock;

/// A short recorded game.
static GAME: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut world = motive_worlds::find::<&str>("tileworld", &[]).expect("there is such a world");
    world.reset(1);
    let mind = world.mind(world.minds()[0]).expect("it comes along");
    let mut agent = Agent::new(Memory::new(world.vocabulary().clone()), mind, 1, 0);
    let path = std::env::temp_dir().join(format!("motive-fuzz-game-{}.trace", std::process::id()));
    let mut recording = Recording::create(&path).expect("a file can be written");
    for _ in 0..3 {
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

fuzz_target!(|data: &[u8]| {
    let path = std::env::temp_dir().join(format!("motive-fuzz-studio-{}.trace", std::process::id()));
    let mut changed = GAME.clone();
    for change in data.chunks_exact(4) {
        let place = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % changed.len();
        changed[place] = change[3];
    }
    for bytes in [data, &changed, &with_checksums(&changed)] {
        show(&path, bytes);
    }
    let _ = std::fs::remove_file(path);
});

fn show(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).expect("a file can be written");
    let _ = export_page(path);
    let _ = RunLibrary::open([path, path]);
}

/// The same frames with the checksums that they should have, so that more than checksums is tried.
fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut at = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..at]);
    while let Some(&[a, b, c, d]) = bytes.get(at..at + 4) {
        let frame = at + 8..(at + 8).saturating_add(u32::from_le_bytes([a, b, c, d]) as usize);
        let Some(payload) = bytes.get(frame.clone()) else { break };
        hasher.update(payload);
        let checksum = hasher.clone().finalize().to_le_bytes();
        bytes[at + 4..at + 8].copy_from_slice(&checksum);
        at = frame.end;
    }
    bytes
}
