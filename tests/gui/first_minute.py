#!/usr/bin/env python3
"""The first minute with a program, played in a real window: it opens where lanes queue for one bank,
the passes are played, the time bar is dragged to where the tile is filled and back, the same load is
shown with padded rows, and the next program of the series is opened.

Usage: first_minute.py WARPSCOPE [--pictures FOLDER]     in a screen of 1280x800 or more

--pictures leaves what the screen showed at each stage.
"""

import sys
import tempfile
import time
from pathlib import Path

from real_window import Window, expect

ROOT = Path(__file__).resolve().parent.parent.parent


def play(window, picture):
    # It has run once and stands where it is worst.
    worst = window.settled("opening", lambda line: line.get("passes") == 32)
    window.move(640, 300)
    expect(worst["memory"] == "shared" and worst["line"] > 0, "the worst step", worst)
    # Two steps back and two forward: the same state of the whole machine.
    position = worst["position"]
    for key, change in (("shift+F10", -1), ("shift+F10", -1), ("F10", 1), ("F10", 1)):
        window.key(key)
        position += change
        there = window.settled(key, lambda line, wanted=position: line["position"] == wanted)
    expect(there["hash"] == worst["hash"] and there["passes"] == 32, "back and forward", there)
    # Space: passes 1 to 32, one after another.
    window.key("space")
    window.wait("playing", lambda line: line["playing"])
    window.wait("the last passes", lambda line: line.get("pass", 0) >= 30, 30)
    window.wait("the end of the play", lambda line: not line["playing"], 30)
    passes = [line["pass"] for line in window.lines() if "pass" in line]
    # A busy machine may leave one out: time goes on.
    expect(passes == sorted(passes) and passes[0] == 1 and len(set(passes)) >= 20, "passes", passes)
    # The time bar, dragged to the left while the button is down, then back to the right.
    y = 800 - 22 - 36
    window.press(1000, y)
    for x in range(980, 300, -20):
        window.move(x, y)
        time.sleep(0.03)
    window.release()
    filled = window.settled("the tile is filled", lambda line: line["step"] < worst["step"])
    dragged = {line["step"] for line in window.lines() if "step" in line}
    expect(len(dragged) >= 4, "steps seen while dragging", sorted(dragged))
    # Back over the accesses: those that fill the tile have no conflict, those that read it do.
    seen = {}
    window.key("Home")
    window.settled("the first step", lambda line: line["step"] == 1)
    for _ in range(400):
        window.key("F10")
        line = window.lines()[-1]
        if line.get("instruction", "").startswith(("st.shared", "ld.shared")):
            seen[line["instruction"][:9]] = line["passes"]
        if "ld.shared" in seen or seen.get("st.shared") == 1:
            break
    expect(seen.get("st.shared") == 1, "filling the tile has no conflict", seen)
    window.key("F8")
    line = window.settled("the next conflict", lambda line: line.get("passes") == 32)
    expect(line["step"] > filled["step"] or line["step"] > 1, "the conflict comes later", line)
    # The same load with the fix.
    window.key("w")
    fixed = window.wait("with the fix", lambda line: line["with_fix"])
    expect(fixed["passes"] == 1 and fixed["hash"] == line["hash"], "the fix", fixed)
    picture("with_fix")
    # The next program of the series has it.
    window.key("ctrl+shift+n")
    padded = window.settled("the next program",
                            lambda line: line["program"].endswith("3_padded.cu"))
    expect(not padded["with_fix"], "nothing stays switched on", padded)
    return padded


def main():
    words = sys.argv[1:]
    folder = None
    if "--pictures" in words:
        at = words.index("--pictures")
        folder = Path(words[at + 1])
        folder.mkdir(parents=True, exist_ok=True)
        del words[at:at + 2]
    if len(words) != 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as temporary:
        window = Window(words[0], [str(Path("kernels/transpose/2_shared.cu"))], temporary)

        def picture(name):
            if folder is not None:
                window.move(900, 20)  # where no explanation comes up
                time.sleep(0.5)
                window.picture(folder / f"first_minute_{name}.png")

        try:
            play(window, picture)
            window.quit()
        finally:
            window.process.kill()


if __name__ == "__main__":
    main()
