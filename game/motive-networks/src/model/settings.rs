//! The published rule sets, the settings they stand for, and the global parameters.

use super::coefficient::{check_parameters, is_positive, is_zero_or_positive};
use crate::error::NetworkError;
use std::str::FromStr;

/// A rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NetworkProfile {
    /// Maes' model of 1989: propositions are true or not, skills take no time.
    Maes1989,
    /// The program that printed the logs in Johnson's thesis.
    Bad1990,
    /// Propositions and values are matched, so that a skill can be selected for what it makes false. The default.
    #[default]
    Signed,
    /// Extended behaviour networks (Dorer): degrees of truth, and resources that let several skills start at once.
    Extended,
}

impl NetworkProfile {
    /// All profiles.
    pub const ALL: [Self; 4] = [Self::Maes1989, Self::Bad1990, Self::Signed, Self::Extended];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Maes1989 => "maes1989",
            Self::Bad1990 => "bad1990",
            Self::Signed => "signed",
            Self::Extended => "extended",
        }
    }

    /// The settings it stands for.
    pub fn settings(self) -> NetworkSettings {
        let settings = NetworkSettings {
            profile: self,
            parameters: Parameters::default(),
            matching: Matching::Name,
            duration: SkillDuration::Durative,
            normalization: Normalization::Capped,
            tie_break: ActivationTieBreak::First,
            precision: Precision::Double,
            summation: Summation::Automatic,
            reports: Reports::Newest,
            suppress_disabled: true,
            cap_inhibition: true,
            spare_stronger: true,
            extended: ExtendedParameters::default(),
        };
        match self {
            Self::Maes1989 => NetworkSettings { duration: SkillDuration::Instant, ..settings },
            Self::Bad1990 => NetworkSettings {
                precision: Precision::Single,
                summation: Summation::ByLink,
                reports: Reports::Queued,
                ..settings
            },
            Self::Signed | Self::Extended => NetworkSettings { matching: Matching::Literal, ..settings },
        }
    }
}

impl FromStr for NetworkProfile {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|profile| profile.name() == name);
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no network profile `{name}`; there are {names}")
        })
    }
}

/// When two list entries match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Matching {
    /// When they have the same proposition, with any value.
    Name,
    /// When they have the same proposition and value.
    Literal,
}

/// Whether skills take time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SkillDuration {
    /// A selected skill finishes at once, and its activation is reset to 0.
    Instant,
    /// A selected skill executes until it reports that it has finished, and keeps its activation meanwhile.
    Durative,
}

/// How the sum of all activations is normalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Normalization {
    /// Scaled down to its limit, never up.
    Capped,
    /// Scaled to its limit, unless it is 0.
    Exact,
}

/// Which of several skills with equal activation is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ActivationTieBreak {
    /// The one registered first.
    First,
    /// A random one, determined by this seed and the step.
    Random(u64),
}

/// What happens to several reports of one sensor before one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reports {
    /// The newest counts; those before it are passed over and counted ([`Network::passed_over`](crate::Network::passed_over)).
    Newest,
    /// One counts in each step, in the order in which they came, as in Johnson's program. A sensor that reports more often than
    /// steps are made falls behind.
    Queued,
}

/// The floating-point precision of activations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Precision {
    /// IEEE single precision, as in 1990.
    Single,
    /// IEEE double precision.
    Double,
}

/// How the flows between skills are summed. The results differ only by rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Summation {
    /// Link by link in networks with up to [`EXACT_LINKS`](crate::EXACT_LINKS) links, by proposition in larger ones.
    Automatic,
    /// Link by link, as in Johnson's program. Always used when single links have coefficients.
    ByLink,
    /// Once per proposition: the work grows with the number of list entries, not of links. Activations that differ by no more
    /// than rounding errors count as equal.
    ByProposition,
}

/// The global parameters of a network. The defaults are those of all published examples.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Parameters {
    /// Mean activation of a skill, to which activations are normalized (pi).
    pub mean: f64,
    /// Activation needed for selection, initially and after each selection (theta).
    pub threshold: f64,
    /// Energy that a true proposition gives (phi).
    pub state: f64,
    /// Energy that a goal gives (gamma).
    pub goals: f64,
    /// Energy that a protected goal takes away (delta).
    pub protection: f64,
    /// The threshold is multiplied by this in each step without a selection.
    pub factor: f64,
    /// The weight of remembered sequences (kappa), from 0 to 1.
    pub credence: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            mean: 20.0,
            threshold: 45.0,
            state: 20.0,
            goals: 70.0,
            protection: 50.0,
            factor: 0.9,
            credence: 0.0,
        }
    }
}

/// The names of the parameters, as [`Parameters::set`] takes them.
pub const PARAMETER_NAMES: &str = "mean, threshold, state, goals, protection, factor, credence";

impl Parameters {
    /// Every parameter by name.
    pub fn all(&self) -> [(&'static str, f64); 7] {
        [
            ("mean", self.mean),
            ("threshold", self.threshold),
            ("state", self.state),
            ("goals", self.goals),
            ("protection", self.protection),
            ("factor", self.factor),
            ("credence", self.credence),
        ]
    }

    /// One parameter by name. `pi`, `theta`, `phi`, `gamma`, `delta`, `kappa` and `protected` are accepted too.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn get(&self, name: &str) -> Result<f64, NetworkError> {
        let mut copy = *self;
        copy.place(name).map(|place| *place)
    }

