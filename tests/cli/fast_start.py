#!/usr/bin/env python3
"""What `warpscope run` starts: nothing for a program that it knows, and little for one that changed.

Usage: fast_start.py WARPSCOPE

A clang that writes down how it was called stands before the real one in PATH.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = """#include <cstdio>
#include <vector>
__global__ void k(int* p) {{ *p = {value}; }}
int main() {{
    int *device, host = 0;
    cudaMalloc(&device, sizeof host);
    k<<<1, 1>>>(device);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\\n", host);
}}
"""


def kind_of(call):
    """What a call of clang was for."""
    if "-emit-pch" in call:
        return "headers"
    for option, kind in (("--cuda-device-only", "device"), ("--cuda-host-only", "host"),
                         ("-###", "question")):
        if option in call:
            return kind + (" with headers" if "-include-pch" in call else "")
    return "link"


class Workplace:
    def __init__(self, warpscope, folder):
        self.warpscope, self.folder = warpscope, Path(folder)
        self.calls = self.folder / "calls"
        tools = self.folder / "tools"
        tools.mkdir()
        wrapper = tools / "clang++-19"
        wrapper.write_text(f'#!/bin/sh\necho "$@" >> "{self.calls}"\n'
                           f'exec "{shutil.which("clang++-19")}" "$@"\n')
        wrapper.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}",
                            "XDG_CACHE_HOME": str(self.folder / "cache")}
        self.failures = 0

    def write(self, name, value):
        path = self.folder / name
        path.write_text(SOURCE.format(value=value))
        # A file that changed while it was compiled is not kept: this one is older.
        before = time.time() - 2
        os.utime(path, (before, before))

    def run(self, name, output, expected, options=()):
        """Runs a program; checks what it prints, and what was started for it."""
        self.calls.write_text("")
        done = subprocess.run([self.warpscope, "run", self.folder / name, "--no-report", *options],
                              env=self.environment, capture_output=True, text=True, check=False)
        calls = sorted(kind_of(call) for call in self.calls.read_text().splitlines())
        if done.returncode != 0 or done.stdout != f"{output}\n" or calls != sorted(expected):
            self.failures += 1
            print(f"FAILED: {name} printed {done.stdout!r} with status {done.returncode}, not "
                  f"{output!r}\nstarted {calls}\nnot     {sorted(expected)}\n{done.stderr}")


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        work = Workplace(str(Path(sys.argv[1]).resolve()), folder)
        halves = ["device with headers", "host with headers"]
        work.write("a.cu", 1)
        work.run("a.cu", 1, ["headers", "headers", *halves, "question"])
        work.run("a.cu", 1, [])
        work.write("a.cu", 2)
        work.run("a.cu", 2, halves)
        work.run("a.cu", 2, [])
        work.write("a.cu", 1)
        work.run("a.cu", 1, [])
        work.write("b.cu", 3)
        work.run("b.cu", 3, halves)
        # Other options: other headers, the same link.
        work.run("b.cu", 3, ["headers", "headers", *halves], ["-O1"])
        # Anew: as if there were no cache, but for the linker's command.
        work.run("b.cu", 3, ["device", "host"], ["--no-cache"])
        print(f"fast start: {work.failures} failures")
        return 1 if work.failures else 0


if __name__ == "__main__":
    sys.exit(main())
