#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `optimize` finds in samples as clang emits them, beside `darm` alone.

Each source is compiled at -O1, -O2 and -O3 for both targets, without the passes
being held back. Speed-ups are simulated cycles of all warps on the sample's launch,
of the code as compiled over that after the steps; both are checked with two seeds.
Goals: the DARM paper's seven kernels 1.3 at each level (geometric mean over both
targets), these and the synthetic ones 1.5; no kernel slower than darm leaves it, and
none slower than it came.

    optimize.py [--tries N] [--levels O1,O2,O3] [NAME...]

Environment: CLANG, RECONVERGE, SAMPLES.
"""
import argparse
import json
import math
import os
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


def speedup(module, name, target, act):
    """Cycles before over cycles after, and the steps that were made."""
    function = name if target == "amdgcn" else f"__clang_ocl_kern_imp_{name}"
    launch = os.path.join(SAMPLES, f"{name}.launch.json")
    words = [OURS, "-b", "--json", module]
    for command in (f"function {function}", f"launch '{launch}'", act, "metrics P0",
                    "metrics", "check P0 seeds=2", "history"):
        words += ["-e", command]
    out = subprocess.run(words, stdout=subprocess.PIPE, universal_newlines=True).stdout
    said = [json.loads(line) for line in out.splitlines()]
    if len(said) < 7 or said[5]["verdict"] not in ("same", "part"):
        raise RuntimeError(f"{module}: {act}: {said[-1]}")
    before, after = (said[i]["metrics"][0]["warp_cycles"] for i in (3, 4))
    return before / after, [r["command"] for r in said[6]["revisions"][1:]]


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def row(folder, name, target, level, tries):
    module = compiled(folder, name, target, level)
    alone, _ = speedup(module, name, target, "darm")
    begin = time.time()
    found, steps = speedup(module, name, target, f"optimize tries={tries} time=3600")
    note = "" if found >= max(alone, 1) - 5e-4 else "  SLOWER"
    print(f"  {name:14} {target:8} -{level}  {alone:6.3f}  {found:8.3f}  "
          f"{time.time() - begin:5.1f} s{note}  {'; '.join(steps)}", flush=True)
    return alone, found


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--tries", type=int, default=1500)
    args.add_argument("--levels", default="O1,O2,O3")
    args.add_argument("names", nargs="*")
    args = args.parse_args()
    names = args.names or SEVEN + SYNTHETIC
    print("optimize on samples as clang emits them: simulated speed-up")
    print(f"  {'':14} {'':8}        darm  optimize")
    with tempfile.TemporaryDirectory() as folder:
        for level in args.levels.split(","):
            rows = {(n, t): row(folder, n, t, level, args.tries)
                    for n in names for t in TRIPLES}
            for label, of, goal in (("DARM's seven", SEVEN, 1.3),
                                    ("with the synthetic ones", SEVEN + SYNTHETIC, 1.5)):
                some = [v for (n, _), v in rows.items() if n in of]
                if not some:
                    continue
                found = mean([v[1] for v in some])
                print(f"  -{level} {label}: darm {mean([v[0] for v in some]):.3f}, optimize "
                      f"{found:.3f} (goal {goal}{'' if found >= goal else ', BELOW'})")


if __name__ == "__main__":
    main()
