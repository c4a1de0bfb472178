//! Tells the program which profile it is built with. Cargo gives a build script `release` for every optimised profile,
//! so the name is taken from the folder that the build goes to: `target/PROFILE/build/motive-bench-HASH/out`.

use std::path::Path;

fn main() {
    let of = |name: &str| std::env::var(name).unwrap_or_default();
    let out = of("OUT_DIR");
    let folder = Path::new(&out).ancestors().nth(3).and_then(Path::file_name).and_then(|name| name.to_str());
    let profile = match folder {
        None => "unknown",
        Some("debug") => "dev",
        Some(name) => name,
    };
    println!("cargo::rustc-env=MOTIVE_BENCH_PROFILE={profile}, opt-level {}", of("OPT_LEVEL"));
    println!("cargo::rerun-if-changed=build.rs");
}
