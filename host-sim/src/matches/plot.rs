//! Plots as SVG, without anything from elsewhere. On the page of a report they
//! take the page's style; as a file of its own, a drawing brings one along.

use std::fmt::Write;

use super::Estimate;

const WIDTH: f64 = 720.0;
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

/// Beyond this, in Elo points, nothing is drawn.
const FARTHEST: f64 = 900.0;
/// Left and right of the axis.
const MARGIN: f64 = 40.0;
/// The height of a player: the name, and the interval below it.
const ROW: f64 = 40.0;

/// The ends of the axis, and the distance of its marks: all are whole steps
/// from zero, so that marks are where their numbers are.
fn axis(players: &[(String, Estimate)]) -> (f64, f64) {
    let ends = players.iter().flat_map(|(_, Estimate { elo, error })| {
        [elo - error, elo + error, *elo]
    });
    let widest = ends.filter(|it| !it.is_nan()).map(f64::abs);
    let widest = widest.fold(50.0_f64, f64::max).min(FARTHEST);
    let steps = [25.0, 50.0, 100.0, 200.0];
    let step = steps.into_iter().find(|step| widest / step <= 4.0);
    let step = step.unwrap_or(300.0);
    ((widest / step).ceil() * step, step)
}

/// How high the drawing is, and what is in it.
fn points(players: &[(String, Estimate)]) -> (f64, String) {
    let (widest, step) = axis(players);
    let room = WIDTH - 2.0 * MARGIN;
    let x = |elo: f64| {
        let elo = elo.clamp(-widest, widest);
        MARGIN + (elo + widest) / (2.0 * widest) * room
    };
    let height = ROW * players.len() as f64 + 30.0;
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
        let top = ROW * f64::from(row);
        let y = top + 26.0;
        let (low, high) = (elo - error, elo + error);
        let low = if low.is_nan() { -widest } else { low };
        let high = if high.is_nan() { widest } else { high };
        let _ = write!(
            svg,
            "<text x='{MARGIN}' y='{0:.0}'>{name}</text>\
             <line x1='{1:.1}' x2='{2:.1}' y1='{y:.0}' y2='{y:.0}' \
             class='error'/><circle cx='{3:.1}' cy='{y:.0}' r='5'/>",
            top + 14.0,
            x(low),
            x(high),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn player(elo: f64, error: f64) -> (String, Estimate) {
        ("engine:nodes=2000,pool=1000000".into(), Estimate { elo, error })
    }

    /// Where the marks of the axis are, and what they say.
    fn marks(drawing: &str) -> Vec<(f64, f64)> {
        let texts = drawing.split("<text x='").skip(1);
        let mark = |text: &str| {
            let (at, rest) = text.split_once('\'')?;
            let (_, rest) = rest.split_once("middle'>")?;
            let (value, _) = rest.split_once('<')?;
            Some((at.parse().ok()?, value.parse().ok()?))
        };
        texts.filter_map(mark).collect()
    }

    #[test]
    fn the_axis_is_even_and_its_numbers_have_room() {
        let infinite = f64::INFINITY;
        for (elo, error) in [
            (0.0, 3.0),
            (40.0, 30.0),
            (-130.0, 45.0),
            (512.0, 254.0),
            (880.0, 300.0),
            (infinite, infinite),
            (-infinite, infinite),
            (0.0, infinite),
        ] {
            let marks = marks(&drawing(&[player(elo, error)]));
            assert!(marks.len() >= 3, "{elo}: {marks:?}");
            let per_point =
                (marks[1].0 - marks[0].0) / (marks[1].1 - marks[0].1);
            for pair in marks.windows(2) {
                let [(left, low), (right, high)] = [pair[0], pair[1]];
                let even = (right - left) / (high - low) - per_point;
                assert!(even.abs() < 1e-2, "{elo}: {marks:?}");
                // A number has up to four letters of seven points.
                assert!(right - left > 35.0, "{elo}: {marks:?}");
            }
            assert!(marks[0].0 > 14.0, "{marks:?}");
            assert!(marks[marks.len() - 1].0 < WIDTH - 14.0, "{marks:?}");
        }
    }
}
