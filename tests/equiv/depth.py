#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests linearize mode=depth on random nests of branches and loops: the
reconvergence stack must stay as low as asked, and the results the same.
Usage: depth.py [KERNELS]"""

import os
import random
import subprocess
import sys

KERNELS = 12
MOST = 6  # levels


class Writer:
    """Writes one kernel. Its conditions are bits of the thread's number and of
    computed values, and every loop ends."""

    def __init__(self, seed, loops):
        self.rng = random.Random(seed)
        self.loops = loops
        self.lines = []
        self.n = 0

    def name(self, stem):
        self.n += 1
        return "%s%d" % (stem, self.n)

    def say(self, line, *words):
        self.lines.append("  " + line % words)

    def begin(self, label):
        self.lines.append(label + ":")
        self.block = label

    def work(self, value):
        made = self.name("%v")
        self.say("%s = %s i32 %s, %d", made,
                 self.rng.choice(["add", "xor", "mul"]), value,
                 self.rng.randint(1, 99))
        return made

    def condition(self, value):
        bit, low, test = self.name("%b"), self.name("%m"), self.name("%c")
        self.say("%s = xor i32 %s, %%tid", bit, value)
        self.say("%s = and i32 %s, %d", low, bit,
                 1 << self.rng.randint(0, 4))
        self.say("%s = icmp eq i32 %s, 0", test, low)
        return test

    def piece(self, value, level):
        for _ in range(self.rng.randint(1, 2)):
            value = self.work(value)
            if level < MOST and self.rng.random() < 0.75:
                if self.loops and self.rng.random() < 0.25:
                    value = self.loop(value, level + 1)
                else:
                    value = self.branch(value, level + 1)
        return value

    def branch(self, value, level):
        yes, no, join = (self.name(s) for s in ("yes", "no", "join"))
        both = self.rng.random() < 0.6
        head, test = self.block, self.condition(value)
        self.say("br i1 %s, label %%%s, label %%%s", test, yes,
                 no if both else join)
        self.begin(yes)
        ways = [(self.piece(value, level), self.block)]
        self.say("br label %%%s", join)
        if both:
            self.begin(no)
            ways.append((self.piece(value, level), self.block))
            self.say("br label %%%s", join)
        else:
            ways.append((value, head))
        self.begin(join)
        made = self.name("%j")
        self.say("%s = phi i32 %s", made,
                 ", ".join("[ %s, %%%s ]" % way for way in ways))
        return made

    def loop(self, value, level):
        body, done, at = (self.name(s) for s in ("body", "done", "%i"))
        trips, carried, more = (self.name(s) for s in ("%t", "%k", "%q"))
        before = self.block
        self.say("%s = and i32 %%tid, 3", trips)
        self.say("br label %%%s", body)
        place = len(self.lines) + 1
        self.begin(body)
        value_in, test = carried, self.name("%c")
        result = self.piece(value_in, level)
        self.say("%s = add i32 %s, 1", more, at)
        self.say("%s = icmp ult i32 %s, %s", test, at, trips)
        self.say("br i1 %s, label %%%s, label %%%s", test, body, done)
        self.lines[place:place] = [
            "  %s = phi i32 [ 0, %%%s ], [ %s, %%%s ]"
            % (at, before, more, self.block),
            "  %s = phi i32 [ %s, %%%s ], [ %s, %%%s ]"
            % (carried, value, before, result, self.block)]
        self.begin(done)
        return result

    def kernel(self):
        self.lines = ['target triple = "amdgcn-amd-amdhsa"',
                      "define amdgpu_kernel void @k(ptr addrspace(1) %p) {"]
        self.begin("entry")
        self.say("%%tid = call i32 @llvm.amdgcn.workitem.id.x()")
        self.say("%%a = getelementptr i32, ptr addrspace(1) %%p, i32 %%tid")
        self.say("%%x = load i32, ptr addrspace(1) %%a")
        self.say("store i32 %s, ptr addrspace(1) %%a",
                 self.branch("%x", 1))
        self.say("ret void")
        return "\n".join(self.lines + [
            "}", "declare i32 @llvm.amdgcn.workitem.id.x()", ""])


def main(words):
    program = os.environ.get("RECONVERGE", "reconverge")
    kernels = int(words[0]) if words else KERNELS
    changed = 0
    for seed in range(kernels):
        loops = seed % 2 == 1
        with open("depth.ll", "w", encoding="utf-8") as f:
            f.write(Writer(seed, loops).kernel())
        script = ["launch grid=1 block=64 p=u32[64]:random(0,4294967296)"]
        for most in range(1, 5):
            # A loop is one level, and a guard in it is another.
            allowed = 1 + 2 * max(most, 2 if loops else 1)
            script += ["goto P0", "linearize mode=depth depth=%d opt=%d when=always"
                       % (most, 4 - seed // 2 % 3),
                       "expect stack-depth <= %d" % allowed,
                       "check seeds=2"]
        call = [program, "-b"]
        for line in script:
            call += ["-e", line]
        done = subprocess.run(call + ["depth.ll"], capture_output=True,
                              text=True, check=False)
        changed += done.stdout.count("P1: linearize")
        if done.returncode:
            print("# seed %d:\n# %s" % (seed, "\n# ".join(
                (done.stdout + done.stderr).splitlines()[-6:])))
            print("not ok 1 - stack depth as asked\n1..1")
            return 1
    good = changed >= kernels // 2
    print("%s 1 - stack depth as asked: %d kernels, 1 to 4 levels\n1..1"
          % ("ok" if good else "not ok", kernels))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
