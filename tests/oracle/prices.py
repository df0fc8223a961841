#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost table against the machine: each of some hundred functions does one
operation; its price must be about what the instructions that LLVM makes of it
take, each at the table's own basic rates. Kernels with one access of memory
(price_memory.py), one branch or one switch (price_flow.py) are compared so, too.

Where the two differ by more than a factor of 2, prices.list must say so, with
the reason; the test fails if that list is not what it finds. `--update` writes
the list anew; a deviation that is new gets the reason "?", which fails until
somebody writes one. The list is for the version of LLVM that LISTED names.
PTX is counted where it shows what ptxas will do: a division of PTX is one
instruction, and is left out. Environment: RECONVERGE, srcdir. TAP.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import price_flow    # noqa: E402
import price_memory  # noqa: E402

SRC = os.environ.get('srcdir', '.')
OURS = os.path.abspath(os.environ.get('RECONVERGE', 'reconverge'))
LIST = os.path.join(SRC, 'tests', 'oracle', 'prices.list')
LISTED = 'LLVM 22.'
BASES = {'GFX90A': 'GFX9', 'SM75': 'SM70'}  # as in families.def
CHIPS = {  # cpu: (family of costs.def, triple)
    'gfx906': ('GFX9', 'amdgcn-amd-amdpal'),
    'gfx90a': ('GFX90A', 'amdgcn-amd-amdpal'),
    'gfx1100': ('GFX10', 'amdgcn-amd-amdpal'),
    'sm_70': ('SM70', 'nvptx64-nvidia-cuda'),
    'sm_75': ('SM75', 'nvptx64-nvidia-cuda'),
    'sm_90': ('SM70', 'nvptx64-nvidia-cuda'),
}


def table():
    """The table's cycles: {family: {kind: cycles}}; a family has those of its base, too."""
    out = {}
    with open(os.path.join(SRC, 'src', 'cost', 'costs.def')) as file:
        for family, kind, cycles in re.findall(r'^COST\((\w+), (\w+), (\d+),', file.read(), re.M):
            out.setdefault(family, {})[kind] = int(cycles)
    for family, base in BASES.items():
        out[family] = {**out[base], **out[family]}
    for rates in out.values():
        rates['MULHI64'] = 7 * rates['ADD32']  # as many instructions of ptxas
    return out


# ---- one-operation functions ---------------------------------------------

def operations():
    """(name, result, parameters, operation on %a, %b, %c)."""
    for width in (16, 32, 64):
        kind = 'i%d' % width
        for op in ('add', 'and', 'mul', 'shl', 'lshr', 'ashr'):
            yield '%s_%s' % (op, kind), kind, [kind] * 2, '%s %s %%a, %%b' % (op, kind)
        for factor in (3, 7, 8, 100, -1):
            name = 'mul_%s_by_%s' % (kind, str(factor).replace('-', 'm'))
            yield name, kind, [kind], 'mul %s %%a, %d' % (kind, factor)
        for op in ('udiv', 'urem', 'sdiv', 'srem'):
            yield '%s_%s' % (op, kind), kind, [kind] * 2, '%s %s %%a, %%b' % (op, kind)
            for divisor in (3, 7, 16, 100):
                yield ('%s_%s_by_%d' % (op, kind, divisor), kind, [kind],
                       '%s %s %%a, %d' % (op, kind, divisor))
        for op in ('umin', 'smax', 'ctpop', 'bitreverse'):
            two = op[1:] in ('min', 'max')
            yield ('%s_%s' % (op, kind), kind, [kind] * (2 if two else 1),
                   'call %s @llvm.%s.%s(%s)' % (kind, op, kind, ', '.join(
                       '%s %%%s' % (kind, x) for x in ('ab' if two else 'a'))))
        yield ('icmp_select_%s' % kind, kind, [kind] * 3,
               'select i1 %%d, %s %%b, %s %%c' % (kind, kind))
        if width > 16:
            for amount in ('%c', '7'):
                name = 'fshl_%s%s' % (kind, '_by_7' if amount == '7' else '')
                yield (name, kind, [kind] * (3 if amount == '%c' else 2),
                       'call %s @llvm.fshl.%s(%s %%a, %s %%b, %s %s)' % (kind, kind, kind, kind, kind, amount))
    for kind, word in (('half', 'f16'), ('float', 'f32'), ('double', 'f64')):
        for op in ('fadd', 'fmul', 'fdiv'):
            yield '%s_%s' % (op, word), kind, [kind] * 2, '%s %s %%a, %%b' % (op, kind)
        yield 'fneg_%s' % word, kind, [kind], 'fneg %s %%a' % kind
        for op in ('sqrt', 'floor', 'minnum'):
            two = op == 'minnum'
            yield ('%s_%s' % (op, word), kind, [kind] * (1 + two), 'call %s @llvm.%s.%s(%s)' % (
                kind, op, word, ', '.join('%s %%%s' % (kind, x) for x in 'ab'[:1 + two])))
        yield ('fma_%s' % word, kind, [kind] * 3,
               'call %s @llvm.fma.%s(%s %%a, %s %%b, %s %%c)' % (kind, word, kind, kind, kind))
        if kind != 'half':
            yield 'sitofp_i32_%s' % word, kind, ['i32'], 'sitofp i32 %%a to %s' % kind
            yield 'fptosi_%s_i32' % word, 'i32', [kind], 'fptosi %s %%a to i32' % kind
    yield 'sitofp_i64_f32', 'float', ['i64'], 'sitofp i64 %a to float'
    # What extends a parameter may be the instruction that loads it.
    yield 'zext_i16_i32', 'i32', ['i16', 'i16'], 'zext i16 %s to i32'
    yield 'sext_i32_i64', 'i64', ['i32', 'i32'], 'sext i32 %s to i64'
    yield 'gep_i32', 'ptr', ['ptr', 'i64'], 'getelementptr i32, ptr %a, i64 %b'


