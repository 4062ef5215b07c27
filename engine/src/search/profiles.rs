//! Configurations that have a name: the strongest one known, and those of
//! published programs for this game.

use super::config::{Choice, Config, Order, RolloutPolicy, Tactics};
use super::setting::{Setting, SettingKind};

impl Config {
    /// What the published programs have in common: uniform rollouts and
    /// plain means, without proofs.
    const PLAIN: Config = Config {
        exploration: 1024,
        tactics: Tactics::NONE,
        rollout: RolloutPolicy::Uniform,
        proofs: false,
        order: Order::LeftToRight,
        choice: Choice::Mean,
        expand_at: 1,
        rave: 0,
        ..Config::DEFAULT
    };

    /// Threats settled on expansion, shuffled children, c = 0.8 on a scale
    /// from 0 to 1, which is 1.6 on ours.
    pub const RIVAL_000: Config = Config {
        exploration: 1638,
        tactics: Tactics { double: false, ..Tactics::ALL },
        order: Order::Random,
        choice: Choice::Visits,
        ..Config::PLAIN
    };

    /// An immediate win at the root, otherwise the textbook's search.
    pub const RIVAL_001: Config = Config {
        tactics: Tactics { win: true, ..Tactics::NONE },
        tactics_everywhere: false,
        ..Config::PLAIN
    };

    /// Must-win, must-block and must-avoid on expansion. Its constant stands
    /// before the root of 2 ln N and on a scale from 0 to 1.
    pub const RIVAL_002: Config = Config {
        exploration: 2048,
        tactics: Tactics { double: false, ..Tactics::ALL },
        order: Order::Random,
        ..Config::PLAIN
    };

    /// Tactics before and after the search, at the root only; c = 0.55
    /// before the root of 2 ln N.
    pub const RIVAL_003: Config = Config {
        exploration: 796,
        tactics: Tactics { avoid: false, ..Tactics::ALL },
        tactics_everywhere: false,
        choice: Choice::Filtered,
        ..Config::PLAIN
    };

    /// Immediate wins prune their siblings, and results near the root weigh
    /// up to five times as much.
    pub const RIVAL_004: Config = Config {
        exploration: 579,
        tactics: Tactics { win: true, ..Tactics::NONE },
        grading: 5,
        ..Config::PLAIN
    };
}

impl Config {
    /// The strongest configuration and those of the published programs, with
    /// the names that can be typed.
    pub const PROFILES: &[(&str, Config)] = &[
        ("default", Config::DEFAULT),
        ("rival000", Config::RIVAL_000),
        ("rival001", Config::RIVAL_001),
        ("rival002", Config::RIVAL_002),
        ("rival003", Config::RIVAL_003),
        ("rival004", Config::RIVAL_004),
    ];

    const PROFILE_NAMES: &[&str] = &{
        let mut names = [""; Config::PROFILES.len()];
        let mut index = 0;
        while index < names.len() {
            names[index] = Config::PROFILES[index].0;
            index += 1;
        }
        names
    };

    /// All other settings at once.
    pub(super) const PROFILE: Setting<Config> = Setting::new(
        "Profile",
        SettingKind::Words(Config::PROFILE_NAMES),
        |config| {
            let mut profiles = Config::PROFILES.iter();
            let same = profiles.position(|(_, profile)| profile == config);
            same.map_or(u32::MAX, |index| index as u32)
        },
        |config, value| {
            debug_assert!((value as usize) < Config::PROFILES.len());
            if let Some((_, profile)) = Config::PROFILES.get(value as usize) {
                *config = *profile;
            }
        },
    );
}
