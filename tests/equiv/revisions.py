#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a revision holds does not depend on the way to it.

    revisions.py [--random N] [--first SEED] [--failures FOLDER]

A session of random commands goes through a module of several functions: steps
on one function or another, modules written before that become revisions again,
undo, redo, goto, previews, and commands that only read. It writes the module
now and then. Each of those modules must be, to the byte, the one that a session
writes which takes only the steps on the way from P0 to that revision. The
modules have kernels of each form (forms.py), kernels that call them as device
functions, recursion, functions without a name, functions and labels of which
the address is taken. What fails is left in a folder. In brief (TEST_BRIEF)
there are fewer sessions.
"""

import argparse
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import corpus     # noqa: E402
import proof      # noqa: E402
import sequences  # noqa: E402
import variants   # noqa: E402

import deadline  # noqa: E402
import forms     # noqa: E402
import gen       # noqa: E402
import merge     # noqa: E402
import opencl    # noqa: E402
import program   # noqa: E402

LENGTH = 14  # steps of a session
# LLVM's unroller does not make the same of a function each time.
PASSES = [name for name in sequences.PASSES
          if name != "loop-unroll" and not name.startswith("default")]
# What may stand between two steps: none of these may change a later module.
READING = ["check seeds=1", "show", "show B1", "cfg", "diff P0", "regions",
           "candidates", "lesson '{}.lesson'", "export '{}.dot' cfg",
           "export '{}.json'", "functions", "score", "history", "align R1",
           "simulate", "divergence", "emit '{}.s'", "journal '{}.rcv'"]
MOVES = ["undo", "undo", "undo 2", "redo", "goto P0", "goto P1", "goto P2",
         "goto P3", "goto P5", "goto P8"]

# Functions of which the storage of revisions could lose a part.
ODD = """
@odd.calls = internal addrspace(1) constant [2 x ptr] [ptr @odd.rec, ptr @0]
@odd.labels = internal addrspace(1) constant [2 x ptr] [
  ptr blockaddress(@odd.jump, %left), ptr blockaddress(@odd.jump, %right)]

define internal i32 @0(i32 %0, i32 %1) {
  %3 = icmp slt i32 %0, %1
  br i1 %3, label %4, label %8

4:
  %5 = mul i32 %0, 3
  %6 = xor i32 %5, %1
  %7 = call i32 @odd.rec(i32 %6, i32 1)
  br label %12

8:
  %9 = mul i32 %1, 5
  %10 = xor i32 %9, %0
  %11 = call i32 @odd.rec(i32 %10, i32 0)
  br label %12

12:
  %13 = phi i32 [ %7, %4 ], [ %11, %8 ]
  ret i32 %13
}

define internal i32 @1(i32 %0) {
  %2 = call i32 @0(i32 %0, i32 7)
  ret i32 %2
}

define internal i32 @odd.rec(i32 %x, i32 %n) {
entry:
  %end = icmp sgt i32 %n, 4
  br i1 %end, label %done, label %more

more:
  %odd = trunc i32 %x to i1
  br i1 %odd, label %then, label %else

then:
  %a = mul i32 %x, 7
  %b = add i32 %a, %n
  br label %join

else:
  %c = mul i32 %x, 9
  %d = add i32 %c, %n
  br label %join

join:
  %y = phi i32 [ %b, %then ], [ %d, %else ]
  %n1 = add i32 %n, 1
  %r = call i32 @odd.rec(i32 %y, i32 %n1)
  br label %done

done:
  %z = phi i32 [ %x, %entry ], [ %r, %join ]
  ret i32 %z
}

define internal i32 @odd.jump(i32 %x, ptr addrspace(1) %p) {
entry:
  %low = and i32 %x, 1
  %cell = getelementptr [2 x ptr], ptr addrspace(1) @odd.labels, i32 0, i32 %low
  %to = load ptr, ptr addrspace(1) %cell
  %small = icmp slt i32 %x, 8
  br i1 %small, label %few, label %many

few:
  %f = mul i32 %x, 11
  store i32 %f, ptr addrspace(1) %p
  br label %go

many:
  %m = mul i32 %x, 13
  store i32 %m, ptr addrspace(1) %p
  br label %go

go:
  %v = phi i32 [ %f, %few ], [ %m, %many ]
  indirectbr ptr %to, [label %left, label %right]

left:
  %l = add i32 %v, 1
  ret i32 %l

right:
  %r = sub i32 %v, 1
  ret i32 %r
}

