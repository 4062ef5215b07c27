"""The player's end of the line: what is sent to the chip and what it says.

The bytes of standard input wait here until the chip takes them. With faults,
a byte 0 is no text: the letter behind it says what happens to the cable, in
order with what is sent.
"""

from collections import deque

FAULT = 256  # added to the letter of a fault among the bytes
PAUSE = 0.5  # seconds


class Port:
    def __init__(self, output, trace, faults, bauds=None):
        self.clock = None
        self.bauds = bauds  # at which the computer reads; as fast as it can
        self._before = 0  # seconds of chips that have restarted since
        self.connected = False  # does the chip know that the port is open?
        self.plugged = True
        self.reading = True
        self.resting_since = 0  # the last time that anything was said
        self._output = output
        self._trace = trace
        self._faults = faults
        self._input = deque()
        self._escaped = False
        self._paused = False
        self._reads_at = 0  # the cycle from which it reads again
        self._unfinished = {"in": b"", "out": b""}
        self.on_input = lambda: None  # the chip's: there is something to take
        self.on_fault = lambda letter: None  # the chip's

    def set_clock(self, clock):
        """There is a chip at the other end."""
        if self.clock:
            self._before += self.clock.seconds()
        self.clock = clock
        self.connected = False
        self.resting_since = 0
        self._paused = False
        self._reads_at = 0

    def listens(self):
        """Does the computer take what the chip has to say?"""
        return self.reading and self.clock.now >= self._reads_at

    def send(self, data):
        """Bytes that were typed."""
        for byte in data:
            if self._faults and not self._escaped and byte == 0:
                self._escaped = True
            else:
                self._input.append(byte + FAULT if self._escaped else byte)
                self._escaped = False
        self._mark("in", data)
        self.resting_since = self.clock.now
        self._turn()

    def take(self, limit):
        """What the chip gets of it, and no more than this."""
        taken = bytearray()
        if self.plugged and not self._paused:
            waiting = self._input
            while waiting and waiting[0] < FAULT and len(taken) < limit:
                taken.append(waiting.popleft())
        if taken:
            self.resting_since = self.clock.now
        return bytes(taken)

    def is_empty(self):
        return not self._input

    def has_text(self):
        ready = self.plugged and not self._paused
        return ready and bool(self._input) and self._input[0] < FAULT

    def heard(self, data):
        """The chip has said this."""
        self.resting_since = self.clock.now
        self._mark("out", data)
        self._output(data)
        if self.bauds:
            seconds = 10 * len(data) / self.bauds
            self._reads_at = self.clock.now + round(seconds * self.clock.hz)
            self.clock.at(self._reads_at, self.on_input)

    def happen(self):
        """Lets faults happen that are next in line."""
        waiting = self._input
        while waiting and waiting[0] >= FAULT and not self._paused:
            letter = chr(waiting.popleft() - FAULT)
            if letter == "w":
                self._paused = True
                self.clock.after(PAUSE, self._resume)
            elif letter in "updlb":
                self.plugged = {"u": False, "p": True}.get(
                    letter, self.plugged
                )
                self.reading = {"d": False, "l": True}.get(
                    letter, self.reading
                )
                self.on_fault(letter)
            else:
                raise ValueError(f"no fault is called {letter}")

    def _resume(self):
        self._paused = False
        self._turn()

    def _turn(self):
        self.happen()
        if self.has_text():
            self.on_input()

    def _mark(self, direction, data):
        """Writes whole lines into the trace, with the time of their end."""
        if not self._trace:
            return
        *lines, rest = (self._unfinished[direction] + data).split(b"\n")
        self._unfinished[direction] = rest
        time = round((self._before + self.clock.seconds()) * 1e6)
        for line in lines:
            text = line.decode("latin-1").rstrip()
            self._trace.write(f"{direction} {time} {text}\n")
        self._trace.flush()
