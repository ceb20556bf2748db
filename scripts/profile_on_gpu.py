#!/usr/bin/env python3
"""Records what Nsight Compute counts for every launch of the programs of kernels/ on a real GPU.

    profile_on_gpu.py build WARPSCOPE FOLDER [PROGRAM.cu…]   builds executables; needs no GPU
    profile_on_gpu.py run WARPSCOPE FOLDER TABLE.tsv         profiles them, and writes the table

The two halves may run on different machines; the second needs a driver and ncu, and no compiler. The table has a line
for each launch, with the metrics of the counters that `warpscope counters` calls equal to them; its head names GPU,
driver and day. tests/golden/counters/kernels.tsv is such a table, and compare.py beside it holds our counters to it.
"""

import csv
import datetime
import io
import json
import subprocess
import sys

from kernels_on_gpu import main

SECONDS = 600


def number(text):
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return None


def profile(warpscope, program, metrics):
    """(kernel, values by metric) of each launch, in their order."""
    command = ["ncu", "--clock-control", "none", "--print-units", "base", "--csv", "--page", "raw",
               "--target-processes", "all", "--metrics", ",".join(metrics),
               warpscope, "exec", "--device", "gpu", "--no-report", str(program)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS,
                            stdin=subprocess.DEVNULL)
    begin = result.stdout.find('"ID"')
    if result.returncode != 0 or begin < 0:
        raise RuntimeError(f"ncu ended with {result.returncode}: {result.stdout[-500:]}{result.stderr[-500:]}")
    rows = csv.DictReader(io.StringIO(result.stdout[begin:]))
    return [(row["Kernel Name"], [number(row.get(metric)) for metric in metrics]) for row in rows if row["ID"]]


def run(warpscope, folder, table):
    rows = json.loads(subprocess.run([warpscope, "counters", "--json"], capture_output=True, text=True,
                                     check=True).stdout)["counters"]
    # Averages follow from the sums.
    counters = [row for row in rows if row["match"] == "equal" and row["metric"].endswith(".sum")]
    gpu = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                         capture_output=True, text=True, check=True).stdout.splitlines()[0]
    with table.open("w", encoding="utf-8") as file:
        print(f"# {gpu}, {datetime.date.today()}: ncu over kernels/", file=file)
        print("# " + "program", "launch", *[row["id"] for row in counters], sep="\t", file=file)
        for program in sorted(p for p in folder.iterdir() if p.is_file()):
            launches = profile(warpscope, program, [row["metric"] for row in counters])
            for index, (_, values) in enumerate(launches, 1):
                shown = ["-" if value is None else f"{value:.0f}" for value in values]
                print(program.name, index, *shown, sep="\t", file=file)
            print(program.name, len(launches), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
