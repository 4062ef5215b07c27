"""The nRF52833 of a BBC micro:bit v2, as far as the image looks at it.

Modelled: UARTE0 with its DMA, the real-time counters, TIMER as a counter of
events, PPI, the watchdog, the random number generator, and clocks that are
ready at once. The player's line is UARTE0, at the baud rate that the image
sets. The configuration memory is that of a board that has run the image
before: the reset pin and the debug port are set up.

Not modelled: what flash and caches cost in time, TIMER as a timer, pins as
inputs, radio, NFC, USB, analogue parts, energy. Other registers keep what is
written to them. Of the board around the chip there is the line alone: the
led's pins can be written and nothing shines.
"""

import os

from unicorn.arm_const import UC_CPU_ARM_CORTEX_M4

from cortex_m import Core, Countdown
from registers import Registers

HZ = 64_000_000
SLOW_HZ = 32_768
RAM, RAM_SIZE = 0x20000000, 128 << 10

POWER_CLOCK, UARTE0, TIMER0, RNG = (
    0x40000000, 0x40002000, 0x40008000, 0x4000D000,
)
RTC0, WDT, RTC1, NVMC, PPI = (
    0x4000B000, 0x40010000, 0x40011000, 0x4001E000, 0x4001F000,
)
TIMERS = (TIMER0, 0x40009000, 0x4000A000)

UICR_PSELRESET, UICR_APPROTECT = (0x10001200, 0x10001204), 0x10001208
RESET_PIN, APPROTECT_OFF = 18, 0x5A
PART, VARIANT = 0x10000100, 0x10000104


class Peripheral(Registers):
    """Tasks, events, and registers that keep what is written."""

    def __init__(self, chip, base):
        super().__init__(chip)
        self.base = base

    def read(self, offset):
        if offset in (0x304, 0x308):
            offset = 0x300
        return self[offset]

    def write(self, offset, value):
        if offset < 0x100:
            if value & 1:
                self.task(offset)
        elif offset == 0x304:
            self[0x300] |= value
        elif offset == 0x308:
            self[0x300] &= ~value
        else:
            self[offset] = value
        if offset < 0x400:
            self.changed()

    def changed(self):
        """Asks for an interrupt if an event wants one."""
        wanted, event, level = self[0x300], 0x100, False
        while wanted:
            level |= wanted & 1 and self[event] != 0
            wanted, event = wanted >> 1, event + 4
        self.chip.core.set_line(self.base >> 12 & 0x3F, level)

    def event(self, offset):
        self[offset] = 1
        self.chip.ppi.route(self.base + offset)
        self.changed()

    def task(self, offset):
        pass


