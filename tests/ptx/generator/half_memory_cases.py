"""Cases of atomic additions of half values, and of half registers in loads, stores and moves."""

from .half_operands import TYPES, case, packed, sampled
from .half_oracle import arithmetic, pair


def atomics():
    for t, (f, is_pair) in TYPES.items():
        tuples = sampled(f, 2, 64, "add")
        tuples = packed(tuples) if is_pair else tuples
        b = "b32" if is_pair else "b16"

        def total(a, b, f=f, is_pair=is_pair):
            add = lambda x, y: arithmetic("add", f, (x, y))  # noqa: E731
            return pair(add, a, b) if is_pair else add(a, b)

        for space in ("global", "shared", "generic"):
            memory = "shared" if space == "shared" else "global"
            suffix = "" if space == "generic" else "." + space
            place = [f".{memory} .align 4 .b8 cells[1024];"]
            base = ".reg .b64 %cell;\n.reg .b32 %thread;\nmov.u32 %thread, %tid.x;\nmov.u64 %cell, cells;\n"
            if space == "generic":
                base += "cvta.global.u64 %cell, %cell;\n"
            base += "mad.wide.u32 %cell, %thread, 4, %cell;\n"
            st = "" if space == "generic" else "." + space
            body = base + f"st{st}.{b} [%cell], a;\n"
            end = f"\nld{st}.{b} e, [%cell];"
            case(f"atom.add.{t}", space, "d is what was there, e what is there afterwards.", f"a .{t}, b .{t}",
                 f"d .{t}, e .{t}", body + f"atom{suffix}.add.noftz.{t} d, [%cell], b;" + end, tuples,
                 lambda x, y, g=total: (x, g(x, y)), setup=place)
            case(f"red.add.{t}", space, "e is what is there afterwards.", f"a .{t}, b .{t}", f"e .{t}",
                 body + f"red{suffix}.add.noftz.{t} [%cell], b;" + end, tuples, total, setup=place)


def write():
    atomics()
