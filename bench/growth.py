#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Growth of code by linearization (LIN, tables 1 and 3), compared with LLVM's
structurizer. Every sample and every kernel of the corpus
(tests/corpus/fetch.sh) with unstructured edges is counted three times: before,
after `linearize`, and after the passes that LLVM's AMDGPU target runs.

If `linearize` refuses all regions of a kernel, because they contain a convergent
operation, the kernel is named and left out of the means. Registers are the most
32-bit registers alive at once in a lane. SASS instructions and their registers
are counted by ptxas, where it is installed; bytes and VGPRs by LLVM's code
generator for AMDGPU, which structures all three versions again. The goals are
the paper's: on average less than 7 % more instructions and less than 10 % more
blocks, and less than the structurizer. Table 4 is shown first: the growth at each
level of lin-opt, also of the instructions that the samples execute.
Environment: RECONVERGE, SAMPLES, srcdir, builddir, PTXAS, LLVM_VERSION_MAJOR;
GROWTH_CORPUS=quick for fewer kernels, none for samples only.
"""
import concurrent.futures
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import corpus  # noqa: E402

GOALS = {'insts': 7, 'blocks': 10}
# What the AMDGPU target runs before it selects instructions.
STRUCTURIZE = ('lower-switch,fix-irreducible,unify-loop-exits,'
               'structurizecfg<skip-uniform-regions>')
# Where clang for NVPTX puts what a kernel does; for AMDGPU it is inlined.
BODY = '__clang_ocl_kern_imp_'
COUNTS = ('blocks', 'insts', 'selects', 'phis', 'registers')
CODE = {'nvptx64': ('PTX', 'SASS', 'SASS regs'), 'amdgcn': ('bytes', 'VGPRs')}
SIDES = ('before', 'linearize', 'LLVM')

OURS = os.environ.get('RECONVERGE') or 'reconverge'
SAMPLES = os.environ.get('SAMPLES') or 'samples'
PTXAS = os.environ.get('PTXAS')


def session(path, commands):
    """One object for each command that succeeded."""
    words = [OURS, '-b', '--json', '--keep-going', path]
    for command in commands:
        words += ['-e', command]
    out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         universal_newlines=True).stdout
    return list(map(json.loads, out.splitlines()))


def target_of(path):
    return 'amdgcn' if 'amdgcn' in path else 'nvptx64'


# ---- code ------------------------------------------------------------------

def amdgcn_code(kernel, listing):
    """The registers of a kernel that calls an external function are not known."""
    text = listing.split(f'\n{kernel}:', 1)[1]
    found = {'bytes': int(re.search(r'; codeLenInByte = (\d+)', text)[1])}
    registers = re.search(r'; NumVgprs: (.+)', text)[1]
    if registers.isdigit():
        found['VGPRs'] = int(registers)
    return found


def sass_lines(cubin):
    """{kernel: instructions} of a file of machine code: 16 bytes each, the
    padding (NOP) not counted."""
    with open(cubin, 'rb') as file:
        data = file.read()
    at, = struct.unpack_from('<Q', data, 40)
    size, n, names = struct.unpack_from('<HHH', data, 58)
    sections = [struct.unpack_from('<IIQQQQ', data, at + i * size) for i in range(n)]
    strings = sections[names][4]
    found = {}
    for name, _, _, _, start, length in sections:
        end = data.index(b'\0', strings + name)
        name = data[strings + name:end].decode()
        if name.startswith('.text.'):
            found[name[len('.text.'):]] = sum(
                1 for i in range(start, start + length, 16)
                if struct.unpack_from('<H', data, i)[0] & 0xfff != 0x918)
    return found


def sass_of(ptx):
    """{kernel: (instructions, registers)}, {} if ptxas does not take the file."""
    if not PTXAS:
        return {}
    # The oldest architecture that ptxas still knows and runs code for sm_70.
    done = subprocess.run([PTXAS, '-v', '-arch=sm_75', ptx, '-o', ptx + '.cubin'],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True)
    if done.returncode:
        return {}
    registers = dict(re.findall(r"Compiling entry function '([^']+)'.*?Used (\d+) registers",
                                done.stdout, re.S))
    return {k: (n, int(registers[k])) for k, n in sass_lines(ptx + '.cubin').items()
            if k in registers}


def ptx_lines(kernel, text):
    body = re.search(r'\.(?:entry|func)[^{;]*?\b%s\([^{;]*?^\{(.*?)^\}' % re.escape(kernel), text,
                     re.S | re.M)[1]
    return sum(1 for line in body.splitlines()
               if re.match(r'\s+[@a-z]', line) and line.rstrip().endswith(';'))


def code_of(path, kernels):
    """{kernel: counts}; of those that the code generator does not take, none."""
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        text = file.read()
    if target_of(path) == 'amdgcn':
        return {k: amdgcn_code(k, text) for k in kernels}
    sass = sass_of(path)
    found = {}
    for kernel in kernels:
        found[kernel] = {'PTX': ptx_lines(kernel, text)}
        if kernel in sass:
            found[kernel].update(zip(('SASS', 'SASS regs'), sass[kernel]))
    return found


# ---- one module --------------------------------------------------------------

def unstructured(path):
    body = BODY if target_of(path) == 'nvptx64' else '?'
    kernels = [f['name'] for f in session(path, ['functions'])[0]['functions']
               if f['kind'] == 'kernel' or f['name'].startswith(body)]
    commands = [c for k in kernels for c in (f'function "{k}"', 'score P0')]
    return [a['function'] for a in session(path, commands)
            if 'revisions' in a and a['revisions'][0]['unstructured']]


def measure(path):
    """[(kernel, [counts of each side])] of the unstructured kernels."""
    kernels = unstructured(path)
    if not kernels:
        return []
    with tempfile.TemporaryDirectory() as folder:
        target = target_of(path)
        files = [os.path.join(folder, f'{i}.{target}.{"s" if target == "amdgcn" else "ptx"}')
                 for i in range(3)]
        commands = [f'emit {files[0]}']
        for kernel in kernels:
            commands += [f'function "{kernel}"', 'linearize when=always']
        commands += [f'emit {files[1]}']
        for kernel in kernels:
            commands += [f'function "{kernel}"', 'score P0']
        commands += ['goto P0', f"pass '{STRUCTURIZE}'", f'emit {files[2]}']
        for kernel in kernels:
            commands += [f'function "{kernel}"', 'score P0']
        answers = session(path, commands)
        scores = [a for a in answers if 'revisions' in a]
        ours, llvm = scores[:len(kernels)], scores[len(kernels):]
        refused = [a['error']['message'] for a in answers if 'error' in a]
        if len(llvm) != len(kernels) or refused:
            print(f'  {path}: {"; ".join(refused) or "no answer"}', flush=True)
            if len(llvm) != len(kernels):
                return []
        code = [code_of(f, kernels) for f in files]
    found = []
    for i, kernel in enumerate(kernels):
        sides = [ours[i]['revisions'][0], ours[i]['revisions'][1], llvm[i]['revisions'][1]]
        for side, of in zip(sides, code):
            side.update(of.get(kernel, {}))
        found.append((kernel, sides))
    return found


# ---- the tables ----------------------------------------------------------------

def growth(sides, count, side):
    before, after = sides[0].get(count), sides[side].get(count)
    return 100 * (after / before - 1) if before and after is not None else None


def refused(sides):
    return sides[1]['unstructured'] == sides[0]['unstructured']


def mean(kernels, count, side):
    those = [g for _, sides in kernels for g in (growth(sides, count, side),) if g is not None]
    return sum(those) / len(those) if those else None


def cell(sides, count):
    values = [str(s.get(count, '-')) for s in sides]
    return '/'.join(values).rjust(width(count))


def width(count):
    return 18 if count in ('insts', 'PTX', 'SASS', 'bytes') else 12


def show(title, kernels, columns):
    print(f'  {title}')
    print(f'  {"before/linearize/LLVM":34}' + ''.join(c.rjust(width(c)) for c in columns))
    for name, sides in kernels:
        left = sides[1]['unstructured']
        note = '  refused' if refused(sides) else f'  {left} edges left' if left else ''
        name = name.replace(BODY, '')[:34]
        print(f'  {name:34}' + ''.join(cell(sides, c) for c in columns) + note)


def show_mean(title, kernels, columns):
    done = [k for k in kernels if not refused(k[1])]
    print(f'  {title}: {len(kernels)} unstructured kernels, {len(kernels) - len(done)} refused; '
          'mean growth of the others in %')
    kernels = done
    for side in (1, 2):
        print(f'    {SIDES[side]:32}' + ''.join(
            ('-' if m is None else f'{m:+.1f}').rjust(width(c))
            for c in columns for m in (mean(kernels, c, side),)))


def judge(title, kernels):
    kernels = [k for k in kernels if not refused(k[1])]
    if not kernels:
        return
    print(f'  {title}: {len(kernels)} kernels')
    for count, goal in GOALS.items():
        ours, llvm = mean(kernels, count, 1), mean(kernels, count, 2)
        note = '' if ours < goal else '  ABOVE'
        note += '' if ours < llvm else "  NOT BELOW LLVM's"
        print(f'    {count}: {ours:+.1f} %, goal {goal} %; LLVM {llvm:+.1f} %{note}')


# ---- levels --------------------------------------------------------------------

def launch_of(path):
    launch = path.rsplit('.', 2)[0] + '.launch.json'
    return [f'launch {launch}'] if os.path.exists(launch) else []


def measure_levels(path):
    """For each unstructured kernel that is linearized, the counts before and at each
    level of lin-opt; `executed` of samples, on their launches."""
    found = []
    for kernel in unstructured(path):
        launch = launch_of(path)
        commands = [f'function "{kernel}"', *launch, 'set decide=static judge=table', 'score P0']
        for level in range(5):
            commands += ['goto P0', f'set lin-opt={level}', 'linearize when=always',
                         'score P0']
            commands += ['metrics P0'] if launch else []
        answers = session(path, commands)
        rows = [a['revisions'][-1] for a in answers if a['command'] == 'score P0']
        runs = [a['metrics'] for a in answers if a['command'] == 'metrics P0']
        for row, metrics in zip(rows[1:], runs):
            row['executed'] = metrics[-1]['warp_insts']
            rows[0]['executed'] = metrics[0]['warp_insts']
        if len(rows) == 6 and rows[5]['unstructured'] < rows[0]['unstructured']:
            found.append(rows)
    return found


def show_levels(title, kernels):
    """Table 4, and the same for the code: the growth at each level."""
    print(f'  {title}: {len(kernels)} kernels; mean growth in % at lin-opt 0 to 4')
    last = {}
    for count in ('insts', 'blocks', 'executed'):
        growths = [[100 * (row[count] / rows[0][count] - 1) for row in rows[1:]]
                   for rows in kernels if count in rows[0]]
        if not growths:
            continue
        means = [sum(level) / len(level) for level in zip(*growths)]
        note = '' if all(b <= a for a, b in zip(means, means[1:])) else '  NOT FALLING'
        if means[4] >= GOALS.get(count, 1000):
            note += f'  ABOVE {GOALS[count]}'
        print(f'    {count:10}' + ''.join(f'{m:+8.1f}' for m in means) + note)


def modules():
    size = os.environ.get('GROWTH_CORPUS') or 'all'
    # Device libraries have no kernels.
    return [f for f in corpus.paths(size) if '/llvm-' in f and '/O' in f] \
        if size != 'none' else []


def samples():
    return sorted(os.path.join(SAMPLES, f) for f in os.listdir(SAMPLES)
                  if f.endswith('.ll') and '_debug' not in f)


def label(path):
    level = re.search(r'/(O\d)/', path)
    return level[1] + ' ' if level else ''


def main():
    print('linearize and what code it makes')
    everything, others, levels = [], [], []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        os.environ['XDG_STATE_HOME'] = folder
        for title, paths in (('samples', samples()), ('corpus', modules())):
            found = {t: [] for t in CODE}
            measured = [rows for some in pool.map(measure_levels, paths) for rows in some]
            levels += measured
            if measured:
                show_levels(title, measured)
            for path, kernels in zip(paths, pool.map(measure, paths)):
                found[target_of(path)] += [(label(path) + k, s) for k, s in kernels]
            for target, kernels in found.items():
                if not kernels:
                    continue
                columns = COUNTS + CODE[target]
                show(f'{title}, {target}', kernels, columns)
                show_mean(f'{title}, {target}', kernels, columns)
                everything += kernels
                others += kernels if title == 'corpus' else []
    if not everything:
        sys.exit('nothing is unstructured')
    show_levels('all', levels)
    judge('all', everything)
    judge("other people's alone", others)


if __name__ == '__main__':
    main()
