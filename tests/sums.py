#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the sums of `align` again, from its JSON alone: MP_B of blocks and MP_S of
subgraphs are what two sides have in common, divided by both (DARM, CGO 2022,
section IV-C), and the net is what a pair saves less what it adds.
Usage: sums.py, with the folder of samples in $SAMPLES"""

import glob
import json
import os
import subprocess
import sys

# Subgraphs of several blocks, one block repeated for several, loops, inverted
# conditions.
NAMES = ("bitonic_sort", "pcm", "sb1", "sb3", "sb3r", "sb4r", "lud_perimeter",
         "mergesort")


def ask(path, *lines):
    call = [os.environ.get("RECONVERGE", "reconverge"), "-b", "--json",
            "--keep-going"]
    for line in lines:
        call += ["-e", line]
    done = subprocess.run(call + [path], capture_output=True, text=True,
                          check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def share(parts):
    """MP_S of these parts, or MP_B of the only one."""
    both = sum(p["true_cycles"] + p["false_cycles"] for p in parts)
    return sum(p["common_cycles"] for p in parts) / both if both else 0


def problems(pair):
    for block in pair["blocks"]:
        if abs(share([block]) - block["mp_b"]) > 1e-6:
            yield "mp_b %g is told as %g" % (share([block]), block["mp_b"])
    if abs(share(pair["blocks"]) - pair["mp_s"]) > 1e-6:
        yield "mp_s %g is told as %g" % (share(pair["blocks"]), pair["mp_s"])
    net = (pair["saved"] - pair["branches"]) * pair["both"] - pair["selects"]
    if abs(net - pair["net"]) > 1:
        yield "net %g is told as %g" % (net, pair["net"])


def main():
    pairs, blocks, replicated, cells, found = 0, 0, 0, 0, []
    for path in sorted(p for name in NAMES for p in glob.glob(
            os.path.join(os.environ["SAMPLES"], name + ".*.ll"))):
        regions = [c["entry"] for c in ask(path, "candidates tries=0")[0]
                   ["candidates"]]
        answers = ask(path, "set threshold=0",
                      *("align " + region for region in regions))
        for answer in answers:
            for cell in (c for row in answer.get("cells", ()) for c in row):
                cells += cell["mp_s"] > 0
                if abs(share([cell]) - cell["mp_s"]) > 1e-6:
                    found.append("%s: mp_s of a cell %g is told as %g" % (
                        path, share([cell]), cell["mp_s"]))
            for pair in answer.get("pairs", ()):
                pairs += 1
                blocks += len(pair["blocks"])
                replicated += pair["replicated"]
                found += ["%s: %s: %s" % (path, answer["command"], p)
                          for p in problems(pair)]
    for problem in found:
        print("# " + problem)
    good = not found and min(pairs, replicated, cells) > 0 and blocks > pairs
    print("%s 1 - sums of %d pairs, %d blocks, %d replications, %d cells\n1..1"
          % ("ok" if good else "not ok", pairs, blocks, replicated, cells))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
