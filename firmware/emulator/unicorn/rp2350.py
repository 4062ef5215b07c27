"""The RP2350 of a Raspberry Pi Pico 2, as far as the image looks at it, and the
computer at the other end of its USB cable.

Modelled: both cores with what lies between them (sio.py), the timers, the
watchdog, the random number generator, the USB controller as a device, the
chip's number, and clocks, resets and oscillators that are ready at once. The
player's line is the serial port that the image offers over USB. What the
watchdog's reset reaches is looked at, and not carried out part by part: an
image that chooses anything but all of the chip without its oscillators is
refused, and so is a serial number that is not the chip's.

Not modelled: the boot ROM on the first core (the image begins with its own
vectors), other speeds of the system clock than 150 MHz (an image that sets
another is refused) and the speed before the image has set it, what flash and
its cache cost in time, DMA, PIO, pins as inputs, one-time programmable memory
but for the chip's number, security. Other registers keep what is written to
them. USB packets are neither broken nor late, and bandwidth is no limit.
"""

import os

from unicorn.arm_const import UC_CPU_ARM_CORTEX_M33

from cortex_m import OFF, Countdown
from pair import Pair
from registers import Registers
from sio import Sio

HZ = 150_000_000
CRYSTAL_HZ = 12_000_000
MICROSECOND = HZ // 1_000_000

CLOCKS, POWER, RESETS = 0x40010000, 0x40018000, 0x40020000
XOSC, PLL_SYS, PLL_USB = 0x40048000, 0x40050000, 0x40058000
TIMER0, TIMER1, WATCHDOG = 0x400B0000, 0x400B8000, 0x400D8000
TRNG, OTP, SIO = 0x400F0000, 0x40130000, 0xD0000000
USB_MEMORY, USB = 0x50100000, 0x50110000
RAM, RAM_SIZE = 0x20000000, 520 << 10

USB_IRQ = 14
CHIP_NUMBER = 0x0123_4567_89AB_CDEF


class Block(Registers):
    """A block of registers that keep what is written."""

    def read(self, offset):
        return self[offset]

    def peek(self, offset):
        """What is there, for one who is no core."""
        return self.read(offset)

    def write(self, offset, value, _written):
        """Takes a register's new value; `_written` is what made it so."""
        self[offset] = value


class Resets(Block):
    def read(self, offset):
        return ~self[0] & 0xFFFFFFFF if offset == 8 else self[offset]


class Clocks(Block):
    """Every clock has its source at once."""

    def read(self, offset):
        if offset == 0x38:  # the reference clock's
            return 1 << (self[0x30] & 3)
        if offset == 0x44:  # the system clock's
            return 1 << (self[0x3C] & 1)
        return self[offset]

    def write(self, offset, value, _written):
        self[offset] = value
        if offset == 0x3C and value & 1:  # the system clock's, from a PLL
            hz = self.chip.blocks[PLL_SYS].hz()
            if hz != HZ:
                raise ValueError(f"the image sets the clock to {hz} Hz, "
                                 f"which is modelled at {HZ} Hz only")


class Oscillator(Block):
    def read(self, offset):
        return 0x80001000 if offset == 4 else self[offset]


class Pll(Block):
    def hz(self):
        divided = CRYSTAL_HZ // max(self[0] & 0x3F, 1) * self[8]
        after = (self[12] >> 16 & 7) * (self[12] >> 12 & 7)
        return divided // max(after, 1)

    def read(self, offset):
        return self[offset] | 1 << 31 if offset == 0 else self[offset]


