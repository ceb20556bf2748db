#!/usr/bin/env python3
"""Runs texture_samples.cu on the emulator and compares what it prints with what a GPU printed.

    compare.py WARPSCOPE GOLDEN PROGRAM

Both texts have a line `= NAME` for each texture, then a line for each sample: coordinates, a tab, channels as bits.
DEVIATIONS says which textures may differ, and by what; every one of them has a number in docs/deviations.md.
"""

import pathlib
import subprocess
import sys

# Texture: the most samples that may differ.
DEVIATIONS = {
    "2d linear srgb random": 13,
    "2d linear snorm8x2 random": 6,
    "1d linear snorm8 all": 5,
    "cube linear seamless": 39,
}


def read(text):
    cases, name = {}, ""
    for line in text.splitlines():
        if line.startswith("#") or not line:
            continue
        if line.startswith("= "):
            name = line[2:]
            cases[name] = []
        else:
            cases.setdefault(name, []).append(line)
    return cases


def main(warpscope, golden_path, program):
    golden = read(pathlib.Path(golden_path).read_text())
    samples = max(len(lines) for lines in golden.values())
    run = subprocess.run([warpscope, "run", "--quiet", program, "--", str(samples)], capture_output=True, text=True)
    if run.returncode != 0:
        print(f"{program}: exit code {run.returncode}\n{run.stderr[-2000:]}")
        return 1
    actual = read(run.stdout)
    failures = 0
    for name in sorted(golden.keys() | actual.keys()):
        want, got = golden.get(name, []), actual.get(name, [])
        wrong = [(w, g) for w, g in zip(want, got) if w != g]
        count = len(wrong) + abs(len(want) - len(got))
        allowed = DEVIATIONS.get(name, 0)
        if count > allowed:
            failures += 1
            print(f"{name}: {count} of {len(want)} samples differ, {allowed} are accepted")
            for w, g in wrong[:3]:
                print(f"    hardware {w!r}, emulator {g!r}")
        elif name in DEVIATIONS and count == 0:
            failures += 1
            print(f"{name}: nothing differs any more; take it out of DEVIATIONS")
    print(f"{len(golden)} textures, {sum(map(len, golden.values()))} samples, {failures} textures at fault")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
