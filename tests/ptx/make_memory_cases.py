#!/usr/bin/env python3
"""Writes the case files of loads, stores, addresses, atomics, warp-wide instructions, barriers and control flow.

The expected values come from Python's integers and byte strings, applied as the PTX ISA words it; the emulator
is never asked. Run it from anywhere: it rewrites its files beside itself, byte for byte.
"""

import generator.address_cases
import generator.atomic_cases
import generator.barrier_cases
import generator.call_cases
import generator.control_cases
import generator.load_cases
import generator.shuffle_cases
import generator.store_cases
import generator.vote_cases
