#!/usr/bin/env python3
"""Measures the device math library and writes docs/device-math.md.

Accuracy comes from the sweep (tests/device_math), which compares every function with quadruple precision. Speed is the
number of warp instructions that one call executes on the emulator, over arguments of a typical range, with one warp of
32 different arguments; beside it, where nvcc is installed, that of the CUDA toolkit's own library in the same kernel.

    device_math_report.py BUILD [--samples N] [--output FILE]     writes the page (default docs/device-math.md)
    device_math_report.py BUILD --sweep FILE                      the same from a sweep's output made before
    device_math_report.py BUILD --counts [NAME...]                prints instruction counts alone
    device_math_report.py BUILD --check --samples N               holds code and page to CUDA's bounds, see check()

Writing the page takes a quarter of an hour of one processor; the sweep uses all there are.
"""

import argparse
import datetime
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Function, arguments' ranges; float and double alike unless a second entry says otherwise.
ONE = {
    "exp": (-10, 10), "exp2": (-10, 10), "exp10": (-5, 5), "expm1": (-3, 3), "log": (0.01, 100), "log2": (0.01, 100),
    "log10": (0.01, 100), "log1p": (-0.9, 10), "sin": (-10, 10), "cos": (-10, 10), "tan": (-10, 10), "sinpi": (-5, 5),
    "cospi": (-5, 5), "asin": (-1, 1), "acos": (-1, 1), "atan": (-5, 5), "sinh": (-5, 5), "cosh": (-5, 5),
    "tanh": (-3, 3), "asinh": (-5, 5), "acosh": (1, 10), "atanh": (-0.95, 0.95), "cbrt": (-10, 10), "rcbrt": (0.1, 10),
    "sqrt": (0, 100), "rsqrt": (0.01, 100), "erf": (-3, 3), "erfc": (-3, 5), "erfcx": (-2, 20), "erfinv": (-0.99, 0.99),
    "erfcinv": (0.01, 1.99), "normcdf": (-4, 4), "normcdfinv": (0.01, 0.99), "tgamma": (0.1, 10), "lgamma": (0.1, 30),
    "j0": (0, 20), "j1": (0, 20), "y0": (0.1, 20), "y1": (0.1, 20), "cyl_bessel_i0": (-10, 10),
    "cyl_bessel_i1": (-10, 10), "round": (-10, 10), "logb": (0.01, 100),
}
TWO = {"pow": ((0.1, 10), (-3, 3)), "atan2": ((-5, 5), (-5, 5)), "hypot": ((-5, 5), (-5, 5)),
       "rhypot": ((-5, 5), (-5, 5)), "fmod": ((-100, 100), (1, 7)), "remainder": ((-100, 100), (1, 7)),
       "fdim": ((-5, 5), (-5, 5))}
WARPS = 4


def function_list():
    for name, ranges in list(ONE.items()) + list(TWO.items()):
        ranges = (ranges,) if name in ONE else ranges
        yield name + "f", "float", ranges
        yield name, "double", ranges


def source():
    lines = []
    for kind in ("float", "double"):
        lines.append(f'extern "C" __global__ void base_{kind}_1({kind}* p, {kind}* a) '
                     f"{{ p[threadIdx.x] = a[threadIdx.x]; }}")
        lines.append(f'extern "C" __global__ void base_{kind}_2({kind}* p, {kind}* a, {kind}* b) '
                     f"{{ p[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }}")
    for name, kind, ranges in function_list():
        parameters = "".join(f", {kind}* {letter}" for letter in "ab"[:len(ranges)])
        call = ", ".join(f"{letter}[threadIdx.x]" for letter in "ab"[:len(ranges)])
        lines.append(f'extern "C" __global__ void k_{name}({kind}* p{parameters}) '
                     f"{{ p[threadIdx.x] = {name}({call}); }}")
    return "\n".join(lines) + "\n"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def compile_ours(build, path, output):
    run("clang++-19", "-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-Xclang",
        "-target-sdk-version=12.4", "-Wno-linker-warnings", "-isystem", os.path.join(ROOT, "runtime/include"),
        "-include", "cuda_runtime.h", "-std=c++20", "-O2", "--cuda-device-only", "-S", "--cuda-gpu-arch=sm_80",
        "-Xclang", "-target-feature", "-Xclang", "+ptx80", "-Xclang", "-mlink-builtin-bitcode", "-Xclang",
        os.path.join(build, "lib/warpscope_device.bc"), "-o", output, path)


