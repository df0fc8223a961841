#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The truth of promises: what steps promise, beside what they bring on launches that
they never saw.

    promise.py [-j JOBS] [--most N] [--seconds N] [--draw N] [--link LIBRARY]...
               [MODULE...]                                     (default: samples)

Of every kernel, every candidate that `candidates` lists (at most N of them, the first
ones: 8) is done by itself: meld, flatten, linearize, this at every divergent branch.
Each promises a change of cycles:

    static     the net profit of the list, by the cost table, without a profile
    simulated  the runs of the step on the launches of its profile
    machine    the machine's code of the step, weighted with those runs

Then the kernel runs before and after the step on guessed launches with other seeds and
sizes, and on those that a search beginning with another seed adds, since code that no
run reaches neither gains nor loses. Of the sums over these launches, `simulated` is compared with the first two
promises, `machine` with the last. A promise is right if it names the right side: gain,
loss, or no change. Ranks are Spearman's correlation. `darm` are the kernels for which
darm does something, with what it brings there, and how often its machine code grew or
runs fewer warps at once. A step that gains on the sum of its launches may lose on one
of them: how many of those lose elsewhere is told by how much that launch lost. Goals:
95 % right, ranks 0.9, no kernel of darm worse. `not equal` are the steps that promise
or bring a change: of a corpus most do neither, and equal pairs say nothing of the
order. The ten worst promises of each kind are listed with what differs between the
launches: the share of branches that split a warp, and how many launches made the
promise, since a search adds some that split more. With --seconds the kernels come in a
random order, the same for the same --draw, and none is begun later.
Environment: RECONVERGE, SAMPLES.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import random
import subprocess
import time

