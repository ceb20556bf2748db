"""Writes case files in the form that tests/ptx/README.md describes; shared by the case generators."""

import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent.parent
written = set()


def wrap(value, type_name):
    """The value that `value`'s low bits have as an integer of the type."""
    bits = int(type_name[1:])
    value &= (1 << bits) - 1
    return value - (1 << bits) if type_name[0] == "s" and value >> (bits - 1) else value


def show(value, type_name):
    """A tuple's value as text: None is not compared, floats go by their bits."""
    if value is None:
        return "_"
    if isinstance(value, str):
        return value
    if type_name in ("f32", "f64"):
        bits = value
        if isinstance(value, float):
            bits = int.from_bytes(struct.pack("<f" if type_name == "f32" else "<d", value), "little")
        return f"0x{bits:0{8 if type_name == 'f32' else 16}x}"
    if type_name == "pred":
        return str(int(value))
    value = wrap(value, type_name)
    return hex(value) if value > 0xFFFF else str(value)


def emit(row, name, comment, lines, rows=()):
    path = HERE / row / f"{name}.ptx"
    assert path not in written, path
    written.add(path)
    path.parent.mkdir(exist_ok=True)
    head = [f"// {line}" for line in comment.split("\n")] + [f"// row: {' '.join([row, *rows])}"]
    path.write_text("\n".join(head + lines) + "\n")


def snippet(row, name, comment, inputs, outputs, code, tuples, setup="", rows=(), version=None,
            target=None, fault=None):
    """A case of a few instructions; each tuple is (inputs, outputs)."""
    ins = [pair.split() for pair in inputs.split(", ")] if inputs else []
    outs = [pair.split() for pair in outputs.split(", ")]
    lines = []
    if version:
        lines.append(f"// version: {version}")
    if target:
        lines.append(f"// target: {target}")
    if fault:
        lines.append(f"// expect-fault: {fault}")
    lines += [f"// setup: {line}" for line in setup.split("\n") if line]
    lines += [f"// in: {inputs}", f"// out: {outputs}"]
    lines += [f"    {line}" for line in code.strip("\n").split("\n")]
    assert len(tuples) >= 8 or fault, (row, name, len(tuples))
    for given, wanted in tuples:
        given = given if isinstance(given, tuple) else (given,)
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        assert len(given) == len(ins) and len(wanted) == len(outs), (row, name, given, wanted)
        left = " ".join(show(v, t[1:]) for v, (_, t) in zip(given, ins))
        right = " ".join(show(v, t[1:]) for v, (_, t) in zip(wanted, outs))
        lines.append(f"// {left} -> {right}")
    emit(row, name, comment, lines, rows)


def module(row, name, comment, directives, body, rows=(), version="8.0", target="sm_80"):
    """A case that is a whole module; `directives` are `kernel: ...` and the like, one a line."""
    lines = [f"// {line}" for line in directives.strip("\n").split("\n")]
    lines += [f".version {version}", f".target {target}", ".address_size 64", ""]
    lines += body.strip("\n").split("\n")
    emit(row, name, comment, lines, rows)
