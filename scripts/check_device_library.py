#!/usr/bin/env python3
"""Checks that the device library defines every __nv_* function that the compiler's CUDA headers declare.

The headers turn sinf(x) in device code into __nv_sinf(x); a name that the library lacks would only show when somebody's
kernel calls it. A function that is left out on purpose stands in REFUSED with the reason.

    check_device_library.py CLANG LLVM_NM LIBRARY.bc    exit 0: complete, 1: names are missing, 2: bad usage
"""

import os
import re
import subprocess
import sys

REFUSED = {}

# Defined beyond what the headers declare: newer names, for programs that come with them.
FURTHER = {"__nv_fast_tanhf"}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def declared_names(clang):
    folder = output_of(clang, "-print-resource-dir").strip()
    path = os.path.join(folder, "include", "__clang_cuda_libdevice_declares.h")
    with open(path, encoding="utf-8") as header:
        return set(re.findall(r"\b(__nv_\w+)\(", header.read()))


def defined_names(llvm_nm, library):
    lines = output_of(llvm_nm, "--defined-only", library).splitlines()
    return {line.split()[-1] for line in lines if "__nv_" in line}


def main(arguments):
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    clang, llvm_nm, library = arguments
    declared, defined = declared_names(clang), defined_names(llvm_nm, library)
    problems = [f"{name} is declared by the compiler's headers and not defined by runtime/device"
                for name in sorted(declared - defined - set(REFUSED))]
    problems += [f"{name} is both refused and defined" for name in sorted(defined & set(REFUSED))]
    problems += [f"{name} is refused, but nothing declares it" for name in sorted(set(REFUSED) - declared)]
    problems += [f"{name} is defined, but nothing declares it" for name in sorted(defined - declared - FURTHER)]
    if len(declared) < 300:
        problems.append(f"only {len(declared)} declarations were found: the header is not the one expected")
    for problem in problems:
        print(problem)
    print(f"{len(declared)} declared, {len(defined)} defined, {len(REFUSED)} refused, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
