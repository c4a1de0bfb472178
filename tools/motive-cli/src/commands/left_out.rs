//! The commands of features that this program is built without: each takes any arguments and says how to get it.

use crate::console::Failure;

/// What a command of a feature says that is not in this program.
pub(crate) fn not_built_in(what: &str, feature: &str) -> Failure {
    let how = format!("`cargo install --path tools/motive-cli --features {feature}` builds it in");
    Failure::Input(format!("this `motive` is built without {what}; {how}"))
}

/// Commands that exist only with a feature, as modules with arguments of which none is looked at, `--help` included.
macro_rules! left_out {
    ($($feature:literal, $what:literal: $command:ident, $about:literal;)*) => {$(
        #[cfg(not(feature = $feature))]
        pub mod $command {
            #![doc = $about]

            use crate::console::{Console, Outcome};

            #[doc = $about]
            #[derive(clap::Args, Debug)]
            #[command(disable_help_flag = true)]
            pub struct Arguments {
                #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
                _arguments: Vec<String>,
            }

            /// Says how to get the command.
            ///
            /// # Errors
            /// Always.
            pub fn run(_: &Arguments, _: &mut Console) -> Outcome {
                Err(super::not_built_in($what, $feature))
            }
        }
    )*};
}

left_out! {
    "gamebots", "GameBots": arena, "Serves the arena of the shooter to bots over a network (not in this build)";
    "gamebots", "GameBots": bot, "Plays a mind on a GameBots server (not in this build)";
    "openarena", "OpenArena": openarena, "Plays matches in OpenArena (not in this build)";
}

/// The commands of `motive net` that spread a network over processes.
#[cfg(not(feature = "net"))]
pub(crate) mod processes {
    use crate::console::{Console, Outcome};

    #[derive(Debug, clap::Subcommand)]
    pub(crate) enum ProcessCommand {
        /// Serves a network, whose agents other processes host (not in this build)
        Serve(AnyArguments),
        /// Hosts agents of a served network in this process (not in this build)
        Join(AnyArguments),
        /// Lists the networks that are served (not in this build)
        Ls(AnyArguments),
        /// Prints the steps of a served network as they are made (not in this build)
        Watch(AnyArguments),
        /// Sends a command to a served network (not in this build)
        Tell(AnyArguments),
        /// Replays a recording of `motive net serve --record` (not in this build)
        Replay(AnyArguments),
    }

    #[derive(clap::Args, Debug)]
    #[command(disable_help_flag = true)]
    pub(crate) struct AnyArguments {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        _arguments: Vec<String>,
    }

    impl ProcessCommand {
        pub(crate) fn run(&self, _: &mut Console) -> Outcome {
            Err(super::not_built_in("networks over several processes", "net"))
        }
    }
}
