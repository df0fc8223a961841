#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What regrouping threads gains, and how well metrics predict it: the question of
Liang, Satria, Rupnow and Chen (IEEE TCAD 35(7), 2016), figures 7 to 10 and
table V, on kernels of the kinds that they used (regroup.cl).

For each kernel and algorithm the table shows the gains that four metrics predict
and the gain in simulated cycles by the scoreboard, including the lines of memory,
with thread blocks assigned to the multiprocessor that is free next. The data is
moved (layout), or the threads are redirected if the data is not ordered by
thread. The kernel must leave the same memory. A second table regroups by the vectors
that a model predicts (section VI-B), on other data than it was trained on. The error is the difference between
the predicted and the simulated time, both as shares of the time before.

Goals: a mean error of BBV-weighted-scheduled under 6.2 % on the compute-bound
kernels, and a mean speedup of greedy-max there of 2.2. The picture goes to
$builddir/regroup.svg. Environment: CLANG, RECONVERGE, SAMPLES, srcdir,
builddir.
"""
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import plot    # noqa: E402

SRC = os.environ.get('srcdir', '.')
SAMPLES = os.environ.get('SAMPLES') or os.path.join(SRC, 'samples')
OURS = os.environ.get('RECONVERGE') or 'reconverge'
TRIPLES = {'amdgcn': 'amdgcn-amd-amdhsa', 'nvptx64': 'nvptx64-nvidia-cuda'}
ALGORITHMS = 'sorting', 'greedy', 'greedy-max'
BLOCKS, BLOCK = 120, 64
THREADS = BLOCKS * BLOCK
SMS = 15  # of the paper's GTX480
ERROR_GOAL, SPEEDUP_GOAL = 6.2, 2.2

ANY = 'u32:random'
# kernel, compute-bound, how its threads change places, its arguments; a name in
# capitals is data of this file's own
KERNELS = (
    ('marching_cubes', True, 'layout', {'corners': 'VOLUME', 'area': 'f32:zero'}),
    ('smith_waterman', True, 'layout', {'length': 'LENGTHS', 'from': ANY, 'best': 'i32:zero'}),
    ('needleman_wunsch', True, 'layout', {'rows': 'LENGTHS', 'columns': 'READS', 'from': ANY,
                                          'score': 'i32:zero'}),
    ('sound_localization', True, 'layout', {'angles': 'ANGLES', 'delay': 'f32:random',
                                            'found': 'f32:zero'}),
    ('stereo_matching', True, 'layout', {'range': 'u32:random(4,64)', 'texture': ANY,
                                         'disparity': 'u32:zero'}),
    ('suffix_walk', False, 'layout', {'depth': 'u32:random(1,32)', 'query': ANY,
                                      'next': 'u32[65536]:random(0,65536)', 'end': 'u32:zero'}),
    ('read_correction', False, 'redirect', {'kmers': 'u32:random(8,16)',
                                            'table': 'u32[65536]:random', 'weak': 'u32:zero'}),
)


def volume(rng):
    """A gyroid in 24 x 16 x 20 voxels: which of each one's corners are inside."""
    def inside(x, y, z):
        x, y, z = x * 0.45, y * 0.45, z * 0.45
        return (math.sin(x) * math.cos(y) + math.sin(y) * math.cos(z)
                + math.sin(z) * math.cos(x) > 0.9)

    for z in range(20):
        for y in range(16):
            for x in range(24):
                yield sum(inside(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2)) << c
                          for c in range(8))


def lengths(rng, typical, spread, least, most):
    """Lengths distributed like those of proteins: most short, some long (log-normal)."""
    for _ in range(THREADS):
        yield max(least, min(most, int(rng.lognormvariate(math.log(typical), spread))))


DATA = {
    'VOLUME': volume,
    'LENGTHS': lambda rng: lengths(rng, 16, 0.6, 2, 120),
    'READS': lambda rng: lengths(rng, 12, 0.3, 4, 32),
    'ANGLES': lambda rng: lengths(rng, 24, 0.7, 1, 360),
}
METRICS = (('divergent_warps', 'warps'), ('divergent_branches', 'branches'),
           ('bbv_weighted', 'BBV-w'), ('bbv_weighted_scheduled', 'BBV-w-s'))


