#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py [--best=N] RESULTS.jsonl...: the results of a sweep as a table.

Reads the results of sweep.sh. Prints the number of kernels, the sums of their
divergent branches and cycles before and after, how often melding was refused for
each reason, and how often commands failed for each reason.
"""

import argparse
import collections
import json
import signal

TOLD = {"same": "the same", "part": "the same in part", "differs": "DIFFERS",
        "void": "no answer"}
SCORES = ("divergent", "cycles", "blocks", "insts")


def runs(paths):
    """The results of each module; if it was run several times, of the last."""
    of = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                o = json.loads(line)
                if o["kernel"] is None:    # the first line of a run
                    of[o["module"]] = []
                of[o["module"]].append(o)
    return of


class Sum:
    def __init__(self):
        self.cut = 0    # modules whose run was stopped
        self.kernels = {}    # by module and name
        self.refused = collections.Counter()
        self.failed = collections.Counter()
        self.checked = collections.Counter()
        self.meldable = 0

    def kernel(self, o):
        return self.kernels.setdefault((o["module"], o["kernel"]), {})

    def add(self, o):
        verb = o.get("command", "").split(" ")[0]
        self.cut += not verb
        kernel = self.kernel(o) if o["kernel"] is not None else {}
        if not o["ok"]:
            self.failed[o["error"]["message"]] += 1
        elif verb == "candidates":
            self.meldable += o["meldable"]
            for c in o["candidates"]:
                if not c["meldable"]:
                    self.refused[c["reason"]] += 1
        elif verb == "score" and "loaded" in o:
            kernel["score"] = (o["loaded"], o["current"])
        elif verb == "check":
            self.checked[TOLD[o["verdict"]]] += 1


def percent(before, after):
    if before == after or not before:
        return ""
    return "%+.1f%%" % (100.0 * (after - before) / before)


def print_scores(total):
    scored = [k["score"] for k in total.kernels.values() if "score" in k]
    changed = sum(a != b for b, a in scored)
    print("%d kernels scored, %d of them changed" % (len(scored), changed))
    print("  %-10s %10s %10s" % ("", "before", "after"))
    for name in SCORES:
        before = sum(b[name] for b, _ in scored)
        after = sum(a[name] for _, a in scored)
        print(("  %-10s %10d %10d  %s"
               % (name, before, after, percent(before, after))).rstrip())


def print_best(total, n):
    gains = [(b["cycles"] - a["cycles"], key) for key, k
             in total.kernels.items() if "score" in k
             for b, a in [k["score"]] if b["cycles"] > a["cycles"]]
    if not gains or not n:
        return
    print("most cycles saved")
    for gain, (module, kernel) in sorted(gains, key=lambda g: (-g[0], g[1]))[:n]:
        print("  %10d  %s of %s" % (gain, kernel, module))


def print_counts(title, counter):
    if not counter:
        return
    print(title)
    for what, n in sorted(counter.items(), key=lambda c: (-c[1], c[0])):
        print("  %7d  %s" % (n, what))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--best", type=int, default=5, metavar="N",
                        help="show the N kernels that gained most")
    parser.add_argument("results", nargs="+")
    args = parser.parse_args()
    of = runs(args.results)
    total = Sum()
    for lines in of.values():
        for o in lines:
            total.add(o)
    print("%d modules, %d kernels, %d modules not done to their end"
          % (len(of), len(total.kernels), total.cut))
    if any("score" in k for k in total.kernels.values()):
        print_scores(total)
        print_best(total, args.best)
    if total.meldable or total.refused:
        print("%d divergent branches can be melded, %d are refused"
              % (total.meldable, sum(total.refused.values())))
    print_counts("melding refused", total.refused)
    print_counts("checks", total.checked)
    print_counts("failed", total.failed)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)    # | head
    main()
