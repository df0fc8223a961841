# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs on a real terminal, which tmux plays on a socket of its own.

No test sleeps for a fixed time. A frame is read again until it is the one that
the test waits for, or until two frames in a row are equal.
"""

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

LIMIT = 30  # seconds, the longest that a test waits for one thing
PROGRAM = os.environ["RECONVERGE"]
SAMPLES = os.environ["SAMPLES"]
SMALL = os.path.join(os.environ["srcdir"], "tests/cmd/small.ll")
TMUX = os.environ.get("TMUX_PROGRAM") or shutil.which("tmux") or ""
# run-suite.py starts each test in an empty folder. A test that is started by
# hand writes its files (state/, err) to a temporary folder instead.
if os.listdir():
    SCRATCH = tempfile.TemporaryDirectory(prefix="cvg")
    os.chdir(SCRATCH.name)

LOOK = {"HOME": os.getcwd(), "XDG_STATE_HOME": os.path.join(os.getcwd(), "state"),
        "LC_ALL": "C.UTF-8", "TERM": "screen-256color", "INPUTRC": "/dev/null",
        "PATH": os.environ["PATH"], "SHELL": "/bin/sh",
        "PS1": "$ "}
# A history says that this is not the first start, which offers the tour.
os.makedirs("state/reconverge", exist_ok=True)
with open("state/reconverge/history", "a", encoding="utf-8"):
    pass


def skip_unless_possible():
    if not TMUX:
        print("1..0 # SKIP tmux is missing (Debian package tmux)")
        sys.exit(0)


class Tap:
    points = 0
    failed = 0

    @classmethod
    def point(cls, good, name, said=""):
        cls.points += 1
        cls.failed += not good
        print("%sok %d - %s" % ("" if good else "not ", cls.points, name))
        if not good:
            for line in str(said).splitlines():
                print("# " + line)
        sys.stdout.flush()
        return good

    @classmethod
    def end(cls):
        print("1..%d" % cls.points)
        sys.exit(1 if cls.failed else 0)


point = Tap.point


class Server:
    """A tmux server for all terminals of a test."""

    count = 0

    def __init__(self):
        Server.count += 1
        self.socket = "reconverge-%d-%d" % (os.getpid(), Server.count)
        self.windows = 0
        # not here: a socket's path has room for a hundred bytes only
        self.folder = tempfile.TemporaryDirectory(prefix="cvg", dir="/tmp")
        atexit.register(self.end)
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "-s", "base",
                  "cat")
        self.tmux("set", "-g", "remain-on-exit", "on")
        self.tmux("set", "-sg", "escape-time", "0")

    def end(self):
        self.tmux("kill-server", check=False)
        self.folder.cleanup()

    def tmux(self, *args, check=True):
        run = subprocess.run(
            [TMUX, "-L", self.socket, "-f", "/dev/null", *args],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=dict(LOOK, TMUX_TMPDIR=self.folder.name), check=False)
        text = run.stdout.decode("utf-8", "replace")
        if check and run.returncode:
            raise RuntimeError("tmux %s: %s" % (" ".join(args), text))
        return text


class Terminal:
    """A terminal of that size, in which the shell runs a command line."""

    def __init__(self, server, size, line, **env):
        self.server = server
        self.name = "s%d" % server.windows
        server.windows += 1
        width, height = size
        look = {k: v for k, v in dict(LOOK, **env).items() if v is not None}
        words = ["env", "-i"] + ["%s=%s" % p for p in look.items()]
        server.tmux("new-session", "-d", "-x", str(width), "-y", str(height),
                    "-s", self.name, *words, "sh", "-c", line)

    def frame(self, *options):
        return self.server.tmux("capture-pane", "-p", "-t", self.name, *options)

    def keys(self, *keys):
        self.server.tmux("send-keys", "-t", self.name, *keys)

    def type(self, text):
        self.server.tmux("send-keys", "-t", self.name, "-l", text)

    def resize(self, width, height):
        self.server.tmux("resize-window", "-t", self.name, "-x", str(width),
                         "-y", str(height))

    def ask(self, what):
        return self.server.tmux("display-message", "-p", "-t", self.name,
                                "#{%s}" % what).strip()

    def cursor(self):
        return int(self.ask("cursor_x")), int(self.ask("cursor_y"))

    def wait(self, pattern):
        """Waits until the frame has the pattern; returns the frame, or None."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            frame = self.frame()
            if re.search(pattern, frame, re.M):
                return frame
            time.sleep(0.02)
        return None

    def wait_gone(self, pattern):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            if not re.search(pattern, self.frame(), re.M):
                return True
            time.sleep(0.02)
        return False

    def settled(self, times=2):
        """The frame, after it was the same that many times in a row."""
        end = time.monotonic() + LIMIT
        last, seen = None, 0
        while time.monotonic() < end and seen < times:
            frame = self.frame()
            seen = seen + 1 if frame == last else 1
            last = frame
            time.sleep(0.05)
        return last

    def expect(self, keys, pattern, name):
        """A point of the test: after the keys, the frame shows the pattern."""
        for key in keys if isinstance(keys, (list, tuple)) else [keys]:
            if key:
                self.keys(key)
        found = self.wait(pattern)
        return point(found is not None, name,
                     "" if found else "wanted: %s\n%s" % (pattern, self.frame()))

    def close(self):
        self.server.tmux("kill-session", "-t", self.name, check=False)


def wait_for_file(path, pattern=""):
    """Returns the text of the file as soon as it has the pattern, or None."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        try:
            with open(path, encoding="utf-8", errors="replace") as f:
                text = f.read()
            if re.search(pattern, text, re.M):
                return text
        except FileNotFoundError:
            pass
        time.sleep(0.02)
    return None


def wait_until(true, limit=LIMIT):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False
