#!/usr/bin/env python3
"""Runs `warpscope run --counters` on kernels whose accesses are known: text, JSON, advice.

Usage: counters.py WARPSCOPE
"""

import json
import subprocess
import sys
from pathlib import Path

FAILURES = []


def warpscope(*words):
    result = subprocess.run([sys.argv[1], *words], capture_output=True, text=True,
                            stdin=subprocess.DEVNULL, check=False)
    expect(result.returncode == 0, f"{' '.join(words)} exits with 0", result.stderr)
    return result.stdout


def expect(condition, what, details=""):
    if not condition:
        FAILURES.append(what)
        print(f"FAILED: {what}\n{details}")


def counters_of(source, *options):
    report = json.loads(warpscope("run", source, "--counters", "--report", "json", *options))
    return [launch["counters"] for launch in report["launches"]]


def values(counters):
    return {counter["id"]: counter["value"] for counter in counters["launch"]}


def line_number(source, text):
    """The line of the source that holds the text once."""
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if text in line]
    assert len(numbers) == 1, (source, text, numbers)
    return numbers[0]


def check_shared_transpose():
    """The column of the tile: 32 ways, its line and the cure. 96 x 64 elements are 3 x 2 tiles."""
    source = "kernels/transpose/2_shared.cu"
    number = line_number(source, "output[out_y * height + out_x] = staged")
    text = warpscope("run", source, "--counters", "--", "96", "64")
    for part in (f"{source}:{number}", "= staged[threadIdx.x][threadIdx.y];",
                 "shared load: 192 requests, 32.00 wavefronts each",
                 "a stride of 32 words puts all 32 lanes into one bank, a 32-way conflict; pad the "
                 "row to 33 words", "shared_load_bank_conflicts"):
        expect(part in text, f"the text says {part}", text)
    counters, = counters_of(source, "--", "96", "64")
    warps = 6 * 32  # of six blocks
    value = values(counters)
    expect(value["shared_load_wavefronts"] == 32 * warps, "32 wavefronts a load", value)
    expect(value["shared_load_bank_conflicts"] == 31 * warps, "31 conflicts a load", value)
    expect("shared_store_bank_conflicts" not in value, "no conflict in the stores", value)
    expect(value["global_store_sectors_per_request"] == 4, "stores are coalesced", value)
    expect(value["branch_uniformity"] == 100, "no branch parts", value)
    metrics = {counter["id"]: counter["metric"] for counter in counters["launch"]}
    expect(metrics["shared_load_bank_conflicts"] ==
           "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "the metric's name", metrics)
    first = counters["lines"][0]
    expect(first["source"]["line"] == number and first["advice_needed"], "the line comes first", first)
    expect(first["passes"] == 32 * warps + warps, "its passes", first)
    loads = [i for i in counters["instructions"] if i["ptx"]["text"].startswith("ld.shared")]
    expect(len(loads) == 1 and loads[0]["counters"]["shared_load_bank_conflicts"] == 31 * warps
           and loads[0]["source"]["line"] == number, "the instruction", loads)


def check_other_transposes():
    padded, = counters_of("kernels/transpose/3_padded.cu")
    text = warpscope("run", "kernels/transpose/3_padded.cu", "--counters")
    expect("conflicts" not in "".join(values(padded)), "the padded tile has no conflict", padded["launch"])
    expect("-way conflict" not in text, "and the text names none", text)
    swizzled, = counters_of("kernels/transpose/4_swizzled.cu")
    expect("conflicts" not in "".join(values(swizzled)), "nor has the swizzled one", swizzled["launch"])
    naive = "kernels/transpose/1_naive.cu"
    counters, = counters_of(naive, "--", "64", "96")
    worst = counters["lines"][0]
    expect(worst["source"]["line"] == line_number(naive, "output[x * height + y] ="), "its line", worst)
    expect("lanes walk down a column, 384 bytes from row to row" in worst["advice"], "its column", worst)
    expect(values(counters)["global_store_sectors_per_request"] == 32, "a sector a lane", worst)


def check_sums():
    """What lines and instructions count adds up to what the launch counts; ratios do not."""
    for source in ("kernels/histogram/3_aggregated.cu", "kernels/k_means.cu", "kernels/scan/3_look_back.cu"):
        for counters in counters_of(source):
            counts = [counter for counter in counters["launch"]
                      if "_per_" not in counter["id"] and counter["unit"] != "%"]
            expect(len(counts) > 10, f"{source}: counters", counters["launch"])
            for part in ("lines", "instructions"):
                for counter in counts:
                    total = sum(item["counters"].get(counter["id"], 0) for item in counters[part])
                    expect(total == counter["value"], f"{source}: {counter['id']} of the {part}",
                           f"{total} is not {counter['value']}")


def check_other_ways():
    text = warpscope("run", "tests/cli/add.ptx", "--kernel", "add", "--grid", "1", "--block", "64",
                     "--arg", "out=zeros:u32:64", "--arg", "u32:7", "--counters")
    expect("global_store_requests" in text and "PTX line" in text, "a PTX file is counted", text)
    text = warpscope("run", "kernels/vector_add.cu", "-q", "--counters", "--", "1000")
    expect("counters" not in text, "--quiet shows findings only", text)
    text = warpscope("run", "kernels/vector_add.cu", "--", "1000")
    expect("global_load_sectors" not in text, "nobody asked", text)


def main():
    check_shared_transpose()
    check_other_transposes()
    check_sums()
    check_other_ways()
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
