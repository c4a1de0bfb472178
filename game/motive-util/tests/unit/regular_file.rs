use super::*;

#[test]
fn long_texts_are_refused() {
    assert_eq!(read_at_most(&b"12345"[..], 5).unwrap(), b"12345");
    let error = read_at_most(&b"123456"[..], 5).unwrap_err();
    assert_eq!(error.to_string(), "it is longer than 5 bytes, the most that is read");
    let error = read_at_most(io::repeat(0), 3 << 20).unwrap_err();
    assert_eq!(error.to_string(), "it is longer than 3 MiB, the most that is read");
}

#[cfg(unix)]
#[test]
fn devices_are_refused() {
    let error = read_regular_file(Path::new("/dev/zero"), 100).unwrap_err();
    assert_eq!(error.to_string(), "it is a device, and only regular files are read");
}
