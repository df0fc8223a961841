#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What intrinsics compute, in the simulator, against models in Python.

run.py [SEED]. A case is a few lines of IR that make %r of the operands and a
model of it; the cases of a target are the kernels of some modules. The
operands, 64 bits of each thread's own, come as %A %B %C and, cut to what is
wanted,

    i32  %a %b %c     float  %af %bf %cf     half    %ah %bh %ch
    i1   %ap %bp %cp  double %ad %bd %cd     <2 x half> %av %bv %cv
    i16  %as %bs %cs  i8     %ab %bb %cb     <2 x i16>  %aw %bw %cw
"""

import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import amdgcn  # noqa: E402
import common  # noqa: E402
import memory  # noqa: E402
import nvptx  # noqa: E402

THREADS = 256
KERNELS = 40  # kernels of a module, which is read again for each of them
MAJOR = int(os.environ.get("LLVM_VERSION_MAJOR") or 22)
# Intrinsics that LLVM 19 does not know.
NEW = ("permlane16_swap", "permlane32_swap", "bitop3_", "flo_", "wave_shuffle",
       "wave_reduce_sub", "wave_reduce_min", "cvt_off", "prmt_", "sext_",
       "zext_", "idp2a_", "idp4a_", "barrier_cta_red_", "red_and", "red_or",
       "fshl_clamp", "fshr_clamp", "elect", "fabs_ftz")
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "half": 16,
        "bfloat": 16, "float": 32, "double": 64, "<2 x half>": 32,
        "<2 x bfloat>": 32, "<2 x i16>": 32}
CALL = re.compile(r"call\s+(.*?)\s+@(llvm[\w.]+)\((.*)\)")

PARTS = (("p", "i1", None), ("s", "i16", None), ("b", "i8", None),
         ("f", "i32", "float"), ("d", "i64", "double"),
         ("h", "i16", "half"), ("v", "i32", "<2 x half>"),
         ("w", "i32", "<2 x i16>"))


def declaration(line):
    """The line "declare ..." for the call in a line, or None."""
    m = CALL.search(line)
    if not m:
        return None
    types = []
    depth, at = 0, ""
    for ch in m.group(3) + ",":
        depth += (ch in "<({") - (ch in ">)}")
        if ch == "," and depth == 0:
            words = at.strip().rsplit(" ", 1)
            if words[0]:
                types.append(words[0])
            at = ""
        else:
            at += ch
    return "declare %s @%s(%s)" % (m.group(1), m.group(2), ", ".join(types))


def operand(name):
    big = "%" + name.upper()
    lines = ["  %%p%s = getelementptr i64, ptr addrspace(1) %%in%s, i64 %%i"
             % (name, name),
             "  %s = load i64, ptr addrspace(1) %%p%s" % (big, name),
             "  %%%s = trunc i64 %s to i32" % (name, big)]
    for suffix, bits, float_type in PARTS:
        whole = "%" + name + suffix
        if not float_type:
            lines.append("  %s = trunc i64 %s to %s" % (whole, big, bits))
        elif bits == "i64":
            lines.append("  %s = bitcast i64 %s to %s"
                         % (whole, big, float_type))
        else:
            lines.append("  %s.x = trunc i64 %s to %s" % (whole, big, bits))
            lines.append("  %s = bitcast %s %s.x to %s"
                         % (whole, bits, whole, float_type))
    return lines


def kernel(case, target):
    bits = BITS[case.type]
    lines = [target.define % case.name, "entry:"]
    lines += target.index
    for name in "abc":
        lines += operand(name)
    lines += ["  " + line for line in case.lines]
    at = "%r"
    if not case.type.startswith("i"):
        lines.append("  %%r.x = bitcast %s %%r to i%d" % (case.type, bits))
        at = "%r.x"
    if bits < 64:
        lines.append("  %%r.y = zext i%d %s to i64" % (bits, at))
        at = "%r.y"
    lines += ["  %po = getelementptr i64, ptr addrspace(1) %out, i64 %i",
              "  store i64 %s, ptr addrspace(1) %%po" % at, "  ret void", "}"]
    return "\n".join(lines)


def module(target, cases):
    declared = set(target.declare)
    for case in cases:
        declared.update(filter(None, map(declaration, case.lines)))
    return "\n".join(['target triple = "%s"' % target.triple]
                     + [kernel(case, target) for case in cases]
                     + sorted(declared) + list(target.tail(cases))) + "\n"


def write_words(path, words):
    with open(path, "wb") as f:
        for w in words:
            f.write(w.to_bytes(8, "little"))


def read_words(path):
    data = open(path, "rb").read()
    return [int.from_bytes(data[i:i + 8], "little")
            for i in range(0, len(data), 8)]


def simulate(target, cases, rng):
    """Run the kernels. Returns {name: (operands, result)}."""
    ir = "cases.%s.ll" % target.name
    open(ir, "w").write(module(target, cases))
    script, operands = [], {}
    for case in cases:
        words = [common.operands(rng, kind, THREADS) for kind in case.kinds]
        operands[case.name] = words
        for k, w in enumerate(words):
            write_words("%s.%s.%d" % (target.name, case.name, k), w)
        stem = "%s.%s" % (target.name, case.name)
        script += ["function " + case.name,
                   "launch grid=1 block=%d ina=i64[%d]:file(%s.0) "
                   "inb=i64[%d]:file(%s.1) inc=i64[%d]:file(%s.2) "
                   "out=i64[%d]:zero"
                   % ((THREADS,) + (THREADS, stem) * 3 + (THREADS,)),
                   "simulate", "dump out %s.out" % stem]
    open(target.name + ".rcv", "w").write("\n".join(script) + "\n")
    done = subprocess.run(
        [os.environ.get("RECONVERGE", "reconverge"), "-b", "-q",
         "--mcpu=" + target.cpu, "-x", target.name + ".rcv", ir],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        universal_newlines=True)
    open(target.name + ".log", "w").write(done.stdout)
    if done.returncode != 0:
        raise SystemExit("%s\n%s" % (target.name, done.stdout[-1500:]))
    return {case.name: (operands[case.name],
                        read_words("%s.%s.out" % (target.name, case.name)))
            for case in cases}


def expected(case, words, warp):
    if not case.warp:
        return [case.model(*t) for t in zip(*words)]
    out = []
    warp = warp if case.warp is True else case.warp
    for at in range(0, THREADS, warp):
        out += case.model(*[w[at:at + warp] for w in words])
    return out


def judge(case, words, got, warp):
    """None, or the first wrong result."""
    mask = (1 << BITS[case.type]) - 1
    for i, want in enumerate(expected(case, words, warp)):
        if want is not None and want & mask != got[i]:
            return "thread %d: operands %s: %#x, should be %#x" % (
                i, " ".join("%#x" % w[i] for w in words), got[i],
                want & mask)
    return None


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    points = []
    for target in (amdgcn.TARGET, nvptx.TARGET):
        cases = [c for c in common.CASES + memory.CASES + target.cases
                 if only in c.name
                 and (MAJOR > 21 or not c.name.startswith(NEW))]
        if not cases:
            continue
        rng, results = random.Random(seed), {}
        for at in range(0, len(cases), KERNELS):
            results.update(simulate(target, cases[at:at + KERNELS], rng))
        for case in cases:
            points.append((target.name + " " + case.name,
                           judge(case, *results[case.name],
                                 warp=target.warp)))
    print("1..%d" % len(points))
    for i, (name, wrong) in enumerate(points):
        print("%sok %d - %s" % ("not " if wrong else "", i + 1, name))
        if wrong:
            print("# " + wrong)
    return any(wrong for _, wrong in points)


if __name__ == "__main__":
    sys.exit(main())