def compile_for(target, folder):
    """As IR; functions that clang keeps apart for no reason may be inlined."""
    module = os.path.join(folder, f'regroup.{target}.ll')
    subprocess.run([os.environ['CLANG'], '-target', TRIPLES[target], '-I', SAMPLES, '-x', 'cl',
                    '-cl-std=CL1.2', '-cl-no-stdinc', '-nogpulib', '-O2',
                    '-fno-discard-value-names', '-emit-llvm', '-S', '-o', module,
                    os.path.join(SRC, 'bench', 'regroup.cl')], check=True)
    with open(module) as text:
        ir = text.read()
    with open(module, 'w') as out:
        out.write(re.sub(r'\bnoinline\b', '', ir))
    return module


def make_data(folder, seed=1):
    for name, make in DATA.items():
        with open(os.path.join(folder, name), 'wb') as out:
            out.write(struct.pack(f'<{THREADS}I', *make(random.Random(seed))))


def words_of(args, folder):
    for name, what in args.items():
        if what in DATA:
            yield f'{name}=u32[{THREADS}]:file({folder}/{what})'
            continue
        kind, generator = what.split(':')
        yield f'{name}={kind if "[" in kind else f"{kind}[{THREADS}]"}:{generator}'


def regrouped(module, kernel, args, algorithm, how, folder, seed=1, model=None):
    """The answer to `regroup`, or what went wrong. By the vectors that a model
    predicts if the model is in a file."""
    launch = ' '.join(words_of(args, folder))
    data = f' data={",".join(n for n, k in args.items() if "[" not in k)}' * (how == 'layout')
    source = f' from={model}' * (model is not None)
    done = subprocess.run(
        [OURS, '-b', '--json', module, '-e', f'function {kernel}',
         '-e', "pass 'cgscc(inline)'",
         '-e', f'set timing=scoreboard sms={SMS}',
         '-e', f'launch grid={BLOCKS} block={BLOCK} seed={seed} {launch}']
        + (['-e', f'model {model}'] if model and seed == 1 else
           ['-e', f'regroup algorithm={algorithm} by={how} force=yes{source}{data}'])
        + (['-e', 'check P0 seeds=1'] if how == 'redirect' and seed == 1 and not model else []),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return None, (done.stderr or 'the result differs').strip().splitlines()[0]
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        if answer['command'].startswith(('regroup', 'model')):
            return answer, None
    return None, 'no answer'


def gain(pair):
    """The saved share of the time before, in per cent."""
    return 100 * (1 - pair[1] / pair[0]) if pair[0] else 0.0


def mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers)


def table(target, module, folder):
    """Rows (kernel, compute-bound, algorithm, way, gains by metric, simulated gain,
    speedup)."""
    rows = []
    print(f'{target}: share of the time that is saved, as predicted and as simulated, in percent')
    print(f'  {"":19} {"":10} ' + ' '.join(f'{name:>8}' for _, name in METRICS)
          + f' {"simulated":>10} {"error":>6} {"speedup":>8} {"lines":>7}')
    for kernel, compute, way, args in KERNELS:
        for algorithm in ALGORITHMS:
            r, wrong = regrouped(module, kernel, args, algorithm, way, folder)
            if wrong:
                print(f'  {kernel:19} {algorithm:10} {wrong}')
                continue
            gains = {m: gain(r[m]) for m, _ in METRICS}
            real = gain(r['makespan'])
            speedup = r['makespan'][0] / r['makespan'][1]
            rows.append((kernel, compute, algorithm, gains, real, speedup))
            print(f'  {kernel:19} {algorithm:10} '
                  + ' '.join(f'{gains[m]:8.1f}' for m, _ in METRICS)
                  + f' {real:10.1f} {abs(gains["bbv_weighted_scheduled"] - real):6.1f}'
                  f' {speedup:8.2f} {r["transactions"][1] / max(1, r["transactions"][0]):7.2f}'
                  f'  {way}')
    return rows


TRAINED, TESTED = 1, (2, 3, 4)  # seeds of data


