#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The prompt on a terminal: readline's editing, completion and history.

A pseudo terminal takes the place of the user's. Each test types and waits for
the text that must appear. TAP.
"""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

LIMIT = 20
SMALL = os.path.join(os.environ["srcdir"], "tests/cmd/small.ll")
PROVE = os.path.join(os.environ["srcdir"], "tests/cmd/prove.ll")
MERGE = os.path.join(os.environ["SAMPLES"], "mergesort.amdgcn.ll")
PROGRAM = os.environ["RECONVERGE"]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x07|\x1b[=>]")


class Terminal:
    """A program on a pseudo terminal, with its output so far."""

    def __init__(self, args, env):
        self.text = ""
        self.status = None
        self.pid, self.fd = pty.fork()
        if not self.pid:
            # the shell that runs the tests may have turned Ctrl-C off
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execve(PROGRAM, ["reconverge", *args], env)

    def read(self, seconds):
        """Read more output, within the time; False at its end."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.text += ESCAPE.sub("", data.decode("utf-8", "replace"))
        return bool(data)

    def wait_for(self, pattern):
        """Wait for the pattern in the output since the last match."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            found = re.search(pattern, self.text, re.S)
            if found:
                self.text = self.text[found.end():]
                return True
            if not self.read(0.1) and not re.search(pattern, self.text, re.S):
                return False
        return False

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def end(self, keys=""):
        """The exit status; None if the program had to be killed. `keys` are
        typed repeatedly, because keys that are typed while readline sets up
        the terminal after a signal may be lost."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            if keys:
                self.type(keys)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while (select.select([self.fd], [], [], 0)[0] and
                       self.read(0)):
                    pass
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            self.read(0.2)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None


points = 0


def point(good, name, terminal=None):
    global points
    points += 1
    print("%sok %d - %s" % ("" if good else "not ", points, name))
    if not good and terminal:
        for line in terminal.text[-2000:].splitlines():
            print("# " + repr(line))
    return good


def expect(terminal, keys, pattern, name):
    if keys:
        terminal.type(keys)
    point(terminal.wait_for(pattern), name, terminal)


def environment():
    state = os.path.join(os.getcwd(), "state")
    return dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", COLUMNS="100",
                LINES="30", XDG_STATE_HOME=state, HOME=os.getcwd(),
                INPUTRC="/dev/null")


def first_session(env):
    t = Terminal(["-i", "-f", "diamond", SMALL], env)
    expect(t, "", r"@diamond P0> ", "a prompt opens")
    expect(t, "candid\t\r", r"candidates.*can be melded",
           "Tab completes a verb")
    t.type("func\t")
    t.wait_for(r"P0> function")
    expect(t, "\t\t", r"function +functions.*P0> function", "Tab Tab lists")
    expect(t, "\x03", r"@diamond P0> ", "Ctrl-C clears the line")
    expect(t, "show el\t\r", r"show else.*B2 else  in @diamond",
           "a block's label is completed")
    expect(t, "why %od\t\r", r"1\. %odd = and", "a value is completed")
    expect(t, "export q.dot regi\t\r", r"export q.dot regions.*wrote q.dot: reg",
           "what to export is completed")
    expect(t, "export q.dot cfg zo\tfu\t\r",
           r"export q.dot cfg zoom=full.*wrote q.dot: cfg",
           "how to export it is completed")
    expect(t, "set mod\tcf\t\r", r"set mode=cfm.*mode=cfm\r\n",
           "a setting and its value are completed")
    expect(t, "preview linea\tmo\tall\t\r",
           r"preview linearize mode=all.*linearize would do.*@diamond P0> ",
           "the keys of a phase are completed, with their values")
    expect(t, "preview cleanup B\t\t\r",
           r"\A[^\n]*preview cleanup B\s+reconverge: cleanup takes no.*P0> ",
           "nothing is offered to a phase that takes no object")
    expect(t, "set mode=darm\rmeld\r", r"P1: meld.*@diamond P1> ",
           "the prompt shows the revision")
    expect(t, "mark here\rgoto ma\t\r", r"goto mark:here.*at P1: meld",
           "a mark is completed")
    expect(t, "why \\\r", r"[\r\n]> ", "a line that goes on has its own prompt")
    expect(t, "%n\r", r"%n is uniform", "and is one command")
    with open("a b.rcv", "w", encoding="ascii") as f:
        f.write("show entry\n")
    expect(t, "source-file a\t\r", r"source-file a\\ b.rcv.*B7 entry  in @",
           "the name of a file is completed, with its blank")
    expect(t, "source-file 'a\t\r", r"source-file 'a b.rcv'.*B7 entry  in @",
           "and in quotes")
    expect(t, "nonsense\r", r"unknown command 'nonsense'.*\^.*P1> ",
           "an error ends nothing")
    expect(t, "write - as=bc\r", r"binary data.*P1> ",
           "no bitcode goes to a terminal")
    expect(t, "write out\t", r"write out", "a file name may come")
    t.type("\x03")
    t.wait_for(r"P1> ")
    point(t.end("\x04") == 2, "Ctrl-D leaves; the status tells of the error", t)
    point("P1 was not written; 'reconverge --recover" in t.text,
          "and how to take up what was not written is told", t)


