"""Tests of the core with small programs:

  python -m unittest discover
"""

import struct
import unittest

from unicorn import arm_const as arm

from cortex_m import Core

MAIN, HANDLER, FAULT, STACK = 0x100, 0x200, 0x300, 0x20001000
DEVICE = 0x40000000
ASK, DONE = 4, 0  # the device's registers: asks for an interrupt, or ceases

NOP, STOP, RETURN = 0xBF00, 0xE7FE, 0x4770
MASK, UNMASK = 0xB672, 0xB662  # cpsid i, cpsie i
WFE, WFI, SEV = 0xBF20, 0xBF30, 0xBF40
COUNT = 0x3401  # adds r4, #1
CEASE = 0x6018  # str r0, [r3]
REQUEST = 0x6058  # str r0, [r3, #4]


class Image:
    def __init__(self, main, handler):
        vectors = [STACK, MAIN | 1, 0, FAULT | 1] + [0] * 12 + [HANDLER | 1]
        self.segments = [
            (0, struct.pack("<17I", *vectors), False),
            (MAIN, struct.pack(f"<{len(main)}H", *main), True),
            (HANDLER, struct.pack(f"<{len(handler)}H", *handler), True),
            (FAULT, struct.pack("<2H", COUNT, STOP), True),
        ]


class Bench:
    """A core with a device that asks for interrupts."""

    def __init__(self, model, main, handler):
        self.core = Core(model, 1_000_000)
        self.core.map_rom(0, 0x1000)
        self.core.map_ram(0x20000000, 0x1000)
        self.core.map_io(DEVICE, 0x1000, lambda _: 0, self.write)
        self.core.load(Image(main, handler))
        self.core._write_scs(0xE000E100, 1, 4)
        self.set(arm.UC_ARM_REG_R3, DEVICE)
        self.written = []

    def write(self, address, _value, _size):
        self.written.append(address - DEVICE)
        self.core.set_line(0, address - DEVICE == ASK)

    def set(self, register, value):
        self.core.uc.reg_write(register, value)

    def get(self, register):
        return self.core.uc.reg_read(register)

    def interrupts(self):
        return self.get(arm.UC_ARM_REG_R4)

    def run(self, cycles=100):
        self.core.work(self.core.clock.now + cycles)


