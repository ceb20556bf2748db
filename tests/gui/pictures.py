#!/usr/bin/env python3
"""Draws the desktop program's panels without a screen and compares them with reference pictures.

Usage: pictures.py WARPSCOPE WARPSCOPE_GUI [NAME…]     compare (all, or those named)
       pictures.py --write WARPSCOPE WARPSCOPE_GUI     draw the references anew

Needs xvfb-run, and ImageMagick's `compare` and `convert`. A picture differs when more than one pixel
in two hundred is off by more than an eighth: fonts and drivers round edges differently, panels that
are wrong change far more.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FUZZ, SHARE = "12.5%", 1 / 200

# name: program and its arguments, then options of warpscope-gui. "copy:" before the program: the
# window opens a copy of it instead of its captured launch, and may change it. Without a program the
# start screen is drawn.
PICTURES = {
    "shared_conflict": (["kernels/transpose/2_shared.cu", "70"],
                        ["--block", "0,0", "--warp", "3", "--lane", "7", "--keys", "] ] ] ] ] ] ] ]"]),
    "global_light": (["kernels/transpose/2_shared.cu", "70"],
                     ["--step", "26", "--theme", "light"]),
    "splits_large": (["kernels/mandelbrot.cu", "64"], ["--large"]),
    "compile_error": (["copy:kernels/transpose/2_shared.cu", "70"],
                      ["--block", "0,0", "--warp", "3",
                       "--keys", "E Home text:'flaot a = missing(1); ' Enter Ctrl+Enter"]),
    "start": ([], []),
    "finder": (["kernels/transpose/2_shared.cu", "70"], ["--theme", "light", "--keys", "Ctrl+P text:step"]),
    "memory_values": (["kernels/transpose/2_shared.cu", "70"],
                      ["--block", "0,0", "--warp", "3", "--keys", "Ctrl+3"]),
}


def run(words, **options):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"pictures.py: {' '.join(map(str, words))} ended with {done.returncode}:\n"
                 f"{done.stdout}{done.stderr}")
    return done


def draw(name, programs, folder, target):
    """One picture; the launch is captured once for each command line."""
    warpscope, gui = programs
    program, options = PICTURES[name]
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", gui]
    picture = ["--size", "1280x800", "--screenshot", target, *options]
    # No list of what was opened before belongs into a picture.
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    if not program:
        run([*screen, *picture], cwd=folder)
        return
    if program[0].startswith("copy:"):
        source = ROOT / program[0].removeprefix("copy:")
        shutil.copy(source, folder / source.name)
        run([*screen, source.name, *picture, "--", *program[1:]], cwd=folder)
        return
    capture = folder / "_".join(program).replace("/", "_")
    if not capture.exists():
        run([warpscope, "run", program[0], "--capture", capture, "--", *program[1:]], cwd=ROOT)
    # The path of the capture is part of the picture, so it is the same on every machine.
    run([*screen, capture.name, *picture], cwd=folder)


def differing_pixels(one, other, difference):
    done = subprocess.run(["compare", "-metric", "AE", "-fuzz", FUZZ, one, other, difference],
                          capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(f"pictures.py: compare: {done.stderr}")
    return float(done.stderr.split()[0])


def main():
    words = sys.argv[1:]
    write = words[:1] == ["--write"]
    words = words[write:]
    if len(words) < 2 or any(name not in PICTURES for name in words[2:]):
        sys.exit(__doc__)
    for tool in ("xvfb-run", "compare", "convert"):
        if shutil.which(tool) is None:
            sys.exit(f"pictures.py: {tool} is missing; run scripts/install_packages.sh --gui")
    programs = [Path(word).resolve() for word in words[:2]]
    os.environ["LC_ALL"] = "C.UTF-8"
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in words[2:] or PICTURES:
            drawn, reference = folder / f"{name}.png", HERE / "pictures" / f"{name}.png"
            draw(name, programs, folder, drawn)
            if write:
                # Few colours make small files; the tolerance swallows what that changes.
                run(["convert", drawn, "+dither", "-colors", "96", f"PNG8:{reference}"])
                continue
            off = differing_pixels(reference, drawn, folder / f"{name}.difference.png")
            print(f"{name}: {off:.0f} pixels differ")
            if off > SHARE * 1280 * 800:
                kept = Path(tempfile.gettempdir()) / f"warpscope-{name}.png"
                shutil.copy(drawn, kept)
                wrong.append(f"{name} (see {kept})")
    if wrong:
        sys.exit(f"pictures.py: differs from its reference: {', '.join(wrong)}; "
                 "if that is meant, draw them anew with --write")


if __name__ == "__main__":
    main()
