//! The results of several matches in one table.

use std::fmt;

use super::{Estimate, MatchScore, Standing};

/// The scores of all pairings.
#[derive(Clone, Debug)]
pub struct CrossTable {
    players: Vec<String>,
    /// Who, against whom, with which result.
    results: Vec<(usize, usize, Standing)>,
    /// The forfeits, in percent of the games, with which a match still has a
    /// result.
    forfeits: u8,
}

/// The forfeits, in percent, with which a match still has a result.
pub const MOST_FORFEITS: u8 = 10;

impl Default for CrossTable {
    fn default() -> CrossTable {
        CrossTable::new(MOST_FORFEITS)
    }
}

impl CrossTable {
    /// A table in which a match with more forfeits than these, in percent of
    /// its games, counts nowhere.
    #[must_use]
    pub const fn new(forfeits: u8) -> CrossTable {
        CrossTable { players: Vec::new(), results: Vec::new(), forfeits }
    }

    /// Adds the result of a match from the view of the first player.
    pub fn add(&mut self, a: &str, b: &str, result: impl Into<Standing>) {
        let [a, b] = [a, b].map(|name| self.place(name));
        let standing: Standing = result.into();
        self.results.push((a, b, standing));
        self.results.push((b, a, standing.reversed()));
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
        let order = self.order().into_iter();
        let totals = order.map(|player| (player, self.total(player)));
        let played = totals.filter(|(_, total)| total.games() > 0);
        let name = |player: usize| self.players[player].clone();
        played.map(|(it, total)| (name(it), total.estimate())).collect()
    }

    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let mean = |&player: &usize| match self.total(player) {
            // A player without a result comes last.
            total if total.games() == 0 => -1.0,
            total => total.mean(),
        };
        order.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        order
    }

    fn total(&self, player: usize) -> MatchScore {
        let own = self.results.iter().filter(|(a, _, _)| *a == player);
        let valid = own.filter(|(_, _, it)| !it.is_void(self.forfeits));
        valid.fold(MatchScore::default(), |sum, (_, _, it)| sum.plus(&it.score))
    }

    fn against(&self, player: usize, opponent: usize) -> String {
        let found = self
            .results
            .iter()
            .find(|(a, b, _)| (*a, *b) == (player, opponent));
        found.map_or("-".into(), |(_, _, standing)| self.percent(standing))
    }

    fn percent(&self, standing: &Standing) -> String {
        if standing.is_void(self.forfeits) {
            return "no result".into();
        }
        standing.score.percent()
    }

    /// The one who has played each of several others, if that is all.
    fn challenger(&self) -> Option<usize> {
        let mut played = self.results.iter().step_by(2);
        let (challenger, _, _) = played.next()?;
        let alone = played.len() > 0 && played.all(|(a, _, _)| a == challenger);
        alone.then_some(*challenger)
    }

    /// One row for every opponent, in the order of the matches.
    fn ladder(
        &self,
        challenger: usize,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let name = &self.players[challenger];
        let cells = "won | drawn | lost | score | Elo | forfeits |";
        writeln!(f, "| {name} against | {cells}")?;
        writeln!(f, "|---|---|---|---|---|---|---|")?;
        let played = self.results.iter().step_by(2);
        for (_, opponent, standing) in played {
            let Standing { score, forfeits } = standing;
            let elo = match standing.is_void(self.forfeits) {
                true => "-".into(),
                false => score.points(),
            };
            let MatchScore { wins, draws, losses, .. } = score;
            let name = &self.players[*opponent];
            let percent = self.percent(standing);
            writeln!(
                f,
                "| {name} | {wins} | {draws} | {losses} | {percent} | {elo} \
                 | {forfeits} |"
            )?;
        }
        let total = self.total(challenger);
        let MatchScore { wins, draws, losses, .. } = total;
        writeln!(
            f,
            "| all with a result | {wins} | {draws} | {losses} | {} | |",
            total.cells()
        )
    }
}

/// A table in Markdown, the best player first. Each cell is the score of
/// the player of its row.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(challenger) = self.challenger() {
            return self.ladder(challenger, f);
        }
        let order = self.order();
        let names = order.iter().map(|&i| self.players[i].as_str());
        let names: Vec<&str> = names.collect();
        writeln!(f, "| player | all | Elo | {} |", names.join(" | "))?;
        writeln!(f, "|---|---|---|{}", "---|".repeat(order.len()))?;
        for &player in &order {
            let name = &self.players[player];
            let total = self.total(player);
            match total.games() {
                0 => write!(f, "| {name} | - | - |")?,
                _ => write!(f, "| {name} | {} |", total.cells())?,
            }
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
    use crate::matches::MatchSide;
    use crate::players::Forfeit;

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

        let mut void = Standing::from(even);
        void.forfeits.count(MatchSide::A, Forfeit::Crash);
        void.forfeits.count(MatchSide::A, Forfeit::Crash);
        table.add("four", "one", void);
        let text = table.to_string();
        let four = "| four | - | - | - | - | no result | - |";
        assert!(text.contains(four), "{text}");
        assert_eq!(table.estimates().len(), 3);
    }

    #[test]
    fn one_against_each_is_a_ladder() {
        let mut table = CrossTable::new(0);
        let score = MatchScore { wins: 2, ..MatchScore::default() };
        let mut void = Standing::from(score);
        void.forfeits.count(MatchSide::B, Forfeit::Hang);
        table.add("one", "two", score);
        table.add("one", "three", void);
        let text = table.to_string();
        for line in [
            "| one against | won | drawn | lost | score | Elo | forfeits |",
            "| two | 2 | 0 | 0 | 100.0% | inf ± inf | none |",
            "| three | 2 | 0 | 0 | no result | - | B hang 1 |",
            "| all with a result | 2 | 0 | 0 | 100.0% | inf ± inf | |",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} in {text}");
        }
    }
}
