//! A terminal's screens as a moving picture.

use std::fmt::Write;
use std::iter;

use vt100::{Color, Screen};

/// The size of a character, and the edge around the text.
const WIDTH: f32 = 8.4;
const HEIGHT: f32 = 18.0;
const EDGE: f32 = 14.0;

const PAPER: &str = "#16191d";
const INK: &str = "#d7dae0";
const BRIGHT: &str = "#ffffff";

/// A screen that is shown for a while.
#[derive(Debug)]
pub(super) struct Frame {
    lines: Vec<Vec<TextRun>>,
    cursor: (u16, u16),
    /// In milliseconds.
    time: u32,
    size: (u16, u16),
}

/// Text of one colour, spaces included.
#[derive(Debug, PartialEq, Eq)]
struct TextRun {
    column: u16,
    text: String,
    color: &'static str,
}

impl Frame {
    pub(super) fn of(screen: &Screen, time: u32) -> Frame {
        let (rows, columns) = screen.size();
        let size = (rows.get(), columns.get());
        let lines = (0..size.0).map(|row| runs(screen, row)).collect();
        Frame { lines, cursor: screen.cursor_position(), time, size }
    }
}

fn runs(screen: &Screen, row: u16) -> Vec<TextRun> {
    let mut runs: Vec<TextRun> = Vec::new();
    for column in 0..screen.size().1.get() {
        let Some(cell) = screen.cell(row, column) else { continue };
        if !cell.has_contents() || cell.contents() == " " {
            continue;
        }
        let color = color(cell.fgcolor(), cell.bold());
        let text = cell.contents();
        match runs.last_mut() {
            Some(run) if run.color == color => {
                let gap = column - run.column - length(&run.text);
                run.text.extend(iter::repeat_n(' ', gap.into()));
                run.text += text;
            }
            _ => runs.push(TextRun { column, text: text.into(), color }),
        }
    }
    runs
}

fn length(text: &str) -> u16 {
    text.chars().count() as u16
}

fn color(color: Color, bold: bool) -> &'static str {
    match color {
        Color::Idx(1) => "#ff6b6b",
        Color::Idx(2) => "#7fd88f",
        Color::Idx(3) => "#ffd166",
        Color::Idx(4) => "#6cb6ff",
        Color::Idx(5) => "#d2a8ff",
        Color::Idx(6) => "#76e3ea",
        _ if bold => BRIGHT,
        _ => INK,
    }
}

/// The frames, one after the other and over again. Each covers the ones
/// after it until its time is over; the last one is there for those whose
/// pictures do not move.
pub(super) fn draw(frames: &[Frame]) -> String {
    let size = frames.first().map_or((1, 1), |frame| frame.size);
    let width = f32::from(size.1) * WIDTH + 2.0 * EDGE;
    let height = f32::from(size.0) * HEIGHT + 2.0 * EDGE;
    let all: u32 = frames.iter().map(|frame| frame.time).sum();
    let mut styles = String::new();
    let mut groups = Vec::new();
    let mut end = 0;
    for (number, frame) in frames.iter().enumerate() {
        end += frame.time;
        let is_last = number + 1 == frames.len();
        let mut group = String::from("<g>\n");
        if !is_last {
            let over = 100.0 * f64::from(end) / f64::from(all);
            let _ = writeln!(
                styles,
                "#f{number} {{ visibility: hidden; \
                 animation: k{number} {all}ms step-end infinite; }}\n\
                 @keyframes k{number} {{ 0% {{ visibility: visible; }} \
                 {over:.2}% {{ visibility: hidden; }} }}"
            );
            group = format!("<g id=\"f{number}\">\n");
        }
        let _ = writeln!(
            group,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" \
             fill=\"{PAPER}\"/>"
        );
        for (row, runs) in (0..).zip(&frame.lines) {
            for run in runs {
                let _ = writeln!(group, "{}", text(row, run));
            }
        }
        let (row, column) = frame.cursor;
        let _ = writeln!(
            group,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" fill=\"{INK}\" opacity=\"0.7\"/>",
            EDGE + f32::from(column) * WIDTH,
            EDGE + f32::from(row) * HEIGHT,
        );
        group += "</g>\n";
        groups.push(group);
    }
    groups.reverse();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n\
         <title>A game at Pocketfour's console</title>\n\
         <!-- Made by: cargo xtask picture -->\n\
         <style>\ntext {{ font: 14px 'DejaVu Sans Mono', Menlo, Consolas, \
         monospace; white-space: pre; }}\n{styles}</style>\n{}</svg>\n",
        groups.concat()
    )
}

fn text(row: u16, run: &TextRun) -> String {
    let escaped = run
        .text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" \
         xml:space=\"preserve\" fill=\"{}\">{escaped}</text>",
        EDGE + f32::from(run.column) * WIDTH,
        EDGE + (f32::from(row) + 0.75) * HEIGHT,
        f32::from(length(&run.text)) * WIDTH,
        run.color,
    )
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;

    fn frame(bytes: &[u8], time: u32) -> Frame {
        let [rows, columns] = [2, 10].map(|n| NonZero::new(n).unwrap());
        let mut terminal = vt100::Parser::new(rows, columns, 0);
        terminal.process(bytes);
        Frame::of(terminal.screen(), time)
    }

    #[test]
    fn colours_and_places_are_those_of_the_terminal() {
        let frame = frame(b"a \x1b[1;31mxy\x1b[0m<\r\n> ", 1);
        let run = |column, text: &str, color| TextRun {
            column,
            text: text.into(),
            color,
        };
        assert_eq!(
            frame.lines[0],
            [run(0, "a", INK), run(2, "xy", "#ff6b6b"), run(4, "<", INK)]
        );
        assert_eq!(frame.lines[1], [run(0, ">", INK)]);
        assert_eq!(frame.cursor, (1, 2));
    }

    #[test]
    fn each_frame_has_its_share_of_the_time() {
        let picture = draw(&[frame(b"one", 250), frame(b"<two>", 750)]);
        assert!(picture.contains("k0 1000ms step-end infinite"), "{picture}");
        assert!(picture.contains("25.00% { visibility: hidden; }"));
        let last = picture.find("&lt;two&gt;").unwrap();
        assert!(last < picture.find(">one<").unwrap());
        assert!(!picture.contains("k1"));
    }
}
