#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FLAT's benchmark (section V, figure 7), simulated: performance of
samples/flat_bench.cl before and after `flatten`, for k = 0 to 31 threads of 32
without work and four ratios of the loops' work.

Performance is the number of useful rounds divided by simulated cycles, in per
cent of the original's at k = 0. The cycles of the original do not depend on k,
which is checked for the first and the last k.

The speedup that `candidates` predicts after `profile` should be above 1 exactly
where flattening is faster; cells where it is not are listed. Formula (1), from
which the prediction is made, is wrong in the cells with a *, for two reasons. It
assumes that the outer loop's part runs with every round of the inner loop. Where
inner loops are long (the first table), few rounds run it, and flattening pays
earlier. It also neglects the cycles that flattening adds to each round. Where
inner loops are short, flattening therefore begins to pay later.

At k = 31 a longer run is made, as in the paper, so that all threads get equal
shares of the work. The picture is written to $builddir/flat_bench.svg.
Environment: RECONVERGE, SAMPLES, builddir.
"""
import array
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import plot    # noqa: E402

RATIOS = ('10_1', '1_1', '1_10', '1_100')
KS = range(32)
TABLE = (512, 256)    # rounds of A, of B
SHORT = (512, 16)
PAPER = (3000, 512)
GOAL = 24

OURS = os.environ.get('RECONVERGE') or 'reconverge'
SAMPLES = os.environ.get('SAMPLES') or 'samples'
BUILD = os.environ.get('builddir') or '.'


class Case:
    def __init__(self, target, ratio, k, size):
        self.target, self.ratio, self.k = target, ratio, k
        self.outer, self.inner = size

    def run(self, acts, folder):
        """The answers to `acts` on this launch, and the useful rounds of each
        `dump`."""
        dumped = os.path.join(folder, '-'.join(
            map(str, (self.target, self.ratio, self.k, self.inner, len(acts)))))
        launch = (f'launch grid=1 block=64 state=f32[64]:random(0,1) useful=u32[64]:zero '
                  f'k={self.k} outer={self.outer} inner={self.inner}')
        words = [OURS, '-b', '--json', '-f', f'flat_bench_{self.ratio}',
                 os.path.join(SAMPLES, f'flat_bench.{self.target}.ll')]
        for command in ['set operations=1e15', launch] + acts:
            words += ['-e', command.replace('FILE', dumped)]
        out = subprocess.run(words, check=True, stdout=subprocess.PIPE,
                             universal_newlines=True).stdout
        with open(dumped, 'rb') as useful:
            return list(map(json.loads, out.splitlines()))[2:], sum(
                array.array('I', useful.read()))


def original(case, folder):
    (simulated, _), useful = case.run(['simulate', 'dump useful FILE'], folder)
    return simulated['cycles'], useful


def flattened(case, folder):
    """Cycles, useful rounds, and the nest's row of `candidates`: formula (1)."""
    (_, plan, _, simulated, _), useful = case.run(
        ['profile', 'candidates', 'flatten L0', 'simulate', 'dump useful FILE'], folder)
    return simulated['cycles'], useful, plan['nests'][0]


def measured(pool, target, size, folder, ks=KS):
    """{ratio: (before, [(k, after, useful, nest)])}; `before` is cycles and
    useful rounds at k = 0."""
    after = {r: [pool.submit(flattened, Case(target, r, k, size), folder) for k in ks]
             for r in reversed(RATIOS)}
    before = {r: [pool.submit(original, Case(target, r, k, size), folder) for k in (0, 31)]
              for r in reversed(RATIOS)}
    table = {}
    for ratio in RATIOS:
        low, high = (f.result() for f in before[ratio])
        if low[0] != high[0]:
            raise RuntimeError(f'{ratio}: the original takes {low[0]} cycles at k = 0, '
                               f'{high[0]} at k = 31')
        rows = [(k,) + f.result() for k, f in zip(ks, after[ratio])]
        if rows[0][2] != low[1] or rows[-1][2] != high[1]:
            raise RuntimeError(f'{ratio}: other rounds were useful after flattening')
        table[ratio] = (low, rows)
    return table


def name(ratio):
    return ratio.replace('_', '/')


def performance(before, cycles, useful):
    return 100 * (useful / cycles) / (before[1] / before[0])


