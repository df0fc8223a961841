#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Test by volume that transformed kernels compute what they did before.

"make check" runs this and volume.py, "make soak" soak.py. Every kernel goes
through `darm` and every fifth of the other variants of the transformations (a
trap through every third), the kernel after it through the next ones, so that
every variant meets kernels of both targets; a FILE.ll goes through all. Each
output must be accepted by the verifier and a code generator (the CPUs of a target
take turns), must be the same when made again, must not diverge at more places,
and must leave every byte as the kernel itself does on the host (host.py,
witness.c), whatever values poison is read as.

    run.py                              samples and traps
    run.py --only-random --random 5000 --first 1000 --turns 1
    run.py --variant darm --launch "grid=1 ..." FILE.ll
A failure is left in a folder of its own: before.ll, after.ll, and what failed.
"""

import argparse
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import batch     # noqa: E402
import corpus    # noqa: E402
import device    # noqa: E402
import host      # noqa: E402
import variants  # noqa: E402

import deadline  # noqa: E402

BATCH = 20  # kernels
TRAP_TURNS = 3


class Setup:
    """The tools and options that all batches share."""

    def __init__(self, args):
        env = os.environ.get
        self.tools = device.Tools(tool("OPT", "opt"), tool("LLC", "llc"),
                                  tool("PTXAS", "ptxas"))
        self.cc = host.compiler()
        self.seeds = args.seeds
        self.device = not args.no_device and bool(self.tools.opt)
        self.ptxas = args.ptxas
        self.variants = args.variant or [
            v for v in variants.VARIANTS if v != variants.LOADED]
        self.never_more = () if args.allow_growth else [
            v for v in self.variants if v not in variants.MAY_DIVERGE]
        self.transformer = variants.Transformer(
            args.program or env("RECONVERGE") or "reconverge", args.stand_in)
        self.folder = tempfile.mkdtemp(prefix="equiv.")
        self.witness = args.witness or os.path.join(self.folder, "witness")
        if not os.path.exists(self.witness):
            host.build_witness(HERE, self.witness, self.cc)

    def in_turn(self, number, turns):
        """The variants that the kernel of this number goes through."""
        return [v for i, v in enumerate(self.variants)
                if v == variants.DEFAULT or (number + i) % turns == 0]


def tool(variable, name):
    """The path of a tool: from the environment, or else by its usual names; ""
    if it is missing."""
    if variable in os.environ:
        return os.environ[variable]
    names = [name + "-22", name + "-19", name]
    return next(filter(None, map(shutil.which, names)), "")


def work(job):
    name, turn, kernels, names, setup = job
    if deadline.late():
        count = batch.Count()
        count.add(count.skipped, deadline.OVER, sum(map(len, names)))
        return [], count
    folder = os.path.join(setup.folder, name)
    os.mkdir(folder)
    failures, count = batch.Batch(kernels, names, setup, folder, turn).run()
    shutil.rmtree(folder)
    return failures, count


def jobs_of(title, kernels, setup, args):
    """The batches. They take turns at the target's CPUs, unless one CPU is
    asked for."""
    turns = 1 if args.variant or title == "files" else \
        min(args.turns, TRAP_TURNS) if title == "traps" else args.turns
    names = [setup.in_turn(i, turns) for i in range(len(kernels))]
    return [("%s%d" % (title, at), None if args.all_cpus else at // BATCH,
             kernels[at:at + BATCH], names[at:at + BATCH], setup)
            for at in range(0, len(kernels), BATCH)]


def groups(args):
    """Pairs (title, kernels) for the names on the command line."""
    if args.files:
        kernels = []
        for path in args.files:
            kernels += alone(path, args.launch)
        return [("files", kernels)]
    folder = args.samples or os.environ.get("SAMPLES") or os.path.join(
        HERE, "..", "..", "samples")
    found = []
    if not args.only_random:
        found += [("samples", list(corpus.samples(folder))),
                  ("traps", list(corpus.traps()))]
    if args.random:
        found.append(("random", list(corpus.random_kernels(args.first,
                                                           args.random))))
    return found


def alone(path, launch):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if not launch:
        launch = re.search(r"^; launch: (.+)$", text, re.M).group(1)
    stem = os.path.basename(path)[:-len(".ll")]
    for symbol in corpus.KERNEL.findall(text):
        yield corpus.Kernel("%s:%s" % (stem, symbol), symbol,
                            corpus.target_of(text), text, launch)


# ---- telling ---------------------------------------------------------------

def leave_behind(failure, folder):
    """Leave a failure in a folder of its own."""
    name = re.sub(r"[^\w.-]", "-", "%s-%s" % (failure.kernel.name,
                                              failure.variant))
    path = os.path.join(folder, name)
    os.makedirs(path, exist_ok=True)
    text = failure.kernel.text
    if "; launch: " not in text:
        text = "; launch: %s\n%s" % (failure.kernel.launch.strip(), text)
    for file, content in (("before.ll", text), ("after.ll", failure.after),
                          ("what", failure.what + "\n")):
        with open(os.path.join(path, file), "w", encoding="utf-8") as f:
            f.write(content)
    return path


class Teller:
    """Prints TAP, with one point for each group and variant."""

    def __init__(self, folder):
        self.folder = folder
        self.points = 0
        self.bad = 0

    def point(self, good, text, notes=()):
        self.points += 1
        self.bad += not good
        print("%sok %d - %s" % ("" if good else "not ", self.points, text))
        for note in notes:
            print("\n".join("# " + n for n in note.splitlines()))
        sys.stdout.flush()

    def skip(self, what, reason):
        self.points += 1
        print("ok %d - %s # SKIP %s" % (self.points, what, reason))

    def group(self, title, names, failures, count):
        for name in names + [variants.LOADED]:
            mine = [f for f in failures if f.variant == name]
            notes = ["%s: %s: %s" % (f.kernel.name, f.what[:400],
                                     leave_behind(f, self.folder))
                     for f in mine]
            if name == variants.LOADED:
                self.point(not mine, "%s, as loaded" % title, notes)
                continue
            grown = count.grown.get(name, 0)
            self.point(not mine, "%s, %s: %d outputs, %d changed, %d runs%s"
                       % (title, name, count.outputs.get(name, 0),
                          count.changed.get(name, 0),
                          count.runs.get(name, 0),
                          ", %d with more divergent branches" % grown
                          if grown else ""), notes)
        for reason, n in sorted(count.skipped.items()):
            self.skip("%d outputs of %s" % (n, title), reason)


def debug_is_code(setup, samples):
    """Check that debug information does not change the generated code."""
    by_name = {k.name: k for k in samples}
    for name, kernel in by_name.items():
        plain = by_name.get(name.replace("_debug.", "."))
        if "_debug." in name and plain:
            texts = [stripped(setup, k) for k in (plain, kernel)]
            yield name, texts[0] == texts[1]


def stripped(setup, kernel):
    """The output without debug information and without metadata numbers."""
    source = os.path.join(setup.folder, "debug.ll")
    result = os.path.join(setup.folder, "debug.out.ll")
    with open(source, "w", encoding="utf-8") as f:
        f.write(kernel.text)
    setup.transformer.alone(variants.DEFAULT, kernel, source, result)
    text = subprocess.run([setup.tools.opt, "-strip-debug", "-S", result],
                          stdout=subprocess.PIPE, check=True,
                          text=True).stdout
    start = re.search(r"^define .*?@%s\(" % kernel.symbol, text, re.M).start()
    return re.sub(r"!\d+", "!N", text[start:text.index("\n}", start)])


# ---- options ---------------------------------------------------------------

def options(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE.ll")
    add("--random", type=int, default=0, help="so many random kernels")
    add("--first", type=int, default=1, help="the first one's seed")
    add("--only-random", action="store_true")
    add("--seeds", type=int, default=3, help="inputs tried on the host")
    add("--turns", type=int, default=5, metavar="N",
        help="odd: every Nth variant, the next ones with the next kernel")
    add("--variant", action="append", choices=list(variants.VARIANTS))
    add("--jobs", type=int, default=2)
    add("--no-device", action="store_true", help="run on the host only")
    add("--all-cpus", action="store_true",
        help="generate code for every CPU from every kernel")
    add("--ptxas", action="store_true", help="PTX also goes through ptxas")
    add("--allow-growth", action="store_true",
        help="more divergent branches are counted, but no failure")
    add("--launch", help="of FILE, if it does not say")
    add("--program", help="instead of $RECONVERGE")
    add("--samples", help="their folder, instead of $SAMPLES")
    add("--stand-in", metavar="COMMAND",
        help="instead of the program, with {in} and {out}")
    add("--witness", help="the driver, built there if it is not there yet")
    add("--failures", default="failures", help="folder for what failed")
    return parser.parse_args(words)


def main(words):
    args = options(words)
    if not tool("LLC", "llc"):
        print("1..0 # SKIP llc is missing (Debian package llvm)")
        return 0
    setup = Setup(args)
    teller = Teller(args.failures)
    if not setup.device and not args.no_device:
        teller.skip("verifier and code generators", "opt is missing")
    if setup.device and args.ptxas and not setup.tools.ptxas:
        teller.skip("PTX to machine code", "ptxas is missing")
    try:
        for title, kernels in deadline.shares(groups(args)):
            jobs = jobs_of(title, kernels, setup, args)
            failures, count = [], batch.Count()
            with multiprocessing.Pool(args.jobs) as pool:
                for some, counted in pool.imap(work, jobs):
                    failures += some
                    count.merge(counted)
            teller.group(title, setup.variants, failures, count)
            if title == "samples" and setup.tools.opt:
                for name, same in debug_is_code(setup, kernels):
                    teller.point(same, "debug information leaves the "
                                 "code of %s alone" % name)
    finally:
        shutil.rmtree(setup.folder)
    print("1..%d" % teller.points)
    return 1 if teller.bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
