//! The numbers of the engine that can be tuned, by name.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Axis;
use crate::players::Spec;

/// A number of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The constant of `Selection::Ucb`.
    Exploration,
    /// The constant of `Selection::Puct`.
    Puct,
    /// The visits of a leaf before it gets children.
    Expand,
    /// The visits at which rave counts half.
    Rave,
    /// The weight of a quick end.
    Grading,
}

use Parameter::{Expand, Exploration, Grading, Puct, Rave};

const NAMES: [(&str, Parameter); 5] = [
    ("exploration", Exploration),
    ("puct", Puct),
    ("expand", Expand),
    ("rave", Rave),
    ("grading", Grading),
];

impl Parameter {
    /// The least and the most.
    fn range(self) -> (f64, f64) {
        match self {
            Exploration | Puct => (0.0, 8.0),
            Expand | Rave => (0.0, 65535.0),
            Grading => (1.0, 255.0),
        }
    }

    fn is_whole(self) -> bool {
        matches!(self, Expand | Rave | Grading)
    }

    /// A value as the option of a player.
    #[must_use]
    pub fn text(self, value: f64) -> String {
        if self.is_whole() {
            format!("{value:.0}")
        } else {
            format!("{:.4}", (value * 1024.0).round() / 1024.0)
        }
    }

    /// The line of the engine's configuration.
    ///
    /// ```
    /// use host_sim::tuning::Parameter;
    ///
    /// let line = Parameter::Exploration.line(0.96);
    /// assert_eq!(line, "selection: Selection::Ucb(983),");
    /// ```
    #[must_use]
    pub fn line(self, value: f64) -> String {
        let weight = (value * 1024.0).round();
        match self {
            Exploration => format!("selection: Selection::Ucb({weight}),"),
            Puct => format!("selection: Selection::Puct({weight}),"),
            Expand => format!("expand_at: {value:.0},"),
            Rave => format!("rave: {value:.0},"),
            Grading => format!("grading: {value:.0},"),
        }
    }

    fn check(self, value: &str) -> Result<f64, ParameterError> {
        let (low, high) = self.range();
        let number = value.parse().ok().filter(|number: &f64| {
            let whole = number.fract() == 0.0 || !self.is_whole();
            (low..=high).contains(number) && whole
        });
        number.ok_or_else(|| ParameterError::Value(self, value.into()))
    }
}

/// A player with other numbers than this one.
///
/// # Errors
///
/// Where the player is not the engine.
pub fn with(
    base: &Spec,
    numbers: &[(Parameter, f64)],
) -> Result<Spec, ParameterError> {
    let mut text = base.to_string();
    let wrong = ParameterError::Base(text.clone());
    if text.split(':').next() != Some("engine") {
        return Err(wrong);
    }
    for &(parameter, value) in numbers {
        let colon = if text.contains(':') { ',' } else { ':' };
        text += &format!("{colon}{parameter}={}", parameter.text(value));
    }
    text.parse().map_err(|_| wrong)
}

/// Values of one number, separated by commas.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(pub Vec<String>);

impl Values {
    /// The values for this number.
    ///
    /// # Errors
    ///
    /// Where a value is none, or there twice, or there is only one.
    pub fn of(&self, parameter: Parameter) -> Result<Vec<f64>, ParameterError> {
        let mut values: Vec<f64> = Vec::new();
        for text in &self.0 {
            let value = parameter.check(text)?;
            let same = parameter.text(value);
            if values.iter().any(|&other| parameter.text(other) == same) {
                return Err(ParameterError::Twice(text.clone()));
            }
            values.push(value);
        }
        values.sort_by(f64::total_cmp);
        if values.len() < 2 { Err(ParameterError::Few) } else { Ok(values) }
    }
}

/// Numbers to be tuned together: `exploration=0.9:0.2,expand=4:2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes(pub Vec<(Parameter, Axis)>);

/// What is wrong with numbers to be tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterError {
    /// There is no such number.
    Name(String),
    /// This is not a value for it.
    Value(Parameter, String),
    /// This is not how far to move it.
    Step(Parameter, String),
    /// This does not say where to start and how far to move.
    Axis(String),
    /// It is there already.
    Twice(String),
    /// One number cannot be had with the other.
    Both,
    /// There is nothing to compare.
    Few,
    /// This player is not the engine.
    Base(String),
}

