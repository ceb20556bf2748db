#!/usr/bin/env python3
"""Records what nvcc makes of every kernel's device code, so that tests run it where no nvcc is.

    scripts/record_nvcc_ptx.py [NVCC]        writes tests/golden/nvcc/<program>.ptx

Each file holds the PTX without fused multiply-adds (-fmad=false), which gives the same bits as
clang's with --fmad false. Where nvcc by itself makes other code, <program>.fmad.ptx holds that.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["-ptx", "-arch=compute_80", "-O3", "-std=c++20", "--expt-relaxed-constexpr", "--extended-lambda"]


def ptx_of(nvcc, source, *flags):
    result = subprocess.run([nvcc, *FLAGS, *flags, str(source), "-o", "/dev/stdout"], capture_output=True,
                            text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{source}: nvcc failed\n{result.stderr}")
    return result.stdout


def main():
    nvcc = sys.argv[1] if len(sys.argv) > 1 else "nvcc"
    folder = ROOT / "tests/golden/nvcc"
    for source in sorted((ROOT / "kernels").rglob("*.cu")):
        target = folder / source.relative_to(ROOT / "kernels").with_suffix(".ptx")
        target.parent.mkdir(parents=True, exist_ok=True)
        plain = ptx_of(nvcc, source, "-fmad=false")
        fused = ptx_of(nvcc, source)
        target.write_text(plain)
        other = target.with_suffix(".fmad.ptx")
        if fused != plain:
            other.write_text(fused)
        else:
            other.unlink(missing_ok=True)
        print(f"{target.relative_to(ROOT)}{' and .fmad.ptx' if fused != plain else ''}")


if __name__ == "__main__":
    main()
