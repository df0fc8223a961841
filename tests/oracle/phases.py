#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes kernels of the corpus through each phase that finds something to do.

phases.py [PHASE...]: names of simulate.PHASES; without, all but darm. Each
function of each module of the corpus (tests/corpus/fetch.sh all): what
`candidates` finds, why it refuses, what the phase does, whether what it made
verifies and the code generator takes it; then, linked with a device library
and with images, started on the launch that is guessed, whether a changed
kernel leaves the same memory as before, with two seeds. Ends with a table.
What fails a point: a crash, a refusal of verifier or code generator, a
difference.

A run can be cut: what is done is kept in PHASES_STATE (default phases.state in
the build folder), a line a module and phase, and not done again by the same
program. Environment: RECONVERGE, CLANG, CVG_CORPUS or builddir, srcdir;
SIMULATE_ONLY, part of the names of modules; TEST_UNTIL (deadline.py).
"""
import collections
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import simulate  # noqa: E402

import deadline  # noqa: E402

STATE = os.environ.get('PHASES_STATE') or os.path.join(os.environ.get('builddir', '.'),
                                                       'phases.state')
# The members of the answer of `candidates` that belong to each phase.
KIND = {'linearize': ('linear', 'linearizable'), 'flatten': ('nests', 'flattenable')}


# ---- one module, one phase ------------------------------------------------------

def plans(module, phase):
    """Returns {function: answer of candidates}."""
    setting = simulate.acts(module, phase, [])
    names = [f['name'] for f in simulate.functions_of(module)]
    commands = setting + [c for name in names for c in (f'function {name}', 'candidates')]
    _, said = simulate.batch(module, commands)
    return {a['function']: a for a in said if 'candidates' in a}


def counts_of(plan, phase):
    """What is a candidate, and why others are refused: else the function is."""
    act = simulate.PHASES[phase][1].split()[0]
    if act not in KIND:
        return 1, collections.Counter()
    key, good = KIND[act]
    refused = collections.Counter(c['reason'] for c in plan[key] if not c[good])
    return len(plan[key]), refused


def changed_by(module, phase, functions):
    """Returns ({function: regions}, trouble)."""
    changed, trouble = {}, []
    with tempfile.TemporaryDirectory() as folder:
        emit = f'emit {folder}/code.{"s" if "amdgcn" in module else "ptx"}'
        commands = ['set time-limit=600', emit] + simulate.acts(module, phase, functions) + [emit]
        status, said = simulate.batch(module, commands)
    if status not in (0, 1, 2) or len(said) != len(commands):
        return changed, [f'status {status} after {len(said)} of {len(commands)} commands']
    at = None
    for answer in said[2:-1]:
        if 'error' in answer:
            trouble.append(f'{at}: {answer["error"]["message"]}')
        at = answer.get('function') if answer['command'].startswith('function ') else at
        if answer.get('changed'):
            changed[at] = answer['count']
    if 'error' in said[-1] and 'error' not in said[1]:
        trouble.append(f'code generator: {said[-1]["error"]["message"]}')
    return changed, trouble


def checks(module, links, phase, functions, kernels, touched):
    """Returns ({kernel: (how it went, words)}, trouble)."""
    act = [f'link {path}' for path in links] + simulate.acts(module, phase, functions)
    commands = act + [c for k in kernels for c in (f'function {k}', 'launch', 'check P0 seeds=2')]
    status, said = simulate.batch(module, commands)
    if status not in (0, 1, 2) or len(said) != len(commands):
        return None, f'status {status} after {len(said)} of {len(commands)} commands'
    trouble = [a['error']['message'] for a in said[:len(act)] if 'error' in a]
    at, changed = None, set()
    for answer in said[:len(act)]:
        at = answer.get('function') if answer['command'].startswith('function ') else at
        if answer.get('changed') and answer['command'] == simulate.PHASES[phase][1]:
            changed.add(at)
    rows = {}
    for i, name in enumerate(kernels):
        how, words = simulate.outcome(*said[len(act) + 3 * i:len(act) + 3 * i + 3])
        if how != 'DIFFERS' and name not in touched:
            continue  # a kernel that may call a function that was changed
        if how == 'runs' and not {name, simulate.BODY + name} & changed:
            how, words = 'left out', 'not changed once linked'
        rows[name] = (how, words)
    return rows, trouble[0] if trouble else None


def rounded(words):
    """Is the difference one of floats in their last places?"""
    found = re.search(r'\]: (-?\d+), not (-?\d+) ', words)
    return bool(found) and abs(int(found[1]) - int(found[2])) < 16


def has_exchange(module, kernel):
    """Does the kernel add with compare and exchange, so that its result
    depends on the order of threads?"""
    done = subprocess.run([simulate.OURS, '-b', '-q', module, '-o', '-'], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    return any(re.search(r'cmpxchg', body)
               for name, body in re.findall(r'^define [^\n]*@(\w+)\((.*?)^}', done.stdout,
                                            re.M | re.S)
               if name in (kernel, simulate.BODY + kernel))


def by_rows(module, links, phase, functions, kernel):
    """Do both leave the same if thread blocks have one row? In a kernel that
    was written for such blocks, the threads of several rows may write
    different values to one place of shared memory, and no rule says which
    value stays."""
    commands = [f'link {path}' for path in links] + simulate.acts(module, phase, functions)
    commands += [f'function {kernel}', 'launch grid=2x2 block=16x1', 'check P0 seeds=2']
    _, said = simulate.batch(module, commands)
    return len(said) == len(commands) and simulate.outcome(*said[-3:])[0] == 'runs'


def run(module, links, phase):
    """Run one module. The numbers and troubles that are returned fit into a
    line."""
    row = {'functions': 0, 'candidates': 0, 'applied': 0, 'kernels': 0, 'checked': 0,
           'refused': {}, 'left out': {}, 'at fault': {}, 'trouble': [], 'differs': []}
    found = plans(module, phase)
    refused = collections.Counter()
    for plan in found.values():
        n, why = counts_of(plan, phase)
        row['functions'] += n > 0
        row['candidates'] += n
        refused += why
    row['refused'] = dict(refused)
    asked = [name for name, plan in found.items() if counts_of(plan, phase)[0]]
    if not asked:
        return row
    changed, row['trouble'] = changed_by(module, phase, asked)
    row['applied'] = sum(changed.values())
    kernels = [f['name'] for f in simulate.functions_of(module) if f['kind'] == 'kernel']
    touched = {n[len(simulate.BODY):] if n.startswith(simulate.BODY) else n for n in changed}
    if touched <= set(kernels):
        kernels = [k for k in kernels if k in touched]
    if not changed:
        return row
    row['kernels'] = len(touched & set(kernels))
    rows, trouble = checks(module, links, phase, list(changed), kernels, touched)
    if trouble:
        row['trouble'].append(trouble)
    for name, (how, words) in (rows or {}).items():
        if how == 'runs':
            row['checked'] += 1
        elif how == 'DIFFERS' and rounded(words) and has_exchange(module, name):
            why = 'rounded otherwise: adds by compare and exchange in the order threads come'
            row['left out'][why] = row['left out'].get(why, 0) + 1
        elif how == 'DIFFERS' and by_rows(module, links, phase, list(changed), name):
            why = 'threads of several rows race in the guessed launch: with one row the same'
            row['left out'][why] = row['left out'].get(why, 0) + 1
        elif how == 'DIFFERS':
            row['differs'].append(f'{name}: {words}')
        else:
            why = re.sub(r'[@%"\'][\w.$-]+|\d+', '..', words)
            row[how][why] = row[how].get(why, 0) + 1
    return row


# ---- all -----------------------------------------------------------------------

def program():
    with open(simulate.OURS, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


def known(build):
    """The results of earlier runs of this program: {(module, phase): row}."""
    rows = {}
    if os.path.exists(STATE):
        with open(STATE) as file:
            for line in file:
                if line.endswith('\n'):
                    one = json.loads(line)
                    if one['program'] == build:
                        rows[one['module'], one['phase']] = one['row']
    return rows


def add(total, row):
    for key, value in row.items():
        if isinstance(value, int):
            total[key] = total.get(key, 0) + value
        elif isinstance(value, list):
            total.setdefault(key, []).extend(value)
        else:
            into = total.setdefault(key, {})
            for why, n in value.items():
                into[why] = into.get(why, 0) + n


def table(totals, left):
    columns = ('modules', 'functions', 'candidates', 'refused', 'applied', 'kernels', 'checked',
               'trouble', 'differs')
    print('# ' + 'phase, target'.ljust(22) + ''.join(c.rjust(11) for c in columns))
    for name, total in totals.items():
        cells = [total.get(c, 0) for c in columns]
        cells = [sum(c.values()) if isinstance(c, dict) else len(c) if isinstance(c, list) else c
                 for c in cells]
        print('# ' + name.ljust(22) + ''.join(str(c).rjust(11) for c in cells))
    for name, total in totals.items():
        for key in ('refused', 'left out', 'at fault'):
            for why, n in sorted(total.get(key, {}).items(), key=lambda x: -x[1]):
                print(f'# {name}: {n} {key}: {why}')
    if left:
        print(f'# {left} modules not begun: run it again')


def main(argv):
    phases = argv[1:] or [p for p in simulate.PHASES if p != 'darm']  # simulate.py tests darm
    build, totals, left, n = program(), {}, 0, 0
    files = simulate.fetch('all')
    done, bad = known(build), 0
    with tempfile.TemporaryDirectory() as folder, open(STATE, 'a') as state:
        os.environ['XDG_STATE_HOME'] = folder
        for phase in deadline.shares(phases):
            for (level, target), modules in sorted(simulate.groups(files, 'all').items()):
                _, libraries = simulate.libraries(target, files)
                total = totals.setdefault(f'{phase}, {target}', {'modules': 0})
                for module in modules:
                    if (module, phase) not in done:
                        if deadline.late():
                            left += 1
                            continue
                        row = run(module, libraries, phase)
                        done[module, phase] = row
                        state.write(json.dumps({'program': build, 'module': module,
                                                'phase': phase, 'row': row}) + '\n')
                        state.flush()
                    row = done[module, phase]
                    total['modules'] += 1
                    add(total, row)
                    notes = row['trouble'] + row['differs']
                    if notes or row['applied']:
                        n += 1
                        bad += bool(notes)
                        name = os.path.basename(module)[:-len('.bc')]
                        print('not ok' if notes else 'ok', n, '-',
                              f'{phase}, {target} -{level}, {name}: {row["applied"]} applied, '
                              f'{row["checked"]} of {row["kernels"]} kernels checked')
                        for note in notes:
                            print('# ' + note.replace('\n', ' '))
                        sys.stdout.flush()
    table(totals, left)
    print(f'1..{n}')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
