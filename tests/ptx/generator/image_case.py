"""A kernel around one texture or surface instruction, and the case file that holds it."""

import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent.parent


def bits(value):
    """The bits of a float as f32, or an integer as it is."""
    if isinstance(value, int):
        return value & 0xFFFFFFFF
    return int.from_bytes(struct.pack("<f", float(value)), "little")


class ImageCase:
    """`inputs` are one list of 32-bit values a thread; the body reads them from %v0, %v1 ... and leaves `outputs`
    values a thread in %o0, %o1 ...; the handle is in %image."""

    def __init__(self, row, name, summary, image, texels, body, inputs, expected, outputs=4, more_registers="",
                 image_type="f32", expected_image=None, fault=None, version="8.0"):
        self.__dict__.update(locals())

    def text(self):
        threads, width = len(self.inputs), max(1, len(self.inputs[0]))
        flat = [v for thread in self.inputs for v in (thread or [0])]
        lines = [
            f"// {self.summary}",
            f"// row: {self.row}",
            "// kernel: sample",
            f"// block: {threads} 1 1",
            f"// arg: image {self.image}:{self.image_type}:" + ",".join(str(t) for t in self.texels),
            "// arg: in values:u32:" + ",".join(f"0x{bits(v):x}" for v in flat),
            f"// arg: out zeros:u32:{threads * self.outputs}",
        ]
        if self.fault:
            lines.append(f"// expect-fault: {self.fault}")
        for thread in self.expected:
            lines.append("// expect: out u32 " + " ".join(f"0x{bits(v):x}" for v in thread))
        if self.expected_image is not None:
            lines.append(f"// expect: image {self.image_type} " + " ".join(str(t) for t in self.expected_image))
        lines += [
            f".version {self.version}",
            ".target sm_80",
            ".address_size 64",
            ".visible .entry sample(.param .u64 image, .param .u64 in, .param .u64 out)",
            "{",
            "    .reg .b64 %image, %in, %out, %at;",
            f"    .reg .b32 %thread, %v<{width}>, %o<{max(4, self.outputs)}>;",
        ]
        if self.more_registers:
            lines.append(f"    .reg {self.more_registers};")
        lines += [
            "    ld.param.u64 %image, [image];",
            "    ld.param.u64 %in, [in];",
            "    ld.param.u64 %out, [out];",
            "    mov.u32 %thread, %tid.x;",
            f"    mad.wide.u32 %at, %thread, {4 * width}, %in;",
        ]
        lines += [f"    ld.global.b32 %v{k}, [%at+{4 * k}];" for k in range(width)]
        lines += [f"    mov.b32 %o{k}, 0;" for k in range(self.outputs)]
        lines += ["    " + line for line in self.body]
        lines.append(f"    mad.wide.u32 %at, %thread, {4 * self.outputs}, %out;")
        lines += [f"    st.global.b32 [%at+{4 * k}], %o{k};" for k in range(self.outputs)]
        lines += ["    ret;", "}"]
        return "\n".join(lines) + "\n"

    def write(self):
        folder = HERE / self.row
        folder.mkdir(exist_ok=True)
        (folder / f"{self.name}.ptx").write_text(self.text())
