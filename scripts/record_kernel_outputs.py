#!/usr/bin/env python3
"""Records what every program of kernels/ prints on a real GPU, for tests that run without one.

    record_kernel_outputs.py build WARPSCOPE FOLDER   builds the programs into FOLDER, here
    record_kernel_outputs.py run WARPSCOPE FOLDER     runs them there on the GPU, with explicit
                                                      rounding; prints tests/golden/kernels.tsv

The two halves may run on different machines: the second needs a driver and no compiler.
"""

import datetime
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(warpscope, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted((ROOT / "kernels").rglob("*.cu")):
        name = str(source.relative_to(ROOT / "kernels").with_suffix("")).replace("/", "-")
        subprocess.run([warpscope, "build", str(source), "-o", str(folder / name)], check=True)


def run(warpscope, folder):
    lines, gpu = [], ""
    for program in sorted(path for path in folder.iterdir() if path.is_file()):
        report = folder.parent / "report.json"
        result = subprocess.run([warpscope, "exec", str(program), "--device", "gpu", "--no-fuse", "--report", "json",
                                 "-o", str(report)], capture_output=True, text=True, check=False)
        gpu = json.loads(report.read_text()).get("gpu", gpu) if report.exists() else gpu
        name = program.name.replace("-", "/")
        lines.append(f"{name}\t{result.returncode}\t{json.dumps(result.stdout)}")
        if result.returncode != 0:
            print(f"{name}: {result.stderr}", file=sys.stderr)
    print(f"# {gpu}, {datetime.date.today()}\n# program\texit status of warpscope\tstandard output")
    print("\n".join(lines))


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("build", "run"):
        print(__doc__, file=sys.stderr)
        return 2
    (build if sys.argv[1] == "build" else run)(sys.argv[2], Path(sys.argv[3]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
