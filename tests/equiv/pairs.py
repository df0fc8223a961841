#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`prove` proves the right pairs of pairs.txt, and none of the wrong ones, of which no
run may show anything: undef, poison, flags, attributes, metadata, orders of memory.
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
    for part in re.split(r"(?m)^(?=(?:wrong|right): )", read("pairs.txt"))[1:]:
        title, rest = part.split("\n", 1)
        yield title, rest.split("\n--\n")


def kernel(number, body):
    head = PARAMETERS
    if body.startswith("sig "):
        head, body = body[4:].split("\n", 1)
    if not re.search(r"^  (?:ret void|unreachable)$", body, re.M):
        body = body.rstrip() + "\n  ret void"
    return "%s {\n%s\n}\n" % (head.replace("@k", "@k%d" % number), body.rstrip())


def main():
    tap = proof.Tap()
    if not os.path.exists(os.path.join(os.path.dirname(OURS), "reconverge-z3")):
        print("1..0 # SKIP built without Z3")
        return 0
    head, tail = read("pairs.ll").split(";---\n")
    rows = list(pairs())
    with tempfile.TemporaryDirectory(prefix="pairs.") as folder:
        files = [os.path.join(folder, name) for name in ("old.ll", "new.ll")]
        for side, file in enumerate(files):
            with open(file, "w", encoding="utf-8") as out:
                out.write(head + "".join(kernel(i, bodies[side])
                                         for i, (_, bodies) in enumerate(rows)) + tail)
        words = [w for i in range(len(rows))
                 for w in ("-e", "function k%d" % i, "-e", "prove P0 " + files[1])]
        said = subprocess.run([OURS, "-b", "-q", "--json", "--keep-going", "-e",
                               "set seeds=1 time-limit=60", *words, files[0]],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True).stdout
    told = [json.loads(l) for l in said.splitlines() if l.startswith('{"command": "prove ')]
    for i, (title, _) in enumerate(rows):
        one = told[i] if i < len(told) else {}
        verdict = one.get("verdict", "none")
        right = verdict == "proved" if title.startswith("right") else \
            verdict in ("unknown", "refuted")
        tap.point(right, title)
        if not right:
            tap.note(json.dumps(one) if one else said[-300:])
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
