#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels through sequences of phases, each step checked on the
simulator.

    sequences.py [--random N] [--first SEED] [--seeds N] [--passes SHARE]
                 [--kernels arms|graph|source] [--device SHARE]
A kernel, its launch and its sequence come of one number. A sequence begins with
what is next in turn of all variants and settings (checked.py), redirection with
threads that change places, regrouping and, if LLVM's passes are asked for, each
of these; what follows is random. What fails is left in a folder with the command
that shows it. In brief (TEST_BRIEF), there are fewer kernels.
"""

import argparse
import math
import multiprocessing
import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import checked   # noqa: E402
import corpus    # noqa: E402
import device    # noqa: E402
import proof     # noqa: E402
import variants  # noqa: E402

import deadline  # noqa: E402
import forms    # noqa: E402
import program  # noqa: E402

# Phases that rarely find something to do, and phases that change much, come
# more often.
OFTEN = {"meld": 3, "unpredicate": 2, "flatten": 2}
ACTS = [phase for phase in variants.PHASES
        for _ in range(OFTEN.get(phase, 1))]
# LLVM's own passes: the simulator must agree with them, too.
PASSES = ["simplifycfg", "instcombine", "early-cse", "gvn", "dce", "sroa",
          "licm", "jump-threading", "loop-rotate", "reassociate", "sink",
          "mem2reg", "default<O1>", "default<O2>", "default<O3>",
          "loop-unroll", "sccp", "adce", "inline"]

MANY = 8  # kernels of which some must become another one
# Becomes a launch in which the threads of a redirected kernel change places.
SHUFFLE = "launch redirect=shuffled"


def shuffled(kernel, seed):
    """SHUFFLE for the threads of the kernel's launch."""
    words = dict(w.split("=", 1) for w in kernel.launch.split())
    places = range(math.prod(int(n) for key in ("grid", "block")
                             for n in words[key].split(",")))
    order = random.Random("order %d" % seed).sample(places, len(places))
    return "launch redirect=i32[%d]:values(%s)" % (
        len(order), ",".join(map(str, order)))


SCOPES = ["module", "function"]


def a_pass(name, scope):
    return f"pass '{name}' scope={scope}"


def in_turn(seed, passes):
    """The steps with which the seed's sequence begins."""
    every = [checked.steps_of([name])[:-1] for name in checked.ALL
             if name != variants.LOADED]
    every += [[("", "redirect"), ("", SHUFFLE)], [("sms=1", "regroup")]]
    if passes:
        every += [[("", a_pass(name, scope))] for name in PASSES
                  for scope in SCOPES]
    # The 2 targets and the 20 forms (forms.py) take turns, so that each target
    # meets all forms.
    return every[(seed + seed // 20) % len(every)]


def steps_of(seed, passes):
    """A sequence of steps; `passes` is the share of LLVM's passes among the
    random ones."""
    rng = random.Random("steps %d" % seed)
    steps = list(in_turn(seed, passes))
    for _ in range(rng.randint(0, 4)):
        chosen = [name for name in variants.BASE if rng.random() < 0.3]
        settings = " ".join("%s=%s" % (name, program.ask().value(rng, name))
                            for name in chosen)
        act = rng.choice(ACTS)
        if rng.random() < passes:
            act = a_pass(rng.choice(PASSES), rng.choice(SCOPES))
        steps.append((settings, act))
        if rng.random() < 0.1:
            steps.append(("", "goto P0"))
    return steps


class Job:
    """The work of one process: some of the kernels."""

    def __init__(self, args, folder):
        self.args = args
        self.folder = folder
        self.program = args.program or os.environ.get("RECONVERGE",
                                                      "reconverge")
        self.tools = device.of_environment()

    def __call__(self, seed):
        if deadline.late():
            return None
        steps = self.args.steps or steps_of(seed, self.args.passes)
        # LLVM may find that a path is never taken. Then the threads of a split
        # warp meet elsewhere, which LLVM is free to change.
        meets = not any(act.startswith("pass") for _, act in steps)
        kernel = self.kernel(seed, meets)
        steps = [(settings, shuffled(kernel, seed) if act == SHUFFLE else act)
                 for settings, act in steps]
        prover = proof.Prover(
            self.program, self.folder, self.args.failures, self.args.seeds,
            self.tools if random.Random(seed).random() < self.args.device
            else None, seed)
        launch = "launch " + " ".join(proof.launch_words(kernel, seed))
        return kernel.target, prover.prove(kernel, launch, steps)


    def kernel(self, seed, meets):
        if self.args.kernels == "source":
            return corpus.source_kernel(seed, self.args.target)
        if self.args.kernels == "graph":
            return corpus.graph_kernel(seed, self.args.target, meets)
        return next(corpus.random_kernels(seed, 1, self.args.target,
                                          warps=True, meets=meets,
                                          nested=self.args.nested))


def options(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("--random", type=int, help="so many kernels",
        default=30 if os.environ.get("TEST_BRIEF") else 50)
    add("--first", type=int, default=1, help="the first one's seed")
    add("--kernels", choices=("arms", "graph", "source"), default="arms",
        help="like arms; any flow graph; compiled from OpenCL C")
    add("--device", type=float, default=0, metavar="SHARE", help="of kernels "
        "of which each module goes\nthrough the verifier and a code generator")
    add("--seeds", type=int, default=3, help="of every check")
    add("--target", choices=list(corpus.WARP), help="instead of both in turn")
    add("--passes", type=float, default=0, metavar="SHARE",
        help="of LLVM's own passes among the acts")
    add("--nested", type=float, default=0.12, metavar="SHARE",
        help="of kernels with a nest of loops")
    add("--act", action="append", dest="steps", metavar="ACT",
        type=lambda act: ("", act), help="instead of a random sequence")
    add("--jobs", type=int, default=2)
    add("--program", help="instead of $RECONVERGE")
    add("--failures", default="failures", help="folder for what failed")
    return parser.parse_args(words)


def prove(args, tap):
    count = {target: [0, 0, 0] for target in corpus.WARP}
    found, left = [], 0
    with tempfile.TemporaryDirectory(prefix="equiv.") as folder, \
            multiprocessing.Pool(args.jobs) as pool:
        seeds = range(args.first, args.first + args.random)
        for result in pool.imap_unordered(Job(args, folder), seeds):
            if not result:
                left += 1
                continue
            target, (problems, checks, changed) = result
            for problem in problems:
                tap.note(problem)
            found += problems
            for i, n in enumerate((1, checks, changed)):
                count[target][i] += n
    for target, (kernels, checks, changed) in count.items():
        if kernels:
            tap.point(not any(p.kernel.target == target for p in found) and
                      (changed or kernels < MANY),
                      "%d random kernels (%s), %s: %d checks of %d results"
                      % (kernels, args.kernels, target, checks, changed))
    if left:
        tap.skip("%d random kernels (%s)" % (left, args.kernels),
                 deadline.OVER)


def main(words):
    tap = proof.Tap()
    prove(options(words), tap)
    if not words:
        prove(options(["--first", "5038", "--random", "8", "--nested", "1",
                       "--act", "pass 'default<O3>'"]), tap)
        few = "8" if os.environ.get("TEST_BRIEF") else "16"
        for kernels in () if forms.missing() else ("graph", "source"):
            prove(options(["--kernels", kernels, "--random", few, "--seeds",
                           "2", "--passes", "0.2", "--device", "0.1"]), tap)
        if not forms.missing():
            prove(options(["--kernels", "source", "--random", few, "--act",
                           "redirect", "--act", SHUFFLE, "--act", "darm"]),
                  tap)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
