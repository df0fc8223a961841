#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which of OpenCL's functions each work-item calls for itself, against the
header of clang.

Every name that is not MEETS in builtin_opencl.def must be declared there, and none as convergent;
and in what clang makes of a call of each function of the header, for both
targets, exactly those calls must not be convergent. Environment: RECONVERGE,
CLANG, srcdir.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

SRC = os.environ.get('srcdir', '.')
OURS = os.environ.get('RECONVERGE', 'reconverge')
CLANG = os.environ.get('CLANG', '')
TARGETS = {'amdgcn': 'amdgcn-amd-amdhsa', 'nvptx64': 'nvptx64-nvidia-cuda'}


def header():
    """The functions of the header: {name: [(is it convergent, result,
    parameters)]}."""
    done = subprocess.run([CLANG, '-print-resource-dir'], stdout=subprocess.PIPE, check=True,
                          universal_newlines=True)
    with open(os.path.join(done.stdout.strip(), 'include', 'opencl-c.h')) as file:
        text = file.read()
    text = re.sub(r'//[^\n]*|/\*.*?\*/', '', text, flags=re.S)
    text = re.sub(r'(?m)^\s*#(?:[^\n]*\\\n)*[^\n]*', '', text)
    found = {}
    for before, name, params in re.findall(r'([^;{}]*?)\b(\w+)\s*\(([^;]*)\)\s*;', text):
        if '__ovld' not in before:
            continue
        result = re.sub(r'\b__(ovld|conv|cnfn|purefn)\b', '', before)
        row = ('__conv' in before, ' '.join(result.split()), ' '.join(params.split()))
        found.setdefault(name, []).append(row)
    return found


def table():
    """The names that are not MEETS, with the variable parts of a row filled
    in, except for convert_*."""
    path = os.path.join(SRC, 'include', 'reconverge', 'builtin_opencl.def')
    with open(path) as file:
        rows = re.findall(r'^BUILTIN\("([^"@]+)",\s*(?!MEETS)[A-Z]', file.read(), re.M)
    names = {}
    for row in rows:
        for lanes in ('2', '3', '4', '8', '16') if '#' in row else ('',):
            for mode in ('', '_rte', '_rtz', '_rtp', '_rtn') if '~' in row else ('',):
                names[row.replace('#', lanes).replace('~', mode)] = True
    return list(names)


def alone(name, names):
    return name in names or name.startswith('convert_')


def words_of(params):
    """The types of the parameters; None if they are too special for a call."""
    if params in ('', 'void'):
        return []
    types = []
    for param in params.split(','):
        param = re.sub(r'\b__(?=global|local|private|constant|read_only|write_only)', '', param)
        types.append(re.sub(r'(?<=[\w*])\s+\w+$|(?<=\*)\w+$', '', param.strip())
                     if re.search(r'[\s*]\w+$', param.strip()) and
                     not re.fullmatch(r'(?:(?:const|volatile|unsigned)\s+)*\w+', param.strip())
                     else param.strip())
    return types


def calls(functions):
    """Some calls of each name: {name: [text of a function that calls it]}."""
    found = {}
    for name, rows in functions.items():
        if name.startswith('convert_') and hash_of(name) % 16:
            continue
        for _, result, params in rows[:1] + rows[len(rows) // 2:][:1] + rows[-1:]:
            types = words_of(params)
            args = ', '.join(f'{t} a{k}' for k, t in enumerate(types))
            given = ', '.join(f'a{k}' for k in range(len(types)))
            back = '' if result == 'void' else 'return '
            found.setdefault(name, []).append(
                f'{result} NAME({args}) {{ {back}{name}({given}); }}')
    return found


def hash_of(name):
    return sum(ord(c) * (i + 1) for i, c in enumerate(name))


def compile_calls(target, texts, folder):
    """Returns (module, {function: name}), without the calls that clang
    rejects."""
    source = os.path.join(folder, 'calls.cl')
    module = os.path.join(folder, f'calls.{target}.bc')
    rows = [(name, text.replace('NAME', f'f{i}_{k}'))
            for i, (name, of) in enumerate(texts.items()) for k, text in enumerate(of)]
    for _ in range(8):
        with open(source, 'w') as file:
            file.write('kernel void k(void) {}\n')
            file.writelines(text + '\n' for _, text in rows)
        done = subprocess.run(
            [CLANG, '-x', 'cl', '-cl-std=CL3.0', '-target', TARGETS[target], '-nogpulib', '-w',
             '-ferror-limit=0', '-Xclang', '-finclude-default-header', '-O0', '-emit-llvm', '-c',
             source, '-o', module], stderr=subprocess.PIPE, universal_newlines=True)
        if done.returncode == 0:
            break
        bad = {int(n) - 2 for n in re.findall(r'calls\.cl:(\d+):\d+: error', done.stderr)}
        rows = [row for i, row in enumerate(rows) if i not in bad]
    else:
        raise SystemExit(done.stderr)
    return module, {re.search(r'f\d+_\d+', text)[0]: name for name, text in rows}


def convergent_functions(module, functions):
    """The functions with a convergent operation."""
    script = ''.join(f'function {f}\ncfg\n' for f in functions)
    done = subprocess.run([OURS, '-b', '--json', '-x', '-', module], input=script,
                          stdout=subprocess.PIPE, check=True, universal_newlines=True)
    found = set()
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        if any(b['convergent'] for b in answer.get('blocks', [])):
            found.add(answer['function'])
    return found


def main():
    if not CLANG:
        print('1..0 # SKIP clang missing')
        return 0
    functions, names = header(), table()
    known = set(names)
    unknown = [n for n in names if n not in functions]
    marked = [n for n in functions if alone(n, known) and any(c for c, _, _ in functions[n])]
    n = failed = 0
    points = [('every name is in the header', unknown), ('none is convergent there', marked)]
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        texts = calls(functions)
        for target in TARGETS:
            module, of = compile_calls(target, texts, folder)
            found = convergent_functions(module, of)
            wrong = sorted({of[f] for f in of if (f in found) == alone(of[f], known)})
            asked = {name for name in of.values() if alone(name, known)}
            points.append((f'{target}: {len(asked)} functions alone, '
                           f'{len(set(of.values())) - len(asked)} together', wrong))
            points.append((f'{target}: clang takes nearly all',
                           [] if len(asked) > 0.8 * len(known) else sorted(known - asked)))
    for what, bad in points:
        n += 1
        failed += bool(bad)
        print('not ok' if bad else 'ok', n, '-', what)
        for name in bad[:20]:
            print('#', name)
    print(f'1..{n}')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
