//! What is written with serde is read back.
#![cfg(feature = "serde")]

use pocketfour_engine::{
    Bitboard, Config, Engine, Node, Position, Report, generator,
};

#[test]
fn positions_are_their_notation() {
    let text = "9/9/9/4#4/9/9/9/9/4x4 o";
    let game: Position = text.parse().unwrap();
    let json = serde_json::to_string(&game).unwrap();
    assert_eq!(json, format!("\"{text}\""));
    assert_eq!(serde_json::from_str::<Position>(&json).unwrap(), game);
    assert!(serde_json::from_str::<Position>("\"9/9 o\"").is_err());
}

#[test]
fn reports_and_configurations_are_read_back() {
    let mut pool = [Node::EMPTY; 500];
    let mut engine = Engine::new(&mut pool);
    engine.step(200, &mut generator(1));
    let report = engine.report();
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report);
    for (_, config) in Config::PROFILES {
        let json = serde_json::to_string(config).unwrap();
        assert_eq!(&serde_json::from_str::<Config>(&json).unwrap(), config);
    }
}

#[test]
fn what_does_not_exist_is_refused() {
    let json = serde_json::to_string(&Bitboard::ALL).unwrap();
    assert_eq!(serde_json::from_str::<Bitboard>(&json).unwrap(), Bitboard::ALL);
    let outside = "[4096,0]";
    assert!(serde_json::from_str::<Bitboard>(outside).is_err());
    assert!(serde_json::from_str::<pocketfour_engine::Column>("13").is_err());
    assert!(serde_json::from_str::<pocketfour_engine::Level>("11").is_err());
}
