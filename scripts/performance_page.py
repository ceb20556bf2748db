#!/usr/bin/env python3
"""Measures with `warpscope bench` and puts the tables into docs/performance.md.

    performance_page.py [--warpscope PROGRAM] [--repeats N]     measures (default build/release/bin/warpscope, 9)
    performance_page.py --json FILE                             from what `warpscope bench --json` printed before

The text between `<!-- NAME -->` and `<!-- /NAME -->` is replaced; everything else is written by hand.
"""

import argparse
import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/performance.md"
SHOWN_FORMS = 4

# Million warp instructions a second on one core; "" where nothing was measured.
PEERS = [
    ("PoCL, native code", {"saxpy": "1870", "matmul": "154", "n_body": "193", "histogram": "46"}),
    ("the fastest other PTX emulator found", {"saxpy": "0.24", "matmul": "1.6", "n_body": "2.0"}),
]
PEERS_OF_ALL = [
    ("GPGPU-Sim, functional", "0.12 to 0.24"),
    ("GPGPU-Sim, with its cycle model", "0.002 to 0.010"),
    ("Oclgrind", "0.07 to 0.21"),
]


def table(titles, rows, left=1):
    """Markdown; the first `left` columns are text, the others numbers."""
    lines = ["| " + " | ".join(titles) + " |",
             "|" + "|".join("---" if k < left else "---:" for k in range(len(titles))) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


KINDS = ["off", "report", "counters", "checks"]


def percent(part, whole=1):
    return f"{100 * part / whole:.1f} %"


def speed(benchmark, observers, threads):
    for run in benchmark["runs"]:
        if (run["observers"], run["host_threads"]) == (observers, threads):
            return run
    return None


def rate(benchmark, observers, threads):
    run = speed(benchmark, observers, threads)
    return f"{run['million_per_second']:.1f}" if run else "-"


def figures(report):
    threads = report["host_threads"]
    parallel = [f"off, {threads} threads"] if threads > 1 else []
    rows = []
    for benchmark in report["benchmarks"]:
        ratios = benchmark["ratios"]
        row = [benchmark["name"], benchmark["problem"], percent(ratios["of_ceiling"]),
               *(f"{ratios[kind + '_to_off']:.2f}" for kind in KINDS[1:])]
        if threads > 1:
            row.append(f"{ratios['parallel_speedup_off']:.2f}")
        row += [rate(benchmark, kind, 1) for kind in KINDS]
        if threads > 1:
            row.append(rate(benchmark, "off", threads))
        row += [f"{benchmark['ceiling_million_per_second']:.0f}",
                percent(speed(benchmark, "off", 1)["spread"])]
        rows.append(row)
    titles = (["kernel", "problem", "of ceiling"] + [f"{kind}/off" for kind in KINDS[1:]] + ["speed-up"] * (threads > 1)
              + KINDS + parallel + ["ceiling", "spread"])
    machine, build = report["machine"], report["build"]
    head = (f"From a development machine: {machine['host_threads']} cores of {machine['processor']}, "
            f"{report['level']}, {build['compiler']}, {datetime.date.today()}; medians of {report['repeats']} "
            "launches, and half the distance of their quartiles as *spread*.")
    return head + "\n\n" + table(titles, rows, left=2) + "\n" + warnings(report)


def warnings(report):
    least = min(run["processors"] / run["host_threads"]
                for benchmark in report["benchmarks"] for run in benchmark["runs"])
    text = ""
    if report["build"]["assertions"]:
        text += "\n**The build had assertions on.**\n"
    if report["size"] != "full":
        text += "\n**The problems were small ones.**\n"
    if least < 0.95:
        text += (f"\n**Other work kept the machine busy**: some launches had only {percent(least)} of the processors "
                 "they wanted. The figures for several threads, and the speed-up, say little.\n")
    return text


def account(report):
    rows = []
    for benchmark in report["benchmarks"]:
        parts = benchmark["account"]
        nanoseconds = 1e9 / benchmark["warp_instructions"]
        rows.append([benchmark["name"], f"{parts['seconds'] * nanoseconds:.1f}"]
                    + [f"{percent(parts[key], parts['seconds'])} ({parts[key] * nanoseconds:.1f})"
                       for key in ("operations", "addresses", "rest")])
    titles = ["kernel", "ns a warp instruction", "operations themselves", "addresses: checks, dependences",
              "step loop, warps, blocks, cache misses"]
    return table(titles, rows) + "\n"


def forms(report):
    rows = []
    for benchmark in report["benchmarks"]:
        seconds = benchmark["account"]["seconds"]
        for form in benchmark["account"]["forms"][:SHOWN_FORMS]:
            executions = form["warp_instructions"]
            rows.append([benchmark["name"], f"`{form['name']}`", percent(executions, benchmark["warp_instructions"]),
                         f"{1e9 * form['bare_seconds'] / executions:.1f}",
                         f"{1e9 * form['checked_seconds'] / executions:.1f}",
                         percent(form["checked_seconds"], seconds)])
    return table(["kernel", "form", "executed", "bare ns", "checked ns", "share"], rows, left=2) + "\n"


def peers(report):
    names = [benchmark["name"] for benchmark in report["benchmarks"]]
    own = ["**Warpscope**"] + [rate(benchmark, "off", 1) for benchmark in report["benchmarks"]]
    rows = [own] + [[name] + [known.get(n, "") for n in names] for name, known in PEERS]
    all_of_them = [[name, known] for name, known in PEERS_OF_ALL]
    return table([""] + names, rows) + "\n\n" + table(["", "over several kernels"], all_of_them) + "\n"


def measured(arguments):
    if arguments.json:
        return json.loads(pathlib.Path(arguments.json).read_text(encoding="utf-8"))
    command = [arguments.warpscope, "bench", "--json", "--repeats", str(arguments.repeats)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def replaced(page, name, text):
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    page, count = pattern.subn(lambda match: match.group(1) + text + match.group(2), page)
    if count != 1:
        sys.exit(f"performance_page.py: {PAGE} has {count} places for \"{name}\"; one is needed")
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warpscope", default=str(ROOT / "build/release/bin/warpscope"))
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--json")
    report = measured(parser.parse_args())
    if report["schema"] != "warpscope-bench-2":
        sys.exit(f"performance_page.py: cannot read schema {report['schema']}; this script reads warpscope-bench-2")
    page = PAGE.read_text(encoding="utf-8")
    for name, make in (("figures", figures), ("account", account), ("forms", forms), ("peers", peers)):
        page = replaced(page, name, make(report))
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
