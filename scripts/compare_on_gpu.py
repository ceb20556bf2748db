#!/usr/bin/env python3
"""Compares every program of kernels/ on the emulator and on a real GPU, launch by launch.

    compare_on_gpu.py build WARPSCOPE FOLDER [PROGRAM.cu…]   builds executables; needs no GPU
    compare_on_gpu.py run WARPSCOPE FOLDER TABLE.tsv         compares them, and writes the table

The two halves may run on different machines; the second needs a driver and no compiler. The table has a line for
each program and verdict; its head names GPU, driver and day. tests/golden/side_by_side/kernels.tsv is such a table.
The exit status tells whether everything is equal or explained.
"""

import datetime
import json
import subprocess
import sys
from collections import defaultdict

from kernels_on_gpu import main

SECONDS = 120


def compare(warpscope, program):
    """(GPU, rows) of one program: a row for each verdict, with launches, buffers, bytes and reasons."""
    result = subprocess.run([warpscope, "compare", str(program), "--report", "json"], text=True, check=False,
                            capture_output=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
    if not result.stdout.startswith("{"):
        return "", [(program.name, "failed", 0, 0, 0, result.stderr.strip().splitlines()[0])]
    sums, reasons, gpu = defaultdict(lambda: [0, 0, 0]), defaultdict(set), ""
    for launch in json.loads(result.stdout)["launches"]:
        comparison = launch["comparison"]
        gpu = comparison["gpu"] or gpu
        sums[comparison["verdict"]][0] += 1
        sums[comparison["verdict"]][1] += comparison["buffers"]
        sums[comparison["verdict"]][2] += comparison["bytes"]
        reasons[comparison["verdict"]] |= {comparison["why"]} - {""}
        for buffer in comparison["differing"]:
            reasons[comparison["verdict"]] |= set(buffer["reasons"])
    return gpu, [(program.name, verdict, *values, "; ".join(sorted(reasons[verdict])))
                 for verdict, values in sorted(sums.items())]


def run(warpscope, folder, table):
    gpu, rows = "", []
    for program in sorted(p for p in folder.iterdir() if p.is_file()):
        where, found = compare(warpscope, program)
        gpu = where or gpu
        rows += found
        print(*found, sep="\n", flush=True)
    with table.open("w", encoding="utf-8") as file:
        print(f"# {gpu}, {datetime.date.today()}: `warpscope compare` over kernels/", file=file)
        print("# program", "verdict", "launches", "buffers", "bytes", "reasons", sep="\t", file=file)
        for row in rows:
            print(*row, sep="\t", file=file)
    return 0 if all(row[1] in ("equal", "explained") for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
