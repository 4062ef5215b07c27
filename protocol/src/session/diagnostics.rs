//! Diagnostics: `stats`, `sysinfo` and `version`, the same lines for people
//! and programs.

use engine::Node;

use super::Session;
use crate::ugi::print;

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
        for &root_move in &report.moves {
            print::root_move(terminal, root_move);
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
        terminal.reply(format_args!("sysinfo clock {} Hz", device.clock_hz));
        terminal
            .reply(format_args!("sysinfo uptime {} ms", diagnostics.uptime));
        terminal.reply(format_args!(
            "sysinfo stack {} of {} bytes",
            diagnostics.stack_used, diagnostics.stack_size
        ));
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
