#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists by name what the simulator cannot run in the samples and the corpus.

coverage.py [soak]. Functions without a body are not gaps: a library has them.
A gap that KNOWN does not name fails the test. "soak": all of the corpus, the
device libraries' functions too.
"""

import collections
import os
import subprocess
import sys

KNOWN = (  # with the reasons
    ("llvm.amdgcn.image.", "textures"),
    ("llvm.amdgcn.struct.buffer.", "typed buffers: textures of one dimension"),
    ("llvm.amdgcn.s.sendmsg", "asks the host"),
    ("llvm.amdgcn.ds.gws.", "synchronizes the whole device"),
    ("llvm.amdgcn.cvt.pk.u8.f32", "its rounding is not documented"),
)
MISSING = ("no body; link a library", "no value; link a library")
SOURCE = os.environ.get("srcdir", ".")


# ---- gaps ------------------------------------------------------------------

def gaps_of(files, words):
    """Returns a Counter of names and the last line of the output; or a string
    that says what failed."""
    done = subprocess.run(
        [os.path.join(os.environ.get("builddir", "."), "tests", "oracle",
                      "coverage_list")] + words + files,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        universal_newlines=True)
    if done.returncode != 0:
        return done.stderr.strip() or "status %d" % done.returncode
    gaps = collections.Counter()
    lines = done.stdout.splitlines()
    for line in lines[:-1]:
        what = line.partition("\t")[2]
        name, _, why = what.partition(": ")
        if not why.startswith(MISSING):
            gaps[name] += 1
    return gaps, lines[-1]


def judge(name, files, words):
    answer = gaps_of(files, words)
    if isinstance(answer, str):
        print("not ok - " + name)
        print("# " + answer)
        return
    gaps, last = answer
    new = [g for g in gaps if not g.startswith(tuple(k for k, _ in KNOWN))]
    print("%sok - %s: %s" % ("not " if new else "", name, last))
    for gap, n in sorted(gaps.items()):
        print("# %6d  %s%s" % (n, gap, "" if gap in new else " (known)"))


def corpus(size, target):
    fetch = os.path.join(SOURCE, "tests", "corpus", "fetch.sh")
    done = subprocess.run([fetch, size, target], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True)
    why = (done.stderr.strip().splitlines() or [""])[-1]
    return done.returncode, done.stdout.split(), why


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    print("1..3")
    samples = os.environ.get("SAMPLES", os.path.join(SOURCE, "samples"))
    judge("samples", sorted(os.path.join(samples, f)
                            for f in os.listdir(samples)
                            if f.endswith(".ll")), [])
    for target in ("amdgcn", "nvptx64"):
        name = "real code, " + target
        status, files, why = corpus("all" if mode else "quick", target)
        if status == 77:
            print("ok - %s # SKIP %s" % (name, why))
        elif status:
            print("not ok - %s\n# %s" % (name, why))
        else:
            judge(name, files, ["-a"] if mode else [])
    return 0


if __name__ == "__main__":
    sys.exit(main())
