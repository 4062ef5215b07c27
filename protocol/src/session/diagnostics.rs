//! Diagnostics: `stats`, `sysinfo` and `version`, the same lines for people
//! and programs.

use engine::Node;

use super::Session;
use crate::ugi::print;
use crate::{Diagnostics, SecondCore, console};

impl Session<'_> {
    pub(super) fn print_stats(&mut self) {
        let report = self.engine.report();
        let terminal = &mut self.terminal;
        terminal.reply(format_args!(
            "stats playouts {} visits {} pool {} of {} evicted {}",
            report.playouts,
            report.visits,
            report.used,
            report.capacity,
            report.evicted
        ));
        if !terminal.console {
            for &root_move in &report.moves {
                print::root_move(terminal, root_move);
            }
        } else if !report.moves.is_empty() {
            console::print::scores(terminal, &report);
        }
        self.print_losses("stats");
    }

    pub(super) fn print_sysinfo(&mut self) {
        let Some(device) = self.device else {
            debug_assert!(false, "the session has not started");
            return;
        };
        let diagnostics = self.diagnostics;
        let nodes = self.engine.pool_size();
        let pool = nodes * size_of::<Node>();
        let all = pool + size_of::<Self>();
        let terminal = &mut self.terminal;
        terminal.reply(format_args!("sysinfo device {}", device.name));
        // A desktop has neither.
        if device.clock_hz > 0 {
            let hertz = device.clock_hz;
            terminal.reply(format_args!("sysinfo clock {hertz} Hz"));
        }
        terminal
            .reply(format_args!("sysinfo uptime {} ms", diagnostics.uptime));
        if diagnostics.stack_size > 0 {
            let Diagnostics { stack_used: used, stack_size: size, .. } =
                diagnostics;
            terminal
                .reply(format_args!("sysinfo stack {used} of {size} bytes"));
        }
        match diagnostics.second_core {
            SecondCore::None => {}
            SecondCore::Silent => terminal.reply(format_args!(
                "sysinfo cores 1 of 2, the second does not answer"
            )),
            SecondCore::Working { stack_used, stack_size } => {
                terminal.reply(format_args!(
                    "sysinfo cores 2 of 2, stack of the second \
                     {stack_used} of {stack_size} bytes"
                ));
            }
        }
        terminal.reply(format_args!(
            "sysinfo pool {nodes} nodes, {pool} of {all} bytes"
        ));
        self.print_losses("sysinfo");
    }

    fn print_losses(&mut self, word: &str) {
        let dropped = self.terminal.output().dropped();
        let lost = self.lost;
        self.terminal.reply(format_args!(
            "{word} dropped {dropped} lines of output, lost {lost} of input"
        ));
    }

    pub(super) fn print_version(&mut self) {
        self.terminal.reply(format_args!(
            "version pocketfour {}",
            env!("CARGO_PKG_VERSION")
        ));
    }
}
