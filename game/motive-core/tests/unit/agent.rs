use super::*;
use crate::crowd::Crowd;
use crate::mind::{Behaviour, Callable, Program};
use crate::sensing::Sensors;

#[test]
fn agents_and_their_parts_are_send_and_sync() {
    fn check<T: Send + Sync + ?Sized>() {}
    check::<Agent>();
    check::<Crowd>();
    check::<dyn Mind>();
    check::<dyn Behaviour>();
    check::<dyn Program>();
    check::<Callable>();
    check::<Memory>();
    check::<Decision>();
    check::<Sensors<()>>();
}