def find_nvcc():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def executed(build, ptx, kernel, folder, kind, ranges):
    """Warp instructions a warp."""
    generator = random.Random(1)
    output = f"zeros:{'f32' if kind == 'float' else 'f64'}:{32 * WARPS}"
    command = [os.path.join(build, "bin/warpscope"), "run", ptx, "--kernel", kernel, "--grid", "1", "--block",
               str(32 * WARPS), "--report", "json", "--arg", output]
    for number, (low, high) in enumerate(ranges):
        path = os.path.join(folder, f"argument{number}")
        values = [generator.uniform(low, high) for _ in range(32 * WARPS)]
        with open(path, "wb") as file:
            file.write(struct.pack(f"<{len(values)}{'f' if kind == 'float' else 'd'}", *values))
        command += ["--arg", f"file:{path}"]
    report = json.loads(run(*command))
    return report["launches"][0]["instructions"]["warp"] / WARPS


def counts(build, only=(), with_toolkit=True):
    """{name: (ours, toolkit's or None)}"""
    result = {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernels.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source())
        made = [os.path.join(folder, "ours.ptx")]
        compile_ours(build, path, made[0])
        nvcc = find_nvcc() if with_toolkit else None
        if nvcc:
            made.append(os.path.join(folder, "toolkit.ptx"))
            run(nvcc, "-ptx", "-arch=compute_80", "-o", made[1], path)
        base = {}
        for name, kind, ranges in function_list():
            if only and name not in only:
                continue
            values = []
            for ptx in made:
                key = (ptx, kind, len(ranges))
                if key not in base:
                    # The base of two arguments adds them.
                    kernel = f"base_{kind}_{len(ranges)}"
                    base[key] = executed(build, ptx, kernel, folder, kind, ranges) - len(ranges) + 1
                values.append(executed(build, ptx, f"k_{name}", folder, kind, ranges) - base[key])
            result[name] = (values[0], values[1] if len(values) > 1 else None)
    return result


HEAD = """# Device math

<!-- Written by scripts/device_math_report.py; do not edit. -->

The functions behind `sinf`, `exp` and the rest in device code, as `runtime/device` defines them: how far
they are from the correctly rounded result, and what a call costs.

Measured on {date} with {clang}; CUDA toolkit: {toolkit}.

- **from**: `own` is polynomials in correctly rounded steps, the same bits on every device; `instruction` is
  one PTX instruction. The toolkit's library is no part of what clang compiles here.
- **CUDA's bound**: the largest error that the CUDA C++ Programming Guide documents ("Mathematical Functions",
  standard functions), in units of the last place, counted from the correctly rounded result; or absolute where
  it says so.
- **worst**: the largest found by `warpscope_device_math_sweep`, which compiles the same sources for the host
  and compares them with quadruple precision. Functions of one argument: {samples:,} arguments that go through
  all signs and exponents, as many from where the function is interesting, the first two and the last number of
  every exponent, and the numbers beside quarter turns; functions of several: twice {samples:,} combinations of
  such. Approximate instructions (`ex2.approx` ...) are off by up to the whole of their documented bound in it,
  so the figure holds for every device within that bound. Bold: above CUDA's bound.
- **exact**: the same distance from the exact value, which shows how far the next whole unit is.
- **instructions**: warp instructions per call, executed on the emulator by four warps of different arguments
  in a typical range, diverged paths counted in full; beside it the toolkit's library, inlined by nvcc into
  the same kernel, and the ratio.

| function | from | where | CUDA's bound | worst | exact | samples | instructions | toolkit | ratio |
|---|---|---|---|---|---|---|---|---|---|"""

