#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hold our uniformity analysis against opt's, value by value.

  uniformity.py [--mcpu=CPU] [--llvm=N] [--show=N] FILE...

A FILE that is a folder stands for the .ll and .bc files below it. For every
function, argument, instruction and terminator the answers have to be the
same, and so has the number of cycles that threads leave at different times.
Prints the first differences and a line of counts; status 1 if there is a
difference, 77 if opt or the program uniform_dump is missing.

A "false uniform" value is uniform for our analysis and divergent for LLVM's:
our result is wrong. A "false divergent" value is the opposite: our result is
less precise.

One difference is not counted, "overlooked by LLVM". A value that is always
uniform, like that of readfirstlane, is used outside of a cycle that threads
leave in different rounds, and is divergent there. If the cycle is irreducible
and LLVM gave it up before it looked at such uses, LLVM does not see this. The
order in which LLVM does so may change from run to run on the same file.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "fuzz"))

import deadline  # noqa: E402

HEAD = re.compile(r"UniformityInfo for function '(.*)':$")
NOTHING_THERE = "no function with a body\n"
LETTER = {"  DIVERGENT: ": "D", " " * 13: "u"}


class Function:
    """The answers of one analysis for one function, as letters."""

    def __init__(self, name):
        self.name = name  # may be empty
        self.arguments = set()  # names of the divergent ones
        self.cycles = 0
        self.blocks = []
        self.all_uniform = False
        self.gave_up = False    # a cycle


# ---- what opt says -------------------------------------------------------

def parse_opt(text):
    """The functions in the printer's output, in order."""
    functions, fn, part = [], None, ""
    for line in text.split("\n"):
        head = HEAD.match(line)
        if head:
            fn = Function(head.group(1))
            functions.append(fn)
            part = ""
        elif fn is None:
            continue
        elif line == "ALL VALUES UNIFORM":
            fn.all_uniform = True
        elif line.startswith("CYCLES ASS"):
            fn.gave_up = True
            part = ""
        elif line.startswith("DIVERGENT ARGUMENTS:"):
            part = "arguments"
        elif line.startswith("CYCLES WITH DIVERGENT EXIT:"):
            part = "exits"
        elif line.startswith("BLOCK "):
            part = ""
            fn.blocks.append("")
        elif line in ("DEFINITIONS", "TERMINATORS"):
            part = line
        elif line in ("END BLOCK", "TEMPORAL DIVERGENCE LIST:"):
            part = ""
        elif part == "arguments" and line.startswith("  DIVERGENT: "):
            fn.arguments.add(line.split()[-1])
        elif part == "exits" and line.startswith("  depth="):
            fn.cycles += 1
        elif part in ("DEFINITIONS", "TERMINATORS") and line[:13] in LETTER:
            fn.blocks[-1] += LETTER[line[:13]]
            if part == "TERMINATORS":
                part = ""  # a switch has more lines
    return functions


def run_opt(opt, path, mcpu):
    # LLVM takes quadratic time to print values without a name.
    command = [opt, "-disable-output",
               "-passes=instnamer,print<uniformity>", path]
    if mcpu:
        command.append("-mcpu=" + mcpu)
    # The output goes to a file, because the printer writes single words, and
    # each word in a pipe would wake this process.
    with tempfile.TemporaryFile() as said:
        done = subprocess.run(command, stderr=said, check=False)
        said.seek(0)
        text = said.read().decode("utf-8", "surrogateescape")
    if done.returncode:
        sys.exit("%s: opt failed with status %d: %s"
                 % (path, done.returncode, text[-500:]))
    return parse_opt(text)


# ---- what we say ---------------------------------------------------------

def run_dump(dump, path, mcpu):
    """Returns a list of (name, cpu, letters of the arguments, cycles,
    blocks)."""
    command = [dump] + (["--mcpu=" + mcpu] if mcpu else []) + [path]
    done = subprocess.run(command, capture_output=True, check=False)
    complaint = done.stderr.decode("utf-8", "replace")[-500:]
    if complaint.endswith(NOTHING_THERE):
        return []
    if done.returncode:
        sys.exit("%s: uniform_dump failed: %s" % (path, complaint))
    rows = []
    for line in done.stdout.decode("utf-8", "surrogateescape").splitlines():
        name, cpu, arguments, cycles, *blocks = line.split("\t")
        rows.append((name, cpu, arguments, int(cycles), blocks))
    return rows


