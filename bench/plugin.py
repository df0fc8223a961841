#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pass plugin adds to the work of clang: instructions that valgrind
counts, which are the same whatever else the machine does.

Each sample is compiled from its source to assembly at -O2, without the plugin
and with it. `total` is of all samples together, and `mean` is the geometric mean.
The goal is 5 %. The samples above it are marked.
Environment: CLANG, PLUGIN, SAMPLES, RECONVERGE_OPTIONS. Arguments: names of
samples, and targets.
"""
import glob
import math
import os
import re
import subprocess
import sys
import tempfile

CLANG = os.environ.get('CLANG') or 'clang'
PLUGIN = os.environ.get('PLUGIN') or './reconverge-plugin.so'
SAMPLES = os.environ.get('SAMPLES') or 'samples'
GOAL = 1.05
TARGETS = {
    'amdgcn': ['-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx906'],
    'nvptx64': ['-target', 'nvptx64-nvidia-cuda', '-march=sm_75'],
}


def instructions(command):
    count = ['valgrind', '--tool=cachegrind', '--cache-sim=no', '--trace-children=no',
             '--cachegrind-out-file=/dev/null']
    done = subprocess.run(count + command, capture_output=True, text=True, check=True)
    return int(re.search(r'I +refs: +([\d,]+)', done.stderr)[1].replace(',', ''))


def measure(source, target, folder):
    command = [CLANG, *TARGETS[target], '-nogpulib', '-x', 'cl', '-cl-std=CL1.2', '-O2', '-w',
               '-S', source, '-o', os.path.join(folder, 'out.s')]
    return instructions(command), instructions([*command, '-fpass-plugin=' + PLUGIN])


def main(arguments):
    targets = [word for word in arguments if word in TARGETS] or list(TARGETS)
    names = [word for word in arguments if word not in TARGETS] or sorted(
        os.path.basename(path)[:-3] for path in glob.glob(os.path.join(SAMPLES, '*.cl')))
    with tempfile.TemporaryDirectory() as folder:
        for target in targets:
            plain, added = [], []
            for name in names:
                without, with_it = measure(os.path.join(SAMPLES, name + '.cl'), target, folder)
                plain.append(without)
                added.append(with_it)
                ratio = with_it / without
                print(f'  {name:20} {target:8} {without / 1e6:8.0f} million  '
                      f'{100 * ratio - 100:+6.1f} %{"  *" * (ratio > GOAL)}', flush=True)
            mean = math.exp(sum(math.log(a / p) for a, p in zip(added, plain)) / len(plain))
            print(f'{target}: total {100 * sum(added) / sum(plain) - 100:+.1f} %, '
                  f'mean {100 * mean - 100:+.1f} % (goal: 5 %)')


if __name__ == '__main__':
    main(sys.argv[1:])
