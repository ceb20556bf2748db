#!/usr/bin/env python3
"""Checks what a reader sees first: line length, white space, header guards, file names.

Usage: scripts/check_style.py [--root FOLDER] [--clang-format]     --self-test proves each rule

--clang-format also compares with clang-format-19, which is not needed otherwise: its versions
differ in details, so it is a tool for authors and no gate.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath

import check_layers
import source_scan

# .clang-format aims at 100; the gate leaves room for a comment or a row that reads better whole.
COLUMNS = 120
CPP = source_scan.CPP_SUFFIXES
CHECKED = CPP | {".cmake", ".py", ".sh", ".txt", ".md", ".toml", ".json", ".in"}
LONG_LINES_ALLOWED = {".md", ".toml", ".json", ".txt", ".in"}
CODE_FOLDERS = ("sim", "runtime", "cli", "gui", "lessons", "kernels", "tests")


def file_problems(path, text):
    """(line, what, hint) of each rule that a file breaks."""
    suffix = PurePosixPath(path).suffix
    if text and not text.endswith("\n"):
        yield text.count("\n") + 1, "no newline at the end of the file", "add one"
    if text.endswith("\n\n"):
        yield text.count("\n"), "empty lines at the end of the file", "remove them"
    wide = suffix in LONG_LINES_ALLOWED
    for number, line in enumerate(text.split("\n"), 1):
        if "clang-format off" in line:
            wide = True
        elif "clang-format on" in line:
            wide = False
        if line.endswith("\r"):
            yield number, "Windows line end", "save with \\n"
        elif line != line.rstrip() and suffix != ".md":
            yield number, "white space at the end of the line", "remove it"
        if "\t" in line and suffix in CPP:
            yield number, "tab", "indent with four spaces"
        if len(line) > COLUMNS and not wide and "http" not in line:
            yield (number, f"{len(line)} columns, the limit is {COLUMNS}",
                   "break the line; tables may stand between `// clang-format off` and `on`")
    if suffix in CPP:
        parts = PurePosixPath(path).parts
        if (suffix in source_scan.HEADER_SUFFIXES and "#pragma once" not in text
                and "Included by" not in source_scan.opening_comment(text)):
            yield (1, "header without #pragma once", "add it below the opening comment, which says "
                   "`Included by …` when the file is a part of one other")
        name = parts[-1][: -len(suffix)]
        shown_to_users = path.startswith("runtime/include/")
        if (parts[0] in CODE_FOLDERS and not shown_to_users
                and not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name)):
            yield 1, f"file name {parts[-1]}", "write file names in snake_case"
        for match in re.finditer(r'\bTEST_CASE\(\s*"([^"\n]*)"', text):
            if re.search(r"[;\[\]\\]", match.group(1)):
                yield (source_scan.line_of(text, match.start()), "test name with ; [ ] or \\",
                       "CTest cannot pass it on: use other punctuation")
        if re.search(r"^\s*using\s+namespace\b", source_scan.strip(text), re.MULTILINE) and (
                suffix in source_scan.HEADER_SUFFIXES):
            yield 1, "`using namespace` in a header", "name what you use"


def check(root, with_clang_format=False):
    problems = []
    for path in sorted(check_layers.list_files(root)):
        suffix = PurePosixPath(path).suffix
        name = PurePosixPath(path).name
        if suffix not in CHECKED and name != "CMakeLists.txt":
            continue
        if name == "CMakeLists.txt":
            suffix = ".cmake"
        text = (root / path).read_bytes().decode("utf-8", errors="replace")
        shown = path if suffix != ".cmake" else path + ".cmake" * (not path.endswith(".cmake"))
        problems += [f"{path}:{line}: {what}; {hint}"
                     for line, what, hint in file_problems(shown, text)]
        if with_clang_format and suffix in CPP:
            result = subprocess.run(["clang-format-19", "--dry-run", "--Werror", path], cwd=root,
                                    capture_output=True, text=True, check=False)
            problems += result.stderr.splitlines() if result.returncode else []
    return problems


SELF_TEST = [
    ("sim/a/b.cpp", "// A.\nint x;\n", ""),
    ("sim/a/b.cpp", "// A.\n// clang-format off\n" + "x" * 121 + "\n// clang-format on\n", ""),
    ("docs/a.md", "x" * 200 + "\n", ""),
    ("runtime/include/Cuda.h", "#pragma once\n", ""),
    ("sim/a/b.cpp", "int x;", "no newline"),
    ("sim/a/b.cpp", "int x;\n\n", "empty lines"),
    ("sim/a/b.cpp", "int x; \n", "white space"),
    ("sim/a/b.cpp", "int x;\r\n", "Windows"),
    ("sim/a/b.cpp", "\tint x;\n", "tab"),
    ("sim/a/b.cpp", "x" * 121 + "\n", "121 columns"),
    ("sim/CMakeLists.txt", "x" * 121 + "\n", "121 columns"),
    ("sim/a/b.h", "int x;\n", "#pragma once"),
    ("sim/a/b.h", "// The end of c. Included by c.h.\nint x;\n", ""),
    ("sim/a/b.h", "#pragma once\nusing namespace std;\n", "using namespace"),
    ("tests/unit/a_test.cpp", 'TEST_CASE("a, b: c", "[tag]") {}\n', ""),
    ("tests/unit/a_test.cpp", 'TEST_CASE("a; b") {}\n', "test name with"),
    ("sim/a/CamelCase.cpp", "int x;\n", "snake_case"),
]


def self_test():
    failed = 0
    for path, text, message in SELF_TEST:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, path)
            file.parent.mkdir(parents=True)
            file.write_bytes(text.encode())
            problems = check(Path(folder))
        right = len(problems) == 1 and message in problems[0] if message else not problems
        if not right:
            failed += 1
            print(f"FAILED {path} {text!r}: got {problems}")
    print(f"check_style self-test: {len(SELF_TEST) - failed} of {len(SELF_TEST)} cases pass")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--clang-format", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    problems = check(options.root, options.clang_format)
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
