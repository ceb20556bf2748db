#!/usr/bin/env python3
"""Holds our counters to what Nsight Compute counted on a real GPU, program by program.

Usage: compare.py WARPSCOPE TABLE.tsv DIFFERENCES.tsv [--all]

The table is one of scripts/profile_on_gpu.py. Requests, sectors and bytes have to be equal, wavefronts and bank
conflicts within NOISE of the wavefronts, because hardware adds a little arbitration. Reductions are compared together
with atomics: the profiler counts both as atomics. Each line of the differences names a program, a counter (with * at
its end: all that begin so) and the reason why it may differ; one that is not needed is an error, too. --all prints
every value side by side.
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NOISE = 0.02
SMALL = 8  # wavefronts


def source_of(program):
    path = ROOT / "kernels" / f"{program}.cu"
    return path if path.exists() else ROOT / "kernels" / f"{program.replace('-', '/', 1)}.cu"


def count(warpscope, program):
    result = subprocess.run([warpscope, "run", str(source_of(program)), "--counters", "--check", "none",
                             "--report", "json"], text=True, capture_output=True, check=True,
                            stdin=subprocess.DEVNULL)
    return [{c["id"]: c["value"] for c in launch["counters"]["launch"]}
            for launch in json.loads(result.stdout)["launches"]]


def together(values):
    """Reductions are added to atomics."""
    sums = {}
    for counter, value in values.items():
        name = counter.replace("global_reduction_", "global_atomic_")
        sums[name] = sums.get(name, 0) + value
    return sums


def agree(counter, ours, theirs, wavefronts):
    if counter.endswith(("_wavefronts", "_bank_conflicts")):
        return abs(ours - theirs) <= max(SMALL, NOISE * wavefronts)
    return ours == theirs


def main():
    everything = "--all" in sys.argv
    warpscope, table, excuses = [word for word in sys.argv[1:] if word != "--all"]
    lines = Path(table).read_text(encoding="utf-8").splitlines()
    counters = lines[1].removeprefix("# ").split("\t")[2:]
    theirs = {}
    for line in lines[2:]:
        program, launch, *values = line.split("\t")
        theirs.setdefault(program, []).append(
            together({c: float(v) for c, v in zip(counters, values) if v != "-"}))
    excused = [tuple(line.split("\t")) for line in Path(excuses).read_text(encoding="utf-8").splitlines()
               if line and not line.startswith("#")]
    used, compared, failures = set(), 0, []
    with ThreadPoolExecutor(2) as pool:
        counted = dict(zip(theirs, pool.map(lambda program: count(warpscope, program), theirs)))
    for program, launches in theirs.items():
        if len(launches) != len(counted[program]):
            failures.append(f"{program}: {len(counted[program])} launches, {len(launches)} on the GPU")
            continue
        for index, (here, there) in enumerate(zip(counted[program], launches), 1):
            ours = together({c: here.get(c, 0) for c in counters})
            for counter, value in there.items():
                compared += ours[counter] != 0 or value != 0
                waves = max(there.get(counter.replace("_bank_conflicts", "_wavefronts"), 0), value)
                good = agree(counter, ours[counter], value, waves)
                if everything and (ours[counter] or value):
                    print(program, index, counter, f"{ours[counter]:.0f}", f"{value:.0f}",
                          "" if good else "differs", sep="\t")
                if good:
                    continue
                excuse = [e for e in excused if e[0] == program and
                          (e[1] == counter or e[1].endswith("*") and counter.startswith(e[1][:-1]))]
                used.update(excuse)
                if not excuse:
                    failures.append(f"{program}, launch {index}: {counter} is {ours[counter]:.0f}, "
                                    f"the profiler counted {value:.0f}")
    failures += [f"{e[0]}: {e[1]} does not differ any more; take its line out of {excuses}"
                 for e in excused if e not in used]
    print(*failures, sep="\n")
    print(f"{compared} values compared with {lines[0].removeprefix('# ')}: {len(failures)} disagree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
