#!/usr/bin/env python3
"""Writes docs/conformance.md from the golden files of tests/golden/conformance.

    make_page.py            writes the page
    make_page.py --check    exit status 1 when the page is not what would be written
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden/conformance"
PAGE = ROOT / "docs/conformance.md"
TUPLES = 65536

# Why forms differ: the form as a pattern, the number in docs/deviations.md (0: none), the reason.
REASONS = [
    (r"cvt\.\w+\.(bf16\.[us]8|[us]8\.bf16) ", 0, "harmless: ptxas takes no 16-bit register for the integer"),
]


def read(name):
    lines = (GOLDEN / name).read_text().splitlines()
    notes = [line[2:] for line in lines if line.startswith("#")]
    return notes, [line.split("\t") for line in lines if line and not line.startswith("#")]


def reason_of(form):
    for pattern, number, text in REASONS:
        if re.match(pattern, form):
            return (f"[{number}](deviations.md): " if number else "") + text
    sys.exit(f"make_page.py: no reason is known for '{form}'")


def difference_text(text):
    if text == "refused":
        return "refused here", ""
    if text == "accepted":
        return "refused by ptxas", ""
    tuples, ulp, no_distance = map(int, text.split())
    distance = f"{ulp} ulp" if ulp else ""
    if no_distance and ulp:
        distance += f", {no_distance} tuples without one"
    return f"{100 * tuples / TUPLES:.3g} %", distance


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"


def share_text(equal, ran):
    """Never rounded up to 100 %."""
    return f"{10000 * equal // ran / 100:g} %" if ran else "-"


def families(rows, results, refused, differences):
    differing = {form for _, form, _ in differences}
    counts = collections.defaultdict(lambda: [0, 0, 0, 0])
    for row, form, *_ in results:
        c = counts[rows[row][0]]
        c[0] += 1
        c[1] += form not in differing
    for row, *_ in refused:
        counts[rows[row][0]][3] += 1
    for family in sorted(counts):
        ran, equal, _, no = counts[family]
        yield family.replace("_", " "), ran, equal, share_text(equal, ran), no
    ran, equal, no = (sum(c[k] for c in counts.values()) for k in (0, 1, 3))
    yield "**all**", ran, equal, share_text(equal, ran), no


def page():
    notes, results = read("results.tsv")
    refused, differences = read("refused.tsv")[1], read("differences.tsv")[1]
    rows = {r[0]: r[1:] for r in read("rows.tsv")[1]}
    left_out = collections.Counter(r[2] for r in rows.values() if r[2] != "compared")
    compared = sum(r[2] == "compared" for r in rows.values())
    yield "# Conformance"
    yield ""
    yield "<!-- written by tests/conformance/make_page.py from tests/golden/conformance -->"
    yield ""
    yield from INTRODUCTION.strip().splitlines()
    yield ""
    yield f"Last run: {'; '.join(notes)}."
    yield ""
    reasons = ", ".join(f"{reason} ({n})" for reason, n in sorted(left_out.items()))
    yield (f"{compared} of {len(rows)} rows are compared; the others have no result that depends on "
           f"operands alone: {reasons}.")
    yield ""
    yield from table(["class", "forms hardware runs", "equal", "share", "refused by ptxas for sm_90"],
                     families(rows, results, refused, differences))
    yield ""
    yield "## Forms that differ"
    yield ""
    if differences:
        lines = []
        for row, form, text in differences:
            share, distance = difference_text(text)
            bound = rows[row][1] if rows[row][1] != "exact" else ""
            lines.append((f"`{form}`", share, distance, bound, reason_of(form)))
        yield from table(["form", "tuples that differ", "worst distance", "declared error", "deviation"],
                         lines)
    else:
        yield "None."
    yield ""
    yield "## How it is measured"
    yield ""
    yield from METHOD.strip().splitlines()


INTRODUCTION = f"""
Every form of every instruction that is a function of its operands (each type, suffix, comparison, rounding, optional
operand and negation that a row's syntax allows) is run on hardware and on the emulator with the same {TUPLES:,}
operand tuples, and all results are compared bit for bit.
"""

METHOD = """
`tests/conformance` takes the forms from the rows' own syntax, so that a new row is compared as soon as it exists. A
form becomes a kernel that loads tuple *n* in thread *n*, executes the instruction and stores every destination. The
carry flag is reached through whole chains (`add.cc`, the form, `addc`); `lop3` comes with all 256 tables; a `.sync`
form has the same member mask in all lanes of a warp, full or partial, and lanes outside the mask do not execute it.
Arithmetic, bit operations and `setp` are also tried with constants as last source. Under a guard that lets some lanes
of a warp pass, the emulator must give those lanes the same results and leave the others alone.

Tuples are a function of the sources' types and of *n* (`tests/conformance/tuples.h`): combinations of edge values
(zeros, ones, extremes, subnormals, halves, powers of two and their neighbours, infinities, quiet and signalling NaNs,
shift amounts at and beyond the width), random bits, structured values (few digits, integers and halves, midpoints of
singles, bytes and halves of words), and sources near each other, so that sums and fused products cancel. A single
source of 16 bits takes all its values.

Golden files hold XXH3 digests of hardware's results, whole and in 16 chunks, so that the comparison runs without a GPU:

    warpscope_conformance --emulator --check tests/golden/conformance   what CTest runs
    warpscope_conformance --both --record tests/golden/conformance      with a GPU; then make_page.py
    warpscope_conformance --both --only sin.approx                      differing tuples of some forms

`refused.tsv` holds the forms that the notation allows and the driver's compiler refuses for sm_90; the emulator must
refuse them too. A form that has no record yet is counted, and compared from the next recording on. After a change
that makes forms equal, `--check DIR --prune` forgets their recorded differences; then run make_page.py.
"""


def main():
    text = "\n".join(page()) + "\n"
    if sys.argv[1:] == ["--check"]:
        if not PAGE.exists() or PAGE.read_text() != text:
            sys.exit("docs/conformance.md is out of date: run tests/conformance/make_page.py")
    elif len(sys.argv) == 1:
        PAGE.write_text(text)
    else:
        sys.exit(__doc__)


main()
