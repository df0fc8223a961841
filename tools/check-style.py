#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measure the C code: check-style.py TOP-FOLDER.

Hard limits fail: 100 columns (tabs are 8), 500 lines a file, 80 lines a
function that is not one flat switch, the licence line, the banner comment,
no blanks at line ends. A switch over an enum of this project names every case
and has no default, so that the compiler finds the case that a new member
lacks; over LLVM's enums, which grow with its releases, it may have one.
Below the faults stand the median and the longest function.
"""

import os
import re
import statistics
import sys

FOLDERS = ("include", "src", "transforms", "sim", "ui", "plugin", "tests")
SPDX = "/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */"
COLUMNS, FILE_LINES, FUNCTION_LINES = 100, 500, 80
# A member of an own enum: in capitals, and not of LLVM, jansson or curses.
OWN_CASE = re.compile(r"\s*case (?!(CVG_)?LLVM|JSON_|KEY_)[A-Z][A-Z0-9_]*:")


def sources(top):
    for folder in FOLDERS:
        for path, _, files in os.walk(os.path.join(top, folder)):
            for name in files:
                if name.endswith((".c", ".h", ".def")):
                    yield os.path.join(path, name)


def functions(lines):
    """(first line, length, is a flat switch) of every function body."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            body = lines[start:number]
            cases = sum(bool(re.match(r"\tcase ", b)) for b in body)
            yield start, number - start + 1, cases >= 8
            start = None


def open_switches(lines):
    """The line of every switch over an own enum that hides missing cases."""
    for start, line in enumerate(lines):
        switch = re.match(r"(\s*)switch \((.*)", line)
        if not switch:
            continue
        indent = switch.group(1)
        end = next(n for n in range(start + 1, len(lines))
                   if re.match(indent + r"}\s*\\?$", lines[n]))
        labels = [line for line in lines[start:end]
                  if re.match(indent + r"\S", line)]
        hides = (switch.group(2).startswith("(int)") or
                 any(line.lstrip().startswith("default:") for line in labels))
        # A view takes some actions and leaves the rest: see ui/view.h.
        some = switch.group(2).startswith("cvg_action_number(")
        if hides and not some and any(OWN_CASE.match(l) for l in labels):
            yield start + 1


def faults(path, lines, lengths):
    if not lines or lines[0] != SPDX:
        yield 1, "the first line is not the SPDX line"
    if len(lines) < 2 or not lines[1].startswith("/*"):
        yield 2, "no banner comment"
    if len(lines) > FILE_LINES:
        yield len(lines), "more than %d lines" % FILE_LINES
    for number, line in enumerate(lines, 1):
        if len(line.expandtabs(8)) > COLUMNS:
            yield number, "more than %d columns" % COLUMNS
        if line != line.rstrip():
            yield number, "blanks at the end"
    for number in open_switches(lines):
        yield number, "a switch over an own enum may not hide cases"
    for number, length, flat in functions(lines):
        lengths.append((length, path, number))
        if length > FUNCTION_LINES and not flat:
            yield number, "a function of %d lines" % length


def main():
    top = sys.argv[1] if len(sys.argv) > 1 else "."
    lengths, count = [], 0
    for path in sorted(sources(top)):
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        for number, fault in faults(path, lines, lengths):
            print("%s:%d: %s" % (os.path.relpath(path, top), number, fault))
            count += 1
    if lengths:
        longest, path, number = max(lengths)
        print("%d functions, median %d lines, longest %d (%s:%d); %d faults" % (
            len(lengths), statistics.median(n for n, _, _ in lengths),
            longest, os.path.relpath(path, top), number, count))
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
