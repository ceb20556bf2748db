#!/usr/bin/env python3
"""Runs programs of tests/programs on a real GPU and compares with the output their comments expect.

    check_programs_on_gpu.py build WARPSCOPE FOLDER NAME…  builds tests/programs/NAME.cu twice, with
                                                           nvcc and with Warpscope
    check_programs_on_gpu.py run WARPSCOPE FOLDER          runs both of each on the GPU

The first half needs nvcc and no GPU, the second a driver and no compiler, so they may run on
different machines. Prints a line for each program; the exit status tells whether all agree.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "programs"
SECONDS = 60


def build(warpscope, folder, names):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        source = str(PROGRAMS / f"{name}.cu")
        subprocess.run(["nvcc", "-std=c++20", "-arch=sm_90", "-w", "-o", str(folder / f"{name}.nvcc"), source],
                       check=True)
        subprocess.run([warpscope, "build", source, "-o", str(folder / f"{name}.warpscope")], check=True)


def expected_output(name):
    lines = (PROGRAMS / f"{name}.cu").read_text(encoding="utf-8").splitlines()
    return "".join(line.removeprefix("// expect: ") + "\n" for line in lines if line.startswith("// expect: "))


def verdict(command, expected):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"did not end within {SECONDS} s"
    if result.returncode == 0 and result.stdout == expected:
        return "ok"
    return f"exit status {result.returncode}, printed {result.stdout!r}, errors {result.stderr[-300:]!r}"


def run(warpscope, folder):
    failed = 0
    for program in sorted(folder.iterdir()):
        name, maker = program.stem, program.suffix
        command = {".nvcc": [str(program)],
                   ".warpscope": [warpscope, "exec", "--device", "gpu", "--no-report", str(program)]}.get(maker)
        if command is None:
            continue
        result = verdict(command, expected_output(name))
        failed += result != "ok"
        print(f"{program.name}: {result}", flush=True)
    return 1 if failed else 0


def main():
    arguments = sys.argv[1:]
    if len(arguments) >= 4 and arguments[0] == "build":
        build(arguments[1], Path(arguments[2]), arguments[3:])
        return 0
    if len(arguments) == 3 and arguments[0] == "run":
        return run(arguments[1], Path(arguments[2]))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
