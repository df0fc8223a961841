#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of the corpus in the simulator, before and after darm.

simulate.py quick|all: a few kernels of each target, or all of the corpus. Each
kernel is linked with a device library, started on the launch that is guessed,
and checked: what darm made of all functions of its module must leave the same,
with two seeds. What fails a
point: a crash, a difference, and fewer kernels that run than FLOORS says. A
kernel that cannot be covered, and one that is at fault on the launch that was
guessed, is named with its fault. Environment: RECONVERGE, CVG_CORPUS or
builddir, srcdir, CVG_JOBS; SIMULATE_ONLY, part of the names of modules.
phases.py does the same for other phases."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'fuzz'))

import deadline  # noqa: E402
import program  # noqa: E402

SRC = os.environ.get('srcdir', '.')
OURS = os.environ.get('RECONVERGE', 'reconverge')
LIMIT = 900  # seconds for a module, which only catches hangs
ROCM = ('opencl', 'ocml', 'ockl', 'oclc_isa_version_906', 'oclc_wavefrontsize64_on',
        'oclc_abi_version_500', 'oclc_finite_only_off', 'oclc_unsafe_math_off',
        'oclc_correctly_rounded_sqrt_on', 'oclc_daz_opt_off')

# The least share of kernels that must run: a little less than the share
# measured last.
FLOORS = {'quick': 0.95, 'all': 0.9}
FEW = ('darktable-bspline', 'darktable-sharpen')

# Names of the functions in which clang puts a kernel's code for its callers.
BODY = '__clang_ocl_kern_imp_'

# What is done to each function, after these settings: every phase of the
# program, every way to linearize, and what finds more to do.
LEFT_OUT = ('redirect',)  # its array must be an order of threads: regroup's
PHASES = {name: ('', name) for name in program.ask(OURS).phases if name not in LEFT_OUT}
PHASES['linearize'] = ('', 'linearize when=always')
PHASES.update({mode: (f'linearize={mode}', 'linearize when=always')
               for mode in program.ask(OURS).others('linearize')})
PHASES.update({
    'linearize-0': ('lin-opt=0', 'linearize when=always'),
    'depth': ('linearize=depth lin-depth=1', 'linearize when=always'),
    'flatten': ('idle-lanes={idle}', 'flatten'),
})


class Points:
    def __init__(self):
        self.n = self.failed = 0

    def point(self, ok, name, notes=()):
        self.n += 1
        self.failed += not ok
        print('ok' if ok else 'not ok', self.n, '-', name)
        for note in notes:
            print('# ' + note.replace('\n', ' '))
        sys.stdout.flush()


def batch(module, commands):
    """Returns (exit status, one object for each command that ran)."""
    words = [OURS, '-b', '--json', '--keep-going', module]
    for command in commands:
        words += ['-e', command]
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return 'hangs', []
    out = done.stdout.decode(errors='replace').splitlines()
    return done.returncode, [json.loads(line) for line in out if line.startswith('{')]


# ---- what is run ------------------------------------------------------------

def fetch(what):
    done = subprocess.run([os.path.join(SRC, 'tests', 'corpus', 'fetch.sh'), what],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True)
    if done.returncode == 77:
        print('1..0 # SKIP ' + done.stderr.strip().splitlines()[-1])
        sys.exit(0)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return done.stdout.split()


def libraries(target, files):
    """Returns (the name of the libraries, their files)."""
    if target == 'nvptx64':
        return 'libclc', [f for name in ('/nvptx64--nvidiacl.bc', '/libdevice.10.bc')
                          for f in files if f.endswith(name)]
    return 'ROCm', [os.path.join(os.path.dirname(f), name + '.bc')
                    for f in files if f.endswith('/opencl.bc') for name in ROCM]


def groups(files, what):
    """The modules as {(level, target): modules}."""
    only = os.environ.get('SIMULATE_ONLY', '')
    out = {}
    for path in files:
        at = re.search(r'/(O\d)/(amdgcn|nvptx64)/([^/]*)\.bc$', path)
        if at and (what == 'all' or at[3] in FEW) and only in at[3]:
            out.setdefault((at[1], at[2]), []).append(path)
    return out


