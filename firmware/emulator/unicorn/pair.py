"""Two cores with the same memory and the same clock.

Both are level in time: of two that work, each does a short slice in turn. When
one sleeps, the other works on until it wakes it, by SEV or because there is an
interrupt for it. An event that both should see at the same instant is seen by
the second up to a slice later.

Not modelled: what the cores cost each other when both want the same memory.
"""

import ctypes
import mmap

from unicorn import UC_PROT_ALL, UC_PROT_EXEC, UC_PROT_READ

from cortex_m import OFF, Core

SLICE = 512  # cycles


class Pair:
    """It looks like a core to its caller. The second is off at first."""

    def __init__(self, model, hz):
        first = Core(model, hz)
        second = Core(model, hz, first.clock)
        self.cores = (first, second)
        self.clock = first.clock
        self._memory = []  # to be kept as long as the cores
        self._times = [0, 0]  # how far each has come
        for core in self.cores:
            core.peers = self.cores
        second.asleep = OFF

    # What the chip is made of.

    def map_rom(self, base, size):
        self._map(base, size, UC_PROT_READ | UC_PROT_EXEC)

    def map_ram(self, base, size):
        self._map(base, size, UC_PROT_ALL)

    def _map(self, base, size, rights):
        memory = mmap.mmap(-1, size)
        place = ctypes.c_char.from_buffer(memory)
        self._memory.append((memory, place))
        for core in self.cores:
            core.uc.mem_map_ptr(base, size, rights, ctypes.addressof(place))

    def map_io(self, base, size, read, write):
        for core in self.cores:
            core.map_io(base, size, read, write)

    def load(self, elf):
        first, second = self.cores
        first.load(elf)
        second.watch_sleep(elf)

    def read(self, address, length):
        return self.cores[0].read(address, length)

    def write(self, address, data):
        self.cores[0].write(address, data)

    def set_line(self, irq, level):
        """A request to both; each has its own interrupts enabled."""
        for core in self.cores:
            core.set_line(irq, level)

    # Sleep and time.

    @property
    def restarted(self):
        first, second = self.cores
        return first.restarted or second.restarted

    @restarted.setter
    def restarted(self, why):
        for core in self.cores:
            core.restarted = why

    @property
    def asleep(self):
        return all(core.asleep for core in self.cores)

    def sleep(self, until):
        """Sleeps until then or until something wakes one of them."""
        clock = self.clock
        while self.asleep and not self.restarted and clock.now < until:
            soonest = clock.soonest()
            if soonest is None or soonest > until:
                soonest = until
            clock.pass_to(soonest)
            for core in self.cores:
                core.wake()

    def work(self, until):
        """Works until then, or until both are asleep, or restarts."""
        clock, times = self.clock, self._times
        while clock.now < until and not self.asleep and not self.restarted:
            awake = [i for i in (0, 1) if not self.cores[i].asleep]
            if len(awake) == 1:
                self.cores[awake[0]].work(until)
                continue
            start = clock.now
            end = min(until, start + SLICE)
            for i in awake:
                clock.now = max(start, times[i])
                self.cores[i].work(end)
                times[i] = clock.now
            clock.now = end
