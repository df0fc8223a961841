#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times of the screen: until the first frame, and from a key to its frame.

They are measured inside the program (`:frames FILE`) on a pseudo terminal of 132
columns and 43 lines, in seconds of the processor, of the program and of its
children. Those until the first frame are compared with those that LLVM's opt needs
to read and verify the same file. The file has diamonds in a row, of three blocks
each, which are folded at first and unfolded by the first key.
"""

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios

LIMIT = 120
RUNS = 3
PROGRAM = os.environ["RECONVERGE"]
OPT = os.environ.get("OPT") or "opt"
HERE = os.path.join(os.environ["srcdir"], "bench")
KEYS = ["j", "j", "k", "t", "f", "\t", "j", "\x1b[6~", "\x1b[5~", "\t", "o",
        "j", "j", "z", "z", "i", "j", "\x1b[6~", "y", "j", "c", "+", "-", "m",
        "$", "^", "d", "D", "(", ")", "L", "H", "J", "K", "."]


def module(folder, blocks):
    path = os.path.join(folder, "%d.ll" % blocks)
    with open(path, "w", encoding="utf-8") as out:
        subprocess.run([sys.executable, os.path.join(HERE, "diamonds.py"),
                        "many", str(blocks // 3)], stdout=out, check=True)
    return path


def opt_seconds(path):
    """The best of some: opt with nothing but the verifier."""
    best = LIMIT
    for _ in range(RUNS):
        run = subprocess.Popen([OPT, "-passes=verify", "-disable-output", path])
        _, status, used = os.wait4(run.pid, 0)
        run.returncode = status
        if status:
            sys.exit("screen: opt cannot read %s" % path)
        best = min(best, used.ru_utime + used.ru_stime)
    return best


class Screen:
    def __init__(self, path):
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execve(PROGRAM, ["reconverge", path],
                      dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8",
                           INPUTRC="/dev/null"))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 43, 132, 0, 0))

    def read_until_quiet(self, first, quiet):
        """Something must come, then nothing for a while."""
        wait = first
        while select.select([self.fd], [], [], wait)[0]:
            try:
                if not os.read(self.fd, 1 << 16):
                    return
            except OSError:
                return
            wait = quiet

    def press(self, key):
        os.write(self.fd, key.encode())
        self.read_until_quiet(0.25, 0.02)

    def end(self):
        os.write(self.fd, b":q!\r")
        self.read_until_quiet(5, 5)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def measured(path, folder):
    """Seconds of the processor to the first frame, and of every key."""
    out = os.path.join(folder, "frames")
    s = Screen(path)
    s.read_until_quiet(LIMIT, 0.5)
    for key in ["Z", "0"] + KEYS * 3:
        s.press(key)
    s.press(":")
    s.press("frames " + out)
    s.press("\r")
    s.end()
    first, frames = 0.0, []
    with open(out, encoding="utf-8") as f:
        for line in f:
            word, *value = line.split()
            if word == "processor":
                first = float(value[0])
            elif word == "frame":
                frames.append(float(value[1]))
    os.unlink(out)
    return first, frames


def main():
    print("screen: first frame and key to frame, 132x43")
    print("  blocks   opt    first   ratio   key: median   99 %    most (ms)")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        for blocks in (1000, 10000):
            path = module(folder, blocks)
            opt = opt_seconds(path)
            runs = [measured(path, folder) for _ in range(RUNS)]
            first = min(run[0] for run in runs)
            frames = sorted(1000 * f for run in runs for f in run[1])
            print("  %6d  %5.2f s %5.2f s %5.1f %12.1f %10.1f %8.1f" % (
                blocks, opt, first, first / opt, statistics.median(frames),
                frames[int(len(frames) * 0.99)], frames[-1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