OURS = os.environ.get('RECONVERGE') or 'reconverge'
SAMPLES = os.environ.get('SAMPLES') or 'samples'
OTHERS = ('seed=11', 'seed=12', 'seed=13 grid=3', 'seed=14 grid=5 block=96')
KINDS = ('static', 'simulated', 'machine')
SEARCHED = 'seed=21'
CHOICE = 'set linearize=all'
SETTINGS = CHOICE + ' decide=measured operations=200000'
MARGINS = (0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
LIMIT = 120  # seconds that the commands of a kernel may take
BODY = '__clang_ocl_kern_imp_'


def answers(module, kernel, commands):
    """The answer to each command; None where one fails or there is none."""
    words = [OURS, '-b', '--json', '--keep-going', '-f', kernel, module]
    for command in commands:
        words += ['-e', command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=LIMIT, text=True, check=False)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    said = [a if a.get('ok') else None for a in said]
    return said + [None] * (len(commands) - len(said))


def kernels_of(module):
    """The kernels, and for those of which clang moved the body, that body."""
    done = subprocess.run([OURS, '-b', '--json', module, '-e', 'functions'],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False)
    functions = [f for line in done.stdout.splitlines()
                 for f in json.loads(line).get('functions', [])]
    bodies = {f['name']: f for f in functions}
    for function in functions:
        body = bodies.get(BODY + function['name'])
        if body and function['score']['blocks'] == 1:
            function = body
        elif function['kind'] != 'kernel':
            continue
        if function['score']['divergent']:
            yield function['name']


# ---- promises and what they bring -------------------------------------------

def steps_of(said, most):
    """(command, net profit by the table) of each candidate; none for darm."""
    steps = [('meld ' + c['entry'], c['net']) for c in said['candidates'] if c['meldable']]
    steps += [('linearize ' + c['entry'], c['net']) for c in said['linear'] if c['linearizable']]
    steps += [('flatten ' + c['loop'], c['net']) for c in said['nests'] if c['flattenable']]
    once = {}
    for command, net in steps:  # several regions may begin at a block
        once.setdefault(command, net)
    return [('darm', None)] + list(once.items())[:most]


def share(before, after):
    return after / before - 1 if before else None


def split_of(metrics):
    """The share of branches that split a warp."""
    return metrics['split_branches'] / max(1, metrics['warp_branches'])


def metrics_of(answer):
    """The metrics of a run that ended, or None."""
    runs = answer['metrics'] if answer else []
    return runs[0] if runs and runs[0].get('warp_cycles') else None


def rows_of(job):
    """What became of the kernel, and a row for each step of it that promises something
    and can be held to it."""
    module, kernel, links, most, end = job
    if time.monotonic() > end:
        return 'left', []
    links = ['link ' + link for link in links]
    try:
        listed = answers(module, kernel, links + [CHOICE, 'candidates'])[-1]
        if not listed:
            return 'tried', []
        cycles = answers(module, kernel, ['score'])[0]['current']['cycles']
        return 'tried', hold(module, kernel, links, steps_of(listed, most), cycles)
    except subprocess.TimeoutExpired:
        return 'late', []


def searched(module, kernel, links):
    """The launches that a search adds to the guess."""
    said = answers(module, kernel, links + ['launch ' + SEARCHED, 'profile'])[-1]
    return [' '.join('"%s"' % word for word in launch.split())
            for launch in (said or {}).get('launches', [])[1:]]


def hold(module, kernel, links, steps, cycles):
    commands = links + [SETTINGS]
    for command, _ in steps:
        commands += ['goto P0', command]
    acts = answers(module, kernel, commands)[len(links) + 2::2]
    done = [(step, act) for step, act in zip(steps, acts)
            if act and act['changed'] and act['simulated']]
    if not done:
        return []
    runs = commands + ['set prices=machine']
    launches = [''] + list(OTHERS) + searched(module, kernel, links)
    for launch in launches:
        runs.append('launch ' + launch)
        runs += ['metrics ' + p for p in ['P0'] + [act['revision'] for _, act in done]]
    said = answers(module, kernel, runs)[len(commands) + 1:]
    width = len(done) + 2
    table = [[metrics_of(a) for a in said[i * width + 1:(i + 1) * width]]
             for i in range(len(launches))]
    name = '%s @%s' % ('/'.join(module.split('/')[-2:]), kernel.replace(BODY, ''))
    return [r for i, (step, act) in enumerate(done)
            for r in [row(name, step, act, [(t[0], t[i + 1]) for t in table], cycles)] if r]


def row(name, step, act, pairs, cycles):
    own, others = pairs[0], [p for p in pairs[1:] if all(p)]
    if not others:
        return None
    total = {key: [sum(p[side][key] or 0 for p in others) for side in (0, 1)]
             for key in ('warp_cycles', 'machine_cycles')}
    brought = {'simulated': share(*total['warp_cycles']),
               'machine': share(*total['machine_cycles'])}
    runs, code = act['simulated'], act['machine']
    promised = {'static': None if step[1] is None else -step[1] / max(1, cycles),
                'simulated': share(runs['before'], runs['after']),
                'machine': code and share(code['before']['cycles'], code['after']['cycles'])}
    worst = runs['worst'] or runs
    return {'name': name, 'step': step[0], 'promised': promised, 'brought': brought,
            'worst': share(worst['before'], worst['after']),
            'others': max(share(*[side['warp_cycles'] for side in p]) for p in others),
            'waves': code and [code[side]['waves'] for side in ('before', 'after')],
            'launches': runs['launches'],
            'split': [split_of(own[0]) if own[0] else None,
                      sum(split_of(p[0]) for p in others) / len(others)]}


# ---- the table ---------------------------------------------------------------

def pairs_of(rows, kind):
    """(promised, brought) of that kind."""
    pairs = [(r['promised'][kind], r['brought']['machine' if kind == 'machine' else 'simulated'])
             for r in rows]
    return [p for p in pairs if None not in p]


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


def spearman(pairs):
    a, b = ranks([p for p, _ in pairs]), ranks([r for _, r in pairs])
    mean = (len(pairs) - 1) / 2
    top = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    low = (sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)) ** 0.5
    return top / low if low else float('nan')


def sign(change):
    return (change > 0) - (change < 0)


