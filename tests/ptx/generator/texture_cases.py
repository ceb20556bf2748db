"""Texture instructions: every geometry plain, with a level and with gradients; gathers and queries."""

from fractions import Fraction
from math import floor

from generator.image_case import ImageCase

# name: (case shape, extents, spatial dimensions, layered, cube)
GEOMETRIES = {
    "1d": ("1d", (4, 1, 1), 1, False, False),
    "2d": ("2d", (4, 3, 1), 2, False, False),
    "3d": ("3d", (3, 2, 4), 3, False, False),
    "a1d": ("a1d", (4, 1, 3), 1, True, False),
    "a2d": ("a2d", (3, 2, 3), 2, True, False),
    "cube": ("cube", (2, 2, 6), 2, False, True),
    "acube": ("acube", (2, 2, 12), 2, True, True),
}


def inside(index, extent):
    return min(max(index, 0), extent - 1)


def texel(extents, x, y, z):
    """Texels count up from 1 in memory order."""
    w, h, _ = extents
    return 1 + x + w * (y + h * z)


def sample(extents, dimensions, at, slice_, linear):
    """Clamped; `at` in texels. A linear filter weighs the texels around by their distance."""
    mixed = Fraction(0)
    corners = 2**dimensions if linear else 1
    for corner in range(corners):
        weight, index = Fraction(1), [0, 0, slice_]
        for axis in range(dimensions):
            position = Fraction(at[axis]) - (Fraction(1, 2) if linear else 0)
            base = floor(position)
            far = corner >> axis & 1
            fraction = position - base
            if linear:
                weight *= fraction if far else 1 - fraction
            index[axis] = inside(base + far, extents[axis])
        mixed += weight * texel(extents, *index)
    return mixed


def points(name):
    """(layer, coordinates) of each thread."""
    shape, extents, dimensions, layered, cube = GEOMETRIES[name]
    if cube:
        directions = [(1, .5, .5), (1, -.5, -.5), (-1, .5, .5), (-1, -.5, .5), (.5, 1, .5), (.5, -1, .5), (.5, .5, 1),
                      (-.5, .5, 1), (.5, .5, -1), (-.5, -.5, -1), (.25, .5, -2), (8, 2, -4)]
        layers = [0, 1, 7] if layered else [0]
        return [(layer, d) for layer in layers for d in directions]
    result = []
    for k in range(24):
        at = [Fraction(k * (3 + 2 * axis) % (4 * (extents[axis] + 2)), 4) - 1 for axis in range(dimensions)]
        result.append((k % 5 if layered else 0, at))
    return result


def on_face(direction):
    """Face and coordinates in texels of a cube with edges of two (CUDA programming guide, "Cubemap Textures")."""
    x, y, z = (Fraction(v) for v in direction)
    if abs(x) > max(abs(y), abs(z)):
        face, m, s, t = (0, x, -z, -y) if x > 0 else (1, -x, z, -y)
    elif abs(y) > abs(z):
        face, m, s, t = (2, y, x, z) if y > 0 else (3, -y, x, -z)
    else:
        face, m, s, t = (4, z, x, -y) if z > 0 else (5, -z, -x, -y)
    return face, ((s / m + 1), (t / m + 1))


