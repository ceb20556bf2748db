#!/usr/bin/env python3
"""Runs programs of tests/programs on a real GPU and compares with the output their comments expect.

    check_programs_on_gpu.py build WARPSCOPE FOLDER [--no-nvcc] [NAME…]  builds tests/programs/NAME.cu twice, with
                                                                         nvcc and with Warpscope; without names all
                                                                         that have no finding and fail nowhere
    check_programs_on_gpu.py run WARPSCOPE FOLDER [--seconds N]          runs both of each on the GPU, and Warpscope's
                                                                         beside the emulator too

The first half needs no GPU, the second a driver and no compiler, so they may run on different machines. Prints a line
for each program and way to run it; the exit status tells whether all print what they should and no launch leaves
something else on the GPU than on the emulator without a reason. Launches that are not compared are listed with the
reason.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

from compare_on_gpu import compare

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "programs"
SECONDS = 60


def comments(name, key):
    lines = (PROGRAMS / f"{name}.cu").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"// {key}: ") for line in lines if line.startswith(f"// {key}: ")]


def sound_programs():
    """Those that expect no finding, no deadlock and a good end."""
    names = sorted(path.stem for path in PROGRAMS.glob("*.cu"))
    return [name for name in names
            if comments(name, "expect") and not comments(name, "finding")
            and set(comments(name, "exit") + comments(name, "cli-exit")) <= {"0"}]


def build(warpscope, folder, names, with_nvcc):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or sound_programs():
        source = str(PROGRAMS / f"{name}.cu")
        if with_nvcc:
            subprocess.run(["nvcc", "-std=c++20", "-arch=sm_90", "-w", "-o", str(folder / f"{name}.nvcc"), source],
                           check=True)
        subprocess.run([warpscope, "build", source, "-o", str(folder / f"{name}.warpscope")], check=True)
        print(name, flush=True)


def verdict(command, expected):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"did not end within {SECONDS} s"
    if result.returncode == 0 and result.stdout == expected:
        return "ok"
    return f"exit status {result.returncode}, printed {result.stdout!r}, errors {result.stderr[-300:]!r}"


def beside(warpscope, program):
    """Whether every launch is equal or explained, and words for it."""
    try:
        _, rows = compare(warpscope, program)
    except subprocess.TimeoutExpired:
        return False, "did not end in time"
    words = [f"{row[1]} {row[2]}" + (f" ({row[5]})" if row[5] else "") for row in rows]
    return all(row[1] in ("equal", "explained", "not compared") for row in rows), ", ".join(words)


def run(warpscope, folder, seconds):
    failed, end = 0, time.monotonic() + seconds
    for program in sorted(folder.iterdir()):
        name, maker = program.stem, program.suffix
        expected = "".join(line + "\n" for line in comments(name, "expect"))
        if maker not in (".nvcc", ".warpscope"):
            continue
        if time.monotonic() > end:
            print(f"{program.name}: left out, as {seconds} s are over", flush=True)
            failed += 1
            continue
        native = [warpscope, "exec", "--device", "gpu", "--no-report", str(program)]
        result = verdict([str(program)] if maker == ".nvcc" else native, expected)
        failed += result != "ok"
        print(f"{program.name}: {result}", flush=True)
        if maker == ".warpscope":
            good, words = beside(warpscope, program)
            failed += not good
            print(f"{program.name} beside the emulator: {'ok' if good else 'FAILED'}: {words}", flush=True)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["build", "run"])
    parser.add_argument("warpscope")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--no-nvcc", action="store_true")
    parser.add_argument("--seconds", type=float, default=540)
    arguments = parser.parse_args()
    if arguments.what == "build":
        build(arguments.warpscope, arguments.folder, arguments.names, not arguments.no_nvcc)
        return 0
    return run(arguments.warpscope, arguments.folder, arguments.seconds)


if __name__ == "__main__":
    sys.exit(main())