ODD = """target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @"it's one"() {
  ret void
}
define amdgpu_kernel void @"two\\0Aquit"() {
  ret void
}
"""


def odd_names(env):
    """A completed name is quoted so that the parser reads that name."""
    with open("odd.ll", "w", encoding="ascii") as f:
        f.write(ODD)
    t = Terminal(["-i", "odd.ll"], env)
    expect(t, "", r"@it's one P0> ", "a prompt of an odd name")
    expect(t, "function tw\t\r", r"'two\\0Aquit' \s*selected @two\\0Aquit",
           "a name with a newline is completed")
    expect(t, "function @i\t\r", r"'@it'\\''s one' \s*selected @it's one",
           "and a name with a quote and a blank")
    expect(t, "function \"@i\t\r", r"\"@it's one\" \s*selected @it's one",
           "and in quotes")
    expect(t, "function $'two\\nquit'\r", r"selected @two\\0Aquit",
           "a name may be written with the newline")
    t.type("quit\r")
    point(t.end() == 0, "and the session goes on until it is left", t)


def second_session(env):
    t = Terminal(["-i", "-f", "loopy", SMALL], env)
    t.wait_for(r"@loopy P0> ")
    expect(t, "\x10\x10\r", r"why %n|nonsense", "the history was kept")
    t.wait_for(r"P0> ")
    expect(t, "cand\r", r"1 of 2 divergent", "a verb may be shortened")
    t.type("quit\r")
    point(t.end() is not None, "quit leaves")
    history = os.path.join(env["XDG_STATE_HOME"], "reconverge/history")
    point(os.path.exists(history) and os.stat(history).st_mode & 0o077 == 0,
          "the history is the user's alone")
    journals = os.path.join(env["XDG_STATE_HOME"], "reconverge/journal")
    point(len(os.listdir(journals)) == 1,
          "a session that ends leaves no journal, the first one did")


ENDLESS = ["launch n=1", "set operations=1000000000000000", "simulate"]


def long_runs(env):
    """A run shows its progress, and Ctrl-C ends the run and nothing else."""
    t = Terminal(["-i", "-f", "forever", PROVE], env)
    t.wait_for(r"@forever P0> ")
    expect(t, "laun\tgri\t2 n\t1\r", r"launch grid=2 n=1.*n +i32 +1",
           "words of a launch are completed")
    expect(t, "simu\tra\toperations=100\r",
           r"simulate races=yes operations=100.*step limit", "and of a run")
    for line in ENDLESS:
        t.type(line + "\r")
    expect(t, "", r"simulate: \d+%", "a long run says how far it is")
    expect(t, "\x03", r"reconverge: interrupted.*P0> ", "Ctrl-C ends the run")
    expect(t, "launch n=0\r", r"n +i32 +0", "and not the session")
    expect(t, "simulate\r", r"128 cycles.*P0> ", "which can run again")
    expect(t, "\x03", r"P0> ", "Ctrl-C clears lines as before")
    t.type("quit\r")
    point(t.end() == 2, "the status tells of the run that failed", t)


