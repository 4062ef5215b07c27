"""Tests of the player's end of the line:

  python -m unittest discover
"""

import unittest

from cortex_m import Clock
from port import Port


class SlowLine(unittest.TestCase):
    def test_text_is_taken_when_the_line_has_carried_what_was_before(self):
        heard, asked = [], []
        port = Port(heard.append, None, False, 9600)
        clock = Clock(1_000_000)
        port.set_clock(clock)
        port.on_input = lambda: asked.append(clock.now)
        self.assertTrue(port.listens())
        port.heard(b"x" * 960)
        self.assertFalse(port.listens())
        clock.pass_to(999_999)
        self.assertFalse(port.listens())
        clock.pass_to(1_000_000)
        self.assertTrue(port.listens())
        self.assertEqual(asked, [1_000_000])

    def test_a_fast_one_is_always_free(self):
        port = Port(lambda data: None, None, False)
        port.set_clock(Clock(1_000_000))
        port.heard(b"x" * 960)
        self.assertTrue(port.listens())


if __name__ == "__main__":
    unittest.main()
