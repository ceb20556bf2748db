#!/usr/bin/env python3
"""Checks the source tree: who includes whom, sizes, opening comments, paths, global state.

Usage: scripts/check_layers.py [--root FOLDER]     check a tree (default: this repository)
       scripts/check_layers.py --self-test         prove on small trees that each rule works

The arrows are the `warpscope_layer(…)` lines of cmake/Layers.cmake, which also link the libraries.
Prints `file:line: what is wrong; what to do` and exits with 1 when anything is found.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath

import source_scan

SOURCE_LINES, HEADER_LINES = 400, 150
EXCEPTIONS_FILE = "docs/size_exceptions.txt"
LAYERS_FILE = "cmake/Layers.cmake"

# gui and cli reach the emulator through sim/debug; besides it they see plain values and row tables.
NARROW = {
    "gui": {"sim/debug", "sim/rules", "sim/report", "sim/gpu", "sim/base"},
    "cli": {"sim/debug", "sim/rules", "sim/report", "sim/gpu", "sim/base"},
}
ROW_TABLES = {"sim/checkers/rows.h", "sim/counters/rows.h"}
PATHS_HEADER_USERS = {"runtime/compile", "cli"}

# Folders of machines that sources were written on; brackets keep this file from matching itself.
MACHINE_PATHS = [r"/wor[k]/", r"/roo[t]/"]
SKIPPED_FOLDERS = {".git", "build", "install", "__pycache__", ".cache"}


class Checker:
    """One run over one tree; `problems` collects the messages."""

    def __init__(self, root):
        self.root = Path(root)
        self.problems = []
        self.files = sorted(list_files(self.root))
        self.known = set(self.files)
        self.uses = read_layers(self.root)

    def report(self, path, line, what, hint):
        self.problems.append(f"{path}:{line}: {what}; {hint}")

    def run(self):
        exceptions = self.read_exceptions()
        for path in self.files:
            data = (self.root / path).read_bytes()
            if b"\0" in data[:4096]:
                continue
            text = data.decode("utf-8", errors="replace")
            self.check_machine_paths(path, text)
            if PurePosixPath(path).suffix not in source_scan.CPP_SUFFIXES:
                continue
            self.check_includes(path, text)
            self.check_size(path, text, exceptions)
            self.check_opening(path, text)
            if path.startswith("sim/"):
                self.check_state(path, text)
        for path, line in exceptions.values():
            self.report(EXCEPTIONS_FILE, line, f"{path} is missing or within the limit",
                        "remove this line")
        return self.problems

    # -- includes ---------------------------------------------------------------------------------

    def layer_of(self, path):
        """The layer a file belongs to, `program` for user-side sources, or None when free."""
        parts = PurePosixPath(path).parts
        if path.startswith("runtime/include/"):
            return "runtime/include"
        if path.startswith("runtime/device/"):
            return "runtime/device"
        if parts[0] == "kernels" or (parts[0] == "lessons" and path.endswith((".cu", ".cuh"))):
            return "program"
        for folder in ("/".join(parts[:2]), parts[0]):
            if folder in self.uses:
                return folder
        return "unknown" if parts[0] in ("sim", "runtime") and len(parts) > 2 else None

    def resolve(self, path, include):
        """The file of this tree that an include names, or None when it is another's."""
        folders = ["", "runtime/include"]
        if include.quoted:
            folders.insert(0, str(PurePosixPath(path).parent))
        for folder in folders:
            candidate = os.path.normpath(os.path.join(folder, include.name))
            if candidate in self.known:
                return candidate
        first = include.name.split("/")[0]
        return include.name if first in ("sim", "runtime", "cli", "gui", "lessons") else None

    def check_includes(self, path, text):
        layer = self.layer_of(path)
        if layer is None:
            return
        if layer == "unknown":
            self.report(path, 1, "this folder is no layer",
                        f"add a warpscope_layer line for it to {LAYERS_FILE}")
            return
        for include in source_scan.includes(text):
            problem = self.include_problem(path, layer, include)
            if problem:
                self.report(path, include.line, *problem)

    def include_problem(self, path, layer, include):
        if include.name == "warpscope_paths.h":
            if layer in PATHS_HEADER_USERS:
                return None
            return (f"{layer} includes warpscope_paths.h",
                    "take the path as an argument; only runtime/compile and cli know it")
        target = self.resolve(path, include)
        if layer in ("program", "runtime/include", "runtime/device"):
            return self.program_include_problem(path, layer, include, target)
        if target is None:
            return None
        if include.quoted and target != include.name and not target.startswith("runtime/include/"):
            return (f'"{include.name}" is relative to this file',
                    f'write the path from the repository\'s root: #include "{target}"')
        other = self.layer_of(target)
        if other in (layer, None):
            return None
        if other == "runtime/include":
            return None if not layer.startswith("sim/") else (
                f"{layer} includes {target}", "the emulator must not know the user's headers")
        if other == "program":
            return f"{layer} includes {target}", "programs are compiled, never included"
        if other not in self.below(layer):
            return (f"{layer} includes {target}",
                    f"{layer} may use only {', '.join(sorted(self.below(layer))) or 'nothing'}: "
                    "move the code down, or announce an event instead")
        narrow = NARROW.get(layer)
        if (narrow is not None and other.startswith("sim/") and other not in narrow
                and target not in ROW_TABLES):
            return (f"{layer} includes {target}",
                    "of sim/ it may include only debug, rules, report, gpu, base and the rows.h of "
                    "checkers and counters: ask sim/debug's Session instead")
        return None

    def program_include_problem(self, path, layer, include, target):
        if target is None:
            if not include.quoted:
                return None
            return (f'"{include.name}" is neither beside this file nor in runtime/include',
                    "write <…> for system headers")
        allowed = ["runtime/include/"]
        if layer == "program":
            # A program of several files may have a header of its own beside them.
            allowed.append(str(PurePosixPath(path).parent) + "/")
        elif layer == "runtime/device":
            allowed.append("runtime/device/")
        if any(target.startswith(folder) for folder in allowed):
            return None
        return (f"{path.split('/')[0]} code includes {target}",
                "device and user code may include only headers of runtime/include and the system")

    def below(self, layer):
        found, waiting = set(), list(self.uses.get(layer, ()))
        while waiting:
            used = waiting.pop()
            if used not in found:
                found.add(used)
                waiting.extend(self.uses.get(used, ()))
        return found

    # -- the other rules --------------------------------------------------------------------------

    def read_exceptions(self):
        """`path: reason` lines; keys are paths, an entry is removed when it was needed."""
        entries = {}
        file = self.root / EXCEPTIONS_FILE
        if not file.exists():
            return entries
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            path, colon, reason = line.partition(":")
            if not colon or len(reason.split()) < 3:
                self.report(EXCEPTIONS_FILE, number, "no reason given", "write `path: reason`")
            entries[path.strip()] = (path.strip(), number)
        return entries

    def check_size(self, path, text, exceptions):
        if path.startswith("tests/"):
            return  # a test mirrors its source, however many cases that takes
        header = PurePosixPath(path).suffix in source_scan.HEADER_SUFFIXES
        limit = HEADER_LINES if header else SOURCE_LINES
        lines = len(text.splitlines())
        if lines > limit and exceptions.pop(path, None) is None:
            self.report(path, limit + 1, f"{lines} lines, the limit is {limit}",
                        f"split it by meaning, or add `{path}: reason` to {EXCEPTIONS_FILE}")

    def check_opening(self, path, text):
        comment = source_scan.opening_comment(text)
        if len(comment.split()) < 3 or not re.search(r"[.:](\s|$)", comment):
            self.report(path, 1, "the file does not open with a comment sentence",
                        "say in one sentence, ending with a full stop, what lives here")

    def check_machine_paths(self, path, text):
        for pattern in MACHINE_PATHS:
            for match in re.finditer(r"(?<![\w.})-])" + pattern, text):
                self.report(path, source_scan.line_of(text, match.start()),
                            f"names the machine-specific path {match.group(0)}",
                            "use a path relative to the repository or an argument")

    def check_state(self, path, text):
        code = source_scan.strip(text)
        for match in re.finditer(r"\b(?:secure_)?getenv\b|\benviron\b", code):
            self.report(path, source_scan.line_of(code, match.start()),
                        f"sim/ reads the environment ({match.group(0)})",
                        "take the value as an argument; runtime/ and cli/ read the environment")
        for variable in source_scan.mutable_state(text):
            self.report(path, variable.line, f"mutable static state: {variable.text}",
                        "make it const, or keep it in an object that the caller owns")


def list_files(root):
    """Paths relative to the root of all files that are or could be committed."""
    if (root / ".git").exists():
        listing = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"], capture_output=True, check=False)
        if listing.returncode == 0:
            names = {os.fsdecode(name) for name in listing.stdout.split(b"\0") if name}
            return [name for name in names if (root / name).is_file()]
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
        found += [Path(folder, name).relative_to(root).as_posix() for name in names]
    return [name for name in found if (root / name).is_file()]


def read_layers(root):
    """Layer -> the layers that its line names, from cmake/Layers.cmake."""
    text = re.sub(r"#[^\n]*", "", (root / LAYERS_FILE).read_text(encoding="utf-8"))
    uses = {}
    for match in re.finditer(r"warpscope_layer\(\s*(\S+?)\s*(?:USES\s+([^)]*))?\)", text):
        uses[match.group(1)] = (match.group(2) or "").split()
    return uses


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        import check_layers_self_test
        return check_layers_self_test.run()
    problems = Checker(options.root).run()
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
