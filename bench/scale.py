#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor time and memory of commands on large modules, beside opt -O3 on
the same module.

The modules are a library of small functions of which each is melded, branches
inside of each other, a chain of else-ifs, a diamond with long arms, and branches
in a row. Each is taken in three sizes, each twice the one before; the exponent
is the binary logarithm of the last growth of the time. Both programs run in
turns, and each number is the smaller of two runs. (The unit test growth_test
counts work instead, and fails where it grows too fast.)

Before that come modules a second of processor time, of the samples, with the
commands of doc/batch.md, and without the machine's code.
Environment: RECONVERGE, OPT, SAMPLES. Argument: a factor for the sizes, such as 0.25.
"""
import glob
import math
import os
import resource
import subprocess
import sys
import tempfile

OURS = os.environ.get('RECONVERGE') or 'reconverge'
OPT = os.environ.get('OPT') or 'opt'
SAMPLES = os.environ.get('SAMPLES') or 'samples'
LIMIT = 300  # seconds, for one run

HEAD = '''target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
'''
BEGIN = '''define amdgpu_kernel void @f%d(ptr addrspace(1) %%a) {
entry:
  %%t = call i32 @llvm.amdgcn.workitem.id.x()
  %%p = getelementptr i32, ptr addrspace(1) %%a, i32 %%t
  %%x = load i32, ptr addrspace(1) %%p
'''
END = '  ret void\n}\n'


# ---- modules ---------------------------------------------------------------

def work(name, i, factor=3):
    return ('  %%%sm%d = mul i32 %%x, %d\n  %%%sa%d = add i32 %%%sm%d, %d\n'
            '  store i32 %%%sa%d, ptr addrspace(1) %%p\n' %
            (name, i, i % 7 + factor, name, i, name, i, i % 31, name, i))


def library(n):
    for i in range(n):
        yield BEGIN % i
        yield '  %%c = icmp sgt i32 %%t, %d\n' % (i % 50)
        yield '  br i1 %c, label %l, label %r\nl:\n' + work('l', i)
        yield '  br label %j\nr:\n' + work('r', i, 5)
        yield '  br label %j\nj:\n' + END


def nest(n):
    yield BEGIN % 0 + '  br label %d0\n'
    for i in range(n):
        yield 'd%d:\n  %%c%d = icmp sgt i32 %%x, %d\n' % (i, i, i)
        yield '  br i1 %%c%d, label %%d%d, label %%e%d\n' % (i, i + 1, i)
    yield 'd%d:\n' % n + work('z', 0) + '  br label %%j%d\n' % (n - 1)
    for i in reversed(range(n)):
        yield 'e%d:\n' % i + work('e', i) + '  br label %%j%d\n' % i
        yield 'j%d:\n' % i + work('j', i)
        yield '  br label %%j%d\n' % (i - 1) if i else END


def chain(n):
    yield BEGIN % 0 + '  br label %d0\n'
    for i in range(n):
        yield 'd%d:\n  %%c%d = icmp eq i32 %%x, %d\n' % (i, i, i)
        yield '  br i1 %%c%d, label %%s%d, label %%d%d\n' % (i, i, i + 1)
        yield 's%d:\n' % i + work('s', i) + '  br label %end\n'
    yield 'd%d:\n  br label %%end\nend:\n' % n + END


def diamond(n):
    yield BEGIN % 0 + '  %c = icmp sgt i32 %t, 9\n'
    yield '  br i1 %c, label %l, label %r\n'
    for side, factor in (('l', 3), ('r', 5)):
        yield side + ':\n' + ''.join(work(side, i, factor)
                                     for i in range(n // 3))
        yield '  br label %j\n'
    yield 'j:\n' + END


def row(n):
    yield BEGIN % 0 + '  br label %d0\n'
    for i in range(n):
        yield 'd%d:\n  %%c%d = icmp sgt i32 %%x, %d\n' % (i, i, i)
        yield '  br i1 %%c%d, label %%l%d, label %%r%d\n' % (i, i, i)
        yield 'l%d:\n' % i + work('l', i) + '  br label %%d%d\n' % (i + 1)
        yield 'r%d:\n' % i + work('r', i, 5) + '  br label %%d%d\n' % (i + 1)
    yield 'd%d:\n' % n + END


# name, module, size, script
ROWS = (
    ('darm, functions of 15 instructions', library, 2000, 'darm @*\n'),
    ('darm, nested branches', nest, 500, 'darm\n'),
    ('regions, nested branches', nest, 2500, 'regions\n'),
    ('candidates, nested branches', nest, 2500, 'candidates\n'),
    ('darm, chain of else-ifs', chain, 1000, 'darm\n'),
    ('darm, arms of so many instructions', diamond, 3200, 'darm\n'),
    ('darm, branches in a row', row, 1000, 'darm\n'),
    ('linearize, branches in a row', row, 5000, 'linearize when=always\n'),
    ('simplify, branches in a row', row, 5000, 'simplify\n'),
)


# name, files, setting
BATCHES = (
    ('AMDGPU', '*.amdgcn.ll', 'judge=llc'),
    ('AMDGPU', '*.amdgcn.ll', 'judge=table'),
    ('both targets', '*.ll', 'judge=llc'),
)


# ---- measuring -------------------------------------------------------------

def run(command):
    """(seconds of processor time, MB at most), or None: too long."""
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execvp(command[0], command)
    _, status, used = os.wait4(pid, 0)
    if status:
        return None
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def smaller(runs):
    return None if None in runs else tuple(map(min, zip(*runs)))


def measured(folder, make, n, script):
    path = os.path.join(folder, 'm.ll')
    with open(path, 'w') as out:
        out.write(HEAD + ''.join(make(n)))
    steps = os.path.join(folder, 'm.rcv')
    with open(steps, 'w') as out:
        out.write(script)
    ours, theirs = [], []
    for _ in range(2):
        ours.append(run([OURS, '-b', '-q', path, '-x', steps]))
        theirs.append(run([OPT, '-O3', path, '-o', os.devnull]))
    return smaller(ours), smaller(theirs)


def told(name, n, ours, theirs, before):
    if ours is None or theirs is None:
        return '%-36s %7d  ended after %d s' % (name, n, LIMIT)
    exponent = '%8.2f' % math.log2(ours[0] / before) if before else ' ' * 8
    return '%-36s %7d %8.2f %8.2f %7.2f %8s %7.0f' % (
        name, n, ours[0], theirs[0], ours[0] / theirs[0], exponent, ours[1])


def batch(folder, name, files, setting):
    modules = sorted(glob.glob(os.path.join(SAMPLES, files)))
    path = os.path.join(folder, 'list')
    with open(path, 'w') as out:
        out.write(''.join(module + '\n' for module in modules))
    runs = [run([OURS, '--list=' + path, '--jobs=1', '--kernels', '--json',
                 '-e', 'set ' + setting, '-e', 'candidates tries=0', '-e', 'darm',
                 '-e', 'score']) for _ in range(2)]
    used = smaller(runs)
    rate = 'failed' if used is None else '%.0f a second' % (len(modules) / used[0])
    print('batch, %s, %s: %d modules, %s' % (name, setting, len(modules), rate), flush=True)


def main():
    factor = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory() as folder:
        for row in BATCHES:
            batch(folder, *row)
        print('%-36s %7s %8s %8s %7s %8s %7s' % (
            'command, module', 'size', 's', 'opt, s', 'ratio', 'exponent', 'MB'))
        for name, make, size, script in ROWS:
            before = None
            for k in range(3):
                n = int(size * factor) << k
                ours, theirs = measured(folder, make, n, script)
                print(told(name, n, ours, theirs, before), flush=True)
                before = ours and ours[0]


if __name__ == '__main__':
    main()
