# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The variants of the transformations, and code that runs them on a kernel."""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "fuzz"))

import program  # noqa: E402

SECONDS = 60  # seconds; a variant that takes longer is taken to hang

LOADED = "loaded"  # nothing done: what is not changed looks like
DEFAULT = "darm"   # its output must also be reproducible
BASE = program.ask().base()
# Phases that are left out; all other phases of the program are tried.
LEFT_OUT = {
    "redirect": "the result is the kernel's own only with an order of threads "
                "that `regroup` makes: regrouped.py does both",
}
PHASES = [name for name in program.ask().phases if name not in LEFT_OUT]
# Each name with the settings that differ from BASE, and the acts. The
# phases by themselves are added below.
VARIANTS = {
    LOADED: ({}, []),
    DEFAULT: ({}, ["darm"]),
    "measured": ({"decide": "measured"}, ["darm"]),
    "judged": ({"decide": "measured", "judge": "llc"}, ["darm"]),
    "steps": ({"steps": "fine"},
              ["simplify", "meld", "unpredicate", "cleanup"]),
    "meld": ({}, ["simplify", "meld"]),
    "cfm": ({"mode": "cfm"}, ["darm"]),
    "branch-fusion": ({"mode": "branch-fusion"}, ["darm"]),
    "tail-merging": ({}, ["tailmerge", "linearize"]),
    "threshold-0": ({"threshold": "0"}, ["darm"]),
    "sw": ({"align": "sw", "threshold": "0.05"}, ["darm"]),
    "greedy": ({"pairing": "greedy", "threshold": "0.05"}, ["darm"]),
    "program-order": ({"order": "program"}, ["darm"]),
    "guard-always": ({"unpredicate": "always"}, ["darm"]),
    "guard-never": ({"unpredicate": "never"}, ["darm"]),
    "linearize": ({}, ["linearize"]),
    "linearize-0": ({"lin-opt": "0"}, ["linearize"]),
    "linearize-all": ({"linearize": "all"}, ["linearize", "darm"]),
    "interleave": ({"linearize": "interleave"}, ["linearize"]),
    "loops": ({"linearize": "loops"}, ["linearize", "darm"]),
    "depth": ({"linearize": "depth", "lin-depth": "1"}, ["linearize"]),
    "flatten": ({"idle-lanes": "64"}, ["flatten"]),
    "flatten-more": ({"idle-lanes": "64"},
                     ["flatten", "linearize", "darm"]),
    "delay": ({"delay-when": "always"}, ["delay"]),
    "delay-more": ({"delay-when": "always", "delay-rounds": "3"},
                   ["delay", "delay", "darm"]),
    "eager": ({"threshold": "0", "unpredicate": "never",
               "pairing": "greedy", "steps": "fine"},
              ["simplify", "meld", "meld", "unpredicate", "cleanup"]),
}
# Ways out of arms are gathered where nothing else is left to meld.
VARIANTS["gathered"] = ({"threshold": "0", "decide": "static"},
                        ["meld", "meld", "meld", "meld"])
for phase in PHASES:
    if ({}, [phase]) not in VARIANTS.values():
        VARIANTS["only " + phase] = ({}, [phase])
# Steps that the user takes are not rolled back if they do not pay, nor are
# guards that the user asks for; and runs can get faster while branches diverge.
MAY_DIVERGE = [name for name, (settings, acts) in VARIANTS.items()
               if acts not in ([], [DEFAULT]) or
               settings.get("unpredicate") == "always" or
               settings.get("decide") == "measured"]


def one_by_one():
    """Every phase under every other choice of each setting that it reads, but
    those that are variants already."""
    for phase in PHASES:
        for setting in program.ask().phases[phase]["reads"]:
            for value in program.ask().others(setting):
                one = ({setting: value}, [phase])
                if one not in VARIANTS.values():
                    yield "%s, %s=%s" % (phase, setting, value), one


class Failed(Exception):
    """The program refused the kernel, crashed or did not end in time."""


def commands(variant):
    settings, acts = VARIANTS[variant]
    every = dict(BASE, **settings)
    return ["set " + " ".join("%s=%s" % s for s in every.items())] + acts


class Transformer:
    """Runs the program, or another command with the words {in} and {out}."""

    def __init__(self, program, stand_in=None):
        self.program = program
        self.stand_in = stand_in
        self.setarch = shutil.which("setarch")

    def alone(self, variant, kernel, source, result, fixed=False):
        """Run one variant in a process of its own; returns the text of
        `result`. With `fixed`, address randomization is off."""
        if self.stand_in and variant != LOADED:
            words = [w.format(**{"in": source, "out": result})
                     for w in self.stand_in.split()]
        else:
            words = self.words(kernel, commands(variant)) + ["-o", result,
                                                             source]
        if fixed and self.setarch:
            words = [self.setarch, "-R"] + words
        if os.path.exists(result):
            os.unlink(result)
        status, said = self.execute(words)
        if status or not os.path.exists(result):
            raise Failed("exit status %d: %s" % (status, said[-2000:]))
        return read(result)

    def together(self, names, kernel, source, folder):
        """{variant: text}, all made by one session, one after the other.
        Raises Failed if the session did; which variant is to blame, running
        each alone will tell."""
        if self.stand_in:
            return {}
        script, paths = [], {}
        for i, name in enumerate(names):
            paths[name] = os.path.join(folder, "session.%d.ll" % i)
            if os.path.exists(paths[name]):
                os.unlink(paths[name])
            script += commands(name) + ["write %s" % paths[name], "goto P0"]
        words = self.words(kernel, script) + [source]
        status, said = self.execute(words, SECONDS * len(names))
        if status:
            raise Failed("exit status %d: %s" % (status, said[-2000:]))
        return {name: read(path) for name, path in paths.items()}

    def words(self, kernel, script):
        words = [self.program, "-b", "-q", "-f", kernel.symbol]
        for command in script:
            words += ["-e", command]
        return words

    @staticmethod
    def execute(words, seconds=SECONDS):
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Failed("no end after %d s" % seconds) from None
        return done.returncode, done.stdout.decode(errors="replace").strip()


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()
