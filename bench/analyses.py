#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time of our analyses and of LLVM's on the same kernels: medians, and the ratio
ours / LLVM's. A ratio below 1 means that ours is faster.

Each analysis is timed inside the process, after the analyses that it needs have
been computed. The time of regions includes the dominance frontiers, which only
they use.
Environment: srcdir, builddir. Arguments: sizes in blocks.
"""
import os
import subprocess
import sys
import tempfile

KINDS = ('structured', 'irregular', 'nested', 'irreducible')
SIZES = (1000, 4000, 13000, 40000, 100000)
WHAT = ('dominators', 'post-dominators', 'cycles', 'loops', 'uniformity', 'regions')


def times(program, path, runs):
    out = subprocess.run([program, path, str(runs)], check=True, capture_output=True,
                         text=True).stdout
    return {name: int(ns) for name, ns in map(str.split, out.splitlines())}


def line(kind, size, ours, theirs):
    cells = [f'{ours[w] / 1e6:8.2f} /{theirs[w] / 1e6:8.2f} {ours[w] / theirs[w]:5.2f}'
             for w in WHAT]
    total = sum(ours[w] for w in WHAT), sum(theirs[w] for w in WHAT)
    cells.append(f'{total[0] / 1e6:8.2f} /{total[1] / 1e6:8.2f} {total[0] / total[1]:5.2f}')
    return f'{kind:12} {size:7} ' + ' '.join(cells)


def main(argv):
    src = os.environ.get('srcdir', '.')
    build = os.environ.get('builddir', '.')
    sizes = [int(a) for a in argv[1:]] or SIZES
    print('analyses: milliseconds, ours / LLVM, and the ratio')
    print(f'{"kernel":12} {"blocks":>7} ' +
          ' '.join(f'{w:>24}' for w in WHAT + ('all',)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'kernel.ll')
        for kind in KINDS:
            for size in sizes:
                with open(path, 'w') as out:
                    subprocess.run([sys.executable, os.path.join(src, 'bench', 'kernels.py'),
                                    kind, str(size)], check=True, stdout=out)
                runs = 31 if size <= 4000 else 7 if size <= 40000 else 3
                ours = times(os.path.join(build, 'bench', 'analyses'), path, runs)
                theirs = times(os.path.join(build, 'bench', 'llvm_analyses'), path, runs)
                print(line(kind, size, ours, theirs), flush=True)


if __name__ == '__main__':
    main(sys.argv)
