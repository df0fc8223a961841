#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much can `prove` prove? Three measurements:

samples   every phase on every sample, and `darm`: which steps are proved, within
          --seconds each, and none may be refuted;
corpus    the same for modules of a folder (--corpus), with `darm` and `linearize`:
          --modules of them and --kernels of each, drawn by --seed;
mutants   deliberately wrong edits (bench/mutations.py): none may be proved of which an
          executor knows a difference; how many are refuted. Edits that change nothing
          that can be observed may be proved, and are counted apart.

The causes of what is unknown are counted, most frequent first.
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "tests", "equiv"), HERE]

OURS = os.path.abspath(os.environ.get("RECONVERGE", "./reconverge"))
SAMPLES = os.environ.get("SAMPLES") or os.path.join(HERE, "..", "samples")
STEPS = ("darm", "meld", "unpredicate", "linearize when=always", "flatten", "fuse",
         "delay when=always", "tailmerge", "ifconvert", "simplify", "cleanup")

def answers(path, commands, seconds):
    """JSON of the commands, those that could not be read left out."""
    words = [w for c in commands for w in ("-e", c)]
    try:
        said = subprocess.run([OURS, "-b", "--json", "--keep-going", *words, path],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=seconds).stdout
    except subprocess.TimeoutExpired as stopped:
        said = (stopped.stdout or b"").decode()
    return [json.loads(l) for l in said.splitlines() if l.startswith("{") and l.endswith("}")]


def kernels_of(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read()
    return re.findall(r"^define [^@\n]*(?:ptx_kernel|amdgpu_kernel)[^@\n]*@([\w.$]+)\(", text,
                      re.M)


def cause_of(text):
    """The obstacle without names and numbers."""
    text = re.sub(r"^@[^:]*: |, from P\d+ to P\d+$| \(.*", "", text or "")
    return re.sub(r"\bB\d+\b", "B", text)


def body_of(path, kernel):
    """Where clang puts what an OpenCL kernel does: for NVPTX the kernel calls it."""
    name = "__clang_ocl_kern_imp_" + kernel
    with open(path, encoding="utf-8", errors="replace") as f:
        return name if re.search(r"call [^@\n]*@%s\(" % name, f.read()) else kernel


def measure(paths, steps, rng, args):
    counts, causes = collections.Counter(), collections.Counter()
    by_step = collections.defaultdict(collections.Counter)
    for path in paths:
        kernels = kernels_of(path)
        for kernel in rng.sample(kernels, min(args.kernels, len(kernels))):
            for step in steps:
                said = answers(path, ["set time-limit=%d" % args.seconds, "set seeds=1",
                                      "set decide=" + args.decide,
                                      "function " + body_of(path, kernel), step,
                                      "function " + kernel, "prove"], args.seconds * 20 + 120)
                last = said[-1] if said else {}
                if last.get("command") != "prove":
                    verdict = "died"
                elif not last["ok"]:
                    continue
                elif not last["functions"] and last["verdict"] == "proved":
                    continue  # the step changed nothing
                else:
                    verdict = last["verdict"]
                counts[verdict] += 1
                by_step[step][verdict] += 1
                if verdict != "proved":
                    why = cause_of(last.get("obstacle"))
                    causes[verdict + ": " + why] += 1
                    if args.verbose:
                        print("%s %s, %s: %s: %s" % (os.path.basename(path), kernel, step,
                                                    verdict, last.get("obstacle")), flush=True)
    for step in steps:
        own = by_step[step]
        print("%-34s %s" % (step, ", ".join("%d %s" % (own[v], v) for v in sorted(own))))
    for cause, n in causes.most_common():
        print("%5d  %s" % (n, cause))
    whole = sum(counts.values())
    print("%d of %d steps proved: %.1f %%" % (counts["proved"], whole,
                                              100.0 * counts["proved"] / max(whole, 1)))


def mutants(args):
    import corpus
    import mutations
    mutations.OURS = OURS
    rng = random.Random(args.seed)
    table = collections.Counter()
    for path in sorted(glob.glob(os.path.join(SAMPLES, "*.ll"))):
        stem, target = os.path.basename(path)[:-3].split(".")
        launch = os.path.abspath(os.path.join(SAMPLES, stem + ".launch.json"))
        with open(path, encoding="utf-8") as f:
            kernel = corpus.Kernel(stem, stem, target, f.read(), "")
        if not os.path.exists(launch) or "@%s(" % stem not in kernel.text:
            continue
        with tempfile.TemporaryDirectory() as folder:
            was = os.path.join(folder, "was.ll")
            with open(was, "w", encoding="utf-8") as out:
                out.write(kernel.text)
            for i, (kind, text) in enumerate(mutations.edits_of(kernel, rng, args.edits)):
                new = os.path.join(folder, "m%d.ll" % i)
                with open(new, "w", encoding="utf-8") as out:
                    out.write(text)
                said = answers(was, ["set time-limit=%d" % args.seconds, "set seeds=4",
                                     "function " + stem, "prove P0 " + new,
                                     "launch " + launch, "check P0 %s seeds=16" % new], 300)
                proofs = [s for s in said if s["command"].startswith("prove") and s["ok"]]
                checks = [s for s in said if s["command"].startswith("check") and s["ok"]]
                if not proofs:
                    continue
                told = proofs[0]["verdict"] == "refuted" or \
                    any(c["verdict"] == "differs" or c["weaker"] for c in checks)
                row = ("told" if told else "not told", proofs[0]["verdict"])
                table[row] += 1
                if row == ("told", "proved") or args.verbose and row[1] == "proved":
                    keep = os.path.join(args.keep, "%s.%s.%d.ll" % (stem, target, i))
                    with open(keep, "w", encoding="utf-8") as out:
                        out.write(text)
                    print("%s by a run, but proved: %s" % (row[0], keep), kind, flush=True)
    for row in sorted(table):
        print("%-9s by a run, %-8s %5d" % (*row, table[row]))
    wrong = sum(n for row, n in table.items() if row[0] == "told")
    print("wrong edits: %d, proved %d, refuted %.1f %%" % (
        wrong, table["told", "proved"], 100.0 * table["told", "refuted"] / max(wrong, 1)))


def main():
    args = argparse.ArgumentParser()
    args.add_argument("what", choices=("samples", "corpus", "mutants"))
    args.add_argument("--corpus")
    args.add_argument("--seconds", type=int, default=10)
    args.add_argument("--kernels", type=int, default=1, help="of each module at most")
    args.add_argument("--modules", type=int, default=10 ** 6)
    args.add_argument("--every", type=int, default=1, help="only every such module")
    args.add_argument("--steps", help="separated by commas")
    args.add_argument("--edits", type=int, default=10, help="of each sample")
    args.add_argument("--decide", default="static")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--keep", default=".")
    args.add_argument("--verbose", action="store_true")
    args = args.parse_args()
    if args.what == "mutants":
        return mutants(args)
    folder = SAMPLES if args.what == "samples" else args.corpus
    paths = sorted(glob.glob(os.path.join(folder, "**", "*.ll"), recursive=True))
    steps = STEPS if args.what == "samples" else ("darm", "linearize when=always")
    if args.steps:
        steps = args.steps.split(",")
    rng = random.Random(args.seed)
    if args.what == "corpus":
        rng.shuffle(paths)
    return measure(paths[::args.every][:args.modules], steps, rng, args)


if __name__ == "__main__":
    sys.exit(main())