TAIL = """
Exact and therefore not in the table: arithmetic and conversions in every rounding mode, `fma`, `sqrt`,
rounding to integers, `fdim`, `fmin`, `fmax`, `frexp`, `ldexp`, `modf`, `nextafter`, all integer
functions, and those of two or four small integers in a word (`__vadd2` ...). Test programs compare them with
the host's arithmetic (`tests/programs/intrinsics_*.cu`, `tests/device_math/simd_test.cpp`). The fast
functions (`__expf`, `__sinf` ...) are PTX's approximate instructions.
"""

LAYERS = {
    "sqrt": "instruction", "rsqrt": "instruction", "round": "instruction", "exp2f": "instruction",
    "tanhf": "own, over ex2.approx", "erff": "own, over ex2.approx", "cbrtf": "own, over lg2 and ex2.approx",
    "cbrt": "own, over lg2 and ex2.approx", "rcbrtf": "own, over lg2 and ex2.approx",
    "rcbrt": "own, over lg2 and ex2.approx", "rhypot": "own, over rsqrt.approx", "erfinvf": "own, over lg2.approx",
    "erfcinvf": "own, over lg2.approx", "normcdfinvf": "own, over lg2.approx",
}
DOUBLE_INSIDE = {"tgammaf", "lgammaf", "j0f", "j1f", "y0f", "y1f", "cyl_bessel_i0f", "cyl_bessel_i1f", "jnf", "ynf",
                 "normcdff"}
UNBOUNDED = {"norm", "normf", "rnorm", "rnormf"}

# What check() asks for: samples in the page, and the functions that have to be short.
LEAST_SAMPLES = 1 << 20
RATIO_LIMIT = 1.3
SHORT = [name + suffix for name in ("exp", "log", "sin", "cos", "tanh", "rsqrt", "pow", "erf") for suffix in ("f", "")]


def layer_of(name):
    if name in DOUBLE_INSIDE:
        return "own, in double"
    if name in ("sqrtf", "rsqrtf", "roundf"):
        name = name.removesuffix("f")
    return LAYERS.get(name, "own")


def sweep_rows(text):
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield [field.strip() for field in line.split("|")]


def first_line(*command):
    return run(*command).splitlines()[0]