TURNS = """target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @turns(ptr addrspace(1) %p, i32 %n) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %low = icmp ult i32 %tid, 16
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  br label %loop
loop:
  br i1 %low, label %a, label %b
a:
  %x = load volatile i32, ptr addrspace(1) %q
  %x1 = mul i32 %x, 3
  store volatile i32 %x1, ptr addrspace(1) %q
  br label %end
b:
  %y = load volatile i32, ptr addrspace(1) %q
  %y1 = mul i32 %y, 5
  store volatile i32 %y1, ptr addrspace(1) %q
  br label %end
end:
  %on = icmp ne i32 %n, 0
  br i1 %on, label %loop, label %done
done:
  ret void
}
"""


def long_step(env):
    """So does a step that runs the kernel."""
    with open("turns.ll", "w", encoding="utf-8") as file:
        file.write(TURNS)
    t = Terminal(["-i", "turns.ll"], env)
    t.wait_for(r"P0> ")
    for line in ("launch block=64 p=i32[64]:zero n=1", *ENDLESS[1:2]):
        t.type(line + "\r")
    expect(t, "meld\r", r"meld: \d+%", "a step that runs the kernel says it, too")
    expect(t, "\x03", r"reconverge: interrupted.*P0> ", "Ctrl-C ends the step")
    t.type("quit\r")
    point(t.end() == 2, "which has failed", t)


def long_search(env):
    """A search shows what it has found, which Ctrl-C keeps."""
    t = Terminal(["-i", MERGE], env)
    t.wait_for(r"P0> ")
    expect(t, "optimize tries=100000 time=1000 seeds=1\r",
           r"optimize: \d+ tries, best -\d+\.\d%: \d+%",
           "a search says what it has found and how far it is")
    expect(t, "\x03", r"P1 .*optimize: simulated cycles .*interrupted.*P\d+> ",
           "Ctrl-C ends it, and what it found is kept")
    t.type("quit\r")
    point(t.end() == 0, "which is no failure", t)


ENDED = r"optimize: simulated cycles \d+ -> \d+.*interrupted"


def searches(args, env):
    """A script that searches and writes, in a search that has found something."""
    for name in ("s.rcv", "out.ll"):
        if os.path.exists(name):
            os.unlink(name)
    t = Terminal(["-b", *commands(["optimize tries=100000 time=1000 " + args,
                                   "journal s.rcv"]), "-o", "out.ll", MERGE], env)
    expect(t, "", r"tries, best -\d", "a script searches")
    return t


def interrupted_search(env):
    """In a script, Ctrl-C ends the search, and the script writes what was found."""
    t = searches("seeds=1", env)
    expect(t, "\x03", ENDED, "Ctrl-C ends the search, which keeps the best")
    point(t.end() == 0, "the script goes on, and ends well", t)
    with open("s.rcv", encoding="utf-8") as file:
        kept = file.read()
    os.rename("out.ll", "found.ll")
    again = subprocess.run([PROGRAM, "-b", "-q", "-x", "s.rcv", "-o", "out.ll", MERGE],
                           env=env, check=False)
    with open("out.ll", "rb") as out, open("found.ll", "rb") as found:
        point("optimize" not in kept and again.returncode == 0 and
              out.read() == found.read(), "its journal makes the same module")
    t = searches("seeds=1000000", env)
    expect(t, "\x03", r"optimize: checks -\d", "what was found is checked")
    expect(t, "\x03", r"optimize: interrupted|interrupted\r\n", "Ctrl-C ends that, too")
    point(t.end() == 130 and not os.path.exists("out.ll") and not os.path.exists("s.rcv"),
          "and the script", t)


def worked(pid):
    """The processor seconds of the processes that a process began."""
    ticks = 0
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%s/stat" % name, encoding="utf-8") as file:
                stat = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat[1]) == pid:
            ticks += sum(map(int, stat[11:15])) + 100 * worked(int(name))
    return ticks / os.sysconf("SC_CLK_TCK")


def interrupted_searches(env):
    """Ctrl-C ends the searches in a set of functions as well."""
    with open(MERGE, encoding="utf-8") as file:
        text = file.read()
    kernel = re.search(r"^define [^\n]*@mergesort\(.*?^}\n", text, re.M | re.S).group()
    with open("many.ll", "w", encoding="utf-8") as file:
        file.write(text)
        for i in range(os.cpu_count() + 1):
            file.write(kernel.replace("@mergesort(", "@mergesort%d(" % i))
    t = Terminal(["-b", *commands(["optimize --all tries=100000 time=1000 seeds=1",
                                   "functions"]), "many.ll"], env)
    end = time.monotonic() + LIMIT
    while time.monotonic() < end and worked(t.pid) < 1:
        t.read(0.1)
    expect(t, "\x03", r"optimize: simulated cycles.*optimize: [1-9]\d* functions? changed"
           r", \d+ as before, [1-9]\d* not searched.*kernel", "Ctrl-C ends searches in a set, which keep theirs")
    point(t.end() == 0, "and the script goes on", t)


