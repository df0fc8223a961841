#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the prompt line of the screen, which readline edits and the screen
draws, on a real terminal, played by tmux. TAP."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import (LOOK, PROGRAM, SMALL, Server, Tap, Terminal, point,
                 skip_unless_possible, wait_until)

LAST = 23  # the row of the prompt


def opened(server, size=(80, 24), **env):
    t = Terminal(server, size, "exec %s -f diamond %s 2>err" % (PROGRAM, SMALL),
                 **env)
    t.wait(r"^ @diamond")
    return t


def caret(t, x, name):
    point(wait_until(lambda: t.cursor() == (x, LAST)), name,
          "%s is not %d\n%s" % (t.cursor(), x, t.frame()))


def closed(t):
    return not t.frame().split("\n")[LAST].strip()


def widths(server):
    t = opened(server)
    t.keys(":")
    caret(t, 1, "the cursor stands behind the colon")
    t.type("why äöü")
    caret(t, 8, "letters of two bytes take a column")
    t.type("漢字")
    caret(t, 12, "wide ones two")
    t.expect("BSpace", r"^:why äöü漢$", "rubbing out takes a whole one")
    t.keys("Left", "Left")
    caret(t, 7, "the cursor steps over whole ones")
    t.expect("x", r"^:why äöxü漢$", "what is typed stands before it")
    t.keys("C-a")
    caret(t, 1, "to the beginning")
    t.keys("M-f")
    caret(t, 4, "Alt is for readline")
    t.keys("C-k")
    t.expect("", r"^:why$", "the rest is killed")
    t.keys("C-u")
    t.type("note " + "0123456789" * 20)
    t.expect("", r"^[0-9]*789$", "a long line scrolls")
    point(t.cursor()[0] < 80, "with its cursor in sight", t.cursor())
    t.expect("C-a", r"^:note 0123", "and back")
    t.keys("Escape")
    point(wait_until(lambda: closed(t)), "Esc gives up", t.frame())
    t.keys(":", "BSpace")
    point(wait_until(lambda: closed(t)),
          "as rubbing out the colon does", t.frame())
    t.close()


def completion(server):
    t = opened(server)
    t.keys(":")
    t.type("candid")
    t.expect("Tab", r"^:candidates$", "a single word is completed")
    t.keys("C-u")
    t.type("set ")
    t.expect("Tab", r"^ .*threshold=.*", "several are listed over the panes")
    t.expect("t", r"^:set t$", "typing goes on")
    point(wait_until(lambda: "threshold=" not in t.frame()),
          "and the list is gone", t.frame())
    t.type("h")
    t.expect("Tab", r"^:set threshold=$", "a setting waits for its value")
    t.keys("C-u")
    t.type("zoom-i")
    t.expect("Tab", r"^:zoom-in$", "actions are completed as well")
    t.keys("C-u")
    t.type("show el")
    t.expect("Tab", r"^:show else$", "and blocks")
    t.expect("Enter", r"B2 else +in @diamond", "a command of several lines shows them")
    t.expect("Escape", r"^ @diamond", "until it is closed")
    point(wait_until(lambda: "Esc close" not in t.frame()), "and gone then",
          t.frame())
    t.keys(":")
    t.type("minimapp\r")
    t.expect("", r"unknown command 'minimapp'", "faults are told below")
    t.keys(":")
    t.type("write 'x\r")
    t.expect("", r"quote", "those of the line too")
    t.close()


def history(server):
    t = opened(server)
    for line in ("mark one", "mark two"):
        t.keys(":")
        t.type(line + "\r")
        t.wait(r"^ .*%s" % line.split()[1])
    t.keys(":")
    t.expect("Up", r"^:mark two$", "Up is the last line")
    t.expect("Up", r"^:mark one$", "and the one before")
    t.expect("Down", r"^:mark two$", "and back")
    t.keys("C-u")
    t.keys("C-r")
    t.type("one")
    t.expect("", r"reverse-i-search.*one': mark one", "C-r searches")
    t.expect("Enter", r"one", "and takes what it found")
    t.keys(":")
    t.type("q!\r")
    point(wait_until(lambda: t.ask("pane_dead") == "1"), "q! leaves")
    t.close()
    path = os.path.join(LOOK["XDG_STATE_HOME"], "reconverge/history")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    point("mark two" in text and os.stat(path).st_mode & 0o077 == 0,
          "it is kept, for the user alone", text)
    t = opened(server)
    t.keys(":", "Up")
    t.expect("Up", r"^:mark", "and found again")
    t.close()


def paste(server):
    t = opened(server)
    server.tmux("set-buffer", "mark pasted\nquit\n")
    server.tmux("paste-buffer", "-p", "-t", t.name)
    t.expect("", r"press :", "what is pasted is no keys")
    t.keys(":")
    server.tmux("paste-buffer", "-p", "-t", t.name)
    t.expect("", r"^:mark pasted quit$", "at the prompt it is one line")
    t.close()


def inputrc(server):
    with open("inputrc", "w", encoding="utf-8") as f:
        f.write('$if reconverge\n"\\C-xm": "mark bound"\n$endif\n'
                '$if other\n"\\C-xo": "not ours"\n$endif\n')
    t = opened(server, INPUTRC=os.path.abspath("inputrc"))
    t.keys(":", "C-x")
    t.expect("m", r"^:mark bound$", "~/.inputrc is honoured")
    t.close()
    with open("inputrc", "w", encoding="utf-8") as f:
        f.write("set editing-mode vi\n")
    t = opened(server, INPUTRC=os.path.abspath("inputrc"))
    t.keys(":")
    t.type("mark one")
    t.wait("^:mark one")
    t.keys("Escape")
    t.keys("0")
    caret(t, 1, "in vi mode Esc leaves insertion")
    t.expect("x", r"^:ark one$", "and letters are commands")
    t.keys("Escape")
    point(wait_until(lambda: ":ark" not in t.frame()),
          "a second Esc gives up", t.frame())
    t.close()


def searching(server):
    t = opened(server)
    t.keys("i", "/")
    t.type("odd")
    t.expect("", r"^/odd$", "a search has its own prompt")
    t.keys("Enter")
    point(wait_until(lambda: "/odd" not in t.frame()), "Enter begins it",
          t.frame())
    t.keys("/")
    t.type("nowhere at all\r")
    t.expect("", r"'nowhere at all' was not found", "what is not there is told")
    t.close()


def main():
    skip_unless_possible()
    server = Server()
    widths(server)
    completion(server)
    history(server)
    paste(server)
    inputrc(server)
    searching(server)
    Tap.end()


if __name__ == "__main__":
    main()