def run_sweep(build, samples):
    # A bound that is exceeded shows in the rows and in the exit status of this script.
    sweep = os.path.join(build, "tests/warpscope_device_math_sweep")
    done = subprocess.run([sweep, "--samples", str(samples), "--threads", str(os.cpu_count())], capture_output=True,
                          text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{sweep} failed: {done.stderr.strip() or done.returncode}")
    return done.stdout


def documented_bound(name, bound, unit):
    if name.split(" ")[0] in UNBOUNDED:
        return "none"
    return f"{bound} absolute" if unit == "absolute" else bound


def page(build, text, measured):
    """The whole page."""
    samples = int(re.search(r"^# samples (\d+)", text, re.MULTILINE).group(1))
    nvcc = find_nvcc()
    toolkit = run(nvcc, "--version").strip().splitlines()[-2].split(",", 1)[1].strip() if nvcc else "not installed"
    lines = [HEAD.format(date=datetime.date.today().isoformat(), clang=first_line("clang++-19", "--version"),
                         toolkit=toolkit, samples=samples)]
    for name, where, bound, worst, unit, exact, taken, _, verdict in sweep_rows(text):
        ours, toolkit_count = measured.get(name, (None, None))
        if unit == "absolute":
            worst = f"{worst} absolute"
        cells = [f"`{name}`", layer_of(name.split(" ")[0]), where, documented_bound(name, bound, unit),
                 worst if verdict == "ok" else f"**{worst}**", exact, taken]
        cells += [f"{ours:.0f}" if ours else ""]
        cells += [f"{toolkit_count:.0f}", f"{ours / toolkit_count:.2f}"] if toolkit_count else ["", ""]
        lines.append("| " + " | ".join(cells) + " |")
    lines.append(TAIL)
    return "\n".join(lines)


def page_rows(path):
    """{(function, where): (bound, worst, samples, toolkit's instructions or None)} of a page."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == 10 and cells[0].startswith("`"):
                name, _, where, bound, worst, _, samples, _, toolkit, _ = cells
                toolkit = float(toolkit) if toolkit else None
                rows[name.strip("`"), where] = (bound, worst.strip("*"), int(samples), toolkit)
    return rows


def number(text):
    return float(text.removesuffix(" absolute"))


def complaints_about_errors(text, rows):
    """What a sweep's output says against the code, and what the page's rows say against it or themselves."""
    found = []
    for name, where, bound, worst, unit, _, _, at, verdict in sweep_rows(text):
        label = f"{name} {where}".strip()
        if verdict != "ok":
            found.append(f"{label}: off by {worst} {unit} at {at}, CUDA's bound is {bound}")
        row = rows.pop((name, where), None)
        if row is None:
            found.append(f"{label}: the page has no row for it")
        elif row[0] != documented_bound(name, bound, unit):
            found.append(f"{label}: the page's bound is {row[0]}, the sweep's {documented_bound(name, bound, unit)}")
        elif number(row[1]) < float(worst):
            # The page's arguments begin with these.
            found.append(f"{label}: the page says {row[1]}, but {worst} was found at {at}")
        elif row[0] != "none" and number(row[1]) > number(row[0]):
            found.append(f"{label}: the page has {row[1]}, above CUDA's bound of {row[0]}")
        elif row[2] < LEAST_SAMPLES:
            found.append(f"{label}: the page has {row[2]} samples, fewer than {LEAST_SAMPLES}")
    return found + [f"{' '.join(key).strip()}: the page has a row for it, the sweep has none" for key in rows]


def check(build, path, samples):
    """Fails if a function exceeds CUDA's bound, if the page is not what the sweep would write, or if one of the
    functions that programs use most takes more than RATIO_LIMIT times the toolkit's instructions, as the page
    has those."""
    rows = page_rows(path)
    toolkit = {name: row[3] for (name, _), row in rows.items()}
    found = complaints_about_errors(run_sweep(build, samples), rows)
    for name, (ours, _) in counts(build, SHORT, with_toolkit=False).items():
        if not toolkit.get(name):
            found.append(f"{name}: the page lacks the toolkit's count of instructions")
        elif ours > RATIO_LIMIT * toolkit[name]:
            found.append(f"{name}: {ours:.0f} instructions, the toolkit's {toolkit[name]:.0f}: above {RATIO_LIMIT}")
    for complaint in found:
        print(complaint, file=sys.stderr)
    if found:
        print(f"mend runtime/device, or write {path} anew with this script", file=sys.stderr)
    return 1 if found else 0


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--samples", type=int, default=1 << 20)
    parser.add_argument("--sweep")
    parser.add_argument("--output", default=os.path.join(ROOT, "docs/device-math.md"))
    parser.add_argument("--counts", nargs="*")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    if options.check:
        return check(options.build, options.output, options.samples)
    measured = counts(options.build, options.counts or ())
    if options.counts is not None:
        for name, (ours, toolkit) in measured.items():
            ratio = f"{toolkit:8.2f} {ours / toolkit:6.2f}" if toolkit else ""
            print(f"{name:16s} {ours:8.2f} {ratio}")
        return 0
    if options.sweep:
        with open(options.sweep, encoding="utf-8") as file:
            text = file.read()
    else:
        text = run_sweep(options.build, options.samples)
    written = page(options.build, text, measured)
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(written)
    return 1 if "ABOVE" in text else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
