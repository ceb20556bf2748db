"""The bytes that load and address cases read, in every space."""

import random

SIZE = 96
random.seed(1)
TABLE = bytes([0, 1, 0x7F, 0x80, 0xFF, 0xFE, 0x80, 0x7F] + [0xFF] * 8
              + [random.randrange(256) for _ in range(SIZE - 16)])
INITIAL = "{" + ",".join(str(b) for b in TABLE) + "}"
GLOBAL_TABLE = f".global .align 16 .b8 table[{SIZE}] = {INITIAL};"
CONST_TABLE = f".const .align 16 .b8 constants[{SIZE}] = {INITIAL};"
SHARED_TABLE = f".shared .align 16 .b8 tile[{SIZE}];"
OFFSETS = list(range(0, SIZE, 8))


def read(offset, t):
    n = int(t[1:]) // 8
    return int.from_bytes(TABLE[offset:offset + n], "little", signed=t[0] == "s")
