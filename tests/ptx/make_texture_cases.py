#!/usr/bin/env python3
"""Writes the case files of the texture and surface instructions.

Texels are small integers and coordinates multiples of 1/4, so that every result is exact whatever the rounding; the
expected values come from Python's fractions, applied as the CUDA programming guide words it ("Texture Fetching").
Run it from anywhere: it rewrites its files beside itself, byte for byte.
"""

from generator import surface_cases, texture_cases

if __name__ == "__main__":
    texture_cases.write()
    surface_cases.write()
