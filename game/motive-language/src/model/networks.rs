//! Skill networks, in a build that has their engine.

#[cfg(feature = "networks")]
use crate::build::NetworkDefinition;
#[cfg(feature = "networks")]
use motive_networks::NetworkProgram;

/// The skill networks of the files. Without the feature `networks` there are none: the checker refuses files that declare one.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckedNetworks {
    #[cfg(feature = "networks")]
    pub(crate) definitions: Vec<NetworkDefinition>,
    #[cfg(feature = "networks")]
    pub(crate) programs: Vec<NetworkProgram>,
}
