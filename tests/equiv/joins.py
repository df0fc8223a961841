#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that linearize misses no join of a divergent branch, on random graphs without
loops: one warp may run no block twice afterwards, which the simulator counts. Some
edges have an empty block on them, which hides them from Definition 1 of the paper.
Usage: joins.py [KERNELS]"""

import json
import os
import random
import subprocess
import sys

KERNELS = 40


def graph(rng):
    """The successors of each block: the next one, and up to two others ahead."""
    n = rng.randint(6, 14)
    succs = []
    for block in range(n - 1):
        ahead = range(block + 1, min(n, block + 6))
        succs.append([block + 1] + [rng.choice(ahead) for _ in
                                    range(rng.choice((0, 1, 1, 1, 2)))])
    succs.append([])
    for block in range(n - 1):
        rng.shuffle(succs[block])
        for k, succ in enumerate(succs[block]):
            if rng.random() < 0.4:
                succs.append([succ])
                succs[block][k] = len(succs) - 1
    return succs


def ending(rng, block, succs):
    """The lines that end the block: threads go on by bits of their numbers."""
    ways = ["label %%b%d" % s for s in succs]
    if not ways:
        return ["store i32 %%v%d, ptr addrspace(1) %%a" % block, "ret void"]
    if len(ways) == 1:
        return ["br " + ways[0]]
    lines = ["%%h%d = mul i32 %%tid, %d" % (block, rng.randrange(3, 999, 2)),
             "%%w%d = lshr i32 %%h%d, %d" % (block, block, rng.randint(1, 6)),
             "%%s%d = and i32 %%w%d, 3" % (block, block)]
    if len(ways) == 2:
        return lines + ["%%c%d = trunc i32 %%s%d to i1" % (block, block),
                        "br i1 %%c%d, %s, %s" % (block, *ways)]
    return lines + ["switch i32 %%s%d, %s [ %s ]" % (
        block, ways[0], " ".join("i32 %d, %s" % way
                                 for way in enumerate(ways[1:], 1)))]


def kernel(seed):
    rng = random.Random(seed)
    succs = graph(rng)
    lines = ["define amdgpu_kernel void @k%d(ptr addrspace(1) %%p) {" % seed,
             "entry:", "  %tid = call i32 @llvm.amdgcn.workitem.id.x()",
             "  %a = getelementptr i32, ptr addrspace(1) %p, i32 %tid",
             "  br label %b0"]
    for block in range(len(succs)):
        ways = [(b, "b%d" % b) for b in range(len(succs))
                for s in succs[b] if s == block]
        value = "%tid"
        lines.append("b%d:" % block)
        if ways:
            value = "%%f%d" % block
            lines.append("  %s = phi i32 %s" % (value, ", ".join(
                "[ %%v%d, %%%s ]" % way for way in ways)))
        lines.append("  %%v%d = %s i32 %s, %d" % (
            block, rng.choice(("add", "xor", "mul")), value,
            rng.randint(1, 99)) if len(succs[block]) != 1 or not ways else
            "  %%v%d = freeze i32 %s" % (block, value))
        lines += ["  " + line for line in ending(rng, block, succs[block])]
    return "\n".join(lines + ["}", ""])


def run(program, kernels):
    """For each kernel the most runs of a block, before and after; and what else the
    program said."""
    with open("joins.ll", "w", encoding="utf-8") as f:
        f.write('target triple = "amdgcn-amd-amdhsa"\n'
                "declare i32 @llvm.amdgcn.workitem.id.x()\n" +
                "".join(kernel(seed) for seed in range(kernels)))
    call = [program, "-b", "--json", "-e", "set decide=static judge=table"]
    for seed in range(kernels):
        for line in ("function k%d" % seed,
                     "launch grid=1 block=64 p=u32[64]:zero", "metrics blocks",
                     "linearize when=always opt=%d" % (seed % 5),
                     "metrics blocks", "check seeds=1"):
            call += ["-e", line]
    done = subprocess.run(call + ["joins.ll"], capture_output=True, text=True,
                          check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    most = [max(block["warps"] for block in answer["blocks"])
            for answer in answers if answer["command"] == "metrics blocks"]
    if done.returncode or len(most) != 2 * kernels:
        raise RuntimeError(done.stderr + done.stdout[-400:])
    return most[::2], most[1::2]


def main(words):
    kernels = int(words[0]) if words else KERNELS
    before, after = run(os.environ.get("RECONVERGE", "reconverge"), kernels)
    missed = ["k%d" % seed for seed in range(kernels) if after[seed] > 1]
    split = sum(most > 1 for most in before)
    if missed:
        print("# a warp still runs a block twice: " + " ".join(missed))
    good = not missed and split >= kernels // 2
    print("%s 1 - no split join is missed: %d of %d kernels had some\n1..1"
          % ("ok" if good else "not ok", split, kernels))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