# ---- comparing -----------------------------------------------------------

class Counts:
    def __init__(self, show):
        self.modules = self.functions = self.values = self.divergent = 0
        self.branches = self.cycles = 0
        self.false_uniform = self.false_divergent = self.other = 0
        self.overlooked = 0
        self.show = show

    def differences(self):
        return self.false_uniform + self.false_divergent + self.other

    def say(self, text):
        if self.show > 0:
            self.show -= 1
            print(text)

    def letters(self, where, ours, theirs, gave_up):
        if len(ours) != len(theirs):
            self.other += 1
            self.say("%s: %d instructions, LLVM prints %d"
                     % (where, len(ours), len(theirs)))
            return
        self.values += len(ours)
        self.divergent += theirs.count("D")
        for k, (our, their) in enumerate(zip(ours, theirs)):
            if (our == "u") == (their == "u"):
                continue
            if our == "T" and gave_up:
                self.overlooked += 1
            elif our == "u":
                self.false_uniform += 1
                self.say("%s, instruction %d: we say uniform, LLVM divergent"
                         % (where, k))
            else:
                self.false_divergent += 1
                self.say("%s, instruction %d: we say divergent, LLVM uniform"
                         % (where, k))

    def arguments(self, where, ours, theirs):
        self.values += len(ours)
        if ours.count("D") < len(theirs):
            self.false_uniform += 1
            self.say("%s: an argument: we say uniform" % where)
        elif ours.count("D") > len(theirs):
            self.false_divergent += 1
            self.say("%s: an argument: we say divergent" % where)

    def function(self, where, row, theirs):
        _, _, arguments, cycles, blocks = row
        self.functions += 1
        self.cycles += theirs.cycles
        expected = theirs.blocks
        if theirs.all_uniform:
            expected = ["u" * len(block) for block in blocks]
        if len(expected) != len(blocks):
            self.other += 1
            self.say("%s: %d blocks, LLVM prints %d"
                     % (where, len(blocks), len(expected)))
            return
        if cycles != theirs.cycles:
            self.other += 1
            self.say("%s: %d cycles with a divergent exit, LLVM %d"
                     % (where, cycles, theirs.cycles))
        self.arguments(where, arguments, theirs.arguments)
        for b, (our, their) in enumerate(zip(blocks, expected)):
            self.letters("%s, block %d" % (where, b), our, their,
                         theirs.gave_up)
            self.branches += their.endswith("D")

    def module(self, path, rows, functions):
        self.modules += 1
        if [row[0] for row in rows] != [fn.name for fn in functions]:
            self.other += 1
            self.say("%s: other functions than LLVM prints" % path)
            return
        for row, fn in zip(rows, functions):
            self.function("%s: @%s" % (path, row[0]), row, fn)

    def summary(self):
        return ("uniformity: %d modules, %d functions, %d values, "
                "%d divergent, %d divergent terminators, %d cycles left "
                "divergently: %d false uniform, %d false divergent, %d other "
                "differences, %d overlooked by LLVM"
                % (self.modules, self.functions, self.values, self.divergent,
                   self.branches, self.cycles, self.false_uniform,
                   self.false_divergent, self.other, self.overlooked))


def files_below(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".ll", ".bc")):
                    yield os.path.join(folder, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--mcpu", help="for every module, whatever it says")
    parser.add_argument("--show", type=int, default=20, metavar="N",
                        help="show so many differences (%(default)s)")
    args = parser.parse_args()
    opt = os.environ.get("OPT", "opt")
    dump = os.environ.get("UNIFORM_DUMP", os.path.join(
        os.environ.get("builddir", "."), "tests/oracle/uniform_dump"))
    if not opt or not os.path.exists(dump):
        print("skipped: %s is missing" % ("opt" if not opt else dump))
        return 77
    counts = Counts(args.show)
    left = 0
    for path in files_below(args.files):
        if deadline.late():
            left += 1
            continue
        rows = run_dump(dump, path, args.mcpu)
        cpus = {row[1] for row in rows}
        if len(cpus) > 1:
            sys.exit("%s: more than one cpu: %s" % (path, sorted(cpus)))
        functions = run_opt(opt, path, cpus.pop() if cpus else None)
        counts.module(path, rows, functions)
    if left:
        print("%d modules %s" % (left, deadline.OVER))
    print(counts.summary())
    return 1 if counts.differences() else 0


if __name__ == "__main__":
    sys.exit(main())
