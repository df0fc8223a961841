#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every command has an example in its help, and every example works: those of a
sample run as one script, in the order of examples.def. TAP."""

import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.environ["RECONVERGE"]
SAMPLES = os.path.abspath(os.environ["SAMPLES"])
# The exit status of examples whose answer is no; all others must have 0.
ANSWERS_NO = ("diff",)
# Commands that need a device; tests/gpu runs them on a stand-in for it.
NEED_DEVICE = ("measure", "calibrate")


def ask():
    run = subprocess.run([PROGRAM, "-b", "--json", "-e", "help"],
                         stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)["commands"]


def rows_in_order(commands):
    """(sample, command) in the order of the table, which `help` gives verb by
    verb: the order of the source file."""
    path = os.path.join(os.environ["srcdir"], "include/reconverge/examples.def")
    with open(path, encoding="utf-8") as file:
        text = file.read().split("*/", 2)[-1]
    rows = re.findall(r'^EXAMPLE\("(\w+)", "([^"]+)",\s+"[^"]*"\)$', text, re.M)
    told = {(e["sample"], e["command"]) for c in commands for e in c["examples"]}
    return rows, told == set(rows)


def tried(sample, lines):
    """The problems of the examples of one sample."""
    module = os.path.join(SAMPLES, sample + ".amdgcn.ll")
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([PROGRAM, "-b", "-x", "-", module], cwd=folder,
                             input="\n".join(lines), stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, encoding="utf-8")
    no = any(line.split()[0] in ANSWERS_NO for line in lines)
    wrong = re.findall("^.*; still P.*$", run.stdout, re.M)
    if run.returncode != (1 if no else 0):
        wrong += ["status %d" % run.returncode, run.stderr]
    return wrong


def main():
    commands = ask()
    rows, all_told = rows_in_order(commands)
    shown = {c["name"]: [e["command"] for e in c["examples"] if e["help"]]
             for c in commands}
    without = [name for name, lines in shown.items() if not lines]
    twice = [name for name, lines in shown.items()
             if len(set(lines)) < len(lines)]
    points = [("every command has an example", without),
              ("none is shown twice", twice),
              ("help has the rows of examples.def",
               [] if all_told else ["not the same"])]
    for sample in dict.fromkeys(sample for sample, _ in rows):
        points.append(("the examples on " + sample, tried(
            sample, [line for of, line in rows if of == sample and
                     line.split()[0] not in NEED_DEVICE])))
    for n, (name, wrong) in enumerate(points):
        print("%sok %d - %s" % ("not " if wrong else "", n + 1, name))
        for line in "\n".join(wrong).splitlines():
            print("# " + line)
    print("1..%d" % len(points))
    sys.exit(any(wrong for _, wrong in points))


if __name__ == "__main__":
    main()
