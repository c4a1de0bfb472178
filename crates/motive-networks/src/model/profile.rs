//! The rule sets by which a network can run, and the switches that they set.

use crate::error::NetworkError;
use crate::model::parameters::Parameters;
use crate::model::validate::is_not_negative;
use std::str::FromStr;

/// A named rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Profile {
    /// Maes' model of 1989: propositions are true or not, actions take no time.
    Maes1989,
    /// What Johnson's program did when it printed its logs.
    Bad1990,
    /// Values are matched exactly, so that making something false can be aimed at. Ours, and the default.
    #[default]
    Signed,
    /// ExtendedParameters behaviour networks (Dorer): degrees of truth, and resources that let several skills act at once.
    Extended,
}

impl Profile {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Maes1989, Self::Bad1990, Self::Signed, Self::Extended];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Maes1989 => "maes1989",
            Self::Bad1990 => "bad1990",
            Self::Signed => "signed",
            Self::Extended => "extended",
        }
    }

    /// The switches that it sets.
    #[must_use]
    pub fn settings(self) -> Settings {
        let settings = Settings {
            profile: self,
            parameters: Parameters::default(),
            matching: Matching::Name,
            duration: SkillDuration::Durative,
            normalization: Normalization::Capped,
            tie_break: TieBreak::First,
            precision: Precision::Double,
            summation: Summation::Automatic,
            suppress_disabled: true,
            cap_inhibition: true,
            spare_stronger: true,
            extended: ExtendedParameters::default(),
        };
        match self {
            Self::Maes1989 => Settings { duration: SkillDuration::Instant, ..settings },
            Self::Bad1990 => {
                Settings { precision: Precision::Single, summation: Summation::ByLink, ..settings }
            }
            Self::Signed => Settings { matching: Matching::Pair, ..settings },
            Self::Extended => Settings { matching: Matching::Pair, ..settings },
        }
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|profile| profile.name() == name);
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no network profile `{name}`; there are {names}")
        })
    }
}

/// When two entries are about the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Matching {
    /// When they name the same proposition, whatever its value.
    Name,
    /// When they name the same proposition and the same value.
    Pair,
}

/// How long skills take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SkillDuration {
    /// A selected skill is done at once and starts again from nothing.
    Instant,
    /// A selected skill is being done until it reports, and keeps its activation meanwhile.
    Durative,
}

/// What becomes of the sum of all activations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Normalization {
    /// It is brought down to its limit and left alone below.
    Capped,
    /// It is brought to its limit from both sides, unless it is zero.
    Exact,
}

/// Which of equally strong skills is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TieBreak {
    /// The one that registered first.
    First,
    /// One drawn by this seed, the step and the skill.
    Random(u64),
}

/// With how many digits activation is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Precision {
    /// IEEE single precision, as in 1990.
    Single,
    /// IEEE double precision.
    Double,
}

/// In which order the flows between skills are added up. The results differ only by rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Summation {
    /// Link by link in networks with up to [`EXACT_LINKS`](crate::EXACT_LINKS) links, by proposition in larger ones.
    Automatic,
    /// Link by link, as Johnson's program did. Needed for links with coefficients of their own, and then used by itself.
    ByLink,
    /// Once per proposition: the work grows with the entries of the lists, not with the literals of skills. Activations that differ by
    /// less than rounding can explain count as equal.
    ByProposition,
}

/// The numbers of the extended profile. All defaults are ours.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExtendedParameters {
    /// How much activation flows along links that help (gamma), from 0 to 1.
    pub activation: f64,
    /// How much is taken away along links that hinder (delta), from 0 to 1.
    pub inhibition: f64,
    /// How much of its last activation a skill keeps (beta), from 0 to below 1.
    pub inertia: f64,
    /// Activation needed to use a resource, at first and after each use (theta).
    pub threshold: f64,
    /// By how much that falls in a step in which the resource is not used.
    pub fall: f64,
    /// How steep the squashing of passed-on activation is.
    pub gain: f64,
    /// At which activation it is one half.
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
            ("extended threshold", self.threshold, is_not_negative(self.threshold), "0 or from 1e-9 to 1e9"),
            ("extended fall", self.fall, is_not_negative(self.fall), "0 or from 1e-9 to 1e9"),
            ("extended gain", self.gain, is_not_negative(self.gain), "0 or from 1e-9 to 1e9"),
            ("extended middle", self.middle, is_not_negative(self.middle), "0 or from 1e-9 to 1e9"),
        ];
        match rules.into_iter().find(|(_, _, good, _)| !good) {
            Some((name, value, _, must)) => Err(NetworkError::Parameter { name, must, value }),
            None => Ok(()),
        }
    }
}

/// Everything that decides how a network runs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Settings {
    /// The rule set that these started from.
    pub profile: Profile,
    /// The numbers.
    pub parameters: Parameters,
    /// When two entries are about the same thing.
    pub matching: Matching,
    /// How long skills take.
    pub duration: SkillDuration,
    /// What becomes of the sum of all activations.
    pub normalization: Normalization,
    /// Which of equally strong skills is selected.
    pub tie_break: TieBreak,
    /// With how many digits activation is worked out.
    pub precision: Precision,
    /// In which order flows are added up.
    pub summation: Summation,
    /// Disabled agents neither send nor receive.
    pub suppress_disabled: bool,
    /// A skill takes from another at most what that has.
    pub cap_inhibition: bool,
    /// Of two skills that would spoil each other, the weaker does not inhibit the stronger.
    pub spare_stronger: bool,
    /// The numbers of the extended profile.
    pub extended: ExtendedParameters,
}

impl Settings {
    /// Checks every number.
    ///
    /// # Errors
    /// If one is out of range.
    pub fn check(&self) -> Result<(), NetworkError> {
        self.parameters.check()?;
        self.extended.check()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Profile::default().settings()
    }
}

impl From<Profile> for Settings {
    fn from(profile: Profile) -> Self {
        profile.settings()
    }
}
