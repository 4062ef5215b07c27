//! The results of several matches in one table.

use std::fmt;

use super::{Estimate, MatchScore};

/// The scores of all pairings.
#[derive(Clone, Debug, Default)]
pub struct CrossTable {
    players: Vec<String>,
    /// Who, against whom, with which result.
    results: Vec<(usize, usize, MatchScore)>,
}

impl CrossTable {
    /// Adds the result of a match from the view of the first player.
    pub fn add(&mut self, a: &str, b: &str, score: MatchScore) {
        let [a, b] = [a, b].map(|name| self.place(name));
        self.results.push((a, b, score));
        self.results.push((b, a, score.reversed()));
    }

    fn place(&mut self, name: &str) -> usize {
        let known = self.players.iter().position(|player| player == name);
        known.unwrap_or_else(|| {
            self.players.push(name.into());
            self.players.len() - 1
        })
    }

    /// The difference of every player to all opponents, the best first.
    #[must_use]
    pub fn estimates(&self) -> Vec<(String, Estimate)> {
        let each = self.order().into_iter().map(|player| {
            (self.players[player].clone(), self.total(player).estimate())
        });
        each.collect()
    }

    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let mean = |&player: &usize| self.total(player).mean();
        order.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        order
    }

    fn total(&self, player: usize) -> MatchScore {
        let own = self.results.iter().filter(|(a, _, _)| *a == player);
        own.fold(MatchScore::default(), |sum, (_, _, score)| sum.plus(score))
    }

    fn against(&self, player: usize, opponent: usize) -> String {
        let found = self
            .results
            .iter()
            .find(|(a, b, _)| (*a, *b) == (player, opponent));
        found.map_or(String::from("-"), |(_, _, score)| score.percent())
    }
}

/// A table in Markdown, the best player first. Each cell is the score of
/// the player of its row.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.order();
        let names = order.iter().map(|&i| self.players[i].as_str());
        let names: Vec<&str> = names.collect();
        writeln!(f, "| player | all | Elo | {} |", names.join(" | "))?;
        writeln!(f, "|---|---|---|{}", "---|".repeat(order.len()))?;
        for &player in &order {
            let name = &self.players[player];
            write!(f, "| {name} | {} |", self.total(player).cells())?;
            for &opponent in &order {
                write!(f, " {} |", self.against(player, opponent))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first() {
        let mut table = CrossTable::default();
        let even = MatchScore { wins: 5, losses: 5, ..MatchScore::default() };
        let lost = MatchScore {
            wins: 1,
            draws: 2,
            losses: 7,
            ..MatchScore::default()
        };
        table.add("one", "two", lost);
        table.add("two", "three", even);
        let text = table.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "| player | all | Elo | two | three | one |");
        assert!(lines[2].starts_with("| two | 65.0% | 108 ± "), "{text}");
        assert!(lines[2].ends_with("| - | 50.0% | 80.0% |"), "{text}");
        assert!(lines[4].ends_with("| 20.0% | - | - |"), "{text}");
    }
}
