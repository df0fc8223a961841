#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the simulator with this machine: random kernels, compiled for the
host (host.py), must leave every byte as the simulator does.

    native.py [--random N] [--first SEED] [--act ACT]...
"""

import argparse
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import corpus  # noqa: E402
import host    # noqa: E402
import proof   # noqa: E402
import run     # noqa: E402

BATCH = 20  # kernels that are compiled together
# Which threads are together where a warp has split is the machine's affair.
MEETING = re.compile("activemask|ballot")


def simulate(kernel, program, prefix, acts):
    """Dumps of all buffers before and after the run; or the message, if it
    failed."""
    buffers = [i for i, arg in enumerate(
        kernel.launch.split("args=")[1].split(","))
        if not arg.startswith(("int", "f32"))]
    dumps = ["\n".join("dump arg%d %s.%d.%s" % (i, prefix, i, when)
                       for i in buffers) for when in ("before", "after")]
    seed = int(kernel.name.split("-")[1])
    with open(prefix + ".ll", "w", encoding="utf-8") as out:
        out.write(kernel.text)
    with open(prefix + ".rcv", "w", encoding="utf-8") as out:
        out.write("\n".join(
            ["set workers=1", "function " + kernel.symbol, "launch seed=%d %s"
             % (seed, " ".join(proof.launch_words(kernel, seed)))] + acts +
            [dumps[0], "simulate", dumps[1], ""]))
    done = subprocess.run([program, "-b", "-q", "-x", prefix + ".rcv",
                           prefix + ".ll"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    return done.stdout.strip() if done.returncode else ""


class Job:
    def __init__(self, args, folder):
        self.args = args
        self.folder = folder
        self.cc = host.compiler()
        self.llc = run.tool("LLC", "llc")
        self.witness = host.build_witness(
            HERE, os.path.join(folder, "witness"), self.cc)

    def __call__(self, first):
        count = min(BATCH, self.args.first + self.args.random - first)
        units, plan, wrong, asked = [], [], {}, []
        for kernel in corpus.random_kernels(first, count):
            if MEETING.search(kernel.text):
                continue
            # LLVM does not define which zero minnum returns; it does for
            # minimum.
            kernel.text = re.sub(r"@llvm\.(min|max)num\.", r"@llvm.\1imum.",
                                 kernel.text)
            prefix = os.path.join(self.folder, kernel.name)
            said = simulate(kernel, self.args.program, prefix,
                            self.args.acts or [])
            if said:
                wrong[kernel.name] = said
                continue
            units.append(host.retarget(kernel.text, kernel.symbol,
                                       kernel.symbol))
            plan += kernel.plan() + ["code %s %s" % (units[-1].name,
                                                     units[-1].flags()),
                                     "expect " + prefix]
            asked.append(kernel.name)
        said = self.witnessed(first, units, plan) if units else {}
        for name in asked:
            if not said.get(name, "no answer").startswith("same "):
                wrong[name] = said.get(name, "no answer")
        return count, wrong

    def witnessed(self, first, units, plan):
        """The output of the witness (witness.c), by kernel."""
        shared = host.build(units, os.path.join(self.folder,
                                                "native%d" % first),
                            self.llc, self.cc)
        done = subprocess.run([self.witness, shared],
                              input="\n".join(plan) + "\n", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        lines = done.stdout.splitlines()
        return {line.split()[1]: line for line in lines}


def options(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("--random", type=int, default=120, help="so many kernels")
    add("--first", type=int, default=1, help="the first one's seed")
    add("--act", action="append", dest="acts", metavar="ACT",
        help="before the simulation")
    add("--jobs", type=int, default=2)
    add("--program", default=os.environ.get("RECONVERGE", "reconverge"))
    return parser.parse_args(words)


def main(words):
    args = options(words)
    tap = proof.Tap()
    if not run.tool("LLC", "llc"):
        print("1..0 # SKIP llc is missing (Debian package llvm)")
        return 0
    with tempfile.TemporaryDirectory(prefix="equiv.") as folder, \
            multiprocessing.Pool(args.jobs) as pool:
        for first, (count, wrong) in zip(
                range(args.first, args.first + args.random, BATCH), pool.imap(
                    Job(args, folder), range(args.first, args.first +
                                             args.random, BATCH))):
            tap.point(not wrong, "random kernels %d to %d"
                      % (first, first + count - 1))
            for name, said in sorted(wrong.items()):
                tap.note("%s: %s" % (name, said[:400]))
    return tap.done()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
