#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One kernel of a given shape and size, as LLVM IR for AMDGPU, on stdout:

  kernels.py structured|irregular|nested|irreducible BLOCKS

  structured   nested conditionals and loops, from a random grammar
  irregular    forward edges only, to any of the next blocks
  nested       one nest of eight loops after the other
  irreducible  as irregular, with backward edges into the middle of loops

Each block has a phi if paths meet there, some arithmetic on the thread id and
on uniform values, a load, and a condition that differs between threads in
about half of the blocks.
"""
import random
import sys


def structured(rng, n):
    """Start from one edge and rewrite edges until there are n blocks."""
    succs = [[1], []]
    edges = [(0, 0)]

    def block(*to):
        succs.append(list(to))
        edges.extend((len(succs) - 1, k) for k in range(len(to)))
        return len(succs) - 1

    while len(succs) < n:
        u, k = rng.choice(edges)
        v = succs[u][k]
        kind = rng.randrange(5)
        if kind == 0:
            new = block(v)
        elif kind == 1:  # if
            join = block(v)
            new = block(block(join), join)
        elif kind == 2:  # if else
            join = block(v)
            new = block(block(join), block(join))
        elif kind == 3:  # while
            new = block(v)
            body = block(new)
            succs[new].append(body)
            edges.append((new, 1))
        else:  # do while
            new = block(v)
            last = block(v, new)
            succs[new] = [last]
        succs[u][k] = new
    return succs


def irregular(rng, n):
    return [[i + 1, min(n - 1, i + rng.randrange(1, 9))] if rng.random() < 0.6
            else [i + 1] for i in range(n - 1)] + [[]]


def nested(rng, n):
    del rng
    depth = 8
    succs = [[1]]
    while len(succs) + 2 * depth < n:
        at = len(succs)
        succs += [[at + k + 1] for k in range(depth)]
        for k in range(depth):
            succs.append([at + depth - 1 - k, at + depth + k + 1])
    succs.append([])
    return succs


def irreducible(rng, n):
    succs = irregular(rng, n)
    for i in range(2, n - 1):
        if rng.random() < 0.15:
            succs[i] = [i + 1, max(1, i - rng.randrange(1, 12))]
    return succs


KINDS = {k.__name__: k for k in (structured, irregular, nested, irreducible)}


def write(rng, succs, out):
    preds = [[] for _ in succs]
    for b, to in enumerate(succs):
        for t in to:
            preds[t].append(b)
    out.write('target triple = "amdgcn-amd-amdhsa"\n'
              'declare i32 @llvm.amdgcn.workitem.id.x()\n'
              'define amdgpu_kernel void @k(ptr addrspace(1) %g, i32 %n) {\n'
              'b0:\n  %t = call i32 @llvm.amdgcn.workitem.id.x()\n'
              '  %v0 = add i32 %n, 1\n  %c0 = icmp slt i32 %n, 7\n')
    for b, to in enumerate(succs):
        if b:
            came = preds[b]
            out.write(f'b{b}:\n')
            if len(came) > 1:
                ways = ', '.join(f'[ %v{p}, %b{p} ]' for p in came)
                out.write(f'  %p{b} = phi i32 {ways}\n')
                old = f'%p{b}'
            else:
                old = f'%v{came[0]}' if came else '%n'
            other = '%t' if rng.random() < 0.3 else '%n'
            out.write(f'  %a{b} = mul i32 {old}, 3\n'
                      f'  %q{b} = getelementptr i32, ptr addrspace(1) %g, i32 %a{b}\n'
                      f'  %l{b} = load i32, ptr addrspace(1) %q{b}\n'
                      f'  %v{b} = add i32 %n, {b}\n'
                      f'  %c{b} = icmp slt i32 {other}, {b % 97}\n')
        if not to:
            out.write('  ret void\n')
        elif len(to) == 1:
            out.write(f'  br label %b{to[0]}\n')
        else:
            out.write(f'  br i1 %c{b}, label %b{to[0]}, label %b{to[1]}\n')
    out.write('}\n')


def main(argv):
    rng = random.Random(argv[2])
    write(rng, KINDS[argv[1]](rng, int(argv[2])), sys.stdout)


if __name__ == '__main__':
    main(sys.argv)