def has_begun(run):
    """Waits for the first output, after which the next command is a run
    without end."""
    return bool(select.select([run.stdout], [], [], LIMIT)[0])


def listens(run):
    """Waits until the program blocks Ctrl-C to ask for it, as it does in a run."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        with open("/proc/%d/status" % run.pid, encoding="utf-8") as file:
            blocked = re.search(r"^SigBlk:\s*(\w+)", file.read(), re.M)
        if blocked and int(blocked.group(1), 16) >> signal.SIGINT - 1 & 1:
            return True
        time.sleep(0.01)
    return False


def commands(lines):
    return [word for line in lines for word in ("-e", line)]


def interrupted_batch(env):
    """In a script, Ctrl-C ends the script."""
    out = os.path.join(os.getcwd(), "out.ll")
    run = subprocess.Popen(
        [PROGRAM, "-b", "-f", "forever", "--keep-going",
         *commands(ENDLESS + ["functions"]), "-o", out, PROVE], env=env,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    point(has_begun(run) and listens(run), "a script begins")
    run.send_signal(signal.SIGINT)
    try:
        text, messages = run.communicate(timeout=LIMIT)
    finally:
        run.kill()
    point(run.returncode == 130, "a script that is interrupted: status 130")
    point(messages.startswith(b"reconverge: -e:1: interrupted"),
          "it says so")
    point(b"kernel" not in text and not os.path.exists(out),
          "nothing of it goes on")


def stop_at_once():
    """In a child: Ctrl-C is pending when the program begins."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    os.kill(os.getpid(), signal.SIGINT)


def interrupted_steps(env):
    """Every command that takes its time says that it was interrupted."""
    for line in ("candidates", "meld", "preview darm", "darm @*", "profile"):
        run = subprocess.run([PROGRAM, "-b", "-q", "-e", line, "-e", "functions",
                              MERGE], env=env, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, timeout=LIMIT,
                             preexec_fn=stop_at_once, check=False)
        point(run.returncode == 130 and b"kernel" not in run.stdout and
              run.stderr.count(b"interrupted\n") == 1,
              "%s is interrupted, in one line" % line)


def interrupted_lesson(env):
    """A lesson that is interrupted before it has written anything."""
    run = subprocess.Popen(
        [PROGRAM, "-b", "-f", "forever", *commands(ENDLESS[:2] + ["lesson page"]),
         PROVE], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    end = time.monotonic() + LIMIT
    while not os.path.exists("page") and time.monotonic() < end:
        time.sleep(0.01)
    point(os.path.exists("page"), "a lesson begins")
    run.send_signal(signal.SIGINT)
    point(run.wait(LIMIT) == 130 and not os.path.exists("page"),
          "interrupted, it leaves no empty folder")


def deaf_batch(env):
    """Ctrl-C stays ignored if it was ignored at the start."""
    run = subprocess.Popen(
        [PROGRAM, "-b", "-f", "forever", "-e", "launch n=1",
         "-e", "simulate operations=20000000", PROVE], env=env,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    point(has_begun(run), "a script that ignores Ctrl-C begins")
    run.send_signal(signal.SIGINT)
    text, _ = run.communicate(timeout=300)
    point(run.returncode == 1 and b"step limit" in text,
          "a signal that is ignored ends nothing")


def module_on_stdin(env):
    """The module comes through a pipe, and keys from the terminal."""
    t = Terminal([], dict(env, TERM="dumb"))
    point(t.end() == 2, "without a module: usage, no prompt")


def main():
    env = environment()
    first_session(env)
    second_session(env)
    odd_names(env)
    long_runs(env)
    long_step(env)
    long_search(env)
    interrupted_batch(env)
    interrupted_steps(env)
    interrupted_lesson(env)
    interrupted_search(env)
    interrupted_searches(env)
    deaf_batch(env)
    module_on_stdin(env)
    print("1..%d" % points)
    return 0


if __name__ == "__main__":
    sys.exit(main())