class PowerClock(Peripheral):
    """Clocks that run as soon as they are started, and why the chip has."""

    REASON = 0x400  # RESETREAS: a bit stays until it is written

    def task(self, offset):
        started = {0: 0x40C, 8: 0x418}.get(offset)
        if started:
            self[started] = 0x10001
            self.event(0x100 + offset // 2)

    def write(self, offset, value):
        if offset == self.REASON:
            self[offset] &= ~value
        else:
            super().write(offset, value)


class Ppi(Peripheral):
    """Events that start tasks."""

    ENABLED, GROUPS = 0x500, 0x800

    def route(self, event):
        enabled, channel = self[self.ENABLED], 0
        while enabled >> channel:
            if (
                enabled >> channel & 1
                and self[0x510 + 8 * channel] == event
            ):
                self.chip.task(self[0x514 + 8 * channel])
                self.chip.task(self[0x910 + 4 * channel])
            channel += 1

    def task(self, offset):
        channels = self[self.GROUPS + offset // 8 * 4]
        if offset & 4:
            self[self.ENABLED] &= ~channels
        else:
            self[self.ENABLED] |= channels

    def read(self, offset):
        return self[self.ENABLED if offset in (0x504, 0x508) else offset]

    def write(self, offset, value):
        if offset == 0x504:
            self[self.ENABLED] |= value
        elif offset == 0x508:
            self[self.ENABLED] &= ~value
        elif offset < 0x100:
            if value & 1:
                self.task(offset)
        else:
            self[offset] = value


class Counter(Peripheral):
    """A TIMER that counts what PPI tells it to."""

    WIDTHS = {0: 16, 1: 8, 2: 24, 3: 32}

    def __init__(self, chip, base):
        super().__init__(chip, base)
        self.count = 0

    def task(self, offset):
        if offset == 0x8:
            self.count += 1
            self.count &= (1 << self.WIDTHS[self[0x508] & 3]) - 1
            for i in range(6):
                if self[0x540 + 4 * i] == self.count:
                    self.event(0x140 + 4 * i)
                    if self[0x200] >> i & 1:
                        self.count = 0
        elif offset == 0xC:
            self.count = 0
        elif offset >= 0x40:
            self[0x540 + offset - 0x40] = self.count


class Rtc(Peripheral):
    """A counter of 24 bits that never stops, with four alarms."""

    WRAP = 1 << 24

    def __init__(self, chip, base):
        super().__init__(chip, base)
        self.zero = None  # the cycle at which it was 0
        self.alarms = {}

    def ticks(self):
        if self.zero is None:
            return 0
        ticks = (self.clock.now - self.zero) * SLOW_HZ // self.clock.hz
        return ticks // (self[0x508] + 1)

    def task(self, offset):
        if offset in (0, 8):
            self.zero = self.clock.now
        self.set_alarms()

    def read(self, offset):
        if offset == 0x504:
            return self.ticks() % self.WRAP
        return super().read(offset)

    def write(self, offset, value):
        super().write(offset, value)
        if offset in (0x304, 0x308) or offset >= 0x540:
            self.set_alarms()

    def set_alarms(self):
        for offset in list(self.alarms):
            self.clock.cancel(self.alarms.pop(offset))
        if self.zero is None:
            return
        for i in range(4):
            if self[0x300] >> 16 + i & 1:
                self.set_alarm(0x140 + 4 * i, self[0x540 + 4 * i])
        if self[0x300] & 2:
            self.set_alarm(0x104, 0)

    def set_alarm(self, event, at):
        now = self.ticks()
        ticks = now + ((at - now) % self.WRAP or self.WRAP)
        ticks *= self[0x508] + 1
        due = self.zero + -(-ticks * self.clock.hz // SLOW_HZ)

        def ring():
            self.event(event)
            self.set_alarm(event, at)

        self.alarms[event] = self.clock.at(due, ring)


class Watchdog(Peripheral):
    """Restarts the chip unless it is fed."""

    FOOD = 0x6E524635

    def __init__(self, chip, base):
        super().__init__(chip, base)
        self.countdown = Countdown(chip.core)
        self[0x504], self[0x508] = 0xFFFFFFFF, 1

    def task(self, offset):
        if offset == 0:
            self[0x400] = 1
            self.reload()

    def write(self, offset, value):
        if offset < 0x600:
            super().write(offset, value)
        elif value == self.FOOD and self[0x400]:
            self[0x404] &= ~(1 << (offset - 0x600) // 4)
            if not self[0x404]:
                self.reload()

    def reload(self):
        self[0x404] = self[0x508]
        self.countdown.start((self[0x504] + 1) / SLOW_HZ)


class Rng(Peripheral):
    """A number whenever one is asked for; the chip takes 120 microseconds."""

    def read(self, offset):
        if offset == 0x100:
            return 1
        if offset == 0x508:
            return os.urandom(1)[0]
        return super().read(offset)


class Uarte(Peripheral):
    """The player's line."""

    ENABLED = 8
    FIFO = 6
    RXDRDY, ENDRX, ENDTX, ERROR = 0x108, 0x110, 0x120, 0x124
    RXTO, RXSTARTED, TXSTARTED, TXSTOPPED = 0x144, 0x14C, 0x150, 0x158
    OVERRUN, FRAMING = 1, 4
    GARBLED = 0xE0  # the bits of a byte that are wrong then

    def __init__(self, chip, base):
        super().__init__(chip, base)
        self.port = None
        self.fifo = bytearray()
        self.buffer = None  # where the next byte goes, and the end
        self.begin = 0
        self.arriving = None
        self.noise = False  # does the next byte arrive garbled?

    def byte_time(self):
        set_by_image = self[0x524] * 16_000_000 / (1 << 32)
        bauds = self.port.bauds or set_by_image or 1e6
        return 10 / bauds

    def task(self, offset):
        if offset == 0x0:
            self.begin = self[0x534]
            self.buffer = [self.begin, self.begin + self[0x538]]
            self.event(self.RXSTARTED)
            self.drain()
            self.port.connected = True
            self.port.happen()
            self.expect()
        elif offset == 0x4 and self.buffer:
            self.finish()
            self.buffer = None
            self.event(self.RXTO)
        elif offset == 0x8:
            length = self[0x548]
            self.event(self.TXSTARTED)
            data = self.chip.core.read(self[0x544], length)
            time = length * self.byte_time()
            self.clock.after(time, lambda: self.sent(data))
        elif offset == 0xC:
            self.event(self.TXSTOPPED)

    def sent(self, data):
        self[0x54C] = len(data)
        if self.port.plugged and self.port.reading:
            self.port.heard(data)
        self.event(0x11C)
        self.event(self.ENDTX)

    def expect(self):
        """The next byte of the player's arrives when its bits have."""
        if self.arriving is None and self.port.connected:
            if self.port.has_text():
                self.arriving = self.clock.after(self.byte_time(), self.arrive)

    def arrive(self):
        self.arriving = None
        for byte in self.port.take(1):
            if self.noise:
                self.noise = False
                byte ^= self.GARBLED
                self.fail(self.FRAMING)
            if len(self.fifo) < self.FIFO:
                self.fifo.append(byte)
            else:
                self.fail(self.OVERRUN)
        self.drain()
        self.port.happen()
        self.expect()

    def fail(self, why):
        self[0x480] |= why
        self.event(self.ERROR)

    def drain(self):
        while self.fifo and self.buffer and self.buffer[0] < self.buffer[1]:
            self.chip.core.write(self.buffer[0], self.fifo[:1])
            del self.fifo[:1]
            self.buffer[0] += 1
            self.event(self.RXDRDY)
            if self.buffer[0] == self.buffer[1]:
                self.finish()

    def finish(self):
        """A buffer is full; PPI may start another at once."""
        self[0x53C] = self.buffer[0] - self.begin
        self.buffer = None
        self.event(self.ENDRX)
        if self[0x200] & 1 << 5 and self.buffer is None:
            self.task(0)

    def fault(self, letter):
        if letter == "b" and self[0x500] == self.ENABLED:
            self.noise = True  # what another baud rate looks like

    def write(self, offset, value):
        if offset == 0x480:
            self[offset] &= ~value
        else:
            super().write(offset, value)


class Pins(Peripheral):
    """Pins that can be set."""

    def write(self, offset, value):
        bank, kind = offset & ~0xFF, offset & 0xFF
        if bank in (0x500, 0x800) and kind in (0x8, 0xC, 0x18, 0x1C):
            register = bank + (0x4 if kind < 0x10 else 0x14)
            if kind & 4:
                self[register] &= ~value
            else:
                self[register] |= value
        else:
            self[offset] = value

    def changed(self):
        pass


class Chip:
    """`before` is a chip that has restarted as this one: memory keeps what it
    holds, and the reason is known."""

    REASONS = {Countdown.REASON: 1 << 1, "the image": 1 << 2}
    LOCKED_UP = 1 << 3

    def __init__(self, before=None):
        self.core = Core(UC_CPU_ARM_CORTEX_M4, HZ)
        self.core.map_rom(0, 512 << 10)
        self.core.map_ram(RAM, RAM_SIZE)
        self.core.map_rom(0x10000000, 0x2000)
        self.core.write(0x10000000, b"\xff" * 0x2000)
        self.set_up(PART, 0x52833)
        self.set_up(VARIANT, int.from_bytes(b"AAB0", "big"))
        for address in UICR_PSELRESET:
            self.set_up(address, RESET_PIN)
        self.set_up(UICR_APPROTECT, APPROTECT_OFF)
        self.ppi = Ppi(self, PPI)
        self.line = Uarte(self, UARTE0)
        known = [
            self.ppi, self.line, PowerClock(self, POWER_CLOCK),
            Rng(self, RNG), Watchdog(self, WDT), Rtc(self, RTC0),
            Rtc(self, RTC1), Pins(self, 0x50000000),
        ]
        known += [Counter(self, base) for base in TIMERS]
        nvmc = Peripheral(self, NVMC)
        nvmc[0x400] = nvmc[0x408] = 1  # ready
        self.peripherals = {it.base >> 12: it for it in [*known, nvmc]}
        for base, size in ((0x40000000, 0x30000), (0x50000000, 0x1000)):
            self.core.map_io(base, size, self.read, self.write)
        if before:
            self.core.write(RAM, before.core.read(RAM, RAM_SIZE))
            why = self.REASONS.get(before.core.restarted, self.LOCKED_UP)
            self.peripheral(POWER_CLOCK)[PowerClock.REASON] = why

    def set_up(self, address, value):
        self.core.write(address, value.to_bytes(4, "little"))

    def plug_in(self, port):
        self.line.port = port
        port.on_input = self.line.expect
        port.on_fault = self.line.fault

    def peripheral(self, address):
        page = address >> 12
        if page not in self.peripherals:
            self.peripherals[page] = Peripheral(self, page << 12)
        return self.peripherals[page]

    def read(self, address):
        return self.peripheral(address).read(address & 0xFFF)

    def write(self, address, value, _size):
        self.peripheral(address).write(address & 0xFFF, value)

    def task(self, address):
        if address:
            self.peripheral(address).write(address & 0xFFF, 1)
