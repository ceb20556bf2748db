"""Operands at which arithmetic on half values tends to go wrong, and the writing of half case files."""

import random

from .case_files import HERE, written
from .half_oracle import BF16, F16, SCALARS

TYPES = {"f16": (F16, False), "f16x2": (F16, True), "bf16": (BF16, False), "bf16x2": (BF16, True)}


def edges(f):
    """Zeros, the ends of the subnormal and normal ranges, neighbours of powers of two, infinities, NaNs; both signs."""
    normal = 1 << (f.precision - 1)
    one = f.exact(1)
    values = [0, 1, 2, 3, normal // 2, normal - 1, normal, normal + 1, 2 * normal - 1, one // 2, one - 1, one, one + 1,
              one + 2, one + normal // 2, one + normal, one + normal + 1, (f.largest + one) // 2, f.largest - normal,
              f.largest - 1, f.largest, f.infinity, f.infinity + 1, f.infinity | f.quiet, 0x7FFF]
    return [v | s for v in values for s in (0, f.sign)]


def singles(f):
    return [(v,) for v in edges(f)] + [(v,) for v in arbitrary(f, 14)]


def arbitrary(f, count):
    """Numbers of moderate size, and any bits at all."""
    r = random.Random(f"{f.name} {count}")
    one = f.exact(1)
    return [r.randrange(0x10000) if k % 3 == 0 else one + r.randrange(-0x300, 0x300) | r.choice((0, f.sign))
            for k in range(count)]


def sampled(f, arity, count, name):
    """Tuples of edges and arbitrary numbers: the same for the same name."""
    r = random.Random(f"{f.name} {name}")
    pool, numbers = edges(f), arbitrary(f, 40)
    chosen = []
    while len(chosen) < count:
        source = pool if len(chosen) % 2 == 0 else numbers
        t = tuple(r.choice(source) for _ in range(arity))
        if t not in chosen:
            chosen.append(t)
    return chosen


def near_ties(f, count):
    """Triples whose product and addend nearly cancel, or whose sum lies near the middle of two numbers."""
    r = random.Random(f"{f.name} ties")
    made = []
    for k in range(count):
        a, b = (f.exact(1) | r.randrange(1 << (f.precision - 1)) for _ in range(2))
        product = f.value(a) * f.value(b)
        if k % 2:
            made.append((a, b, f.round(product) ^ f.sign))
        else:
            small = f.round(product / (1 << (f.precision + r.randrange(4))))
            made.append((a, b, small | r.choice((0, f.sign))))
    return made


def packed(tuples):
    """Two tuples of halves in one of words: neighbours in the list share a word."""
    shifted = tuples[1:] + tuples[:1]
    return [tuple(low | high << 16 for low, high in zip(a, b)) for a, b in zip(tuples, shifted)]


def show(value, type_name):
    if type_name == "pred":
        return str(int(value))
    if type_name in TYPES or type_name[0] in "fbet":
        digits = {"f64": 16, "b64": 16, "f32": 8, "tf32": 8, "f16x2": 8, "bf16x2": 8, "b32": 8}.get(type_name, 4)
        return f"0x{value:0{digits}x}"
    bits = int(type_name[1:])
    value &= (1 << bits) - 1
    signed = value - (1 << bits) if type_name[0] == "s" and value >> (bits - 1) else value
    return str(signed) if abs(signed) < 10000 else hex(value)


def case(row, name, comment, inputs, outputs, code, tuples, function, setup=(), target="sm_90", version="8.1"):
    """Writes tests/ptx/<row>/<name>.ptx; `function` gives the outputs of one tuple of inputs."""
    ins, outs = ([pair.split() for pair in text.split(", ")] for text in (inputs, outputs))
    lines = [f"// {line}" for line in comment.split("\n")]
    lines += [f"// row: {row}", f"// version: {version}", f"// target: {target}"]
    lines += [f"// setup: {line}" for line in setup]
    lines += [f"// in: {inputs}", f"// out: {outputs}"]
    lines += [f"    {line}" for line in code.split("\n")]
    tuples = list(dict.fromkeys(tuples))
    assert len(tuples) >= 8, (row, name)
    for given in tuples:
        wanted = function(*given)
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        assert len(wanted) == len(outs), (row, name)
        left = " ".join(show(v, t[1:]) for v, (_, t) in zip(given, ins, strict=True))
        right = " ".join(show(v, t[1:]) for v, (_, t) in zip(wanted, outs, strict=True))
        lines.append(f"// {left} -> {right}")
    path = HERE / row / f"{name}.ptx"
    assert path not in written, path
    written.add(path)
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


__all__ = ["SCALARS", "TYPES", "arbitrary", "case", "edges", "near_ties", "packed", "sampled", "singles"]
