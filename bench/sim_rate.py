#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rate of the simulator, compared with Oclgrind, which interprets kernels thread
by thread, and with PoCL, which compiles them for this processor.

All three run the same OpenCL C on the same data and must leave the same memory.
Work is counted in lane-instructions: instructions times the lanes that run them,
without phis, which cost nothing on a GPU or in the simulator. Our counts are those
of our IR (clang -O1), Oclgrind's are those that its --inst-counts reports.

Time is processor time on one core, the best of several runs in which the programs
take turns. "Inside" is the time of the run alone; for Oclgrind it is the time of
all blocks less that of a single block. "Whole" is the time of the whole process.
Environment: builddir, srcdir, SAMPLES, CLANG, RECONVERGE. Arguments: how many
runs (3), then the names of kernels (all).
"""
import array
import itertools
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

SRC = os.environ.get('srcdir', '.')
BUILD = os.environ.get('builddir', '.')
SAMPLES = os.path.abspath(os.environ.get('SAMPLES') or os.path.join(SRC, 'samples'))
OURS = os.path.abspath(os.environ.get('RECONVERGE') or os.path.join(BUILD, 'reconverge'))
RATE = os.path.abspath(os.path.join(BUILD, 'bench', 'sim_rate'))
POCL = os.path.abspath(os.path.join(BUILD, 'tests', 'witness', 'pocl'))
OCLGRIND = shutil.which('oclgrind-kernel')
TARGETS = {'amdgcn': 'amdgcn-amd-amdhsa', 'nvptx64': 'nvptx64-nvidia-cuda'}
CLANG = ('-x cl -cl-std=CL1.2 -cl-no-stdinc -nogpulib -O1 -ffp-contract=off '
         '-cl-fp32-correctly-rounded-divide-sqrt -fno-discard-value-names -emit-llvm -c').split()
GOAL = 50


class Case:
    """A kernel, its blocks and arguments: (name, typecode, values, written)."""

    def __init__(self, source, grid, block, arguments):
        self.source = source
        self.name = os.path.splitext(os.path.basename(source))[0]
        self.grid, self.block, self.arguments = grid, block, arguments


def bench(name):
    return os.path.join(SRC, 'bench', name + '.cl')


def zeros(code, n):
    return array.array(code, bytes(4 * n))


def matmul(rng):
    n = 256
    sides = [array.array('f', (rng.randrange(-64, 64) / 8 for _ in range(n * n)))
             for _ in range(2)]
    return Case(bench('matmul'), (n // 16, n // 16, 1), (16, 16, 1),
                [('a', 'f', sides[0], False), ('b', 'f', sides[1], False),
                 ('c', 'f', zeros('f', n * n), True), ('n', 'I', n, False)])


def bitonic_sort(rng):
    values = array.array('i', (rng.randrange(-10**6, 10**6) for _ in range(256 * 256)))
    return Case(os.path.join(SAMPLES, 'bitonic_sort.cl'), (256, 1, 1), (256, 1, 1),
                [('values', 'i', values, True)])


def mandelbrot(_):
    w = h = 256
    return Case(bench('mandelbrot'), (w // 16, h // 16, 1), (16, 16, 1),
                [('out', 'i', zeros('i', w * h), True), ('w', 'I', w, False),
                 ('h', 'I', h, False), ('most', 'I', 64, False)])


def reduction(rng):
    blocks = 256
    values = array.array('i', (rng.randrange(-1000, 1000) for _ in range(4096 * blocks)))
    return Case(bench('reduction'), (blocks, 1, 1), (256, 1, 1),
                [('in', 'i', values, False), ('out', 'i', zeros('i', blocks), True)])


def stencil(rng):
    w = h = 512
    points = array.array('f', (rng.randrange(-64, 64) / 8 for _ in range(w * h)))
    return Case(bench('stencil'), (w // 16, h // 16, 1), (16, 16, 1),
                [('in', 'f', points, False), ('out', 'f', zeros('f', w * h), True),
                 ('w', 'I', w, False), ('h', 'I', h, False)])


def histogram(rng):
    blocks = 256
    values = array.array('i', (rng.randrange(256) for _ in range(4096 * blocks)))
    return Case(bench('histogram'), (blocks, 1, 1), (256, 1, 1),
                [('in', 'i', values, False), ('bins', 'i', zeros('i', 256), True)])


def transcendental(rng):
    n = 256 * 256
    values = array.array('f', (rng.randrange(-64, 64) / 8 for _ in range(n)))
    return Case(bench('transcendental'), (n // 256, 1, 1), (256, 1, 1),
                [('in', 'f', values, False), ('out', 'f', zeros('f', n), True)])


def spmv(rng):
    rows = 128 * 256
    lengths = [rng.randrange(8, 24) for _ in range(rows)]
    starts = array.array('i', itertools.accumulate([0] + lengths))
    columns = array.array('i', (rng.randrange(rows) for _ in range(starts[-1])))
    values = array.array('f', (rng.randrange(-64, 64) / 8 for _ in range(starts[-1])))
    x = array.array('f', (rng.randrange(-64, 64) / 8 for _ in range(rows)))
    return Case(bench('spmv'), (rows // 256, 1, 1), (256, 1, 1),
                [('from', 'i', starts, False), ('columns', 'i', columns, False),
                 ('values', 'f', values, False), ('x', 'f', x, False),
                 ('y', 'f', zeros('f', rows), True)])


CASES = [matmul, bitonic_sort, mandelbrot, reduction, stencil, histogram, transcendental, spmv]


def run(command, **more):
    """Its output and the processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise RuntimeError(f'{command[0]}: {(done.stderr or done.stdout).strip()[-500:]}')
    return done.stdout, (after.ru_utime + after.ru_stime -
                         before.ru_utime - before.ru_stime)


