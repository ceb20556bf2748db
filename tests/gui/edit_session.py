#!/usr/bin/env python3
"""The edit-run loop in a real window: what is typed is saved, compiled and run, and the window stands
where it stood; a compile error leaves the old run to be stepped; a file that others changed is not
written over.

Usage: edit_session.py WARPSCOPE     in a screen of 1280x800 or more
"""

import sys
import tempfile
from pathlib import Path

from real_window import Window, expect

PROGRAM = "kernels/transpose/2_shared.cu"


def place(state):
    return [state[key] for key in ("launch", "block", "warp", "lane", "instruction", "step")]


class Session:
    def __init__(self, window, file):
        self.window, self.file = window, file

    def run(self, what, condition):
        """Ctrl+Enter, and the state once it has come back."""
        before = self.window.lines()[-1]["builds"]
        self.window.key("ctrl+Return")
        return self.window.settled(what, lambda line: line["builds"] == before + 1 and condition(line))

    def saved(self, text, what):
        expect(self.file.read_text() == text, f"{what}: the file", self.file.read_text())


def edit_above(session, start):
    """A line at the top: the same step, one line further down, and the breakpoint moves with it."""
    window = session.window
    window.key("F9")
    window.wait("a breakpoint", lambda line: line["breakpoints"] == [start["line"]])
    window.key("e")
    window.wait("the editor", lambda line: line["editing"])
    window.key("ctrl+Home")
    window.type("// above")
    window.key("Return")
    edited = window.wait("the text is newer", lambda line: line["edited"])
    expect(place(edited) == place(start), "editing leaves the run alone", edited)
    back = session.run("a line above", lambda line: line["line"] == start["line"] + 1)
    expect(place(back) == place(start) and back["hash"] == start["hash"], "the same step", start, back)
    expect(back["breakpoints"] == [start["line"] + 1], "the breakpoint moved", back)
    expect(not back["edited"] and back["editing"], "the run is as new as the text", back)
    return back


def break_and_mend(session, text, start):
    """An error: told, the old run still steps; mended: the same step again."""
    window = session.window
    window.key("ctrl+End")
    window.type("flaot q;")
    wrong = session.run("an error", lambda line: line["errors"] > 0)
    session.saved(text + "flaot q;", "what does not compile is saved")
    expect(place(wrong) == place(start), "the old run is shown", wrong)
    window.key("F10")
    window.settled("the old run steps", lambda line: line["step"] == start["step"] + 1)
    window.key("shift+F10")
    window.settled("and back", lambda line: line["step"] == start["step"])
    window.key(*["BackSpace"] * len("flaot q;"))
    window.wait("mended", lambda line: not line["edited"])
    mended = session.run("no error", lambda line: line["errors"] == 0)
    session.saved(text, "the mended text")
    expect(place(mended) == place(start), "the same step", start, mended)


def change_on_disk(session, text):
    """Nobody's changes are lost."""
    window = session.window
    window.key("ctrl+End")
    window.type("// mine")
    session.file.write_text(text + "// theirs\n")
    window.key("ctrl+Return")
    window.wait("it says so", lambda line: "changed on disk" in line.get("message", ""))
    session.saved(text + "// theirs\n", "it is not written over")
    window.key("ctrl+r")
    window.wait("it is read", lambda line: "Ctrl+Z" in line.get("message", ""))
    window.key("ctrl+z")
    session.run("mine", lambda line: True)
    session.saved(text + "// mine", "undo brought the text back")


def gone_step(session, text, start):
    """A line that nobody runs any more: the nearest, and it is said."""
    window = session.window
    session.file.write_text(text.replace("        output[out_y * height + out_x] =",
                                         "        if (height < 0) output[0] ="))
    window.key("ctrl+r")
    near = session.run("a step is gone", lambda line: "line" in line.get("message", ""))
    expect(near["block"] == start["block"] and near["line"] != 0, "the nearest step", near)
    window.key("Escape")
    window.wait("the editor is left", lambda line: not line["editing"])
    window.key("s")


def play(window, file):
    text = file.read_text()
    session = Session(window, file)
    opened = window.settled("opening")
    window.move(640, 300)
    window.key("shift+Left")
    start = window.settled("an earlier step of the warp", lambda line: line["step"] < opened["step"])
    expect(start["warp"] == 3 and start["line"] != 0, "a step of warp 3", start)
    back = edit_above(session, start)
    text = "// above\n" + text
    session.saved(text, "a line above")
    break_and_mend(session, text, back)
    change_on_disk(session, text)
    gone_step(session, text, back)
    window.quit()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary, "program.cu")
        file.write_text(Path(PROGRAM).read_text())
        window = Window(sys.argv[1], [file, "--block", "0,0", "--warp", "3", "--", "70"], temporary)
        try:
            play(window, file)
        finally:
            window.process.kill()


if __name__ == "__main__":
    main()
