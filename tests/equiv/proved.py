#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`prove` proves steps on samples, and none of the wrong edits of mutants.py: an edit
that `check` refutes is never proved, and what is proved of the others stands in
HARMLESS.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "bench")]

import mutants    # noqa: E402
import mutations  # noqa: E402
import proof      # noqa: E402

OURS = os.environ.get("RECONVERGE", "reconverge")
# A sample, a step, and settings.
STEPS = (
    ("bitonic_sort.amdgcn", "meld"),
    ("sb3r.nvptx64", "meld"),
    ("lin_irreducible.nvptx64", "linearize"),
    ("lin_interleave.amdgcn", "meld"),
    ("flat_work_queue.nvptx64", "flatten"),
    ("darm_align.nvptx64", "darm"),
    ("mergesort.nvptx64", "meld"),
)
KERNELS = ("bitonic_sort.amdgcn", "darm_align.nvptx64")
# Edits that change nothing, as a person has seen.
HARMLESS = {
    ("darm_align.nvptx64", "flag"),  # the number of a thread does not overflow
}


def answer(module, commands):
    words = [w for c in commands for w in ("-e", c)]
    said = subprocess.run([OURS, "-b", "-q", "--json", "--keep-going", *words, module],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout
    last = said.splitlines()[-1] if said else "{}"
    return json.loads(last) if last.startswith("{") else {"died": last}


def steps(tap):
    for name, step in STEPS:
        said = answer(os.path.join(mutants.SAMPLES, name + ".ll"),
                      ["set decide=static seeds=1", step, "prove"])
        tap.point(said.get("verdict") == "proved" and said["functions"],
                  "%s, %s is proved" % (name, step))
        if said.get("verdict") != "proved":
            tap.note(json.dumps(said))


def edits(tap, folder):
    for name in KERNELS:
        kernel = mutants.kernel_of(name)
        made = mutations.edits_of(kernel, random.Random(1), 6)
        files = mutants.write(folder, kernel, made)
        for file, (kind, _) in zip(files, made):
            said = answer(os.path.join(folder, "was.ll"),
                          ["set seeds=2", "prove P0 " + os.path.join(folder, file)])
            wrong = "verdict" not in said or \
                (said["verdict"] == "proved" and (name, kind) not in HARMLESS)
            tap.point(not wrong, "%s, %s is not proved" % (name, kind))
            if wrong:
                tap.note(json.dumps(said))


def main():
    tap = proof.Tap()
    if not os.path.exists(os.path.join(os.path.dirname(OURS), "reconverge-z3")):
        print("1..0 # SKIP built without Z3")
        return 0
    with tempfile.TemporaryDirectory(prefix="proved.") as folder:
        steps(tap)
        edits(tap, folder)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
