//! Skill networks in a build without their engine.

use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::CheckedNetworks;
use motive_core::{ActionId, Catalogue, Kind};

impl Checker<'_> {
    /// Reports every network of the files as an error that says how to get the engine.
    pub(super) fn networks(&mut self, _: &Catalogue, _: &[(Kind, ActionId)]) -> CheckedNetworks {
        for (file, item) in self.declared.networks.clone().into_values() {
            self.within(file, |this| {
                let span = item.name().map_or_else(|| span_of(&item), |name| span_of(&name));
                let message = "skill networks are not part of this build";
                let diagnostic = Diagnostic::error("engine-left-out", span, message);
                this.report(diagnostic.with_help("add the feature `networks` to the dependency on `motive`"));
            });
        }
        CheckedNetworks::default()
    }
}
