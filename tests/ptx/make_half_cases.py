#!/usr/bin/env python3
"""Writes the cases of f16, bf16, tf32 and 8-bit floating-point instructions.

    python3 tests/ptx/make_half_cases.py

Expected values are computed in exact rational arithmetic and rounded once (generator/half_oracle.py).
"""

from generator import half_arithmetic_cases, half_compare_cases, half_conversion_cases, half_memory_cases

for module in (half_arithmetic_cases, half_compare_cases, half_conversion_cases, half_memory_cases):
    module.write()
