#!/usr/bin/env python3
"""Runs teaching cases: the checkers have to find the faulty variant and to stay silent on its twin.

Usage: run_cases.py WARPSCOPE CASE.cu… [--checkers LIST]
       run_cases.py --self-test     proves on made-up reports that each demand is made

tests/checkers/README.md explains the directives and marks of a case. --checkers names, separated by
commas, the checkers that there are: of a case of another checker the right variant alone is run.
Every variant runs with ten seeds and both divergence models. Prints what differs and exits with 1
when something does.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DIRECTIVE = re.compile(r"^// (checker|finds|may-find|models|wrong-may): (.+)$")
MARK = re.compile(r"//.*\[(wrong|maybe)\]")
SEEDS = 10
BUDGET = 100_000  # warp instructions; cases execute fewer, unless they hang
PROCESSES = 2


class Case:
    """The directives and marked lines of a case."""

    def __init__(self, source):
        self.source = source
        self.directives, self.marked = {}, {"wrong": set(), "maybe": set()}
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            if match := DIRECTIVE.match(line):
                self.directives.setdefault(match.group(1), []).append(match.group(2).split())
            elif match := MARK.search(line):
                self.marked[match.group(1)].add(number)
        self.checker = self.words("checker", [""])[0]
        self.models = self.words("models", ["volta", "stack"])
        self.may_stop = "wrong-may" in self.directives

    def words(self, name, default):
        return self.directives.get(name, [default])[0]

    def mistakes(self):
        """What is wrong with the case itself."""
        found = [f"there is no directive `// {name}: …`"
                 for name in ("checker", "finds") if name not in self.directives]
        if not self.marked["wrong"] | self.marked["maybe"]:
            found.append("no line is marked `// [wrong]` or `// [maybe]`")
        if unknown := set(self.models) - {"volta", "stack"}:
            found.append(f"unknown model {' '.join(unknown)}")
        if set(self.words("wrong-may", ["hang"])) - {"hang", "fault"}:
            found.append("`wrong-may` is neither hang nor fault")
        return found


def lines_of(finding, name):
    """Lines of the case that a finding names: of each party the innermost one, and those in details,
    but where memory was allocated."""
    lines = set()
    for party in [finding, *finding.get("parties", [])]:
        here = [line["line"] for line in party.get("source", []) if Path(line["file"]).name == name]
        lines.update(here[:1])
    for detail in finding.get("details", []):
        rest = re.sub(r"allocated at \S+:\d+", "", detail)
        lines.update(int(number) for number in re.findall(rf"\b{re.escape(name)}:(\d+)", rest))
    return lines


def matches(finding, words):
    return finding["kind"] == words[0] and set(words[1:]) <= set(finding.get("classes", []))


def text_of(finding, name):
    lines = ", ".join(map(str, sorted(lines_of(finding, name)))) or "none"
    kind = " ".join([finding["kind"], *finding.get("classes", [])])
    return f"{kind} [{finding['checker']}], lines {lines}: {finding['message']}"


def problems_of_right(case, report, code):
    findings = all_findings(report)
    return [f"false alarm: {text_of(f, case.source.name)}" for f in findings] or (
        [f"exit code {code}, not 0"] if code != 0 else [])


def problems_of_wrong(case, report, code):
    name = case.source.name
    findings = [f for f in all_findings(report) if f["checker"] == case.checker]
    expected = case.directives["finds"]
    allowed = expected + case.directives.get("may-find", [])
    stopped = case.may_stop and any(l["outcome"] != "finished" for l in report["launches"])
    named = set().union(*(lines_of(f, name) for f in findings))
    problems = [f"exit code {code}, not 1"] if code != 1 else []
    problems += [f"not expected: {text_of(f, name)}" for f in findings
                 if not any(matches(f, words) for words in allowed)]
    marked = case.marked["wrong"] | case.marked["maybe"]
    problems += [f"line {line} is named and not marked" for line in sorted(named - marked)]
    if not stopped:
        problems += [f"not found: {' '.join(words)}" for words in expected
                     if not any(matches(f, words) for f in findings)]
        problems += [f"line {line} is marked and not named"
                     for line in sorted(case.marked["wrong"] - named)]
        if findings and not named:
            problems.append("no line is named")
    return problems


def all_findings(report):
    return [f for launch in report["launches"] for f in launch["findings"]] + report["findings"]


def run(case, command, variant, seed, model):
    """The problems of one run, each with what was run."""
    command = [*command, "--seed", str(seed), "--divergence", model, "--", variant]
    result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    what = f"{variant}, seed {seed}, {model}"
    try:
        report = json.loads(result.stdout)
    except json.JSONDecodeError:
        errors = result.stderr.decode("utf-8", errors="replace")
        return [(what, f"no report, exit code {result.returncode}\n{errors}")]
    problems = (problems_of_right(case, report, result.returncode) if variant == "right"
                else problems_of_wrong(case, report, result.returncode))
    if problems:
        output = result.stderr.decode("utf-8", errors="replace").strip()
        problems += [f"the program says: {output}"] if output else []
    return [(what, problem) for problem in problems]


def check(warpscope, source, checkers, check_option, seeds):
    """Whether a case is as it says; prints each difference once, with the runs that show it."""
    case = Case(source)
    found = [("the case itself", mistake) for mistake in case.mistakes()]
    variants = ["right"]
    if checkers is None or case.checker in checkers:
        variants.append("wrong")
    else:
        print(f"{source}: there is no checker {case.checker} yet; only `right` is run")
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder, source.stem))
        built = subprocess.run([warpscope, "build", str(source), "-o", program],
                               capture_output=True, text=True, check=False)
        if built.returncode != 0:
            found.append(("build", built.stdout + built.stderr))
        if not found:
            command = [warpscope, "exec", program, *check_option, "--report", "json", "--threads", "1",
                       "--max-instructions", str(BUDGET)]
            runs = [(case, command, variant, seed, model) for variant in variants
                    for model in case.models for seed in range(seeds)]
            with ThreadPoolExecutor(PROCESSES) as pool:
                for problems in pool.map(lambda one: run(*one), runs):
                    found += problems
    by_problem = {}
    for what, problem in found:
        by_problem.setdefault(problem, {})[what] = None
    for problem, runs in by_problem.items():
        more = f" and {len(runs) - 3} more runs" if len(runs) > 3 else ""
        print(f"{source}: {problem}\n    ({'; '.join(list(runs)[:3])}{more})")
    return not found


CASE = """// checker: race
// finds: Race shared read-write
// may-find: Race shared write-write
// wrong-may: hang
a = 1;  // [wrong]
b = a;  // [wrong]
c = a;  // [maybe]
"""


def made_up(classes, *lines, kind="Race", checker="race", details=()):
    """A finding; the first line is its own, the others are those of its parties."""
    chains = [[{"file": "x/case.cu", "line": line}, {"file": "x/case.cu", "line": 99}]
              for line in lines]
    return {"checker": checker, "kind": kind, "classes": classes.split(), "message": "",
            "source": chains[0], "parties": [{"source": chain} for chain in chains[1:]],
            "details": list(details)}


def self_test():
    rw = "shared read-write"
    good = made_up(rw, 5, 6)
    # Findings of the wrong variant, exit code, outcome of the launch, and what is said of them.
    tests = [
        ([good], 1, "finished", ""),
        ([made_up(rw, 5, details=["waits at x/case.cu:6 (PTX)"])], 1, "finished", ""),
        ([good, made_up("shared write-write", 7)], 1, "finished", ""),
        ([good, made_up("", 1, kind="OutOfBounds", checker="memory")], 1, "finished", ""),
        ([made_up("", 1, kind="Deadlock", checker="sync")], 1, "deadlock", ""),
        ([good], 0, "finished", "exit code 0, not 1"),
        ([made_up("shared", 5, 6)], 1, "finished", "not expected"),
        ([made_up(rw, 5, 6, kind="Other")], 1, "finished", "not found"),
        ([made_up("shared write-write", 5, 6)], 1, "finished", "not found"),
        ([made_up(rw, 5)], 1, "finished", "line 6 is marked and not named"),
        ([made_up(rw, 5, 6, 8)], 1, "finished", "line 8 is named and not marked"),
        ([made_up(rw, 8)], 1, "deadlock", "line 8 is named and not marked"),
        ([], 0, "finished", "not found"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "case.cu")
        source.write_text(CASE, encoding="utf-8")
        case = Case(source)
        source.write_text("// checker: race\n// models: pascal\n", encoding="utf-8")
        failed = len(Case(source).mistakes()) != 3
    for findings, code, outcome, said in tests:
        report = {"launches": [{"findings": findings, "outcome": outcome}], "findings": []}
        problems = "\n".join(problems_of_wrong(case, report, code))
        if said not in problems or bool(said) != bool(problems):
            print(f"expected: {said or 'nothing'}\nsaid: {problems or 'nothing'}")
            failed = True
    for findings, code, said in [([], 0, ""), ([], 3, "exit code 3"), ([good], 1, "false alarm")]:
        report = {"launches": [], "findings": findings}
        problems = "\n".join(problems_of_right(case, report, code))
        failed |= said not in problems or bool(said) != bool(problems)
    print("self-test failed" if failed else "self-test passed")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    parser = argparse.ArgumentParser(description="Runs teaching cases of the checkers.")
    parser.add_argument("warpscope")
    parser.add_argument("cases", nargs="+", type=Path)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="seeds from 0 on (default: %(default)s)")
    parser.add_argument("--checkers", help="the checkers that there are (default: all)")
    options = parser.parse_args()
    checkers = None if options.checkers is None else options.checkers.split(",")
    usage = subprocess.run([options.warpscope, "exec", "--help"], capture_output=True, text=True,
                           check=True).stdout
    check_option = ["--check", "all"] if "--check" in usage else []
    good = [check(options.warpscope, case, checkers, check_option, options.seeds) for case in options.cases]
    print(f"{sum(good)} of {len(good)} cases are as they say")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
