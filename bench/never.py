#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is what `optimize` finds ever worse than one of its steps alone, or than the kernel?

Kernels are drawn from the modules of a folder, by the number of their blocks. On each,
the search runs, then every step of moves.def by itself from where the search began. All
are compared by the cycles that the search itself compares: those of all launches of the
profile, as `why REVISION` tells them. A step that is faster is asked for once more, by a
search with its verb alone: if that does not take it either, then by a veto, since the step
loses on a launch, for the machine's code, or in the check.

    never.py [--draw N] [--seed S] [--blocks LOW HIGH] [--tries N] [--time SECONDS] FOLDER

Environment: RECONVERGE.
"""
import argparse
import glob
import json
import os
import random
import re
import subprocess

import optimize

OURS = os.environ.get("RECONVERGE") or "reconverge"
ALIKE = 0.0005
DEFINED = re.compile(r'^define .*@"?([\w.$]+)"?\(')


def functions(path):
    """The kernels of a module, or for NVPTX their bodies, with the number of blocks."""
    name, blocks = None, 0
    for line in open(path, errors="replace"):
        found = DEFINED.match(line)
        if found:
            body = "__clang_ocl_kern_imp_" in line and "nvptx" in path
            name = found.group(1) if body or "amdgpu_kernel" in line else None
            blocks = 1
        elif re.match(r'"?[\w.$-]+"?:', line):
            blocks += 1
        elif line.startswith("}") and name:
            yield name, blocks
            name = None


def run(path, function, commands):
    words = [OURS, "-b", "--json", "--keep-going", path, "-e", f"function {function}"]
    for command in commands:
        words += ["-e", command]
    out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         universal_newlines=True).stdout
    return [json.loads(line) for line in out.splitlines()][1:]


def singles(path, function):
    """The cycles after each step of the list by itself, by the step's command."""
    steps = [optimize.command(kind, rest) for kind, rest in optimize.moves() if kind != "ANYWAY"]
    said = run(path, function, ["profile"] + [c for s in steps for c in ("goto P0", s)] +
               [f"why P{i + 1}" for i in range(len(steps))])
    made = {answer["revision"]: step for step, answer in zip(steps, said[2::2])
            if answer["ok"] and answer["changed"]}
    return {made[a["revision"]]: a["simulated"]["after"] for a in said
            if a["command"].startswith("why P") and a["ok"] and a.get("steps")}


def searched(path, function, words):
    found = run(path, function, [f"optimize {words}"])[0]
    return found["simulated"]["before"], found["simulated"]["after"], found


def compare(path, function, blocks, args):
    words = f"tries={args.tries} time={args.time}"
    before, after, found = searched(path, function, words)
    told = singles(path, function)
    best = min(told, key=told.get) if told else None
    note = "" if after <= before else "  SLOWER"
    if best and told[best] < after * (1 - ALIKE) and told[best] < before * (1 - ALIKE):
        verb = best.split()[0]
        again = searched(path, function, f"{words} with={verb}")[1]
        note += f"  {'LOSES to' if again < after * (1 - ALIKE) else 'vetoed:'} {best}"
    print(f"  {os.path.basename(path)[:34]:34} {function[-26:]:26} {blocks:4}  "
          f"{before / (told[best] if best else before):6.3f}  {before / after:8.3f}"
          f"  {found['tries']:5}{note}", flush=True)
    return note


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--draw", type=int, default=24)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--blocks", type=int, nargs=2, default=(6, 60))
    args.add_argument("--tries", type=int, default=400)
    args.add_argument("--time", type=int, default=60)
    args.add_argument("folder")
    args = args.parse_args()
    low, high = args.blocks
    pool = [(path, name, blocks) for path in sorted(glob.glob(os.path.join(args.folder, "*.ll")))
            for name, blocks in functions(path) if low <= blocks <= high]
    drawn = random.Random(args.seed).sample(pool, min(args.draw, len(pool)))
    print(f"{len(drawn)} of {len(pool)} kernels of {low} to {high} blocks\n"
          f"  {'':34} {'':26} blocks  step  optimize  tries")
    notes = [compare(*kernel, args) for kernel in drawn]
    print(f"{sum('SLOWER' in n for n in notes)} slower than they came, "
          f"{sum('LOSES' in n for n in notes)} lose to a step alone, "
          f"{sum('vetoed' in n for n in notes)} of which a faster step was vetoed")


if __name__ == "__main__":
    main()
