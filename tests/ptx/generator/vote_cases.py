"""Cases of vote, activemask, match, redux and elect."""

import random

from .case_writer import snippet, wrap

random.seed(3)
FULL = 0xFFFFFFFF
PATTERNS = {"all": FULL, "none": 0, "one": 1 << 19, "all_but_one": FULL ^ 1 << 7, "mixed": 0x5A0FF0C3}


def expected(mode, votes, members):
    votes &= members
    return {"all": votes == members, "any": votes != 0, "uni": votes in (0, members), "ballot": votes}[mode]


for mode in ("all", "any", "uni", "ballot"):
    row = f"vote.sync.{mode}"
    out, suffix = ("d .u32", "b32") if mode == "ballot" else ("d .pred", "pred")
    for name, votes in PATTERNS.items():
        for sign in ("", "!"):
            value = expected(mode, votes if not sign else ~votes & FULL, FULL)
            snippet(row, f"{name}{'_negated' if sign else ''}", f"vote.sync.{mode} over a whole warp.", "a .pred", out,
                    f"vote.sync.{mode}.{suffix} d, {sign}a, 0xffffffff;",
                    [((votes >> lane & 1,), (value,)) for lane in range(32)])
        members = 0x0F0F00FF
        snippet(row, f"{name}_some_lanes", "Only the lanes of the mask vote; the others keep their registers.",
                "a .pred, take .u32", out, f".reg .pred %q;\nsetp.ne.u32 %q, take, 0;\n"
                f"@%q vote.sync.{mode}.{suffix} d, a, {hex(members)};",
                [((votes >> lane & 1, members >> lane & 1),
                  (expected(mode, votes, members) if members >> lane & 1 else 0,)) for lane in range(32)])
        snippet(row, f"{name}_nine_lanes", "Lanes that never existed have no vote, though the mask names them.",
                "a .pred",
                out, f"vote.sync.{mode}.{suffix} d, a, -1;",
                [((votes >> lane & 1,), (expected(mode, votes, 0x1FF),)) for lane in range(9)])
    snippet(row, "not_a_member", "A lane that votes must be in the mask.", "a .pred", out,
            f"vote.sync.{mode}.{suffix} d, a, 0xfffffffe;", [((1,), (None,)) for _ in range(32)], fault="BadMemberMask")
    snippet(row, "two_groups", "Two halves of a warp vote apart, on two sides of a branch.", "a .pred, take .u32", out,
            f""".reg .pred %q;
setp.ne.u32 %q, take, 0;
@%q bra other;
vote.sync.{mode}.{suffix} d, a, 0x0000ffff;
bra done;
other:
vote.sync.{mode}.{suffix} d, a, 0xffff0000;
done:""",
            [((0x00FF0001 >> lane & 1, lane >= 16), (expected(mode, 0x00FF0001, 0xFFFF0000 if lane >= 16 else 0xFFFF),))
             for lane in range(32)])

snippet("activemask", "whole_warp", "All lanes execute it.", "a .u32", "d .u32", "activemask.b32 d;",
        [(lane, (FULL,)) for lane in range(32)])
snippet("activemask", "guarded", "The lanes whose guard is true.", "take .u32", "d .u32",
        ".reg .pred %q;\nsetp.ne.u32 %q, take, 0;\n@%q activemask.b32 d;",
        [(0x13579BDF >> lane & 1, (0x13579BDF if 0x13579BDF >> lane & 1 else 0,)) for lane in range(32)])
snippet("activemask", "twelve_lanes", "Lanes that do not exist are not active.", "a .u32", "d .u32",
        "activemask.b32 d;",
        [(lane, (0xFFF,)) for lane in range(12)])

