#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What only a machine with a GPU can say, by one command:

    RECONVERGE=build/reconverge bench/gpu.py --write gpu.md

* each step on each sample at a large launch: the measured ratio beside those of the
  simulated price models, and how often each model has the sign of what exceeds the
  noise of the runs (goal: 90 %);
* FLAT's benchmark for k = 0 to 31 (--ks), four ratios of the loops' work;
* threads regrouped by their basic-block vectors;
* the costs of the device, into a file for `set costs=`.

--scale: how many times as large the samples' launches are, which also bounds FLAT's, of at
most 16 times; --least: microseconds that a sample's run shall take at least, for which its
launch is made larger still; --work: see `calibrate`; --steps: which steps; --size: rounds of FLAT's loops; --parts: which of samples,
flat, regroup and calibrate. --keep FOLDER keeps the code as PTX. A sample's simulated cycles
are those of its launch file, which is not made larger. The simulator runs what is measured,
too, to compare the results. Environment: RECONVERGE, SAMPLES.
"""
import argparse
import datetime
import os
import sys

sys.dont_write_bytecode = True
import flat_bench  # noqa: E402
import results     # noqa: E402

PARTS = ("samples", "flat", "regroup", "calibrate")
GOAL = 90  # per cent of the signs
FLAT_SCALE = 16  # at most: these launches are long, and the simulator runs them too
LARGER = 8       # a launch that is too short to be timed is made so many times as large
MOST_SCALE = 16384


def sign(low, high):
    """-1: faster, 1: slower, 0: the interval holds no change."""
    return -1 if high < 1 else 1 if low > 1 else 0


def ratio_of(answer):
    """The last revision's ratio with its interval and whether it left the same;
    None: it was not measured."""
    if not answer.get("ok"):
        return None
    row = answer["revisions"][-1]
    if row["failed"] or row["ratio_low"] is None:
        return None
    return row["ratio"], row["ratio_low"], row["ratio_high"], not row["difference"]


def told(ratio):
    if ratio is None:
        return "not measured"
    return "%.3f (%.3f to %.3f)%s" % (
        ratio[:3] + ("" if ratio[3] else ", another result",))


# ---- the samples ------------------------------------------------------------------

def is_short(answer, least):
    """Does a run take less than `least` microseconds?"""
    median = answer["revisions"][0]["median"] if answer.get("ok") else None
    return median is not None and median < least


def sample_row(sample, target, step, args, words):
    """As results.row_of, with numbers for the measured ratio."""
    scale = args.scale
    while True:
        said = results.step_answers(sample, target, step,
                                    words + " scale=%d" % scale)
        if not said[4].get("changed") or not said[6].get("ok"):
            return None
        if scale * LARGER > MOST_SCALE or not is_short(said[7], args.least):
            break
        scale *= LARGER
    row = results.metrics_of(said[6])
    row.update(sample=sample["name"], step=step, scale=scale, ratio=ratio_of(said[7]))
    return row


def agreement(rows, model):
    """Of the rows whose ratio exceeds the noise: how many, and of how many of them the
    model has the sign."""
    beyond = [(sign(*row["ratio"][1:3]), row[model]) for row in rows
              if row["ratio"] and sign(*row["ratio"][1:3])]
    beyond = [(s, pair) for s, pair in beyond if pair and None not in pair]
    return len(beyond), sum(1 for s, (before, after) in beyond
                            if (after > before) - (after < before) == s)


def part_samples(args, target, words):
    found = results.samples(args.samples)
    rows = [sample_row(sample, target, step, args, words)
            for sample in found for step in args.steps.split(",")]
    rows = [row for row in rows if row]
    lines = ["| sample | step | table | scoreboard | machine | scale | measured ratio |",
             "| --- | --- | ---: | ---: | ---: | ---: | --- |"]
    for row in rows:
        lines.append("| %s | %s | %s | %d | %s |" % (
            row["sample"], row["step"],
            " | ".join(results.change(row[m]) for _, m in results.MODELS),
            row["scale"], told(row["ratio"])))
    lines.append("")
    for _, model in results.MODELS:
        n, right = agreement(rows, model)
        lines.append("* %s: the sign of %d of %d ratios that exceed the noise%s" % (
            model, right, n,
            " (%.0f %%, goal %d %%)" % (100 * right / n, GOAL) if n else ""))
    return lines


# ---- FLAT and BBV -----------------------------------------------------------------

def part_flat(args, target, words):
    module = os.path.join(results.SAMPLES, "flat_bench.%s.ll" % target)
    lines = ["Speedup by `flatten`, and in brackets what `candidates` told before.", "",
             "| k | " + " | ".join(map(flat_bench.name, flat_bench.RATIOS)) + " |",
             "| ---: |" + " ---: |" * len(flat_bench.RATIOS)]
    right = n = 0
    for k in args.ks:
        cells = []
        for ratio in flat_bench.RATIOS:
            said = results.answers(module, [
                "set operations=1e15 decide=static judge=table",
                "launch grid=1 block=64 state=f32[64]:random(0,1) useful=u32[64]:zero "
                "k=%d outer=%d inner=%d" % (k, *args.size),
                "profile", "candidates tries=0", "flatten L0",
                "measure P0 P1 scale=%d%s" % (min(args.scale, FLAT_SCALE), words)],
                "flat_bench_" + ratio)
            came = ratio_of(said[5])
            if came is None:
                cells.append("not measured")
                continue
            nest = said[3]["nests"][0]
            cells.append("%.2f (%.2f)" % (1 / came[0], nest["speedup"]))
            if sign(*came[1:3]):
                n += 1
                right += (nest["speedup"] > 1) == (came[0] < 1)
        lines.append("| %d | %s |" % (k, " | ".join(cells)))
    lines += ["", "The side of 1 was told in %d of %d cells that exceed the noise." % (
        right, n)]
    return lines


def part_regroup(args, target, words):
    module = os.path.join(results.SAMPLES, "bbv_counts.%s.ll" % target)
    lines = ["`bbv_counts`, whose threads take their work from an array: unsorted, and "
             "sorted.", "", "| algorithm | simulated cycles | measured ratio |",
             "| --- | ---: | --- |"]
    for algorithm in "sorting", "greedy", "greedy-max":
        said = results.answers(module, [
            "launch " + os.path.join(results.SAMPLES, "bbv_counts.launch.json"),
            "regroup algorithm=%s by=redirect force=yes" % algorithm,
            "metrics P0 P1", "measure P0 P1" + words])
        cycles = results.change(results.metrics_of(said[2])["table"]) \
            if said[2].get("ok") else "-"
        lines.append("| %s | %s | %s |" % (algorithm, cycles, told(ratio_of(said[3]))))
    return lines


def part_calibrate(args, target, words):
    said = results.answers(
        os.path.join(results.SAMPLES, "sb1.%s.ll" % target),
        ["calibrate " + args.costs +
         (" work=%d" % args.work if args.work else "") + words])[0]
    if not said.get("ok"):
        return ["Not measured."]
    off = [c for c in said["classes"] if c["measured"] and
           abs(c["cycles"] - c["table_cycles"]) > 0.1 * c["table_cycles"]]
    return ["%d micro-kernels, into %s; %d classes differ from the cost table by more than "
            "10 %%." % (said["kernels"], said["file"], len(off)), "",
            "| class | cycles | cost table |", "| --- | ---: | ---: |"] + [
                "| %s | %g | %g |" % (c["class"], c["cycles"], c["table_cycles"])
                for c in off]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--scale", type=int, default=256)
    parser.add_argument("--ks", type=lambda text: [int(k) for k in text.split(",")],
                        default=list(flat_bench.KS))
    parser.add_argument("--size", type=int, nargs=2, default=flat_bench.TABLE)
    parser.add_argument("--steps", default=",".join(results.STEPS))
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--costs", default="gpu-costs.txt")
    parser.add_argument("--work", type=int)
    parser.add_argument("--least", type=float, default=50)
    parser.add_argument("--keep")
    parser.add_argument("--write")
    parser.add_argument("samples", nargs="*")
    args = parser.parse_args()
    words = " code=ptx keep=" + args.keep if args.keep else ""
    probed = results.probe(words)
    if not probed:
        sys.exit("gpu.py: no device could be measured on; 'measure' says why")
    lines = ["# Measured on %s (%s), %s" % (probed["device"], probed["cpu"],
                                            datetime.date.today().isoformat()), "",
             "    bench/gpu.py " + " ".join(sys.argv[1:])]
    for part in args.parts.split(","):
        lines += ["", "## " + part, ""]
        lines += globals()["part_" + part](
            args, results.TARGET_OF[probed["api"]], words)
        if args.write:  # after each part: the next may be cut off
            with open(args.write, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
    if not args.write:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
