"""A Cortex-M core: Unicorn executes the instructions, and what the core needs
beside them is here: interrupts, exceptions, sleep and time.

Time is counted in cycles of the core. An instruction is taken to last CPI of
them, whatever it is: neither the pipeline nor waiting for flash is modelled.
Instructions are executed in slices, at whose ends the time is known; a slice
that ends early is taken to have ended half-way. After that, slices begin
short, so the error stays small.

Not modelled either: the MPU (its registers can be written, it forbids
nothing), groups of priorities, TrustZone, the process stack, faults other
than HardFault, SysTick, and DWT but for its count of cycles.
"""

import heapq
import struct

from unicorn import (
    UC_ARCH_ARM, UC_HOOK_CODE, UC_HOOK_INTR, UC_MODE_MCLASS, UC_MODE_THUMB,
    UC_PROT_EXEC, UC_PROT_READ, Uc, UcError,
)
from unicorn import arm_const as arm

CPI = (29, 20)  # cycles per instruction: 1.45
SHORTEST, LONGEST = 64, 4096  # slices, in instructions
PATIENCE = 1000  # instructions that a mask may usually last

HARD_FAULT, SV_CALL, PEND_SV, IRQ0 = 3, 11, 14, 16
FAULTS = {HARD_FAULT: -1, 2: -2}  # exceptions of fixed priority
THREAD = 256  # a priority below every exception's

# Numbers by which Unicorn calls what it leaves to the hook.
INTR_SVC, INTR_RETURN = 2, 8

WFE, WFI, SEV = 0xBF20, 0xBF30, 0xBF40
STUCK = b"\xfe\xe7"  # a branch to itself
OFF = -1  # in place of the instruction: nothing wakes the core

FRAME = (
    arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2,
    arm.UC_ARM_REG_R3, arm.UC_ARM_REG_R12, arm.UC_ARM_REG_LR,
    arm.UC_ARM_REG_PC, arm.UC_ARM_REG_XPSR,
)
FLOATS = tuple(arm.UC_ARM_REG_S0 + i for i in range(16))
FLOATS += (arm.UC_ARM_REG_FPSCR,)
FLOATS_IN_USE = 1 << 2  # FPCA, in CONTROL
THUMB = 1 << 24  # in xPSR
REALIGNED = 1 << 9  # in a stacked xPSR


class Clock:
    """The chip's time, and what happens when."""

    def __init__(self, hz):
        self.hz = hz
        self.now = 0
        self._queue = []
        self._count = 0

    def at(self, when, call):
        """Has something called at a time; gives what cancels it."""
        self._count += 1
        entry = [when, self._count, call]
        heapq.heappush(self._queue, entry)
        return entry

    def after(self, seconds, call):
        return self.at(self.now + int(seconds * self.hz), call)

    def cancel(self, entry):
        if entry:
            entry[2] = None

    def soonest(self):
        queue = self._queue
        while queue and queue[0][2] is None:
            heapq.heappop(queue)
        return queue[0][0] if queue else None

    def pass_to(self, when):
        """Lets everything happen that is due by then."""
        queue = self._queue
        while queue and queue[0][0] <= when:
            due, _, call = heapq.heappop(queue)
            if call:
                self.now = max(self.now, due)
                call()
        self.now = max(self.now, when)

    def seconds(self):
        return self.now / self.hz


class Countdown:
    """What a watchdog counts down: at its end the core restarts."""

    REASON = "the watchdog was not fed"

    def __init__(self, core):
        self.core, self.due = core, None

    def stop(self):
        self.core.clock.cancel(self.due)
        self.due = None

    def start(self, seconds):
        self.stop()
        self.due = self.core.clock.after(seconds, self.end)

    def end(self):
        self.core.restarted = self.REASON


