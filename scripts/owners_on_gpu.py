#!/usr/bin/env python3
"""Runs the ownership cases of tests/checkers/ on the emulator and on a real GPU, and lists the violations of both.

    owners_on_gpu.py build WARPSCOPE FOLDER [CASE.cu…]   builds executables; needs no GPU
    owners_on_gpu.py run WARPSCOPE FOLDER TABLE.tsv      compares them, and writes the table

The two halves may run on different machines; the second needs a driver and no compiler. The table shows the first
elements of each variant that somebody wrote to whom they do not belong, and says how many there are; its head names
GPU, driver and day. tests/golden/side_by_side/owners.tsv is such a table. The exit status tells whether both devices
agree.
"""

import datetime
import json
import subprocess
import sys

from kernels_on_gpu import ROOT, main

SECONDS = 60
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


if __name__ == "__main__":
    sys.exit(main(__doc__, run, ROOT / "tests" / "checkers" / "ownership"))
