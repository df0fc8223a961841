#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many kernels of the corpus (tests/corpus/fetch.sh) gain by a phase that is judged,
and by `optimize`, on launches that are guessed.

Random kernels of all projects and both targets are taken, the same ones for the same
seed, with what they call. A kernel gains if its simulated cycles, summed over the
launches that `profile` guesses, fall by more than 1 %, and `check` finds no difference;
what a code generator does anyway (ANYWAY in moves.def) is no gain. `regroup` is for one
launch, and is measured on the first of them. Kernels that cannot be run count as kernels
that do not gain. Of the kernels that gain nothing, a table says why, and how many use
nearly all lanes of their warps, so that bringing threads together would gain little.
Goal: 25 % of the kernels gain.

--tries is what `optimize` tries at most, which is 2000 by default there as well; its
time is 30 seconds.

    gains.py [--kernels N] [--seed S] [--tries N] [--seconds S] [--each S] [--rows]

Nothing new is begun after --seconds; --each is the most processor time of a kernel;
--rows prints a line for each kernel.
Environment: RECONVERGE, srcdir, builddir, LLVM_VERSION_MAJOR; GAINS_CORPUS=quick for
darktable alone.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import random
import resource
import subprocess
import sys
import time

sys.dont_write_bytecode = True

import corpus  # noqa: E402
import optimize  # noqa: E402

OURS = os.environ.get('RECONVERGE') or 'reconverge'
PROJECTS = ('darktable', 'ffmpeg', 'gegl', 'hashcat')
LEAST = 1.01  # how many times faster counts as a gain
FULL = 0.97  # utilization from which on bringing threads together gains little
ACTS = ('darm', 'ifconvert', 'fuse', 'regroup', 'optimize')


def modules():
    return [path for path in corpus.paths(os.environ.get('GAINS_CORPUS') or 'open')
            if os.path.basename(path).startswith(PROJECTS)]


def session(path, commands, seconds=600):
    """One object for each command. One that failed has 'ok' false; those that were
    not come to are missing."""
    words = [OURS, '-b', '--json', '--keep-going', path]
    for command in commands:
        words += ['-e', command]
    out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         universal_newlines=True, preexec_fn=lambda: resource.setrlimit(
                             resource.RLIMIT_CPU, (seconds, seconds))).stdout
    said = []
    for line in out.splitlines():
        try:
            said.append(json.loads(line))
        except ValueError:
            break  # cut off
    return said


def kernels_of(path):
    return [(path, fn['name']) for said in session(path, ['functions'])
            for fn in said['functions'] if fn['kind'] == 'kernel']


def settled(launches):
    """Commands that measure the current revision on each launch, and then with each of
    what a code generator does anyway."""
    measure = [words for launch in launches for words in ('launch ' + launch, 'metrics')]
    return [words for act in optimize.settled(' --called')
            for words in (measure if act == 'metrics' else [act])]


def cycles(said, n):
    """The fewest cycles that the code takes in all on n launches; None where it was not
    measured."""
    every = [one['metrics'][0]['warp_cycles'] if one.get('ok') else math.inf
             for one in said if one['command'] == 'metrics']
    return min((sum(every[at:at + n]) for at in range(0, len(every) - n + 1, n)),
               default=math.inf)


def speedup(said, n):
    """Before over after of what was done before `goto P0`, where a check found no
    difference; None otherwise."""
    words = [one['command'].split()[0] for one in said]
    back = words.index('goto') if 'goto' in words else len(words)
    check = next((one for one in said if one['command'].startswith('check')), {})
    after, before = cycles(said[:back], n), cycles(said[back:], n)
    if check.get('verdict') not in ('same', 'part') or math.isinf(before + after):
        return None
    return before / after


def used(said):
    """The share of the lanes that the code uses that was measured first, by cycles."""
    first = [one['metrics'][0] for one in said
             if one['command'] == 'metrics' and one.get('ok')]
    whole = sum(one['warp_cycles'] for one in first)
    return whole and sum(one['warp_cycles'] * (one['utilization'] or 0) for one in first) / whole


def body_of(path, name, seconds):
    """The function that has the kernel's code: clang gives it one of its own for
    NVPTX."""
    said = session(path, ['function ' + name, 'set tries=0', 'candidates'], seconds)
    return said[-1].get('body') or name if said else name


