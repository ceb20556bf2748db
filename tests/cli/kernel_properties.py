#!/usr/bin/env python3
"""Properties that hold for every launch of a program: what events and counters tell, replays, host threads, levels.

    kernel_properties.py WARPSCOPE PROGRAM.cu      exit 0: all hold, 1: one does not
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def run(command, **environment):
    return subprocess.run(command, capture_output=True, text=True, timeout=250, env={**os.environ, **environment})


def fail(message, result):
    print(f"FAILED: {message}\n--- stdout\n{result.stdout}--- stderr\n{result.stderr}")
    sys.exit(1)


def check_events(warpscope, source):
    """Global memory rebuilt from events alone is what the device holds after each launch."""
    result = run([warpscope, "run", source], WARPSCOPE_VERIFY_EVENTS="2")
    lines = [line for line in result.stderr.splitlines() if "rebuilt from events" in line]
    summary = re.search(r"^(\d+) launch(?:es)?,", result.stdout, re.MULTILINE)
    launches = int(summary.group(1)) if summary else 0
    if result.returncode != 0 or launches == 0 or len(lines) != launches:
        fail(f"{launches} launches, {len(lines)} of them compared with their events", result)
    for line in lines:
        if not line.endswith("is the device's"):
            fail(line, result)
    print(f"{launches} launches: memory rebuilt from events is the device's")


COUNTERS = ["--counters", "--report", "json"]


def counters(report):
    """What was counted of each launch."""
    return [launch["counters"] for launch in json.loads(report)["launches"]]


def outcomes(warpscope, source, folder, threads):
    result = run([warpscope, "run", "--threads", str(threads), "--capture", str(folder), *COUNTERS, source])
    if result.returncode != 0:
        fail(f"the run on {threads} host threads", result)
    ends = {path.parent.name: json.loads(path.read_text()) for path in sorted(folder.glob("*/outcome.json"))}
    return counters(result.stdout), ends


def ways(warpscope, capsule):
    """How a launch can be executed besides the best level's fast paths; other levels are refused by name."""
    found = [["--reference"]]
    for level in ("v2", "v3", "v4"):
        refused = "there is no code for the level" in run([warpscope, "replay", capsule, "--level", level]).stderr
        found += [] if refused else [["--level", level]]
    return found


def check_threads_and_replay(warpscope, source):
    """1, 2 and 8 host threads end in the same memory after as many instructions, replays in every way do, and all
    count the same."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        one, two, eight = (outcomes(warpscope, source, root / str(n), n) for n in (1, 2, 8))
        if not one[1] or one != two or one != eight:
            print(f"FAILED: host threads disagree\n1: {one[1]}\n2: {two[1]}\n8: {eight[1]}")
            sys.exit(1)
        capsules = sorted((root / "2").glob("launch-*"))
        others = ways(warpscope, str(capsules[0]))
        for way in [[], *others]:
            result = run([warpscope, "replay", str(root / "2"), *COUNTERS, *way])
            if result.returncode != 0 or counters(result.stdout) != one[0]:
                fail(f"replay {' '.join(way)}", result)
        print(f"{len(capsules)} launches: equal on 1, 2 and 8 host threads and in replay, also with "
              + ", ".join(" ".join(way) for way in others))


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    check_events(*arguments)
    check_threads_and_replay(*arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
