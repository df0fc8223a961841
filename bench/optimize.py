#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `optimize` finds in samples as clang emits them, beside `darm` alone, beside the
best of its steps alone, and beside the limit of reconvergence.

Each source is compiled at -O1, -O2 and -O3 for both targets, without the passes
being held back. Speed-ups are simulated cycles of all warps on the sample's launch,
of the code as compiled over that after the steps; both are checked with two seeds.
Both are taken with what a code generator does anyway (ANYWAY in moves.def), where that is
faster: it is no gain.
A step alone that is faster than what the search found is asked for once more, by a search
with its verb alone: if that does not take it either, a veto is the reason, of the machine's
code or of the check, and the line says "vetoed".
Goals: the DARM paper's seven kernels 1.3 at each level (geometric mean over both
targets), these and the synthetic ones 1.5; no kernel slower than darm leaves it, and
none slower than it came.

    optimize.py [--tries N] [--levels O1,O2,O3] [NAME...]

Environment: CLANG, RECONVERGE, SAMPLES.
"""
import argparse
import csv
import json
import math
import os
import re
import subprocess
import tempfile
import time

SEVEN = ("bitonic_sort", "pcm", "mergesort", "lud_perimeter", "nqueens", "srad", "dct_quant")
SYNTHETIC = ("sb1", "sb1r", "sb2", "sb2r", "sb3", "sb3r",
             "sb4", "sb4r")
TRIPLES = {"amdgcn": "amdgcn-amd-amdhsa", "nvptx64": "nvptx64-nvidia-cuda"}
OURS = os.environ.get("RECONVERGE") or "reconverge"
SAMPLES = os.environ.get("SAMPLES") or "samples"
CLANG = os.environ.get("CLANG") or "clang-22"


def compiled(folder, name, target, level):
    module = os.path.join(folder, f"{name}.{target}.{level}.ll")
    subprocess.run([CLANG, "-x", "cl", "-cl-std=CL1.2", "-cl-no-stdinc", "-nogpulib",
                    "-target", TRIPLES[target], "-cl-fp32-correctly-rounded-divide-sqrt",
                    "-ffp-contract=off", "-fno-discard-value-names", f"-{level}", "-Qn", "-S", "-emit-llvm", "-o", module,
                    os.path.join(SAMPLES, f"{name}.cl")], check=True)
    return module


def run(module, name, target, acts):
    """What the commands answer, behind those that choose the kernel and the launch."""
    function = name if target == "amdgcn" else f"__clang_ocl_kern_imp_{name}"
    launch = os.path.join(SAMPLES, f"{name}.launch.json")
    words = [OURS, "-b", "--json", "--keep-going", module]
    for command in (f"function {function}", f"launch '{launch}'", *acts):
        words += ["-e", command]
    out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         universal_newlines=True).stdout
    return [json.loads(line) for line in out.splitlines()][2:]


def moves():
    """The kind, words and so on of each row of moves.def that is no placed one."""
    path = os.path.join(os.path.dirname(__file__), "../include/reconverge/moves.def")
    return re.findall(r"^(MOVE|PIPELINE|UNROLL|FULL|ANYWAY)\((.*)\)$", open(path).read(), re.M)


def command(kind, rest):
    if kind == "MOVE":
        phase, words = rest.split(", ", 1)
        return f"{phase} " + words.replace("PLAIN", " decide=static judge=table").replace('"', "")
    return (f"pass {rest} scope=function".replace('"', "'") +
            {"UNROLL": " unroll=any", "FULL": " unroll=full"}.get(kind, ""))


def settled(of=""):
    """Commands that tell the cycles of the current revision, and then with each of what a
    code generator does anyway, in the function in focus or the set `of`."""
    acts = ["metrics"]
    for kind, rest in moves():
        if kind == "ANYWAY":
            acts += [command(kind, rest) + of, "metrics"]
    return acts


def cycles(answers):
    return min(a["metrics"][0]["warp_cycles"] for a in answers
               if a["command"] == "metrics" and a["ok"])


def speedup(module, name, target, act):
    """Cycles before over cycles after, and the steps that were made."""
    said = run(module, name, target,
               [act, "check P0 seeds=2", "history", *settled(), "goto P0", *settled()])
    if len(said) < 3 or said[1].get("verdict") not in ("same", "part"):
        raise RuntimeError(f"{module}: {act}: {said[-1]}")
    back = [a["command"] for a in said].index("goto P0")
    return (cycles(said[back:]) / cycles(said[:back]),
            [r["command"] for r in said[2]["revisions"][1:]])


def best_single(module, name, target):
    """The speed-up of the best step alone, and its verb."""
    steps = [command(kind, rest) for kind, rest in moves() if kind != "ANYWAY"]
    acts = ["profile", *settled()]
    for step in steps:
        acts += ["goto P0", step, *settled()]
    said = run(module, name, target, acts)
    starts = [i for i, a in enumerate(said) if a["command"] == "goto P0"] + [len(said)]
    before = cycles(said[:starts[0]])
    return max((before / cycles(said[i:j]), step.split()[0])
               for step, i, j in zip(steps, starts, starts[1:]))


def limit(folder, module, name, target):
    """Cycles of all warps over those of their slowest threads, each had it run alone."""
    counts = os.path.join(folder, "counts.csv")
    said = run(module, name, target, ["metrics blocks", f"bbv '{counts}'"])[0]
    price = {}
    for block in said["blocks"]:
        owner = block.get("function", said["function"])
        key = block["block"] if owner == said["function"] else f"{owner}:{block['block']}"
        price[key] = block["cycles"] / block["warps"] if block["warps"] else 0
    threads = [sum(int(n) * price[key] for key, n in row.items()
                   if n != "0" and key not in ("thread", "kind"))
               for row in csv.DictReader(open(counts))]
    block = math.prod(json.load(open(os.path.join(SAMPLES, f"{name}.launch.json")))["block"])
    width = 64 if target == "amdgcn" else 32
    slowest = sum(max(threads[w:min(w + width, b + block)])
                  for b in range(0, len(threads), block)
                  for w in range(b, b + block, width))
    return sum(block["cycles"] for block in said["blocks"]) / slowest


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def row(folder, name, target, level, tries):
    module = compiled(folder, name, target, level)
    alone, _ = speedup(module, name, target, "darm")
    single, verb = best_single(module, name, target)
    most = limit(folder, module, name, target)
    begin = time.time()
    found, steps = speedup(module, name, target, f"optimize tries={tries} time=3600")
    took = time.time() - begin
    note = ""
    if found < max(alone, single, 1) - 5e-4:
        again, _ = speedup(module, name, target, f"optimize tries={tries} time=3600 with={verb}")
        note = "  SLOWER" if found < max(alone, again, 1) - 5e-4 else f"  vetoed {verb}"
    print(f"  {name:14} {target:8} -{level}  {alone:6.3f}  {single:6.3f}  {found:8.3f}  {most:6.3f}  "
          f"{took:5.1f} s{note}  {'; '.join(steps)}", flush=True)
    return alone, found, most


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--tries", type=int, default=1500)
    args.add_argument("--levels", default="O1,O2,O3")
    args.add_argument("names", nargs="*")
    args = args.parse_args()
    names = args.names or SEVEN + SYNTHETIC
    print("optimize on samples as clang emits them: simulated speed-up")
    print(f"  {'':14} {'':8}        darm    step  optimize   limit")
    with tempfile.TemporaryDirectory() as folder:
        for level in args.levels.split(","):
            rows = {(n, t): row(folder, n, t, level, args.tries)
                    for n in names for t in TRIPLES}
            for label, of, goal in (("DARM's seven", SEVEN, 1.3),
                                    ("with the synthetic ones", SEVEN + SYNTHETIC, 1.5)):
                some = [v for (n, _), v in rows.items() if n in of]
                if not some:
                    continue
                darm, found, most = (mean([v[i] for v in some]) for i in range(3))
                print(f"  -{level} {label}: darm {darm:.3f}, optimize {found:.3f} (goal {goal}"
                      f"{'' if found >= goal else ', BELOW'}), limit {most:.3f}")


if __name__ == "__main__":
    main()
