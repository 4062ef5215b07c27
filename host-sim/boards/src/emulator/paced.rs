//! A line that is no faster than a serial port: QEMU's own ports know no
//! speed.

use std::io::{self, Read};
use std::num::NonZeroU32;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs, process};

/// How much is taken at once: what the line carries in this time.
const PORTION: Duration = Duration::from_millis(20);

/// What is read no faster than a line of this speed would bring it.
pub(super) struct Paced<R> {
    from: R,
    bytes_a_second: u32,
    /// When the bytes that were read have all been on the line.
    free: Instant,
}

impl<R: Read> Paced<R> {
    pub(super) fn new(from: R, baud: NonZeroU32) -> Paced<R> {
        // A byte is ten bits on the line.
        let bytes_a_second = (baud.get() / 10).max(1);
        Paced { from, bytes_a_second, free: Instant::now() }
    }
}

impl<R: Read> Read for Paced<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        thread::sleep(self.free.saturating_duration_since(Instant::now()));
        let portion = self.bytes_a_second as f64 * PORTION.as_secs_f64();
        let most = bytes.len().min((portion as usize).max(1));
        let count = match bytes.get_mut(..most) {
            Some(bytes) => self.from.read(bytes)?,
            None => 0,
        };
        // A line that nothing was on does not catch up.
        let start = self.free.max(Instant::now());
        let seconds = count as f64 / f64::from(self.bytes_a_second);
        self.free = start + Duration::from_secs_f64(seconds);
        Ok(count)
    }
}

/// Where QEMU calls for a port that is read slowly. Of a socket of this kind
/// the system keeps some hundred bytes that were not read, of one over TCP
/// whole games.
pub(super) struct Socket {
    listener: UnixListener,
    path: PathBuf,
}

impl Socket {
    pub(super) fn new() -> io::Result<Socket> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pocketfour-{}-{number}", process::id());
        let path = env::temp_dir().join(name);
        let listener = UnixListener::bind(&path)?;
        listener.set_nonblocking(true)?;
        Ok(Socket { listener, path })
    }

    /// What QEMU calls it.
    pub(super) fn name(&self) -> String {
        format!("unix:{}", self.path.display())
    }

    pub(super) fn accept(&self) -> io::Result<UnixStream> {
        let (stream, _) = self.listener.accept()?;
        stream.set_nonblocking(false)?;
        Ok(stream)
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_no_faster_than_its_speed() {
        let text = [b'x'; 480];
        let baud = NonZeroU32::new(9600).unwrap();
        let start = Instant::now();
        let mut line = Paced::new(&text[..], baud);
        let mut heard = Vec::new();
        line.read_to_end(&mut heard).unwrap();
        assert_eq!(heard, text);
        assert!(start.elapsed() >= Duration::from_millis(490));
    }

    #[test]
    fn a_socket_leaves_nothing_behind() {
        let socket = Socket::new().unwrap();
        let path = socket.path.clone();
        assert!(path.exists());
        assert!(UnixStream::connect(&path).is_ok());
        assert!(socket.accept().is_ok());
        drop(socket);
        assert!(!path.exists());
    }
}