define KERNEL void @odd.kernel(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @TID()
  %cell = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %low = and i32 %tid, 3
  %c = icmp ult i32 %low, 2
  br i1 %c, label %then, label %else

then:
  %a = call i32 @0(i32 %tid, i32 %n)
  %a2 = mul i32 %a, %n
  store i32 %a2, ptr addrspace(1) %cell
  br label %join

else:
  %b = call i32 @1(i32 %tid)
  %b2 = mul i32 %b, %tid
  store i32 %b2, ptr addrspace(1) %cell
  br label %join

join:
  %where = ptrtoint ptr @odd.rec to i64
  %one = trunc i64 %where to i1
  %f = select i1 %one, ptr @odd.rec, ptr @0
  %d = call i32 @odd.jump(i32 %tid, ptr addrspace(1) %cell)
  %e = call i32 %f(i32 %d, i32 1)
  %g = load i32, ptr addrspace(1) %cell
  %h = add i32 %e, %g
  store i32 %h, ptr addrspace(1) %cell
  ret void
}

declare i32 @TID()
"""
WORDS = {
    "amdgcn": (("KERNEL", "amdgpu_kernel"),
               ("TID", "llvm.amdgcn.workitem.id.x")),
    "nvptx64": (("KERNEL", "ptx_kernel"),
                ("TID", "llvm.nvvm.read.ptx.sreg.tid.x")),
}


def odd(target):
    text = ODD
    for word, its in WORDS[target]:
        text = text.replace(word, its)
    return text


def as_device_function(text):
    """A module whose kernel is a function that a kernel of its own calls."""
    head = re.search(r"^define ([^@\n]*_kernel )([^@\n]*)@([\w.]+)\((.*)\)[^()]*\{$",
                     text, re.M)
    kind, returns, name, params = head.groups()
    args = re.sub(r"\b(?:noundef|nonnull|readonly|writeonly|readnone|noalias|"
                  r"nocapture|captures\(none\)|align \d+) ", "", params)
    params = re.sub(r" align \d+", "", args)
    call = ("define %svoid @%s.kernel(%s) {\n  call void @%s(%s)\n  ret void\n}"
            "\n" % (kind, name, params, name, params))
    return text.replace(head.group(),
                        head.group().replace(kind, "", 1)) + call


def module_of(seed):
    """A module for this seed, and the functions that sessions work on."""
    rng = random.Random("module %d" % seed)
    target = ("amdgcn", "nvptx64")[seed % 2]
    texts = []
    for i in range(rng.randint(1, 3)):
        its = 10 * seed + i
        form = rng.choice(forms.FORMS)
        kind = rng.choice(("arms", "arms", "graph", "source", "source"))
        if forms.missing():
            kind = "arms"
        if kind == "source":
            text = forms.compiled(opencl.kernel(its, target)[0], target, form)
        else:
            text = gen.kernel(its, target, kind == "arms", graph=kind == "graph")
            if kind == "graph":
                text = forms.optimized(text, form)
        texts.append(text)
    text = merge.merged(texts + [odd(target)])
    if rng.random() < 0.5:
        text = as_device_function(text)
    names = re.findall(r"^define .*?@([\w.$]+)\(", text, re.M)
    return text, names


def step(rng, names, stem, i):
    """The lines of a step. All that it depends on stands in it, or in a module that
    the session wrote before."""
    settings = " ".join("%s=%s" % (name, program.ask().value(rng, name))
                        if rng.random() < 0.2 else
                        "%s=%s" % (name, variants.BASE[name])
                        for name in variants.BASE)
    act = rng.choice(sequences.ACTS + ["darm"] * 3)
    if rng.random() < 0.12:
        act = "pass '%s'" % rng.choice(PASSES)
    elif rng.random() < 0.05:
        act = "redirect"
    elif i and rng.random() < 0.15:
        act = "import '%s.%d.ll'" % (stem, rng.randrange(i))
    elif "REGION" in program.ask().commands[act]["usage"] and \
            rng.random() < 0.15:
        act += " R%d" % rng.randrange(5)
    name = rng.choice(names)
    if name.isdigit():
        name = "anon"  # the first of them
    return ["function " + name, "set " + settings, act]


def session(seed, names, stem):
    """Groups of lines; those of a step are a list of three."""
    rng = random.Random("session %d" % seed)
    groups = []
    for i in range(LENGTH):
        groups.append(step(rng, names, stem, i))
        for _ in range(rng.choice((0, 0, 1, 2, 3))):
            kind = rng.random()
            if kind < 0.45:
                groups.append([rng.choice(MOVES)])
            elif kind < 0.6:
                groups.append(["preview " + rng.choice(sequences.ACTS)])
            elif kind < 0.65:
                groups.append(["reject R1", "unreject R1"])
            else:
                groups.append([rng.choice(READING).format(stem)])
        if rng.random() < 0.6:
            groups.append(writing("%s.%d" % (stem, i)))
    return groups + [writing("%s.%d" % (stem, LENGTH)), ["history"]]


def writing(stem):
    return ["write '%s.ll'" % stem, "write '%s.bc'" % stem]


class Told:
    """What a session said: for each line its answer."""

    def __init__(self, module, lines, stem):
        script = stem + ".rcv"
        with open(script, "w", encoding="utf-8") as f:
            f.write("\n".join(["set workers=1 operations=20000 time-limit=60"] +
                              lines) + "\n")
        words = [os.environ["RECONVERGE"], "-b", "-q", "--json",
                 "--keep-going", "-x", script, module]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=300, errors="replace")
        self.words = words
        self.error = done.stderr
        self.status = done.returncode
        self.answers = [json.loads(line) for line in done.stdout.splitlines()]

    def crashed(self, lines):
        return (self.status not in (0, 1, 2) or
                len(self.answers) != len(lines) + 1)


def made_by(groups, answers):
    """{revision: (its parent, lines of its step)}."""
    made, at = {}, 0
    for group in groups:
        last = answers[at + len(group) - 1]
        if last.get("changed") and len(group) == 3:
            made[last["revision"]] = group
        at += len(group)
    parents = {r["id"]: r["parent"] for r in answers[-1]["revisions"]}
    return {rev: (parents[rev], group) for rev, group in made.items()}


def way_to(rev, made):
    """The lines of the steps from P0 to a revision."""
    groups = []
    while rev != "P0":
        rev, group = made[rev]
        groups.append(group)
    return [line for group in reversed(groups) for line in group]


def content(path):
    with open(path, "rb") as f:
        return f.read()


def differences(module, lines, groups, told, stem):
    """Compare each module written with that of a session that went straight
    to its revision."""
    made, straight = made_by(groups, told.answers[1:]), {}
    for line, answer in zip(lines, told.answers[1:]):
        if not line.startswith("write ") or not answer["ok"]:
            continue
        rev = answer["revision"]
        if rev not in straight:
            straight[rev] = "%s.straight-%s" % (stem, rev)
            way = way_to(rev, made) + writing(straight[rev])
            again = Told(module, way, straight[rev])
            if again.crashed(way):
                yield "%s: %s" % (" ".join(again.words), again.error[-3000:])
                return
        other = straight[rev] + answer["file"][-3:]
        if not os.path.exists(other):
            yield "%s: %s was not written" % (rev, other)
        elif content(other) != content(answer["file"]):
            yield "%s: %s and %s differ" % (rev, answer["file"], other)


class Job:
    def __init__(self, failures):
        self.failures = failures

    def __call__(self, seed):
        if deadline.late():
            return None
        with tempfile.TemporaryDirectory(prefix="revisions.") as folder:
            found, counts = self.work(seed, folder)
        if found and self.failures:
            folder = os.path.join(self.failures, "revisions-%d" % seed)
            os.makedirs(folder, exist_ok=True)
            self.work(seed, folder)
            found = [f"seed {seed}: {problem}\nin {folder}"
                     for problem in found]
        return found, counts

    @staticmethod
    def work(seed, folder):
        text, names = module_of(seed)
        stem = os.path.join(folder, "k")
        with open(stem + ".ll", "w", encoding="utf-8") as f:
            f.write(text)
        groups = session(seed, names, stem)
        lines = [line for group in groups for line in group]
        told = Told(stem + ".ll", lines, stem)
        if told.crashed(lines):
            return ["%s: status %d: %s" % (" ".join(told.words), told.status,
                                           told.error[-3000:])], (0, 0, 0)
        revisions = told.answers[-1]["revisions"]
        broken = [a["error"]["message"] for a in told.answers if not a["ok"]
                  and re.search("invalid|was discarded|cannot be copied",
                                a.get("error", {}).get("message", ""))]
        found = broken + list(differences(stem + ".ll", lines, groups, told,
                                          stem))
        return found, (1, len(revisions),
                       sum(line.startswith("write") for line in lines))


def options(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("--random", type=int, help="so many sessions",
        default=3 if os.environ.get("TEST_BRIEF") else 6)
    add("--first", type=int, default=1, help="the first one's seed")
    add("--jobs", type=int, default=2)
    add("--failures", default="failures", help="folder for what failed")
    return parser.parse_args(words)


def prove(args, tap):
    found, count, left = [], [0, 0, 0], 0
    with multiprocessing.Pool(args.jobs) as pool:
        seeds = range(args.first, args.first + args.random)
        for result in pool.imap_unordered(Job(args.failures), seeds):
            if not result:
                left += 1
                continue
            found += result[0]
            for problem in result[0]:
                tap.note(problem)
            count = [a + b for a, b in zip(count, result[1])]
    sessions, revisions, written = count
    tap.point(not found and revisions >= 2 * sessions,
              "%d sessions: %d revisions, %d modules" % (
                  sessions, revisions, written))
    if left:
        tap.skip("%d sessions" % left, deadline.OVER)


def main(words):
    tap = proof.Tap()
    prove(options(words), tap)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
