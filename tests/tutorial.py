#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of doc/tutorial.md and compares their output with the
page. The module is the one that clang makes; without clang, it is the one in
samples/, which differs only in what LLVM 19 cannot read. The pictures of the
screen are compared as well: each is an indented block after a line <!-- screen
WIDTHxHEIGHT COMMANDS: KEYS -->. `tutorial.py --update` writes the output into
the page. TAP."""

import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "screen"))
from kit import PROGRAM, TMUX, Server, Tap, Terminal, point, wait_until

TOP = os.path.dirname(HERE)
PAGE = os.path.join(TOP, "doc", "tutorial.md")
MODULE = os.path.join(TOP, "doc", "tutorial", "roots.ll")
UPDATE = "--update" in sys.argv
LIMIT = 10
NEWEST = int(os.environ.get("LLVM_VERSION_MAJOR") or 22) >= 22
CLANG = shutil.which("clang-22") is not None and NEWEST
PICTURES = os.access(os.path.join(os.environ["builddir"],
                                  "reconverge-graphviz"), os.X_OK)
SCREEN = re.compile(r"^<!-- screen (\d+)x(\d+)([^:>]*)(?::(.*?))? -->$")
INDENT = "    "
HEADING = """\
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What clang-22 makes of roots.cl, less what LLVM 19 cannot read.
"""
# The features that the stored module lacks.
STRIPPED = ((r"^; ModuleID = .*\n", ""), (r" captures\(none\)", ""),
            (r" nocreateundeforpoison", ""), (r"^!llvm.errno.tbaa.*\n", ""),
            (r' "target-features"="[^"]*"', ""), (r' "amdgpu-no-[a-z-]*"', ""),
            (r'"[^"]*clang version[^"]*"', '"clang"'))


def fresh(folder):
    """A folder in which the page's commands find what they find at the top of
    the tree."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for name in ("doc", "samples"):
        # copies: links would lead to sources that are not near the module,
        # and a tarball may be unpacked where nothing can be written
        subprocess.run(["cp", "-R", "--no-preserve=mode",
                        os.path.join(TOP, name), folder], check=True)
    shutil.copy(MODULE, folder)


def same_module(folder):
    """Is the stored module the one that clang makes of the page's source?"""
    with open(os.path.join(folder, "roots.ll"), encoding="utf-8") as file:
        text = file.read()
    for pattern, instead in STRIPPED:
        text = re.sub(pattern, instead, text, flags=re.M)
    if UPDATE:
        with open(MODULE, "w", encoding="utf-8") as file:
            file.write(HEADING + text)
    with open(MODULE, encoding="utf-8") as file:
        point(file.read() == HEADING + text,
              "doc/tutorial/roots.ll is what clang-22 makes")


def sessions(folder):
    """Run all commands of the page in that folder, with a point for each."""
    fresh(folder)
    words = [sys.executable, os.path.join(HERE, "run-cmd.py"),
             "--skip-missing", "--folder", folder]
    words += [] if CLANG else ["--skip", "^clang-22"]
    words += [] if PICTURES else ["--skip", r"\.svg"]
    run = subprocess.run(words + ["--update"] * UPDATE + [PAGE],
                         capture_output=True, text=True, check=False)
    for line in run.stdout.splitlines():
        found = re.match(r"(not )?ok \d+ (?:- )?(.*)", line)
        if found and found[2].startswith("#"):
            Tap.points += 1
            print("ok %d %s" % (Tap.points, found[2]))
        elif found:
            point(not found[1], found[2])
        elif not line.startswith("1.."):
            print(line)
    point(not run.stderr, "the page can be read", run.stderr)


def plain(frame):
    return [line.rstrip() for line in frame.rstrip().split("\n")]


def picture_at(lines, at):
    """The first and one past the last line of the block behind line `at`."""
    first = at + 1
    last = first
    while last < len(lines) and (lines[last].startswith(INDENT) or
                                 not lines[last]):
        last += 1
    while last > first and not lines[last - 1]:
        last -= 1
    return first, last


def screens(folder):
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    server = Server()
    for at in [i for i, line in enumerate(lines) if SCREEN.match(line)][::-1]:
        width, height, words, keys = SCREEN.match(lines[at]).groups()
        first, last = picture_at(lines, at)
        t = Terminal(server, (int(width), int(height)),
                     "cd '%s' && exec '%s' %s roots.ll 2>err" %
                     (folder, PROGRAM, words))
        t.wait(r"^ @roots  P")
        for key in (keys or "").split():
            t.settled()
            t.keys(key)
        wanted = [line[len(INDENT):] for line in lines[first:last]]
        if UPDATE:
            lines[first:last] = [(INDENT + line).rstrip()
                                 for line in plain(t.settled(times=8))]
        else:
            good = wait_until(lambda: plain(t.frame()) == wanted, LIMIT)
            point(good, "the screen, line %d" % (at + 1), "\n".join(
                plain(t.frame()) + ["wanted:"] + wanted))
        t.close()
    if UPDATE:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))


def main():
    folder = os.path.join(os.getcwd(), "top")
    sessions(folder)
    if CLANG:
        same_module(folder)
    else:
        Tap.points += 1
        print("ok %d - doc/tutorial/roots.ll # SKIP clang-22 is missing or "
              "not the LLVM under test" % Tap.points)
    if TMUX:
        screens(folder)
    else:
        Tap.points += 1
        print("ok %d # SKIP screens: tmux is missing" % Tap.points)
    Tap.end()


if __name__ == "__main__":
    main()