class OfEveryCore(unittest.TestCase):
    def each(self, main, handler):
        for model in (arm.UC_CPU_ARM_CORTEX_M4, arm.UC_CPU_ARM_CORTEX_M33):
            yield Bench(model, main, handler)

    def test_a_branch_to_itself_is_not_executed_again_and_again(self):
        for bench in self.each([STOP], [COUNT, CEASE, RETURN]):
            core, clock = bench.core, bench.core.clock
            executed = []
            execute = core._execute
            core._execute = lambda n: executed.append(n) or execute(n)
            for when in (2_000_000, 3_000_000):
                clock.at(when, lambda: core.set_line(0, True))
            bench.run(1_000_000)
            self.assertLess(sum(executed), 10_000)
            self.assertEqual(clock.now // 10, 100_000)
            self.assertEqual(bench.interrupts(), 0)
            bench.run(1_500_000)
            self.assertEqual(bench.interrupts(), 1)
            bench.run(1_500_000)
            self.assertEqual(bench.interrupts(), 2)
            self.assertLess(sum(executed), 30_000)

    def test_interrupt_in_conditional_instructions(self):
        # cmp r0, r0; itttt eq; addeq r1, #1, four times
        main = [0x4280, 0xBF01, 0x3101, 0x3101, 0x3101, 0x3101, STOP]
        # cmp r0, #1 changes the condition
        handler = [0x2801, COUNT, CEASE, RETURN]
        for before in range(1, 8):
            for bench in self.each(main, handler):
                bench.core._execute(before)
                bench.core.set_line(0, True)
                bench.run()
                self.assertEqual(bench.get(arm.UC_ARM_REG_R1), 4, before)
                self.assertEqual(bench.interrupts(), 1)

    def test_floats_survive_interrupts(self):
        # vmov s0, r0; vmov r1, s0
        main = [0xEE00, 0x0A10, NOP, NOP, 0xEE10, 0x1A10, STOP]
        # vmov s0, r3
        handler = [0xEE00, 0x3A10, COUNT, CEASE, RETURN]
        for before in range(1, 5):
            for bench in self.each(main, handler):
                bench.set(arm.UC_ARM_REG_R0, 0x3F800000)
                bench.core._execute(before)
                bench.core.set_line(0, True)
                bench.run()
                self.assertEqual(
                    bench.get(arm.UC_ARM_REG_R1), 0x3F800000, before
                )
                self.assertEqual(bench.get(arm.UC_ARM_REG_SP), STACK)

    def test_interrupt_between_two_masks(self):
        # msr primask, r5, and msr basepri, r6 and r7
        primask, lower, raised = (
            [0xF385, 0x8810], [0xF386, 0x8811], [0xF387, 0x8811],
        )
        for main in (
            [MASK, REQUEST, NOP, NOP, UNMASK, MASK, STOP],
            [MASK, REQUEST, NOP, NOP, *primask, MASK, STOP],
            [*raised, REQUEST, NOP, *lower, *raised, STOP],
        ):
            for bench in self.each(main, [COUNT, CEASE, RETURN]):
                bench.core._write_scs(0xE000E400, 0x40, 1)
                bench.set(arm.UC_ARM_REG_R7, 0x40)
                bench.run()
                self.assertEqual(bench.interrupts(), 1)
                self.assertEqual(bench.written, [ASK, DONE])

    def test_interrupt_comes_at_once_and_is_asked_for_once(self):
        # mov r1, r4
        main = [REQUEST, 0x4621, STOP]
        for bench in self.each(main, [COUNT, CEASE, RETURN]):
            bench.run()
            self.assertEqual(bench.get(arm.UC_ARM_REG_R1), 1)
            self.assertEqual(bench.written, [ASK, DONE])

    def test_line_that_stays_interrupts_again(self):
        # Ceases the second time: lsls r5, r4, #31; it eq; streq r0, [r3]
        handler = [COUNT, 0x07E5, 0xBF08, CEASE, RETURN]
        for bench in self.each([REQUEST, STOP], handler):
            bench.run()
            self.assertEqual(bench.interrupts(), 2)

    def test_sleep_ends_with_an_interrupt(self):
        for hint in (WFI, WFE):
            for bench in self.each([hint, STOP], [COUNT, CEASE, RETURN]):
                bench.run()
                self.assertEqual(bench.core.asleep, hint)
                due = bench.core.clock.now + 500
                bench.core.clock.at(due, lambda: bench.core.set_line(0, True))
                bench.core.sleep(due + 500)
                self.assertEqual(bench.core.clock.now, due)
                bench.run()
                self.assertEqual(bench.interrupts(), 1)
                self.assertIsNone(bench.core.asleep)

    def test_masked_interrupts_end_wfi_but_not_wfe(self):
        for hint, asleep in ((WFI, None), (WFE, WFE)):
            for bench in self.each([MASK, hint, STOP], [COUNT, RETURN]):
                bench.run()
                bench.core.set_line(0, True)
                bench.core.sleep(bench.core.clock.now + 100)
                self.assertEqual(bench.core.asleep, asleep)
                self.assertEqual(bench.interrupts(), 0)

    def test_an_event_is_kept_for_wfe(self):
        # movs r1, #1
        for bench in self.each([SEV, WFE, 0x2101, WFE, STOP], [RETURN]):
            bench.run()
            self.assertEqual(bench.get(arm.UC_ARM_REG_R1), 1)
            self.assertEqual(bench.core.asleep, WFE)

    def test_bad_address_is_a_fault(self):
        # ldr r0, [r2]
        for bench in self.each([NOP, 0x6810, STOP], [RETURN]):
            bench.set(arm.UC_ARM_REG_R2, 0x60000000)
            bench.run()
            self.assertEqual(bench.interrupts(), 1)
            stack = bench.get(arm.UC_ARM_REG_SP)
            self.assertEqual(bench.core.word(stack + 24), MAIN + 2)

    def test_time_passes_by_instructions(self):
        for bench in self.each([NOP, 0xE7FD], [RETURN]):
            bench.run(145_000)
            self.assertAlmostEqual(
                bench.core.instructions, 100_000, delta=10
            )
            self.assertAlmostEqual(bench.core.clock.now, 145_000, delta=10)


if __name__ == "__main__":
    unittest.main()
