#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that no attribute of a redirected kernel, or of a function that got a
twin, promises more than LLVM itself infers from the body. The same module
without any such attribute goes through `opt -passes=cgscc(function-attrs)`,
and the attributes of memory and of each parameter are compared. TAP."""

import glob
import os
import re
import subprocess
import sys
import tempfile

OURS = os.environ["RECONVERGE"]
OPT = os.environ.get("OPT", "opt")
SRC = os.environ.get("srcdir", ".")
KINDS = ("argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1",
         "other")
BITS = {"none": 0, "read": 1, "write": 2, "readwrite": 3}
OF_MEMORY = re.compile(r"\bmemory\(([^)]*)\) ?")
OF_PARAMETER = re.compile(r"\b(readonly|writeonly|readnone) ")
KEPT = {"readnone": 0, "readonly": 1, "writeonly": 2}


def memory(text):
    """The attribute as {kind of memory: BITS}; without an attribute, all
    bits."""
    found = OF_MEMORY.search(text)
    if not found:
        return {kind: 3 for kind in KINDS}
    out = {kind: 0 for kind in KINDS}
    for part in found.group(1).split(", "):
        kind, colon, word = part.partition(": ")
        if not colon:
            out = {k: BITS[kind] for k in KINDS}
        else:
            out[kind] = BITS[word]
    return out


def functions(module):
    """{name: (attributes, [parameter])} of the functions with a body."""
    groups = dict(re.findall(r"^attributes #(\d+) = \{(.*)\}$", module, re.M))
    out = {}
    for name, params, rest in re.findall(
            r"^define [^@]*@([\w.$]+)\((.*?)\) ([^{]*)\{$", module, re.M):
        group = re.search(r"#(\d+)", rest)
        out[name] = (groups.get(group.group(1), "") if group else "",
                     re.split(r", (?=(?:ptr|[if<\[{]|half|double))", params))
    return out


def stripped(module):
    lines = [OF_MEMORY.sub("", line) if line.startswith("attributes")
             else OF_PARAMETER.sub("", line) if line.startswith("define")
             else line for line in module.split("\n")]
    return "\n".join(lines)


def access(parameter):
    found = OF_PARAMETER.search(parameter + " ")
    return KEPT[found.group(1)] if found else 3


def compare(ours, inferred):
    """Our promises that are stronger than LLVM's."""
    out = []
    mine, theirs = memory(ours[0]), memory(inferred[0])
    for kind in KINDS:
        if theirs[kind] & ~mine[kind]:
            out.append("memory(%s: %d), inferred %d" %
                       (kind, mine[kind], theirs[kind]))
    for k, (a, b) in enumerate(zip(ours[1], inferred[1])):
        if access(b) & ~access(a):
            out.append("parameter %d: %s, inferred %s" % (k, a, b))
    if "speculatable" in ours[0]:
        out.append("speculatable")
    return out


def kernels(path):
    with open(path) as file:
        return re.findall(r"^define [^@]*(?:amdgpu|ptx)_kernel [^@]*@([\w.$]+)\(",
                          file.read(), re.M)


def check(path, kernel, folder):
    """Returns (whether the kernel was redirected, its problems)."""
    made = os.path.join(folder, "made.ll")
    bare = os.path.join(folder, "bare.ll")
    done = subprocess.run([OURS, "-b", "-f", kernel, "-e", "redirect",
                           "-o", made, path], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if "threads take their work" not in done.stdout:
        return False, []
    with open(made) as file:
        text = file.read()
    with open(bare, "w") as file:
        file.write(stripped(text))
    said = subprocess.run([OPT, "-S", "-passes=cgscc(function-attrs)", bare],
                          stdout=subprocess.PIPE, text=True, check=True)
    ours, inferred = functions(text), functions(said.stdout)
    return True, ["@%s: %s" % (name, wrong) for name in ours
                  if name == kernel or name.endswith(".redirected")
                  for wrong in compare(ours[name], inferred[name])]


def main():
    paths = sorted(glob.glob(os.path.join(SRC, "samples", "*.ll")) +
                   glob.glob(os.path.join(SRC, "tests", "ir", "redirect*.ll")))
    n, bad = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            for kernel in kernels(path):
                redirected, wrong = check(path, kernel, folder)
                if not redirected:
                    continue
                n += 1
                bad += bool(wrong)
                for line in wrong:
                    print("# " + line)
                print("%s %d - %s @%s" % ("not ok" if wrong else "ok", n,
                                          os.path.basename(path), kernel))
    if n < 20:
        print("not ok %d - only %d kernels were redirected" % (n + 1, n))
        n, bad = n + 1, bad + 1
    print("1..%d" % n)
    sys.exit(bad > 0)


main()
