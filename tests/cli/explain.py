#!/usr/bin/env python3
"""Runs teaching cases with races, then `warpscope explain` with the commands that the reports name.

Usage: explain.py WARPSCOPE GROUP      groups: changes, unchanged, input
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RACES = "tests/checkers/race"

# Program, classes of the race that is explained, the variable's element and its two values, whether
# a forced order must show it.
CHANGES = [
    # Each word is there or is not yet, depending on which warp was faster.
    ("missing_barrier", ["shared", "inter-warp", "read-write"], {"type": "u32", "bytes": 256}, True),
    # A sum that loses the value of a block: 36 as recorded.
    ("sum_of_blocks", ["global", "inter-block", "read-write"], {"element": 0, "recorded": "36"}, True),
    ("sum_of_blocks", ["global", "inter-block", "write-write"], {"element": 0, "recorded": "36"}, None),
    # Lanes of one warp out of step: 528 as recorded.
    ("warp_sum_without_syncwarp", ["shared", "intra-warp", "warp-synchronous"],
     {"element": 0, "recorded": "528"}, True),
    # Which of the lanes of one store stays.
    ("all_lanes_write_one_word", ["global", "intra-warp", "same-instruction"], {"element": 0}, True),
    # The read of the second step before the write of the first, past where lanes rejoin.
    ("warp_sum_without_syncwarp", ["shared", "intra-warp", "warp-synchronous"],
     {"element": 0, "recorded": "528"}, True, 1),
    # The read of the tile comes before or after the write of the next round.
    ("tile_without_second_barrier", ["shared", "inter-warp", "read-write"], {}, True),
]


class Runner:
    def __init__(self, warpscope, cache):
        self.warpscope = warpscope
        self.failures = 0
        self.environment = {**os.environ, "XDG_CACHE_HOME": cache}

    def run(self, *words, cwd=None):
        done = subprocess.run([self.warpscope, *words], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL, env=self.environment, cwd=cwd, timeout=280)
        return done.returncode, done.stdout, done.stderr

    def expect(self, condition, what, details=""):
        if not condition:
            self.failures += 1
            print(f"FAILED: {what}\n{details}")

    def report(self, source, *options, arguments=("wrong",)):
        code, output, errors = self.run("run", source, "--report", "json", *options, "--", *arguments)
        self.expect(code == 1, f"{source} has findings", f"{code}\n{output[:2000]}{errors}")
        return json.loads(output)

    def races(self, report):
        return [finding for launch in report["launches"] for finding in launch["findings"]
                if finding["checker"] == "race"]

    def explain(self, *words):
        code, output, errors = self.run("explain", *words, "--report", "json")
        self.expect(code == 0, f"explain {' '.join(words)} exits with 0", f"{code}\n{output}{errors}")
        return json.loads(output)


def id_of(runner, finding):
    command = finding["explain"]
    runner.expect(command.startswith("warpscope explain "), "a race names the command", finding)
    return command.split()[-1]


def check_changes(runner, _folder):
    for name, classes, wanted, forced, *index in CHANGES:
        source = f"{RACES}/{name}.cu"
        found = [f for f in runner.races(runner.report(source)) if set(classes) <= set(f["classes"])]
        runner.expect(found, f"{name} has a race that is {classes}")
        if not found:
            continue
        finding = found[index[0] if index else 0]
        race, = runner.explain(id_of(runner, finding))["races"]
        shown = json.dumps(race, indent=1)
        runner.expect(race["same_as_captured"], f"{name} replays as captured", shown)
        runner.expect(race["changes_output"], f"{name} changes an output", shown)
        if not race["changes_output"]:
            continue
        change = race["change"]
        if forced:
            runner.expect(change["schedule"]["kind"] == "forced" and
                          change["schedule"]["order"] == "kept", f"{name}: by a forced order", shown)
        memory = change["memory"][0]
        for key, value in wanted.items():
            runner.expect(memory[key] == value, f"{name}: {key} is {value}", shown)
        runner.expect(memory["recorded"] != memory["other"] and memory["elements_that_differ"] > 0,
                      f"{name}: two values", shown)
        runner.expect(memory["stored_at"] and memory["stored_at"][0]["file"] == source,
                      f"{name}: who stored it", shown)

    # The same as text, under the finding and in the explanation.
    source = f"{RACES}/missing_barrier.cu"
    code, output, errors = runner.run("run", source, "-q", "--", "wrong")
    line = next(l for l in output.splitlines() if "what it can change: " in l)
    code, output, errors = runner.run(*line.split(": warpscope ")[1].split())
    shown = f"{code}\n{output}{errors}"
    runner.expect(code == 0, "explained as text", shown)
    for text in ("an output changes with the forced order", "as u32: ", "as recorded, ",
                 "stored at tests/checkers/race/missing_barrier.cu:16", "tile[i] = values[i]",
                 "reversed[i] = tile[n - 1 - i]", "A: block (0, 0, 0)", "B: block (0, 0, 0)"):
        runner.expect(text in output, f"the text says {text}", shown)


def check_unchanged(runner, folder):
    """Races that change nothing, and orders that cannot be tried."""
    source = f"{RACES}/same_value_twice.cu"
    race = runner.races(runner.report(source))[0]
    name = id_of(runner, race)
    for seeds in (0, 5):
        explained, = runner.explain(name, "--seeds", str(seeds))["races"]
        shown = json.dumps(explained, indent=1)
        runner.expect(not explained["changes_output"], "the same value changes nothing", shown)
        forced = [s for s in explained["tried"] if s["kind"] == "forced"]
        runner.expect({s["first"] for s in forced} == {"A", "B"}, "both orders were tried", shown)
        runner.expect(all(s["order"] == "kept" for s in forced), "both came about", shown)
        runner.expect(len(explained["tried"]) - len(forced) == seeds, f"{seeds} seeds", shown)
    code, output, errors = runner.run("explain", name, "--seeds", "3")
    runner.expect(code == 0 and "no output changed in 5 schedules (2 forced orders, 3 other seeds)"
                  in output and "no proof" in output, "it says so", output + errors)

    # Running it again names the same launch: nothing new is kept.
    again = runner.races(runner.report(source))[0]
    runner.expect(again["explain"] == race["explain"], "the same launch has the same ID", again)

    # Another seed is another launch, whose races are explained with it.
    other = runner.races(runner.report(source, "--seed", "4"))[0]
    explained = runner.explain(id_of(runner, other), "--seeds", "0")
    runner.expect(explained["seed"] == 4, "the recorded seed is kept", explained)

    # Two launches of two streams.
    found = [f for f in runner.races(runner.report(f"{RACES}/default_stream.cu"))
             if "inter-launch" in f["classes"] and f["explain"]]
    runner.expect(found, "a race of two launches is kept")
    explained, = runner.explain(id_of(runner, found[0]))["races"]
    runner.expect(not explained["tried"] and "the order of launches" in explained["not_tried"][0],
                  "launches cannot be ordered", json.dumps(explained, indent=1))

    # Lanes of one warp under the older model.
    found = runner.races(runner.report(f"{RACES}/warp_sum_without_syncwarp.cu", "--divergence", "stack"))
    explained, = runner.explain(id_of(runner, found[0]), "--seeds", "2")["races"]
    runner.expect("SIMT stack" in explained["not_tried"][0] and len(explained["tried"]) == 2,
                  "lanes on the SIMT stack cannot be forced", json.dumps(explained, indent=1))

    # Clean launches keep nothing, and neither do runs without the checker.
    shutil.rmtree(Path(folder, "cache/warpscope/races"))
    code, output, errors = runner.run("run", source, "--", "right")
    runner.expect(code == 0 and not Path(folder, "cache/warpscope/races").exists(),
                  "a clean launch keeps nothing", output + errors)
    code, output, errors = runner.run("run", source, "--check", "memory", "--", "wrong")
    runner.expect(code == 0 and not Path(folder, "cache/warpscope/races").exists(),
                  "without the checker nothing is kept", output + errors)

    # More memory than is kept, and why nothing is.
    large = Path(folder, "large.cu")
    large.write_text("#include <cuda_runtime.h>\n"
                     "__global__ void k(int* a) { *a = threadIdx.x; }\n"
                     "int main() { int* a; char* b; cudaMalloc(&a, 4);\n"
                     "  cudaMalloc(&b, size_t{257} << 20); k<<<1, 64>>>(a); }\n")
    finding = runner.races(runner.report(str(large), arguments=()))[0]
    runner.expect(not finding["explain"] and "256 MiB" in finding["not_kept"] and
                  "--capture" in finding["not_kept"], "why it is not kept", finding)


def check_input(runner, folder):
    code, output, errors = runner.run("explain", "0123abcd-1")
    runner.expect(code == 2 and "is no kept finding" in errors and "nothing is kept" in errors,
                  "no finding is kept yet", f"{code}{output}{errors}")
    source = f"{RACES}/same_value_twice.cu"
    captured = f"{folder}/captured"
    name = id_of(runner, runner.races(runner.report(source, "--capture", captured))[0])
    launch = name.split("-")[0]

    for wrong in ("0123abcd-1", f"{launch}-2", f"{launch}-", f"{launch}-1x", "", "../no-such-launch", "F1"):
        code, output, errors = runner.run("explain", wrong)
        runner.expect(code == 2 and not output and name in errors,
                      f"\"{wrong}\" is refused with what is known", f"{code}{output}{errors}")
    for words, text in ((["explain"], "required"), ([name, "--seeds", "x"], "--seeds"),
                        ([name, "--seeds", "-1"], "--seeds"), ([name, "--report", "sarif"], "sarif"),
                        (["README.md"], "is no kept finding"), (["tests"], "no capsule"),
                        (["kernels"], "no capsule")):
        code, output, errors = runner.run("explain", *(words if words != ["explain"] else []))
        runner.expect(code == 2 and not output and text in errors, f"explain {words} is refused",
                      f"{code}{output}{errors}")

    # All findings of the launch, by its ID or by its folder.
    for which in (launch, captured, f"{captured}/launch-0001"):
        races = runner.explain(which, "--seeds", "0")["races"]
        runner.expect(len(races) == 1 and not races[0]["changes_output"], f"explain {which}", races)

    # A capsule without findings, damaged findings, findings of something else, a damaged capsule.
    plain = f"{folder}/plain"
    runner.run("run", source, "--capture", plain, "--check", "none", "--", "wrong")
    code, output, errors = runner.run("explain", plain)
    runner.expect(code == 2 and ("no findings are beside" in errors or "had no races" in errors),
                  "a capsule without findings", errors)
    file = Path(captured, "launch-0001/findings.json")
    good = file.read_text()
    finding = json.loads(good)

    def refuse(text, message):
        file.write_text(text)
        code, output, errors = runner.run("explain", captured)
        runner.expect(code == 2 and message in errors, f"damaged findings: {message}",
                      f"{code}{output}{errors}")

    refuse(good[:len(good) // 2], "holds no findings")
    refuse(good.replace("findings-1", "findings-9"), "another version")
    refuse('{"schema": "warpscope-findings-1", "findings": []}', "had no races")
    for path, value, message in ((["ptx", "line"], 1, "does not fit"), (["warp"], 99, "does not fit"),
                                 (["lane"], 40, "does not fit"), (["block"], [7, 0, 0], "does not fit"),
                                 (["parties"], [], "does not fit"), (["classes"], [], "does not fit")):
        changed = json.loads(good)
        place = changed["findings"][0]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        refuse(json.dumps(changed), message)
    runner.expect(finding["findings"], "there was a finding")
    file.write_text(good)
    manifest = Path(captured, "launch-0001/manifest.json")
    manifest.write_text(manifest.read_text()[:100])
    code, output, errors = runner.run("explain", captured)
    runner.expect(code == 2 and "manifest.json" in errors, "a damaged capsule", errors)


def main():
    groups = {"changes": check_changes, "unchanged": check_unchanged, "input": check_input}
    if len(sys.argv) != 3 or sys.argv[2] not in groups:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(sys.argv[1], f"{folder}/cache")
        groups[sys.argv[2]](runner, folder)
    print(f"{runner.failures} failures")
    return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