# ---- Oclgrind ---------------------------------------------------------------

def simfile(case, folder, blocks):
    """Write the file that makes Oclgrind run a row of the blocks, or all."""
    shutil.copy(case.source, folder)
    path = os.path.join(folder, f'{case.name}.{blocks}.sim')
    grid = case.grid if blocks == 'all' else (1, 1, 1)
    lines = [case.name + '.cl', case.name,
             ' '.join(str(g * b) for g, b in zip(grid, case.block)),
             ' '.join(map(str, case.block)), '']
    for _, code, value, written in case.arguments:
        if code == 'I':
            lines += ['<size=4 uint>', str(value)]
            continue
        kind = {'f': 'float', 'i': 'int'}[code]
        dump = ' dump' if written else ''
        lines += [f'<size={4 * len(value)} {kind}{dump}>', *map(repr, value)]
    with open(path, 'w') as out:
        out.write('\n'.join(lines) + '\n')
    return path


class Oclgrind:
    def __init__(self, case, folder):
        self.case, self.folder = case, folder
        self.files = {blocks: simfile(case, folder, blocks) for blocks in ('one', 'all')}
        self.best = {}
        self.counts = {blocks: self.count(blocks) for blocks in self.files}
        self.result = None

    def command(self, blocks, *options):
        return [OCLGRIND, '--num-threads', '1', '--build-options', '-I' + SAMPLES,
                *options, self.files[blocks]]

    def count(self, blocks):
        """Lane-instructions without phis; of all blocks as many times one's if
        they are all alike, else by a run that counts."""
        out = run(self.command(blocks, '--inst-counts'), cwd=self.folder)[0]
        rows = re.findall(r'^\s*([\d,]+) - (\w+)', out.split('Instructions executed', 1)[1],
                          re.M)
        return sum(int(n.replace(',', '')) for n, what in rows if what != 'phi')

    def again(self):
        for blocks in self.files:
            out, seconds = run(self.command(blocks), cwd=self.folder)
            self.best[blocks] = min(seconds, self.best.get(blocks, seconds))
            if blocks == 'all':
                self.result = out

    def inside(self):
        return ((self.counts['all'] - self.counts['one']) /
                (self.best['all'] - self.best['one']))

    def whole(self):
        return self.counts['all'] / self.best['all']

    def left(self):
        """Its buffer's elements, printed as "  name[i] = x"."""
        return [float(x) for x in re.findall(r'^\s*\w+\[\d+\] = (\S+)$', self.result, re.M)]


# ---- ours -------------------------------------------------------------------

def write_launch(case, folder):
    arguments = {}
    for name, code, value, _ in case.arguments:
        if code == 'I':
            arguments[name] = value
            continue
        path = os.path.join(folder, name + '.bin')
        with open(path, 'wb') as out:
            value.tofile(out)
        arguments[name] = {'type': {'f': 'f32', 'i': 'i32'}[code], 'count': len(value),
                           'file': path}
    path = os.path.join(folder, case.name + '.launch.json')
    with open(path, 'w') as out:
        json.dump({'kernel': case.name, 'grid': case.grid, 'block': case.block,
                   'args': arguments}, out)
    return path