class Timer(Block):
    """Microseconds since the start, and four alarms."""

    RAISED, WANTED, FORCED = 0x3C, 0x40, 0x44

    def __init__(self, chip, irq):
        super().__init__(chip)
        self.irq = irq
        self.alarms = [None] * 4

    def read(self, offset):
        now = self.clock.now // MICROSECOND
        if offset in (0x00, 0x08, 0x24):
            return now >> 32
        if offset in (0x04, 0x0C, 0x28):
            return now & 0xFFFFFFFF
        if offset == 0x20:
            return sum(1 << i for i in range(4) if self.alarms[i])
        if offset == 0x48:
            return self[self.RAISED] & self[self.WANTED] | self[self.FORCED]
        return self[offset]

    def write(self, offset, value, written):
        if 0x10 <= offset < 0x20:
            self[offset] = value
            self.set_alarm((offset - 0x10) // 4, value)
        elif offset == 0x20:
            for i in range(4):
                if written >> i & 1:
                    self.clock.cancel(self.alarms[i])
                    self.alarms[i] = None
        elif offset == self.RAISED:
            self[offset] &= ~written
        else:
            self[offset] = value
        self.changed()

    def set_alarm(self, i, low):
        self.clock.cancel(self.alarms[i])
        now = self.clock.now // MICROSECOND
        due = now + ((low - now) % (1 << 32) or 1 << 32)

        def ring():
            self.alarms[i] = None
            self[self.RAISED] |= 1 << i
            self.changed()

        self.alarms[i] = self.clock.at(due * MICROSECOND, ring)

    def changed(self):
        for i in range(4):
            self.chip.core.set_line(self.irq + i, self.read(0x48) >> i & 1)


class Watchdog(Block):
    """Restarts the chip when it is told to, or is not fed."""

    ENABLED, TRIGGER = 1 << 30, 1 << 31
    REASON, TIMED_OUT, FORCED = 8, 1, 2
    SCRATCH = range(0x0C, 0x2C, 4)

    def __init__(self, chip):
        super().__init__(chip)
        self.countdown = Countdown(chip.core)

    def write(self, offset, value, _written):
        self[offset] = value
        if offset == 0 and value & self.TRIGGER:
            self.chip.blocks[POWER].check_selection()
            self.chip.core.restarted = "the image"
        if offset in (0, 4):
            self.countdown.stop()
            if self[0] & self.ENABLED:
                self.countdown.start((self[4] & 0xFFFFFF) / 1e6)


class Trng(Block):
    """Numbers are there whenever they are asked for."""

    def read(self, offset):
        if offset == 0x110:
            return 1
        if 0x114 <= offset <= 0x128:
            return int.from_bytes(os.urandom(4), "little")
        return self[offset]


class Otp(Block):
    """The chip's number, and nothing behind it."""

    def read(self, offset):
        return CHIP_NUMBER >> 8 * offset & 0xFFFFFFFF


class Power(Block):
    """The power-on state machine, as far as it resets the second core, and
    what the watchdog resets."""

    FORCE_OFF, SELECTED = 4, 8
    OFF_AFTER = 3  # reads of FORCE_OFF: before, a part is not off
    SECOND_CORE = 1 << 24
    PARTS = (
        "PROC_COLD", "OTP", "ROSC", "XOSC", "RESETS", "CLOCKS", "PSM_READY",
        "BUSFABRIC", "ROM", "BOOTRAM", *(f"SRAM{i}" for i in range(10)),
        "XIP", "SIO", "ACCESSCTRL", "PROC0", "PROC1",
    )
    KEPT = {"ROSC", "XOSC"}

    def check_selection(self):
        """A restart that leaves a part running, or stops an oscillator, is
        another one on every chip."""
        chosen = self[self.SELECTED]
        for bit, part in enumerate(self.PARTS):
            if (chosen >> bit & 1) == (part in self.KEPT):
                what = "resets" if part in self.KEPT else "does not reset"
                raise ValueError(f"the image's watchdog {what} {part}")

    def __init__(self, chip):
        super().__init__(chip)
        self.wanted = 0  # what is to be off
        self.reads = 0  # after which it is

    def read(self, offset):
        if offset == self.FORCE_OFF and self.reads:
            self.reads -= 1
            if not self.reads:
                self.settle(self.wanted)
        return self[offset]

    def peek(self, offset):
        return self[offset]

    def write(self, offset, value, _written):
        if offset == self.FORCE_OFF:
            self.wanted, self.reads = value, self.OFF_AFTER
            self.settle(self[offset] & value)
        else:
            self[offset] = value

    def settle(self, off):
        before, self[self.FORCE_OFF] = self[self.FORCE_OFF], off
        if off & ~before & self.SECOND_CORE:
            self.chip.sio.rom.stop()
            self.chip.core.cores[1].asleep = OFF
        elif before & ~off & self.SECOND_CORE:
            self.chip.start_second()


class Usb(Block):
    """The device's end of the cable: registers, and memory for packets."""

    STATE, DONE, RAISED, WANTED, FORCED = 0x50, 0x58, 0x8C, 0x90, 0x94
    SUSPENDED, SETUP, RESET = 1 << 4, 1 << 17, 1 << 19
    PULL_UP = 1 << 16  # in SIE_CTRL
    FULL, STALL, AVAILABLE, LENGTH = 1 << 15, 1 << 11, 1 << 10, 0x3FF
    CONTROL_BUFFER = 0x100

    def __init__(self, chip):
        super().__init__(chip)
        self.memory = bytearray(4096)
        self.host = Host(self)

    def read(self, offset):
        if offset == self.RAISED:
            return self.raised()
        if offset == 0x98:
            return self.raised() & self[self.WANTED] | self[self.FORCED]
        return self[offset]

    def write(self, offset, value, written):
        if offset in (self.STATE, self.DONE):
            self[offset] &= ~written
        else:
            self[offset] = value
        self.changed()
        if offset == 0x4C and value & self.PULL_UP:
            self.host.notice()

    def raised(self):
        state = self[self.STATE]
        raised = 1 << 4 if self[self.DONE] else 0
        for bit, interrupt in (
            (self.RESET, 12), (self.SUSPENDED, 14), (1 << 11, 15),
            (self.SETUP, 16),
        ):
            if state & bit:
                raised |= 1 << interrupt
        return raised

    def changed(self):
        self.chip.core.set_line(USB_IRQ, self.read(0x98) != 0)

    def tell(self, state):
        self[self.STATE] |= state
        self.changed()

    def word(self, at):
        return int.from_bytes(self.memory[at:at + 4], "little")

    def set_word(self, at, value):
        self.memory[at:at + 4] = value.to_bytes(4, "little")

    def read_memory(self, address):
        return self.word(address & 0xFFC)

    def write_memory(self, address, value, size):
        at = address & 0xFFF
        self.memory[at:at + size] = value.to_bytes(size, "little")
        if 0x80 <= at < 0x100 and value & self.AVAILABLE:
            self.host.notice()

    # The cable, as the host sees it.

    def buffer(self, endpoint, out):
        if endpoint == 0:
            return self.CONTROL_BUFFER
        return self.word(8 * endpoint + 4 * out) & 0xFFC0

    def offers(self, endpoint, out):
        return self.word(0x80 + 8 * endpoint + 4 * out) & self.AVAILABLE

    def refuses(self):
        return (self.word(0x80) | self.word(0x84)) & self.STALL

    def finish(self, endpoint, out, control):
        self.set_word(0x80 + 8 * endpoint + 4 * out, control)
        self[self.DONE] |= 1 << 2 * endpoint + out
        self.changed()

    def take(self, endpoint):
        """The packet that the device has ready."""
        control = self.word(0x80 + 8 * endpoint)
        at = self.buffer(endpoint, 0)
        data = bytes(self.memory[at:at + (control & self.LENGTH)])
        self.finish(endpoint, 0, control & ~(self.AVAILABLE | self.FULL))
        return data

    def give(self, endpoint, data):
        """A packet for the device, which has room for it."""
        control = self.word(0x84 + 8 * endpoint)
        at = self.buffer(endpoint, 1)
        self.memory[at:at + len(data)] = data
        control &= ~(self.AVAILABLE | self.LENGTH)
        self.finish(endpoint, 1, control | self.FULL | len(data))

    def set_up(self, request):
        self.memory[:8] = request
        for at in (0x80, 0x84):
            self.set_word(at, self.word(at) & ~self.STALL)
        self.tell(self.SETUP)


class Refused(Exception):
    pass


class Host:
    """The computer: it finds the serial port and opens it."""

    SOON = 50e-6  # seconds until it does what it can do
    PACKET = 64
    GET_DESCRIPTOR, SET_ADDRESS, SET_CONFIGURATION = 6, 5, 9
    SET_LINE_CODING, SET_LINE_STATE = 0x20, 0x22
    BULK = 2
    SERIAL_NUMBER = 16  # where a device's descriptor has its string's index
    ENGLISH = 0x409

    def __init__(self, usb):
        self.usb = usb
        self.port = None
        self.duty = None  # what it is in the middle of
        self.turn = None
        self.started = False
        self.input = self.output = 0  # endpoints, as the computer sees them

    def notice(self):
        """There is something to do."""
        if self.turn is None:
            self.turn = self.usb.clock.after(self.SOON, self.act)

    def act(self):
        self.turn = None
        port = self.port
        port.happen()
        if not self.started and self.usb[0x4C] & self.usb.PULL_UP:
            self.started = True
            self.duty = self.enumerate()
        if self.duty:
            try:
                wait = next(self.duty)
                self.turn = self.usb.clock.after(wait, self.act)
            except StopIteration:
                self.duty = None
                self.notice()
            except Refused:
                raise ValueError("the image refuses a USB request") from None
        elif port.connected:
            self.exchange()

    def exchange(self):
        usb, port = self.usb, self.port
        if port.listens() and usb.offers(self.input, 0):
            data = usb.take(self.input)
            if data:
                port.heard(data)
        if port.has_text() and usb.offers(self.output, 1):
            usb.give(self.output, port.take(self.PACKET))
            port.happen()

    def fault(self, letter):
        if letter == "u":
            self.duty = None
            self.port.connected = False
            self.usb.tell(self.usb.SUSPENDED)
        elif letter == "p":
            self.duty = self.enumerate()
        elif letter == "b" and self.port.connected:
            self.duty = self.set_line(9600)
        self.notice()

    def enumerate(self):
        """What a computer does with what is plugged in."""
        usb = self.usb
        self.port.connected = False
        usb.tell(usb.RESET)
        while usb[usb.STATE] & usb.RESET:
            yield self.SOON
        yield 0.001
        device = yield from self.ask(0x80, self.GET_DESCRIPTOR, 0x100, 18)
        yield from self.ask(0, self.SET_ADDRESS, 1, 0)
        yield 0.001
        number = 0x300 | device[self.SERIAL_NUMBER]
        number = yield from self.ask(
            0x80, self.GET_DESCRIPTOR, number, 255, self.ENGLISH
        )
        self.check_number(number)
        found = yield from self.ask(0x80, self.GET_DESCRIPTOR, 0x200, 255)
        self.find_endpoints(found)
        yield from self.ask(0, self.SET_CONFIGURATION, 1, 0)
        yield from self.set_line(115_200)
        yield from self.ask(0x21, self.SET_LINE_STATE, 3, 0)
        self.port.connected = True

    def set_line(self, bauds):
        coding = bauds.to_bytes(4, "little") + bytes([0, 0, 8])
        yield from self.ask(0x21, self.SET_LINE_CODING, 0, coding)

    @staticmethod
    def check_number(descriptor):
        """Two boards on one computer are told apart by the chip's number."""
        found = descriptor[2:descriptor[0]].decode("utf-16-le")
        if found != f"{CHIP_NUMBER:016X}":
            raise ValueError(f"the image's serial number is {found!r}, which "
                             f"is not the chip's, {CHIP_NUMBER:016X}")

    def find_endpoints(self, descriptors):
        """Those of the interface that carries data."""
        at = 0
        while at + 2 <= len(descriptors) and descriptors[at]:
            kind = descriptors[at + 1]
            if kind == 5 and descriptors[at + 3] & 3 == self.BULK:
                address = descriptors[at + 2]
                if address & 0x80:
                    self.input = address & 15
                else:
                    self.output = address
            at += descriptors[at]

    def ask(self, kind, request, value, data, index=0):
        """A control transfer: `data` is what is sent, or how much may be
        answered."""
        usb = self.usb
        sent = data if isinstance(data, bytes) else b""
        length = len(sent) or data
        parts = (value, index, length)
        fields = b"".join(part.to_bytes(2, "little") for part in parts)
        usb.set_up(bytes([kind, request]) + fields)
        answer = b""
        if kind & 0x80:
            while len(answer) < length:
                yield from self.wait_for(0)
                packet = usb.take(0)
                answer += packet
                if len(packet) < self.PACKET:
                    break
            yield from self.wait_for(1)
            usb.give(0, b"")
        else:
            if sent:
                yield from self.wait_for(1)
                usb.give(0, sent)
            yield from self.wait_for(0)
            usb.take(0)
        yield self.SOON
        return answer

    def wait_for(self, out):
        yield self.SOON
        while not self.usb.offers(0, out):
            if self.usb.refuses():
                raise Refused
            yield self.SOON


class Chip:
    """With `one_core`, the second core gives no answer; with `deaf_core`, it
    says that it waits for a program, and hears nothing of it. `before` is a
    chip that has restarted as this one: memory and the watchdog keep what they
    know."""

    def __init__(self, one_core=False, deaf_core=False, before=None):
        self.one_core = one_core
        self.core = Pair(UC_CPU_ARM_CORTEX_M33, HZ)
        self.core.map_rom(0x10000000, 4 << 20)
        self.core.map_ram(RAM, RAM_SIZE)
        self.sio = Sio(self.core)
        self.usb = Usb(self)
        self.blocks = {
            CLOCKS: Clocks(self), RESETS: Resets(self),
            XOSC: Oscillator(self), PLL_SYS: Pll(self), PLL_USB: Pll(self),
            TIMER0: Timer(self, 0), TIMER1: Timer(self, 4),
            WATCHDOG: Watchdog(self), TRNG: Trng(self), USB: self.usb,
            OTP: Otp(self), POWER: Power(self),
        }
        for base, size in (
            (0x40000000, 0x170000), (0x50000000, 0x100000),
            (0x50110000, 0x4000), (0x50200000, 0x300000),
        ):
            self.core.map_io(base, size, self.read, self.write)
        for number, core in enumerate(self.core.cores):
            reads, writes = self.sio.reads(number), self.sio.writes(number)
            core.map_io(SIO, 0x1000, reads, writes)
        usb = self.usb
        self.core.map_io(
            USB_MEMORY, 0x1000, usb.read_memory, usb.write_memory
        )

        if deaf_core:
            self.sio.rom.hear = lambda word: None
            # The first core looks for an answer all the time, until its
            # watchdog comes: minutes, were every look emulated.
            self.sio.look = 100 * MICROSECOND
        self.start_second()
        if before:
            before.blocks[POWER].check_selection()
            self.core.write(RAM, before.core.read(RAM, RAM_SIZE))
            self.blocks[WATCHDOG][Watchdog.REASON] = (
                Watchdog.TIMED_OUT
                if before.core.restarted == Countdown.REASON
                else Watchdog.FORCED
            )
            for scratch in Watchdog.SCRATCH:
                kept = before.blocks[WATCHDOG][scratch]
                self.blocks[WATCHDOG][scratch] = kept

    def start_second(self):
        """The second core comes out of a reset."""
        if not self.one_core:
            self.sio.rom.start()

    def plug_in(self, port):
        self.usb.host.port = port
        port.on_input = self.usb.host.notice
        port.on_fault = self.usb.host.fault

    def block(self, address):
        base = address & ~0x7FFF
        if base not in self.blocks:
            self.blocks[base] = Block(self)
        return self.blocks[base]

    def read(self, address):
        return self.block(address).read(address & 0xFFF)

    def write(self, address, value, _size):
        """Bits 12 and 13 of an address tell how the value is meant: to be
        written, to be flipped, set or cleared."""
        block, offset = self.block(address), address & 0xFFF
        old = block.peek(offset)
        new = (value, old ^ value, old | value, old & ~value)
        block.write(offset, new[address >> 12 & 3], value)
