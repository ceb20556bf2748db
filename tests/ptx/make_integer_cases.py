#!/usr/bin/env python3
"""Writes the case files of the integer, bit, comparison, conversion, move and video instructions.

The expected values come from Python's integers and fractions, applied as the PTX ISA words it; the
emulator is never asked. Run it from anywhere: it rewrites its files beside itself, byte for byte.
"""

from generator import (bit_cases, compare_cases, conversion_cases, integer_cases, move_cases, video_cases,
                       video_part_cases)

if __name__ == "__main__":
    for family in (integer_cases, bit_cases, compare_cases, conversion_cases, move_cases, video_cases,
                   video_part_cases):
        family.write()