class Ours:
    def __init__(self, case, target, folder):
        self.case, self.folder = case, folder
        self.module = os.path.join(folder, f'{case.name}.{target}.bc')
        run([os.environ['CLANG'], '-target', TARGETS[target], '-I' + SAMPLES, *CLANG,
             '-o', self.module, case.source])
        self.launch = write_launch(case, folder)
        self.dump = os.path.join(folder, f'{case.name}.{target}.out')
        self.best = None
        self.seconds = None

    def again(self):
        out, _ = run([RATE, self.module, self.launch, '1'])
        told = {k: float(v) for k, v in map(str.split, out.splitlines())}
        if not self.best or told['run_ms'] < self.best['run_ms']:
            self.best = told
        written = next(a[0] for a in self.case.arguments if a[3])
        _, seconds = run([OURS, '-b', self.module, '-e', f'launch {self.launch}',
                          '-e', 'simulate workers=1', '-e', f'dump {written} {self.dump}'])
        self.seconds = min(seconds, self.seconds or seconds)

    def inside(self):
        return self.best['lane_insts'] / self.best['run_ms'] * 1e3

    def whole(self):
        return self.best['lane_insts'] / self.seconds

    def left(self):
        code = next(a[1] for a in self.case.arguments if a[3])
        values = array.array(code)
        with open(self.dump, 'rb') as file:
            values.frombytes(file.read())
        return values


# ---- PoCL -------------------------------------------------------------------

def pocl_seconds(case, folder, runs):
    """Of one run on one core, or None where PoCL is missing."""
    if not os.path.exists(POCL):
        return None
    jobs = os.path.join(folder, 'jobs')
    lines = ['kernel {} {} {} {}'.format(os.path.abspath(case.source), case.name,
                                         ' '.join(map(str, case.grid)),
                                         ' '.join(map(str, case.block))),
             f'options -cl-std=CL1.2 -I{SAMPLES}']
    for name, code, value, _ in case.arguments:
        if code == 'I':
            lines.append('scalar ' + value.to_bytes(4, 'little').hex())
        else:
            lines.append('buffer {} -'.format(os.path.join(folder, name + '.bin')))
    with open(jobs, 'w') as out:
        out.write('\n'.join([*lines, f'times {10 * runs}', 'end', '']))
    try:
        out, _ = run([POCL, jobs], env=dict(os.environ, POCL_MAX_PTHREAD_COUNT='1',
                                            POCL_CACHE_DIR=folder))
    except RuntimeError:
        return None
    answer = out.split()
    return float(answer[1]) if answer[0] == 'ok' else None


# ---- all --------------------------------------------------------------------

def same(ours, theirs):
    """Oclgrind prints six digits of a float."""
    return len(ours) == len(theirs) and all(
        abs(a - b) <= 1e-5 * max(1, abs(a)) for a, b in zip(ours, theirs))


def row(what, inside, whole, work, ratio=''):
    print(f'  {what:22} {inside / 1e6:12.1f} {whole / 1e6:12.1f} {work / 1e6:12.1f}  {ratio}',
          flush=True)


def compare(case, folder, runs):
    theirs = Oclgrind(case, folder) if OCLGRIND else None
    ours = {target: Ours(case, target, folder) for target in TARGETS}
    for _ in range(runs):
        for who in ours.values():
            who.again()
        if theirs:
            theirs.again()
    print(f'{case.name}')
    if theirs:
        row('oclgrind', theirs.inside(), theirs.whole(), theirs.counts['all'])
    for target, who in ours.items():
        ratio = ''
        if theirs:
            inside, whole = who.inside() / theirs.inside(), who.whole() / theirs.whole()
            note = '' if inside >= GOAL else f'   BELOW {GOAL}'
            if not same(who.left(), theirs.left()):
                note += '   RESULTS DIFFER'
            ratio = f'{inside:6.1f} {whole:8.1f}{note}'
        row('ours, ' + target, who.inside(), who.whole(), who.best['lane_insts'], ratio)
    seconds = pocl_seconds(case, folder, runs)
    if seconds is None:
        print('  pocl missing')
        return
    work = ours['nvptx64'].best['lane_insts']
    row('pocl, native', work / seconds, work / seconds, work,
        f'{work / seconds / theirs.inside():6.1f}' if theirs else '')


def main(argv):
    runs = int(argv[1]) if len(argv) > 1 else 3
    if not os.environ.get('CLANG'):
        print('simulator and Oclgrind: clang missing')
        return
    print('simulator: million lane-instructions a second on one core')
    print(f'  {"":22} {"inside":>12} {"whole":>12} {"work (10^6)":>12}  '
          'times Oclgrind\'s, inside and whole' if OCLGRIND else '  (oclgrind missing)')
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        for case in CASES:
            if not argv[2:] or case.__name__ in argv[2:]:
                compare(case(random.Random(1)), folder, runs)


if __name__ == '__main__':
    main(sys.argv)
