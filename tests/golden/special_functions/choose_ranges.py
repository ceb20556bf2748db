#!/usr/bin/env python3
"""Chooses the ranges of h200.txt from all digests of a recording.

    choose_ranges.py DIGESTS OUTPUT NOTE      DIGESTS: digests.txt of record.cu; NOTE: the GPU, its driver and the date

Every segment of every table is kept with one form of its instruction; every form keeps the ranges that begin or end
with special values, and a few spread over all operands.
"""
import sys

SIZE = 1 << 18
# First operand and number of ranges that cover all segments.
COVERS = {
    "rcp.approx.ftz.f32": [(0x3F800000, 32)], "rsqrt.approx.ftz.f32": [(0x3F800000, 64)],
    "sqrt.approx.ftz.f32": [(0x3F800000, 64)], "ex2.approx.ftz.f32": [(0x3F000000, 32), (0xBF000000, 32)],
    "lg2.approx.ftz.f32": [(0x3F800000, 32)], "sin.approx.ftz.f32": [(0x3FC80000, 34)],
    "cos.approx.ftz.f32": [(0x3FC80000, 4)], "rcp.approx.ftz.f64": [(0x3FF00000, 4)],
    "rsqrt.approx.ftz.f64": [(0x3FF00000, 8)],
}
TANGENT_SEGMENTS = [1, 1, 1, 2, 2, 4, 4, 4, 8, 16, 8]  # in each binade from 2^-8 on
SPECIAL = [
    0, 0x007C0000, 0x00800000, 0x00100000, 0x3F000000, 0x3F7C0000, 0x3F800000, 0x40480000,
    0x42000000, 0x42FC0000, 0x4B800000, 0x7E800000, 0x7F7C0000, 0x7F800000, 0x7FF00000, 0x80000000,
    0x807C0000, 0x80800000, 0xBF800000, 0xC2FC0000, 0xFF7C0000, 0xFF800000, 0xFFF00000,
]
HEADER = """\
# XXH3 (64 bits) of what the approximate instructions of a GPU returned.
# {note}.
# One line a range: form, first operand, number of consecutive operands, digest of the results as 32-bit little-endian
# words (hexadecimal). Operands and results of f64 forms are upper words, their lower ones zero; a division's operands
# are pair number n of replay.cpp. Recorded by record.cu, chosen by choose_ranges.py.
"""


def covering(form):
    for first, count in COVERS.get(form, []):
        yield from (first // SIZE + k for k in range(count))
    if form == "tanh.approx.f32":
        segment = 0
        for binade, segments in enumerate(TANGENT_SEGMENTS):
            width = 32 // segments
            for k in range(segments):
                yield (0x3B800000 + (binade << 23)) // SIZE + k * width + segment * 7 % width
                segment += 1


def chosen(form, ranges):
    if form.startswith("div."):
        return {0, 300, 700}
    if form.endswith("f16"):
        return {0}  # all there are
    return set(covering(form)) | {first // SIZE for first in SPECIAL} | set(range(37, ranges, 1500))


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    forms = {}
    with open(arguments[0]) as file:
        for line in file:
            forms.setdefault(line.split()[0], []).append(line)
    with open(arguments[1], "w") as file:
        file.write(HEADER.format(note=arguments[2]))
        for form, lines in forms.items():
            file.writelines(lines[k] for k in sorted(chosen(form, len(lines))))


if __name__ == "__main__":
    main(sys.argv[1:])
