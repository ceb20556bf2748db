#!/usr/bin/env python3
"""Measures how long `warpscope run` takes until a program's main() runs.

Usage: scripts/measure_start.py [--runs N] WARPSCOPE

Three programs (one that includes little, one of kernels/, one that includes much of the standard
library), each unchanged and after a change; and for comparison the time in which clang alone
compiles both halves of the changed program side by side, with the headers precompiled. Uses a cache
of its own. Times are wall-clock milliseconds: median, smallest and largest.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KERNEL = "__global__ void k(int* p) { p[threadIdx.x] = threadIdx.x; }\n"
MAIN = """int main() {
    std::puts("main");
    std::fflush(stdout);
    int* p;
    cudaMalloc(&p, 128);
    k<<<1, 32>>>(p);
    return cudaDeviceSynchronize();
}
"""
MUCH = ["algorithm", "chrono", "cmath", "cstdio", "iostream", "map", "random", "string", "thread",
        "vector"]


def programs():
    yield "little", "#include <cstdio>\n" + KERNEL + MAIN
    saxpy = Path("kernels/saxpy.cu").read_text()
    start = saxpy.index("{", saxpy.index("int main(")) + 1
    yield "saxpy", saxpy[:start] + 'std::puts("main"); std::fflush(stdout);' + saxpy[start:]
    yield "much", "".join(f"#include <{header}>\n" for header in MUCH) + KERNEL + MAIN


class Workplace:
    def __init__(self, warpscope, folder):
        self.warpscope, self.folder = warpscope, Path(folder)
        self.calls = self.folder / "calls"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}

    def until_main(self, source):
        """Seconds until the program prints."""
        start = time.perf_counter()
        child = subprocess.Popen([self.warpscope, "run", source, "--no-report"],
                                 stdout=subprocess.PIPE, env=self.environment)
        first = child.stdout.readline()
        seconds = time.perf_counter() - start
        child.stdout.read()
        if child.wait() != 0 or first != b"main\n":
            sys.exit(f"{source} does not run")
        return seconds

    def compilations(self, source):
        """The compilers' command lines for this program, from a run with a clang that tells."""
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        wrapper = tools / "clang++-19"
        clang = shutil.which("clang++-19")
        wrapper.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" "" >> "{self.calls}"\nexec "{clang}" "$@"\n')
        wrapper.chmod(0o755)
        environment = {**self.environment, "PATH": f"{tools}:{os.environ['PATH']}"}
        for _ in range(2):
            change(source)
            self.calls.write_text("")
            subprocess.run([self.warpscope, "build", source, "-o", self.folder / "program"],
                           env=environment, check=True)
        calls = [call.split("\n") for call in self.calls.read_text().split("\n\n")]
        commands = []
        for call in calls:
            if "--cuda-device-only" in call or "--cuda-host-only" in call:
                call[call.index("-o") + 1] = str(self.folder / f"result{len(commands)}")
                call[call.index("-MF") + 1] = str(self.folder / f"list{len(commands)}")
                commands.append([clang, *call])
        return commands


def change(source):
    with open(source, "a", encoding="utf-8") as file:
        file.write(f"// {time.time()}\n")
    time.sleep(0.02)


def side_by_side(commands):
    start = time.perf_counter()
    for child in [subprocess.Popen(command, stdin=subprocess.DEVNULL) for command in commands]:
        child.wait()
    return time.perf_counter() - start


def show(what, seconds):
    milliseconds = [1000 * s for s in seconds]
    print(f"  {what:34} {statistics.median(milliseconds):7.1f}   "
          f"{min(milliseconds):7.1f} … {max(milliseconds):.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("warpscope")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                      if line.startswith("model name")), "unknown")
    print(f"{processor}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; ms")
    for name, text in programs():
        with tempfile.TemporaryDirectory() as folder:
            work = Workplace(str(Path(options.warpscope).resolve()), folder)
            source = str(Path(folder, f"{name}.cu"))
            Path(source).write_text(text, encoding="utf-8")
            print(name)
            time.sleep(0.02)
            show("the first time", [work.until_main(source)])
            show("unchanged", [work.until_main(source) for _ in range(options.runs)])
            changed = []
            for _ in range(options.runs):
                change(source)
                changed.append(work.until_main(source))
            show("changed", changed)
            commands = work.compilations(source)
            show("clang alone, both halves at once",
                 [side_by_side(commands) for _ in range(options.runs)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