impl FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Parameter, ParameterError> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        let found = found.map(|&(_, parameter)| parameter);
        found.ok_or_else(|| ParameterError::Name(text.into()))
    }
}

impl FromStr for Values {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Values, ParameterError> {
        Ok(Values(text.split(',').map(str::to_owned).collect()))
    }
}

impl FromStr for Axes {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Axes, ParameterError> {
        let mut axes: Vec<(Parameter, Axis)> = Vec::new();
        for part in text.split(',') {
            let wrong = || ParameterError::Axis(part.into());
            let (name, rest) = part.split_once('=').ok_or_else(wrong)?;
            let (start, width) = rest.split_once(':').ok_or_else(wrong)?;
            let parameter: Parameter = name.parse()?;
            let start = parameter.check(start)?;
            let (low, high) = parameter.range();
            let least = if parameter.is_whole() { 1.0 } else { 0.01 };
            let step = width.parse().ok();
            let step = step.filter(|step| (least..=high).contains(step));
            let step = step
                .ok_or_else(|| ParameterError::Step(parameter, width.into()))?;
            if axes.iter().any(|&(other, _)| other == parameter) {
                return Err(ParameterError::Twice(name.into()));
            }
            axes.push((parameter, Axis { start, step, low, high }));
        }
        let has = |wanted| axes.iter().any(|&(other, _)| other == wanted);
        if has(Exploration) && has(Puct) {
            return Err(ParameterError::Both);
        }
        Ok(Axes(axes))
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, other)| other == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterError::Name(name) => {
                let names = NAMES.map(|(name, _)| name).join(", ");
                write!(f, "`{name}` cannot be tuned: there are {names}")
            }
            ParameterError::Value(parameter, value) => {
                let (low, high) = parameter.range();
                let whole = if parameter.is_whole() { "whole " } else { "" };
                write!(f, "`{value}`: {parameter} is a {whole}")?;
                write!(f, "number from {low} to {high}")
            }
            ParameterError::Step(parameter, step) => {
                let least = if parameter.is_whole() { "1" } else { "0.01" };
                write!(f, "`{step}`: {parameter} is moved by {least} or more")
            }
            ParameterError::Axis(text) => write!(
                f,
                "`{text}`: this is NAME=START:STEP, such as \
                 exploration=0.9:0.2"
            ),
            ParameterError::Twice(text) => write!(f, "`{text}` is there twice"),
            ParameterError::Both => {
                f.write_str("the engine takes exploration or puct, not both")
            }
            ParameterError::Base(player) => {
                write!(f, "`{player}`: only the engine can be tuned")
            }
            ParameterError::Few => {
                f.write_str("it takes two values or more to compare")
            }
        }
    }
}

impl Error for ParameterError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_players_and_lines() {
        let base: Spec = "engine:nodes=500".parse().unwrap();
        let numbers = [(Exploration, 0.9), (Expand, 4.4)];
        let tuned = with(&base, &numbers).unwrap().to_string();
        assert_eq!(tuned, "engine:nodes=500,exploration=0.9004,expand=4");
        let plain = with(&"engine".parse().unwrap(), &numbers[1..]).unwrap();
        assert_eq!(plain.to_string(), "engine:expand=4");
        assert!(with(&"rival:000".parse().unwrap(), &numbers).is_err());
        assert_eq!(Puct.line(2.0), "selection: Selection::Puct(2048),");
        assert_eq!(Expand.line(4.6), "expand_at: 5,");
        assert_eq!(Grading.line(3.0), "grading: 3,");
    }

    #[test]
    fn the_ends_of_every_range_can_be_played() {
        let base: Spec = "engine".parse().unwrap();
        for (name, parameter) in NAMES {
            assert_eq!(parameter.to_string(), name);
            let (low, high) = parameter.range();
            assert!(with(&base, &[(parameter, low)]).is_ok(), "{name}");
            assert!(with(&base, &[(parameter, high)]).is_ok(), "{name}");
        }
    }
}