def foretold(target, module, folder):
    """Section VI-B: a model fitted to one thread block of one launch predicts the
    vectors of others. What is lost against their true vectors, by the scoreboard."""
    print(f'{target}: greedy-max by vectors predicted for other data than the model was trained '
          'on\n  ' + ' ' * 19 + ' seed  mean square error  speedup predicted  true  pays')
    shares = []
    for kernel, _, way, args in KERNELS:
        model = os.path.join(folder, f'{kernel}.json')
        for seed in (TRAINED, *TESTED):
            data = os.path.join(folder, str(seed))
            if not os.path.isdir(data):
                os.mkdir(data)
                make_data(data, seed)
            r, wrong = regrouped(module, kernel, args, 'greedy-max', way, data, seed, model)
            if wrong:
                print(f'  {kernel:19} {seed:4}  {wrong}')
                break
            if seed == TRAINED:
                continue
            predicted, true = r['speedup_scoreboard_cycles']
            shares.append(predicted / true)
            print(f'  {kernel:19} {seed:4}  {r["mean_square_error"]:17.4g}  {predicted:17.2f}'
                  f'  {true:4.2f}  {"yes" if r["pays"] else "no"}')
    if shares:
        print(f'  with predicted vectors: {100 * mean(shares):.1f} % of the speedup with true ones, '
              f'at least {100 * min(shares):.1f} %')


def verdict(rows):
    for compute, name in ((True, 'compute-bound'), (False, 'memory-bound')):
        mine = [r for r in rows if r[1] == compute]
        if not mine:
            continue
        errors = {m: mean(abs(r[3][m] - r[4]) for r in mine) for m, _ in METRICS}
        speedups = {a: mean(r[5] for r in mine if r[2] == a) for a in ALGORITHMS}
        print(f'  {name}: mean error '
              + ', '.join(f'{short} {errors[m]:.1f}' for m, short in METRICS)
              + '; mean speedup ' + ', '.join(f'{a} {s:.2f}' for a, s in speedups.items()))
        if compute:
            error = errors['bbv_weighted_scheduled']
            speedup = speedups['greedy-max']
            print(f'  goals: error {error:.1f} < {ERROR_GOAL}: '
                  f'{"yes" if error < ERROR_GOAL else "NO"}; '
                  f'greedy-max {speedup:.2f} >= {SPEEDUP_GOAL}: '
                  f'{"yes" if speedup >= SPEEDUP_GOAL else "NO"}')


SHOWN = (('bbv_weighted_scheduled', 'BBV-weighted-scheduled'), ('bbv_weighted', 'BBV-weighted'),
         ('divergent_branches', 'divergent branches'), ('divergent_warps', 'divergent warps'))


def draw(path, rows_of):
    """Predicted against simulated savings: a point a kernel and algorithm. On
    the line in the middle the prediction is right; what lies beyond is drawn at
    the edge."""
    panels = []
    for compute, title in ((True, 'compute-bound kernels'), (False, 'memory-bound kernels')):
        panel = plot.Panel('saved, as predicted, % of the time before', 'saved, as simulated, %',
                           (-20, 100), (-20, 100), title, width=400, height=380)
        panel.guide((-20, -20), (100, 100))
        for metric, name in SHOWN:
            panel.dots(name, [(gains[metric], real, f'{target} {kernel} {algorithm}')
                              for target, rows in rows_of.items()
                              for kernel, bound, algorithm, gains, real, _ in rows
                              if bound == compute], hollow=metric != SHOWN[0][0])
        panels.append(panel)
    panels[0].key = []  # both have the same
    plot.write(path, 'Regrouping threads: what it saves, told before and simulated', panels)
    print(f'  as a picture: {path}')


def main():
    if not os.environ.get('CLANG'):
        print('regrouping: clang missing')
        return
    print(f'regrouping {THREADS} threads, thread blocks of {BLOCK}, {SMS} multiprocessors')
    rows_of = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        make_data(folder)
        for target in TRIPLES:
            module = compile_for(target, folder)
            rows_of[target] = table(target, module, folder)
            verdict(rows_of[target])
            foretold(target, module, folder)
    draw(os.path.join(os.environ.get('builddir') or '.', 'regroup.svg'), rows_of)


if __name__ == '__main__':
    main()
