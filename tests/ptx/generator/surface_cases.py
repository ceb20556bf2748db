"""Surface instructions: bytes and texels of every geometry, inside and outside."""

from generator.image_case import ImageCase

# name: (case shape, extents, coordinates of the instruction given x, y, z in %v0, %v1, %v2)
GEOMETRIES = {
    "1d": ("1d", (4, 1, 1), "{%v0}"),
    "2d": ("2d", (4, 3, 1), "{%v0, %v1}"),
    "3d": ("3d", (4, 2, 3), "{%v0, %v1, %v2, %v2}"),
    "a1d": ("a1d", (4, 1, 3), "{%v2, %v0}"),
    "a2d": ("a2d", (4, 2, 3), "{%v2, %v0, %v1, %v1}"),
}


def image(name, texel):
    shape, extents, _ = GEOMETRIES[name]
    return f"surface:{shape}:{texel}:{'x'.join(str(e) for e in extents)}:point"


def places(name):
    """x in texels, y and z; some outside where the geometry has the axis."""
    w, h, d = GEOMETRIES[name][1]
    ys = (0, h - 1, h, -1) if h > 1 else (0,)
    zs = (0, d - 1, d) if d > 1 else (0,)
    return [(x, y, z) for z in zs for y in ys for x in (0, w - 1, w, -1)]


def resolve(name, place, mode):
    """The index of the texel, or None when the access is dropped."""
    extents = GEOMETRIES[name][1]
    result = []
    for value, extent in zip(place, extents):
        if not 0 <= value < extent and mode != "clamp":
            return None
        result.append(min(max(value, 0), extent - 1))
    return result[0] + extents[0] * (result[1] + extents[1] * result[2])


def texels(name):
    w, h, d = GEOMETRIES[name][1]
    return [0x01020304 * (k % 9 + 1) + k for k in range(w * h * d)]


def write_loads(name):
    for mode in ("clamp", "zero"):
        body = [f"suld.b.{name}.b32.{mode} {{%o0}}, [%image, {GEOMETRIES[name][2]}];"]
        expected = []
        for place in places(name):
            at = resolve(name, place, mode)
            expected.append([0 if at is None else texels(name)[at]])
        ImageCase(f"suld.b.{name}", f"words_{mode}", f"Loads of words, some outside, in the .{mode} mode.",
                  image(name, "u32x1"), texels(name), body, [[4 * x, y, z] for x, y, z in places(name)], expected,
                  outputs=1, image_type="u32").write()
    w, h, d = GEOMETRIES[name][1]
    data = [k * 7 % 251 for k in range(4 * w * h * d)]
    body = [f"suld.b.{name}.v4.b8.trap {{%h0, %h1, %h2, %h3}}, [%image, {GEOMETRIES[name][2]}];"]
    body += [f"cvt.u32.u16 %o{k}, %h{k};" for k in range(4)]
    inside = [p for p in places(name) if resolve(name, p, "zero") is not None]
    ImageCase(f"suld.b.{name}", "bytes_of_texels", "Loads of four bytes each, all inside.", image(name, "u8x4"), data,
              body, [[4 * x, y, z] for x, y, z in inside],
              [data[4 * resolve(name, p, "zero"):][:4] for p in inside], image_type="u8",
              more_registers=".b16 %h<4>").write()


