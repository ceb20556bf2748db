#!/usr/bin/env python3
"""Runs the commands that README.md shows and puts their real output below them.

    refresh_readme.py      rewrites README.md in place; needs the release build

A shown command is an indented line that begins with `$ `; what is indented below it, up to the next line that is not,
is its output.
"""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
INDENT = "    "


def output_of(command):
    result = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = (result.stdout + result.stderr).rstrip().splitlines()
    return [(INDENT + line).rstrip() for line in lines]


def refreshed(lines):
    kept, skipping = [], False
    for line in lines:
        if skipping and (line.startswith(INDENT) or not line) and not line.startswith(INDENT + "$ "):
            continue
        if skipping:
            kept.append("")
        skipping = line.startswith(INDENT + "$ ")
        kept.append(line)
        if skipping:
            kept.extend(output_of(line[len(INDENT) + 2:]))
    return kept


def main():
    readme = ROOT / "README.md"
    readme.write_text("\n".join(refreshed(readme.read_text().splitlines())) + "\n")


if __name__ == "__main__":
    main()
