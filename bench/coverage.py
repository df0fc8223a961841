#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many kernels of the corpus (tests/corpus/fetch.sh) the simulator runs to the
end as they are: on the launch that is guessed, without a device library.

    coverage.py [-v] [MODULE...]   (default: the corpus)

A row for each project and target, then the causes, those of most kernels first, with
the first kernel of each. The goal is 95 % of the kernels. -v names every kernel that
does not run. Environment: RECONVERGE, srcdir, builddir, LLVM_VERSION_MAJOR;
COVERAGE_CORPUS=open or all for more than the quick part of the corpus.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True

import corpus  # noqa: E402

OURS = os.environ.get('RECONVERGE') or 'reconverge'
LIMIT = 300  # seconds for a module
GOAL = 95
STEPS = 'set operations=300000'


def modules():
    size = os.environ.get('COVERAGE_CORPUS') or 'quick'
    return [path for path in corpus.paths(size) if re.search(r'/O\d/', path)]


def session(path, commands):
    """One object for each command, without those that the limit cut off."""
    words = [OURS, '-b', '--json', '--keep-going', path]
    for command in commands:
        words += ['-e', command]
    try:
        out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             timeout=LIMIT, check=False).stdout
    except subprocess.TimeoutExpired as late:
        out = late.stdout or b''
    return [json.loads(line) for line in out.splitlines() if line.endswith(b'}')]


def cause_of(ran):
    """None if the kernel ran to its end."""
    if ran is None:
        return 'the module takes more than %d seconds' % LIMIT
    if not ran['ok'] and 'error' in ran:
        return re.sub(r'; there (is|are) .*', '', ran['error']['message'])
    fault = ran['fault']
    return fault and fault['kind'] + ': ' + fault['detail']


def kernels_of(path):
    """(module, kernel, cause or None) of each kernel of a module."""
    listed = session(path, ['functions'])
    names = [f['name'] for f in (listed[0]['functions'] if listed else [])
             if f['kind'] == 'kernel']
    commands = [c for name in names for c in ('function ' + name, 'simulate')]
    ran = session(path, [STEPS] + commands)[2::2]
    ran += [None] * (len(names) - len(ran))
    return [(path, name, cause_of(one)) for name, one in zip(names, ran)]


def place_of(path):
    """(project, target) by the name of the module."""
    at = re.search(r'/([^/]*)/([^/-]*)[^/]*$', path)
    return (at[2], at[1]) if at else (path, '')


def kind_of(cause):
    """A cause without what is particular to its kernel."""
    return re.sub(r'\b(0x)?[0-9][0-9a-f]*\b', 'N', re.sub(r' in B\d+ of @.*', '', cause))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('-v', action='store_true')
    parser.add_argument('module', nargs='*')
    args = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = [one for many in pool.map(kernels_of, args.module or modules()) for one in many]
    rows, causes = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(list)
    for path, name, cause in found:
        for key in (place_of(path), ('all', '')):
            rows[key][0] += 1
            rows[key][1] += cause is None
        if cause is not None:
            causes[kind_of(cause)].append((path, name, cause))
    print('%-12s %-8s %7s %7s' % ('project', 'target', 'kernels', 'run'))
    for (project, target), (n, ran) in sorted(rows.items(), key=lambda r: (r[0][0] == 'all', r[0])):
        print('%-12s %-8s %7d %7d  %5.1f %%%s' % (
            project, target, n, ran, 100 * ran / n,
            '  (goal %d %%)' % GOAL if project == 'all' else ''))
    for kind in sorted(causes, key=lambda k: (-len(causes[k]), k)):
        print('%5d  %s' % (len(causes[kind]), kind))
        for path, name, cause in causes[kind][:None if args.v else 1]:
            print('       %s/%s @%s%s' % (*place_of(path)[1:], os.path.basename(path), name,
                                          ': %s' % cause if args.v else ''))
    return 0


if __name__ == '__main__':
    sys.exit(main())
