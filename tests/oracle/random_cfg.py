#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random control flow as LLVM IR: random_cfg.py SEED FUNCTIONS [BLOCKS] > x.ll

Every function is a device function without values worth the name; only its
graph is of interest. The kinds: anything goes (switches, repeated edges,
infinite loops, unreachable blocks), sparse, structured with stray edges,
chains, ladders, deep nests, many returns. Same seed, same text.
"""
import random
import sys

HEAD = 'target triple = "amdgcn-amd-amdhsa"\n'


def anything(rng, n):
    return [[rng.randrange(1, n) for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3)))]
            for _ in range(n)]


def sparse(rng, n):
    """Mostly forward edges, so that most blocks are reached."""
    return [[min(n - 1, i + 1 + rng.randrange(3))] if rng.random() < 0.5 else
            [min(n - 1, i + 1), rng.randrange(1, n)] for i in range(n - 1)] + [[]]


def endless(rng, n):
    """Loops without an exit, in several places."""
    return [[rng.randrange(max(1, i - 4), min(n, i + 5))
             for _ in range(rng.choice((1, 2, 2)))] for i in range(n)]


def chain(rng, n):
    succs = [[i + 1] for i in range(n - 1)] + [[]]
    for _ in range(n // 3):
        succs[rng.randrange(n - 1)].append(rng.randrange(1, n))
    return succs


def ladder(rng, n):
    """Two rails with rungs in both directions, which are irreducible
    everywhere."""
    half = max(2, n // 2)
    succs = []
    for i in range(half):
        left, right = 2 * i, 2 * i + 1
        last = i == half - 1
        succs.append([right] if last else [left + 2, right])
        succs.append([] if last else
                     [right + 2, left] if left and rng.random() < 0.7 else [right + 2])
    if rng.random() < 0.5:
        for _ in range(half // 3):
            succs[rng.randrange(1, 2 * half - 1)].append(rng.randrange(1, 2 * half))
    return succs


def nest(rng, n):
    """Loops in loops, some of which are left from deep inside."""
    depth = max(1, n // 3)
    succs = [[i + 1] for i in range(depth)]
    for i in range(depth, 2 * depth):
        out = [2 * depth - i, i + 1]
        if rng.random() < 0.1:
            out.append(rng.randrange(1, 2 * depth + 1))
        succs.append(out)
    succs.append([])
    return succs


class Structured:
    def __init__(self, rng, n, stray):
        self.rng, self.succs = rng, []
        start, end = self.part(n)
        del start
        if stray:
            for _ in range(max(1, n // 10)):
                self.succs[rng.randrange(len(self.succs))].append(
                    rng.randrange(1, len(self.succs)))

    def block(self):
        self.succs.append([])
        return len(self.succs) - 1

    def part(self, n):
        first = self.block()
        last = first
        n -= 1
        while n > 0:
            size = self.rng.randrange(1, n + 1)
            kind = self.rng.randrange(5)
            if kind == 0:
                new = self.block()
                self.succs[last].append(new)
                last, size = new, 1
            elif kind == 1:
                start, end = self.part(size)
                out = self.block()
                self.succs[last] += [start, out]
                self.succs[end].append(out)
                last = out
            elif kind == 2:
                one, one_end = self.part(max(1, size // 2))
                two, two_end = self.part(max(1, size // 2))
                out = self.block()
                self.succs[last] += [one, two]
                self.succs[one_end].append(out)
                self.succs[two_end].append(out)
                last = out
            elif kind == 3:
                head = self.block()
                start, end = self.part(size)
                out = self.block()
                self.succs[last].append(head)
                self.succs[head] += [start, out]
                self.succs[end].append(head)
                last = out
            else:
                start, end = self.part(size)
                out = self.block()
                self.succs[last].append(start)
                self.succs[end] += [start, out]
                last = out
            n -= size
        return first, last


def structured(rng, n):
    return Structured(rng, n, False).succs


def strayed(rng, n):
    return Structured(rng, n, True).succs


def returns(rng, n):
    succs = strayed(rng, n)
    for i in range(1, len(succs)):
        if rng.random() < 0.1:
            succs[i] = []
    return succs


KINDS = (anything, sparse, endless, chain, ladder, nest, structured, strayed, returns)


def text(name, rng, succs):
    """The blocks in a random order, the entry first."""
    order = list(range(1, len(succs)))
    if rng.random() < 0.5:
        rng.shuffle(order)
    out = [f'define void @{name}(i32 %x, i1 %c) {{']
    for b in [0] + order:
        out.append(f'b{b}:')
        to = succs[b]
        if not to:
            out.append('  ret void' if rng.random() < 0.8 else '  unreachable')
        elif len(to) == 1:
            out.append(f'  br label %b{to[0]}')
        elif len(to) == 2 and rng.random() < 0.9:
            out.append(f'  br i1 %c, label %b{to[0]}, label %b{to[1]}')
        else:
            cases = ' '.join(f'i32 {k}, label %b{t}' for k, t in enumerate(to[1:]))
            out.append(f'  switch i32 %x, label %b{to[0]} [ {cases} ]')
    out.append('}\n')
    return '\n'.join(out)


def main(argv):
    rng = random.Random(int(argv[1]))
    limit = int(argv[3]) if len(argv) > 3 else 40
    print(HEAD)
    for f in range(int(argv[2])):
        kind = KINDS[f % len(KINDS)]
        print(text(f'{kind.__name__}{f}', rng, kind(rng, rng.randrange(2, limit))))


if __name__ == '__main__':
    main(sys.argv)
