#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`prove` proves steps on samples, and none of the wrong edits of mutants.py: an edit
that `check` refutes is never proved, and what is proved of the others stands in
HARMLESS. Nor is a promise proved that the old code does not make, or a redirection by
which a thread would do another one's work, or see that threads changed places.
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
    ("lin_irreducible.nvptx64", "linearize when=always"),
    ("lin_interleave.amdgcn", "meld"),
    ("flat_work_queue.nvptx64", "flatten"),
    ("darm_align.nvptx64", "darm"),
    ("mergesort.nvptx64", "meld"),
    ("nqueens.amdgcn", "delay when=always"),
    ("sb2r.nvptx64", "delay when=always"),
    ("pcm.nvptx64", "delay when=always"),
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


# Redirected kernels: of tests/ir/redirect.ll those that are proved, and those that are
# not, with the reason; and wrong edits of what `redirect` makes of a sample.
TURNED = ("known", "size", "plane", "calls", "by_name", "any_axis", "sums")
TOLD = (("waits", "threads wait for each other"), ("shares", "threads share memory"),
        ("lane", "work as a warp"), ("counts", "the result of an atomic is used"),
        ("asks_by_name", "where in the machine"))
TURNS = (
    ("mul i32 %1, 64", "mul i32 %1, 32"),
    ("add i32 %2, %0", "sub i32 %2, %0"),
    ("%redirect, i64 %4", "%redirect, i64 0"),
    ("%redirect, i64 %4", "%x, i64 %4"),
    ("%idxprom = zext i32 %redirected", "%idxprom = zext i32 %3"),
    ("%idxprom = zext i32 %redirected", "%idxprom = sext i32 %redirected"),
    ("ret void", "store i32 1, ptr addrspace(1) %5|  ret void"),
)


def turned(tap, folder):
    module = os.path.join(HERE, "..", "ir", "redirect.ll")
    for name in TURNED:
        said = answer(module, ["function " + name, "set seeds=1", "redirect", "prove"])
        tap.point(said.get("verdict") == "proved" and said["condition"],
                  "%s, redirected, is proved" % name)
        if said.get("verdict") != "proved":
            tap.note(json.dumps(said))
    for name, why in TOLD:
        said = answer(module, ["function " + name, "set seeds=1", "regroup force=yes", "prove"])
        tap.point(said.get("verdict") in ("unknown", "refuted") and why in said["obstacle"] and
                  not said["condition"],
                  "%s is not proved: %s" % (name, why))
    sample = os.path.join(mutants.SAMPLES, "lin_short_circuit.nvptx64.ll")
    with open(os.path.join(folder, "turned.ll"), "w", encoding="utf-8") as out:
        subprocess.run([OURS, "-b", "-q", "-e", "redirect", "-o", "-", sample], stdout=out,
                       check=True)
    text = proof.read(os.path.join(folder, "turned.ll"))
    for old, new in (("", ""),) + TURNS:
        assert old in text, old
        with open(os.path.join(folder, "edit.ll"), "w", encoding="utf-8") as out:
            out.write(text.replace(old, new.replace("|", "\n"), 1))
        said = answer(sample, ["set seeds=1", "prove P0 " + os.path.join(folder, "edit.ll")])
        tap.point("verdict" in said and (said["verdict"] == "proved") == (old == new),
                  "redirected, %s is%s proved" % (new or "unchanged", "" if old == new else " not"))
        if "verdict" not in said:
            tap.note(json.dumps(said))


