#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What steps promise, beside what they bring on launches that they never saw.

    promise.py [-j JOBS] [--link LIBRARY]... [MODULE...]    (default: the samples)

Every kernel of each module goes through darm, flatten and linearize for profit,
with decide=static and with decide=measured. The promise of a step is the change of
its simulated cycles on the launches that it was judged on, or else the change of
the cycles that its code counts. Then the kernel runs before and after the step on
guessed launches with other seeds and sizes; the change of the cycles of all warps
is what it brings. A promise is kept if the sum over these launches is no greater than
before, or where a gain was promised, less. The correlation of ranks is Spearman's.
The ten worst promises are listed. Environment: RECONVERGE, SAMPLES.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import subprocess

OURS = os.environ.get('RECONVERGE') or 'reconverge'
SAMPLES = os.environ.get('SAMPLES') or 'samples'
STEPS = ('darm', 'flatten', 'linearize when=profit')
OTHERS = ('seed=11', 'seed=12', 'seed=13 grid=3', 'seed=14 grid=5 block=96')


def answers(module, kernel, links, commands):
    """The answer to each command; None where one fails or there is none."""
    words = [OURS, '-b', '--json', '--keep-going', '-f', kernel, module]
    for link in links:
        words += ['-e', 'link ' + link]
    for command in commands:
        words += ['-e', command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=120, text=True, check=False)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    said = [a if a.get('ok') else None for a in said[len(links):]]
    return said + [None] * (len(commands) - len(said))


def promised(answer):
    """The change that a step promises, as a share; None: it did nothing."""
    if not answer or not answer['changed']:
        return None
    runs = answer['simulated']
    if runs:
        return runs['after'] / runs['before'] - 1
    return answer['after']['cycles'] / max(1, answer['before']['cycles']) - 1


def brought(answers_of_runs):
    """The change over all launches on which both revisions end; None: there is none."""
    before = after = 0
    for answer in answers_of_runs:
        runs = answer['metrics'] if answer else []
        if len(runs) == 2 and all(r.get('warp_cycles') for r in runs):
            before += runs[0]['warp_cycles']
            after += runs[1]['warp_cycles']
    return after / before - 1 if before else None


def row(job):
    module, kernel, links, decide, step = job
    commands = ['set decide=' + decide, 'set steps=200000', step]
    for other in OTHERS:
        commands += ['launch ' + other, 'metrics P0 P1']
    try:
        said = answers(module, kernel, links, commands)
    except subprocess.TimeoutExpired:
        return None
    promise, result = promised(said[2]), brought(said[4::2])
    if promise is None or result is None:
        return None
    return decide, step, promise, result, '%s @%s' % (os.path.basename(module), kernel)


def kernels_of(module):
    """The kernels, and for those of which clang moved the body, that body."""
    done = subprocess.run([OURS, '-b', '--json', module, '-e', 'functions'],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False)
    functions = [f for line in done.stdout.splitlines()
                 for f in json.loads(line).get('functions', [])]
    bodies = {f['name']: f for f in functions}
    for function in functions:
        body = bodies.get('__clang_ocl_kern_imp_' + function['name'])
        if body and function['score']['blocks'] == 1:
            yield body['name']
        elif function['kind'] == 'kernel':
            yield function['name']


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    out = [0.0] * len(values)
    i = 0
    while i < len(order):
        k = i
        while k < len(order) and values[order[k]] == values[order[i]]:
            k += 1
        for j in range(i, k):
            out[order[j]] = (i + k - 1) / 2
        i = k
    return out


def spearman(xs, ys):
    a, b = ranks(xs), ranks(ys)
    n = len(a)
    mean = (n - 1) / 2
    top = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    low = (sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)) ** 0.5
    return top / low if low else float('nan')


def is_kept(promise, result):
    return result < 0 if promise < 0 else result <= 0


def tell(rows):
    print('%-9s %-22s %6s %7s %7s %7s %6s %6s' % (
        'decide', 'step', 'steps', 'faster', 'equal', 'slower', 'kept', 'ranks'))
    for decide in ('static', 'measured'):
        for step in STEPS:
            own = [r for r in rows if r[0] == decide and r[1] == step]
            if not own:
                continue
            print('%-9s %-22s %6d %7d %7d %7d %5.0f%% %6.2f' % (
                decide, step, len(own), sum(r[3] < 0 for r in own),
                sum(r[3] == 0 for r in own), sum(r[3] > 0 for r in own),
                100 * sum(is_kept(r[2], r[3]) for r in own) / len(own),
                spearman([r[2] for r in own], [r[3] for r in own])))
    print('\nthe worst promises of decide=measured: promised, brought')
    worst = sorted((r for r in rows if r[0] == 'measured'), key=lambda r: r[2] - r[3])
    for _, step, promise, result, name in worst[:10]:
        print('  %+6.1f%% %+6.1f%%  %-22s %s' % (100 * promise, 100 * result, step, name))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('-j', type=int, default=2)
    parser.add_argument('--link', action='append', default=[])
    parser.add_argument('module', nargs='*')
    args = parser.parse_args()
    modules = args.module or sorted(glob.glob(os.path.join(SAMPLES, '*.ll')))
    jobs = [(module, kernel, args.link, decide, step) for module in modules
            for kernel in kernels_of(module)
            for decide in ('static', 'measured') for step in STEPS]
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        tell([r for r in pool.map(row, jobs) if r])


if __name__ == '__main__':
    main()
