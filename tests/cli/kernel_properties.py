#!/usr/bin/env python3
"""Properties that hold for every launch of a program: what events tell, what a capsule replays, host threads.

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


def outcomes(warpscope, source, folder, threads):
    result = run([warpscope, "run", "--threads", str(threads), "--capture", str(folder), source])
    if result.returncode != 0:
        fail(f"the run on {threads} host threads", result)
    return {path.parent.name: json.loads(path.read_text()) for path in sorted(folder.glob("*/outcome.json"))}


def check_threads_and_replay(warpscope, source):
    """1, 2 and 8 host threads end in the same memory after as many instructions, and so does a replay."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        one, two, eight = (outcomes(warpscope, source, root / str(n), n) for n in (1, 2, 8))
        if not one or one != two or one != eight:
            print(f"FAILED: host threads disagree\n1: {one}\n2: {two}\n8: {eight}")
            sys.exit(1)
        for capsule in sorted((root / "2").glob("launch-*")):
            result = run([warpscope, "replay", str(capsule)])
            if result.returncode != 0:
                fail(f"replay of {capsule.name}", result)
        print(f"{len(one)} launches: equal on 1, 2 and 8 host threads and in replay")


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    check_events(*arguments)
    check_threads_and_replay(*arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
