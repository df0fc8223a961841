#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What darm gains on random kernels whose arms are alike, as clang -O1 emits them.

A kernel computes in rounds; in each, a condition that differs between threads
chooses one of two arms. The second arm is a copy of the first: of its statements
70 % have other constants and operands, 20 % are others, 10 % are left out. The kinds
take turns: plain diamonds, arms with an if of their own, arms with a loop, and all of
these nested. Speed-ups are simulated cycles before over after, on launches that are
guessed; each kernel is checked with two seeds. Goals: 1.25 (geometric mean), no
kernel slower.

    random_arms.py [--kernels N] [--first SEED] [--rows]

Environment: CLANG, RECONVERGE.
"""
import argparse
import concurrent.futures
import json
import math
import os
import random
import subprocess
import tempfile

OURS = os.environ.get('RECONVERGE') or 'reconverge'
CLANG = os.environ.get('CLANG') or 'clang-22'
KINDS = ('diamond', 'if', 'loop', 'mixed')
HEAD = '''typedef unsigned int uint;
__attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void k(__global const uint *in, __global uint *out, uint n)
{
	__local uint shared[64];
	uint t = __builtin_amdgcn_workitem_id_x();
	uint at = __builtin_amdgcn_workgroup_id_x() * 64 + t;
	uint x = in[at], y = in[at] * 7 + t;
	shared[t] = x;
	__builtin_amdgcn_s_barrier();
	for (uint round = 0; round < %d; round++) {
'''
TAIL = '''		x = x * 5 + y;
	}
	out[at] = x ^ y;
}
'''
# Each adds to a variable, so that none is dead: target, two operands, a constant.
STATEMENTS = ('%s += %s * %s + %d;', '%s ^= (%s | %s) + %d;', '%s += %s / ((%s & 15) + %d);',
              '%s += shared[(%s + %s + %d) & 63];', '%s ^= (%s << 3) - (%s >> %d);',
              '%s ^= in[(%s + %s * %d) & 63];', '%s += %s %% ((%s & 31) + %d);')


def statement(rng):
    return [rng.choice(STATEMENTS), rng.choice('xy'), *rng.sample('xyt', 2),
            rng.randrange(1, 16)]


def arm(rng, kind, depth=0):
    """Statements; a list that begins with 'if' or 'for' has an inner body."""
    body = [statement(rng) for _ in range(rng.randrange(2, 6))]
    if kind == 'mixed':
        kind = rng.choice(KINDS if depth < 2 else KINDS[:1])
    if kind != 'diamond':
        inner = ['for' if kind == 'loop' else 'if', rng.randrange(1, 4),
                 arm(rng, 'mixed' if rng.random() < 0.3 and depth < 1 else 'diamond',
                     depth + 1)]
        body.insert(rng.randrange(len(body) + 1), inner)
    return body


def altered(rng, body):
    out = []
    for one in body:
        if one[0] in ('if', 'for'):
            out.append([one[0], rng.randrange(1, 4), altered(rng, one[2])])
            continue
        chance = rng.random()
        if chance < 0.7:
            out.append(one[:2] + rng.sample('xyt', 2) + [rng.randrange(1, 16)])
        elif chance < 0.9:
            out.append(statement(rng))
    return out


def text(body, indent, names):
    lines = []
    for one in body:
        pad = '\t' * indent
        if one[0] == 'if':
            lines += [pad + 'if (x & %d) {' % one[1], text(one[2], indent + 1, names),
                      pad + '}']
        elif one[0] == 'for':
            name = names.pop()
            lines += [pad + 'for (uint %s = 0; %s < ((y + %d) & 3) + 1; %s++) {' %
                      (name, name, one[1], name),
                      text(one[2], indent + 1, names), pad + '}']
        else:
            lines.append(pad + one[0] % tuple(one[1:]))
    return '\n'.join(lines)


def source(seed):
    rng = random.Random(seed)
    first = arm(rng, KINDS[seed % len(KINDS)])
    second = altered(rng, first)
    names = ['i%d' % k for k in range(64)]
    return HEAD % rng.randrange(1, 5) + '\t\tif ((x ^ y) & %d) {\n' % (1 << rng.randrange(3)) + \
        text(first, 3, names) + '\n\t\t} else {\n' + text(second, 3, names) + '\n\t\t}\n' + TAIL


def measure(folder, seed):
    """The speed-up, and the verdict of the check."""
    module = os.path.join(folder, 'k%d.ll' % seed)
    subprocess.run([CLANG, '-x', 'cl', '-cl-std=CL1.2', '-cl-no-stdinc', '-nogpulib', '-w',
                    '-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx906', '-O1', '-Qn', '-S',
                    '-emit-llvm', '-o', module, '-'], input=source(seed), check=True,
                   universal_newlines=True)
    out = subprocess.run([OURS, '-b', '--json', '-e', 'darm', '-e', 'check P0 seeds=2', module],
                         stdout=subprocess.PIPE, universal_newlines=True).stdout
    darm, check = map(json.loads, out.splitlines())
    cycles = darm.get('simulated')
    return cycles['before'] / cycles['after'] if cycles else 1, check['verdict']


def main():
    args = argparse.ArgumentParser()
    args.add_argument('--kernels', type=int, default=150)
    args.add_argument('--first', type=int, default=1)
    args.add_argument('--rows', action='store_true')
    args = args.parse_args()
    seeds = range(args.first, args.first + args.kernels)
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        rows = list(pool.map(lambda seed: measure(folder, seed), seeds))
    if args.rows:
        for seed, (gain, verdict) in zip(seeds, rows):
            print('  %5d %-8s %.3f %s' % (seed, KINDS[seed % len(KINDS)], gain, verdict))

    def mean(gains):
        return math.exp(sum(map(math.log, gains)) / len(gains)) if gains else math.nan
    print('darm on random kernels whose arms are alike, at -O1: simulated speed-up')
    for k, kind in enumerate(KINDS):
        print('  %-8s %.3f' % (kind, mean([gain for seed, (gain, _) in zip(seeds, rows)
                                           if seed % len(KINDS) == k])))
    every = mean([gain for gain, _ in rows])
    slower = sum(1 for gain, _ in rows if gain < 0.9995)
    differ = sum(1 for _, verdict in rows if verdict == 'differs')
    print('  all %d    %.3f (goal 1.25%s), %d slower, %d differ' % (
        len(rows), every, '' if every >= 1.25 else ', BELOW', slower, differ))


if __name__ == '__main__':
    main()
