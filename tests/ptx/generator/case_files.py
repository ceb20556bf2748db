"""Values of PTX types, binary floating-point formats, and the writing of case files."""

import pathlib
import struct
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent.parent

# ---- values


def width(t):
    return 32 if t in ("u16x2", "s16x2") else int(t[1:])


def is_signed(t):
    return t[0] == "s"


def unsigned(v, n):
    """The low n bits."""
    return v & ((1 << n) - 1)


def signed(v, n):
    """The low n bits, read as two's complement."""
    v = unsigned(v, n)
    return v - (1 << n) if v >> (n - 1) else v


def wrap(v, t):
    return signed(v, width(t)) if is_signed(t) else unsigned(v, width(t))


def least(t):
    return -(1 << (width(t) - 1)) if is_signed(t) else 0


def most(t):
    return (1 << (width(t) - (1 if is_signed(t) else 0))) - 1


def clamp(v, t):
    return max(least(t), min(most(t), v))


class Format:
    """A binary floating-point format of IEEE 754: how many bits, how many of them digits."""

    def __init__(self, bits, digits):
        self.bits, self.digits = bits, digits
        self.exponent_bits = bits - digits
        self.bias = (1 << (self.exponent_bits - 1)) - 1
        self.infinity = ((1 << self.exponent_bits) - 1) << (digits - 1)
        self.sign = 1 << (bits - 1)

    def is_nan(self, b):
        return b & ~self.sign > self.infinity

    def is_infinite(self, b):
        return b & ~self.sign == self.infinity

    def negative(self, b):
        return b & self.sign != 0

    def value(self, b):
        """The exact value of a finite number."""
        magnitude = b & ~self.sign
        exponent = magnitude >> (self.digits - 1)
        fraction = magnitude & ((1 << (self.digits - 1)) - 1)
        if exponent:
            fraction |= 1 << (self.digits - 1)
        v = Fraction(fraction) * Fraction(2) ** (max(exponent, 1) - self.bias - self.digits + 1)
        return -v if self.negative(b) else v

    def flush(self, b):
        """.ftz: subnormals become zero and keep their sign."""
        magnitude = b & ~self.sign
        return b & self.sign if magnitude < 1 << (self.digits - 1) else b

    def encode(self, v, rounding, negative_zero=False):
        """The number next to the fraction v in the given direction: rn, rz, rm or rp."""
        if v == 0:
            return self.sign if negative_zero else 0
        magnitude = abs(v)
        sign = self.sign if v < 0 else 0
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        if magnitude < Fraction(2) ** exponent:
            exponent -= 1
        exponent = max(exponent, 1 - self.bias)
        unit = Fraction(2) ** (exponent - self.digits + 1)
        up = {"rp": v > 0, "rm": v < 0}.get(rounding, False)
        if rounding == "rn":
            count = round(magnitude / unit)
        elif up:
            count = -((-magnitude / unit) // 1)
        else:
            count = (magnitude / unit) // 1
        # A count of 2^digits carries into the exponent by itself.
        b = ((exponent + self.bias - 1) << (self.digits - 1)) + int(count)
        if b >= self.infinity:
            b = self.infinity if rounding == "rn" or up else self.infinity - 1
        return sign | b


F32, F64, F16 = Format(32, 24), Format(64, 53), Format(16, 11)
FORMATS = {"f32": F32, "f64": F64, "f16": F16}


def f32(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def f64(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def integral(v, rounding):
    """rni, rzi, rmi, rpi of a fraction."""
    if rounding == "rni":
        return round(v)
    if rounding == "rmi":
        return v // 1
    if rounding == "rpi":
        return -(-v // 1)
    return int(v)


# ---- files


class Any:
    """An output that is not compared."""


NAN = "nan"


def show(v, t):
    """A value as a case file writes it. Floats come as their bits."""
    if v is Any:
        return "_"
    if v == NAN:
        return v
    if t == "pred":
        return "1" if v else "0"
    if t in ("f32", "f64"):
        form = FORMATS[t]
        if not form.is_nan(v):
            if form.is_infinite(v):
                return "-inf" if form.negative(v) else "inf"
            number = float(form.value(v))
            text = repr(number)
            if v == form.sign:
                return "-0.0"
            if len(text) <= 8 and "e" not in text:
                return text
        return f"0x{v:0{form.bits // 4}x}"
    n = width(t)
    v = wrap(v, t)
    if -10000 < v < 10000:
        return str(v)
    return f"0x{unsigned(v, n):x}"


written = set()


def case(row, name, comment, inputs, outputs, code, tuples, function, target=None, version=None):
    """Writes tests/ptx/<row>/<name>.ptx; `function` gives the outputs of one tuple of inputs."""
    ins = [pair.split() for pair in inputs.split(", ")]
    outs = [pair.split() for pair in outputs.split(", ")]
    seen, lines = set(), []
    for values in tuples:
        values = values if isinstance(values, tuple) else (values,)
        assert len(values) == len(ins), (row, name, values)
        values = tuple(wrap(v, t[1:]) if t[1] in "usb" else v for v, (_, t) in zip(values, ins))
        if values in seen:
            continue
        seen.add(values)
        results = function(*values)
        results = results if isinstance(results, tuple) else (results,)
        assert len(results) == len(outs), (row, name)
        left = " ".join(show(v, t[1:]) for v, (_, t) in zip(values, ins))
        right = " ".join(show(v, t[1:]) for v, (_, t) in zip(results, outs))
        lines.append(f"// {left} -> {right}")
    lines = lines[:32]
    assert len(lines) >= 8, (row, name, len(lines))
    head = [f"// {line}" for line in comment.split("\n")] + [f"// row: {row}"]
    if version:
        head.append(f"// version: {version}")
    if target:
        head.append(f"// target: {target}")
    head.append(f"// in: {inputs}")
    head.append(f"// out: {outputs}")
    body = [f"    {line}" for line in code.split("\n")]
    path = HERE / row / f"{name}.ptx"
    assert path not in written, path
    written.add(path)
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(head + body + lines) + "\n")


def edges(t):
    """Values at which arithmetic of this type tends to go wrong."""
    n = width(t)
    half = 1 << (n // 2)
    common = [0, 1, 2, 3, 7, half - 1, half, half + 1, most(t) - 1, most(t)]
    if is_signed(t):
        return common + [-1, -2, -7, -half, least(t), least(t) + 1]
    return common + [1 << (n - 1), (1 << (n - 1)) - 1]


def pairs(t, count=24):
    """A spread of pairs of edges, with the interesting neighbours first."""
    e = edges(t)
    first = [(0, 0), (1, 1), (most(t), 1), (most(t), most(t)), (least(t), least(t)), (1, most(t)),
             (least(t), 1), (least(t), most(t)), (wrap(-1, t), wrap(-1, t)), (7, 3)]
    rest = [(e[i % len(e)], e[(i * 5 + 3) % len(e)]) for i in range(3 * len(e))]
    return (first + rest)[:count]


def triples(t, count=24):
    e = edges(t)
    return [(a, b, e[(i * 7 + 4) % len(e)]) for i, (a, b) in enumerate(pairs(t, count))]


ARITHMETIC = ["u16", "s16", "u32", "s32", "u64", "s64"]
WORDS = ["b16", "b32", "b64"]
