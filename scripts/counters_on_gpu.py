#!/usr/bin/env python3
"""Has Nsight Compute count every launch of the programs of kernels/ as captured launches, and compares.

    counters_on_gpu.py build WARPSCOPE FOLDER [PROGRAM.cu…]   builds executables; needs no GPU
    counters_on_gpu.py run WARPSCOPE FOLDER TABLE.tsv         captures, records, compares; writes the table

The second half needs a driver and ncu, no compiler. It takes the way that users take: `run --capture`, `record
--counters`, `compare --recorded`. The table has a line for each counter that is not 0: program, launch, counter, its
value on the emulator, on the GPU, in tests/golden/counters/kernels.tsv (which profile_on_gpu.py recorded of the whole
programs), the verdict and why. What takes longer than SECONDS in all is left out, by name, and the exit code is 1 then.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kernels_on_gpu import ROOT, main

SECONDS = 480
GROUP = 8  # programs that one ncu runs
GOLDEN = ROOT / "tests/golden/counters/kernels.tsv"


def golden():
    """Values by program, launch and counter; reductions are added to atomics."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    counters = lines[1].removeprefix("# ").split("\t")[2:]
    values = {}
    for line in lines[2:]:
        program, launch, *numbers = line.split("\t")
        for counter, number in zip(counters, numbers):
            key = program, int(launch), counter.replace("global_reduction_", "global_atomic_")
            if number != "-":
                values[key] = values.get(key, 0) + float(number)
    return values


class Runner:
    def __init__(self, warpscope, capsules):
        self.warpscope, self.capsules, self.end, self.problems = warpscope, capsules, time.monotonic() + SECONDS, []

    def call(self, *words):
        left = self.end - time.monotonic()
        if left <= 0:
            raise RuntimeError("out of time")
        try:
            result = subprocess.run([self.warpscope, *map(str, words)], capture_output=True, text=True, check=False,
                                    timeout=left, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired as error:
            raise RuntimeError("out of time") from error
        if result.returncode not in (0, 1):
            raise RuntimeError(f"exit code {result.returncode}: {result.stderr.strip()[-300:]}")
        return result.stdout

    def attempt(self, what, work):
        """What `work` returns; None when it fails, which is noted."""
        try:
            return work()
        except (RuntimeError, ValueError, KeyError) as error:
            self.problems.append(f"{what}: {error}")
            print("FAILED:", self.problems[-1], flush=True)
            return None

    def capture(self, program):
        folder = self.capsules / program.name
        work = lambda: self.call("exec", program, "--capture", folder, "--check", "none", "--no-report")
        return folder if self.attempt(program.name, work) is not None else None

    def record(self, folders):
        """Those that were counted."""
        try:
            self.call("record", "--counters", *folders)
            return folders
        except RuntimeError as error:
            if len(folders) == 1:
                self.problems.append(f"{folders[0].name}: {error}")
                print("FAILED:", self.problems[-1], flush=True)
                return []
        return [one for folder in folders for one in self.record([folder])]

    def compare(self, folder):
        work = lambda: json.loads(self.call("compare", "--recorded", "--report", "json", "--check", "none", folder))
        return folder, self.attempt(folder.name, work)


def rows_of(folder, report, known):
    for launch in report["launches"]:
        comparison = launch["comparison"]
        counters = comparison["counters"]
        if counters["why_not"] or comparison["verdict"] == "not compared":
            why = counters["why_not"] or comparison["why"]
            yield folder.name, launch["launch"], "-", "", "", "", "not compared", why
        for pair in counters["counters"]:
            before = known.get((folder.name, launch["launch"], pair["id"]))
            yield (folder.name, launch["launch"], pair["id"], f"{pair['emulator']:.0f}", f"{pair['gpu']:.0f}",
                   "-" if before is None else f"{before:.0f}", pair["verdict"], pair["why"])


def run(warpscope, folder, table):
    known, programs = golden(), sorted(p for p in folder.iterdir() if p.is_file())
    scratch = Path(tempfile.mkdtemp())
    runner = Runner(warpscope, scratch)
    try:
        with ThreadPoolExecutor(12) as pool:
            captured = [folder for folder in pool.map(runner.capture, programs) if folder is not None]
            print(f"{len(captured)} of {len(programs)} programs captured", flush=True)
            counted = []
            for at in range(0, len(captured), GROUP):
                counted += runner.record(captured[at:at + GROUP])
                print(f"{len(counted)} counted", flush=True)
            reports = [(folder, report) for folder, report in pool.map(runner.compare, counted) if report is not None]
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    verdicts, moved = {}, 0
    with table.open("w", encoding="utf-8") as file:
        print("# program", "launch", "counter", "emulator", "GPU", "golden", "verdict", "why", sep="\t", file=file)
        for folder, report in reports:
            for row in rows_of(folder, report, known):
                print(*row, sep="\t", file=file)
                verdicts[row[6]] = verdicts.get(row[6], 0) + 1
                moved += row[5] not in ("", "-") and row[4] != row[5]
        for problem in runner.problems:
            print("# " + problem, file=file)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items())) or "nothing was counted")
    print(f"{moved} values are other ones than those of the whole programs in {GOLDEN.name}")
    return 1 if runner.problems or not reports else 0


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
