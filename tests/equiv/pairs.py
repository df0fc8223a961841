#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`prove` proves the right pairs of pairs.txt, and none of the wrong ones, of which no
run may show anything: undef, poison, flags, attributes, metadata, orders of memory. Those
called "refuted" differ for few inputs, which the solver finds: each launch that a
refutation names shows the difference again.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import proof  # noqa: E402

OURS = os.environ.get("RECONVERGE", "reconverge")
PARAMETERS = "define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %x, " \
    "i32 %y, i64 %z, float %f, float %g, i1 %c)"


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return f.read()


def pairs():
    for part in re.split(r"(?m)^(?=(?:wrong|right|refuted): )", read("pairs.txt"))[1:]:
        title, rest = part.split("\n", 1)
        yield title, rest.split("\n--\n")


def kernel(number, body):
    head = PARAMETERS
    if body.startswith("sig "):
        head, body = body[4:].split("\n", 1)
    if not re.search(r"^  (?:ret void|unreachable)$", body, re.M):
        body = body.rstrip() + "\n  ret void"
    return "%s {\n%s\n}\n" % (head.replace("@k", "@k%d" % number), body.rstrip())


def run(file, commands):
    """The answers to the commands on a file."""
    words = [w for c in commands for w in ("-e", c)]
    said = subprocess.run([OURS, "-b", "-q", "--json", "--keep-going", "-e",
                           "set seeds=1 time-limit=60", *words, file],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout
    return [json.loads(l) for l in said.splitlines() if l.startswith("{")], said


def verdicts(folder, rows):
    """What `prove` answers to each pair, and what `check` answers on its launch."""
    head, tail = read("pairs.ll").split(";---\n")
    files = [os.path.join(folder, name) for name in ("old.ll", "new.ll")]
    for side, file in enumerate(files):
        with open(file, "w", encoding="utf-8") as out:
            out.write(head + "".join(kernel(i, bodies[side])
                                     for i, (_, bodies) in enumerate(rows)) + tail)
    answers, said = run(files[0], [c for i in range(len(rows))
                                   for c in ("function k%d" % i, "prove P0 " + files[1])])
    told = [a for a in answers if a["command"].startswith("prove ")]
    told += [{"died": said[-300:]}] * (len(rows) - len(told))
    named = [i for i, one in enumerate(told)
             if one.get("verdict") == "refuted" and one["launch"]]
    answers, said = run(files[0], [c for i in named
                                   for c in ("function k%d" % i, "launch " + told[i]["launch"],
                                             "check P0 %s seeds=1" % files[1])])
    checks = [a for a in answers if a["command"].startswith("check ")]
    for i, check in zip(named, checks + [{}] * len(named)):
        told[i]["again"] = check.get("verdict", said[-300:])
    return told


def is_right(title, one):
    verdict = one.get("verdict", "none")
    if one.get("again", "differs") != "differs":
        return False
    if title.startswith("right"):
        return verdict == "proved"
    if title.startswith("refuted"):
        return verdict == "refuted" and "again" in one
    return verdict in ("unknown", "refuted")


def main():
    tap = proof.Tap()
    if not os.path.exists(os.path.join(os.path.dirname(OURS), "reconverge-z3")):
        print("1..0 # SKIP built without Z3")
        return 0
    rows = list(pairs())
    with tempfile.TemporaryDirectory(prefix="pairs.") as folder:
        for (title, _), one in zip(rows, verdicts(folder, rows)):
            tap.point(is_right(title, one), title)
            if not is_right(title, one):
                tap.note(json.dumps(one))
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
