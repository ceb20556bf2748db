#!/usr/bin/env python3
"""The pointer in a real window: the gutter with its conditions, the wheel, lanes, tabs, buttons and the
time bar.

Usage: pointer_session.py WARPSCOPE     in a screen of 1280x800 or more
"""

import sys
import tempfile

from real_window import Window, expect

PROGRAM = "kernels/transpose/2_shared.cu"
LINE = 44  # output[…] = staged[…];
ROW_Y = 202  # of that line in the window, when it opens
GUTTER_X, CODE_X = 20, 300


def gutter(window):
    window.click(GUTTER_X, ROW_Y)
    window.wait("a breakpoint", lambda line: line["breakpoints"] == [LINE])
    window.click(GUTTER_X, ROW_Y)
    window.wait("no breakpoint any more", lambda line: line["breakpoints"] == [])
    # A right click writes a condition.
    window.click(GUTTER_X, ROW_Y, button=3)
    window.wait("the box for the condition", lambda line: line["writes_condition"])
    window.type("threadIdx.y == 3 && threadIdx.x == 5")
    window.key("Return")
    window.wait("the condition", lambda line: line["conditions"] == ["threadIdx.y == 3 && threadIdx.x == 5"])
    window.key("Home")
    window.settled("the first step", lambda line: line["step"] == 1)
    window.key("F5")
    stopped = window.settled("the breakpoint is reached", lambda line: line["step"] > 1)
    expect(stopped["line"] == LINE and stopped["warp"] == 3, "the condition holds in warp 3", stopped)
    window.click(GUTTER_X, ROW_Y)
    window.wait("the breakpoint goes", lambda line: line["breakpoints"] == [])


def wheel(window):
    """What stands under the pointer is an earlier line after the wheel was turned."""
    window.click(CODE_X, ROW_Y)
    before = window.wait("the line is chosen", lambda line: line["line"] == LINE)
    for _ in range(3):
        window.click(CODE_X, ROW_Y, button=4)
    window.click(CODE_X, ROW_Y)
    after = window.wait("another line is chosen", lambda line: line["line"] != LINE)
    expect(20 < after["line"] < before["line"], "an earlier line", before, after)


def lanes_and_tabs(window):
    window.click(806, 361)
    window.wait("lane 12 is chosen in Lanes", lambda line: line["lane"] == 12)
    window.click(1219, 120)
    window.wait("lane 31 is chosen in Warps", lambda line: line["lane"] == 31)
    window.click(1190, 424)
    window.wait("global memory", lambda line: line["memory"] == "global")
    window.click(1130, 424)
    window.wait("shared memory", lambda line: line["memory"] == "shared")
    window.click(245, 461)
    window.wait("the Timeline", lambda line: line["tab"] == "timeline")
    window.click(35, 461)
    window.wait("the findings", lambda line: line["tab"] == "findings")


def time_bar(window):
    window.click(500, 745)
    early = window.settled("a click goes there", lambda line: 300 < line["step"] < 500)
    window.press(520, 745)
    for x in range(560, 1001, 40):
        window.move(x, 745)
    window.release()
    window.settled("dragging scrubs", lambda line: line["step"] > early["step"] + 400)
    window.click(196, 751)
    window.settled("a button steps", lambda line: line["step"] != early["step"])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as temporary:
        window = Window(sys.argv[1], [PROGRAM], temporary)
        try:
            opened = window.settled("opening")
            expect(opened["line"] == LINE, "it opens at the conflict", opened)
            for part in (gutter, wheel, lanes_and_tabs, time_bar):
                part(window)
            window.quit()
        finally:
            window.process.kill()


if __name__ == "__main__":
    main()