def show(table, target, size):
    print(f'  {target}, {size[0]} rounds of A, {size[1]} of B: performance in % of the '
          f'original at k = 0, and speedup')
    print('       original' + ''.join(f'{name(r):>16}' for r in RATIOS))
    cells = []
    for i, (k, *_) in enumerate(table[RATIOS[0]][1]):
        before = table[RATIOS[0]][0]
        line = f'  k={k:2}  {performance(before, before[0], table[RATIOS[0]][1][i][2]):5.1f} '
        for ratio in RATIOS:
            before, rows = table[ratio]
            _, cycles, useful, nest = rows[i]
            speedup = before[0] / cycles
            right = nest['above'] == (speedup > 1)
            line += (f'{performance(before, cycles, useful):8.1f} {speedup:5.2f}x'
                     f'{" " if right else "*"}')
            cells.append((ratio, k, nest, speedup))
        print(line, flush=True)
    tell(cells)
    return cells


def tell(cells):
    off = [abs(nest['speedup'] / speedup - 1) for _, _, nest, speedup in cells]
    side = [c for c in cells if c[2]['pays'] == (c[3] > 1)]
    print(f'  told before, by the profile: the side of 1 in {len(side)} of {len(cells)} cells; '
          f'the speedup within {100 * max(off):.1f} %, {100 * sum(off) / len(off):.2f} % on average')
    for ratio, k, nest, speedup in cells:
        if nest['pays'] != (speedup > 1):
            print(f'    not in {name(ratio)}, k = {k}: {nest["speedup"]:.3f}x told, '
                  f'{speedup:.3f}x came')
    wrong = [c for c in cells if c[2]['above'] != (c[3] > 1)]
    print(f'  formula (1) alone, n/N > Ta/(Ta+Tb): in {len(cells) - len(wrong)}; '
          f'not in those with a *')
    for ratio in RATIOS:
        those = [w for w in wrong if w[0] == ratio]
        if not those:
            continue
        ta, tb, to = (those[0][2][key] for key in ('ta', 'tb', 'to'))
        print(f'    {name(ratio)}: it says faster from n/N = {ta / (ta + tb):.2f} on '
              f'(Ta {ta:.0f}, Tb {tb:.0f}; left out: To {to:.0f}); '
              + ', '.join(f'{w[1]}: {w[3]:.2f}x' for w in those))


def show_long(pool, folder):
    ends = {r: (pool.submit(original, Case('nvptx64', r, 31, PAPER), folder),
                pool.submit(flattened, Case('nvptx64', r, 31, PAPER), folder))
            for r in reversed(RATIOS)}
    print(f'  nvptx64, {PAPER[0]} rounds of A, {PAPER[1]} of B, k = 31: speedup', end='')
    best = 0
    for ratio in RATIOS:
        before, after = (f.result() for f in ends[ratio])
        speedup = before[0] / after[0]
        best = max(best, speedup)
        print(f'  {name(ratio)} {speedup:.1f}x', end='', flush=True)
    print(f'   goal {GOAL}x{"" if best >= GOAL else "  BELOW"}')


# ---- the picture ----------------------------------------------------------

def picture(path, table, told):
    """The paper's figure 7, and what was told before beside what came."""
    left = plot.Panel('k: threads of 32 without work', 'performance, % of the original at k = 0',
                      (0, 31), (0, 105), 'after flattening, by the loops\' work A/B', xstep=4)
    before, rows = table[RATIOS[0]]
    left.line('original', [(r[0], performance(before, before[0], r[2])) for r in rows], 5)
    right = plot.Panel('speedup told by a profile of the nested loops', 'simulated speedup',
                       (0.1, 50), (0.1, 50), 'told before, and what came', log=True, width=380)
    right.guide((0.1, 0.1), (50, 50))
    right.guide((1, 0.1), (1, 50))
    right.guide((0.1, 1), (50, 1))
    for ratio in RATIOS:
        before, rows = table[ratio]
        left.line(name(ratio), [(r[0], performance(before, r[1], r[2])) for r in rows], 5)
    for name_, cells in told.items():
        right.dots(name_, [(nest['speedup'], speedup, f'{ratio}, k = {k}')
                           for ratio, k, nest, speedup in cells], hollow=True)
    plot.write(path, 'Flattening the two-level work queue, simulated', [left, right])


def main():
    print('flatten on the two-level work queue, simulated')
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        os.environ['XDG_STATE_HOME'] = folder
        told, tables = {}, []
        for target in 'nvptx64', 'amdgcn':
            for size in TABLE, SHORT:
                tables.append(measured(pool, target, size, folder))
                told[f'{target}, {size[1]} rounds of B'] = show(tables[-1], target, size)
        path = os.path.join(BUILD, 'flat_bench.svg')
        picture(path, tables[0], told)
        print(f'  as a picture: {path}')
        show_long(pool, folder)


if __name__ == '__main__':
    main()
