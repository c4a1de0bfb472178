//! Tests of `inbox` from inside.

use super::*;

#[test]
fn a_flood_of_one_peer_leaves_room_for_the_others() {
    let inbox = Inbox::default();
    for _ in 0..MAX_OF_ONE_PEER * 3 {
        inbox.post("loud", PeerEvent::Message(vec![0; 16]));
    }
    inbox.post("quiet", PeerEvent::Message(vec![1]));
    inbox.post("loud", PeerEvent::Lost);
    let contents = inbox.take(Duration::ZERO);
    assert_eq!(contents.events.len(), MAX_OF_ONE_PEER + 3);
    assert!(matches!(contents.events.get(MAX_OF_ONE_PEER), Some((_, PeerEvent::Flooded))));
    assert!(matches!(contents.events.back(), Some((_, PeerEvent::Lost))));
    assert!(inbox.take(Duration::ZERO).events.is_empty());
}

#[test]
fn a_flood_of_forged_tokens_is_bounded() {
    let inbox = Inbox::default();
    for number in 0..MAX_LIVELINESS * 2 {
        inbox.post(&format!("forged-{number}"), PeerEvent::Announced);
        inbox.other_dispatcher(&format!("forged-{number}"), false);
    }
    inbox.post("real", PeerEvent::Message(vec![1]));
    let contents = inbox.take(Duration::ZERO);
    assert_eq!(contents.events.len(), MAX_LIVELINESS + 1);
    assert_eq!(contents.announced_dispatchers.len(), MAX_DISPATCHERS);
    assert!(contents.confirmed_dispatchers.is_empty());
}
