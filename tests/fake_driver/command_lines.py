#!/usr/bin/env python3
"""Runs `warpscope` with --device gpu: with the fake driver, and on a machine without any driver.

Usage: command_lines.py WARPSCOPE FOLDER-OF-THE-FAKE-DRIVER
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CLEAN = "tests/programs/empty_kernel.cu"
ADD = "run tests/cli/add.ptx --kernel add --grid 1 --block 64 --arg out=zeros:u32:4 --arg u32:7"
BOTH = ADD.replace("run ", "compare ").replace("--block 64", "--block 4")
NONE = "contexts 0, memory 0, modules 0, events 0, arrays 0, textures 0, surfaces 0"

# (words for the fake driver, command line, exit code, texts on standard output, on standard error)
WITH_DRIVER = [
    ("", "gpus", 0, ["Fake GPU 0", "Fake GPU 1", "8.6", "8 GiB"], []),
    ("", "gpus --json", 0, ['"name": "Fake GPU 1"', '"memory_bytes": 8589934592'], []),
    ("no-gpu", "gpus", 0, ["none: the CUDA driver knows no GPU"], []),
    ("no-start", "gpus", 0, ["none: the CUDA driver: cuInit: error 999"], []),
    ("no-gpu", f"run {CLEAN} --device gpu", 2, [], ["the CUDA driver knows no GPU"]),
    ("", f"run {CLEAN} --device gpu --gpu-index 2", 2, [], ["there is no GPU 2"]),
    # The fake runs nothing, so the buffer keeps what it held.
    ("", f"{ADD} --device gpu --print out", 0,
     ["out: 0 0 0 0\n", "add.ptx on Fake GPU 0 (driver ", "launch 1 add  finished",
      "250 us on the GPU", "1 launch, 250 us on the GPU: no findings"], []),
    ("", f"{ADD} --device gpu --gpu-index 1", 0, ["on Fake GPU 1"], []),
    ("launch-error=700", f"{ADD} --device gpu", 1,
     ["launch 1 add  fault",
      "the GPU stopped the kernel: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS, error 700)",
      "kernel add, launch 1\n", "  grid 1, block 64\n", "  GPUs give this error for an access to an address",
      # No driver says where, the emulator does.
      "  the emulator runs into: out of bounds: 4-byte ", "right behind the end of buffer `out` (16 bytes",
      "block (0, 0, 0), thread (4, 0, 0), PTX line ",
      "  so the launch goes wrong on the emulator, too\n"], []),
    ("fault-at-launch=719", f"{ADD} --device gpu", 1,
     ["the GPU stopped the kernel: error 719", "a trap, a breakpoint", "the emulator runs into: "], []),
    ("launch-error=716", f"{ADD.replace('--block 64', '--block 4')} --device gpu", 1,
     ["the GPU stopped the kernel: error 716", "no multiple of its size",
      "the emulator finishes the launch from the same memory", "its checkers find nothing"], []),
    ("launch-error=701", f"{ADD} --device gpu", 2, [], ["cuLaunchKernelEx: words (CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"]),
    ("launch-error=715", f"run {CLEAN} --device gpu", 1,
     ["the GPU stopped the kernel: error 715", "  all GPU work of this process has ended with the kernel\n",
      f"try: `warpscope compare {CLEAN}` runs each launch on the emulator first"], []),
    ("bad-ptx", f"{ADD} --device gpu", 2, [],
     ["tests/cli/add.ptx:7: error: the driver's compiler refuses this PTX: Not today"]),
    ("", f"run {CLEAN} --device gpu", 0,
     ["empty_kernel: ok", "empty_kernel.cu on Fake GPU 0 (driver ", "nothing()  finished"], []),
    # Side by side: what the fake does not run it does not change.
    ("", f"compare {CLEAN}", 0, ["emulator and GPU: equal", "beside Fake GPU 0 (driver "], []),
    ("", f"{ADD} --device both", 1,
     ["emulator and GPU: not compared: the launch ended with a fault on the emulator, so it was not run"], []),
    ("", BOTH, 1,
     ["emulator and GPU: different (1 buffer, 16 bytes; 250 us on the GPU)",
      "    parameter 1, buffer `out` (16 bytes): 4 elements differ\n",
      "      first: element 0 (u32, byte 0): emulator 7, GPU 0: off by 7\n",
      "wrote it last on the emulator: block (0, 0, 0), thread (0, 0, 0)", "5 to 16: 4",
      "[compare]: 4 elements of parameter 1, buffer `out` (16 bytes) differ without a known reason"], []),
    ("", f"{BOTH} --gpu-index 1", 1, ["beside Fake GPU 1"], []),
    ("", f"{BOTH} --tolerance 1=ulp:2 --tolerance bits", 1, [], []),
    ("launch-error=700", BOTH, 1,
     ["emulator and GPU: different: an illegal memory access", "[compare]: the GPU ended with an error",
      "  grid 1, block 4\n", "the emulator finishes the launch from the same memory, in 3 other orders of its "
      "threads, too; its checkers find nothing"], []),
    ("launch-error=720", BOTH, 1,
     ["emulator and GPU: different: the driver refused the launch: error 720"], []),
    ("bad-ptx", BOTH, 0, ["emulator and GPU: not compared: ", "refuses this PTX: Not today"], []),
    ("no-gpu", f"compare {CLEAN}", 2, [], ["the CUDA driver knows no GPU"]),
]
WITHOUT_DRIVER = [
    ("", f"run {CLEAN} --device gpu", 2, [], ["no CUDA driver (libcuda.so.1) on this machine"]),
    ("", f"run {CLEAN} --device both", 2, [], ["no CUDA driver (libcuda.so.1) on this machine"]),
    ("", f"{ADD} --device gpu", 2, [], ["no CUDA driver (libcuda.so.1) on this machine"]),
    ("", "gpus", 0, ["none: no CUDA driver (libcuda.so.1) on this machine"], []),
    ("", f"run {CLEAN} --device gpu --seed 1", 2, [], ["--seed is for the emulator alone"]),
    ("", f"run {CLEAN} --no-fuse", 2, [], ["--no-fuse is for --device gpu"]),
    ("", f"run {CLEAN} --tolerance ulp:1", 2, [], ["--tolerance is for --device both"]),
    ("", f"run {CLEAN} --gpu-index 1", 2, [], ["--gpu-index is for --device gpu and both"]),
    ("", f"{BOTH} --tolerance ulp", 2, [], ['"ulp" is no tolerance', "try: [BUFFER=]bits"]),
    ("", f"{BOTH} --no-fuse", 2, [], ["--no-fuse goes without saying when devices are compared"]),
    ("", BOTH, 2, [], ["no CUDA driver (libcuda.so.1) on this machine"]),
]
PROFILER = Path(__file__).resolve().parent  # with an ncu that counts nothing
ABSENT = {"instructions", "memory", "divergent_branches", "barriers", "ordered", "capsule"}


def main():
    warpscope, fake = sys.argv[1:3]
    failures = []

    def expect(condition, what):
        if not condition:
            failures.append(what)
            print("FAILED:", what, flush=True)

    def run(words, line, folder, books="", ncu=None):
        environment = {**os.environ, "LD_LIBRARY_PATH": folder, "WARPSCOPE_FAKE_CUDA": words,
                       "WARPSCOPE_FAKE_CUDA_BOOKS": books}
        if ncu is not None:
            environment |= {"PATH": f"{PROFILER}:{environment['PATH']}", "WARPSCOPE_FAKE_NCU": ncu}
        print("+", words, "warpscope", line, flush=True)
        return subprocess.run([warpscope, *shlex.split(line)], env=environment, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, check=False)

    def check(row, folder, books="", ncu=None):
        words, line, code, out, err = row
        result = run(words, line, folder, books, ncu)
        expect(result.returncode == code, f"{line}: exit code {result.returncode}, not {code}")
        for text, stream in [(t, result.stdout) for t in out] + [(t, result.stderr) for t in err]:
            expect(text in stream, f"{line}: no {text!r} in {stream!r}")

    with tempfile.TemporaryDirectory() as folder:
        for row in WITH_DRIVER:
            books = Path(folder, "books")
            books.unlink(missing_ok=True)
            check(row, fake, str(books))
            # The first process to end is `warpscope` itself or the program it ran; the program's
            # device lives as long as its process, whose end the real driver sees to.
            last = books.read_text().splitlines()[-1]
            expect(last.startswith(NONE), f"{row[1]}: at the end {last}")
        report = json.loads(run("", f"{ADD} --device gpu --report json", fake).stdout)
        expect(report["device"] == "gpu" and "seed" not in report, "the head of the JSON report")
        launch = report["launches"][0]
        expect(launch["device_seconds"] == 0.00025, "the launch's time")
        expect(not ABSENT & set(launch), f"what only an emulator counts: {sorted(launch)}")
        report = json.loads(run("launch-error=700", f"{ADD} --device gpu --report json",
                                fake).stdout)
        finding = report["launches"][0]["findings"][0]
        expect(finding["kind"] == "GpuFault" and "thread" not in finding, f"finding {finding}")

        # A capsule on any machine, and what is none.
        captured = Path(folder, "captured")
        run("", f"{ADD.replace('--block 64', '--block 4')} --capture {captured}", fake)
        for place in [captured, captured / "launch-0001"]:
            result = run("", f"compare {place} --report json", fake)
            comparison = json.loads(result.stdout)["launches"][0]["comparison"]
            expect(result.returncode == 1 and comparison["verdict"] == "different", f"{comparison}")
            difference = comparison["differing"][0]["first"]
            expect(difference["writer"]["ptx"]["text"].startswith("st.global"), f"{difference}")
        check(("", f"compare {folder}", 2, [], ["manifest.json"]), fake)

        # Where it began: what the fake does not run it does not trace.
        check(("", f"compare {captured} --bisect", 1,
               ["    where it began:\n", "(b64) is computed on the emulator only", "PTX line"], []), fake)
        # Smaller, and still different.
        check(("", f"reduce {captured} -o {folder}/small", 0,
               ["OutputsDiffer [compare]", "before: 1 block of 4 threads, 16 bytes",
                "now:    1 block of 1 thread, 4 bytes"], []), fake)
        check(("", f"compare {folder}/small", 1, ["1 element differs"], []), fake)
        # Kept beside the capsule, for machines without a GPU.
        check(("", f"compare --recorded {captured}", 2, [], ["has no recording of a GPU", "warpscope record"]), fake)
        check(("", f"record {captured}", 0, ["launch-0001: Fake GPU 0", "250 us, 1 buffer"], []), fake)
        check(("", f"compare --recorded {captured}", 1, ["beside the recording of Fake GPU 0"], []), fake)
        # What a profiler counted, beside it.
        counters = f"record --counters {captured}"
        if shutil.which("ncu") is None:
            check(("", counters, 2, [], ["no ncu in PATH", "install Nsight Compute"]), fake)
        check(("", counters, 2, [], ["is no Nsight Compute"]), fake, ncu="not-ncu")
        check(("", counters, 2, [], ["may not read this GPU's counters", "NVreg_Restrict"]), fake, ncu="no-permission")
        check(("", counters, 2, [], ["gave no table: No kernels were profiled."]), fake, ncu="no-kernel")
        check(("", counters, 2, [], ["counted 2 kernels where 1 ran"]), fake, ncu="one-more-row")
        check(("", counters, 2, [], ["none of the counters"]), fake, ncu="other-metrics")
        check(("", f"{counters} --run-only", 2, [], ["--run-only"]), fake, ncu="")
        check(("", f"record --run-only {captured}", 0, [], []), fake)
        check(("launch-error=716", f"record --run-only {captured}", 2, [], ["ended on the GPU: error 716"]), fake)
        check(("", f"compare --recorded {captured}", 1, ["4 elements differ"], []), fake)
        check(("", counters, 0, ["launch-0001: Fake GPU 0", "launch-0001: Nsight Compute 2025.3.1.0: "], []), fake,
              ncu="")
        check(("", f"compare --recorded {captured}", 1,
               ["    counters beside those of Nsight Compute 2025.3.1.0\n", " emulator             GPU  difference\n",
                "      global_load_requests                  0           1,024  +1,024 without a known reason: "
                "the driver's compiler may have merged, split or unrolled accesses (deviation 32)\n",
                "      global_store_requests                 1               1\n",
                "      shared_store_wavefronts               0               3  "
                "+3: hardware adds a little arbitration (deviation 32)\n"], []), fake)
        report = json.loads(run("", f"compare --recorded {captured} --report json", fake).stdout)
        counters = {c["id"]: c for c in report["launches"][0]["comparison"]["counters"]["counters"]}
        expect(counters["global_store_bytes_used"]["verdict"] == "equal", f"{counters}")
        expect(counters["global_load_requests"]["difference"] == 1024, f"{counters}")
        check(("", f"compare --recorded --bisect {captured}", 2, [], ["nobody has recorded"]), fake)
        check(("", f"compare --recorded {CLEAN}", 2, [], ["--recorded is for captured launches"]), fake)

        # A library that cannot be loaded stands for none, on machines that have a driver too.
        Path(folder, "libcuda.so.1").write_text("no library\n", encoding="utf-8")
        for row in WITHOUT_DRIVER:
            check(row, folder)
        check(("", f"compare {captured}", 1, ["beside the recording of Fake GPU 0", "4 elements differ"], []), folder)
        check(("", f"record {captured}", 2, [], ["no CUDA driver (libcuda.so.1)"]), folder)
        check(("", f"reduce {captured} -o {folder}/smaller", 2, [], ["nothing is wrong with this launch"]), folder)
        (captured / "launch-0001" / "gpu.json").write_text("{}", encoding="utf-8")
        check(("", f"compare {captured}", 0, ["not compared", "gpu.json"], []), folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
