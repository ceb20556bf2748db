#!/usr/bin/env python3
"""Runs random kernels on the emulator and on a real GPU, and brings back what they made of them.

    random_kernels_on_gpu.py build BUILD FILE                 builds the program in the build tree BUILD (build/release)
                                                              and puts a stripped copy of it into FILE; needs no GPU
    random_kernels_on_gpu.py run FILE FOLDER [COUNT [FIRST]]  runs kernels COUNT (10000) from seed FIRST (0) on

The two halves may run on different machines; the second needs a driver and no compiler. It writes into FOLDER
results.tsv (the golden file: tests/golden/random_kernels/h200.tsv is such a file), log.txt (counts, and a line for
each kernel on which the devices do not agree) and, when there are such kernels, cases.tar.gz with a PTX file for each,
reduced. The exit status tells whether everything agrees. It takes SECONDS at most.
"""

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

TARGET = "warpscope_random_kernels"
SECONDS = 450


def build(tree, file):
    subprocess.run(["ninja", "-C", str(tree), TARGET], check=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["strip", "-o", str(file), str(tree / "tests" / TARGET)], check=True)
    print(f"{file}: {file.stat().st_size >> 20} MiB")
    return 0


def run(file, folder, count, first):
    folder.mkdir(parents=True, exist_ok=True)
    cases = Path(tempfile.mkdtemp())
    command = [str(file.resolve()), "--both", "--first", first, "--count", count, "--seconds", str(SECONDS - 20),
               "--record", str(folder / "results.tsv"), "--cases", str(cases)]
    with (folder / "log.txt").open("w", encoding="utf-8") as log:
        try:
            status = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                    timeout=SECONDS, check=False).returncode
        except subprocess.TimeoutExpired:
            print(f"not done within {SECONDS} s", file=log)
            status = 1
    if any(cases.iterdir()):
        with tarfile.open(folder / "cases.tar.gz", "w:gz") as archive:
            archive.add(cases, "cases")
    shutil.rmtree(cases)
    lines = (folder / "log.txt").read_text(encoding="utf-8").splitlines()
    print(*lines[-40:], sep="\n")
    return status


def main():
    words = sys.argv[1:]
    if len(words) == 3 and words[0] == "build":
        return build(Path(words[1]), Path(words[2]))
    if 3 <= len(words) <= 5 and words[0] == "run":
        count, first = (words[3:] + ["10000", "0"][len(words) - 3:])
        return run(Path(words[1]), Path(words[2]), count, first)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
