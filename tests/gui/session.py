#!/usr/bin/env python3
"""A debugging session in a real window: a program with a planted race is opened, a breakpoint set,
steps taken and taken back, the race found and gone to, and the window closed.

Usage: session.py WARPSCOPE     in a screen of 1280x800 or more
"""

import sys
import tempfile

from real_window import Window, expect

PROGRAM = "tests/checkers/race/missing_barrier.cu"
WRITE_LINE = 14  # tile[i] = values[i];
READ_LINE = 16  # reversed[i] = tile[n - 1 - i];


def steps_back_and_forward(window, state):
    """Two steps back and two forward lead to the same state of the whole machine."""
    hashes = {state["position"]: state["hash"]}
    position = state["position"]
    for key, change in (("shift+F10", -1), ("shift+F10", -1), ("F10", 1), ("F10", 1)):
        window.key(key)
        position += change
        line = window.settled(key, lambda line: line["position"] == position)
        known = hashes.setdefault(position, line["hash"])
        expect(known == line["hash"], "another state at the same step", line)
    expect(len(set(hashes.values())) == 3, "each step changes the state", hashes)


def play(window):
    window.settled("opening")
    window.move(640, 300)
    window.key("Home")
    window.settled("the first step", lambda line: line["step"] == 1)
    # A breakpoint on the line that reads the tile: go to the line, F9, run.
    window.key("ctrl+p")
    window.type(str(READ_LINE))
    window.key("Return")
    window.wait("the line is selected", lambda line: line["line"] == READ_LINE)
    window.key("F9")
    window.wait("the breakpoint", lambda line: line["breakpoints"])
    window.key("F5")
    stopped = window.settled("the breakpoint is reached",
                             lambda line: line["step"] > 1 and line["line"] == READ_LINE)
    steps_back_and_forward(window, stopped)
    # The race: from the findings to the moment before.
    found = window.wait("the race is found", lambda line: line.get("findings", 0) > 0)
    expect(found["tab"] == "findings", "findings are shown first", found)
    window.key("Tab")
    window.key("Return")
    before = window.settled("the moment before the race",
                            lambda line: line["position"] != found["position"])
    window.key("F10")
    race = window.settled("the racing step",
                          lambda line: line["position"] == before["position"] + 1)
    expect(race["instruction"].startswith("st.shared") and race["line"] == WRITE_LINE,
           "the racing step", race)
    window.quit()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as temporary:
        window = Window(sys.argv[1], [PROGRAM, "--", "wrong"], temporary)
        try:
            play(window)
        finally:
            window.process.kill()


if __name__ == "__main__":
    main()
