#!/usr/bin/env python3
"""One test of random kernels on the emulator:  check.py BINARY golden|checkers|same|planted SCRATCH"""

import re
import subprocess
import sys
from pathlib import Path

GOLDEN = Path("tests/golden/random_kernels/h200.tsv")
DISAGREEMENTS = GOLDEN.with_name("disagreements.tsv")
NOTHING = "no.instruction=no.instruction"  # the second device is then the emulator once more


def run(binary, *options):
    result = subprocess.run([binary, *map(str, options)], capture_output=True, text=True, check=False)
    return result.returncode, result.stdout + result.stderr


def expect(good, text):
    if not good:
        sys.exit(text)


def kernels(line):
    return {word.split()[1] for word in line.splitlines() if word.startswith("kernel ")}


def golden(binary, scratch):
    """What hardware left; and that a changed digest is noticed."""
    file = scratch / "fixture.tsv"
    status, text = run(binary, "--planted", NOTHING, "--count", 100, "--record", file)
    expect(status == 0, text)
    expect(run(binary, "--emulator", "--check", file)[0] == 0, "what the emulator left is not what it left")
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[-1] = lines[-1][:-4] + f"{int(lines[-1][-4:], 16) ^ 1:04x}"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, text = run(binary, "--emulator", "--check", file)
    expect(status == 1 and "kernel 99: hardware gave another output" in text, text)
    known = {line.split("\t")[0] for line in DISAGREEMENTS.read_text(encoding="utf-8").splitlines()
             if not line.startswith("#")}
    _, text = run(binary, "--emulator", "--check", GOLDEN, "--every", 20)
    differ = set(re.findall(r"^kernel (\d+): hardware gave another output", text, re.MULTILINE))
    expect(len(re.findall(r"^\d+ kernels in 1 groups: ", text, re.MULTILINE)) == 5, text)
    expect("are not those" not in text and "seeds from" not in text and differ <= known, text)


def checkers(binary, _):
    """Kernels without races and reads of nothing: no checker finds anything."""
    status, text = run(binary, "--emulator", "--checkers", "--first", 2000, "--count", 150)
    expect(status == 0, text)


def same(binary, scratch):
    """Neither the order of warps, nor the divergence model, nor the plain interpreter changes a result."""
    file = scratch / "same.tsv"
    status, text = run(binary, "--planted", NOTHING, "--first", 100, "--count", 100, "--record", file)
    expect(status == 0, text)
    for options in (["--seed", 1], ["--seed", 7], ["--seed", 3, "--stack"], ["--reference"]):
        status, text = run(binary, "--emulator", "--check", file, *options)
        expect(status == 0, f"{options}: {text}")


def planted(binary, scratch):
    """An instruction taken for another is found, and the kernel is reduced to little more than it."""
    cases = scratch / "cases"
    for old in cases.glob("*.ptx"):
        old.unlink()
    status, text = run(binary, "--planted", "sub.s32=add.s32", "--count", 60, "--workers", 1, "--cases", cases)
    expect(status == 1 and kernels(text), text)
    smallest = min((file.read_text(encoding="utf-8") for file in cases.glob("*.ptx")), key=len)
    expect(" sub.s32 " in smallest, smallest)
    expect(smallest.count("\n") < 80, smallest)


def main():
    binary, what, scratch = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    scratch.mkdir(parents=True, exist_ok=True)
    {"golden": golden, "checkers": checkers, "same": same, "planted": planted}[what](binary, scratch)


if __name__ == "__main__":
    main()
