"""Runs the image of a Raspberry Pi Pico 2 or a BBC micro:bit v2, with the
player's serial port on standard input and output:

  python run.py --board pico2|microbit-v2 IMAGE.elf
                [--realtime | --hurry] [--trace FILE] [--faults]
                [--restart] [--one-core | --deaf-core] [--baud N]

A core that works is emulated as fast as it goes, a core that sleeps keeps
pace with the wall clock and costs nothing; `--realtime` never runs ahead of
the wall clock, `--hurry` lets a core sleep in no time. `--trace` writes every
line with the chip's time in microseconds. With `--baud`, the computer takes no
more text than a line of this speed carries, by the chip's clock.

With `--faults`, a byte 0 on standard input is no text: the letter behind it
says what happens to the cable, in order with what is sent.

  u  it is unplugged        d  the computer reads nothing
  p  it is plugged in       l  the computer reads again
  b  another baud rate      w  half a second passes

The program ends when the image restarts the chip, which it does after
`quit`, and when standard input has ended and all work is done. With
`--restart`, a chip that has panicked or hung starts again, as a board does.
With `--one-core`, the second core gives no answer; with `--deaf-core`, it says
that it waits for a program, and hears nothing of it (both: only pico2).
"""

import argparse
import importlib
import os
import queue
import struct
import sys
import threading
import time

from cortex_m import Elf
from port import Port

CHIPS = {"pico2": "rp2350", "microbit-v2": "nrf52833"}
KEPT = 0x20002000  # where a panic leaves its message
KEPT_MARK = 0x50414E49
WINDOW = 0.005  # seconds in which a core is seen to sleep or work
REST = 0.2  # seconds of sleep after which all work is done


class Board:
    def __init__(self, arguments):
        module = importlib.import_module(CHIPS[arguments.board])
        with open(arguments.image, "rb") as file:
            self.elf = Elf(file.read())
        trace = arguments.trace and open(arguments.trace, "w")
        self.port = Port(say, trace, arguments.faults, arguments.baud)
        self.new_chip = module.Chip
        cores = ("one_core", "deaf_core")
        self.options = {it: True for it in cores if vars(arguments)[it]}
        self.start(self.options)
        self.restarts = arguments.restart
        self.realtime = arguments.realtime
        self.hurry = arguments.hurry
        self.typed = queue.SimpleQueue()
        self.input_ended = False

    def start(self, options):
        """Switches a chip on."""
        self.chip = self.new_chip(**options)
        self.core = self.chip.core
        self.clock = self.core.clock
        self.lead = float("-inf")  # the wall clock's, on a chip never late
        self.core.load(self.elf)
        self.port.set_clock(self.clock)
        self.chip.plug_in(self.port)

    def run(self):
        threading.Thread(target=read, args=(self.typed,), daemon=True).start()
        while True:
            asleep = self.run_window()
            if self.core.restarted:
                failed = self.tell_failure()
                if not failed or not self.restarts:
                    return 1 if failed else 0
                self.start({**self.options, "before": self.chip})
            self.listen(0)
            if not asleep or not self.port.connected:
                self.port.resting_since = self.clock.now
            if self.input_ended and self.port.is_empty():
                rested = self.clock.now - self.port.resting_since
                if rested >= REST * self.clock.hz:
                    return 0
            waits = asleep and not self.input_ended and not self.hurry
            if self.realtime or waits:
                self.keep_pace()

    def run_window(self):
        """Lets the chip work or sleep for a while; has it slept for most?"""
        core, clock = self.core, self.clock
        window = int(WINDOW * clock.hz)
        end = clock.now + window
        slept = 0
        while clock.now < end and not core.restarted:
            if core.asleep:
                start = clock.now
                core.sleep(end)
                slept += clock.now - start
            else:
                core.work(end)
        return slept > window // 2

    def keep_pace(self):
        """Waits for the wall clock, or until something is typed."""
        while True:
            now, chip = time.monotonic(), self.clock.seconds()
            self.lead = max(self.lead, now - chip)
            early = chip + self.lead - now
            if early < 0.001:
                return
            if self.listen(early) and not self.realtime:
                return

    def listen(self, seconds):
        """Takes what is typed within this time; was there anything?"""
        if self.input_ended:
            time.sleep(seconds)
            return False
        heard = False
        while True:
            try:
                wait = seconds > 0 and not heard
                data = self.typed.get(wait, seconds if wait else None)
            except queue.Empty:
                return heard
            heard = True
            if not data:
                self.input_ended = True
                return heard
            self.port.send(data)

    def tell_failure(self):
        """The image has restarted the chip, or something else has; is it a
        failure?"""
        mark, length = struct.unpack("<II", self.core.read(KEPT, 8))
        if mark == KEPT_MARK:
            text = self.core.read(KEPT + 12, min(length, 200))
            print(f"panic: {text.decode('utf-8', 'replace')}", file=sys.stderr)
            return True
        if self.core.restarted != "the image":
            print(self.core.restarted, file=sys.stderr)
            return True
        return False


def read(typed):
    """Reads standard input to its end."""
    while True:
        data = os.read(0, 4096)
        typed.put(data)
        if not data:
            return


def say(data):
    try:
        while data:
            data = data[os.write(1, data):]
    except BrokenPipeError:
        os._exit(0)


def main():
    parser = argparse.ArgumentParser(
        description="Runs a board's image without the board."
    )
    parser.add_argument("--board", choices=CHIPS, required=True)
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument("--realtime", action="store_true")
    pace.add_argument("--hurry", action="store_true")
    parser.add_argument("--trace", metavar="FILE")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--restart", action="store_true")
    cores = parser.add_mutually_exclusive_group()
    cores.add_argument("--one-core", action="store_true")
    cores.add_argument("--deaf-core", action="store_true")
    parser.add_argument("--baud", type=int, metavar="N")
    parser.add_argument("image", metavar="IMAGE.elf")
    arguments = parser.parse_args()
    one_of_two = arguments.one_core or arguments.deaf_core
    if arguments.board != "pico2" and one_of_two:
        parser.error("only pico2 has a second core")
    try:
        board = Board(arguments)
        code = board.run()
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        code = 130
    # The reader may still wait for input, which is no reason to stay.
    os._exit(code)


if __name__ == "__main__":
    main()
