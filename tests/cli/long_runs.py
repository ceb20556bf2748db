#!/usr/bin/env python3
"""Long runs: the line of progress, Ctrl-C, and how much memory programs take.

Usage: long_runs.py WARPSCOPE GROUP      groups: progress, interrupt, memory
"""

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

SPIN = """#include <cstdio>
#include <cstring>
#include <csignal>
#include <unistd.h>
__global__ void quick(int* out) { *out = 1; }
__global__ void spin(volatile int* flag) { while (*flag == 0) {} }
int main(int argc, char** argv) {
    const char* how = argc > 1 ? argv[1] : "launch";
    int* flag;
    cudaMalloc(&flag, sizeof *flag);
    quick<<<1, 1>>>(flag);
    cudaMemset(flag, 0, sizeof *flag);
    if (!std::strcmp(how, "stubborn")) std::signal(SIGINT, SIG_IGN);
    std::puts("waiting");
    std::fflush(stdout);
    if (std::strcmp(how, "launch")) for (;;) pause();
    spin<<<1, 1>>>(flag);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
"""

SPIN_PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry spin()
{
LOOP:
    bra LOOP;
}
"""

# Writes index or index + 1 everywhere, and says what it allocated.
MEMORY = """#include <cstdio>
#include <cstring>
__global__ void index(uint4* p) {
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const unsigned v = unsigned(i);
    p[i] = make_uint4(v, v + 1, v + 2, v + 3);
}
__global__ void update(uint4* p) {
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    uint4 v = p[i];
    ++v.x, ++v.y, ++v.z, ++v.w;
    p[i] = v;
}
int main(int, char** argv) {
    const char* how = argv[1];
    const size_t bytes = size_t(std::atoi(argv[2])) << 20;
    const unsigned blocks = unsigned(bytes / 16 / 256);
    uint4* p = nullptr;
    const bool managed = std::strstr(how, "managed");
    if ((managed ? cudaMallocManaged(&p, bytes) : cudaMalloc(&p, bytes)) != cudaSuccess) return 1;
    if (std::strstr(how, "write")) index<<<blocks, 256>>>(p);
    if (std::strstr(how, "update")) index<<<blocks, 256>>>(p), update<<<blocks, 256>>>(p);
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
    const unsigned added = std::strstr(how, "update") ? 1 : 0;
    if (managed) {
        for (size_t i = 0; i < bytes / 16; ++i)
            if (p[i].w != unsigned(i) + 3 + added) return 3;
    } else if (std::strcmp(how, "untouched")) {
        uint4 last;
        cudaMemcpy(&last, p + bytes / 16 - 1, sizeof last, cudaMemcpyDeviceToHost);
        if (last.x != unsigned(bytes / 16 - 1) + added) return 4;
    }
    return 0;
}
"""

WAIT = 60  # seconds until a test gives up


class Checks:
    def __init__(self):
        self.failures = 0

    def expect(self, condition, what, details=""):
        if not condition:
            self.failures += 1
            print(f"FAILED: {what}\n{details}")


def read_until(descriptor, text):
    """What can be read until `text` has come, or nothing comes any more."""
    everything = b""
    while text not in everything and select.select([descriptor], [], [], WAIT)[0]:
        try:
            some = os.read(descriptor, 65536)
        except OSError:  # a terminal whose other end is closed
            break
        if not some:
            break
        everything += some
    return everything.decode(errors="replace")


def take_terminal():
    """Makes the terminal on standard error the one that Ctrl-C is typed at."""
    fcntl.ioctl(2, termios.TIOCSCTTY, 0)


class Run:
    """A running command of which standard error is a pipe or a terminal."""

    def __init__(self, command, terminal=False):
        environment = {**os.environ, "TERM": "xterm"}
        self.terminal = terminal
        self.errors, theirs = pty.openpty() if terminal else os.pipe()
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs,
                                      stdin=subprocess.DEVNULL, env=environment,
                                      start_new_session=True,
                                      preexec_fn=take_terminal if terminal else None)
        os.close(theirs)

    def interrupt(self):
        """Ctrl-C, which goes to all processes of a terminal; else a signal to warpscope alone."""
        if self.terminal:
            os.write(self.errors, b"\x03")
        else:
            self.child.send_signal(signal.SIGINT)

    def end(self):
        """Exit code, the rest of standard output, the rest of standard error."""
        try:
            output = self.child.communicate(timeout=WAIT)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(self.child.pid, signal.SIGKILL)
            self.child.communicate()
            return -1, "", "it did not end"
        errors = read_until(self.errors, b"no such text")
        os.close(self.errors)
        return self.child.returncode, output, errors


def check_progress(checks, warpscope, folder):
    source = f"{folder}/spin.cu"
    Path(source).write_text(SPIN)
    ptx = f"{folder}/spin.ptx"
    Path(ptx).write_text(SPIN_PTX)
    in_process = [warpscope, "run", ptx, "--kernel", "spin", "--grid", "2", "--block", "32"]
    for command, words in (([warpscope, "run", source], b"launch 2 spin: 0 of 1 block, "),
                           (in_process, b"launch 1 spin: 0 of 2 blocks, ")):
        run = Run(command, terminal=True)
        shown = read_until(run.errors, words)
        checks.expect(words.decode() in shown, "a terminal shows progress", repr(shown))
        run.interrupt()
        code, output, errors = run.end()
        checks.expect(code == 3, "the launch can be interrupted", f"{code}\n{output}\n{errors}")
        last = shown + errors
        checks.expect("\x1b[B\r\x1b[K\x1b8" in last and
                      last.rfind("\x1b[B\r\x1b[K\x1b8") > last.rfind("launch"),
                      "and the line is taken away", repr(last))

        run = Run([*command, "--progress"])
        words = b"warpscope: " + words
        shown = read_until(run.errors, words)
        checks.expect(words.decode() in shown and "\x1b" not in shown,
                      "--progress shows lines in a pipe", repr(shown))
        run.interrupt()
        run.end()

        # As long as it takes to show something elsewhere.
        for terminal, more in ((False, []), (True, ["--no-progress"]), (True, ["-q"])):
            run = Run([*command, *more], terminal)
            if command is not in_process:
                run.child.stdout.readline()
            try:
                run.child.wait(timeout=3)
            except subprocess.TimeoutExpired:
                pass
            run.interrupt()
            code, output, errors = run.end()
            checks.expect(code == 3 and "warp instructions" not in errors,
                          f"no progress with {more} and terminal {terminal}", repr(errors))


def interrupted(warpscope, arguments, times=1, launch=True, terminal=False):
    """Runs it and types Ctrl-C: when the launch runs, or when the host waits."""
    run = Run([warpscope, *arguments, *(["--progress"] if launch else [])], terminal)
    if launch:
        read_until(run.errors, b" warp instructions")
    first = "" if launch else run.child.stdout.readline().decode()
    for time in range(times):
        if time > 0:
            try:
                run.child.wait(timeout=1)
            except subprocess.TimeoutExpired:
                pass
        run.interrupt()
    code, output, errors = run.end()
    return code, first + output, errors


def check_interrupt_when_busy(checks, warpscope, arguments):
    """One processor and others who want it: the program is far before warpscope is asked again."""
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        for _ in range(20):
            code, output, errors = interrupted(warpscope, arguments, launch=False)
            checks.expect(code == 3, "an interrupt that comes early", f"{code}\n{output}\n{errors}")
            if code != 3:
                break
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, processors)


def check_interrupt(checks, warpscope, folder):
    source = f"{folder}/spin.cu"
    Path(source).write_text(SPIN)
    subprocess.run([warpscope, "build", source, "-o", f"{folder}/spin"], check=True)
    executable = f"{folder}/spin"
    report = f"{folder}/report"

    for command, terminal in ((["exec", executable], False), (["run", source], True)):
        code, output, errors = interrupted(warpscope, [*command, "-o", report], terminal=terminal)
        text = Path(report).read_text()
        shown = f"exit code {code}\n{output}\n{errors}\n{text}"
        checks.expect(code == 3, "an interrupted launch exits with 3", shown)
        checks.expect("launch 1 quick(int*)  finished" in text, "what was done before", shown)
        checks.expect("launch 2 spin(int volatile*)  interrupted" in text and
                      "interrupted: this is what was done until then" in text,
                      "the launch so far", shown)

    code, output, errors = interrupted(
        warpscope, ["exec", executable, "--report", "json", "-o", report])
    run = json.loads(Path(report).read_text())
    shown = f"exit code {code}\n{output}\n{errors}\n{run}"
    checks.expect(code == 3 and run["exit_code"] == 3 and run["interrupted"], "JSON says so", shown)
    checks.expect([launch["outcome"] for launch in run["launches"]] == ["finished", "interrupted"],
                  "its launches", shown)
    checks.expect(run["launches"][-1]["instructions"]["warp"] > 5, "what ran is counted", shown)

    host = ["exec", executable, "--no-progress", "--"]
    code, output, errors = interrupted(warpscope, [*host, "pause"], launch=False)
    shown = f"exit code {code}\n{output}\n{errors}"
    checks.expect(code == 3 and "quick(int*)" in output and "interrupted: this is" in output,
                  "a host program that waits", shown)

    check_interrupt_when_busy(checks, warpscope, [*host, "pause"])

    for terminal in (False, True):
        code, output, errors = interrupted(warpscope, [*host, "stubborn"], times=2, launch=False,
                                           terminal=terminal)
        shown = f"exit code {code}\n{output}\n{errors}"
        checks.expect(code == 3 and "quick(int*)" in output and "interrupted: this is" in output,
                      "the second Ctrl-C ends a program that heeds none", shown)

    ptx = f"{folder}/spin.ptx"
    Path(ptx).write_text(SPIN_PTX)
    arguments = ["run", ptx, "--kernel", "spin", "--grid", "2", "--block", "32"]
    code, output, errors = interrupted(warpscope, arguments)
    shown = f"exit code {code}\n{output}\n{errors}"
    checks.expect(code == 3 and "interrupted: this is" in output, "one kernel", shown)
    code, output, errors = interrupted(warpscope, [*arguments, "--report", "json"])
    checks.expect(code == 3 and json.loads(output)["interrupted"], "one kernel as JSON", output)


def peak_memory(command):
    """Exit status and the largest resident memory, in bytes."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, usage.ru_maxrss * 1024


