#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can be melded, linearized and flattened in the corpus
(tests/corpus/fetch.sh), and why the rest is refused.

For each phase a row says how many branches, regions or nests of loops have a
plan, and one row for each reason how many are refused for it, in how many
functions, the command that may lift it, and the first place where it stands.
Of the divergent branches of which both sides have code, a row says how many any
phase has a plan for: melding, `ifconvert` where all threads can run the arms for
less than the branch costs, or `linearize` where guards replace the branch and are
estimated to pay. Goal: 60 %, without the device libraries. Nothing is transformed.
Environment: RECONVERGE, srcdir, builddir, LLVM_VERSION_MAJOR;
REASONS_CORPUS=open or all for more than the quick part of the corpus.
"""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True

import corpus  # noqa: E402

OURS = os.environ.get('RECONVERGE') or 'reconverge'
# The lists of `candidates`, what stands in them, and what says that it can be.
PHASES = (('candidates', 'divergent branches', 'meldable', 'entry'),
          ('linear', 'unstructured regions', 'linearizable', 'entry'),
          ('nests', 'nests of loops', 'flattenable', 'header'))
AT_ONCE = 200  # functions of one process


def session(path, commands):
    """One object for each command that succeeded."""
    words = [OURS, '-b', '--json', '--keep-going', path]
    for command in commands:
        words += ['-e', command]
    out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         universal_newlines=True).stdout
    return list(map(json.loads, out.splitlines()))


def two_armed(told):
    """How the branches are planned of which both sides have code: counts by phase,
    under None those that no phase has a plan for."""
    guarded = {block for region in told['linear'] if region['linearizable']
               and region['net'] > 0 for block in region['branches']}
    counts = collections.Counter()
    for item in told['candidates']:
        if not item['meldable'] and item['reason'].startswith('one arm is empty: '):
            continue
        counts['meld' if item['meldable']
               else 'ifconvert' if item['step'] == 'ifconvert'
               else 'linearize' if item['entry'] in guarded else None] += 1
    return counts


def is_library(path):
    return '/packages/' in path or '/libdevice/' in path


def refusals_of(path):
    """Tuples (phase, reason or None, step, function, place) of a module, and the
    counts of two_armed."""
    both = collections.Counter()
    listed = session(path, ['functions'])
    names = [fn['name'] for done in listed for fn in done.get('functions', ())
             if fn['score']['branches']]
    found = []
    for at in range(0, len(names), AT_ONCE):
        commands = ['set tries=0'] + [
            command for name in names[at:at + AT_ONCE]
            for command in ('function ' + name, 'candidates')]
        for told in session(path, commands):
            if told['command'] != 'candidates' or not told['ok']:
                continue
            both += two_armed(told)
            name = os.path.basename(path) + ' @' + told['function']
            for phase, (key, _, can, place) in enumerate(PHASES):
                for item in told[key]:
                    if item[can]:
                        found.append((phase, None, None, name, ''))
                        continue
                    where = item.get('block') or item[place]
                    if item.get('inst'):
                        where += ': ' + item['inst'].strip()
                    found.append((phase, item['reason'], item.get('step'), name, where))
    return found, both


def main():
    paths = corpus.paths(os.environ.get('REASONS_CORPUS') or 'quick')
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        answers = list(pool.map(refusals_of, paths))
    found = [one for many, _ in answers for one in many]
    both = sum((counts for path, (_, counts) in zip(paths, answers)
                if not is_library(path)), collections.Counter())
    planned = sum(both.values()) - both[None]
    print('branches with code on both sides, without libraries: %d of %d (%.1f %%) with a '
          'plan: %s%s' %
          (planned, sum(both.values()),
           100 * planned / max(1, sum(both.values())),
           ', '.join('%s %d' % (phase, both[phase])
                     for phase in ('meld', 'ifconvert', 'linearize')),
           '' if planned >= 0.6 * sum(both.values()) else ' (goal 60 %, BELOW)'))
    for phase, (_, what, _, _) in enumerate(PHASES):
        here = [one for one in found if one[0] == phase]
        planned = sum(1 for one in here if one[1] is None)
        reasons = collections.defaultdict(list)
        for one in here:
            if one[1] is not None:
                reasons[one[1]].append(one)
        print('%s in %d modules: %d of %d with a plan' %
              (what, len(paths), planned, len(here)))
        for reason in sorted(reasons, key=lambda r: (-len(reasons[r]), r)):
            ones = reasons[reason]
            print('  %5d (%4.1f %%) in %d functions: %s%s' %
                  (len(ones), 100 * len(ones) / len(here),
                   len({one[3] for one in ones}), reason,
                   "; '%s' may lift this" % ones[0][2] if ones[0][2] else ''))
            print('        %s %s' % (ones[0][3], ones[0][4][:70]))
    return 0


if __name__ == '__main__':
    sys.exit(main())
