#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the program takes the terminal and gives it back: at its start
and end, when it is resized or suspended, after signals and crashes. The
terminal is a real one, played by tmux. TAP."""

import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import (LOOK, PROGRAM, SMALL, Server, Tap, Terminal, point,
                 skip_unless_possible, wait_for_file, wait_until)

OPENED = r"@diamond  P0 "


def wrapped(name, options=""):
    """Between two looks at the modes of the terminal; the program's id and its
    status go to files."""
    return ("stty -a >%(n)s.before; "
            "sh -c 'echo $$ >%(n)s.pid; exec %(p)s %(o)s -f diamond %(m)s' "
            "2>%(n)s.err; echo $? >%(n)s.status; stty -a >%(n)s.after; "
            "echo THE END; exec cat" %
            {"n": name, "p": PROGRAM, "o": options, "m": SMALL})


def opened(server, name, size=(80, 24), options="", **env):
    t = Terminal(server, size, wrapped(name, options), **env)
    point(t.wait(OPENED) is not None, "%s: the screen opens" % name, t.frame())
    return t


def pid_of(name):
    return int(wait_for_file(name + ".pid", r"^\d+$"))


def journals():
    folder = os.path.join(LOOK["XDG_STATE_HOME"], "reconverge/journal")
    return os.listdir(folder) if os.path.isdir(folder) else []


def unsized(modes):
    return re.sub("rows.*columns [0-9]+;", "", modes or "")


def given_back(t, name, status):
    """The terminal is as it was before, and the exit status is right."""
    ended = wait_for_file(name + ".after", "echoke")
    with open(name + ".before", encoding="utf-8") as f:
        before = f.read()
    point(unsized(ended) == unsized(before), name + ": the modes of the terminal are as before",
          "%s\nwere\n%s" % (ended, before))
    point(t.wait("THE END") is not None and t.ask("alternate_on") == "0",
          name + ": the picture from before is back", t.frame())
    point(t.ask("cursor_flag") == "1" and t.ask("mouse_any_flag") == "0" and
          t.ask("keypad_flag") == "0",
          name + ": cursor, mouse and keypad as well")
    said = wait_for_file(name + ".status", r"\d")
    point(said is not None and int(said) == status,
          "%s: the status is %d" % (name, status), said)
    t.close()


def leaving(server):
    t = opened(server, "q")
    t.keys("q")
    given_back(t, "q", 0)
    point(not journals(), "a session that ends leaves no journal")
    t = opened(server, "typed")
    t.type(":q\r")
    given_back(t, "typed", 0)
    t = opened(server, "asked")
    t.type(":meld\r")
    t.expect([], r"@diamond  P1 meld", "a command runs at the prompt")
    t.expect("q", r"P1 has not been written", "leaving what is not written is asked")
    t.expect("l", r"@diamond", "another key is no answer")
    t.expect("q", r"P1 has not been written", "so it is asked again")
    t.type(":w out.ll\r")
    t.expect([], r"wrote out.ll", "written by a short word")
    t.keys("q")
    given_back(t, "asked", 0)


STATE = os.path.join(LOOK["XDG_STATE_HOME"], "reconverge")


def left_unwritten(server):
    """A module that was not written stays in a journal, together with the
    newest of older ones, and can be recovered."""
    folder = os.path.join(STATE, "journal")
    os.makedirs(folder, exist_ok=True)
    older = ["20200101T%06d.000000000-1.rcv" % n for n in range(12)]
    for name in older:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write("# reconverge journal\n# commands:\n# left\n")
    died = os.path.join(folder, "20190101T000000.000000000-1.rcv")
    with open(died, "w", encoding="utf-8") as f:
        f.write("# reconverge journal\n# commands:\nmeld\n")
    t = opened(server, "left")
    t.type(":meld\r")
    t.expect([], r"@diamond  P1 meld", "a step is done")
    t.keys("q")
    t.expect("q", "", "and left by a second q")
    given_back(t, "left", 0)
    with open("left.err", encoding="utf-8") as f:
        said = f.read()
    point("P1 was not written; 'reconverge --recover %s' takes the session up "
          "again" % SMALL in said, "left: how it comes back is told", said)
    point(sorted(set(older) & set(journals())) == older[3:] and
          len(journals()) == 11 and os.path.exists(died),
          "left: the last ten such journals stay, and that of one that died",
          journals())
    run = subprocess.run([PROGRAM, "--recover", "-b", "-e", "history", SMALL],
                         env=dict(os.environ, **LOOK), capture_output=True,
                         text=True, check=False)
    point("* P1  meld" in run.stdout, "left: it comes back",
          run.stdout + run.stderr)
    for journal in journals():
        os.unlink(os.path.join(folder, journal))


def stale_history(server):
    """A session that died while it wrote the history has left a file."""
    stale = os.path.join(STATE, "history-99999999.tmp")
    living = os.path.join(STATE, "history-%d.tmp" % os.getpid())
    for path in (stale, living):
        with open(path, "w", encoding="utf-8"):
            pass
    t = opened(server, "history")
    t.keys("q")
    given_back(t, "history", 0)
    point(not os.path.exists(stale), "history: what the dead left is removed")
    point(os.path.exists(living), "history: what the living write stays")
    os.unlink(living)


def signals(server):
    for number, name in ((signal.SIGTERM, "term"), (signal.SIGHUP, "hup"),
                         (signal.SIGSEGV, "crash"), (signal.SIGABRT, "abort")):
        t = opened(server, name)
        t.type(":simplify\r")
        t.wait(r"^ ?\S.*(P1|nothing)")
        kept = wait_until(journals)
        os.kill(pid_of(name), number)
        given_back(t, name, 128 + number)
        point(kept and journals(), name + ": the journal is kept")
        for journal in journals():
            os.unlink(os.path.join(LOOK["XDG_STATE_HOME"],
                                   "reconverge/journal", journal))


def lost_terminal(server):
    t = opened(server, "lost")
    pid = pid_of("lost")
    t.close()
    gone = wait_until(lambda: not os.path.exists("/proc/%d" % pid))
    point(gone, "a terminal that goes away ends the program")
    point(len(journals()) == 1, "and the journal is kept")


def tour(server):
    """The first start offers a tour, which goes on with the keys that it names."""
    with tempfile.TemporaryDirectory() as fresh:
        t = opened(server, "tour", XDG_STATE_HOME=fresh)
        t.expect([], r"type 'help tour' for a tour of 90 seconds", "the first start offers it")
        t.type(":help tour\r")
        t.expect([], r"Tour 1/\d.*\n Press j to", "it begins")
        t.expect("k", r"Tour 1/", "another key is no answer")
        t.expect("j", r"Tour 2/\d.*\n Press w to", "its key goes on")
        t.keys("Escape")
        t.expect([], r"The tour has ended", "and Esc ends it")
        t.keys("q")
        given_back(t, "tour", 0)
        t = opened(server, "again", XDG_STATE_HOME=fresh)
        point("help tour" not in t.settled(), "a later start offers nothing")
        t.close()


def suspend(server):
    t = Terminal(server, (80, 24), "stty -a >s.before; exec bash --norc -i",
                 HISTFILE="/dev/null")
    t.wait(r"^\$")
    t.type("clear; %s -f diamond %s\r" % (PROGRAM, SMALL))
    point(t.wait(OPENED) is not None, "the screen opens from a shell",
          t.frame())
    t.expect("C-z", r"Stopped", "C-z suspends")
    point(t.ask("alternate_on") == "0", "with the picture from before")
    t.type("stty -a >s.stopped; echo wrote\r")
    t.wait("^wrote")
    text = wait_for_file("s.stopped", "echoke")
    point(text is not None and " icanon" in text and "-isig" not in text,
          "and usable modes", text)
    t.type("fg\r")
    point(t.wait(OPENED) is not None, "fg brings the screen back", t.frame())
    t.expect("o", r"Outline", "which takes keys")
    t.keys("C-z")
    t.wait(r"Stopped.*\n(.*\n)*.*Stopped")
    t.resize(100, 30)
    t.type("fg\r")
    point(t.wait(OPENED) is not None and wait_until(
        lambda: "? help" in t.settled().splitlines()[28]),
          "a size that changed meanwhile is noticed", t.frame())
    t.close()


def fits(t, width, height, last):
    frame = t.frame()
    lines = frame.split("\n")[:-1]
    return (len(lines) == height and re.search(last, frame, re.M) and
            all(len(line) <= width for line in lines))


SIZES = ((132, 43), (40, 12), (19, 4), (5, 2), (300, 100), (100, 24), (80, 24))


def resize(server):
    t = opened(server, "resize")
    first = t.settled()
    for width, height in SIZES:
        t.resize(width, height)
        last = r"\? help$" if width >= 60 else r"^ @d|^recon"
        point(wait_until(lambda: fits(t, width, height, last)),
              "%dx%d fits" % (width, height), t.frame())
    point(wait_until(lambda: t.settled() == first),
          "back at its first size it looks the same", t.frame())
    t.type(":show el")
    t.wait("^:show el")
    t.resize(60, 20)
    t.expect([], r"^:show el", "a resize keeps the line being typed")
    point(wait_until(lambda: t.cursor() == (8, 19)), "and its cursor",
          t.cursor())
    t.type("se\r")
    t.expect([], r"B2 else", "which can be ended")
    t.keys("Escape")
    t.keys("q")
    given_back(t, "resize", 0)


def no_screen(server):
    for name, term in (("dumb", "dumb"), ("unknown", "no-such-terminal"),
                       ("unset", None)):
        t = Terminal(server, (80, 24), wrapped(name) + ".", TERM=term)
        point(t.wait(r"^@diamond P0>") is not None,
              name + ": no screen, but the prompt", t.frame())
        said = wait_for_file(name + ".err", "cannot open the screen")
        point(said is not None and said.count("\n") == 1,
              name + ": after one line that says why", said)
        t.close()


def with_commands(server):
    t = Terminal(server, (80, 24), wrapped("after", "-e meld -o out.ll"))
    t.expect([], r"@diamond  P1 meld", "the screen opens after commands")
    t.keys("q")
    given_back(t, "after", 0)
    point(os.path.exists("out.ll"), "-o is written in the end")
    t = Terminal(server, (80, 24), wrapped("batch", "-b -e meld"))
    given_back(t, "batch", 0)


def module_on_stdin(server):
    t = Terminal(server, (80, 24), "%s -f diamond - <%s" % (PROGRAM, SMALL))
    t.expect([], OPENED, "with the module on standard input")
    t.expect("o", r"Outline", "keys come from the terminal")
    t.close()


def main():
    skip_unless_possible()
    server = Server()
    leaving(server)
    left_unwritten(server)
    stale_history(server)
    signals(server)
    lost_terminal(server)
    tour(server)
    suspend(server)
    resize(server)
    no_screen(server)
    with_commands(server)
    module_on_stdin(server)
    Tap.end()


if __name__ == "__main__":
    main()
