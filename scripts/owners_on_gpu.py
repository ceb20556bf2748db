#!/usr/bin/env python3
"""Runs the ownership cases of tests/checkers/ on the emulator and on a real GPU, and lists the violations of both.

    owners_on_gpu.py build WARPSCOPE FOLDER [CASE.cu…]   builds executables; needs no GPU
    owners_on_gpu.py run WARPSCOPE FOLDER TABLE.tsv      compares them, and writes the table
    owners_on_gpu.py capture WARPSCOPE FOLDER            makes capsules of the faulty variants; needs no GPU

The two halves may run on different machines; the second needs a driver and no compiler. The table shows the first
elements of each variant that somebody wrote to whom they do not belong, and says how many there are; its head names
GPU, driver and day. tests/golden/side_by_side/owners.tsv is such a table. The exit status tells whether both devices
agree.

Once `warpscope record FOLDER/*` has run on a machine with a GPU, the capsules can be compared anywhere;
tests/golden/side_by_side/owners holds such ones.
"""

import datetime
import json
import shutil
import subprocess
import sys
from pathlib import Path

from kernels_on_gpu import ROOT, main

SECONDS = 60
CASES = ROOT / "tests" / "checkers" / "ownership"
SHOWN = 4  # elements of a variant


def words(writers):
    return "; ".join(f"{writer['who']} at {', '.join(place.rpartition('/')[2] for place in writer['places'])}"
                     for writer in writers) or "nobody"


def compare(warpscope, case, variant):
    """(GPU, rows) of a variant of a case."""
    result = subprocess.run([warpscope, "compare", str(case), "--report", "json", "--", variant], text=True,
                            check=False, capture_output=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
    name = [case.name, variant]
    if not result.stdout.startswith("{"):
        return "", [(*name, "", "", result.stderr.strip().splitlines()[0], "", "no")]
    gpu, rows = "", []
    for launch in json.loads(result.stdout)["launches"]:
        comparison = launch["comparison"]
        gpu = comparison["gpu"] or gpu
        owners = comparison["owners"]
        if comparison["verdict"] == "not compared":
            # What is no violation of owners but a fault ends on the emulator.
            rows.append((*name, "", "", comparison["why"], "", "no" if launch["outcome"] == "finished" else "stopped"))
            continue
        rows += [(*name, overlap, "", "both spans", "both spans", "yes") for overlap in owners["overlaps"]]
        for element in owners["listed"][:SHOWN]:
            rows.append((*name, element["buffer"], element["element"], words(element["emulator"]),
                         words(element["gpu"]), "yes" if element["same_writers"] else "no"))
        summary = f"{owners['elements']} elements in all" if owners["elements"] else "nobody"
        rows.append((*name, f"{owners['buffers']} owned", "", summary, summary,
                     "no" if owners["differing"] or comparison["verdict"] == "different" else "yes"))
    return gpu, rows


def run(warpscope, folder, table):
    gpu, rows = "", []
    for case in sorted(p for p in folder.iterdir() if p.is_file()):
        for variant in ("wrong", "right"):
            where, found = compare(warpscope, case, variant)
            gpu = where or gpu
            rows += found
            print(*found, sep="\n", flush=True)
    with table.open("w", encoding="utf-8") as file:
        print(f"# {gpu}, {datetime.date.today()}: `warpscope compare` over tests/checkers/ownership/", file=file)
        print("# case", "variant", "buffer", "element", "written on the emulator by",
              "written on the GPU by", "same", sep="\t", file=file)
        for row in rows:
            print(*row, sep="\t", file=file)
    return 0 if rows and not any(row[-1] == "no" for row in rows) else 1


def capture(warpscope, folder):
    for case in sorted(CASES.glob("*.cu")):
        result = subprocess.run([warpscope, "run", str(case), "--check", "none", "--capture", str(folder / case.stem),
                                 "--", "wrong"], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # A launch that ends with a fault is not for GPUs.
        if result.returncode == 1:
            shutil.rmtree(folder / case.stem)
            print(case.stem, "is left out: it ends with a fault")


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "capture":
        capture(sys.argv[2], Path(sys.argv[3]))
        sys.exit(0)
    sys.exit(main(__doc__, run, CASES))
