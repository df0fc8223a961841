#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the screen with the frames in goldens/, at three sizes, in two
character sets, with and without colour, and walks through a session from the
first frame to a check. `views.py --update` writes the frames that the program
shows. TAP."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import (PROGRAM, SAMPLES, Server, Tap, Terminal, point,
                 skip_unless_possible, wait_until)

GOLDENS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "goldens")
UPDATE = "--update" in sys.argv
SAMPLE = os.path.join(SAMPLES, "bitonic_sort.amdgcn.ll")
SIZES = ((80, 24), (132, 43), (40, 12))
CHARSETS = (("", "C.UTF-8"), ("-ascii", "C"))
LOOKS = (("colour", {}), ("NO_COLOR", {"NO_COLOR": "1"}),
         ("vt100", {"TERM": "vt100"}))
GOLDEN_LIMIT = 10
OPENED = r"^ @bitonic_sort  P0"


def opened(server, size, line=SAMPLE, **env):
    return Terminal(server, size, "exec %s %s 2>err" % (PROGRAM, line), **env)


def plain(frame):
    return "\n".join(line.rstrip() for line in frame.split("\n")).rstrip() + "\n"


def check(name, t, title):
    """Waits until the frame is that of the golden file, and returns the frame."""
    path = os.path.join(GOLDENS, name + ".txt")
    if UPDATE:
        frame = plain(t.settled(times=8))
        os.makedirs(GOLDENS, exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(frame)
        print("wrote " + path)
        return frame
    try:
        with open(path, encoding="utf-8") as f:
            wanted = f.read()
    except FileNotFoundError:
        wanted = ""
    good = wait_until(lambda: plain(t.frame()) == wanted, GOLDEN_LIMIT)
    frame = plain(t.frame())
    point(good, title, "%s\nwanted %s:\n%s" % (frame, path, wanted))
    return frame


def starts(server):
    """Starts all terminals at once, which takes less time than one by one."""
    terminals = [(size, charset, look,
                  opened(server, size, LC_ALL=locale, **env))
                 for size in SIZES for charset, locale in CHARSETS
                 for look, env in LOOKS]
    first = {}
    for size, charset, look, t in terminals:
        t.wait(OPENED)
        name = "start-%dx%d%s" % (*size, charset)
        if look == "colour":
            frame = check(name, t, "%s: the first frame" % name)
            first[name] = frame
        else:
            same = wait_until(lambda: plain(t.frame()) == first[name],
                              GOLDEN_LIMIT)
            frame = plain(t.frame())
            point(same, "%s: the same with %s" % (name, look), frame)
        if charset:
            point(frame.isascii(), "%s, %s: ASCII and nothing else" %
                  (name, look), frame)
        colours(t, name, look)
        t.close()


# The colours of the role `divergent` of roles.def, on a dark and on a light
# background.
DARK, LIGHT = "38;5;166", "38;5;130"


def colours(t, name, look):
    escapes = t.frame("-e")
    has = re.search(r"\x1b\[[0-9;]*[34]8;5;", escapes) is not None
    if look == "colour":
        point(has and DARK in escapes, "%s: divergence has its colour" % name,
              repr(escapes))
    else:
        point(not has, "%s, %s: no colours" % (name, look), repr(escapes))


def grounds(server):
    t = opened(server, (80, 24), COLORFGBG="0;15")
    t.wait(OPENED)
    t.settled()
    point(LIGHT in t.frame("-e") and DARK not in t.frame("-e"),
          "COLORFGBG chooses the colours of a light ground")
    t.type(":set background=dark\r")
    point(wait_until(lambda: DARK in t.frame("-e")),
          "set background=dark those of a dark one")
    t.close()
    # tmux tells the ground of its style to a program that asks.
    server.tmux("set-option", "-g", "window-style", "bg=#ffffdd")
    t = opened(server, (80, 24), TERM="xterm-256color")
    t.wait(OPENED)
    point(wait_until(lambda: LIGHT in t.frame("-e")) and DARK not in t.frame("-e"),
          "a terminal that is like xterm is asked for its ground")
    t.type("j")
    t.settled()
    point("^[" not in t.frame() and "rgb" not in t.frame(), "its answer is no key", t.frame())
    t.close()
    server.tmux("set-option", "-gu", "window-style")
    t = opened(server, (80, 24), TERM="screen")
    t.wait(OPENED)
    t.settled()
    point(re.search(r"\x1b\[[0-9;]*33m", t.frame("-e")) is not None,
          "where there are few colours, divergence is yellow", t.frame("-e"))
    t.close()
    t = opened(server, (80, 24))
    t.wait(OPENED)
    t.type(":set glyphs=ascii\r")
    point(wait_until(lambda: t.frame().isascii()), "set glyphs=ascii",
          t.frame())
    t.close()


# Rows: keys, the text that must appear, the name of the golden frame.
WALK = (
    (["w"], "branches on", "why"),
    (["Escape", "o"], "Outline", "outline"),
    (["y"], "Candidates", "candidates"),
    (["Enter"], "Preview of", "preview"),
    (["Escape", "x"], "Alignment", "matrix"),
    (["i"], r"IR B", "ir"),
    (["C-p", "a", "a", "l", "l"], "> aall", "palette"),
    (["Escape", "y", "a"], "P1 meld B5", "applied"),
    (["v"], "Difference", "diff"),
    (["V"], "Difference", "diff-graph"),
    (["C"], "checked with 8 seeds", "checked"),
    (["p"], "Warp block", "warp"),
    (["M"], "Metrics", "metrics"),
    (["e"], "Log", "log"),
    (["?"], "Help", "help"),
)


def walk(server, size):
    t = opened(server, size)
    t.wait(OPENED)
    for keys, pattern, name in WALK:
        for key in keys:
            t.keys(key)
            t.settled()
        name = "%s-%dx%d" % (name, *size)
        if not t.wait(pattern):
            point(False, name + ": it shows", t.frame())
            continue
        check(name, t, name)
    t.close()


def own_keys(server):
    """The user's file of keys is read, and its faults are reported. The folder
    has a name so short that the message fits into the line."""
    with tempfile.TemporaryDirectory(prefix="cvg", dir="/tmp") as folder:
        os.mkdir(os.path.join(folder, "reconverge"))
        path = os.path.join(folder, "reconverge", "keys")
        with open(path, "w", encoding="utf-8") as f:
            f.write("# mine\n@ why\nw nowhere\n")
        use_keys(opened(server, (120, 40), XDG_CONFIG_HOME=folder))


def use_keys(t):
    t.wait(OPENED)
    point(t.wait(r"reconverge/keys:3: unknown action 'nowhere'"),
          "keys: a line that means nothing is told", t.frame())
    point(t.wait(r"@ why"), "keys: the hints name the user's", t.frame())
    t.keys("@")
    point(t.wait("branches on"), "keys: they do what they say",
          t.frame())
    t.keys("Escape")
    t.type(":show keys\r")
    point(t.wait(r"up +k Up +go to the block or line above"), "keys: show keys", t.frame())
    t.close()


NAMES = """target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @"漢字"(ptr addrspace(1) %"größe") {
"入口":
  %"値" = call i32 @llvm.amdgcn.workitem.id.x()
  %"比較" = icmp ult i32 %"値", 7
  br i1 %"比較", label %"左の枝", label %"right\\09tab"
"左の枝":
  store i32 %"値", ptr addrspace(1) %"größe"
  br label %"出口"
"right\\09tab":
  store i32 1, ptr addrspace(1) %"größe"
  br label %"出口"
"出口":
  ret void
}
"""


def names(server):
    """Wide characters take two columns, wherever they are cut."""
    with open("names.ll", "w", encoding="utf-8") as f:
        f.write(NAMES)
    for size in ((132, 43), (80, 24), (41, 13)):
        t = opened(server, size, "names.ll")
        t.wait(r"^ @漢字  P0")
        check("names-%dx%d" % size, t,
              "wide names at %dx%d" % size)
        t.close()
    t = opened(server, (80, 24), "names.ll", LC_ALL="C")
    t.wait(r"^ @\S+  P0")
    point(t.settled().isascii(), "wide names in the C locale", t.frame())
    t.close()


def threads(server):
    """The view of threads by kind, before and after regrouping: the letters
    must agree with the colours."""
    sample = os.path.join(SAMPLES, "lin_short_circuit")
    line = "-e 'launch %s.launch.json' -e 'set sms=1' %s.amdgcn.ll" % (sample,
                                                                     sample)
    for size, suffix, env in (((80, 24), "", {}), ((120, 40), "", {}),
                              ((80, 24), "-ascii", {"LC_ALL": "C",
                                                    "NO_COLOR": "1"})):
        t = opened(server, size, line, **env)
        t.wait(r"^ @lin_short_circuit  P0")
        t.settled()
        shown = "groups-%dx%d%s" % (*size, suffix)
        for keys, name in ((("T", "R"), shown), (("Enter", "l"),
                                                 shown + "-after")):
            for key in keys:
                t.keys(key)
                t.settled()
            t.wait("warps diverge")
            check(name, t, name)
        grounds = set(re.findall(r"48;5;(\d+)m[a-zA-Z]", t.frame("-e")))
        if env:
            point(not grounds and t.frame().isascii(),
                  shown + ": letters alone", repr(t.frame("-e")))
        else:
            point(len(grounds) > 2, shown + ": kinds have colours",
                  repr(t.frame("-e")))
        t.close()


def mouse(server):
    t = opened(server, (132, 43))
    t.wait(OPENED)
    t.settled()
    point(t.ask("mouse_any_flag") == "1", "the mouse is listened to")
    before = t.settled()
    lines = before.split("\n")
    row = next(i for i, line in enumerate(lines) if "B2 for.body" in line[:26])
    t.type("\033[M" + " " + chr(33 + 6) + chr(33 + row))
    point(wait_until(lambda: re.search(r"^▶ .*B2 for.body", t.frame(), re.M)),
          "a click selects", t.frame())
    row = next(i for i, line in enumerate(lines) if "B3 for.cond4" in line[:26])
    at = chr(33 + 6) + chr(33 + row)
    t.type("\033[M " + at + "\033[M#" + at)
    point(wait_until(lambda: re.search(r"^▶ .*B3 for.cond4", t.frame(), re.M)),
          "a press and its release at once are a click", t.frame())
    t.type(":set mouse=off\r")
    point(wait_until(lambda: t.ask("mouse_any_flag") == "0"),
          "set mouse=off leaves it to the terminal")
    t.close()


def main():
    skip_unless_possible()
    server = Server()
    starts(server)
    grounds(server)
    walk(server, (80, 24))
    walk(server, (132, 43))
    own_keys(server)
    names(server)
    threads(server)
    mouse(server)
    Tap.end()


if __name__ == "__main__":
    main()