    /// Changes one parameter by name.
    ///
    /// # Errors
    /// If there is none of that name, or the value is not allowed.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), NetworkError> {
        let mut changed = *self;
        *changed.place(name)? = value;
        changed.check()?;
        *self = changed;
        Ok(())
    }

    fn place(&mut self, name: &str) -> Result<&mut f64, NetworkError> {
        Ok(match name {
            "mean" | "pi" => &mut self.mean,
            "threshold" | "theta" => &mut self.threshold,
            "state" | "phi" => &mut self.state,
            "goals" | "gamma" => &mut self.goals,
            "protection" | "protected" | "delta" => &mut self.protection,
            "factor" => &mut self.factor,
            "credence" | "kappa" => &mut self.credence,
            _ => {
                let known = PARAMETER_NAMES;
                return Err(NetworkError::UnknownParameter(name.to_owned(), known));
            }
        })
    }

    /// Checks that every number can be calculated with in single precision too, so that no activation is ever infinite or not a number.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn check(&self) -> Result<(), NetworkError> {
        let factor = is_positive(self.factor) && self.factor <= 1.0;
        let (positive, zero_or_positive) = ("from 1e-9 to 1e9", "0 or from 1e-9 to 1e9");
        // Flows between skills are divided by the goal energy, which therefore must not be 0.
        let rules: [(&'static str, f64, bool, &'static str); 7] = [
            ("mean", self.mean, is_positive(self.mean), positive),
            ("threshold", self.threshold, is_positive(self.threshold), positive),
            ("goals", self.goals, is_positive(self.goals), positive),
            ("state", self.state, is_zero_or_positive(self.state), zero_or_positive),
            ("protection", self.protection, is_zero_or_positive(self.protection), zero_or_positive),
            ("factor", self.factor, factor, "from 1e-9 to 1"),
            ("credence", self.credence, (0.0..=1.0).contains(&self.credence), "from 0 to 1"),
        ];
        check_parameters(&rules)
    }
}

/// The parameters of the extended profile. The published sources give no defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExtendedParameters {
    /// The factor of activation along links (gamma), from 0 to 1.
    pub activation: f64,
    /// The factor of inhibition along links (delta), from 0 to 1.
    pub inhibition: f64,
    /// The part of its activation that a skill keeps in the next step (beta), from 0 to below 1.
    pub inertia: f64,
    /// Activation needed to use a resource, initially and after each use (theta).
    pub threshold: f64,
    /// How much that falls in a step in which the resource is not used.
    pub fall: f64,
    /// The steepness of the sigmoid through which activation is passed on.
    pub gain: f64,
    /// The activation at which the sigmoid is one half.
    pub middle: f64,
}

impl Default for ExtendedParameters {
    fn default() -> Self {
        Self {
            activation: 0.8,
            inhibition: 0.7,
            inertia: 0.3,
            threshold: 0.6,
            fall: 0.05,
            gain: 5.0,
            middle: 0.5,
        }
    }
}

impl ExtendedParameters {
    fn check(&self) -> Result<(), NetworkError> {
        let part = |value: f64| (0.0..=1.0).contains(&value);
        let rules: [(&'static str, f64, bool, &'static str); 7] = [
            ("extended activation", self.activation, part(self.activation), "from 0 to 1"),
            ("extended inhibition", self.inhibition, part(self.inhibition), "from 0 to 1"),
            ("extended inertia", self.inertia, part(self.inertia) && self.inertia < 1.0, "from 0 to below 1"),
            (
                "extended threshold",
                self.threshold,
                is_zero_or_positive(self.threshold),
                "0 or from 1e-9 to 1e9",
            ),
            ("extended fall", self.fall, is_zero_or_positive(self.fall), "0 or from 1e-9 to 1e9"),
            ("extended gain", self.gain, is_zero_or_positive(self.gain), "0 or from 1e-9 to 1e9"),
            ("extended middle", self.middle, is_zero_or_positive(self.middle), "0 or from 1e-9 to 1e9"),
        ];
        check_parameters(&rules)
    }
}

/// The rules and parameters of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NetworkSettings {
    /// The rule set that these are based on.
    pub profile: NetworkProfile,
    /// Global parameters.
    pub parameters: Parameters,
    /// When two list entries match.
    pub matching: Matching,
    /// Whether skills take time.
    pub duration: SkillDuration,
    /// How the sum of all activations is normalized.
    pub normalization: Normalization,
    /// Which of several skills with equal activation is selected.
    pub tie_break: ActivationTieBreak,
    /// The floating-point precision of activations.
    pub precision: Precision,
    /// How flows are summed.
    pub summation: Summation,
    /// What happens to several reports of one sensor before one step.
    pub reports: Reports,
    /// Disabled agents neither send nor receive activation.
    pub suppress_disabled: bool,
    /// A skill takes no more from another than that has.
    pub cap_inhibition: bool,
    /// Of two skills in a mutual conflict, the weaker does not inhibit the stronger.
    pub spare_stronger: bool,
    /// Parameters of the extended profile.
    pub extended: ExtendedParameters,
}

impl NetworkSettings {
    /// Checks that every parameter is in its range.
    ///
    /// # Errors
    /// If one is out of range.
    pub fn check(&self) -> Result<(), NetworkError> {
        self.parameters.check()?;
        self.extended.check()
    }
}

impl Default for NetworkSettings {
    fn default() -> Self {
        NetworkProfile::default().settings()
    }
}

impl From<NetworkProfile> for NetworkSettings {
    fn from(profile: NetworkProfile) -> Self {
        profile.settings()
    }
}