def expected(name, point, linear):
    shape, extents, dimensions, layered, cube = GEOMETRIES[name]
    layer, at = point
    slice_ = min(layer, extents[2] // (6 if cube else 1) - 1) if layered else 0
    if cube:
        face, at = on_face(at)
        slice_ = 6 * slice_ + face
    return sample(extents, dimensions, at, slice_, linear)


def coordinates(name):
    """The list of the instruction, and how many inputs it takes."""
    _, _, dimensions, layered, cube = GEOMETRIES[name]
    spatial = 3 if cube else dimensions
    parts = ["%v0"] if layered else []
    parts += [f"%v{k + layered}" for k in range(spatial)]
    while len(parts) == 3:
        parts.append(parts[-1])
    return "{" + ", ".join(parts) + "}"


def gradients(name):
    _, _, dimensions, _, cube = GEOMETRIES[name]
    count = {1: 1, 2: 2, 3: 4}[3 if cube else dimensions]
    zeros = "{" + ", ".join(["0f00000000"] * count) + "}"
    return f", {zeros}, {zeros}"


def image(name, linear):
    shape, extents, *_ = GEOMETRIES[name]
    mode = "linear,clamp" if linear else "point,clamp"
    return f"texture:{shape}:f32x1:{'x'.join(str(e) for e in extents)}:{mode}"


def texels(name):
    w, h, d = GEOMETRIES[name][1]
    return [float(k + 1) for k in range(w * h * d)]


def inputs(name):
    layered = GEOMETRIES[name][3]
    return [([layer] if layered else []) + [float(c) for c in at] for layer, at in points(name)]


def write_samples(name):
    for operation in ("", "level.", "grad."):
        after = {"": "", "level.": ", 0f00000000", "grad.": gradients(name)}[operation]
        for linear in (False, True):
            if linear and GEOMETRIES[name][4]:
                continue   # edges of faces are left to the comparison with hardware
            body = [f"tex.{operation}{name}.v4.f32.f32 {{%o0, %o1, %o2, %o3}}, [%image, {coordinates(name)}]{after};"]
            kind = "linear" if linear else "point"
            ImageCase(f"tex.{operation}{name}", f"{kind}_samples",
                      f"Samples of a texture that counts up, {kind}, clamped at its edges; absent channels are 0.",
                      image(name, linear), texels(name), body, inputs(name),
                      [[float(expected(name, p, linear)), 0, 0, 0] for p in points(name)]).write()


def write_integers():
    fetch = "texture:buffer:s16x2:5:point"
    body = ["tex.1d.v4.s32.s32 {%o0, %o1, %o2, %o3}, [%image, {%v0}];"]
    data = [1, -2, 30000, -30000, 5, 6, 7, 8, -9, 10]
    pairs = {k: (data[2 * k], data[2 * k + 1]) for k in range(5)}
    ImageCase("tex.1d", "fetch_of_memory", "Integer coordinates read linear memory; outside there are zeros.", fetch,
              data, body, [[k] for k in range(-2, 7)], [[*pairs.get(k, (0, 0)), 0, 0] for k in range(-2, 7)],
              image_type="s16").write()
    body = ["tex.2d.v4.u32.s32 {%o0, %o1, %o2, %o3}, [%image, {%v0, %v1}];"]
    at = [(x, y) for y in (-1, 0, 2, 3) for x in (-1, 0, 3, 4)]
    ImageCase("tex.2d", "integer_coordinates", "Integer coordinates choose a texel; outside there are zeros.",
              "texture:2d:u32x1:4x3:point", list(range(1, 13)), body, [list(p) for p in at],
              [[1 + x + 4 * y if 0 <= x < 4 and 0 <= y < 3 else 0, 0, 0, 0] for x, y in at], image_type="u32").write()


def write_formats():
    body = ["tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%image, {%v0, %v1}];"]
    data = [0, 255, 51, 102, 204, 153, 17, 34]
    fractions = [[Fraction(v, 255) for v in data[:4]], [Fraction(v, 255) for v in data[4:]]]
    ImageCase("tex.2d", "bytes_as_fractions", "Bytes are read as fractions of 255, rounded to nearest.",
              "texture:2d:u8x4:2x1:fraction", data, body, [[0.5, 0.5], [1.5, 0.5]],
              [[float(v) for v in texel_] for texel_ in fractions], image_type="u8").write()
    body = ["tex.2d.v2.f16x2.f32 {%o0, %o1}, [%image, {%v0, %v1}];"]
    ImageCase("tex.2d", "pairs_of_halves", "Four channels as two pairs of halves.", "texture:2d:f32x4:1x1:point",
              [1.0, 2.0, -4.0, 0.5], body, [[0.5, 0.5]], [[0x40003C00, 0x3800C400]], outputs=2).write()
    body = ["tex.2d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [%image, {%v0, %v1}];", "cvt.u32.u16 %o0, %h0;",
            "cvt.u32.u16 %o1, %h1;", "cvt.u32.u16 %o2, %h2;", "cvt.u32.u16 %o3, %h3;"]
    ImageCase("tex.2d", "halves", "Four channels as halves.", "texture:2d:f32x4:1x1:point", [1.0, 2.0, -4.0, 0.5], body,
              [[0.5, 0.5]], [[0x3C00, 0x4000, 0xC400, 0x3800]], more_registers=".b16 %h<4>").write()


def write_modes():
    body = ["tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%image, {%v0, %v1}];"]
    at = [(-0.875, 0.25), (-0.125, 0.5), (0.375, -0.25), (1.125, 1.25), (1.875, 2.5), (-1.375, 0.75)]

    def texel_at(mode, at_):
        index = []
        for value, extent in zip(at_, (4, 2)):
            i = floor(Fraction(value) * extent)
            if mode == "wrap":
                i %= extent
            if mode == "mirror":
                i %= 2 * extent
                i = i if i < extent else 2 * extent - 1 - i
            if mode == "border" and not 0 <= i < extent:
                return 0.25
            index.append(inside(i, extent))
        return float(1 + index[0] + 4 * index[1])

    for mode in ("wrap", "clamp", "mirror", "border"):
        option = "border=0.25" if mode == "border" else mode
        ImageCase("tex.2d", f"mode_{mode}", f"What the address mode {mode} makes of coordinates outside.",
                  f"texture:2d:f32x1:4x2:normalized,{option}", [float(k + 1) for k in range(8)], body,
                  [list(p) for p in at], [[texel_at(mode, p), 0, 0, 0] for p in at]).write()


def write_gathers():
    for name in ("2d", "a2d"):
        extents = GEOMETRIES[name][1]
        for channel, letter in enumerate("rgba"):
            body = [f"tld4.{letter}.{name}.v4.f32.f32 {{%o0, %o1, %o2, %o3}}, [%image, {coordinates(name)}];"]
            result = []
            for layer, at in points(name):
                slice_ = min(layer, extents[2] - 1)
                x, y = (floor(Fraction(c) - Fraction(1, 2)) for c in at)
                result.append([float(10 * texel(extents, inside(x + dx, extents[0]), inside(y + dy, extents[1]), slice_)
                                     + channel) for dx, dy in ((0, 1), (1, 1), (1, 0), (0, 0))])
            data = [float(10 * int(t) + k) for t in texels(name) for k in range(4)]
            ImageCase(f"tld4.{name}", f"channel_{letter}", f"Channel {letter} of the four texels around each point.",
                      image(name, True).replace("f32x1", "f32x4"), data, body, inputs(name), result).write()


def write_queries():
    extents = {"1d": (4, 1, 0), "2d": (4, 3, 0), "3d": (3, 2, 4), "a1d": (4, 3, 0), "a2d": (3, 2, 3), "cube": (2, 2, 0)}
    body = ["txq.width.b32 %o0, [%image];", "txq.height.b32 %o1, [%image];", "txq.depth.b32 %o2, [%image];"]
    for name, answer in extents.items():
        ImageCase("txq", f"extents_{name}", "The extents of a texture.", image(name, False), texels(name), body, [[0]],
                  [list(answer)], outputs=3).write()


def write_faults():
    body = ["tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%image+77, {%v0, %v1}];"]
    ImageCase("tex.2d", "bad_handle", "A handle that names nothing is a fault.", image("2d", False), texels("2d"), body,
              [[0.0, 0.0]], [], fault="BadHandle").write()
    body = ["tex.3d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%image, {%v0, %v1, %v1, %v1}];"]
    ImageCase("tex.3d", "other_geometry", "A texture of another geometry is a fault.", image("2d", False), texels("2d"),
              body, [[0.0, 0.0]], [], fault="BadHandle").write()


def write():
    for name in GEOMETRIES:
        write_samples(name)
    write_integers()
    write_formats()
    write_modes()
    write_gathers()
    write_queries()
    write_faults()
