#!/usr/bin/env python3
"""Compares the counters of `warpscope run --counters` with those of Nsight Compute on a real GPU.

    compare_counters_with_ncu.py build WARPSCOPE FOLDER [PROGRAM.cu…]   counts on the emulator, and builds an
                                                                      executable for the GPU
    compare_counters_with_ncu.py run WARPSCOPE FOLDER                 profiles each and compares

Without programs, all of kernels/ are taken. The first half needs no GPU, the second ncu, a driver and no compiler,
so they may run on different machines. Launches are compared in their order; the GPU runs the same PTX. Each line
tells a launch's kernel, the counter, both values, and their difference. Counters that are "equal" to a metric must
agree within NOISE; the profiler sees a little arbitration noise in bank conflicts and wavefronts, and programs whose
atomics race for work may take other ways. The exit status tells whether all agree. Counters that are only
"related" are not asked for.
"""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 600
# Relative, and of sums absolute.
NOISE, SMALL = 0.02, 8


def build(warpscope, folder, programs):
    folder.mkdir(parents=True, exist_ok=True)
    for program in programs:
        name = "-".join(program.relative_to(ROOT / "kernels").with_suffix("").parts)
        result = subprocess.run([warpscope, "run", str(program), "--counters", "--report", "json"],
                                capture_output=True, text=True, check=True)
        report = json.loads(result.stdout)
        launches = [{"kernel": launch["kernel"],
                     "counters": {c["id"]: c["value"] for c in launch["counters"]["launch"]}}
                    for launch in report["launches"]]
        (folder / f"{name}.json").write_text(json.dumps(launches), encoding="utf-8")
        subprocess.run([warpscope, "build", str(program), "-o", str(folder / name)], check=True)
        print(f"{name}: {len(launches)} launches counted", flush=True)
    rows = json.loads(subprocess.run([warpscope, "counters", "--json"], capture_output=True, text=True,
                                     check=True).stdout)["counters"]
    equal = {row["id"]: row["metric"] for row in rows if row["match"] == "equal"}
    (folder / "metrics.json").write_text(json.dumps(equal), encoding="utf-8")


def profile(warpscope, program, metrics):
    """The metrics of each launch, in their order: a list of {metric: value}."""
    command = ["ncu", "--clock-control", "none", "--print-units", "base", "--csv", "--page", "raw",
               "--target-processes", "all", "--metrics", ",".join(metrics),
               warpscope, "exec", "--device", "gpu", "--no-report", str(program)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    begin = result.stdout.find('"ID"')
    if result.returncode != 0 or begin < 0:
        raise RuntimeError(f"ncu ended with {result.returncode}: {result.stdout[-500:]}{result.stderr[-500:]}")
    rows = csv.DictReader(io.StringIO(result.stdout[begin:]))
    return [{metric: number(row.get(metric)) for metric in metrics} for row in rows if row["ID"]]


def number(text):
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return None


def agree(ours, theirs, metric):
    small = SMALL if metric.endswith(".sum") else 0
    return abs(ours - theirs) <= max(small, NOISE * abs(theirs))


def compare(name, launches, profiled, metrics):
    """Prints the counters that differ; how many were compared, and how many differ."""
    compared = differing = 0
    if len(launches) != len(profiled):
        print(f"{name}: {len(launches)} launches on the emulator, {len(profiled)} on the GPU")
        return 0, 1
    for index, (launch, values) in enumerate(zip(launches, profiled), 1):
        for counter, metric in metrics.items():
            theirs, ours = values[metric], launch["counters"].get(counter, 0)
            if theirs is None:  # a ratio of nothing, or a metric that this GPU lacks
                if ours:
                    print(f"{name} launch {index}: the profiler gave no {metric}")
                    differing += 1
                continue
            compared += ours != 0 or theirs != 0
            if not agree(ours, theirs, metric):
                differing += 1
                print(f"{name} launch {index} {launch['kernel']}: {counter} {ours:g}, the profiler {theirs:g}"
                      f" ({100 * (ours - theirs) / theirs if theirs else 100:+.1f} %)")
    return compared, differing


def run(warpscope, folder):
    metrics = json.loads((folder / "metrics.json").read_text(encoding="utf-8"))
    failed = 0
    for counted in sorted(folder.glob("*.json")):
        if counted.name == "metrics.json":
            continue
        launches = json.loads(counted.read_text(encoding="utf-8"))
        try:
            profiled = profile(warpscope, counted.with_suffix(""), list(dict.fromkeys(metrics.values())))
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            print(f"{counted.stem}: {error}", flush=True)
            failed += 1
            continue
        compared, differing = compare(counted.stem, launches, profiled, metrics)
        failed += differing
        print(f"{counted.stem}: {len(launches)} launches, {compared} values compared, {differing} differ", flush=True)
    return 1 if failed else 0


def main():
    arguments = sys.argv[1:]
    if len(arguments) >= 3 and arguments[0] == "build":
        programs = [Path(word).resolve() for word in arguments[3:]] or sorted((ROOT / "kernels").rglob("*.cu"))
        build(arguments[1], Path(arguments[2]), programs)
        return 0
    if len(arguments) == 3 and arguments[0] == "run":
        return run(arguments[1], Path(arguments[2]))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