def tell_line(step, kind, pairs):
    if pairs:
        print('%-10s %-10s %6d %7d %7d %7d %6.0f%% %6.2f' % (
            step, kind, len(pairs), sum(b < 0 for _, b in pairs), sum(b == 0 for _, b in pairs),
            sum(b > 0 for _, b in pairs),
            100 * sum(sign(p) == sign(b) for p, b in pairs) / len(pairs), spearman(pairs)))


def tell_margins(rows):
    """Steps whose sum gains and of which one launch loses more than a margin."""
    gains = [r for r in rows if r['promised']['simulated'] < 0]
    print('\n%d steps whose sum gains; of those that lose on one launch' % len(gains))
    print('%10s %6s %12s %20s' % ('more than', 'steps', 'lose on others', 'on one of the others'))
    for margin in MARGINS:
        vetoed = [r for r in gains if r['worst'] > margin]
        print('%9.1f%% %6d %12d %20d' % (
            100 * margin, len(vetoed), sum(r['brought']['simulated'] >= 0 for r in vetoed),
            sum(r['others'] > 0 for r in vetoed)))


def tell_worst(rows, kind):
    found = 'machine' if kind == 'machine' else 'simulated'
    held = [r for r in rows if r['promised'][kind] is not None and r['brought'][found] is not None]
    worst = sorted(held, key=lambda r: -abs(r['promised'][kind] - r['brought'][found]))
    print('\nthe worst of the promises: promised in %s cycles, brought in %s cycles; branches that '
          'split\non the first launch of the promise and elsewhere, and how many launches '
          'promised' % (kind, found))
    for r in worst[:10]:
        if r['promised'][kind] == r['brought'][found]:
            break
        print('  %+6.1f%% %+6.1f%%  %4s -> %2.0f%%  by %d  %-14s %s' % (
            100 * r['promised'][kind], 100 * r['brought'][found],
            '?' if r['split'][0] is None else '%.0f%%' % (100 * r['split'][0]),
            100 * r['split'][1], r['launches'], r['step'], r['name']))


def tell(rows):
    print('%-10s %-10s %6s %7s %7s %7s %7s %6s' % (
        'step', 'promise', 'steps', 'faster', 'equal', 'slower', 'right', 'ranks'))
    for step in ('meld', 'linearize', 'flatten', 'darm'):
        for kind in KINDS:
            tell_line(step, kind, pairs_of([r for r in rows if r['step'].split()[0] == step], kind))
    steps = [r for r in rows if r['step'] != 'darm']
    for kind in KINDS:
        tell_line('all', kind, pairs_of(steps, kind))
    for kind in KINDS:
        tell_line('not equal', kind, [p for p in pairs_of(steps, kind) if any(p)])
    judged = [r for r in rows if r['step'] == 'darm' and r['promised']['machine'] is not None]
    print('\ndarm: machine code grew in %d of %d kernels, fewer warps at once in %d' % (
        sum(r['promised']['machine'] > 0 for r in judged), len(judged),
        sum(None not in r['waves'] and r['waves'][1] < r['waves'][0] for r in judged)))
    tell_margins(rows)
    for kind in KINDS:
        tell_worst(rows, kind)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('-j', type=int, default=2)
    parser.add_argument('--most', type=int, default=8)
    parser.add_argument('--seconds', type=float, default=float('inf'))
    parser.add_argument('--draw', type=int, default=1)
    parser.add_argument('--link', action='append', default=[])
    parser.add_argument('module', nargs='*')
    args = parser.parse_args()
    modules = args.module or sorted(glob.glob(os.path.join(SAMPLES, '*.ll')))
    end = time.monotonic() + args.seconds
    jobs = [(module, kernel, args.link, args.most, end) for module in modules
            for kernel in kernels_of(module)]
    if args.seconds < float('inf'):
        random.Random(args.draw).shuffle(jobs)
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        held = list(pool.map(rows_of, jobs))
    print('%d of %d kernels were tried, %d of them promise something; %d took more than '
          '%d seconds\n' % (
              sum(became == 'tried' for became, _ in held), len(jobs),
              sum(bool(rows) for _, rows in held),
              sum(became == 'late' for became, _ in held), LIMIT))
    tell([r for _, rows in held for r in rows])


if __name__ == '__main__':
    main()
