# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is done to each kernel, and the doing of it."""

import os
import shutil
import subprocess

SECONDS = 30  # a transformation that takes longer has no end

DARM = ["darm"]
# Name: commands.
VARIANTS = {
    "darm": DARM,
    "steps": ["simplify", "meld", "unpredicate", "cleanup"],
    "meld": ["simplify", "meld"],
    "cfm": ["set mode=cfm"] + DARM,
    "branch-fusion": ["set mode=branch-fusion"] + DARM,
    "tail-merging": ["set mode=tail-merging"] + DARM,
    "threshold-0": ["set threshold=0"] + DARM,
    "sw": ["set align=sw threshold=0.05"] + DARM,
    "greedy": ["set pairing=greedy threshold=0.05"] + DARM,
    "program-order": ["set order=program"] + DARM,
    "guard-always": ["set unpredicate=always"] + DARM,
    "guard-never": ["set unpredicate=never"] + DARM,
}
# Steps taken by hand are not rolled back when they do not pay.
MAY_DIVERGE = ("steps", "meld", "guard-always")


class Failed(Exception):
    """The program refused, died or never ended."""


class Transformer:
    """Runs the program, or a command that stands in for it, with the words
    {in} and {out}."""

    def __init__(self, program, stand_in=None):
        self.program = program
        self.stand_in = stand_in
        self.setarch = shutil.which("setarch")

    def command(self, variant, kernel, source, result):
        if self.stand_in:
            return [w.format(**{"in": source, "out": result})
                    for w in self.stand_in.split()]
        words = [self.program, "-b", "-q", "-f", kernel.symbol, "-o", result]
        for command in VARIANTS.get(variant, []):
            words += ["-e", command]
        return words + [source]

    def run(self, variant, kernel, source, result, fixed=False):
        """Write `result`; `fixed`: without address randomization."""
        words = self.command(variant, kernel, source, result)
        if fixed and self.setarch:
            words = [self.setarch, "-R"] + words
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed("no end after %d s" % SECONDS) from None
        if done.returncode or not os.path.exists(result):
            said = done.stdout.decode(errors="replace").strip()
            raise Failed("exit status %d: %s" % (done.returncode,
                                                 said[-2000:]))
        with open(result, encoding="utf-8") as f:
            return f.read()
