#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of results: what steps promise, what simulated runs of each price model
say, what the machine's code says, and what a GPU measures.

    results.py [-j JOBS] [--scale N] [--keep FOLDER] [--steps STEP,...] [--write FILE]
               [SAMPLE...]

Every step is done by itself on each sample with a launch file, for both targets, as
the counts of a profile decide, without the judge that tries it first (`set
decide=static judge=table lin-when=always`), and runs on that launch before and after. Where a driver is
at hand, the two revisions are measured as well, on the launch made N times as large, one
job at a time; --keep keeps the PTX for that. Without --write, the page goes to standard
output. Environment: RECONVERGE, SAMPLES.
"""
import argparse
import concurrent.futures
import datetime
import glob
import json
import os
import subprocess

OURS = os.environ.get("RECONVERGE") or "reconverge"
SAMPLES = os.environ.get("SAMPLES") or "samples"
STEPS = ("darm", "linearize", "fuse", "delay", "flatten", "ifconvert", "tailmerge")
TARGETS = ("amdgcn", "nvptx64")
TARGET_OF = {"CUDA": "nvptx64", "HIP": "amdgcn"}
LIMIT = 300  # seconds for the commands of a sample
MODELS = (("warp_cycles", "table"), ("scoreboard_cycles", "scoreboard"),
          ("machine_cycles", "machine"))
NOT_MEASURED = "not measured"


def answers(module, commands, kernel=None):
    """The answer to each command, or the error of one that fails."""
    words = [OURS, "-b", "--json", "--keep-going", module]
    if kernel:
        words += ["-f", kernel]
    for command in commands:
        words += ["-e", command]
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=LIMIT, text=True, check=False)
    except subprocess.TimeoutExpired:
        return [{"ok": False}] * len(commands)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    return said + [{"ok": False}] * (len(commands) - len(said))


def probe(words):
    """The answer to a short measurement; None: there is no device."""
    for target in TARGETS:
        said = answers(os.path.join(SAMPLES, "sb1.%s.ll" % target),
                       ["launch " + os.path.join(SAMPLES, "sb1.launch.json"),
                        "measure reps=1 warmups=1" + words])[1]
        if said.get("ok") and TARGET_OF.get(said["api"]) == target:
            return said
    return None


def promised(step, candidates):
    """The cycles of all warps that the list of candidates promises for the step, by
    the counts of the profile; None: it names no such sum."""
    if step == "darm":
        gains = [c["measured"]["total"] for c in candidates["candidates"]
                 if c["meldable"] and c.get("measured")]
        return sum(g for g in gains if g > 0) if gains else None
    if step == "linearize":
        gains = [c["net"] * c["times"] for c in candidates["linear"]
                 if c["linearizable"] and c.get("times") is not None]
        return sum(gains) if gains else None
    return None


def metrics_of(answer):
    """The cycles of each price model, before and after."""
    before, after = answer["metrics"]
    return {name: (before.get(key), after.get(key)) for key, name in MODELS}


def measured(answer):
    """The ratio of the times on a GPU, with its interval, and whether it left the
    same; or why it was not measured."""
    if not answer.get("ok"):
        return None
    row = answer["revisions"][-1]
    if row["failed"] or row["ratio"] is None:
        return "failed"
    text = "%.3f (%.3f to %.3f)" % (row["ratio"], row["ratio_low"],
                                    row["ratio_high"])
    return text + (", another result" if row["difference"] else "")


def kernel_of(module, name):
    """The kernel that the launch file is named after, if there is such a one."""
    with open(module, encoding="utf-8") as file:
        return name if "void @%s(" % name in file.read() else None


def step_answers(sample, target, step, words):
    """The answers to the commands that do a step and compare its two revisions."""
    module = os.path.join(SAMPLES, "%s.%s.ll" % (sample["module"], target))
    return answers(module, [
        "launch " + os.path.join(SAMPLES, sample["launch"]), "profile",
        "candidates tries=0", "set decide=static judge=table lin-when=always",
        step, "set prices=machine timing=scoreboard", "metrics P0 P1",
        "measure P0 P1" + words], kernel_of(module, sample["name"]))


def row_of(job):
    """One sample, target and step; None: the step does nothing there."""
    sample, target, step, words = job
    said = step_answers(sample, target, step, words)
    if not said[4].get("changed") or not said[6].get("ok"):
        return None
    row = metrics_of(said[6])
    row.update(sample=sample["name"], target=target, step=step,
               promised=promised(step, said[2]), measured=measured(said[7]),
               device=said[7].get("device"))
    return row


def samples(wanted):
    """Every launch file, with the module and kernel that it is for."""
    found = []
    for path in sorted(glob.glob(os.path.join(SAMPLES, "*.launch.json"))):
        name = os.path.basename(path)[:-len(".launch.json")]
        module = name
        while module and not os.path.exists(
                os.path.join(SAMPLES, module + ".amdgcn.ll")):
            module = module.rpartition("_")[0]
        if not module or name.endswith(".large") or (wanted and
                                                     name not in wanted):
            continue
        found.append({"name": name, "module": module,
                      "launch": os.path.basename(path)})
    return found


# ---- the page ----------------------------------------------------------------

def change(pair):
    if not pair or pair[0] is None or pair[1] is None or not pair[0]:
        return "-"
    return "%+.1f %%" % (100 * (pair[1] / pair[0] - 1))


def promise(row):
    """As a share of the cycles that the promise is about."""
    before = row["table"][0]
    if row["promised"] is None or not before:
        return "-"
    return "%+.1f %%" % (-100 * row["promised"] / before)


HEAD = """# Results

