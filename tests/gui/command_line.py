#!/usr/bin/env python3
"""`warpscope gui` on a command line: help, what is refused and how, and that nothing hangs.

Usage: command_line.py WARPSCOPE
"""

import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run(words, cwd=None, **environment):
    env = {**os.environ, **environment}
    for name in [name for name, value in environment.items() if value is None]:
        del env[name]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env=env, cwd=cwd)


def check(done, code, *parts):
    text = done.stdout + done.stderr
    missing = [part for part in parts if part not in text]
    if done.returncode != code or missing:
        sys.exit(f"{done.args}: exit code {done.returncode}, expected {code}; missing {missing} in:\n{text}")


def main():
    warpscope = sys.argv[1]
    screenless = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", warpscope, "gui"]
    check(run([warpscope, "gui", "--help"]), 0, "PROGRAM.cu", "--screenshot", "--theme")
    check(run([warpscope, "gui", "--size", "big"]), 2, "--size big", "1920x1200")
    check(run([warpscope, "gui", "--keys", "Hyper"]), 2, "Hyper", "F10")
    check(run([warpscope, "gui", "--lane", "32"]), 2, "0 to 31")
    check(run([warpscope, "gui", "--nonsense"]), 2, "--nonsense", "--help")
    # Without a display it says so.
    check(run([warpscope, "gui"], DISPLAY=None, WAYLAND_DISPLAY=None), 2, "no window", "xvfb-run")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        picture = folder / "picture.png"
        shot = [*screenless, "--screenshot", picture]
        check(run([*shot, folder / "missing.cu"]), 2, "missing.cu", "no such file")
        broken = folder / "broken.cu"
        broken.write_text("__global__ void f(int* x) {\n  *x = flaot(1);\n}\nint main() {}\n")
        check(run([*shot, broken], XDG_CACHE_HOME=str(folder)), 2, "broken.cu:2", "flaot")
        idle = folder / "idle.cu"
        idle.write_text("int main() { return 0; }\n")
        check(run([*shot, idle], XDG_CACHE_HOME=str(folder)), 2, "no CUDA call")
        check(run([*shot, folder]), 2, str(folder))
        # A program is compiled, run and shown, with its arguments.
        done = run([*shot, "kernels/vector_add.cu", "--keys", "F10 Shift+F10 End Home", "--", "100"],
                   XDG_CACHE_HOME=str(folder))
        check(done, 0)
        if picture.read_bytes()[:4] != b"\x89PNG":
            sys.exit("no picture was drawn")
        # Panels as tables and pictures, of a build that has its variables by name.
        table, cropped = folder / "lanes.csv", folder / "lanes.png"
        program = [*screenless, str(Path("tests/cli/variables.cu").resolve()), "--debug",
                   "--watch", "i * 2 + work.range.count", "--watch", "nobody"]
        steps = folder / "steps.csv"
        check(run([*program, "--export", f"lanes:{table}", "--export", f"lanes:{cropped}", "--export",
                   f"timeline:{steps}", "--step", "140"], XDG_CACHE_HOME=str(folder)), 0)
        with table.open(newline="") as file:
            rows = {row["name"]: row for row in csv.DictReader(file)}
        values = [int(rows["i * 2 + work.range.count"][f"lane {lane}"]) for lane in range(32)]
        if rows["work"]["type"] != "Work" or [v - values[0] for v in values] != [2 * k for k in range(32)]:
            sys.exit(f"the table of Lanes has no variables: {rows}")
        if rows["nobody"]["lane 0"] != "":
            sys.exit("a name that is nowhere has no value")
        if cropped.read_bytes()[:4] != b"\x89PNG" or cropped.stat().st_size > picture.stat().st_size:
            sys.exit("the picture of Lanes is no part of the window")
        with steps.open(newline="") as file:
            if len(list(csv.DictReader(file))) < 400:
                sys.exit("the timeline has a row for each step")
        for wish, what in (("nothing:a.csv", "findings"), ("lanes:a.txt", ".csv"), ("lanes", ".csv")):
            check(run([*program, "--export", wish]), 2, what)
        check(run([*program, "--watch", "1 +"]), 2, "--watch 1 +", "column")
        # Ctrl+E writes into the current folder, and never over what is there.
        for number in ("", "-2"):
            check(run([*shot, str(Path("kernels/vector_add.cu").resolve()), "--step", "5",
                       "--keys", "Tab Tab Tab Ctrl+E", "--", "100"], cwd=folder, XDG_CACHE_HOME=str(folder)), 0)
            for ending in ("png", "csv"):
                if not (folder / f"warpscope-lanes-step-5{number}.{ending}").exists():
                    sys.exit(f"Ctrl+E wrote no {ending}{number}: {list(folder.iterdir())}")
        check(run([*shot, "kernels/vector_add.cu", "--keys", "F12", "--", "100"], XDG_CACHE_HOME=str(folder)), 2, "F12")


if __name__ == "__main__":
    main()
