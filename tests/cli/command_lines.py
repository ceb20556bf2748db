#!/usr/bin/env python3
"""Runs the real `warpscope` on good and bad command lines; checks exit code, output and messages.

Usage: command_lines.py WARPSCOPE GROUP      groups: usage, listings, ptx, program, new, json, interrupt
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ADD = "tests/cli/add.ptx"
OUT = "--arg out=zeros:u32:64"
SHAPE = "--grid 1 --block 64"
CLEAN = "tests/programs/empty_kernel.cu"
SPIN = """#include <cuda_runtime.h>
#include <cstdio>
__global__ void quick(int* out) { *out = 1; }
__global__ void spin(volatile int* flag) { while (*flag == 0) {} }
int main(int argc, char**) {
    int* flag;
    cudaMalloc(&flag, sizeof *flag);
    quick<<<1, 1>>>(flag);
    cudaMemset(flag, 0, sizeof *flag);
    std::puts("waiting");
    std::fflush(stdout);
    if (argc > 1) for (;;) {}
    spin<<<1, 1>>>(flag);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
"""

# (command line, exit code, texts on standard output, texts on standard error)
USAGE = [
    ("", 2, [], ["usage: warpscope COMMAND"]),
    ("--help", 0, ["commands:", "doctor", "exit codes"], []),
    ("--version", 0, ["warpscope "], []),
    ("rnu a.cu", 2, [], ['"rnu" is no command', "try: warpscope run"]),
    ("a.cu", 2, [], ["try: warpscope run a.cu"]),
    ("run --help", 0, ["Usage: warpscope run [OPTIONS]", "--max-instructions", "--arg"], []),
    ("run", 2, [], ["files is required"]),
    ("run nothing.cu", 2, [], ["nothing.cu: error: there is no such file"]),
    ("run README.md", 2, [], ["is no CUDA source"]),
    ("run tests", 2, [], ["is no CUDA source"]),
    (f"run {CLEAN} --sead 3", 2, [], ["--sead", "try: --seed"]),
    (f"run {CLEAN} --seed x", 2, [], ["--seed", "x"]),
    (f"run {CLEAN} --seed -1", 2, [], ["is no whole number"]),
    (f"run {CLEAN} --max-instructions -1", 2, [], ["is no whole number"]),
    (f"run {CLEAN} --max-instructions 0", 2, [], ["--max-instructions"]),
    (f"run {CLEAN} --divergence fermi", 2, [], ["--divergence", "fermi"]),
    (f"run {CLEAN} --threads 100000", 2, [], ["--threads"]),
    (f"run {CLEAN} --device gpu --counters", 2, [], ["--counters is for the emulator alone"]),
    (f"run {CLEAN} --device both --no-fuse", 2, [], ["--no-fuse goes without saying when devices are compared"]),
    (f"run {CLEAN} --device tpu", 2, [], ['"tpu" is no device']),
    (f"run {CLEAN} --report html", 2, [], ["reports as html are not available yet"]),
    (f"run {CLEAN} --report sarif", 0, ['"version": "2.1.0"', '"results": []'], []),
    (f"run {CLEAN} --suppress no-such-file", 2, [], ["no-such-file", "cannot be read"]),
    (f"run {CLEAN} --check rac", 2, [], ['"rac" is no checker', "all, none, or some of"]),
    (f"run {CLEAN} --report junit", 2, [], ["reports as junit are not available yet"]),
    (f"run {CLEAN} --report xml", 2, [], ['"xml" is no format']),
    (f"run {CLEAN} --gpu b1000", 2, [], ['no GPU named "b1000"', "h200"]),
    (f"run {CLEAN} --gpu nothing.toml", 2, [], ["nothing.toml: error: there is no such file"]),
    (f"run {CLEAN} --gpu CMakeLists.txt.toml", 2, [], ["there is no such file"]),
    (f"run {CLEAN} --compiler gcc", 2, [], ["--compiler", "gcc"]),
    (f"run {CLEAN} -O9", 2, [], ["9"]),
    (f"run {CLEAN} --arch sm_1", 2, [], ["sm_1"]),
    (f"run {CLEAN} --capture {CLEAN}/x", 2, [], ["cannot be made"]),
    (f"run {CLEAN} --grid 4", 2, [], ["--grid is for PTX files"]),
    (f"run {CLEAN} {ADD}", 2, [], ["is a PTX file among 2 files"]),
    (f"run {CLEAN} --ptx nothing.ptx", 2, [], ["nothing.ptx: error: there is no such PTX file"]),
    (f"run {CLEAN} --ptx README.md", 2, [], ["README.md:1", "cannot read '#'"]),
    (f"run {CLEAN} --ptx {ADD} --ptx {ADD}", 2, [], ["2 recorded PTX files", "1 .cu source"]),
    (f"run {CLEAN} --ptx {ADD} --compiler nvcc", 2, [], ["drop one of the two"]),
    ("new", 2, [], ["name is required"]),
    ("new 9lives", 2, [], ['"9lives" is no name for a program']),
    ("new tests", 2, [], ["tests is there already"]),
    ("new README.md/x", 2, [], ["cannot be made"]),
    ("build", 2, [], ["required"]),
    (f"build {CLEAN}", 2, [], ["--output is required"]),
    ("replay nothing", 2, [], ["is no folder with a captured launch"]),
    ("replay tests", 2, [], ["error"]),
    ("bench --repeats 0", 2, [], ["--repeats"]),
    ("bench --size huge", 2, [], ["--size", "huge"]),
    ("bench --help", 0, ["--only", "--profile", "--json"], []),
    ("gpus extra", 2, [], ["extra"]),
]

LISTINGS = [
    ("gpus", 0, ["h200", "NVIDIA A100", "228 KiB", "GPUs in this machine:"], []),
    ("isa", 0, ["mad.lo.int", "instruction forms"], []),
    ("isa shfl", 0, ["shfl.sync"], []),
    ("isa --families", 0, ["vabsdiff4.add.int", "families are supported"], []),
    ("isa --families wgmma", 0, ["wgmma.mma_async"], []),
    ("isa --families nonsense", 2, [], ['no family matches "nonsense"']),
    ("counters", 0, ["shared_load_bank_conflicts [wavefronts]",
                     "= l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                     "~ smsp__inst_executed.sum"], []),
    ("counters sectors_per_request", 0, ["global_load_sectors / global_load_requests"], []),
    ("counters nonsense", 2, [], ['no counter matches "nonsense"', "`warpscope counters` lists all"]),
    ("isa nonsense", 2, [], ['no instruction matches "nonsense"']),
]

PTX = [
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg n=u32:7 --print out:u32:4", 0,
     ["out: 7 8 9 10\n", "launch 1 add  finished", "no findings"], []),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:7 --print out --no-report", 0,
     ["out: 7 8 9"], []),
    (f"run {ADD} --kernel add {SHAPE} --arg n=u32:7 {OUT} --print out:s32:2 -q", 0,
     ["out: 7 8\n"], []),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:7 --report json --print out:u32:2", 0,
     ['"schema": "warpscope-run-1"'], ["out: 7 8\n"]),
    (f"run {ADD} --kernel faul {SHAPE} --arg iota:u32:4", 1,
     ["out of bounds: 4-byte store to global memory", "PTX line", "4,080 bytes past the end",
      "1 finding"], []),
    (f"run {ADD} --kernel add {SHAPE} {OUT}", 2, [], ["parameter 2, `n` (u32), has no argument"]),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:1 --arg u32:2", 2, [],
     ["the kernel has 2 parameters, and 3 arguments were given", 'drop "u32:2"']),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u64:1", 2, [],
     ['argument "u64:1" has 8 bytes, the parameter `n` (u32) takes 4']),
    (f"run {ADD} --kernel add {SHAPE} --arg zeros:u32:4 --arg zeros:u32:4", 2, [],
     ["is a buffer, passed as an 8-byte address"]),
    (f"run {ADD} --kernel add {SHAPE} --arg n=u32:7 --arg n=u32:8", 2, [],
     ["`n` has two arguments"]),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:x", 2, [], ['"x" is no u32']),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:7 --print in", 2, [],
     ['no buffer named "in"', "one of out"]),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:7 --print out:u32:65", 2, [],
     ["holds 64 elements of u32, not 65"]),
    (f"run {ADD} {SHAPE}", 2, [], ["several kernels, and none was named"]),
    (f"run {ADD} --kernel sub {SHAPE}", 2, [], ['no kernel named "sub"', "one of add"]),
    (f"run {ADD} --kernel add --block 64", 2, [], ["--grid is missing"]),
    (f"run {ADD} --kernel add --grid 1", 2, [], ["--block is missing"]),
    (f"run {ADD} --kernel add --grid 0 --block 64", 2, [], ['--grid "0" is no size']),
    (f"run {ADD} --kernel add --grid 1 --block 2048 {OUT} --arg u32:1", 2, [], ["2048"]),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:1 -O3", 2, [],
     ["an option for compiling was given with a PTX file"]),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:1 -- x", 2, [],
     ["takes no program arguments"]),
    (f"run {ADD} --kernel add {SHAPE} {OUT} --arg u32:1 -o /nonexistent/x", 2, [],
     ["cannot be written"]),
    (f"run {ADD} --kernel add {SHAPE} --shared -1 {OUT} --arg u32:1", 2, [],
     ["is no whole number"]),
    (f"run {ADD} --kernel add {SHAPE} --shared 300000 {OUT} --arg u32:1", 2, [], ["300000"]),
    ("run nothing.ptx --grid 1 --block 1", 2, [], ["there is no such file"]),
]


class Runner:
    def __init__(self, warpscope):
        self.warpscope = warpscope
        self.failures = 0

    def run(self, words, cwd=None):
        command = [self.warpscope, *(shlex.split(words) if isinstance(words, str) else words)]
        result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, cwd=cwd,
                                check=False)
        return (result.returncode, result.stdout.decode(errors="replace"),
                result.stderr.decode(errors="replace"))

    def expect(self, condition, what, details=""):
        if not condition:
            self.failures += 1
            print(f"FAILED: {what}\n{details}")

    def check(self, words, code, output_texts, error_texts):
        got, output, errors = self.run(words)
        shown = f"exit code {got}\n--- stdout\n{output[:3000]}--- stderr\n{errors[:3000]}---"
        self.expect(got == code, f"`warpscope {words}` should exit with {code}", shown)
        for text in output_texts:
            self.expect(text in output, f"`warpscope {words}` should print \"{text}\"", shown)
        for text in error_texts:
            self.expect(text in errors, f"`warpscope {words}` should tell \"{text}\"", shown)
        if code == 2:
            self.expect("warpscope: " in errors or not words, "an error names warpscope", shown)
            self.expect(not output, f"`warpscope {words}` should print nothing", shown)


def check_listings(runner):
    for case in LISTINGS:
        runner.check(*case)
    gpus = json.loads(runner.run("gpus --json")[1])
    runner.expect(gpus["schema"] == "warpscope-gpus-2", "the schema of gpus --json")
    runner.expect("h200" in [gpu["id"] for gpu in gpus["presets"]], "gpus --json has the h200")
    isa = json.loads(runner.run("isa --json add")[1])
    runner.expect(len(isa["instructions"]) > 3, "isa --json lists rows")
    counters = json.loads(runner.run("counters --json shared")[1])
    runner.expect(counters["schema"] == "warpscope-counters-1" and len(counters["counters"]) > 10,
                  "counters --json lists rows", counters)


def check_program(runner, folder):
    """A program's output, its report and its capsules."""
    captured = f"{folder}/captured"
    code, output, errors = runner.run(
        f"run kernels/vector_add.cu --capture {captured} -- 1000")
    shown = f"exit code {code}\n{output}\n{errors}"
    runner.expect(code == 0, "vector_add is clean", shown)
    runner.expect("1 launch," in output and "no findings" in output, "a text report", shown)
    runner.expect(output.startswith("vector_add"), "the program's output comes first", shown)

    code, output, errors = runner.run(f"replay {captured}")
    shown = f"exit code {code}\n{output}\n{errors}"
    runner.expect(code == 0 and "1 launch," in output, "its capsule replays", shown)

    executable = f"{folder}/vector_add"
    code, output, errors = runner.run(f"build kernels/vector_add.cu -o {executable}")
    runner.expect(code == 0, "it can be built", errors)
    alone = subprocess.run([executable, "1000"], capture_output=True, text=True, check=False)
    runner.expect(alone.returncode == 0 and "ok" in alone.stdout, "and runs alone", alone.stderr)

    fault = subprocess.run(
        [runner.warpscope, "build", "tests/programs/out_of_bounds.cu", "-o", executable],
        capture_output=True, text=True, check=False)
    runner.expect(fault.returncode == 0, "a faulty program can be built", fault.stderr)
    alone = subprocess.run([executable], capture_output=True, text=True, check=False)
    runner.expect("out of bounds" in alone.stderr and "out_of_bounds.cu:13" in alone.stderr,
                  "a fault is told on standard error", alone.stderr)

    broken = Path(folder, "broken.cu")
    broken.write_text("__global__ void k() { undeclared = 1; }\nint main() {}\n")
    code, output, errors = runner.run(f"run {broken}")
    runner.expect(code == 2 and "broken.cu:1" in errors and "undeclared" in errors,
                  "a compiler's error is shown", errors)

    code, output, errors = runner.run(f"run {CLEAN} --gpu t4 --threads 2 --seed 3")
    runner.expect(code == 0 and "Tesla T4" in output and "seed 3" in output,
                  "options reach the program", output + errors)


def check_new(runner, folder):
    """A new program runs, builds with CMake from this build tree, and is a test there."""
    code, output, errors = runner.run(f"new {folder}/first_steps")
    runner.expect(code == 0 and "first_steps.cu" in output, "a program is started", errors)
    source = f"{folder}/first_steps/first_steps.cu"
    code, output, errors = runner.run(f"run {source} -- 100")
    runner.expect(code == 0 and output.startswith("first_steps: 100 elements: ok"),
                  "the new program runs", output + errors)
    package = Path(runner.warpscope).resolve().parent.parent
    build = f"{folder}/build"
    for command in (["cmake", "-S", f"{folder}/first_steps", "-B", build,
                     f"-DWarpscope_DIR={package}"],
                    ["cmake", "--build", build], [f"{build}/bin/first_steps"],
                    ["ctest", "--test-dir", build, "--no-tests=error"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        runner.expect(done.returncode == 0, shlex.join(command), done.stdout + done.stderr)

    # A header that changes makes the program anew.
    Path(folder, "first_steps/size.h").write_text("#define SIZE 1\n")
    Path(source).write_text('#include <cstdio>\n#include "size.h"\n'
                            'int main() { std::printf("%d\\n", SIZE); }\n')
    for size in ("1", "2"):
        Path(folder, "first_steps/size.h").write_text(f"#define SIZE {size}\n")
        subprocess.run(["cmake", "--build", build], capture_output=True, check=False)
        done = subprocess.run([f"{build}/bin/first_steps"], capture_output=True, text=True,
                              check=False)
        runner.expect(done.stdout == size + "\n", f"built with size {size}", done.stdout)


def check_json(runner, folder):
    """JSON alone on standard output, the program's output on standard error."""
    code, output, errors = runner.run("run tests/programs/host_nonzero.cu --report json")
    runner.expect(code == 3, "host_nonzero exits with 3", errors)
    report = json.loads(output)
    runner.expect(report["program"]["status"] == 7, "the program's status", output)
    runner.expect(report["exit_code"] == 3, "our own exit code", output)
    runner.expect("host_nonzero" in errors, "the program's output", errors)
    runner.expect(len(report["launches"]) == 1, "its launch", output)

    code, output, errors = runner.run("run tests/programs/host_crash.cu --report json")
    report = json.loads(output)
    runner.expect(code == 3 and report["program"]["signal"] == signal.SIGABRT, "a crash", output)
    runner.expect(len(report["launches"]) == 1, "launches before the crash are kept", output)

    file = Path(folder, "report.json")
    code, output, errors = runner.run(
        f"run tests/programs/out_of_bounds.cu --report json -o {file}")
    report = json.loads(file.read_text())
    runner.expect(code == 1 and output.startswith("out_of_bounds:"), "-o leaves stdout alone")
    finding = report["launches"][-1]["findings"][0]
    runner.expect(finding["kind"] == "OutOfBounds" and finding["source"][0]["line"] == 13,
                  "the finding", json.dumps(finding, indent=2))


def interrupted(runner, source, signals, arguments=()):
    """Runs the program that waits, and sends signals to warpscope alone."""
    command = [runner.warpscope, "run", source, *arguments]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             start_new_session=True)
    first = child.stdout.readline()
    for number in signals:
        time.sleep(1)
        child.send_signal(number)
    try:
        output, errors = child.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return -1, first, "it did not end"
    return child.returncode, first + output, errors


def check_interrupt(runner, folder):
    source = str(Path(folder, "spin.cu"))
    Path(source).write_text(SPIN)
    code, output, errors = interrupted(runner, source, [signal.SIGINT])
    shown = f"exit code {code}\n{output}\n{errors}"
    runner.expect(code == 3, "an interrupted launch exits with 3", shown)
    runner.expect("quick(int*)" in output and "interrupted" in errors, "the report so far", shown)
    code, output, errors = interrupted(runner, source, [signal.SIGINT], ["--", "host"])
    shown = f"exit code {code}\n{output}\n{errors}"
    runner.expect(code == 3, "a hung host program can be interrupted", shown)
    runner.expect("quick(int*)" in output and "interrupted: this is" in output, "its report", shown)


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    runner = Runner(sys.argv[1])
    group = sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        if group == "usage":
            for case in USAGE:
                runner.check(*case)
        elif group == "listings":
            check_listings(runner)
        elif group == "ptx":
            for case in PTX:
                runner.check(*case)
        elif group == "program":
            check_program(runner, folder)
        elif group == "new":
            check_new(runner, folder)
        elif group == "json":
            check_json(runner, folder)
        elif group == "interrupt":
            check_interrupt(runner, folder)
        else:
            print(__doc__, file=sys.stderr)
            return 2
    print(f"{group}: {runner.failures} failures")
    return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
