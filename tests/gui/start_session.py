#!/usr/bin/env python3
"""The start screen and the box that finds things, in a real window: a path is completed and opened,
commands are found by their words, what was opened is offered again, and what is gone says so.

Usage: start_session.py WARPSCOPE     in a screen of 1280x800 or more
"""

import sys
import tempfile
from pathlib import Path

from real_window import Window, expect

PROGRAM = "kernels/vector_add.cu"


def open_by_path(warpscope, folder):
    """Ctrl+O, a path that Tab completes, then commands by their words."""
    window = Window(warpscope, [], folder)
    try:
        window.wait("the start screen", lambda line: line["program"] == "" and not line["busy"])
        window.move(640, 700)
        window.key("ctrl+o")
        window.type(f"{folder}/pro")
        window.key("Tab")
        window.key("Return")
        window.settled("the program", lambda line: line["program"].endswith("program.cu"))
        window.key("ctrl+p")
        window.type("mem work")
        window.key("Return")
        window.wait("a command", lambda line: line["workspace"] == "Memory")
        window.key("ctrl+p")
        window.type("lane 7")
        window.key("Return")
        window.wait("a place", lambda line: line["lane"] == 7)
        # Keys that lie between: up from the first row is the last, Escape leaves all as it was.
        window.key("ctrl+p", "Up", "Escape")
        window.key("ctrl+p")
        window.type("large")
        window.key("Down", "Up", "Return")
        window.wait("large mode", lambda line: line["large"])
        window.quit()
    finally:
        window.process.kill()


def open_again(warpscope, folder):
    """The third row of the start screen is what was opened last."""
    recent = Path(folder, "warpscope/gui-recent.json")
    expect(str(Path(folder, "program.cu")) in recent.read_text(), "it was noted", recent.read_text())
    window = Window(warpscope, [], folder)
    try:
        window.wait("the start screen", lambda line: line["program"] == "" and not line["busy"])
        window.move(640, 700)
        window.key("Down", "Down", "Return")
        window.settled("the program again", lambda line: line["program"].endswith("program.cu"))
        window.quit()
    finally:
        window.process.kill()
    # One that is gone is greyed, and says so.
    Path(folder, "program.cu").unlink()
    window = Window(warpscope, [], folder)
    try:
        window.wait("the start screen", lambda line: line["program"] == "" and not line["busy"])
        window.move(640, 700)
        window.key("Down", "Down", "Return")
        window.wait("it is gone", lambda line: "not there any more" in line.get("message", ""))
        window.quit()
    finally:
        window.process.kill()


def refused(warpscope, folder):
    """A file that is not there: said, with the three ways in; one of them helps."""
    window = Window(warpscope, [Path(folder, "missing.cu")], folder)
    try:
        window.wait("no such file", lambda line: "no such file" in line.get("error", ""))
        window.move(640, 700)
        window.key("Down", "Return")
        window.settled("the example", lambda line: line["program"].endswith("2_shared.cu"), 120)
        window.quit()
    finally:
        window.process.kill()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "program.cu").write_text(Path(PROGRAM).read_text())
        open_by_path(sys.argv[1], folder)
        open_again(sys.argv[1], folder)
        refused(sys.argv[1], folder)


if __name__ == "__main__":
    main()
