#!/usr/bin/env python3
"""The comparison with golden files must fail when hardware's answer is another one.

    check_notices.py PROGRAM GOLDEN
"""
import pathlib
import subprocess
import sys
import tempfile

FORM = "add.u32 d, a, b"


def run(program, folder):
    return subprocess.run([program, "--emulator", "--only", FORM, "--check", str(folder)],
                          capture_output=True, text=True)


def replaced(text, change):
    lines = text.splitlines()
    found = [k for k, line in enumerate(lines) if line.split("\t")[1:2] == [FORM]]
    assert len(found) == 1, f"{FORM} is not in the golden file"
    lines[found[0]] = change(lines[found[0]])
    return "\n".join(line for line in lines if line) + "\n"


def main():
    program, golden = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in golden.glob("*.tsv"):
            (folder / file.name).write_text(file.read_text())
        good = run(program, folder)
        assert good.returncode == 0, good.stdout + good.stderr

        results = (golden / "results.tsv").read_text()
        flip = {"0": "1"}.get
        (folder / "results.tsv").write_text(replaced(results, lambda l: l[:-1] + flip(l[-1], "0")))
        bad = run(program, folder)
        assert bad.returncode == 1 and f"DIFFERS {FORM}: in chunks 15" in bad.stdout, bad.stdout

        (folder / "results.tsv").write_text(replaced(results, lambda l: ""))
        with (folder / "refused.tsv").open("a") as refused:
            refused.write(f"add.int\t{FORM}\tnot today\n")
        bad = run(program, folder)
        assert bad.returncode == 1 and "hardware's compiler refuses it: not today" in bad.stdout, bad.stdout

        (folder / "results.tsv").write_text("add.int\tadd.u32 d\n")
        assert run(program, folder).returncode == 2


main()
