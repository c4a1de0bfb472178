//! Archives of a game: whatever they are, maps are listed and files are read up to a limit, or there is an error. Nothing is unpacked to disk.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_openarena::map::{GameFiles, Navigation, Walls};

fuzz_target!(|data: &[u8]| {
    let folder = std::env::temp_dir().join(format!("motive-fuzz-archive-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("a.pk3"), data).expect("a file can be written");
    let files = GameFiles::open(&folder).expect("there is an archive");
    for map in files.maps().into_iter().flatten().take(4) {
        if let Ok(bytes) = files.read(&format!("maps/{map}.aas")) {
            let _ = Navigation::read(&map, &bytes);
        }
        if let Ok(bytes) = files.read(&format!("maps/{map}.bsp")) {
            let _ = Walls::read(&map, &bytes);
        }
    }
    let left = std::fs::read_dir(&folder).expect("it is still there").count();
    assert_eq!(left, 1, "nothing is unpacked");
    let _ = std::fs::remove_dir_all(folder);
});