class Elf:
    """What an image puts where."""

    def __init__(self, data):
        if data[:5] != b"\x7fELF\x01":
            raise ValueError("not a 32-bit ELF file")
        (table,) = struct.unpack_from("<I", data, 28)
        size, count = struct.unpack_from("<HH", data, 42)
        self.segments = []
        for at in range(table, table + count * size, size):
            kind, start, _, to, length, _, flags = struct.unpack_from(
                "<7I", data, at
            )
            if kind == 1 and length:
                part = data[start:start + length]
                self.segments.append((to, part, bool(flags & 1)))


class Core:
    """The core with its interrupt controller."""

    def __init__(self, model, hz, clock=None):
        self.uc = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        self.uc.ctl_set_cpu_model(model)
        self.clock = clock or Clock(hz)
        self.peers = ()  # the cores that work beside this one, and this one
        self.restarted = None  # why, once it has
        self.asleep = None  # or the instruction by which it sleeps
        self.instructions = 0
        self._pc = 0
        self._stuck = False  # at a branch to itself, until an interrupt
        self._event = False  # what WFE waits for
        self._slice = SHORTEST
        self._slice_end = 0
        self._again = None  # an address that is about to be written again
        self._withheld = 0  # instructions since a mask keeps an interrupt
        self._raised = None  # what an instruction has caused
        self._returns_by = 0  # EXC_RETURN
        self._skip = False  # a hint that is over at once
        self._disturbed = False  # another core is awake now
        # Bits by the numbers of exceptions.
        self._lines = 0
        self._pending = 0
        self._enabled = 1 << PEND_SV
        self._active = []
        self._priority = bytearray(512)
        self._scs = {}
        self.uc.hook_add(UC_HOOK_INTR, self._on_interrupt)
        self.map_io(0xE0000000, 0x100000, self._read_scs, self._write_scs)

    # What the chip is made of.

    def map_rom(self, base, size):
        self.uc.mem_map(base, size, UC_PROT_READ | UC_PROT_EXEC)

    def map_ram(self, base, size):
        self.uc.mem_map(base, size)

    def map_io(self, base, size, read, write):
        """Registers: `read(address)` gives a word, `write(address, value,
        size)` takes what is written."""

        def on_read(_uc, offset, size, _data):
            address = base + offset
            word = read(address & ~3) >> (address & 3) * 8
            return word & ((1 << size * 8) - 1)

        def on_write(_uc, offset, size, value, _data):
            address = base + offset
            if self._again == address:
                self._again = None
                return
            ready = self._pending & self._enabled
            write(address, value, size)
            soonest = self.clock.soonest()
            if (
                self._pending & self._enabled & ~ready
                or self.restarted
                or soonest is not None and soonest < self._slice_end
            ):
                # Unicorn stops before the end of this instruction, which
                # writes once more when it is resumed.
                self._again = address
                self.uc.emu_stop()

        self.uc.mmio_map(base, size, on_read, None, on_write, None)

    def read(self, address, length):
        return bytes(self.uc.mem_read(address, length))

    def write(self, address, data):
        self.uc.mem_write(address, bytes(data))

    def word(self, address):
        return struct.unpack("<I", self.uc.mem_read(address, 4))[0]

    def load(self, elf):
        """Puts an image into memory and begins with its lowest segment,
        where the vectors are."""
        for to, data, _ in elf.segments:
            self.write(to, data)
        self.watch_sleep(elf)
        vectors = min(to for to, _, _ in elf.segments)
        self._scs[0xE000ED08] = vectors
        self.uc.reg_write(arm.UC_ARM_REG_SP, self.word(vectors))
        self._pc = self.word(vectors + 4)

    def start(self, vectors, stack, entry):
        """Begins with a program in memory, as after a reset."""
        self._scs = {0xE000ED08: vectors}
        self._pending = self._lines
        self._enabled = 1 << PEND_SV
        self._active = []
        self._event = False
        for register, value in (
            (arm.UC_ARM_REG_PRIMASK, 0), (arm.UC_ARM_REG_BASEPRI, 0),
            (arm.UC_ARM_REG_CONTROL, 0), (arm.UC_ARM_REG_XPSR, THUMB),
            (arm.UC_ARM_REG_SP, stack),
        ):
            self.uc.reg_write(register, value)
        self._pc = entry
        self._stuck = False
        self.asleep = None

    def watch_sleep(self, elf):
        for to, data, is_code in elf.segments:
            if is_code:
                self._watch_sleep(to, data)

    def _watch_sleep(self, to, data):
        """Has sleeping and waking seen, wherever they may be; where the same
        bytes are part of something else, they are never executed."""
        for hint, call in (
            (WFI, self._on_wfi), (WFE, self._on_wfe), (SEV, self._on_sev),
        ):
            code = struct.pack("<H", hint)
            at = data.find(code)
            while at >= 0:
                if (to + at) % 2 == 0:
                    self.uc.hook_add(
                        UC_HOOK_CODE, call, None, to + at, to + at
                    )
                at = data.find(code, at + 1)

    # Interrupts.

    def set_line(self, irq, level):
        """A peripheral's request: it stays until the peripheral is content."""
        bit = 1 << IRQ0 + irq
        if not level:
            self._lines &= ~bit
        elif not self._lines & bit:
            self._lines |= bit
            if IRQ0 + irq not in self._active:
                self._pending |= bit

    def _priority_of(self, exception):
        return FAULTS.get(exception, self._priority[exception])

    def _next(self):
        """The exception that comes next, unless it is masked."""
        ready = self._pending & self._enabled
        if not ready:
            return None
        running = min(map(self._priority_of, self._active), default=THREAD)
        best = None
        while ready:
            exception = (ready & -ready).bit_length() - 1
            ready &= ready - 1
            priority = self._priority_of(exception)
            if priority < running:
                best, running = exception, priority
        return best

    def _masked(self, exception):
        if self.uc.reg_read(arm.UC_ARM_REG_PRIMASK) & 1:
            return True
        mask = self.uc.reg_read(arm.UC_ARM_REG_BASEPRI)
        return mask != 0 and self._priority_of(exception) >= mask

    def _enter(self, exception):
        """Stacks what the caller of a function saves, and begins a handler."""
        uc = self.uc
        self._stuck = False
        frame = list(uc.reg_read_batch(FRAME))
        frame[6] = self._pc & ~1
        control = uc.reg_read(arm.UC_ARM_REG_CONTROL)
        stack = uc.reg_read(arm.UC_ARM_REG_SP)
        lr = 0xFFFFFFF1 if self._active else 0xFFFFFFF9
        words = frame
        if control & FLOATS_IN_USE:
            words = frame + list(uc.reg_read_batch(FLOATS)) + [0]
            lr &= ~0x10
            uc.reg_write(arm.UC_ARM_REG_CONTROL, control & ~FLOATS_IN_USE)
        top = stack - 4 * len(words)
        frame[7] = words[7] = frame[7] & ~REALIGNED | THUMB
        if top & 4:
            top -= 4
            words[7] |= REALIGNED
        try:
            uc.mem_write(top, struct.pack(f"<{len(words)}I", *words))
        except UcError:
            pass  # no stack is left, which HardFault finds out
        self._active.append(exception)
        self._pending &= ~(1 << exception)
        self._event = True
        uc.reg_write(arm.UC_ARM_REG_XPSR, THUMB | exception)
        uc.reg_write(arm.UC_ARM_REG_SP, top)
        uc.reg_write(arm.UC_ARM_REG_LR, lr)
        self._pc = self.word(self._scs[0xE000ED08] + 4 * exception)

    def _leave(self):
        """Takes back what was stacked, at the end of a handler."""
        uc = self.uc
        ended = self._active.pop()
        if self._lines >> ended & 1:
            self._pending |= 1 << ended
        self._event = True
        stack = uc.reg_read(arm.UC_ARM_REG_SP)
        floats = not self._returns_by & 0x10
        count = 26 if floats else 8
        words = struct.unpack(f"<{count}I", uc.mem_read(stack, 4 * count))
        stack += 4 * count + (4 if words[7] & REALIGNED else 0)
        below = self._active[-1] if self._active else 0
        uc.reg_write(
            arm.UC_ARM_REG_XPSR, words[7] & ~0x1FF & ~REALIGNED | below
        )
        for register, value in zip(FRAME[:6], words):
            uc.reg_write(register, value)
        control = uc.reg_read(arm.UC_ARM_REG_CONTROL) & ~FLOATS_IN_USE
        if floats:
            control |= FLOATS_IN_USE
            for register, value in zip(FLOATS, words[8:]):
                uc.reg_write(register, value)
        uc.reg_write(arm.UC_ARM_REG_CONTROL, control)
        uc.reg_write(arm.UC_ARM_REG_SP, stack)
        self._pc = words[6]

    def _on_interrupt(self, uc, number, _data):
        if number == INTR_RETURN:
            self._returns_by = uc.reg_read(arm.UC_ARM_REG_PC) | 1
            self._raised = INTR_RETURN
        else:
            self._raised = SV_CALL if number == INTR_SVC else HARD_FAULT
        uc.emu_stop()

    # Sleep.

    def _on_wfi(self, uc, _address, _size, _data):
        if not self._pending & self._enabled:
            self.asleep = WFI
        else:
            self._skip = True
        uc.emu_stop()

    def _on_wfe(self, uc, _address, _size, _data):
        if not self._event:
            self.asleep = WFE
        else:
            self._skip = True
        self._event = False
        uc.emu_stop()

    def _on_sev(self, uc, _address, _size, _data):
        self._event = True
        for peer in self.peers:
            if peer is not self and peer._hear():
                self._disturbed = self._skip = True
                uc.emu_stop()

    def _hear(self):
        """Another core's event; does it end this one's sleep?"""
        if self.asleep == WFE:
            self.asleep = None
            return True
        self._event = True
        return False

    def wake(self):
        """Ends the core's sleep if there is a reason."""
        exception = self._next()
        if self.asleep in (None, OFF) or exception is None:
            return
        on_pending = self._scs.get(0xE000ED10, 0) & 1 << 4
        if self.asleep == WFE and not on_pending and self._masked(exception):
            return
        self.asleep = None
        self._event = False

    # Time.

    def sleep(self, until):
        """Sleeps until then or until something wakes the core."""
        while self.asleep and not self.restarted and self.clock.now < until:
            soonest = self.clock.soonest()
            if soonest is None or soonest > until:
                soonest = until
            self.clock.pass_to(soonest)
            self.wake()

    def work(self, until):
        """Works until then, or falls asleep, or restarts, or until another
        core is awake as well."""
        self.wake()
        self._disturbed = False
        while not self.asleep and not self.restarted:
            clock = self.clock
            if clock.now >= until or self._disturbed:
                return
            clock.pass_to(clock.now)
            if self._wakes_peers():
                return
            exception = self._next()
            count = LONGEST
            if exception is None:
                self._withheld = 0
            elif not self._masked(exception):
                self._enter(exception)
                self._slice = SHORTEST
                self._withheld = 0
                continue
            else:
                # It is not to be missed when it is let through, and be it
                # for a single instruction. A core that hangs is spared most
                # of this.
                late = self._withheld - PATIENCE
                if late < 0 or late % LONGEST < SHORTEST:
                    count = 1
                self._withheld += count
            end = until
            soonest = clock.soonest()
            if soonest is not None and soonest < end:
                end = soonest
            left = (end - clock.now) * CPI[1] // CPI[0] + 1
            if self._stuck:
                self._spend(left)
                continue
            before = self._pc
            self._execute(min(count, self._slice, left))
            if self._pc == before and self._raised is None:
                self._stuck = self.read(before & ~1, 2) == STUCK

    def _wakes_peers(self):
        """Does something that has happened end another core's sleep?"""
        for peer in self.peers:
            if peer is not self and peer.asleep:
                peer.wake()
                if not peer.asleep:
                    return True
        return False

    def _execute(self, count):
        """Executes up to this number of instructions."""
        uc = self.uc
        self._raised = None
        self._skip = False
        self._slice_end = self.clock.now + count * CPI[0] // CPI[1]
        try:
            uc.emu_start(self._pc | 1, 0xFFFFFFFF, 0, count)
            self._pc = uc.reg_read(arm.UC_ARM_REG_PC)
            early = True
            if self._again is not None:
                uc.emu_start(self._pc | 1, 0xFFFFFFFF, 0, 1)
                self._again = None
                self._pc = uc.reg_read(arm.UC_ARM_REG_PC)
            elif self.asleep or self._skip:
                self._pc += 2
            elif self._raised is None:
                early = False
        except UcError:
            self._again = None
            self._pc = uc.reg_read(arm.UC_ARM_REG_PC)
            self._raised = HARD_FAULT
            early = True
        if early:
            count = (count + 1) // 2
            self._slice = SHORTEST
        elif count == self._slice:
            self._slice = min(2 * count, LONGEST)
        self._spend(count)
        if self._raised == INTR_RETURN:
            self._leave()
        elif self._raised is not None:
            self._fault(self._raised)

    def _spend(self, count):
        """Lets the time of this number of instructions pass."""
        self.instructions += count
        # Fractions of a cycle are not lost.
        self.clock.now += (
            self.instructions * CPI[0] // CPI[1]
            - (self.instructions - count) * CPI[0] // CPI[1]
        )

    def _fault(self, exception):
        if HARD_FAULT in self._active:
            self.restarted = "the core is locked up"
            return
        running = min(map(self._priority_of, self._active), default=THREAD)
        if self._masked(exception) or self._priority_of(exception) >= running:
            exception = HARD_FAULT
        self._enter(exception)

    # The core's own registers.

    def _read_scs(self, address):
        bank, word = address & ~0x7F, address >> 2 & 0x1F
        shift = IRQ0 + 32 * word
        if address == 0xE0001004:  # DWT CYCCNT
            return self.clock.now & 0xFFFFFFFF
        if bank in (0xE000E100, 0xE000E180):
            return self._enabled >> shift & 0xFFFFFFFF
        if bank in (0xE000E200, 0xE000E280):
            return self._pending >> shift & 0xFFFFFFFF
        if bank == 0xE000E300:
            return sum(1 << e - shift for e in self._active if e >= shift)
        if 0xE000E400 <= address < 0xE000E5E0:
            at = IRQ0 + address - 0xE000E400
            return int.from_bytes(self._priority[at:at + 4], "little")
        if 0xE000ED18 <= address < 0xE000ED24:
            at = 4 + address - 0xE000ED18
            return int.from_bytes(self._priority[at:at + 4], "little")
        if address == 0xE000ED04:  # ICSR
            active = self._active[-1] if self._active else 0
            return active | (self._pending >> PEND_SV & 1) << 28
        if address == 0xE000ED90:  # MPU_TYPE
            return 8 << 8
        return self._scs.get(address, 0)

    def _write_scs(self, address, value, size):
        bank, word = address & ~0x7F, address >> 2 & 0x1F
        bits = value << IRQ0 + 32 * word
        if bank == 0xE000E100:
            self._enabled |= bits
        elif bank == 0xE000E180:
            self._enabled &= ~bits
        elif bank == 0xE000E200:
            self._pending |= bits
        elif bank == 0xE000E280:
            self._pending &= ~bits | self._lines
        elif 0xE000E400 <= address < 0xE000E5E0:
            at = IRQ0 + address - 0xE000E400
            self._priority[at:at + size] = value.to_bytes(size, "little")
        elif 0xE000ED18 <= address < 0xE000ED24:
            at = 4 + address - 0xE000ED18
            self._priority[at:at + size] = value.to_bytes(size, "little")
        elif address == 0xE000ED04:  # ICSR
            self._pending |= (value >> 28 & 1) << PEND_SV
            self._pending &= ~((value >> 27 & 1) << PEND_SV)
        elif address == 0xE000ED0C:  # AIRCR
            if value >> 16 == 0x05FA and value & 4:
                self.restarted = "the image"
        else:
            self._scs[address & ~3] = value
