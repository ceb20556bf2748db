#!/usr/bin/env python3
"""Drives `warpscope debug --batch` with scripts, and checks what it says.

Usage: debugger.py WARPSCOPE travel|programs|questions|variables|input
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FAILURES = []
TRANSPOSE = "kernels/transpose/2_shared.cu"
VARIABLES = "tests/cli/variables.cu"
INLINED = "tests/programs/out_of_bounds_inlined.cu"
HASH = re.compile(r"^[0-9a-f]{32}$", re.MULTILINE)


def expect(condition, what, details=""):
    if not condition:
        FAILURES.append(what)
        print(f"FAILED: {what}\n{details}")


def run(*words, stdin=None):
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=False,
                          input=stdin if stdin is not None else "")


def debug(target, script, *options, code=0, arguments=()):
    """Carries out the lines of a script in batch mode."""
    with tempfile.NamedTemporaryFile("w", suffix=".gdb", delete=False) as file:
        file.write(script)
    more = ["--", *arguments] if arguments else []
    result = run("debug", target, "--batch", "-x", file.name, *options, *more)
    Path(file.name).unlink()
    expect(result.returncode == code, f"{target}: the exit code is {code}",
           f"{result.returncode}\n{result.stdout}{result.stderr}")
    return result


def line_number(source, text):
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if text in line]
    assert len(numbers) == 1, (source, text, numbers)
    return numbers[0]


def check_travel():
    """Steps back and forward between identical states, from the first 32-way bank conflict."""
    number = line_number(TRANSPOSE, "output[out_y * height + out_x] = staged")
    for back, forth in (("reverse-stepi", "stepi"), ("reverse-step", "step"),
                        ("reverse-next", "next"), ("rsi -all", "si -all")):
        script = f"break conflict 32\nrun\nhash\n{back}\n{back}\nhash\n{forth}\n{forth}\nhash\n"
        text = debug(TRANSPOSE, script, arguments=("96", "64")).stdout
        expect(f"{TRANSPOSE}:{number}" in text, "it stops at the conflict's line", text)
        expect("32 passes" in text and "ld.shared" in text, "and says what the load costs", text)
        hashes = HASH.findall(text)
        expect(len(hashes) == 3 and hashes[0] == hashes[2] != hashes[1],
               f"{back} twice and {forth} twice lead back to the same state", text)
    # Its own next conflict, another warp's, and back again.
    text = debug(TRANSPOSE, "break conflict 32\nrun\nhash\ncontinue\nhash\nreverse-continue\nhash\n"
                 "reverse-continue\n", arguments=("96", "64")).stdout
    hashes = HASH.findall(text)
    expect(len(hashes) == 3 and hashes[0] == hashes[2] != hashes[1],
           "continue and reverse-continue lead back", text)
    expect("the beginning" in text, "there is no conflict before the first", text)
    text = debug(TRANSPOSE, "hash\ngoto end\ngoto start\nhash\n", arguments=("96", "64")).stdout
    hashes = HASH.findall(text)
    expect(len(hashes) == 2 and hashes[0] == hashes[1], "from the end to the beginning", text)
    expect("the launch has ended: finished" in text, "the end is named", text)


def check_programs():
    """A program opens at the launch with a finding; inlined calls are stepped through."""
    here = line_number(INLINED, "const int here = element(values, i);")
    call = line_number(INLINED, "const int d = difference(values, i);")
    text = debug(INLINED, "info launches\nbreak finding\ncontinue\nbacktrace\nfindings\n").stdout
    expect(re.search(r"#0 +element.*\(inlined\)\n#1 +difference.*\(inlined\)\n#2 +differences", text),
           "the finding is inside of two inlined calls", text)
    expect("out of bounds" in text and "goto finding 1" in text, "findings are listed", text)
    text = debug(INLINED, f"break difference\nrun\nfinish\nreverse-finish\ntbreak {call}\nrun\n").stdout
    expect(f":{here - 4}" in text or f":{here}" in text, "it stops in the inlined function", text)
    # Conditions count for lanes, before the instruction.
    text = debug(INLINED, "break differences if threadIdx.x == 37\ncontinue\nfocus\n"
                 "print threadIdx.x\nprint -all threadIdx.x\n").stdout
    expect("lane 5, thread (37)" in text, "the lane that satisfies a condition is in focus", text)
    expect("threadIdx.x = 37" in text and "lanes  0-7" in text, "one lane, and all", text)
    # The second launch, and what it prints.
    text = debug("tests/programs/printf_order.cu", "launch 3\ngoto end\n", "--launch", "2").stdout
    expect("lane 3 of 4" in text, "device printf is shown where it happens", text)
    # A PTX file.
    text = run("debug", "tests/cli/add.ptx", "--kernel", "add", "--grid", "1", "--block", "8",
               "--arg", "out=zeros:u32:8", "--arg", "n=u32:5", "--batch", "-ex", "break ptx:1",
               "-ex", "run", "-ex", "print n", "-ex", "info registers").stdout
    expect("n = 5" in text, "parameters of PTX files have their names", text)


def check_questions():
    text = debug(TRANSPOSE, "break conflict 32\nrun\nwho staged[5]\nwhen ((unsigned*)param1)[0]\n"
                 "watch staged[7]\nreverse-continue\nx/4uw &staged[0]\nprint staged.u8[4]\n"
                 "print/x param0\ndisplay threadIdx.x\nstepi\ninfo display\nundisplay 1\n"
                 "info locals\ninfo registers %r18\ninfo warps\ninfo lanes\ninfo blocks\n"
                 "info source\ninfo line\nlist\nlist 20\ndisassemble\ninfo breakpoints\n",
                 arguments=("96", "64")).stdout
    for part in ("staged[5] was written at", "lane 5: 0xffffffff before, 0x5 after",
                 "((unsigned*)param1)[0] changes at", "lane 7 will change 0xffffffff to 0x7",
                 "shared+0x0:", "param0 = 0x7f0000000100", "1: threadIdx.x = 7", "param3",
                 "%r18", "warp 31", "lane 31", "1 of 6 blocks", "=>", "st.shared.u32", "writes of staged[7]"):
        expect(part in text, f"the text says {part}", text)


def check_variables():
    """Variables of the source by name, in a --debug build; an ordinary build names --debug."""
    loop = line_number(VARIABLES, "total += sum_of")
    inner = line_number(VARIABLES, "sum += value * scale")
    store = line_number(VARIABLES, "out[i] = total")
    begin = line_number(VARIABLES, "const int i = threadIdx.x")
    script = (f"break {loop} if i == 2 && lane == 7 && threadIdx.y == 0\nrun\nprint i\nprint/32 i\n"
              "print tile[threadIdx.y][threadIdx.x]\n"
              "print tile[0][9]\nprint work\nprint work.range.first\nprint odd\nprint *values\n"
              "print values[work.range.first]\nprint (&work)->range\nprint &work.range.count\nprint tile[0]\n"
              "info locals\ninfo args\ndisplay i * 10\nx/2dw &work\nwho i\n"
              f"delete\ntbreak {store} if threadIdx.y == 0\ncontinue\nprint i\nprint/32 i\n")
    text = debug(VARIABLES, script, "--debug").stdout
    for part in ("i = 2\n", "i = 2 in all lanes", "tile[threadIdx.y][threadIdx.x] = 7\n", "tile[0][9] = 9\n",
                 "work = {range = {first = 7, count = 2}, values = 0x7f", "work.range.first = 7\n", "odd = true\n",
                 "*values = 0\n", "values[work.range.first] = 7\n", "(&work)->range = {first = 7, count = 2}",
                 "&work.range.count = 0x", "tile[0]: 33 elements f32 at shared", "1: i * 10 = 20\n", "first = 7",
                 "i was written at", "lane 7: 0x1 before, 0x2 after"):
        expect(part in text, f"the text says {part!r}", text)
    expect(re.search(r"^total +float +=", text, re.MULTILINE), "info locals lists them with types", text)
    expect(re.search(r"^rounds +int +=", text, re.MULTILINE), "and arguments", text)
    expect(re.search(r"^values +float\* +=", text, re.MULTILINE), "with pointer types", text)
    expect(len(re.findall(r"^i +int +=", text, re.MULTILINE)) == 1, "the inner i hides the outer one", text)
    expect("i = 7\n" in text and "lanes 24-31" in text, "behind the loop it is the outer one again", text)
    # Not assigned yet, out of scope, optimised out, wrong members; functions, references and `k` of a call.
    text = debug(VARIABLES, f"break {begin}\nrun\ninfo locals\n", "--debug").stdout
    expect(re.search(r"^i +int +~? *= \(not yet assigned here\)", text, re.MULTILINE), "nothing is guessed", text)
    text = debug(VARIABLES, f"break {inner} if k == 1 && work.range.first == 0\nrun\nprint k\nprint value\n"
                 "print work.range\nprint scale\nbacktrace\n", "--debug").stdout
    for part in ("k = 1\n", "value = 1\n", "work.range = {first = 0, count = 2}", "scale = 0.5\n", "#0  sum_of"):
        expect(part in text, f"in a called function: {part!r}", text)
    for line, what, hint in ((f"break {begin}\nrun\nprint k", 'no "k" here', "is in scope elsewhere"),
                             (f"break {begin}\nrun\nprint i", "not yet assigned here", "another"),
                             (f"break {loop} if nobody == 1", 'no "nobody" here', "info locals"),
                             (f"break {loop}\nrun\nprint work.nothing", "has no member", "range, values"),
                             (f"break {loop}\nrun\nprint tile[4][0]", "4 elements, none with number 4", "another")):
        result = debug(VARIABLES, line + "\n", "--debug", code=1)
        expect(what in result.stderr and hint in result.stderr, f"{line}: says {what}, {hint}", result.stderr)
    result = debug(VARIABLES, f"break {loop}\nrun\nprint total\n", code=1)
    expect("--debug" in result.stderr, "an optimised build names --debug", result.stderr)


def check_input():
    """Wrong input: the script's line, what, and what to try; nothing after it is carried out."""
    rows = (("frobnicate", "is no command", "help"), ("print 1 +", "column 4", "write a number"),
            ("print nobody", 'no "nobody" here', "info locals"),
            ("break nowhere.cu:3", "no code of this kernel", "its code comes from"),
            ("break 2_shared.cu:9999", "no code at or behind", "last line with code"),
            ("break conflict many", "is no number", "break conflict 32"),
            ("stepi\nwatch %r1", "no place in memory", "when %r1"), ("delete 7", "no breakpoint", "info breakpoints"),
            ("focus block (99, 99)", "there is no block (99,99)", "blocks run from"),
            ("focus lane 32", "there is no lane 32", "lanes run from 0 to 31"),
            ("focus block (1, 0)", "is not on the machine", "goto block (1)"),
            ("goto nowhere", "is no moment", "a position"), ("info nothing", "nothing is known", "info"),
            ("re", "may be", "write more"), ("x/8z 0", "no format", "x d u o t f c"),
            ("x 0", "no memory at", "info locals"), ("step x", "is no count", "a number"),
            ("launch 9", "no launch", "info launches"), ("continue if", "is no count", "number"))
    for line, what, hint in rows:
        result = debug(TRANSPOSE, f"# a comment\n\n{line}\necho reached\n", code=1, arguments=("64", "32"))
        expect(re.match(r".*\.gdb:[34]: error: ", result.stderr.split("\n")[0]), f"{line}: the script's line",
               result.stderr)
        expect(what in result.stderr, f"{line}: says {what}", result.stderr)
        expect("try: " in result.stderr and hint in result.stderr, f"{line}: hints at {hint}", result.stderr)
        expect("reached" not in result.stdout, f"{line}: ends the script", result.stdout)
    result = run("debug", TRANSPOSE, "--batch", "-ex", "nonsense", "--", "64", "32")
    expect(result.returncode == 1 and "-ex nonsense: error" in result.stderr, "a wrong -ex", result.stderr)
    result = run("debug", TRANSPOSE, "--batch", "-x", "missing.gdb", "--", "64", "32")
    expect(result.returncode == 1 and "missing.gdb" in result.stderr, "a missing script", result.stderr)
    for words, what in ((("missing.cu",), "missing.cu"), ((TRANSPOSE, "--launch", "99"), "no launch 99"),
                        (("tests",), ""), (("--batch",), "files")):
        result = run("debug", *words)
        expect(result.returncode == 2 and what in result.stderr, f"debug {words} is refused", result.stderr)
    # Without a terminal commands come from standard input, and there is no prompt.
    result = run("debug", TRANSPOSE, "--", "64", "32", stdin="break conflict 32\nrun\nfrobnicate\nhash\n")
    expect(result.returncode == 0 and HASH.search(result.stdout) and "(warpscope)" not in result.stdout,
           "commands from a pipe", result.stdout + result.stderr)


if __name__ == "__main__":
    globals()[f"check_{sys.argv[2]}"]()
    sys.exit(1 if FAILURES else 0)
