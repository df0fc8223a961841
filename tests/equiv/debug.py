#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debug records outlive every transformation: the variants of each phase
(checked.py) take turns on kernels compiled for both targets with -g and -O1, -g
and -O2, and -g with nothing but variables in registers. No act may break the module,
what it makes must verify with its records, and each phase must have changed one
of the kernels. In brief (TEST_BRIEF) the generated kernels are left out, and the
others go through all variants."""

import multiprocessing
import os
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import checked   # noqa: E402
import corpus    # noqa: E402
import device    # noqa: E402
import proof     # noqa: E402
import variants  # noqa: E402

import forms  # noqa: E402

FORMS = [(level, True) for level in (forms.MEM2REG, "O1", "O2")]
# Before release 22, LLVM-C cannot read records, so that instructions that move
# lose theirs.
KEPT = int(os.environ.get("LLVM_VERSION_MAJOR") or 22) >= 22
SAMPLES = ["lin_interleave", "mergesort", "flat_work_queue"]
BRIEF = bool(os.environ.get("TEST_BRIEF"))
TURNS = 1 if BRIEF else 3
SEEDS = [] if BRIEF else [14]  # of source_kernel


def cases():
    for form in FORMS:
        for target in forms.TRIPLES:
            for name in SAMPLES:
                yield sample(name, target, form)
            for seed in SEEDS:
                yield corpus.source_kernel(seed, target, form)


def sample(name, target, form):
    folder = os.environ.get("SAMPLES") or os.path.join(HERE, "..", "..",
                                                       "samples")
    with open(os.path.join(folder, name + ".cl"), encoding="utf-8") as f:
        source = f.read()
    text = forms.compiled(source, target, form, ["-cl-std=CL1.2", "-I",
                                                 folder])
    return corpus.Kernel("%s-%s" % (name, forms.name(form)),
                         corpus.KERNEL.search(text).group(1), target, text, "")


def problems_of(numbered):
    """The problems of a kernel, the number of modules that were made of it,
    and the acts that made them."""
    number, kernel = numbered
    with tempfile.TemporaryDirectory() as folder:
        stem = os.path.join(folder, "k")
        lines = ["function " + kernel.symbol]
        steps = checked.steps_of(checked.in_turn(number, TURNS))
        steps += [("", act) for act in variants.LEFT_OUT]
        for settings, act in steps:
            lines += ["set " + settings] * bool(settings) + [act]
            lines += ["write '%s.%d.ll'" % (stem, len(lines))] * (
                act != "goto P0")
        for suffix, text in ((".ll", kernel.text),
                             (".rcv", "\n".join(lines) + "\n")):
            with open(stem + suffix, "w", encoding="utf-8") as f:
                f.write(text)
        answers, said = proof.run(os.environ["RECONVERGE"], stem + ".ll",
                                  stem + ".rcv")
        found = proof.problems_of(kernel, answers, said, len(lines))
        made = {proof.read(os.path.join(folder, name)) for name in
                os.listdir(folder) if name.startswith("k.") and
                name not in ("k.ll", "k.rcv")}
        if KEPT and not all("#dbg_value(" in text for text in made):
            found.append("no debug record is left")
        modules = [device.Module("m%d" % i, text, kernel.target)
                   for i, text in enumerate(sorted(made))]
        for module in modules:
            module.write(folder)
        said = device.link(device.of_environment(), modules,
                           os.path.join(folder, "linked.bc"))
        acts = {a["command"].split()[0] for a in answers or []
                if a.get("changed")}
        return kernel, found + [said] * bool(said), len(made), acts


def main():
    if forms.missing():
        print("not there: " + " ".join(forms.missing()))
        return 77
    tap = proof.Tap()
    idle = set(variants.program.ask().phases)
    with multiprocessing.Pool(2) as pool:
        for kernel, found, made, by in pool.imap(problems_of,
                                                  enumerate(cases())):
            tap.point(not found, "%s, %s: %d modules"
                      % (kernel.name, kernel.target, made))
            for problem in found:
                tap.note(problem)
            idle -= by
    tap.point(not idle, "every phase changed a kernel%s" % "".join(
        ", but not " + act for act in sorted(idle)))
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
