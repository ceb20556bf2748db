#!/usr/bin/env python3
"""Runs a program with device code that nvcc made (tests/golden/nvcc) and compares with clang's.

    recorded_ptx.py WARPSCOPE PROGRAM.cu RECORDED.ptx [--own-check]      exit 0: equal, 1: not

The program has to be clean with each recorded file. Without fused multiply-adds every launch must
leave the same memory, bit for bit, as with clang's code; scripts/record_nvcc_ptx.py records. With
--own-check the program's own check is enough: for math functions, of which each compiler brings its
own, and for memory that depends on the order in which blocks run.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def memories(warpscope, source, *options):
    """Launch -> hash of all device memory after it."""
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([warpscope, "run", source, "--capture", folder, *options], capture_output=True,
                                text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"FAILED: {source} {' '.join(options)}\n{result.stdout}{result.stderr}")
        return {path.parent.name: json.loads(path.read_text())["memory"]
                for path in sorted(Path(folder).glob("*/outcome.json"))}


def main(arguments):
    own_check = arguments[3:] == ["--own-check"]
    if len(arguments) != 3 + own_check:
        print(__doc__, file=sys.stderr)
        return 2
    warpscope, source, recorded = arguments[:3]
    ours = memories(warpscope, source, "--fmad", "false")
    theirs = memories(warpscope, source, "--ptx", recorded)
    if not ours or (ours != theirs and not own_check):
        print(f"FAILED: {source}: memory after launches differs\nclang: {ours}\nnvcc: {theirs}")
        return 1
    fused = Path(recorded).with_suffix(".fmad.ptx")
    if fused.exists():
        memories(warpscope, source, "--ptx", str(fused))
    what = "clean" if own_check else "the same memory"
    print(f"{len(ours)} launches: {what} with clang's and nvcc's code")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
