#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the simulator cannot run, by name, in the samples and in code that
others wrote; and that HACKING.md lists the intrinsics it knows.

coverage.py [soak|table]. Functions without a body are not gaps: a library has
them. A gap that KNOWN does not name fails the test. "soak": all of the
corpus, the device libraries' functions too. "table": print what HACKING.md
should say.
"""

import collections
import os
import re
import subprocess
import sys

KNOWN = (  # and why
    ("llvm.amdgcn.image.", "textures"),
    ("llvm.amdgcn.struct.buffer.", "typed buffers: textures of one dimension"),
    ("llvm.amdgcn.s.sendmsg", "asks the host"),
    ("llvm.amdgcn.ds.gws.", "synchronizes the whole device"),
    ("llvm.amdgcn.cvt.pk.u8.f32", "its rounding is not documented"),
)
MISSING = ("no body; link a library", "no value; link a library")
SOURCE = os.environ.get("srcdir", ".")
TABLES = (("", "intrin_calls.def"), ("llvm.", "intrin.def"),
          ("llvm.amdgcn.", "intrin_amdgcn.def"),
          ("llvm.nvvm.", "intrin_nvvm.def"))
BUILTINS = (("OpenCL C, by mangled names", "opencl"), ("__ocml_", "ocml"),
            ("__ockl_", "ockl"), ("__nv_", "nv"))
BEGIN, END = "<!-- covered: coverage.py table -->", "<!-- end of covered -->"


# ---- the table -------------------------------------------------------------

def names_of(path):
    text = open(os.path.join(SOURCE, "src", "decode", path)).read()
    return re.findall(r'^INTRIN\("([^"]+)"', text, re.M)


def builtins_of(path):
    text = open(os.path.join(SOURCE, "include", "reconverge",
                             "builtin_%s.def" % path)).read()
    rows = re.findall(r'^BUILTIN\("([^"]+)", \w+, \w+, "[^"]*", (\w+)', text,
                      re.M)
    return list(collections.OrderedDict.fromkeys(
        name for name, how in rows if how != "none"))


def fold(names):
    """abs, vector.{insert, reduce.{add, and}}"""
    heads = collections.OrderedDict()
    for name in names:
        head, dot, tail = name.partition(".")
        heads.setdefault(head, []).append(tail if dot else None)
    out = []
    for head, tails in heads.items():
        if None in tails:
            out.append(head)
        rest = [t for t in tails if t is not None]
        inner = fold(rest) if rest else []
        if len(inner) == 1:
            out.append("%s.%s" % (head, inner[0]))
        elif inner:
            out.append("%s.{%s}" % (head, ", ".join(inner)))
    return out


def wrap(text, width=118):
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = (line + " " + word).strip()
    return "\n".join(lines + [line])


def table():
    parts = []
    for prefix, path in TABLES:
        names = ", ".join(fold(names_of(path)))
        parts.append(wrap("%s: %s" % (prefix or "without a body", names)))
    for prefix, path in BUILTINS:
        parts.append(wrap("%s: %s" % (prefix, ", ".join(builtins_of(path)))))
    return "```\n%s\n```" % "\n\n".join(parts)


def table_is_true():
    text = open(os.path.join(SOURCE, "HACKING.md")).read()
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < begin:
        return "no table in HACKING.md"
    if text[begin + len(BEGIN):end].strip() != table().strip():
        return "HACKING.md does not list what the tables do: see " \
               "'coverage.py table'"
    return None


# ---- gaps ------------------------------------------------------------------

def gaps_of(files, words):
    """Counter of names, the last line; or a string: what failed."""
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
    if mode == "table":
        print(table())
        return 0
    print("1..4")
    wrong = table_is_true()
    print("%sok - HACKING.md's table" % ("not " if wrong else ""))
    if wrong:
        print("# " + wrong)
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
