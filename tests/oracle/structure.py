#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our structure analyses with LLVM's: structure.py DUMP OPT FILE...

For every function of every module: dominators, post-dominators with their
roots, cycles with entries and nesting, natural loops with latches and exiting
blocks, and the tree of regions must be the same as what the printers of the
same LLVM's opt say. Prints each difference, and at the end the counts.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'fuzz'))

import deadline  # noqa: E402

PASSES = 'print<domtree>,print<postdomtree>,print<loops>,print<cycles>,print<regions>'
WHAT = ('dom', 'postdom', 'cycle', 'loop', 'region')
NAME = r'%("(?:[^"\\]|\\.)*"|[-\w.$]+)'


def unquote(name):
    """A label as it is spelled without quotes."""
    if not name.startswith('"'):
        return name
    return re.sub(r'\\([0-9A-Fa-f]{2})', lambda m: chr(int(m.group(1), 16)), name[1:-1])


def bare(label):
    """A label as LLVM prints it, without the % that it may have."""
    return label[1:] if re.fullmatch(r'%\d+', label) else label


def names(text):
    return [unquote(m) for m in re.findall(NAME, text)]


class Facts(dict):
    """Function name -> analysis -> set of facts."""

    def add(self, function, what, fact):
        self.setdefault(function, {w: set() for w in WHAT})[what].add(fact)


# ---- what opt prints -------------------------------------------------------

def read_tree(facts, function, what, lines):
    path = []
    for line in lines:
        m = re.match(r'\s*\[(\d+)\]\s+(.*?) \{\d+,\d+\} \[\d+\]', line)
        if not m:
            continue
        depth = int(m.group(1))
        block = names(m.group(2))[0] if m.group(2).startswith('%') else '-'
        del path[depth - 1:]
        above = path[-1] if path else '-'
        path.append(block)
        if block != '-':
            facts.add(function, what, (block, above, depth - (what == 'postdom')))


def read_cycles(facts, function, lines):
    for line in lines:
        m = re.match(r'\s*depth=(\d+): entries\((.*?)\)(.*)$', line)
        if not m:
            continue
        entries = list(map(bare, m.group(2).split()))
        blocks = frozenset(entries + list(map(bare, m.group(3).split())))
        facts.add(function, 'cycle',
                  (int(m.group(1)), entries[0], frozenset(entries), blocks))


def read_loops(facts, function, lines):
    for line in lines:
        m = re.match(r'\s*(?:Parallel )?Loop at depth (\d+) containing: (.*)$', line)
        if not m:
            continue
        blocks = re.findall(NAME + r'((?:<\w+>)*)', m.group(2))
        facts.add(function, 'loop', (int(m.group(1)), frozenset(
            unquote(b) + marks for b, marks in blocks)))


def read_regions(facts, function, lines):
    path = []
    for line in lines:
        m = re.match(r'\s*\[(\d+)\] (.*) => (.*)$', line)
        if not m:
            continue
        depth = int(m.group(1))
        region = (bare(m.group(2)), '-' if m.group(3) == '<Function Return>'
                  else bare(m.group(3)))
        del path[depth:]
        above = path[-1] if path else region
        path.append(region)
        facts.add(function, 'region', (depth,) + region + above)


TITLES = (
    (re.compile(r"^DominatorTree for function: (.*)$"), 'dom'),
    (re.compile(r"^PostDominatorTree for function: (.*)$"), 'postdom'),
    (re.compile(r"^Loop info for function '(.*)':$"), 'loop'),
    (re.compile(r"^CycleInfo for function: (.*)$"), 'cycle'),
    (re.compile(r"^Region Tree for function: (.*)$"), 'region'),
)


def read_section(facts, what, function, lines):
    if what in ('dom', 'postdom'):
        read_tree(facts, function, what, lines)
    else:
        {'cycle': read_cycles, 'loop': read_loops,
         'region': read_regions}[what](facts, function, lines)


def read_opt(text):
    facts = Facts()
    what = function = None
    lines = []
    for line in text.splitlines():
        for title, kind in TITLES:
            m = title.match(line)
            if m:
                if what:
                    read_section(facts, what, function, lines)
                what, function, lines = kind, m.group(1), []
                break
        else:
            lines.append(line)
    if what:
        read_section(facts, what, function, lines)
    return facts


# ---- what we print ---------------------------------------------------------

def read_ours(text):
    facts = Facts()
    function = None
    for line in text.splitlines():
        kind, *field = line.split('\t')
        if kind == 'function':
            function = field[0]
        elif kind in ('dom', 'postdom'):
            facts.add(function, kind, (field[0], field[1], int(field[2])))
        elif kind == 'cycle':
            entries = frozenset(b[1:] for b in field[2:] if b[0] == '>')
            blocks = frozenset(b.lstrip('>') for b in field[2:])
            facts.add(function, kind, (int(field[0]), field[1], entries, blocks))
        elif kind == 'loop':
            facts.add(function, kind, (int(field[0]), frozenset(field[1:])))
        else:
            facts.add(function, kind, (int(field[0]),) + tuple(field[1:]))
    return facts


# ---- comparing -------------------------------------------------------------

def spell(fact):
    return ' '.join('{' + ' '.join(sorted(f)) + '}' if isinstance(f, frozenset) else str(f)
                    for f in fact)


def compare(path, theirs, ours, count):
    same = True
    for function in sorted(set(theirs) | set(ours)):
        count['functions'] += 1
        for what in WHAT:
            a = theirs.get(function, {}).get(what, set())
            b = ours.get(function, {}).get(what, set())
            count[what] += len(a)
            if a == b:
                continue
            same = False
            for fact in sorted(map(spell, a - b))[:3]:
                print(f'{path}: {function}: only LLVM has {what} {fact}')
            for fact in sorted(map(spell, b - a))[:3]:
                print(f'{path}: {function}: only we have {what} {fact}')
    return same


def run(command):
    """Run a command. Returns its standard output and standard error."""
    # The output goes to files, because opt's printers write single words, and
    # each word in a pipe would wake this process.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
        done = subprocess.run(command, stdout=out, stderr=said, check=False)
        out.seek(0)
        said.seek(0)
        texts = [f.read().decode(errors='replace') for f in (out, said)]
    if done.returncode:
        raise RuntimeError(f'{command[0]}: status {done.returncode}: {texts[1][:300]}')
    return texts


def check(dump, opt, path, folder, count):
    named = os.path.join(folder, 'named.bc')
    run([opt, '-passes=instnamer', '-o', named, path])
    theirs = read_opt(run([opt, '-disable-output', '-passes=' + PASSES, named])[1])
    return compare(path, theirs, read_ours(run([dump, named])[0]), count)


def main(argv):
    dump, opt, *files = argv[1:]
    count = dict.fromkeys(('functions',) + WHAT, 0)
    bad = left = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            if deadline.late():
                left += 1
                continue
            try:
                bad += not check(dump, opt, path, folder, count)
            except RuntimeError as e:
                print(f'{path}: {e}')
                bad += 1
    if left:
        print(f'{left} modules {deadline.OVER}')
    print(f'{len(files) - left} modules, {count["functions"]} functions: ' +
          ', '.join(f'{count[w]} {w}' for w in WHAT) +
          f'; {bad} modules differ')
    return 1 if bad or not (left or count['functions']) else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
