"""Cases of atomic additions of half values, and of half registers in loads, stores and moves."""

from .float_oracle import F32, flush
from .half_operands import TYPES, case, packed, sampled
from .half_oracle import arithmetic, extreme, pair


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


def vectors():
    """Vectors whose elements are a and b by turns, updated with b and a; the elements in between are sinks."""
    types = {t: (f, is_pair, "b32" if is_pair else "b16") for t, (f, is_pair) in TYPES.items()}
    types["f32"] = (F32, False, "f32")
    for t, (f, is_pair, register) in types.items():
        for operation in ("add", "min", "max") if t != "f32" else ("add",):
            def one(x, y, f=f, o=operation):
                if f is F32:
                    return flush(f, arithmetic(o, f, [flush(f, v) for v in (x, y)]))
                return arithmetic(o, f, (x, y)) if o == "add" else extreme(o, f, x, y)

            def updated(x, y, g=one, is_pair=is_pair):
                return pair(g, x, y) if is_pair else g(x, y)

            tuples = sampled(f, 2, 40, "vector") if f is not F32 else \
                [(a, b) for a in (0, 0x3F800000, 0xC0400001, 0x00400000, 0x7F7FFFFF) for b in
                 (0x80000000, 0x33800000, 0x40490FDB, 0x80000001, 0x7F7FFFFF, 0x7FC00001)]
            tuples = packed(tuples) if is_pair else tuples
            row = f"{operation}.vector.{'f32' if f is F32 else 'half'}"
            form = f"{operation}.{'' if f is F32 else 'noftz.'}"
            for n in (2, 4, 8) if size(t) == 2 else (2, 4):
                bytes_of_all = n * size(t)
                updates = ", ".join(["b, a"] * (n // 2))
                wanted = ", ".join(["d", "e"] + ["_"] * (n - 2))
                code = (".reg .b64 %cell;\n.reg .b32 %thread;\nmov.u32 %thread, %tid.x;\nmov.u64 %cell, cells;\n"
                        f"mad.wide.u32 %cell, %thread, {bytes_of_all}, %cell;\n")
                halves = n if n <= 4 else 4
                for k in range(0, n, halves):
                    part = ", ".join(("a", "b")[j % 2] for j in range(halves))
                    code += f"st.global.v{halves}.{register} [%cell+{k * size(t)}], {{{part}}};\n"
                end = f"\nld.global.v2.{register} {{f, g}}, [%cell+{bytes_of_all - 2 * size(t)}];"
                setup = [f".global .align 16 .b8 cells[{len(tuples) * bytes_of_all}];"]
                case(f"atom.{row}", f"{t}_v{n}", "d and e are the first elements before, f and g the last ones after.",
                     f"a .{t}, b .{t}", f"d .{t}, e .{t}, f .{t}, g .{t}",
                     code + f"atom.global.{form}v{n}.{t} {{{wanted}}}, [%cell], {{{updates}}};" + end, tuples,
                     lambda a, b, u=updated: (a, b, u(a, b), u(b, a)), setup=setup)
                case(f"red.{row}", f"{t}_v{n}", "f and g are the last elements afterwards.", f"a .{t}, b .{t}",
                     f"f .{t}, g .{t}", code + f"red.global.{form}v{n}.{t} [%cell], {{{updates}}};" + end, tuples,
                     lambda a, b, u=updated: (u(a, b), u(b, a)), setup=setup)


def size(t):
    return 4 if "32" in t or "x2" in t else 2


def write():
    atomics()
    vectors()
