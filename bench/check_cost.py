#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `check` costs beside the runs that it stands for.

For each sample, the processor time of `check` of the module with itself, with 64
seeds, is divided by that of `simulate` with each of these seeds twice, as there are
two sides. With a said launch, the ratio shows what the search for races, the
comparison of memory and the other orders of threads cost. With a guessed launch, up
to six other launches come to each seed, which are of other sizes. The time to load
and decode the module is left out on both sides.

    check_cost.py [SAMPLE...]

Environment: RECONVERGE, SAMPLES, srcdir.
"""
import os
import resource
import statistics
import subprocess
import sys

SRC = os.environ.get("srcdir", ".")
SAMPLES = os.environ.get("SAMPLES") or os.path.join(SRC, "samples")
OURS = os.environ.get("RECONVERGE") or "reconverge"
SEEDS = 64
ROUNDS = 3  # of which the least counts
DEFAULT = ("bitonic_sort", "dct_quant", "lin_short_circuit", "lud_perimeter", "mergesort", "pcm",
           "sb1", "srad")


def seconds(module, commands):
    """Processor seconds."""
    best = None
    for _ in range(ROUNDS):
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([OURS, "-b", "-q", "--keep-going", "-x", "-", module],
                              input="\n".join(["set workers=1"] + commands) + "\n",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode > 1:
            sys.exit("%s: %s" % (module, done.stdout))
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = end.ru_utime + end.ru_stime - began.ru_utime - began.ru_stime
        best = spent if best is None else min(best, spent)
    return best


def ratio(module, launch):
    loads = seconds(module, [launch, "simulate"])
    runs = seconds(module, [launch] + ["simulate seed=%d" % (1 + i % SEEDS)
                                       for i in range(2 * SEEDS)])
    checks = seconds(module, [launch, "check P0 P0 seeds=%d" % SEEDS])
    return (checks - loads) / max(runs - loads, 1e-3)


def main():
    rows = []
    print("%-20s %12s %14s" % ("check / simulate", "said launch", "guessed launch"))
    for name in sys.argv[1:] or DEFAULT:
        module = os.path.join(SAMPLES, name + ".amdgcn.ll")
        said = "launch " + os.path.abspath(os.path.join(SAMPLES, name + ".launch.json"))
        rows.append((ratio(module, said), ratio(module, "launch")))
        print("%-20s %12.2f %14.2f" % (name, *rows[-1]), flush=True)
    print("%-20s %12.2f %14.2f" % ("median", *(statistics.median(r[i] for r in rows)
                                              for i in (0, 1))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
