"""Tests of two cores, and of what lies between them, with small programs:

  python -m unittest discover
"""

import struct
import unittest

from unicorn import arm_const as arm

from cortex_m import OFF, WFE
from rp2350 import POWER, SIO, Chip, Power
from sio import CPUID, DEPTH, FIFO_IRQ, READ, READY, STATUS, VALID, WRITE
from sio import OVERFLOW, UNDERFLOW

PROGRAMS = (0x20001000, 0x20002000)
STACKS = (0x20010000, 0x20012000)
VECTORS = 0x20004000
SPINLOCK = SIO + 0x100 + 4 * 30
COUNT, AGAIN, STOP = 0x3401, 0xE7FD, 0xE7FE  # adds r4, #1; b .-2; b .
NOP, SLEEP, EVENT = 0xBF00, 0xBF20, 0xBF40  # nop; wfe; sev
SEQUENCE = (0, 0, 1, VECTORS, STACKS[1], PROGRAMS[1] | 1)


class Image:
    """Programs in memory, in place of an ELF file."""

    def __init__(self, *programs):
        code = [struct.pack(f"<{len(it)}H", *it) for it in programs]
        self.segments = [
            (to, data, True) for to, data in zip(PROGRAMS, code)
        ]


def start(first, second=()):
    """A chip whose cores run these programs; the second is launched if it has
    one."""
    chip = Chip()
    pair = chip.core
    image = Image(first, second)
    for to, data, _ in image.segments:
        pair.write(to, data)
    for core in pair.cores:
        core.watch_sleep(image)
    pair.cores[0].start(0, STACKS[0], PROGRAMS[0])
    if second:
        launch(chip)
    return chip


def send(chip, *words):
    """Sends words to the second core; what does it answer?"""
    port = chip.sio.ports[0]
    for word in words:
        port.write(word)
    answer = []
    while port.status() & VALID:
        answer.append(port.read())
    return answer


def launch(chip):
    return [answer for word in SEQUENCE for answer in send(chip, word)]


def counts(chip):
    return [core.uc.reg_read(arm.UC_ARM_REG_R4) for core in chip.core.cores]


def registers(chip, number):
    """How a core reads and writes its SIO."""
    read, write = chip.sio.reads(number), chip.sio.writes(number)
    return read, lambda address, value: write(address, value, 4)


class BetweenThem(unittest.TestCase):
    def test_numbers_and_fifos(self):
        chip = start([STOP])
        send(chip)
        chip.sio.rom.stop()
        (read, write), (read1, write1) = (registers(chip, i) for i in (0, 1))
        self.assertEqual((read(SIO + CPUID), read1(SIO + CPUID)), (0, 1))
        for word in range(DEPTH):
            write1(SIO + WRITE, word)
        self.assertEqual(read1(SIO + STATUS), 0)
        write1(SIO + WRITE, 9)
        self.assertEqual(read1(SIO + STATUS), OVERFLOW)
        write1(SIO + STATUS, 0)
        self.assertEqual(read1(SIO + STATUS), 0)
        self.assertEqual(
            [read(SIO + READ) for _ in range(DEPTH)], list(range(DEPTH))
        )
        read(SIO + READ)
        self.assertEqual(read(SIO + STATUS), READY | UNDERFLOW)

    def test_a_spinlock_is_held_by_one(self):
        chip = start([STOP])
        (read, write), (read1, _) = (registers(chip, i) for i in (0, 1))
        self.assertNotEqual(read(SPINLOCK), 0)
        self.assertEqual((read(SPINLOCK), read1(SPINLOCK)), (0, 0))
        write(SPINLOCK, 1)
        self.assertNotEqual(read1(SPINLOCK), 0)

    def test_a_word_is_an_interrupt_to_the_one_that_gets_it(self):
        chip = start([STOP], [STOP])
        send(chip)
        first, second = chip.core.cores
        bit = 1 << 16 + FIFO_IRQ
        chip.sio.ports[0].write(5)
        self.assertTrue(second._lines & bit)
        self.assertFalse(first._lines & bit)
        self.assertEqual(chip.sio.ports[1].read(), 5)
        self.assertFalse(second._lines & bit)


class BootRom(unittest.TestCase):
    def test_the_sequence_launches(self):
        chip = start([STOP], [STOP])
        second = chip.core.cores[1]
        self.assertIsNone(second.asleep)
        self.assertEqual(second.uc.reg_read(arm.UC_ARM_REG_SP), STACKS[1])

    def test_every_word_is_sent_back(self):
        chip = start([STOP])
        self.assertEqual(send(chip), [0])
        self.assertEqual(launch(chip), list(SEQUENCE))

    def test_an_unexpected_word_begins_again(self):
        chip = start([STOP])
        send(chip)
        self.assertEqual(send(chip, 7), [0])
        self.assertEqual(send(chip, 1), [1])
        self.assertEqual(send(chip, 0), [0])
        self.assertEqual(send(chip, VECTORS), [0])
        self.assertEqual(chip.core.cores[1].asleep, OFF)

    def test_a_reset_ends_the_program(self):
        chip = start([STOP], [STOP])
        force_off = POWER + Power.FORCE_OFF
        chip.write(force_off, Power.SECOND_CORE, 4)
        for _ in range(Power.OFF_AFTER):
            chip.read(force_off)
        self.assertEqual(chip.core.cores[1].asleep, OFF)


class Time(unittest.TestCase):
    def test_both_stay_level(self):
        chip = start([COUNT, AGAIN], [COUNT, NOP, NOP, NOP, 0xE7FA])
        chip.core.work(30_000)
        first, second = (core.instructions for core in chip.core.cores)
        self.assertGreater(min(first, second), 10_000)
        self.assertLess(abs(first - second), 1000)
        counted = counts(chip)
        self.assertGreater(counted[0], 2 * counted[1])

    def test_one_works_while_the_other_sleeps(self):
        for first, second in (
            ([SLEEP, STOP], [COUNT, AGAIN]), ([COUNT, AGAIN], [SLEEP, STOP]),
        ):
            chip = start(first, second)
            chip.core.work(30_000)
            self.assertFalse(chip.core.asleep)
            self.assertGreaterEqual(chip.core.clock.now, 30_000)
            self.assertEqual(sorted(counts(chip))[0], 0)
            self.assertGreater(sorted(counts(chip))[1], 5_000)

    def test_an_event_wakes_the_other(self):
        for first, second in (
            ([NOP] * 2000 + [EVENT, STOP], [SLEEP, COUNT, SLEEP]),
            ([SLEEP, COUNT, SLEEP], [NOP] * 2000 + [EVENT, STOP]),
        ):
            chip = start(first, second)
            chip.core.work(30_000)
            self.assertEqual(sorted(counts(chip)), [0, 1])
            asleep = [core.asleep for core in chip.core.cores]
            self.assertEqual(asleep.count(WFE), 1)

    def test_both_asleep_is_asleep(self):
        chip = start([SLEEP, STOP], [SLEEP, STOP])
        chip.core.work(30_000)
        self.assertTrue(chip.core.asleep)
        self.assertLess(chip.core.clock.now, 30_000)


if __name__ == "__main__":
    unittest.main()