MODULE = """target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
define internal i32 @f(i32 %x) noinline {
  %r = add i32 %x, 1
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = fcmp olt float %x, 1.0
"""
# Code that ends with a number %r, a part of it, and what makes it promise more. What
# has the promise may lose it.
PROMISES = (
    ("%v = fadd float %x, 2.0|fcast", "fadd", "fadd nsz"),
    ("%v = fmul float %x, 2.0|fcast", "fmul float", "fmul reassoc float"),
    ("%v = fdiv float %x, 2.0|fcast", "fdiv", "fdiv arcp"),
    ("%v = fdiv float %x, 2.0|fcast", "fdiv", "fdiv afn"),
    ("%v = fmul float %x, 2.0|fcast", "fmul float", "fmul contract float"),
    ("%v = fneg float %x|fcast", "fneg", "fneg nnan"),
    ("%v = select i1 %c, float %x, float 1.0|fcast", "select", "select nsz"),
    ("%v = call float @llvm.fma.f32(float %x, float %x, float 1.0)|fcast", "fma.f32(float %x", "fmuladd.f32(float %x"),
    ("%p = getelementptr i8, ptr addrspace(1) %b, i32 %n|%q = ptrtoint ptr addrspace(1) %p to i64"
     "|%r = trunc i64 %q to i32", "getelementptr", "getelementptr inbounds"),
    ("%p = getelementptr i32, ptr addrspace(1) %b, i32 %n|%r = load i32, ptr addrspace(1) %p",
     "getelementptr", "getelementptr nuw"),
    ("%r = load i32, ptr addrspace(1) %b, align 4", "align 4", "align 4, !range !0"),
    ("%r = load i32, ptr addrspace(1) %b, align 4", "align 4", "align 4, !noundef !1"),
    ("%r = load i32, ptr addrspace(1) %b, align 4", "align 4", "align 4, !invariant.load !1"),
    ("%r = add i32 %t, 1", "call i32 @llvm.nvvm", "call range(i32 0, 4) i32 @llvm.nvvm"),
    ("%r = add i32 %n, 1", "i32 %n, float", "i32 noundef %n, float"),
    ("%r = add i32 %n, 1", "ptr addrspace(1) %a,", "ptr addrspace(1) noalias %a,"),
    ("%r = add i32 %n, 1", "float %x) {", "float %x) noreturn {"),
    ("%r = call i32 @f(i32 %n)", "(i32 %n)", "(i32 noundef %n)"),
    ("%c1 = icmp ult i32 %n, 7|%r = zext i1 %c1 to i32", "icmp ult", "icmp samesign ult"),
)
# What threads order, and what else an operation on memory asks for: equal, or not proved.
ORDERS = (
    ("%r = atomicrmw add ptr addrspace(1) %b, i32 %n seq_cst", "seq_cst",
     'syncscope("block") seq_cst'),
    ("%r = atomicrmw add ptr addrspace(1) %b, i32 %n monotonic", "monotonic",
     'syncscope("singlethread") monotonic'),
    ("%r = load atomic i32, ptr addrspace(1) %b monotonic, align 4", "monotonic", "unordered"),
    ("fence release|%r = add i32 %n, 1", "fence", 'fence syncscope("block")'),
    ("%s = cmpxchg ptr addrspace(1) %b, i32 %n, i32 %t seq_cst seq_cst"
     "|%r = extractvalue { i32, i1 } %s, 0", "seq_cst seq_cst", "seq_cst monotonic"),
    ("%s = cmpxchg ptr addrspace(1) %b, i32 %n, i32 %t seq_cst seq_cst"
     "|%r = extractvalue { i32, i1 } %s, 0", "cmpxchg", "cmpxchg weak"),
    ("call void @llvm.memset.p1.i64(ptr addrspace(1) %b, i8 0, i64 4, i1 true)"
     "|%r = add i32 %n, 1", "i1 true", "i1 false"),
    ('call void asm sideeffect "", "~{memory}"()|%r = add i32 %n, 1', "~{memory}", ""),
)


def pair(tap, folder, code, old, new, both):
    text = MODULE + code.replace("fcast", "%r = bitcast float %v to i32").replace("|", "\n") + \
        "\n  store i32 %r, ptr addrspace(1) %a\n  ret void\n}\n!0 = !{i32 0, i32 4}\n!1 = !{}\n"
    files = [os.path.join(folder, name) for name in ("less.ll", "more.ll")]
    for file, part in zip(files, (old, new)):
        with open(file, "w", encoding="utf-8") as out:
            out.write(text.replace(old, part))
    verdicts = [answer(a, ["function k", "set seeds=1", "prove P0 " + b]).get("verdict")
                for a, b in (files, files[::-1])]
    tap.point(verdicts[0] in ("unknown", "refuted"), "%s -> %s is not proved" % (old, new))
    tap.point(verdicts[1] == "proved" if both else verdicts[1] in ("unknown", "refuted"),
              "%s -> %s is%s proved" % (new, old, "" if both else " not"))


def promises(tap, folder):
    for code, old, new in PROMISES:
        pair(tap, folder, code, old, new, True)
    for code, old, new in ORDERS:
        pair(tap, folder, code, old, new, False)


def main():
    tap = proof.Tap()
    if not os.path.exists(os.path.join(os.path.dirname(OURS), "reconverge-z3")):
        print("1..0 # SKIP built without Z3")
        return 0
    with tempfile.TemporaryDirectory(prefix="proved.") as folder:
        steps(tap)
        edits(tap, folder)
        promises(tap, folder)
        turned(tap, folder)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