# ---- one module -------------------------------------------------------------

def functions_of(module):
    return batch(module, ['functions'])[1][0]['functions']


def acts(module, phase, functions):
    settings, act = PHASES[phase]
    idle = 63 if 'amdgcn' in module else 31  # all but one: every nest pays
    commands = [f'set decide=static judge=table {settings.format(idle=idle)}']
    for name in functions:
        commands += [f'function {name}', act]
    return commands


def attempt(module, links, changed, kernels):
    """Returns {kernel: how it went}, or None if the program crashed."""
    commands = [f'link {path}' for path in links] + acts(module, 'darm', changed)
    before = len(commands)
    for name in kernels:
        commands += [f'function {name}', 'launch', 'check P0 seeds=2']
    status, said = batch(module, commands)
    if status not in (0, 1, 2) or len(said) != len(commands):
        return None, f'status {status} after {len(said)} of {len(commands)} commands'
    trouble = [s['error']['message'] for s in said[:before] if not s['ok'] and 'error' in s]
    if trouble:
        return None, trouble[0]
    return {name: outcome(*said[before + 3 * i:before + 3 * i + 3])
            for i, name in enumerate(kernels)}, None


def outcome(_, launch, check):
    """Returns (class of the outcome, words)."""
    if 'error' in launch:
        return 'left out', launch['error']['message']
    if 'error' in check:
        return 'left out', check['error']['message']
    if check['difference']:
        found = check['difference']
        return 'DIFFERS', ' '.join([f'seed {found["seed"]}:', found['text'] or found['race'] or ''] + [
            str(found[k]) for k in ('a_fault', 'b_fault') if found[k]] +
            [launch.get('words', '')])
    if check['void_seeds']:
        return 'at fault', check['void_reason'] or ''
    return 'runs', ''


def run_module(job):
    """Returns {kernel: how it went} for one module."""
    module, links = job
    if deadline.late():
        return None
    functions = functions_of(module)
    kernels = [f['name'] for f in functions if f['kind'] == 'kernel']
    changed = [f['name'] for f in functions if f['score']['divergent']]
    results = {}
    some, _ = attempt(module, links, changed, kernels) if kernels else ({}, None)
    if some is not None:
        return some
    for name in kernels:  # which one crashes the program?
        one, why = attempt(module, links, changed, [name])
        results.update(one or {name: ('DIES', why)})
    return results


# ---- all --------------------------------------------------------------------

def run_group(points, pool, label, modules, links, floor):
    outcomes, left = {}, 0
    for module, results in zip(modules, pool.map(run_module, [(m, links) for m in modules])):
        if results is None:
            left += 1
            continue
        name = os.path.basename(module)[:-len('.bc')]
        outcomes.update({f'{name}:{kernel}': how for kernel, how in results.items()})
    runs = sum(how[0] == 'runs' for how in outcomes.values())
    bad = [f'{name}: {how[0]}: {how[1]}' for name, how in outcomes.items()
           if how[0] in ('DIES', 'DIFFERS')]
    rest = [f'{name}: {how[0]}: {how[1]}' for name, how in outcomes.items()
            if how[0] in ('left out', 'at fault')]
    points.point(not bad, f'{label}: nothing dies or differs', bad)
    points.point(runs >= floor * len(outcomes),
                 f'{label}: {runs} of {len(outcomes)} kernels run', rest)
    if left:
        points.point(True, f'{label}: {left} modules # SKIP {deadline.OVER}')


def main(argv):
    what = argv[1] if len(argv) > 1 else 'quick'
    files = fetch('linked' if what == 'quick' else 'all')
    points = Points()
    jobs = int(os.environ.get('CVG_JOBS', '2'))
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        os.environ['XDG_STATE_HOME'] = folder
        for (level, target), modules in deadline.shares(sorted(groups(files, what).items())):
            name, links = libraries(target, files)
            if not links:
                print(f'# {target}: no device library')
                continue
            run_group(points, pool, f'{target} -{level} with {name}', modules, links, FLOORS[what])
    print(f'1..{points.n}')
    return points.failed > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