What each step does to each sample, as samples/build.sh compiles it (without the passes
that fold, sink and hoist code): the cycles that the list of candidates promises,
those of simulated runs by each price model, and the time on a GPU. Every step was
done by itself, as the counts of a profile decide, and stood without the judge that
otherwise takes back what loses (`set decide=static judge=table lin-when=always`). It ran on
the launch file of its sample before and after. Negative is faster. {measured}

| column | what it is |
| --- | --- |
| promised | the sum of what `candidates` promises after `profile`, of all warps; "-": no such sum is told for the step |
| table | simulated cycles of all warps by the cost table |
| scoreboard | simulated with `timing=scoreboard`: each warp waits only for what it needs |
| machine | simulated with `prices=machine`: by the code that llc makes for AMDGPU and ptxas for NVPTX (without ptxas by PTX) |
| GPU | the ratio of the times, with its interval of 95 % |

Made on {date} with LLVM {llvm} by

    RECONVERGE=build/reconverge bench/results.py --write doc/results.md

which measures where a driver of CUDA or HIP is at hand; `--scale N` makes the launches
N times as large for that. A step that does nothing to a sample has no row.

What needs a GPU is made by one command on a machine that has one:

    RECONVERGE=build/reconverge bench/gpu.py --write gpu.md

It measures the steps on the samples at launches {scale} times as large, or larger where a run
takes less than 50 microseconds, and tells how often each price model has the sign of what
exceeds the noise (the goal is 90 %); FLAT's benchmark for k = 0 to 31 and four ratios of
work; threads regrouped by their basic-block vectors; and it calibrates the cost table. {none}
"""


NONE = """None
of that was measured so far: it was tried on the stand-in of tests/gpu alone, whose times
are simulated."""


def page(rows, llvm):
    devices = sorted({r["device"] for r in rows if r["device"]})
    told = "Measured on " + ", ".join(devices) + "." if devices else \
        "No GPU was at hand: the column GPU says \"not measured\"."
    lines = [HEAD.format(measured=told, llvm=llvm, scale=256, none="" if devices else NONE,
                         date=datetime.date.today().isoformat())]
    for target in TARGETS:
        lines.append("## " + target + "\n")
        lines.append("| sample | step | promised | table | scoreboard | machine | GPU |")
        lines.append("| --- | --- | ---: | ---: | ---: | ---: | --- |")
        for row in rows:
            if row["target"] == target:
                lines.append("| %s | %s | %s | %s | %s | %s | %s |" % (
                    row["sample"], row["step"], promise(row),
                    change(row["table"]), change(row["scoreboard"]),
                    change(row["machine"]), row["measured"] or NOT_MEASURED))
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--steps", default=",".join(STEPS))
    parser.add_argument("--write")
    parser.add_argument("samples", nargs="*")
    args = parser.parse_args()
    found = samples(args.samples)
    words = " scale=%d" % args.scale
    if args.keep:
        words += " code=ptx keep=" + args.keep
    jobs = [(sample, target, step, words) for sample in found
            for target in TARGETS for step in args.steps.split(",")]
    if probe(words):
        args.j = 1  # two that run on the device at once make each other's times longer
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        rows = [row for row in pool.map(row_of, jobs) if row]
    llvm = answers(os.path.join(SAMPLES, "sb1.amdgcn.ll"),
                   ["machine"])[0].get("llvm", "?")
    text = page(rows, llvm)
    if args.write:
        with open(args.write, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
