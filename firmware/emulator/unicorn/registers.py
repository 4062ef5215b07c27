"""Registers that keep what is written to them."""


class Registers:
    def __init__(self, chip):
        self.chip = chip
        self.clock = chip.core.clock
        self.registers = {}

    def __getitem__(self, offset):
        return self.registers.get(offset, 0)

    def __setitem__(self, offset, value):
        self.registers[offset] = value
