"""Operands that floating-point arithmetic can go wrong on: ties, ends of the range, zeros, NaNs, cancellation."""

import random
from fractions import Fraction


class Operands:
    """Tuples for one format; numbers are exact, so that a tie is a tie."""

    def __init__(self, f):
        self.f, self.p = f, f.precision
        self.eps = Fraction(2) ** (1 - self.p)          # 1 + eps is the number after 1
        self.half = self.eps / 2                        # 1 - half is the number before 1
        self.tiny = Fraction(2) ** (f.least - self.p + 1)
        self.least = Fraction(2) ** f.least
        self.big = f.value(f.largest)
        self.last = Fraction(2) ** (exponent(self.big) - self.p + 1)  # unit in the last place of big
        self.inf, self.ninf, self.nzero = f.infinity, f.infinity | f.sign, f.sign
        self.nan = f.infinity | f.quiet | 0x12345
        self.negative_nan = f.sign | f.infinity | f.quiet | 0x54321
        self.signaling = f.infinity | 0x777
        self.random = random.Random(f"{f.name} operands")

    def bits(self, x):
        """A number as bits; bits of special values are written as (bits,)."""
        return x[0] if isinstance(x, tuple) else self.f.exact(Fraction(x))

    def tuples(self, rows):
        return [tuple(self.bits(x) for x in row) for row in rows]

    def some(self, count, arity, low=-20, high=20):
        """Arbitrary numbers of moderate size."""
        made = []
        for _ in range(count):
            row = []
            for _ in range(arity):
                significand = self.random.getrandbits(self.p - 1) | 1 << (self.p - 1)
                exponent_of_one = self.random.randint(low, high)
                sign = self.random.choice((1, -1))
                row.append(sign * significand * Fraction(2) ** (exponent_of_one - self.p + 1))
            made.append(row)
        return made

    def pairs_with_specials(self):
        inf, ninf, nz = (self.inf,), (self.ninf,), (self.nzero,)
        nan, nnan, snan = (self.nan,), (self.negative_nan,), (self.signaling,)
        return [(inf, 1), (inf, ninf), (ninf, ninf), (inf, 0), (nz, inf), (ninf, -2), (nan, 1), (1, nnan),
                (snan, 0), (0, 0), (0, nz), (nz, 0), (nz, nz)]

    def sums(self):
        eps, half, tiny, least, big = self.eps, self.half, self.tiny, self.least, self.big
        rows = [(1, half), (1 + eps, half), (-1, -half), (-1 - eps, -half),     # ties
                (1, half * (1 + eps)), (1, half * (1 - half)),                   # just beside a tie
                (1, -half / 2), (1 + eps, -half), (1, tiny), (-1, tiny), (1, -tiny),
                (big, self.last / 2), (big, self.last / 2 * (1 - half)), (big, big), (-big, -big),
                (big, tiny), (-big, -tiny),
                (3 * half, -3 * half), (-7, 7), (1 + eps, -1),                   # cancellation
                (tiny, tiny), (tiny, -tiny), (least, -tiny), (least - tiny, tiny), (least, least / 2)]
        return self.tuples(rows + self.pairs_with_specials() + self.some(6, 2))

    def products(self):
        eps, half, tiny, least, big = self.eps, self.half, self.tiny, self.least, self.big
        rows = [(1 + eps, 1 + eps), (1 - half, 1 + eps), (1 - half, 1 - half), (3, 1 + eps), (-3, 1 + eps),
                (tiny, Fraction(1, 2)), (3 * tiny, Fraction(1, 2)), (-tiny, Fraction(1, 2)),
                (tiny, (1 + eps) / 2), (tiny, Fraction(1, 4)), (least, least), (-least, least),
                (least, 1 - half), (least, (1 + eps) / 2), (2 * least, (1 + eps) / 2), (least, Fraction(1, 2)),
                (least - tiny, 1 + eps), (least * (1 + eps), 1 - eps), (least * (1 + 3 * eps), 1 - 3 * eps),
                (big, 2), (big, 1 + eps), (-big, 1 + eps), (big, 1 - half),
                (big, Fraction(1, 2)), (0, -5), ((self.nzero,), -5)]
        return self.tuples(rows + self.pairs_with_specials() + self.some(6, 2))

    def fused(self):
        eps, half, tiny, least, big = self.eps, self.half, self.tiny, self.least, self.big
        inf, ninf, nz = (self.inf,), (self.ninf,), (self.nzero,)
        nan, nnan, snan = (self.nan,), (self.negative_nan,), (self.signaling,)
        # A product that is a tie by itself, and an addend that breaks the tie from far away.
        x, y = 1 + Fraction(2) ** -(self.p // 2), 1 + Fraction(2) ** -(self.p - self.p // 2)
        far = Fraction(2) ** (-3 * self.p)
        rows = [(x, y, 0), (x, y, far), (x, y, -far), (-x, y, far), (-x, y, -far),
                (1 + eps, 1 - eps, -1), (1 + eps, 1 + eps, -1 - 2 * eps), (1 + eps, 1 - half, -1),
                (1, 1, half), (1, 1 + eps, half), (half, 1, 1), (3, Fraction(1, 2), -Fraction(3, 2)),
                (-3, Fraction(1, 2), Fraction(3, 2)), (big, 2, -big), (big, 2, (self.ninf,)), (big, big, -big),
                (tiny, tiny, 1), (tiny, -tiny, 1), (tiny, tiny, 0), (-tiny, tiny, 0), (tiny, Fraction(1, 2), tiny),
                (least, 1 - half, 0), (least, least, -least), (least, -least, least),
                (least, Fraction(1, 2), least / 2), (least, Fraction(1, 2), -least / 2 + tiny),
                (0, -1, 0), (0, 1, nz), (nz, 1, nz), (nz, 1, 0), (inf, 0, 1), (inf, 0, nan), (inf, 1, ninf),
                (inf, -1, ninf), (1, 2, inf), (nan, 1, 1), (1, nnan, 1), (1, 1, snan)]
        return self.tuples(rows + self.some(6, 3))

    def quotients(self):
        eps, half, tiny, least, big = self.eps, self.half, self.tiny, self.least, self.big
        rows = [(1, 3), (2, 3), (-1, 3), (1, 10), (7, -Fraction(1, 2)), (1, 1 - half), (1, 1 + eps),
                (1 - half, 1 + eps),
                (tiny, 2), (3 * tiny, 2), (tiny, 3), (least, 3), (least - tiny, 2), (1 - half, 1 / least),
                (least, big), (big, tiny), (-big, tiny), (big, 1 - half), (big, 1 + eps), (5, 5), (1, big), (3, big),
                (1, 0), (-1, 0), (1, (self.nzero,)), (0, 3), (0, -3)]
        return self.tuples(rows + self.pairs_with_specials() + self.some(6, 2))

    def one_number(self):
        eps, half, tiny, least, big = self.eps, self.half, self.tiny, self.least, self.big
        rows = [(1,), (2,), (3,), (4,), (10,), (-3,), (Fraction(1, 4),), (1 + eps,), (1 - half,),
                (1 - eps,), (2 - eps,), (1 + 2 * eps,), (4 - 4 * eps,), (tiny,), (-tiny,),
                (3 * tiny,), (least,), (-least,),
                (least - tiny,), (least + tiny,), (least / 2,), (big,), (-big,), (1 / least,), (1 / least * (1 + eps),),
                (2 / least * (1 - eps),), (0,), ((self.nzero,),), ((self.inf,),), ((self.ninf,),), ((self.nan,),),
                ((self.negative_nan,),), ((self.signaling,),)]
        return self.tuples(rows + self.some(6, 1))

    def order(self):
        """Pairs for min and max."""
        tiny, least, big = self.tiny, self.least, self.big
        nan, nnan, snan = (self.nan,), (self.negative_nan,), (self.signaling,)
        rows = [(1, 2), (2, 1), (-1, 1), (1, -1), (-1, -2), (-2, -1), (3, 3), (tiny, 0), (-tiny, 0), (tiny, least),
                (-tiny, least - tiny), (big, (self.inf,)), (-big, (self.ninf,)), (nan, -3), (3, nnan), (snan, 5),
                (nan, (self.nzero,)), (nan, nnan), (nnan, snan), ((self.ninf,), nan)]
        return self.tuples(rows + self.pairs_with_specials() + self.some(4, 2))


def exponent(value):
    return value.numerator.bit_length() - 1
