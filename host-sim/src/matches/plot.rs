//! Plots as SVG, without anything from elsewhere. On the page of a report they
//! take the page's style; as a file of its own, a drawing brings one along.

use std::fmt::Write;

use super::Estimate;

const WIDTH: f64 = 720.0;
const LABELS: f64 = 260.0;
/// What the opening of a drawing has besides, if it is a file of its own.
const ALONE: &str = " xmlns='http://www.w3.org/2000/svg'";

/// The colours of every plot.
pub(super) const COLOURS: &str = "rect,circle{fill:#2a6fb0}\
    .error{stroke:#2a6fb0;stroke-width:2}.grid{stroke:#ddd}";

/// Text that is safe between tags.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A point with its error for each player, on one axis: for a page that has
/// the style.
pub(super) fn intervals(players: &[(String, Estimate)]) -> String {
    let (height, shapes) = points(players);
    opening("", height) + &shapes + "</svg>"
}

/// The same as a file of its own.
#[must_use]
pub fn drawing(players: &[(String, Estimate)]) -> String {
    let (height, shapes) = points(players);
    let style = format!("<style>text{{font:12px sans-serif}}{COLOURS}</style>");
    opening(ALONE, height) + &style + &shapes + "</svg>\n"
}

/// How high the drawing is, and what is in it.
fn points(players: &[(String, Estimate)]) -> (f64, String) {
    let end = |value: f64| value.clamp(-900.0, 900.0);
    let ends = players.iter().flat_map(|(_, Estimate { elo, error })| {
        [end(elo - error), end(elo + error), end(*elo)]
    });
    let widest = ends.filter(|it| !it.is_nan()).map(f64::abs);
    let widest = widest.fold(50.0_f64, f64::max);
    let step = if widest > 400.0 {
        200.0
    } else if widest > 100.0 {
        100.0
    } else {
        25.0
    };
    let widest = (widest / step).ceil() * step;
    let room = WIDTH - LABELS - 20.0;
    let x = |elo: f64| LABELS + (end(elo) + widest) / (2.0 * widest) * room;
    let height = 30.0 * players.len() as f64 + 30.0;
    let mut svg = String::new();
    let mut tick = -widest;
    while tick <= widest {
        let at = x(tick);
        let _ = write!(
            svg,
            "<line x1='{at:.1}' x2='{at:.1}' y1='0' y2='{0:.0}' \
             class='grid'/><text x='{at:.1}' y='{1:.0}' \
             text-anchor='middle'>{tick}</text>",
            height - 24.0,
            height - 8.0,
        );
        tick += step;
    }
    for ((name, Estimate { elo, error }), row) in players.iter().zip(0..) {
        let y = 30.0 * f64::from(row) + 15.0;
        let (low, high) = (elo - error, elo + error);
        let low = if low.is_nan() { -900.0 } else { low };
        let high = if high.is_nan() { 900.0 } else { high };
        let _ = write!(
            svg,
            "<text x='{0:.0}' y='{1:.0}' text-anchor='end'>{name}</text>\
             <line x1='{2:.1}' x2='{3:.1}' y1='{y:.0}' y2='{y:.0}' \
             class='error'/><circle cx='{4:.1}' cy='{y:.0}' r='5'/>",
            LABELS - 10.0,
            y + 4.0,
            x(low).max(LABELS),
            x(high).min(WIDTH - 20.0),
            x(*elo),
            name = escaped(name),
        );
    }
    (height, svg)
}

/// A bar for each count, with a label below.
pub(super) fn bars(counts: &[(String, u64)]) -> String {
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let height = 200.0;
    let each = (WIDTH - 20.0) / (counts.len().max(1) as f64);
    let mut svg = opening("", height);
    for ((label, count), place) in counts.iter().zip(0..) {
        let tall = 150.0 * *count as f64 / most.max(1) as f64;
        let x = 10.0 + each * f64::from(place);
        let _ = write!(
            svg,
            "<rect x='{x:.1}' y='{0:.1}' width='{1:.1}' height='{tall:.1}'/>\
             <text x='{2:.1}' y='{3:.1}' text-anchor='middle'>{count}</text>\
             <text x='{2:.1}' y='190' text-anchor='middle'>{label}</text>",
            172.0 - tall,
            each - 4.0,
            x + each / 2.0 - 2.0,
            168.0 - tall,
        );
    }
    svg + "</svg>"
}

fn opening(besides: &str, height: f64) -> String {
    format!("<svg{besides} viewBox='0 0 {WIDTH} {height}' width='{WIDTH}'>")
}
