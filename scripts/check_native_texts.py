#!/usr/bin/env python3
"""Has ptxas compile what an NVIDIA driver would get of the programs of tests/programs and kernels/.

    check_native_texts.py WARPSCOPE FAKE-DRIVER-FOLDER [PROGRAM.cu…]

Each program runs over the fake driver of tests/fake_driver, which writes down the text of every module: as it was
read (`--device gpu`) and printed anew (`--device both`). Needs ptxas and no GPU. Prints a line for each text that
ptxas refuses; the exit status tells whether there was one.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 120


def texts_of(warpscope, fake, program, device):
    """The texts of the modules, each once. How the program ends does not matter: the fake driver runs nothing."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LD_LIBRARY_PATH": fake, "WARPSCOPE_FAKE_CUDA_TEXTS": folder}
        try:
            subprocess.run([warpscope, "run", str(program), "--device", device, "--no-report"], env=environment,
                           check=False, capture_output=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            print(f"{program.relative_to(ROOT)} ({device}): did not end within {SECONDS} s", flush=True)
        return {path.read_text(encoding="utf-8") for path in Path(folder).iterdir()}


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
    if ptxas is None:
        print("no ptxas: install the CUDA toolkit, or put its folder into PATH", file=sys.stderr)
        return 2
    warpscope, fake = sys.argv[1:3]
    programs = [Path(word).resolve() for word in sys.argv[3:]]
    programs = programs or sorted((ROOT / "tests/programs").glob("*.cu")) + sorted((ROOT / "kernels").rglob("*.cu"))
    texts = refused = 0
    for program in programs:
        for device in ("gpu", "both"):
            for text in texts_of(warpscope, fake, program, device):
                texts += 1
                with tempfile.NamedTemporaryFile("w", suffix=".ptx", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    result = subprocess.run([ptxas, "-arch=sm_90", file.name, "-o", "/dev/null"], text=True,
                                            capture_output=True, check=False)
                if result.returncode != 0:
                    refused += 1
                    print(f"{program.relative_to(ROOT)} ({device}): {result.stderr.splitlines()[0]}", flush=True)
    print(f"{len(programs)} programs, {texts} texts, {refused} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
