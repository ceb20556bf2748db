#!/usr/bin/env python3
"""Runs `warpscope bench` on small problems: names, JSON, tables. How fast anything is, is not tested.

Usage: benchmarks.py WARPSCOPE
"""

import json
import subprocess
import sys

NAMES = ["saxpy", "matmul", "reduction", "n_body", "histogram", "mandelbrot", "transpose"]
FAILURES = []


def bench(*words):
    command = [sys.argv[1], "bench", "--size", "small", *words]
    result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                            check=False)
    return result.returncode, result.stdout, result.stderr


def expect(condition, what, details=""):
    if not condition:
        FAILURES.append(what)
        print(f"FAILED: {what}\n{details}")


def report_of(*words):
    code, output, errors = bench("--json", *words)
    expect(code == 0, f"bench {' '.join(words)} should exit with 0", errors)
    return json.loads(output)


def check_account(benchmark):
    account, name = benchmark["account"], benchmark["name"]
    parts = account["operations"] + account["addresses"] + account["rest"]
    expect(abs(parts - account["seconds"]) < 1e-9, f"{name}: the parts make the whole", account)
    for rows in (account["classes"], account["forms"]):
        executed = sum(row["warp_instructions"] for row in rows)
        total = benchmark["warp_instructions"]
        expect(0.99 * total < executed <= total, f"{name}: {executed} of {total} accounted for")
        for row in rows:
            expect(row["bare_seconds"] > 0 and row["checked_seconds"] > 0,
                   f"{name}: {row['name']} takes time", row)
    expect("load" in [row["name"] for row in account["classes"]], f"{name}: loads are a class")


def check_all():
    report = report_of("--repeats", "2", "--threads", "2", "--events")
    expect(report["schema"] == "warpscope-bench-2", "the schema", report["schema"])
    for key in ("version", "machine", "build", "level", "size", "repeats", "host_threads"):
        expect(key in report, f"the report tells its {key}")
    expect(report["size"] == "small" and report["repeats"] == 2, "options are told", report)
    expect([b["name"] for b in report["benchmarks"]] == NAMES, "all benchmarks, in their order")
    for benchmark in report["benchmarks"]:
        name = benchmark["name"]
        expect(benchmark["source"].startswith("kernels/"), f"{name}: a kernel of kernels/")
        runs = {(run["observers"], run["host_threads"]): run for run in benchmark["runs"]}
        expected = [(o, n) for o in ("counters", "events", "off", "report") for n in (1, 2)]
        expect(sorted(runs) == [("checks", 1)] + expected,
               f"{name}: every condition was measured", list(runs))
        for run in runs.values():
            expect(len(run["seconds"]) == len(run["cpu_seconds"]) == 2,
                   f"{name}: two launches", run)
        off = runs["off", 1]
        speed = benchmark["warp_instructions"] / off["median_seconds"] / 1e6
        expect(abs(speed / off["million_per_second"] - 1) < 1e-6, f"{name}: the speed", off)
        ratio = off["million_per_second"] / benchmark["ceiling_million_per_second"]
        expect(abs(ratio / benchmark["ratios"]["of_ceiling"] - 1) < 1e-6, f"{name}: the ratio")
        expect(sorted(benchmark["ratios"]) ==
               ["checks_to_off", "counters_to_off", "events_to_off", "of_ceiling", "parallel_speedup_counters",
                "parallel_speedup_events", "parallel_speedup_off", "parallel_speedup_report",
                "report_to_off"], f"{name}: ratios",
               benchmark["ratios"])
        expect(benchmark["unseen_warp_instructions"] == 0, f"{name}: all addresses were seen")
        check_account(benchmark)


def check_choices():
    report = report_of("--repeats", "1", "--threads", "1", "--only", "histogram", "--only",
                       "saxpy", "--level", "v2")
    expect([b["name"] for b in report["benchmarks"]] == ["saxpy", "histogram"], "--only")
    expect(report["level"] == "x86-64-v2", "--level", report["level"])
    for benchmark in report["benchmarks"]:
        conditions = [(run["observers"], run["host_threads"]) for run in benchmark["runs"]]
        expect(conditions == [("off", 1), ("report", 1), ("counters", 1), ("checks", 1)],
               "--threads 1: nothing in parallel")
        expect("parallel_speedup_off" not in benchmark["ratios"], "and no speed-up")


def check_text():
    code, output, errors = bench("--repeats", "1", "--only", "transpose", "--profile")
    expect(code == 0, "a table", errors)
    for text in ("of ceiling", "transpose", "64 x 64", "a launch", "instruction form", "barrier"):
        expect(text in output, f"the table tells \"{text}\"", output)
    expect("saxpy" not in output, "one benchmark only", output)


def check_refusals():
    for words, text in ((["--only", "matmull"], "try: matmul"), (["--only", "x"], "one of saxpy"),
                        (["--level", "v9"], "there is v2"), (["--repeats", "0"], "--repeats"),
                        (["--threads", "x"], "--threads"), (["extra"], "extra")):
        code, output, errors = bench(*words)
        expect(code == 2 and text in errors and not output, f"bench {' '.join(words)} is refused",
               errors)


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    check_refusals()
    check_all()
    check_choices()
    check_text()
    print(f"bench: {len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
