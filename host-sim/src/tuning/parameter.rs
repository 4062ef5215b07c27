//! The numbers of the engine that can be tuned, by name.

use std::fmt;
use std::str::FromStr;

use engine::{Config, Setting, SettingKind};

use super::Axis;
use crate::players::Spec;

/// A number of the engine: a setting of its configuration.
#[derive(Clone, Copy, Debug)]
pub struct Parameter(&'static Setting<Config>);

impl PartialEq for Parameter {
    fn eq(&self, other: &Parameter) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Parameter {}

/// The settings that are numbers, by the names that players know them by.
fn names() -> impl Iterator<Item = String> {
    let is_number =
        |s: &&Setting<Config>| matches!(s.kind(), SettingKind::Number { .. });
    let numbers = Config::SETTINGS.iter().filter(is_number);
    numbers.map(|setting| setting.name().to_lowercase())
}

impl Parameter {
    /// The least and the most.
    fn range(self) -> (f64, f64) {
        match self.0.kind() {
            SettingKind::Number { low, high } => (low.into(), high.into()),
            SettingKind::Flag | SettingKind::Words(_) => (0.0, 0.0),
        }
    }

    /// A value as the option of a player.
    ///
    /// ```
    /// use host_sim::tuning::Parameter;
    ///
    /// let rave: Parameter = "rave".parse()?;
    /// assert_eq!(rave.text(2000.4), "rave=2000");
    /// # Ok::<(), host_sim::tuning::ParameterError>(())
    /// ```
    #[must_use]
    pub fn text(self, value: f64) -> String {
        format!("{self}={value:.0}")
    }

    fn check(self, value: &str) -> Result<f64, ParameterError> {
        let number = self.0.kind().parse(value).map(f64::from);
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
        text.push(colon);
        text += &parameter.text(value);
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

/// Numbers to be tuned together: `exploration=200:50,rave=2000:500`.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes(pub Vec<(Parameter, Axis)>);

/// What is wrong with numbers to be tuned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// There is no such number.
    #[error(
        "`{0}` cannot be tuned: there are {known}",
        known = names().collect::<Vec<_>>().join(", ")
    )]
    Name(String),
    /// This is not a value for it.
    #[error(
        "`{1}`: {0} is a whole number from {low} to {high}",
        low = .0.range().0, high = .0.range().1
    )]
    Value(Parameter, String),
    /// This is not how far to move it.
    #[error("`{1}`: {0} is moved by 1 or more")]
    Step(Parameter, String),
    /// This does not say where to start and how far to move.
    #[error("`{0}`: this is NAME=START:STEP, such as exploration=200:50")]
    Axis(String),
    /// It is there already.
    #[error("`{0}` is there twice")]
    Twice(String),
    /// There is nothing to compare.
    #[error("it takes two values or more to compare")]
    Few,
    /// This player is not the engine.
    #[error("`{0}`: only the engine can be tuned")]
    Base(String),
}

impl FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Parameter, ParameterError> {
        let setting = Config::setting(text);
        let number =
            setting.filter(|s| matches!(s.kind(), SettingKind::Number { .. }));
        number.map(Parameter).ok_or_else(|| ParameterError::Name(text.into()))
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
            let step = width.parse().ok();
            let step = step.filter(|step| (1.0..=high).contains(step));
            let step = step
                .ok_or_else(|| ParameterError::Step(parameter, width.into()))?;
            if axes.iter().any(|&(other, _)| other == parameter) {
                return Err(ParameterError::Twice(name.into()));
            }
            axes.push((parameter, Axis { start, step, low, high }));
        }
        Ok(Axes(axes))
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name().to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Parameter {
        name.parse().unwrap()
    }

    #[test]
    fn numbers_become_players() {
        let base: Spec = "engine:nodes=500".parse().unwrap();
        let numbers = [(named("exploration"), 199.6), (named("ExpandAt"), 4.4)];
        let tuned = with(&base, &numbers).unwrap().to_string();
        assert_eq!(tuned, "engine:nodes=500,exploration=200,expandat=4");
        let plain = with(&"engine".parse().unwrap(), &numbers[1..]).unwrap();
        assert_eq!(plain.to_string(), "engine:expandat=4");
        assert!(with(&"rival:000".parse().unwrap(), &numbers).is_err());
        assert!("order".parse::<Parameter>().is_err());
    }

    #[test]
    fn the_ends_of_every_range_can_be_played() {
        let base: Spec = "engine".parse().unwrap();
        assert!(names().count() > 3);
        for name in names() {
            let parameter = named(&name);
            let (low, high) = parameter.range();
            assert!(with(&base, &[(parameter, low)]).is_ok(), "{name}");
            assert!(with(&base, &[(parameter, high)]).is_ok(), "{name}");
        }
    }
}
