#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The time of `darm`, from command to result, compared with LLVM's opt.

It is measured for the start of the program, for long arms, for many diamonds,
and for every sample, where the other side is opt -O3. Times are processor time
of a process and its children, in milliseconds. The compared programs run in
turns. A ratio or difference is taken within one turn; the table shows the median
over all turns.
Environment: srcdir, builddir, RECONVERGE, OPT, SAMPLES. Argument: runs of the
longer measurements; start-up takes three times as many.
"""
import glob
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from statistics import median

LENGTHS = (200, 400, 800, 1600, 3200)
COUNTS = (40, 80, 160, 320)
GOAL_LENGTHS = 'goal: the last below 1000'
GOAL_COUNTS = 'goal: the last below 200'


def env(name, default):
    return os.environ.get(name) or default


SRC = os.path.join(env('srcdir', '.'), 'bench')
STAGES = os.path.join(env('builddir', '.'), 'bench', 'stages')
OURS = env('RECONVERGE', 'reconverge')
OPT = env('OPT', 'opt')
SAMPLES = env('SAMPLES', 'samples')


# ---- measuring ---------------------------------------------------------------

def run(command):
    """Run a command. Returns (CPU, wall) in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return cpu * 1e3, wall * 1e3


def turns(commands, runs):
    """For each command the (CPU, wall) of its runs; the commands take turns."""
    return list(zip(*[[run(c) for c in commands] for _ in range(runs)]))


def cpu_of(taken):
    return median(cpu for cpu, _ in taken)


def ratio_of(ours, theirs):
    return median(a / b for (a, _), (b, _) in zip(ours, theirs))


def difference_of(more, less):
    return median(a - b for (a, _), (b, _) in zip(more, less))


def stages(path, runs):
    """CPU milliseconds by stage, in process: see stages.c."""
    out = subprocess.run([STAGES, path, str(runs)], check=True, capture_output=True,
                         text=True).stdout
    return {name: int(ns) / 1e6 for name, ns in map(str.split, out.splitlines())}


def load(path):
    return [OURS, '-q', '-b', path, '-e', 'show settings']


def darm(path, *functions, out=None):
    command = [OURS, '-q', '-b', path]
    for name in functions or [None]:
        command += ['-e', f'function {name}'] if name else []
        command += ['-e', 'darm']
    return command + (['-o', out] if out else [])


def opt(passes, path):
    return [OPT, f'-passes={passes}', '-disable-output', path]


def kernel(folder, kind, n):
    path = os.path.join(folder, f'{kind}{n}.ll')
    with open(path, 'w') as out:
        subprocess.run([sys.executable, os.path.join(SRC, 'diamonds.py'), kind, str(n)],
                       check=True, stdout=out)
    return path


def functions_of(path):
    with open(path) as text:
        return [line.split('@')[1].split('(')[0] for line in text
                if line.startswith('define ')]


# ---- the tables --------------------------------------------------------------

def start_up(folder, runs):
    path = kernel(folder, 'many', 33)
    ways = (('reconverge --version', [OURS, '--version']),
            ('opt --version', [OPT, '--version']),
            ('opt -passes=verify', opt('verify', path)),
            ('reconverge, loading', load(path)),
            ('reconverge -e darm -o K.ll', darm(path, out=os.path.join(folder, 'K.ll'))))
    taken = turns([command for _, command in ways], 3 * runs)
    print('start-up: whole processes, a kernel of 100 blocks; ratio to opt -passes=verify')
    for (name, _), mine in zip(ways, taken):
        wall = median(wall for _, wall in mine)
        print(f'  {name:28} CPU {cpu_of(mine):7.1f}  wall {wall:7.1f}  '
              f'ratio {ratio_of(mine, taken[2]):5.2f}')
    print('the same kernel inside a warm process')
    for name, ms in stages(path, 3 * runs).items():
        print(f'  {name:28} CPU {ms:7.2f}')


def growth(title, goal, folder, kind, sizes, runs):
    print(f'{title} ({goal})')
    print(f'  {"n":>6} {"process":>8} {"- loading":>9} {"darm":>8} {"opt -O3":>8}')
    for n in sizes:
        path = kernel(folder, kind, n)
        whole, loading, o3 = turns([darm(path), load(path), opt('default<O3>', path)], runs)
        inside = stages(path, runs)['darm']
        print(f'  {n:6} {cpu_of(whole):8.1f} {difference_of(whole, loading):9.1f} '
              f'{inside:8.1f} {cpu_of(o3):8.1f}', flush=True)


def samples(runs):
    """Every kernel of a sample melded, against -O3 on the module."""
    ratios, inside = [], []
    print('samples: darm on every function / opt -O3, whole processes and inside one '
          '(goal: no ratio above 1)')
    for path in sorted(glob.glob(os.path.join(SAMPLES, '*.ll'))):
        ours, theirs = turns([darm(path, *functions_of(path)), opt('default<O3>', path)], runs)
        stage = stages(path, runs)
        ratios.append(ratio_of(ours, theirs))
        inside.append(stage['darm'] / stage['O3'])
        print(f'  {os.path.basename(path):34} '
              f'{cpu_of(ours):6.1f} /{cpu_of(theirs):6.1f} {ratios[-1]:5.2f}   '
              f'{stage["darm"]:6.2f} /{stage["O3"]:6.2f} {inside[-1]:5.2f}', flush=True)
    for name, all_of in (('whole', ratios), ('inside', inside)):
        print(f'  {name}: median {median(all_of):.2f}, largest {max(all_of):.2f}, '
              f'above 1: {sum(r > 1 for r in all_of)} of {len(all_of)}')


def main(argv):
    runs = int(argv[1]) if len(argv) > 1 else 5
    if not shutil.which(OPT):
        print(f'darm_time: skipped, it compares with LLVM\'s opt and there is no {OPT}')
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        start_up(folder, runs)
        growth('one diamond, arms of n instructions', GOAL_LENGTHS, folder, 'long', LENGTHS, runs)
        growth('n diamonds in a row', GOAL_COUNTS, folder, 'many', COUNTS, runs)
        samples(runs)


if __name__ == '__main__':
    main(sys.argv)
