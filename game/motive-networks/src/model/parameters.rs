//! The global parameters of a network.

use crate::error::NetworkError;
use crate::model::validate::{check_parameters, is_positive, is_zero_or_positive};

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
    #[must_use]
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
                return Err(NetworkError::UnknownParameter { name: name.to_owned(), known });
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
