# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads and stores: the price of one in the cost table against the instructions of
memory that LLVM makes of it, each at the table's basic rates.

A kernel loads from one of its arguments and stores what it loaded, or stores only;
what a kernel without the access has is subtracted on both sides. The first
instruction costs its latency, further ones follow in its shadow and cost their issue
and their words. Addresses are the lane's own, some distance apart, or the same for
all lanes. How many lines of memory an access touches is no matter of its code: the
table says the same, and a timed run counts them. What lanes read apart in constant
memory is taken to be in the first cache, as private memory is.
"""
import json
import re
import subprocess

TYPES = {'i8': 1, 'i16': 1, 'i32': 1, 'i64': 2, 'half': 1, '<2 x i32>': 2, '<4 x i32>': 4,
         '<8 x float>': 8, '<2 x i64>': 4}  # and their words
SPACES = {'global': 1, 'shared': 3, 'constant': 4, 'private': 5, 'flat': 0}
WHERE = {'lane': '%t', 'strided': '%far', 'uniform': '%k'}


def word(kind):
    return re.sub(r'[<>]', '', kind).replace(' x ', 'x')


def rows():
    """(name, space, type, index, is a load)."""
    for space in SPACES:
        for where in WHERE:
            for kind in TYPES:
                for load in (True, False):
                    if (where == 'lane' or kind in ('i32', '<4 x i32>')) and \
                            (load or space != 'constant'):
                        yield ('%s_%s_%s_%s' % ('load' if load else 'store', space,
                                                word(kind), where), space, kind, where, load)


def kernel(amd, name, space, kind, where, load, access):
    """With the access or without it."""
    space = SPACES[space]
    tid = 'llvm.amdgcn.workitem.id.x' if amd else 'llvm.nvvm.read.ptx.sreg.tid.x'
    loads = '  %%v = load %s, ptr addrspace(%d) %%at\n' % (kind, space)
    zero = 'zeroinitializer' if kind[0] == '<' else '0.0' if kind == 'half' else '0'
    if load:
        text = (loads if access else '') + '  store %s %s, ptr addrspace(1) %%to\n' % (
            kind, '%v' if access else zero)
    else:
        text = '  store %s %s, ptr addrspace(%d) %%at\n' % (kind, zero, space) if access else ''
    return ('define %s void @%s(ptr addrspace(%d) %%p, ptr addrspace(1) %%q, i32 %%k) #0 {\n'
            '  %%t = call i32 @%s()\n  %%far = mul i32 %%t, 17\n'
            '  %%to = getelementptr %s, ptr addrspace(1) %%q, i32 %%t\n'
            '  %%at = getelementptr %s, ptr addrspace(%d) %%p, i32 %s\n%s  ret void\n}' % (
                'amdgpu_kernel' if amd else 'ptx_kernel', name + ('' if access else '_without'),
                space, tid, kind, kind, space, WHERE[where], text))


def module(chip, triple):
    amd = chip.startswith('gfx')
    lines = ['target triple = "%s"' % triple]
    for row in rows():
        if amd or row[1] != 'constant':
            lines += [kernel(amd, *row, access) for access in (True, False)]
    lines.append('declare i32 @llvm.%s()' % (
        'amdgcn.workitem.id.x' if amd else 'nvvm.read.ptx.sreg.tid.x'))
    lines.append('attributes #0 = { "target-cpu"="%s" }' % chip)
    return '\n'.join(lines) + '\n'


# ---- what the machine takes ------------------------------------------------------

AMD_SPACES = {'global': 'GLOBAL', 'flat': 'FLAT', 'ds': 'SHARED', 'buffer': 'PRIVATE',
              'scratch': 'PRIVATE', 's': 'CONST'}


def amd_access(line, base):
    """(kind, words) of an instruction of memory; base: the registers of the arguments."""
    m = re.match(r'\t(global|flat|ds|buffer|scratch|s)_(load|store|read|write)(2?)\w*?_?(\w+)\s+(.*)',
                 line)
    if not m or m[1] == 's' and base and base in m[5]:
        return None
    bits = re.search(r'(?:dword)?x(\d+)$|b(\d+)(?:_e\d+)?$', m[1] + m[2] + m[3] + m[4])
    words = 1 if not bits else int(bits[1]) if bits[1] else max(int(bits[2]) // 32, 1)
    return (('LOAD_' if m[2] in ('load', 'read') else 'STORE_') + AMD_SPACES[m[1]],
            words * (2 if m[3] else 1))


def nv_access(line, _):
    m = re.match(r'\t(ld|st)(\.volatile)?(?:\.(global|shared|local|const|param))?(?:\.nc)?'
                 r'(?:\.v(\d))?\.[bufs](\d+) ', line)
    if not m or m[3] == 'param':
        return None
    space = {None: 'FLAT', 'local': 'PRIVATE', 'const': 'CONST'}.get(m[3], (m[3] or '').upper())
    return (('LOAD_' if m[1] == 'ld' else 'STORE_') + space,
            max(int(m[4] or 1) * int(m[5]) // 32, 1))


def accesses(code, amd):
    """[(kind, words)] of a kernel's code."""
    base = next((m[1] for m in (re.match(r'\ts_load\S+\s+\S+(?: \S+)?,? ?(s\[\d+:\d+\]),', line)
                                for line in code) if m), None)
    found = [(amd_access if amd else nv_access)(line, base) for line in code]
    return [f for f in found if f]


def cycles(found, rates):
    """Of accesses, those of a kind one behind the other."""
    out, seen = 0, set()
    for kind, words in found:
        space = kind.split('_')[1]
        out += rates['ISSUE'] if kind in seen else rates[kind]
        out += (words - 1) * rates['WORD_SHARED' if space == 'SHARED' else 'WORD_GLOBAL']
        seen.add(kind)
    return out


def compare(ours, chip, triple, rates, folder, bodies):
    """[(name, price, cycles)] of all rows."""
    path = '%s/memory-%s.ll' % (folder, chip)
    amd = chip.startswith('gfx')
    code = path[:-2] + ('s' if amd else 'ptx')
    with open(path, 'w') as file:
        file.write(module(chip, triple))
    done = subprocess.run([ours, '-b', '--json', '-e', 'functions', '-e', 'emit ' + code, path],
                          stdout=subprocess.PIPE, universal_newlines=True, check=True)
    price = {f['name']: f['score']['cycles'] for f in
             json.loads(done.stdout.split('\n')[0])['functions']}
    with open(code) as file:
        code = bodies(file.read())
    out = []
    for name, space, *_ in rows():
        if name in price:
            found, rest = (accesses(code[x], amd) for x in (name, name + '_without'))
            for access in rest:  # what both have
                if access in found:
                    found.remove(access)
            if space == 'constant':
                found = [(kind.replace('GLOBAL', 'PRIVATE'), words) for kind, words in found]
            out.append((name, price[name] - price[name + '_without'], cycles(found, rates)))
    return out
