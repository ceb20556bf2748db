#!/usr/bin/env python3
"""Compares the recorded ownership cases with what the emulator does now.

Usage: compare_owners.py WARPSCOPE FOLDER-OF-CAPSULES

Each launch has to leave the same bytes on both devices, or others for a known reason, and the same threads have to
have written elements that do not belong to them. Prints what differs and exits with 1 when something does.
"""

import json
import subprocess
import sys
from pathlib import Path


def mistakes(launch):
    comparison = launch["comparison"]
    owners = comparison["owners"]
    if comparison["verdict"] not in ("equal", "explained"):
        yield f"is {comparison['verdict']} {comparison['why']}"
    if owners["differing"] or owners["cut"]:
        yield f"{owners['differing']} elements were written by others on the GPU"
    if not owners["elements"] and not owners["overlaps"]:
        yield "no violation was seen, though the case is faulty"


def main():
    warpscope, folder = sys.argv[1], Path(sys.argv[2])
    capsules = sorted(str(p) for p in folder.iterdir())
    result = subprocess.run([warpscope, "compare", "--recorded", "--check", "none", "--report", "json", *capsules],
                            check=False, capture_output=True, text=True)
    if not result.stdout.startswith("{"):
        sys.exit(result.stderr)
    launches = json.loads(result.stdout)["launches"]
    found = [f"{launch['capsule']}: {mistake}" for launch in launches for mistake in mistakes(launch)]
    print(*found, sep="\n")
    print(f"{len(launches)} launches")
    return 1 if found or len(launches) != len(capsules) else 0


if __name__ == "__main__":
    sys.exit(main())
