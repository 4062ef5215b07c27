"""Tests of what the model of the RP2350 refuses:

  python -m unittest discover
"""

import unittest

from rp2350 import CHIP_NUMBER, POWER, WATCHDOG, Chip, Host, Power, Watchdog

ALL = (1 << len(Power.PARTS)) - 1
OSCILLATORS = 3 << 2
OF_RP2040 = 0x1FFFC  # all but the oscillators, by that chip's bits


def restart(mask):
    """A chip whose image chooses so and then restarts it."""
    chip = Chip()
    chip.write(POWER + Power.SELECTED, mask, 4)
    chip.write(WATCHDOG, Watchdog.TRIGGER, 4)
    return chip


def string(text):
    """A string descriptor."""
    data = text.encode("utf-16-le")
    return bytes([2 + len(data), 3]) + data


class Restarts(unittest.TestCase):
    def test_all_but_the_oscillators(self):
        chip = restart(ALL & ~OSCILLATORS)
        self.assertEqual(chip.core.restarted, "the image")
        Chip(before=chip)

    def test_bits_of_another_chip(self):
        with self.assertRaisesRegex(ValueError, "does not reset PROC_COLD"):
            restart(OF_RP2040)

    def test_every_part_counts(self):
        for bit, part in enumerate(Power.PARTS):
            with self.assertRaisesRegex(ValueError, f"reset[s ]*{part}$"):
                restart(ALL & ~OSCILLATORS ^ 1 << bit)

    def test_a_chip_that_was_not_fed(self):
        chip = Chip()
        chip.write(POWER + Power.SELECTED, OF_RP2040, 4)
        chip.core.restarted = "the watchdog was not fed"
        with self.assertRaisesRegex(ValueError, "does not reset"):
            Chip(before=chip)


class SecondCore(unittest.TestCase):
    FORCE_OFF = POWER + Power.FORCE_OFF

    def pulse(self, chip, reads):
        """Has core 1 reset, if it was off after this number of reads."""
        chip.sio.ports[0].incoming.clear()
        chip.write(self.FORCE_OFF, Power.SECOND_CORE, 4)
        off = [chip.read(self.FORCE_OFF) for _ in range(reads)]
        chip.write(self.FORCE_OFF, 0, 4)
        return [bool(it) for it in off], list(chip.sio.ports[0].incoming)

    def test_a_reset_that_is_waited_for(self):
        off, said = self.pulse(Chip(), 3)
        self.assertEqual((off, said), ([False, False, True], [0]))

    def test_a_reset_that_is_too_short(self):
        self.assertEqual(self.pulse(Chip(), 1), ([False], []))

    def test_one_that_is_deaf(self):
        chip = Chip(deaf_core=True)
        self.assertEqual(chip.sio.ports[0].incoming.popleft(), 0)
        for word in (0, 0, 1):
            chip.sio.ports[0].write(word)
        self.assertEqual(list(chip.sio.ports[0].incoming), [])


class Scratch(unittest.TestCase):
    def test_a_restart_keeps_it(self):
        chip = Chip()
        chip.write(POWER + Power.SELECTED, ALL & ~OSCILLATORS, 4)
        chip.write(WATCHDOG + Watchdog.SCRATCH[0], 17, 4)
        after = Chip(before=chip)
        self.assertEqual(after.read(WATCHDOG + Watchdog.SCRATCH[0]), 17)


class SerialNumber(unittest.TestCase):
    def test_the_chips(self):
        Host.check_number(string(f"{CHIP_NUMBER:016X}"))

    def test_any_other(self):
        for text in ("", "1", f"{CHIP_NUMBER + 1:016X}"):
            with self.assertRaisesRegex(ValueError, "is not the chip's"):
                Host.check_number(string(text))


if __name__ == "__main__":
    unittest.main()
