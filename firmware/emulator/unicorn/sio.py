"""What each core of an RP2350 has for itself, and what lies between them: the
cores' numbers, the FIFOs, spinlocks, and the boot ROM in which the second core
waits for a program. Pins can be set.

Not modelled: doorbells, the mailboxes of the other security state,
interpolators, and the time that the second core spends in the boot ROM.
"""

from collections import deque

CPUID, STATUS, WRITE, READ = 0x00, 0x50, 0x54, 0x58
SPINLOCKS = range(0x100, 0x180)
FIFO_IRQ = 25
DEPTH = 4  # words
VALID, READY, OVERFLOW, UNDERFLOW = 1, 2, 4, 8


class Port:
    """A core's end of the FIFOs."""

    def __init__(self, core, incoming, outgoing):
        self.core = core
        self.incoming, self.outgoing = incoming, outgoing
        self.other = None
        self.errors = 0
        self.on_change = lambda: None

    def status(self):
        valid = VALID if self.incoming else 0
        return valid | (READY if self.has_room() else 0) | self.errors

    def has_room(self):
        return len(self.outgoing) < DEPTH

    def write(self, word):
        if self.has_room():
            self.outgoing.append(word)
            self.other.changed()
        else:
            self.errors |= OVERFLOW
            self.changed()

    def read(self):
        word = 0
        if self.incoming:
            word = self.incoming.popleft()
        else:
            self.errors |= UNDERFLOW
        self.changed()
        self.other.on_change()
        return word

    def clear_errors(self):
        self.errors = 0
        self.changed()

    def changed(self):
        self.core.set_line(FIFO_IRQ, bool(self.incoming or self.errors))
        self.on_change()


class BootRom:
    """Waits for 0, 0, 1, the address of the vectors, the stack pointer and the
    first instruction, and sends every word back. A word that it does not
    expect, and every 0, begins the sequence again."""

    BEGIN, LENGTH = 1, 4

    def __init__(self, port):
        self.port = port
        self.waits = False
        self.words = []
        self.unsent = None  # a word that found no room
        port.on_change = self.listen

    def start(self):
        """The core comes out of a reset."""
        self.waits = True
        self.begin_again()
        self.listen()

    def stop(self):
        self.waits = False
        self.unsent = None

    def listen(self):
        if self.waits and self.unsent is not None:
            self.send(self.unsent)
        while self.waits and self.unsent is None and self.port.incoming:
            self.hear(self.port.incoming.popleft())

    def hear(self, word):
        if not (word if self.words else word == self.BEGIN):
            self.begin_again()
            return
        self.words.append(word)
        self.send(word)
        if len(self.words) == self.LENGTH:
            self.stop()
            self.port.core.start(*self.words[1:])

    def begin_again(self):
        self.words = []
        self.port.incoming.clear()
        self.send(0)

    def send(self, word):
        self.unsent = None if self.port.has_room() else word
        if self.unsent is None:
            self.port.write(word)


class Sio:
    """The registers of both cores."""

    def __init__(self, pair):
        queues = deque(), deque()
        first, second = pair.cores
        self.ports = Port(first, *queues), Port(second, *queues[::-1])
        self.ports[0].other, self.ports[1].other = self.ports[::-1]
        self.rom = BootRom(self.ports[1])
        self.locked = set()
        self.look = 0  # cycles that a look at a FIFO's status takes beside
        self.registers = {}

    def reads(self, number):
        """How a core reads a register."""
        port = self.ports[number]

        def read(address):
            offset = address & 0xFFF
            if offset == CPUID:
                return number
            if offset == STATUS:
                port.core.clock.now += self.look
                return port.status()
            if offset == READ:
                return port.read()
            if offset in SPINLOCKS:
                if offset in self.locked:
                    return 0
                self.locked.add(offset)
                return 1 << (offset - SPINLOCKS.start) // 4
            return self.registers.get(offset, 0)

        return read

    def writes(self, number):
        """How a core writes a register."""
        port = self.ports[number]

        def write(address, value, _size):
            offset = address & 0xFFF
            if offset == STATUS:
                port.clear_errors()
            elif offset == WRITE:
                port.write(value)
            elif offset in SPINLOCKS:
                self.locked.discard(offset)
            else:
                self.registers[offset] = value

        return write