def check_memory(checks, warpscope, folder):
    source = f"{folder}/memory.cu"
    Path(source).write_text(MEMORY)
    executable = f"{folder}/memory"
    subprocess.run([warpscope, "build", source, "-o", executable], check=True)
    mebibyte = 1 << 20
    code, peak = peak_memory([executable, "untouched", "2048"])
    print(f"untouched, 2048 MiB: {peak / mebibyte:.0f} MiB")
    checks.expect(code == 0 and peak < 64 * mebibyte, "memory that nobody touches costs nothing",
                  f"exit status {code}, {peak} bytes")
    for how in ("write", "update", "managed write", "managed update"):
        size = 384
        code, peak = peak_memory([executable, how, str(size)])
        print(f"{how}, {size} MiB: {peak / mebibyte:.0f} MiB")
        checks.expect(code == 0 and peak <= 1.3 * size * mebibyte + 64 * mebibyte,
                      f"{how}: at most 1.3 times what is simulated, and 64 MiB",
                      f"exit status {code}, {peak} bytes")


GROUPS = {"progress": check_progress, "interrupt": check_interrupt, "memory": check_memory}


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in GROUPS:
        print(__doc__, file=sys.stderr)
        return 2
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        GROUPS[sys.argv[2]](checks, sys.argv[1], folder)
    print(f"{sys.argv[2]}: {checks.failures} failures")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