def uniform():
    """The operations whose operands lie in scalar registers."""
    for name, result, params, text in operations():
        if re.match(r'(add|and|mul|shl|ashr|udiv|urem|umin)_i32(_by_(3|7|16))?$', name) or \
                re.match(r'(add|mul|shl)_i64$', name):
            yield name + '_uniform', result, params, text


def module(chip):
    """The module's text, and the names of its functions."""
    amd = chip.startswith('gfx')
    lines = ['target triple = "%s"' % CHIPS[chip][1]]
    names, declared = [], set()
    for form, rows in (('', operations()), ('amdgpu_ps ', uniform() if amd else ())):
        for name, result, params, text in rows:
            compare = '  %%d = icmp ult %s %%a, %%b\n' % params[0] if '%d' in text else ''
            if '%s' in text:
                compare = '  %%s = add %s %%a, %%b\n' % params[0]
            lines.append('define %s%s @%s(%s) #0 {\n%s  %%r = %s\n  ret %s %%r\n}' % (
                form, result, name,
                ', '.join('%s%s %%%s' % (p, ' inreg' if form else '', x)
                          for p, x in zip(params, 'abc')), compare, text, result))
            names.append(name)
            called = re.search(r'call (\w+) (@llvm[\w.]+)\((.*)\)', text)
            if called:
                declared.add('declare %s %s(%s)' % (called[1], called[2], ', '.join(
                    p.split()[0] for p in called[3].split(', '))))
    lines.append('define i32 @nothing(i32 %a) #0 {\n  ret i32 %a\n}')
    lines += sorted(declared)
    lines.append('attributes #0 = { "target-cpu"="%s" }' % chip)
    return '\n'.join(lines) + '\n', names


# ---- what the machine takes ----------------------------------------------

AMD = (  # the first pattern that fits names the kind of costs.def; '' is free
    (r's_(waitcnt|wait_|setpc|delay_alu|nop|clause|endpgm|code_end)', ''),
    (r's_c?branch', 'JUMP'),
    (r's_', 'SCALAR'),
    (r'; return|v_readfirstlane', ''),
    (r'v_mul_(lo|hi)_[iu]\d*(32)|v_mad_[iu]64', 'MUL32'),
    (r'v_(rcp|rsq|sqrt)_f64', 'TRANS64'),
    (r'v_(rcp|rsq|sqrt|exp|log|sin|cos)_', 'TRANS32'),
    (r'v_cvt_.*f64', 'CVT64'),
    (r'v_cvt_', 'CVT32'),
    (r'v_\w*_f64', 'FLOP64'),
    (r'v_\w*_[biu]64', 'SHIFT64'),
    (r'v_', 'ADD32'),
)
NV = (
    (r'ld\.param|st\.param|ret|mov\.b\w+ *.*\{|mov\.[bu]\d+ *%\w+, [%\d-]', ''),
    (r'(div|rem|sqrt)\.', None),
    (r'mul\.hi\.[su]64', 'MULHI64'),
    (r'neg\.f64', 'ADD32'),
    (r'(mul|fma|mad)\S*f64', 'FLOP64'),
    (r'mul\.lo\.[su]64|mad\.\w+\.[su]64', 'MUL64'),
    (r'mul|mad', 'MUL32'),
    (r'cvt\.[su]\d+\.[su]\d+', 'ADD32'),
    (r'cvt.*f64', 'CVT64'),
    (r'cvt', 'CVT32'),
    (r'(add|fma|sub)\.\w*\.?f16|fma\.rn\.f16', 'FLOP16'),
    (r'setp\..*f64', 'FCMP64'),
    (r'setp\..*64', 'CMP64'),
    (r'(shl|shr)\..*64', 'SHIFT64'),
    (r'selp\..*64', 'MINMAX64'),
    (r'\S*f64', 'FLOP64'),
    (r'\S*64', 'ADD64'),
    (r'', 'ADD32'),
)


