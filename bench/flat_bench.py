#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FLAT's benchmark (section V, figure 7), simulated: performance of
samples/flat_bench.cl before and after `flatten`, for k = 0 to 31 threads of 32
without work and four ratios of the loops' work.

Performance is useful rounds by simulated cycles, in per cent of the original's
at k = 0. The original's cycles do not depend on k, which is checked at both
ends. Formula (1) should say on which side of 1 the speedup is; cells where it
does not are listed. It supposes that A's part runs with every round of B, but
where inner loops are long, the first table, few rounds have one, so that
flattening pays earlier; and it leaves out what flattening adds to each round,
so that just where it should begin to pay, with short inner loops, it does not
yet. At k = 31 a longer run is tried, as the paper's, so that threads get equal
shares of the work. The picture goes to $builddir/flat_bench.svg.
Environment: RECONVERGE, SAMPLES, builddir.
"""
import array
import concurrent.futures
import json
import os
import subprocess
import tempfile

RATIOS = ('10_1', '1_1', '1_10', '1_100')
KS = range(32)
WARPS = {'nvptx64': 32, 'amdgcn': 64}
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
        idle = self.k * WARPS[self.target] // 32
        words = [OURS, '-b', '--json', '-f', f'flat_bench_{self.ratio}',
                 os.path.join(SAMPLES, f'flat_bench.{self.target}.ll')]
        for command in [f'set steps=1e15 idle-lanes={idle}', launch] + acts:
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
    (plan, _, simulated, _), useful = case.run(
        ['candidates', 'flatten L0', 'simulate', 'dump useful FILE'], folder)
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


def performance(before, cycles, useful):
    return 100 * (useful / cycles) / (before[1] / before[0])


def show(table, target, size):
    print(f'  {target}, {size[0]} rounds of A, {size[1]} of B: performance in % of the '
          f'original at k = 0, and speedup')
    print('       original' + ''.join(f'{r.replace("_", "/"):>16}' for r in RATIOS))
    wrong, cells = [], 0
    for i, (k, *_) in enumerate(table[RATIOS[0]][1]):
        before = table[RATIOS[0]][0]
        line = f'  k={k:2}  {performance(before, before[0], table[RATIOS[0]][1][i][2]):5.1f} '
        for ratio in RATIOS:
            before, rows = table[ratio]
            _, cycles, useful, nest = rows[i]
            speedup = before[0] / cycles
            right = nest['pays'] == (speedup > 1)
            line += (f'{performance(before, cycles, useful):8.1f} {speedup:5.2f}x'
                     f'{" " if right else "*"}')
            cells += 1
            if not right:
                wrong.append((ratio, k, nest, speedup))
        print(line, flush=True)
    print(f'  formula (1) k/32 > Ta/(Ta+Tb) says the side of 1 in {cells - len(wrong)} of '
          f'{cells} cells; not in those with a *:')
    tell_wrong(wrong)


def tell_wrong(wrong):
    for ratio in RATIOS:
        those = [w for w in wrong if w[0] == ratio]
        if not those:
            continue
        ta, tb = those[0][2]['ta'], those[0][2]['tb']
        cells = ', '.join(f'{w[1]}: {w[3]:.2f}x' for w in those)
        print(f'    {ratio.replace("_", "/")}: it says faster from k = '
              f'{int(32 * ta / (ta + tb)) + 1} on (Ta {ta:.0f}, Tb {tb:.0f}); {cells}')


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
        print(f'  {ratio.replace("_", "/")} {speedup:.1f}x', end='', flush=True)
    print(f'   goal {GOAL}x{"" if best >= GOAL else "  BELOW"}')


# ---- the picture ----------------------------------------------------------

WIDTH, HEIGHT, LEFT, TOP = 640, 400, 50, 20
COLOURS = ('#b33', '#c80', '#283', '#239')


def point(k, percent):
    return f'{LEFT + k * 17:.1f},{TOP + (110 - percent) * 3:.1f}'


def svg(table):
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>']
    for percent in range(0, 101, 20):
        x, y = point(0, percent).split(',')
        out.append(f'<path d="M{x},{y} H{LEFT + 31 * 17}" stroke="#ccc"/>'
                   f'<text x="{LEFT - 8}" y="{y}" text-anchor="end">{percent} %</text>')
    for k in range(0, 32, 4):
        x = LEFT + k * 17
        out.append(f'<text x="{x}" y="{TOP + 350}" text-anchor="middle">{k}</text>')
    before, rows = table[RATIOS[0]]
    lines = [('original', '#000', [(r[0], performance(before, before[0], r[2])) for r in rows])]
    for ratio, colour in zip(RATIOS, COLOURS):
        before, rows = table[ratio]
        lines.append((ratio.replace('_', '/'), colour,
                      [(r[0], performance(before, r[1], r[2])) for r in rows]))
    for i, (name, colour, points) in enumerate(lines):
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="'
                   + ' '.join(point(*p) for p in points) + '"/>')
        out.append(f'<text x="{LEFT + 545}" y="{TOP + 40 + 16 * i}" fill="{colour}">{name}'
                   '</text>')
    out.append(f'<text x="{LEFT + 260}" y="{TOP + 370}" text-anchor="middle">k: threads of 32 '
               'without work</text></svg>')
    return '\n'.join(out) + '\n'


def main():
    print('flatten on the two-level work queue, simulated')
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        os.environ['XDG_STATE_HOME'] = folder
        table = measured(pool, 'nvptx64', TABLE, folder)
        show(table, 'nvptx64', TABLE)
        path = os.path.join(BUILD, 'flat_bench.svg')
        with open(path, 'w') as picture:
            picture.write(svg(table))
        print(f'  as a picture: {path}')
        show(measured(pool, 'nvptx64', SHORT, folder), 'nvptx64', SHORT)
        show(measured(pool, 'amdgcn', SHORT, folder), 'amdgcn', SHORT)
        show_long(pool, folder)


if __name__ == '__main__':
    main()