def write_stores(name):
    for mode in ("clamp", "zero"):
        after = texels(name)
        body = [f"sust.b.{name}.b32.{mode} [%image, {GEOMETRIES[name][2]}], {{%v3}};"]
        chosen = [p for p in places(name) if mode == "zero" or resolve(name, p, "zero") is not None or p[0] < 0]
        values = {p: 1000 + k for k, p in enumerate(chosen)}
        for p in chosen:
            at = resolve(name, p, mode)
            if at is not None:
                after[at] = values[p]
        inputs = [[4 * x, y, z, values[x, y, z]] for x, y, z in chosen]
        ImageCase(f"sust.b.{name}", f"words_{mode}",
                  f"Stores of words, some outside, in the .{mode} mode; the last lane wins.", image(name, "u32x1"),
                  texels(name), body, inputs, [], outputs=1, image_type="u32", expected_image=after).write()
    w, h, d = GEOMETRIES[name][1]
    after = [0] * (4 * w * h * d)
    body = ["cvt.u16.u32 %h0, %v3;", "shr.u32 %v4, %v3, 8;", "cvt.u16.u32 %h1, %v4;",
            f"sust.b.{name}.v2.b8.trap [%image, {GEOMETRIES[name][2]}], {{%h0, %h1}};"]
    inside = [p for p in places(name) if resolve(name, p, "zero") is not None]
    inputs = []
    for k, (x, y, z) in enumerate(inside):
        at = 4 * resolve(name, (x, y, z), "zero") + 2
        after[at], after[at + 1] = k + 1, k + 101
        inputs.append([4 * x + 2, y, z, (k + 101) << 8 | (k + 1), 0])
    ImageCase(f"sust.b.{name}", "pairs_of_bytes", "Stores of two bytes into the middle of texels.", image(name, "u8x4"),
              [0] * (4 * w * h * d), body, inputs, [], outputs=1, image_type="u8", expected_image=after,
              more_registers=".b16 %h<2>").write()


def write_formatted(name):
    """x counts texels; integers saturate."""
    w, h, d = GEOMETRIES[name][1]
    after = [0] * (2 * w * h * d)
    body = [f"sust.p.{name}.v2.b32.zero [%image, {GEOMETRIES[name][2]}], {{%v3, %v4}};"]
    inputs = []
    for k, place in enumerate(places(name)):
        values = (100 * k, -100 * k)
        inputs.append([*place, *values])
        at = resolve(name, place, "zero")
        if at is not None:
            after[2 * at:2 * at + 2] = [min(v, 127) if v > 0 else max(v, -128) for v in values]
    ImageCase(f"sust.p.{name}", "saturates", "Formatted stores: x counts texels, and integers saturate to the channel.",
              image(name, "s8x2"), [0] * (2 * w * h * d), body, inputs, [], outputs=1, image_type="s8",
              expected_image=after).write()


def write_queries():
    extents = {"1d": (4, 0, 0), "2d": (4, 3, 0), "3d": (4, 2, 3), "a1d": (4, 3, 0), "a2d": (4, 2, 3)}
    body = ["suq.width.b32 %o0, [%image];", "suq.height.b32 %o1, [%image];", "suq.depth.b32 %o2, [%image];"]
    for name, answer in extents.items():
        ImageCase("suq", f"extents_{name}", "The extents of a surface.", image(name, "u32x1"), texels(name), body,
                  [[0]], [list(answer)], outputs=3, image_type="u32").write()


def write_faults():
    def case(row, name, summary, body, inputs, fault):
        ImageCase(row, name, summary, image("2d", "u32x1"), texels("2d"), body, inputs, [], outputs=1,
                  image_type="u32", fault=fault, more_registers=".b64 %wide").write()
    case("suld.b.2d", "trap", "Outside, .trap ends the kernel.", ["suld.b.2d.b32.trap {%o0}, [%image, {%v0, %v1}];"],
         [[0, 0], [16, 0]], "SurfaceOutOfRange")
    case("sust.b.2d", "trap", "Outside, .trap ends the kernel.", ["sust.b.2d.b32.trap [%image, {%v0, %v1}], {%v0};"],
         [[0, 3]], "SurfaceOutOfRange")
    case("sust.b.2d", "misaligned", "The byte coordinate is a multiple of the access.",
         ["sust.b.2d.b32.zero [%image, {%v0, %v1}], {%v0};"], [[2, 0]], "Misaligned")
    case("suld.b.2d", "bad_handle", "A handle that names nothing is a fault.",
         ["suld.b.2d.b64.trap {%wide}, [%image+9, {%v0, %v1}];"], [[0, 0]], "BadHandle")
    case("sust.p.2d", "trap", "Outside, .trap ends the kernel.", ["sust.p.2d.b32.trap [%image, {%v0, %v1}], {%v0};"],
         [[4, 0]], "SurfaceOutOfRange")


def write():
    for name in GEOMETRIES:
        write_loads(name)
        write_stores(name)
        write_formatted(name)
    write_queries()
    write_faults()
