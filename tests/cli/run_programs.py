#!/usr/bin/env python3
"""Runs one program under `warpscope run` and compares with the directives in its opening comment.

Usage: run_programs.py WARPSCOPE PROGRAM.cu [--option OPTION]…

tests/programs/README.md explains the directives. A program without any (those of kernels/) has to
be clean: exit code 0, no finding. Prints what differs and exits with 1 when something does.
"""

import json
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

DIRECTIVE = re.compile(r"^// (expect|exit|cli-exit|args|options|finding|sources):\s?(.*)$")


def read_directives(source):
    """Directive -> its texts, in order, from the comment lines at the top."""
    found = {}
    for line in source.read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        match = DIRECTIVE.match(line)
        if match:
            found.setdefault(match.group(1), []).append(match.group(2))
    return found


def program_status(report):
    """The program's own exit status as the report tells it; 128 + signal when one ended it."""
    status = re.search(r"^the program exited with status (\d+)$", report, re.MULTILINE)
    if status:
        return int(status.group(1))
    ended = re.search(r"^the program was ended by signal (\d+)", report, re.MULTILINE)
    return 128 + int(ended.group(1)) if ended else 0


def first(directives, name, default):
    return directives.get(name, [default])[0]


def printed_on_gpu(source):
    """What a GPU printed for a program of kernels/, as scripts/record_kernel_outputs.py recorded."""
    record = Path("tests/golden/kernels.tsv")
    if not source.parts[0] == "kernels" or not record.exists():
        return None
    name = str(source.relative_to("kernels").with_suffix(""))
    for line in record.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if fields[0] == name:
            return json.loads(fields[2])
    return None


def check(warpscope, source, options):
    directives = read_directives(source)
    words = first(directives, "sources", source.name).split()
    sources = [str(source.parent / word) for word in words]
    options = options + shlex.split(first(directives, "options", ""))
    arguments = shlex.split(first(directives, "args", ""))
    with tempfile.TemporaryDirectory() as folder:
        report_file = Path(folder, "report.txt")
        command = [warpscope, "run", *sources, *options, "-o", str(report_file)]
        if arguments:
            command += ["--", *arguments]
        print("+", shlex.join(command), flush=True)
        result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL,
                                check=False)
        output = result.stdout.decode("utf-8", errors="replace")
        errors = result.stderr.decode("utf-8", errors="replace")
        report = report_file.read_text(encoding="utf-8") if report_file.exists() else ""

    problems = []
    wanted = int(first(directives, "cli-exit", "0"))
    if result.returncode != wanted:
        ended = result.returncode
        name = signal.Signals(-ended).name if ended < 0 else ended
        problems.append(f"warpscope exited with {name}, not {wanted}")
    if not report:
        problems.append("there is no report")
    wanted = int(first(directives, "exit", "0"))
    if report and program_status(report) != wanted:
        problems.append(f"the program's status is {program_status(report)}, not {wanted}")
    if "expect" in directives and output.splitlines() != directives["expect"]:
        problems.append("the program's output is not as expected; expected:\n"
                        + "\n".join("    " + line for line in directives["expect"]))
    recorded = printed_on_gpu(source)
    if recorded is not None and output != recorded:
        problems.append(f"the program's output is not what a GPU printed:\n{recorded}")
    for text in directives.get("finding", []):
        if text not in report:
            problems.append(f"the report does not contain \"{text}\"")
    if "finding" not in directives and wanted == 0 and "no findings" not in report:
        problems.append("the report is not free of findings")

    if problems:
        print(f"--- standard output\n{output}--- standard error\n{errors}--- report\n{report}---")
        for problem in problems:
            print(f"{source.name}: {problem}")
    return not problems


def main():
    arguments = sys.argv[1:]
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    options = [word for word in arguments[2:] if word != "--option"]
    return 0 if check(arguments[0], Path(arguments[1]), options) else 1


if __name__ == "__main__":
    sys.exit(main())