def cycles(assembly, rates, patterns):
    """{function: cycles, or None if one instruction stands for a sequence}."""
    out, name = {}, None
    for line in assembly.split('\n'):
        begins = re.match(r'(\w+):', line) or re.search(r'\.func\b.*[ )](\w+)\($', line)
        if begins:
            name = begins[1]
            out.setdefault(name, 0)
        text = re.match(r'\t(?:@!?%p\d+ +)?([a-z][\w.]+.*)', line)
        if not text or not name or line.endswith(':'):
            continue
        kind = next(kind for pattern, kind in patterns if re.match(pattern, text[1]))
        if kind is None or out[name] is None:
            out[name] = None
        elif kind:
            out[name] += rates[kind]
    return out


# ---- the comparison --------------------------------------------------------

def deviations(chip, rates, folder):
    """[(name, price, cycles)] of the functions that differ."""
    text, names = module(chip)
    amd = chip.startswith('gfx')
    path = os.path.join(folder, chip + '.ll')
    code = os.path.join(folder, chip + ('.s' if amd else '.ptx'))
    with open(path, 'w') as file:
        file.write(text)
    done = subprocess.run([OURS, '-b', '--json', '-e', 'functions', '-e', 'emit ' + code, path],
                          stdout=subprocess.PIPE, universal_newlines=True, check=True)
    price = {f['name']: f['score']['cycles'] for f in
             json.loads(done.stdout.split('\n')[0])['functions']}
    with open(code) as file:
        machine = cycles(file.read(), rates, AMD if amd else NV)
    rows = []
    for name in names:
        ours, theirs = price[name] - price['nothing'], machine[name]
        if theirs is not None:
            rows.append((name, ours, theirs))
    kernels = CHIPS[chip][1].replace('amdpal', 'amdhsa')
    rows += price_memory.compare(OURS, chip, kernels, rates, folder, price_flow.bodies)
    rows += price_flow.compare(OURS, chip, kernels, rates, folder)
    return len(rows), [(name, ours, theirs) for name, ours, theirs in rows
                       if max(ours, theirs) > 2 * max(min(ours, theirs), 1)]


def known():
    """{(chip, name): reason} and the lines of the list."""
    with open(LIST) as file:
        lines = [line.rstrip('\n') for line in file if not line.startswith('#')]
    reasons = {}
    for line in lines:
        chip, name, _, _, reason = line.split(None, 4)
        reasons[chip, name] = reason
    return reasons, lines


def main():
    version = subprocess.run([OURS, '--version'], stdout=subprocess.PIPE,
                             universal_newlines=True, check=True).stdout
    if LISTED not in version:
        print('1..0 # SKIP the list is for %s' % LISTED)
        return 0
    reasons, listed = known() if os.path.exists(LIST) else ({}, [])
    rates, lines, count = table(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        for chip, (family, _) in CHIPS.items():
            n, found = deviations(chip, rates[family], folder)
            count += n
            lines += ['%-8s %-22s %5d %5d  %s' % (chip, name, ours, theirs, reasons.get((chip, name), '?'))
                      for name, ours, theirs in found]
    if '--update' in sys.argv:
        with open(LIST, 'w') as file:
            file.write('# chip, operation, cycles of the table, cycles of the machine, reason\n')
            file.write('\n'.join(lines) + '\n')
        return 0
    faults = [line for line in lines if line not in listed] + \
        ['no longer: ' + line for line in listed if line not in lines]
    faults += ['no reason: ' + line for line in lines if line.endswith(' ?')]
    for fault in faults:
        print('# ' + fault)
    print('%s 1 - %d prices, %d deviate as listed' % ('not ok' if faults else 'ok', count, len(lines)))
    print('1..1')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