def obstacle(path, name, seconds):
    """Why the kernel might gain nothing, from its branches, those of what it calls, and a
    run; and the launches to measure on, where it might gain all the same."""
    said = session(path, ['function ' + name, 'profile', 'set tries=0',
                          'linearize --called when=always decide=static judge=table',
                          'goto P0'], seconds)
    told = {one['command'].split()[0]: one for one in said if one.get('ok')}
    names = [one['function'] for one in told.get('linearize', {}).get('functions', [])]
    if 'goto' not in told:
        return 'no answer in time', []
    if not told.get('profile', {}).get('reach'):
        return 'cannot be run', []
    if not names:
        return 'no divergent branch', []
    launches = told['profile']['launches']
    said = session(path, ['function ' + name, 'profile', 'set tries=0'] +
                   [words for fn in names
                    for words in ("function '%s'" % fn, 'profile', 'candidates')], seconds)
    bare, split = True, 0
    for one in said:
        if one['command'] == 'candidates' and one.get('ok'):
            folded = set(one['guards']) | set(one['loop_exits'])
            bare &= all(branch['entry'] in folded for branch in one['candidates'])
        if one['command'] == 'profile' and one.get('reach'):
            split += one['reach']['split_branches']
    if bare:
        return 'only guards and loop exits', launches
    if not split:
        return 'no warp splits on the guessed launches', launches
    return 'branches that split warps', launches


def words_of(act, args):
    return {'regroup': 'regroup',
            'optimize': f'optimize --called tries={args.tries} time=30'}.get(act, act + ' --called')


def measure(kernel, args):
    path, name = kernel
    row = {'path': path, 'name': name, **dict.fromkeys(ACTS)}
    body = body_of(path, name, args.each)
    row['why'], all_launches = obstacle(path, body, args.each)
    for act in ACTS if all_launches else ():
        launches = all_launches[:1] if act == 'regroup' else all_launches
        said = session(path, ['function ' + (name if act == 'regroup' else body), 'profile',
                              words_of(act, args), 'check P0 seeds=2', 'history',
                              *settled(launches), 'goto P0', *settled(launches)],
                       args.each)
        row[act] = speedup(said, len(launches))
        back = next((i for i, one in enumerate(said) if one['command'] == 'goto P0'), len(said))
        row['used'] = used(said[back:][:2 * len(launches) + 1])
        row['steps'] = [rev['command'].split()[0] for one in said if one['command'] == 'history'
                        for rev in one.get('revisions', [])[1:]]
        if any(one.get('verdict') == 'differs' for one in said):
            row['differs'] = act
    if max(row[act] or 1 for act in ACTS) > LEAST:
        row['why'] = 'gains'
    if args.rows:
        print('  %-42s %-30s %s  %s  %s' % (
            '/'.join(path.split('/')[-2:]), name[-30:],
            ' '.join('%6.3f' % row[act] if row[act] else '     -' for act in ACTS),
            'differs after ' + row['differs'] if 'differs' in row else row['why'],
            ' '.join(row.get('steps', ()))), flush=True)
    return row


def summary(rows, label):
    def share(act):
        n = sum(1 for row in rows if (row[act] or 1) > LEAST)
        return '%3d (%4.1f %%)' % (n, 100 * n / len(rows))
    print('  %-20s %4d kernels, gain %s, differ %d' % (
        label, len(rows), ', '.join('by %s %s' % (act, share(act)) for act in ACTS),
        sum(1 for row in rows if row.get('differs'))))


def main():
    args = argparse.ArgumentParser()
    args.add_argument('--kernels', type=int, default=60)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--tries', type=int, default=2000)
    args.add_argument('--seconds', type=float, default=600)
    args.add_argument('--each', type=int, default=120)
    args.add_argument('--rows', action='store_true')
    args = args.parse_args()
    end = time.time() + args.seconds
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        kernels = sorted(one for many in pool.map(kernels_of, modules()) for one in many)
        taken = random.Random(args.seed).sample(kernels, min(args.kernels, len(kernels)))
        rows = list(filter(None, pool.map(
            lambda kernel: measure(kernel, args) if time.time() < end else None, taken)))
    print('kernels that gain more than 1 %% of simulated cycles: %d of %d taken, %d left out' %
          (len(rows), len(kernels), len(taken) - len(rows)))
    if not rows:
        return
    for target in ('amdgcn', 'nvptx64'):
        for project in PROJECTS:
            some = [row for row in rows if '/%s/%s-' % (target, project) in row['path']]
            if some:
                summary(some, project + ' ' + target)
    summary(rows, 'all')
    for why, n in collections.Counter(row['why'] for row in rows).most_common():
        full = sum(1 for row in rows if row['why'] == why and row.get('used', 0) >= FULL)
        print('  %4d (%4.1f %%) %s%s' % (
            n, 100 * n / len(rows), why,
            '; %d use %.0f %% of their lanes or more' % (full, 100 * FULL) if full else ''))
    some = sum(1 for row in rows if any((row[act] or 1) > 1 for act in ACTS))
    print('  %4d (%4.1f %%) gain at all, those of less than 1 %% among them' % (
        some, 100 * some / len(rows)))
    print('  %4d of those that gain, by passes of LLVM alone' % sum(
        1 for row in rows if row['why'] == 'gains' and set(row['steps']) <= {'pass'}))
    if sum(1 for row in rows if row['why'] == 'gains') < 0.25 * len(rows):
        print('  BELOW the goal of 25 %')


if __name__ == '__main__':
    main()