for t in ("b32", "b64"):
    high = 1 << 40 if t == "b64" else 1 << 20
    sets = {"same": [5] * 32, "all_different": [lane * high + 3 for lane in range(32)],
            "groups": [(lane * 7 % 5) * high for lane in range(32)], "one_stands_out": [9
            + (lane == 31) for lane in range(32)],
            "high_bits": [(lane % 2) << (int(t[1:]) - 1) for lane in range(32)]}
    for name, values in sets.items():
        groups = {v: sum(1 << k for k in range(32) if values[k] == v) for v in values}
        snippet("match.any", f"{name}_{t}", "Each lane gets the lanes that hold its value.", f"a .{t}", "d .u32",
                f"match.any.sync.{t} d, a, 0xffffffff;", [(v, (groups[v],)) for v in values])
        same = len(groups) == 1
        snippet("match.all", f"{name}_{t}", "All lanes or none.", f"a .{t}", "d .u32, p .pred",
                f"match.all.sync.{t} d|p, a, 0xffffffff;", [(v, (FULL if same else 0, same)) for v in values])
        members = 0x00FFFF01
        inside = [k for k in range(32) if members >> k & 1]
        groups = {v: sum(1 << k for k in inside if values[k] == v) for v in values}
        same = len({values[k] for k in inside}) == 1
        guard = ".reg .pred %q;\nsetp.ne.u32 %q, take, 0;\n@%q "
        snippet("match.any", f"{name}_some_lanes_{t}", "Only the lanes of the mask are looked at.",
                f"a .{t}, take .u32",
                "d .u32", guard + f"match.any.sync.{t} d, a, {hex(members)};",
                [((values[k], members >> k & 1), (groups[values[k]] if k in inside else 0,)) for k in range(32)])
        snippet("match.all", f"{name}_some_lanes_{t}", "Only the lanes of the mask are looked at; no predicate.",
                f"a .{t}, take .u32", "d .u32", guard + f"match.all.sync.{t} d, a, {hex(members)};",
                [((values[k], members >> k & 1), (members if same and k in inside else 0,)) for k in range(32)])
for mode, outs, d in (("any", "d .u32", "d"), ("all", "d .u32", "d")):
    snippet(f"match.{mode}", "not_a_member", "A lane that takes part must be in the mask.", "a .b32", outs,
            f"match.{mode}.sync.b32 {d}, a, 0xefffffff;", [(lane, (None,)) for lane in range(32)],
                    fault="BadMemberMask")


def fold(op, values, t):
    result = values[0]
    for v in values[1:]:
        result = {"add": result + v, "min": min(result, v), "max": max(result, v), "and": result & v, "or": result | v,
                  "xor": result ^ v}[op]
    return wrap(result, t)


for op, types in (("add", ("u32", "s32")), ("min", ("u32", "s32")), ("max", ("u32", "s32")), ("and", ("b32",)),
                  ("or", ("b32",)), ("xor", ("b32",))):
    for t in types:
        sets = {"random": [random.randrange(1 << 32) for _ in range(32)], "small": list(range(32)),
                "extremes": [(0, 1, 0x7FFFFFFF, 0x80000000, FULL)[lane % 5] for lane in range(32)],
                "equal": [0xFFFFFFF0] * 32}
        for name, values in sets.items():
            values = [wrap(v, t) for v in values]
            snippet(f"redux.sync.{op}", f"{name}_{t}", f"redux.sync.{op}.{t} over a whole warp.", f"a .{t}", f"d .{t}",
                    f"redux.sync.{op}.{t} d, a, 0xffffffff;", [(v, (fold(op, values, t),)) for v in values])
            members = 0xF0001010
            inside = [values[k] for k in range(32) if members >> k & 1]
            snippet(f"redux.sync.{op}", f"{name}_some_lanes_{t}", "Only the lanes of the mask count.",
                    f"a .{t}, take .u32", f"d .{t}", ".reg .pred %q;\nsetp.ne.u32 %q, take, 0;\n"
                    f"@%q redux.sync.{op}.{t} d, a, {hex(members)};",
                    [((values[k], members >> k & 1), (fold(op, inside, t) if members >> k & 1 else 0,))
                     for k in range(32)])
    snippet(f"redux.sync.{op}", "not_a_member", "A lane that takes part must be in the mask.", "a .u32", "d .u32",
            f"redux.sync.{op}.{types[0]} d, a, 1;", [(lane, (None,)) for lane in range(32)], fault="BadMemberMask")

for name, members in (("whole_warp", FULL), ("some_lanes", 0x0F0FF000), ("last_lane", 1 << 31)):
    leader = (members & -members).bit_length() - 1
    snippet("elect", name, "One lane of the mask is elected, and all of them learn which. Which one it is, is not "
            "specified;\nhardware takes the lowest.", "take .u32", "d .u32, p .pred",
            ".reg .pred %q;\nsetp.ne.u32 %q, take, 0;\n" f"@%q elect.sync d|p, {hex(members)};",
            [(members >> k & 1, (leader, k == leader) if members >> k & 1 else (0, 0)) for k in range(32)],
            version="8.0", target="sm_90")
snippet("elect", "sink", "The leader's number may be dropped.", "a .u32", "p .pred", "elect.sync _|p, 0xffffffff;",
        [(k, (k == 0,)) for k in range(32)], version="8.0", target="sm_90")
