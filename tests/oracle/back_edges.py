#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What flatten made of a nest is one loop in the PTX too, as FLAT checked in
its disassembly (section IV-C): llc's output has one back edge a loop.

    back_edges.py [--random N] [--first SEED]
The sample with the paper's loops, and random nests.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "equiv"))
sys.path.insert(0, os.path.join(HERE, "..", "fuzz"))

import emit                # noqa: E402
import proof               # noqa: E402
from patterns import Node  # noqa: E402

LABEL = re.compile(r"(\$?[\w$]+):")
BRANCH = re.compile(r"(@!?%p\d+\s+)?bra(?:\.uni)?\s+(\$?[\w$]+);")
TABLE = re.compile(r"\.branchtargets\s+(.*?);", re.S)


def body_of(ptx, name):
    """The lines of one kernel, without tables of branch targets."""
    text = ptx[re.search(r"\.entry %s\b" % re.escape(name), ptx).start():]
    text = text[text.index("{") + 1:]
    depth, end = 1, 0
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    text = re.sub(r"//.*", "", text[:end - 1])
    targets = [t.split(",") for t in TABLE.findall(text)]
    return TABLE.sub("", text).split("\n"), [[t.strip() for t in ts]
                                             for ts in targets]


def graph_of(ptx, name):
    """The graph as {block: successors}; block 0 is the entry."""
    lines, tables = body_of(ptx, name)
    label_of, succs, at, open_ = {}, {0: []}, 0, True
    for line in (s.strip() for s in lines):
        label, branch = LABEL.fullmatch(line), BRANCH.search(line)
        if label:
            at = len(succs)
            succs[at] = []
            if open_:
                succs[at - 1].append(at)
            label_of[label.group(1)] = at
            open_ = True
        elif branch:
            succs[at].append(branch.group(2))
            open_ = branch.group(1) is not None
            at += 1
            succs[at] = []
            if open_:
                succs[at - 1].append(at)
        elif "brx.idx" in line:
            succs[at] += [t for table in tables for t in table]
            open_ = False
        elif re.match(r"(ret|exit|trap);", line):
            open_ = False
    return {b: [label_of.get(s, s) for s in to] for b, to in succs.items()}


def back_edges(graph):
    """Edges to a block on the current path of a depth-first walk. In a
    reducible graph these are the same in any order of the walk."""
    found, state = 0, {0: 1}
    stack = [(0, iter(graph[0]))]
    while stack:
        block, rest = stack[-1]
        to = next(rest, None)
        if to is None:
            state[block] = 2
            stack.pop()
        elif to not in state:
            state[to] = 1
            stack.append((to, iter(graph[to])))
        else:
            found += state[to] == 1
    return found


def run(*words):
    return subprocess.run(words, check=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, timeout=60).stdout.decode()


def loops_in(program, path, name):
    said = run(program, "-b", "-q", "-f", name, "-e", "loops", path)
    return len(re.findall(r"^ *L\d+ ", said, re.M))


def made(program, source, name, folder, act="flatten"):
    """Returns (loops before, loops after, back edges in the PTX)."""
    flat = os.path.join(folder, "flat.ll")
    ptx = os.path.join(folder, "flat.ptx")
    run(program, "-b", "-q", "-f", name, "-e", "set decide=static judge=table idle-lanes=64",
        "-e", act, "-o", flat, source)
    run("llc", "-mcpu=sm_70", "-mattr=+ptx70", "-o", ptx, flat)
    with open(ptx, encoding="utf-8") as f:
        return (loops_in(program, source, name), loops_in(program, flat, name),
                back_edges(graph_of(f.read(), name)))


def random_nests(first, count, folder):
    for seed in range(first, first + count):
        path = os.path.join(folder, "nest%d.ll" % seed)
        with open(path, "w", encoding="utf-8") as f:
            f.write(emit.module([Node(["nest", seed, False, False])], "nvptx64",
                                "k%d" % seed, random.Random(seed)))
        yield path, "k%d" % seed


def check_random(args, tap, folder):
    flattened, wrong = 0, []
    for path, name in random_nests(args.first, args.random, folder):
        before, after, edges = made(args.program, path, name, folder,
                                    "flatten L0")
        flattened += before > 1 and after == 1
        if edges != after:
            wrong.append("%s: %d loops, %d back edges" % (name, after, edges))
    for what in wrong:
        tap.note(what)
    tap.point(not wrong, "random nests: a back edge a loop")
    tap.point(flattened * 2 > args.random, "most of them became one loop")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=16)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--program", default=os.environ.get("RECONVERGE",
                                                            "reconverge"))
    args = parser.parse_args()
    samples = os.environ.get("SAMPLES") or os.path.join(HERE, "..", "..",
                                                        "samples")
    tap = proof.Tap()
    with tempfile.TemporaryDirectory(prefix="edges.") as folder:
        queue = os.path.join(samples, "flat_work_queue.nvptx64.ll")
        name = "flat_work_queue"
        tap.point(made(args.program, queue, name, folder) == (2, 1, 1),
                  "the paper's loops: two, then one with one back edge")
        tap.point(made(args.program, queue, name, folder, "cleanup") ==
                  (2, 2, 2), "as loaded: two back edges")
        check_random(args, tap, folder)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
