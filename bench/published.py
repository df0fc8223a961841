#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost models against measurements on a GPU: the speed-ups of DARM and of branch
fusion that the authors of DARM measured on a Vega 20 (gfx906), medians of the raw
numbers that their artifact has (C. Saumya, K. Sundararajah, M. Kulkarni, CGO 2022).

Each sample runs on its large launch, which has the block size of the measurement,
before and after `darm`, with mode=darm and mode=branch-fusion. Four numbers stand for
its time: cycles of all warps by the cost table, by the scoreboard, by the machine's
code, and the cycles of the launch, with issue, memory, shared memory and latency. For
each of the four: the rank correlation (Spearman) of its speed-ups with the measured
ones, and the mean difference. The samples are written after the authors' kernels, and
`darm` here is not their pass: a part of the difference is not of the model.
Environment: RECONVERGE, SAMPLES.
"""
import json
import os
import subprocess
import sys
import tempfile

MEASURED = (  # sample, block size, speed-up of DARM, of branch fusion
    ('bitonic_sort', '256', 1.238, 1.000),
    ('pcm', '32', 1.374, 1.262),
    ('mergesort', '64', 1.180, 1.182),
    ('lud_perimeter', '16', 1.157, 1.154),
    ('nqueens', '64', 1.190, 1.000),
    ('srad', '16x16', 0.972, 1.223),
    ('dct_quant', '8x8', 1.000, 1.001),
)
MODES = ('darm', 'branch-fusion')
MODELS = (('table', 'warp_cycles'), ('scoreboard', 'scoreboard_cycles'),
          ('machine', 'machine_cycles'), ('launch', 'launch_cycles'))

OURS = os.environ.get('RECONVERGE') or 'reconverge'
SAMPLES = os.environ.get('SAMPLES') or 'samples'


def launch_of(sample):
    large = os.path.join(SAMPLES, sample + '.large.launch.json')
    return large if os.path.exists(large) else os.path.join(SAMPLES, sample + '.launch.json')


def speedups(sample, mode):
    """Of one step, by each model."""
    words = [OURS, '-b', '--json', os.path.join(SAMPLES, sample + '.amdgcn.ll')]
    for command in ('function ' + sample, 'launch ' + launch_of(sample),
                    'set prices=machine timing=scoreboard decide=static mode=' + mode, 'darm', 'metrics P0',
                    'metrics'):
        words += ['-e', command]
    done = subprocess.run(words, stdout=subprocess.PIPE, universal_newlines=True)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in said:
        if 'error' in answer:
            sys.exit('%s: %s' % (sample, answer['error']['message']))
    before, after = said[-2]['metrics'][0], said[-1]['metrics'][0]
    return [before[key] / after[key] for _, key in MODELS]


def ranks(values):
    """Their ranks from 1 on; equal values share the mean of theirs."""
    return [sum(y < x for y in values) + (1 + sum(y == x for y in values)) / 2 for x in values]


def correlation(xs, ys):
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    products = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
    squares = sum((x - mean_x) ** 2 for x in xs) * sum((y - mean_y) ** 2 for y in ys)
    return products / squares ** 0.5 if squares else 0


def main():
    print('speed-ups of darm on gfx906: measured on a Vega 20, and by each model')
    print('  %-14s %-6s %-14s %9s' % ('', 'block', 'mode', 'measured') +
          ''.join('%12s' % name for name, _ in MODELS))
    measured, told = [], []
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        for sample, block, *gpu in MEASURED:
            for mode, real in zip(MODES, gpu):
                ours = speedups(sample, mode)
                measured.append(real)
                told.append(ours)
                print('  %-14s %-6s %-14s %9.3f' % (sample, block, mode, real) +
                      ''.join('%12.3f' % x for x in ours), flush=True)
    columns = list(zip(*told))
    print('  %-46s' % 'rank correlation' +
          ''.join('%12.2f' % correlation(ranks(measured), ranks(column)) for column in columns))
    print('  %-46s' % 'mean difference' + ''.join(
        '%12.3f' % (sum(abs(x - y) for x, y in zip(measured, column)) / len(measured))
        for column in columns))


if __name__ == '__main__':
    main()
