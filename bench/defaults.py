#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor time of `darm @*` at the default settings, whole processes, beside
opt -O3 on the same module: for every sample, and for the modules that are named.

The goal is at most 5 times opt, or half a second: opt takes 20 ms for a tiny
kernel, and a measurement costs what it costs. Modules that take more than 5 times
as long are listed, the longest first, and counted by target.
Environment: RECONVERGE, OPT, SAMPLES. Arguments: modules.
"""
import glob
import os
import resource
import subprocess
import sys
import tempfile

OURS = os.environ.get('RECONVERGE') or 'reconverge'
OPT = os.environ.get('OPT') or 'opt'
SAMPLES = os.environ.get('SAMPLES') or 'samples'
TIMES, SECONDS = 5, 0.5
TARGETS = ('amdgcn', 'nvptx64')  # as the path of a module names them


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def tell(target, rows):
    long = [ours for ours, ratio, _ in rows if ratio > TIMES]
    over = sum(ours > SECONDS for ours in long)
    print(f'{target}, {len(rows)} modules: {len(long)} above {TIMES} x opt -O3, of which {over} '
          f'above {SECONDS} s (goal: 0)')


def main(modules):
    rows = []
    for module in sorted(glob.glob(os.path.join(SAMPLES, '*.ll'))) + modules:
        ours = seconds([OURS, '-q', '-b', '-e', 'darm @*', module])
        theirs = seconds([OPT, '-passes=default<O3>', '-disable-output', module])
        rows.append((ours, ours / theirs, module))
    long = sorted((row for row in rows if row[1] > TIMES), reverse=True)
    for ours, ratio, module in long:
        print(f'  {ours:6.2f} s, {ratio:5.1f} x opt -O3  {os.path.basename(module)}')
    for target in TARGETS:
        tell(target, [row for row in rows if target in row[2]])


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        main(sys.argv[1:])
