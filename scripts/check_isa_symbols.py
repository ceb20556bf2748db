#!/usr/bin/env python3
"""Checks that one instruction-set level of sim/isa shares no code with the rest of the program.

The linker keeps one copy of every inline function and template instance. If an object built for a newer processor
offers such a copy, the whole program may come to use instructions that an older processor lacks. So every object of a
level may define only symbols of that level's own namespace or local ones.

    check_isa_symbols.py LEVEL OBJECT[:OBJECT...]      exit 0: clean, 1: shared symbols found, 2: bad usage
"""

import subprocess
import sys


def shared_symbols(level, path):
    text = subprocess.run(["nm", "-C", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        kind, name = line[17:].split(" ", 1)
        if kind in "WVu" and f"isa::{level}::" not in name:
            yield name


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    level = arguments[0]
    # CMake counts precompiled headers among a target's objects; they are linked into nothing.
    objects = [path for path in arguments[1].split(":") if path.endswith(".o")]
    found = 0
    for path in objects:
        for name in shared_symbols(level, path):
            found += 1
            print(f"{path}: {name} is shared; give it internal linkage or force it inline")
    print(f"{len(objects)} objects of level {level}, {found} shared symbols")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
