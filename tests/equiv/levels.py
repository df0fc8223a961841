#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What linearize adds to kernels with any flow graph, at each level of lin-opt.

    levels.py [--first SEED] [--count N]
Claim 3 of the paper (LIN, section 3.5): new blocks are at most twice the blocks
of the region, and new instructions likewise. The paper counts comparisons of
guards and assignments of the guard variable, which are what is left of the new
instructions without phis and without the branch that ends each new block; it
takes a guard for each block and forgets those of retreating edges, so that
without optimizations it can be three instructions for a block. From level 3 on
it is two, branches and all.

Table 4: over all kernels together, no level adds more instructions or blocks
than the one before, and neither does it to a sample of the paper's figures.
checked.py and sequences.py test that each level is right.
Environment: RECONVERGE, SAMPLES.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "fuzz")]

import gen    # noqa: E402
import proof  # noqa: E402

LEVELS = range(5)
FIGURES = ("lin_short_circuit", "lin_jump_out", "lin_jump_in",
           "lin_irreducible")


def session(path):
    """The blocks of the regions, and the counts of P0 and of each level."""
    words = [os.environ.get("RECONVERGE", "reconverge"), "-b", "--json",
             "--keep-going", path]
    commands = ["set decide=static judge=table", "candidates tries=0",
                "score P0"]
    for level in LEVELS:
        commands += ["goto P0", "set lin-opt=%d" % level, "linearize when=always",
                     "score P0"]
    for command in commands:
        words += ["-e", command]
    out = subprocess.run(words, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL,
                         universal_newlines=True).stdout
    told = [json.loads(line) for line in out.splitlines()]
    blocks = sum(region["blocks"] for answer in told
                 for region in answer.get("linear", [])
                 if region["linearizable"])
    counts = [answer["revisions"][-1] for answer in told
              if answer["command"] == "score P0"]
    if len(counts) != 1 + len(LEVELS):
        raise RuntimeError("%s: %s" % (path, told[-1]))
    return blocks, counts


def added(counts):
    """(instructions, phis, blocks) that each level adds."""
    loaded = counts[0]
    return [tuple(level[k] - loaded[k] for k in ("insts", "phis", "blocks"))
            for level in counts[1:]]


def beyond_claim(blocks, levels):
    """The levels that add more than claim 3 allows."""
    return [n for n, (insts, phis, new) in enumerate(levels)
            if new > 2 * blocks or insts - phis - new > 3 * blocks or
            (n >= 3 and insts - phis > 2 * blocks)]


def falls(levels):
    return all(b[0] <= a[0] and b[2] <= a[2]
               for a, b in zip(levels, levels[1:]))


def graphs(args, folder, tap):
    total = [(0, 0, 0)] * len(LEVELS)
    for seed in range(args.first, args.first + args.count):
        path = os.path.join(folder, "k%d.ll" % seed)
        target = ("amdgcn", "nvptx64")[seed % 2]
        with open(path, "w", encoding="utf-8") as file:
            file.write(gen.kernel(seed, target, graph=True))
        blocks, counts = session(path)
        if not blocks:
            continue  # nothing is unstructured
        levels = added(counts)
        tap.point(not beyond_claim(blocks, levels),
                  "graph %d: %d blocks" % (seed, blocks))
        tap.note(levels)
        total = [tuple(map(sum, zip(*pair))) for pair in zip(total, levels)]
    tap.point(falls(total) and total[3][0] < total[0][0],
              "no level adds more to graphs")
    tap.note(total)


def figures(tap):
    folder = os.environ.get("SAMPLES", "samples")
    for name in FIGURES:
        for target in ("amdgcn", "nvptx64"):
            path = os.path.join(folder, "%s.%s.ll" % (name, target))
            levels = added(session(path)[1])
            tap.point(falls(levels),
                      "%s on %s: no level adds more" % (name, target))
            tap.note(levels)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=10)
    args = parser.parse_args()
    tap = proof.Tap()
    with tempfile.TemporaryDirectory(prefix="levels.") as folder:
        os.environ["XDG_STATE_HOME"] = folder
        graphs(args, folder, tap)
    figures(tap)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
