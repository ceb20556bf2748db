"""What scripts share that build programs on one machine and run them on another, with a GPU."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(warpscope, folder, programs, root):
    folder.mkdir(parents=True, exist_ok=True)
    for program in programs:
        name = program.relative_to(root).with_suffix("").as_posix().replace("/", "-")
        subprocess.run([warpscope, "build", str(program), "-o", str(folder / name)], check=True)
        print(name, flush=True)


def main(usage, run, root=ROOT / "kernels"):
    """Carries out `build WARPSCOPE FOLDER [PROGRAM.cu…]` or `run WARPSCOPE FOLDER TABLE.tsv`.

    The programs are those below `root`.
    """
    arguments = sys.argv[1:]
    if len(arguments) >= 3 and arguments[0] == "build":
        programs = [Path(word).resolve() for word in arguments[3:]] or sorted(root.rglob("*.cu"))
        build(arguments[1], Path(arguments[2]), programs, root)
        return 0
    if len(arguments) == 4 and arguments[0] == "run":
        return run(arguments[1], Path(arguments[2]), Path(arguments[3]))
    print(usage, file=sys.stderr)
    return 2
