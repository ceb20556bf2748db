"""A desktop window under X11 for tests: keys and pointer through xdotool, what it shows through its
journal, and pictures of the screen."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path


class Window:
    """`warpscope gui` with these words, in the upper left corner of the screen."""

    def __init__(self, warpscope, words, folder, size="1280x800"):
        self.journal = Path(folder, "journal.jsonl")
        environment = {**os.environ, "XDG_CONFIG_HOME": str(folder)}
        split = words.index("--") if "--" in words else len(words)
        command = [warpscope, "gui", *words[:split], "--size", size, "--journal", self.journal,
                   *words[split:]]
        self.process = subprocess.Popen(command, env=environment)
        self.seen = 0
        self.pointer = None

    def lines(self):
        """All that it has shown so far."""
        if not self.journal.exists():
            return []
        text = self.journal.read_text(encoding="utf-8")
        return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]

    def wait(self, what, condition, seconds=60):
        """The newest state, once it fulfils the condition."""
        end = time.monotonic() + seconds
        while True:
            lines = self.lines()
            if lines and condition(lines[-1]):
                self.seen = len(lines)
                return lines[-1]
            if self.process.poll() is not None:
                sys.exit(f"{what}: the window has gone, exit code {self.process.returncode}")
            if time.monotonic() > end:
                sys.exit(f"{what}: did not come within {seconds} s; shown last: "
                         f"{json.dumps(lines[-1]) if lines else 'nothing'}")
            time.sleep(0.05)

    def since(self):
        """What it has shown since the last wait."""
        return self.lines()[self.seen:]

    def settled(self, what, condition=lambda line: True, seconds=60):
        return self.wait(what, lambda line: not line["busy"] and "position" in line
                         and condition(line), seconds)

    def xdotool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True, timeout=30)

    def key(self, *names):
        for name in names:
            self.xdotool("key", "--clearmodifiers", name)

    def type(self, text):
        self.xdotool("type", "--delay", 20, text)

    def move(self, x, y):
        if (x, y) != self.pointer:  # xdotool would wait for a motion
            self.xdotool("mousemove", "--sync", x, y)
        self.pointer = x, y

    def press(self, x, y):
        self.move(x, y)
        self.xdotool("mousedown", 1)

    def click(self, x, y, button=1):
        self.move(x, y)
        self.xdotool("click", button)

    def release(self):
        self.xdotool("mouseup", 1)

    def picture(self, file):
        subprocess.run(["import", "-window", "root", file], check=True, timeout=30)

    def quit(self):
        """Closes the window as a user does."""
        self.key("ctrl+q")
        code = self.process.wait(timeout=30)
        if code != 0:
            sys.exit(f"quit: exit code {code}")


def expect(condition, what, *shown):
    if not condition:
        sys.exit(f"{what}: {' '.join(json.dumps(s) for s in shown)}")
