#!/usr/bin/env python3
"""`warpscope gui` on a command line: help, what is refused and how, and that nothing hangs.

Usage: command_line.py WARPSCOPE
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run(words, **environment):
    env = {**os.environ, **environment}
    for name in [name for name, value in environment.items() if value is None]:
        del env[name]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env=env)


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
        check(run([*shot, "kernels/vector_add.cu", "--keys", "F12", "--", "100"], XDG_CACHE_HOME=str(folder)), 2, "F12")


if __name__ == "__main__":
    main()
