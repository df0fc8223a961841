#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Samples and traps through the variants of the transformations, each act
checked on the simulator.

    checked.py [--turns N] [--seeds N] [--large] [NAME...]
Samples run on their own launch files (--large: on the large ones too), traps
on the launch in their first lines. A kernel goes through every fifth variant,
the kernel after it through the next ones, so that every variant meets kernels
of both targets. In brief (TEST_BRIEF), it is every 15th variant, and one seed
instead of two. Kernels that are named go through all variants.
"""

import argparse
import glob
import multiprocessing
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import corpus    # noqa: E402
import proof     # noqa: E402
import variants  # noqa: E402

import deadline  # noqa: E402

ALL = dict(variants.VARIANTS, **{
    "linearize all, cleaned": ({"linearize": "all", "steps": "fine"},
                               ["linearize", "cleanup"]),
    "loops, cleaned": ({"linearize": "loops", "steps": "fine"},
                       ["linearize", "cleanup"]),
    "depth, cleaned": ({"linearize": "depth", "lin-depth": "1",
                        "steps": "fine"}, ["linearize", "cleanup"]),
    "linearize all, nothing removed": ({"linearize": "all", "lin-opt": "0"},
                                       ["linearize", "darm"]),
}, **dict(variants.one_by_one()))


def steps_of(names):
    """The steps of a session that runs all variants, each from the kernel as
    loaded."""
    steps = []
    for name in names:
        settings, acts = ALL[name]
        every = dict(variants.BASE, **settings)
        words = " ".join("%s=%s" % s for s in every.items())
        steps += [(words if act == acts[0] else "", act) for act in acts]
        steps.append(("", "goto P0"))
    return steps


def in_turn(i, turns):
    """The variants whose turn it is with kernel number i. The targets of a
    kernel follow each other: `turns` is odd, so that both meet all variants."""
    names = [name for name in ALL if name != variants.LOADED]
    return [name for j, name in enumerate(names) if (i + j) % turns == 0]


def jobs_of(cases, turns):
    """(case, the variants of a session): a large launch has several sessions,
    of few minutes each."""
    for i, case in enumerate(cases):
        names = in_turn(i, turns)
        sessions = 10 if case[0].name.endswith(".large") else 1
        for k in range(sessions):
            if names[k::sessions]:
                yield case, names[k::sessions]


class Job:
    def __init__(self, args, folder):
        self.args = args
        self.folder = folder

    def __call__(self, job):
        (kernel, launch, seeds), names = job
        if deadline.late():
            return kernel, None
        prover = proof.Prover(self.args.program, self.folder,
                              self.args.failures, seeds)
        # Several sessions with one kernel may run at the same time.
        return kernel, prover.prove(kernel, launch, steps_of(names),
                                    " " + names[0])


def sample_cases(folder, seeds, large):
    """(kernel, launch command, seeds) for every sample and target."""
    for path in sorted(glob.glob(os.path.join(folder, "*.launch.json"))):
        if ".large." in path and not large:
            continue
        stem = os.path.basename(path).split(".")[0]
        modules = (glob.glob(os.path.join(folder, stem + ".*.ll")) +
                   glob.glob(os.path.join(folder, stem + "_debug.*.ll")))
        for module in sorted(modules or modules_with(folder, stem)):
            with open(module, encoding="utf-8") as f:
                text = f.read()
            yield corpus.Kernel(
                "%s on %s" % (os.path.basename(module)[:-len(".ll")],
                              os.path.basename(path)[:-len(".launch.json")]),
                stem, corpus.target_of(text), text, ""), (
                    "launch '%s'" % os.path.abspath(path)), (
                        1 if ".large." in path else seeds)


def modules_with(folder, symbol):
    """The modules that hold a kernel with another name than the module's."""
    for module in glob.glob(os.path.join(folder, "*.ll")):
        with open(module, encoding="utf-8") as f:
            if symbol in corpus.KERNEL.findall(f.read()):
                yield module


def trap_cases(seeds):
    for i, kernel in enumerate(corpus.traps()):
        yield kernel, "launch " + " ".join(proof.launch_words(kernel,
                                                              i)), seeds


def options(words):
    brief = os.environ.get("TEST_BRIEF")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("names", nargs="*", metavar="NAME", help="parts of kernels' names")
    add("--turns", type=int, default=15 if brief else 7, metavar="N",
        help="odd: every Nth variant, the next ones with the next kernel")
    add("--seeds", type=int, default=1 if brief else 2, help="of every check")
    add("--large", action="store_true", help="the large launches too")
    add("--jobs", type=int, default=2)
    add("--program", default=os.environ.get("RECONVERGE", "reconverge"))
    add("--samples", default=os.environ.get("SAMPLES") or os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples"))
    add("--failures", default="failures", help="folder for what failed")
    return parser.parse_args(words)


def prove(args, tap):
    cases = list(sample_cases(args.samples, args.seeds, args.large))
    cases += trap_cases(args.seeds)
    if args.names:
        cases = [c for c in cases if any(n in c[0].name for n in args.names)]
    turns = 1 if args.names else args.turns
    jobs = list(jobs_of(cases, turns))
    if not args.names:
        met = {(case[0].target, name) for case, names in jobs
               for name in names}
        tap.point(len(met) == len(corpus.WARP) * (len(ALL) - 1),
                  "every variant meets kernels of both targets")
    with tempfile.TemporaryDirectory(prefix="equiv.") as folder, \
            multiprocessing.Pool(args.jobs) as pool:
        for kernel, result in pool.imap(Job(args, folder), jobs):
            if not result:
                tap.skip(kernel.name, deadline.OVER)
                continue
            problems, checks, changed = result
            tap.point(not problems, "%s: %d checks of %d results"
                      % (kernel.name, checks, changed))
            for problem in problems:
                tap.note(problem)


def main(words):
    tap = proof.Tap()
    prove(options(words), tap)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
