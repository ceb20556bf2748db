"""Cases of shfl.sync: the oracle is the ISA's pseudo-code."""

import random

from .case_writer import snippet

random.seed(2)
A = [random.randrange(1 << 32) for _ in range(32)]


def source(mode, lane, b, c):
    b, clamp, segment = b & 31, c & 31, c >> 8 & 31
    low = lane & segment
    limit = low | (clamp & ~segment & 31)
    j = {"up": lane - b, "down": lane + b, "bfly": lane ^ b, "idx": low | (b & ~segment & 31)}[mode]
    inside = j >= limit if mode == "up" else j <= limit
    return (j if inside else lane), inside


def result(mode, lane, b, c, lanes=range(32)):
    """The value, None where the source lane does not take part, and the predicate."""
    j, inside = source(mode, lane, b, c)
    return (A[j] if j in lanes else None), inside


def full_width(mode):
    return 0 if mode == "up" else 31


for mode in ("up", "down", "bfly", "idx"):
    row = f"shfl.sync.{mode}"
    clamp = full_width(mode)
    for name, c in (("warp", clamp), ("width_8", clamp | (32 - 8) << 8), ("width_2", clamp | (32 - 2) << 8)):
        for b in (1, 3, 16, 33):
            snippet(row, f"{name}_by_{b}",
                    f"shfl.sync.{mode} by {b}: lanes whose source is out of range keep their value.",
                    "a .u32", "d .u32, p .pred", f"shfl.sync.{mode}.b32 d|p, a, {b}, {c}, 0xffffffff;",
                    [(A[lane], result(mode, lane, b, c)) for lane in range(32)])
    for number in range(3):
        bs = [random.randrange(64) for _ in range(32)]
        cs = [random.randrange(1 << 13) for _ in range(32)]
        snippet(row, f"every_lane_its_own_{number}", "Distance, clamp and segment mask differ from lane to lane.",
                "a .u32, b .u32, c .u32", "d .u32, p .pred", f"shfl.sync.{mode}.b32 d|p, a, b, c, 0xffffffff;",
                [((A[lane], bs[lane], cs[lane]), result(mode, lane, bs[lane], cs[lane])) for lane in range(32)])
    snippet(row, "in_place", "The destination may be the source, and the predicate may be left out.", "d .u32",
            "d .u32",
            f"shfl.sync.{mode}.b32 d, d, 5, {clamp}, 0xffffffff;",
            [(A[lane], (result(mode, lane, 5, clamp)[0],)) for lane in range(32)])
    snippet(row, "twenty_lanes", "A warp of 20 lanes with the mask of those.", "a .u32", "d .u32",
            f"shfl.sync.{mode}.b32 d, a, 2, {clamp}, 0x000fffff;",
            [(A[lane], (result(mode, lane, 2, clamp, range(20))[0],)) for lane in range(20)])
    odd = [lane for lane in range(32) if lane % 2]
    snippet(row, "odd_lanes", "Only the lanes that the mask names take part; the others keep their registers.",
            "a .u32, take .u32", "d .u32", f""".reg .pred %q;
setp.ne.u32 %q, take, 0;
@%q shfl.sync.{mode}.b32 d, a, 4, {clamp}, 0xaaaaaaaa;""",
            [((A[lane], lane % 2), (result(mode, lane, 4, clamp, odd)[0] if lane % 2 else 0,)) for lane in range(32)])
    snippet(row, "both_sides_of_a_branch", "Lanes wait for each other, whichever path they come on, when they meet at "
            "one instruction.", "a .u32, take .u32", "d .u32", f""".reg .pred %q;
.reg .b32 %x;
mov.b32 %x, a;
setp.ne.u32 %q, take, 0;
@%q bra other;
xor.b32 %x, %x, 0;
bra meet;
other:
xor.b32 %x, %x, -1;
xor.b32 %x, %x, -1;
meet:
shfl.sync.{mode}.b32 d, %x, 1, {clamp}, -1;""",
            [((A[lane], lane % 3 == 0), (result(mode, lane, 1, clamp)[0],)) for lane in range(32)])
    snippet(row, "after_exit", "Lanes that have exited are not waited for, though the mask names them.", "a .u32",
            "d .u32",
            f""".reg .pred %q;
.reg .b32 %l;
mov.u32 %l, %laneid;
setp.ge.u32 %q, %l, 24;
@%q exit;
shfl.sync.{mode}.b32 d, a, 3, {clamp}, 0xffffffff;""",
            [(A[lane], ((result(mode, lane, 3, clamp, range(24))[0] if lane < 24 else 0),)) for lane in range(32)])
    snippet(row, "not_a_member", "A lane that executes the instruction must be in its mask.", "a .u32", "d .u32",
            f"shfl.sync.{mode}.b32 d, a, 1, {clamp}, 0x7fffffff;", [(A[lane], (None,)) for lane in range(32)],
            fault="BadMemberMask")
    snippet(row, "masks_differ", "The lanes that come together must agree on the mask.", "a .u32, m .u32", "d .u32",
            f"shfl.sync.{mode}.b32 d, a, 1, {clamp}, m;",
            [((A[lane], 0xFFFFFFFF if lane < 16 else 0xFFFFFFFE), (None,)) for lane in range(32)],
            fault="BadMemberMask")
