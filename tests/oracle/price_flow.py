# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a warp pays for a branch or a switch: the simulated cycles, by the cost
table, against the instructions of control flow that this warp runs in the code
that LLVM makes of the kernel, each at the table's basic rates.

A kernel chooses among stores by a number that is the same for all lanes (an
argument) or not (loaded; lanes want four values in turns). The assembly is run
here as far as it decides where to go: compares, masks of lanes and branches. What
is neither is left out on both sides. PTX has no masks: a warp runs what any of its
lanes runs, and where they part, the threads' meeting is made and awaited once, as
ptxas does it.
"""
import json
import re
import subprocess

WAYS = (3, 4, 5, 8, 16, 40)
TAKEN = 4  # values that the lanes of a warp have, where they differ


# ---- kernels -----------------------------------------------------------------

def values(ways, sparse):
    """The values of a switch, close together or apart, ascending."""
    return [i * 37 + i * i if sparse else i for i in range(ways)]


def rows():
    """(name, the values of a switch, or None of a branch, uniform, sides of a branch)."""
    for uniform in (True, False):
        word = 'uniform' if uniform else 'divergent'
        for sides in (1, 2):
            yield 'branch_%d_%s' % (sides, word), None, uniform, sides
        for ways in WAYS:
            for sparse in (False, True):
                name = 'switch_%d%s_%s' % (ways, '_sparse' if sparse else '', word)
                yield name, values(ways, sparse), uniform, 0


def chosen(cases, uniform, sides):
    """The numbers that lanes have, by turns."""
    if cases is None:
        return [0] if uniform else [0, 9]
    if uniform:
        return [cases[len(cases) // 2]]
    n = min(TAKEN, len(cases))
    return [cases[(2 * i + 1) * len(cases) // (2 * n)] for i in range(n)]


def stores(cases, uniform, sides):
    """How many of the kernel's stores a warp runs."""
    return 1 if cases is None and sides == 1 else len(chosen(cases, uniform, sides))


def kernel(amd, name, text):
    tid = 'llvm.amdgcn.workitem.id.x' if amd else 'llvm.nvvm.read.ptx.sreg.tid.x'
    return ('define %s void @%s(ptr addrspace(1) %%q, ptr addrspace(1) %%p, i32 %%k) #0 {\n'
            '  %%t = call i32 @%s()\n'
            '  %%a = getelementptr i32, ptr addrspace(1) %%q, i32 %%t\n'
            '  %%l = load volatile i32, ptr addrspace(1) %%a\n%s\n}\n' % (
                'amdgpu_kernel' if amd else 'ptx_kernel', name, tid, text))


def store(value):
    return '  store volatile i32 %d, ptr addrspace(1) %%p\n' % value


def text_of(cases, uniform, sides):
    x = '%k' if uniform else '%l'
    if cases is None:
        return ('  %%c = icmp slt i32 %s, 5\n  br i1 %%c, label %%a0, label %%%s\na0:\n%s'
                '  br label %%end\n%send:\n  ret void' % (
                    x, 'end' if sides == 1 else 'a1', store(1),
                    'a1:\n%s  br label %%end\n' % store(2) if sides == 2 else ''))
    arms = ''.join('a%d:\n%s  br label %%end\n' % (i, store(i)) for i in range(len(cases)))
    return '  switch i32 %s, label %%end [ %s ]\n%send:\n  ret void' % (
        x, ' '.join('i32 %d, label %%a%d' % (v, i) for i, v in enumerate(cases)), arms)


def module(chip, triple):
    amd = chip.startswith('gfx')
    lines = ['target triple = "%s"' % triple]
    lines += [kernel(amd, name, text_of(*what)) for name, *what in rows()]
    lines += [kernel(amd, 'plain_%d' % n, ''.join(map(store, range(n))) + '  ret void')
              for n in range(1, TAKEN + 1)]
    lines.append('declare i32 @llvm.%s()' % (
        'amdgcn.workitem.id.x' if amd else 'nvvm.read.ptx.sreg.tid.x'))
    lines.append('attributes #0 = { "target-cpu"="%s" }' % chip)
    return '\n'.join(lines) + '\n'


# ---- AMD's code --------------------------------------------------------------

class Amd:
    """Runs the control flow of one kernel for one warp."""
    COMPARES = {'eq': lambda a, b: a == b, 'lg': lambda a, b: a != b,
                'ne': lambda a, b: a != b, 'lt': lambda a, b: a < b,
                'le': lambda a, b: a <= b, 'gt': lambda a, b: a > b,
                'ge': lambda a, b: a >= b}
    MASKS = {'and': lambda a, b: a & b, 'or': lambda a, b: a | b,
             'xor': lambda a, b: a ^ b, 'andn2': lambda a, b: a & ~b,
             'and_not1': lambda a, b: a & ~b}
    OTHER = re.compile(r's_(load|waitcnt|wait_|delay_alu|nop|clause|setreg|sendmsg|add|mov_b32|lshl|movk)'
                       r'|global_|flat_|v_(dual_)?(mov|lshl|and_b32|add)')

    def __init__(self, lines, uniform, lanes, warp):
        self.lines, self.uniform, self.lanes = lines, uniform, lanes
        self.all = (1 << warp) - 1
        self.reg = {'exec': self.all, 'exec_lo': self.all, 'vcc': 0, 'vcc_lo': 0, 'scc': 0}
        self.at = {m[1]: i for i, line in enumerate(lines)
                   for m in [re.match(r'(\.?\w+):', line)] if m}

    def value(self, word):
        if re.match(r'-?(0x)?[\da-f]+$', word):
            return int(word, 0)
        if word in self.reg:
            return self.reg[word]
        if word[0] == 's':
            return self.uniform  # the one argument that is compared
        raise KeyError('no value of %s' % word)

    def mask(self, word):
        return self.value(word) & self.all

    def set(self, word, x):
        for name in {'exec': ('exec', 'exec_lo'), 'exec_lo': ('exec', 'exec_lo'),
                     'vcc': ('vcc', 'vcc_lo'), 'vcc_lo': ('vcc', 'vcc_lo')}.get(word, (word,)):
            self.reg[name] = x

    def lane_mask(self, compare, words):
        """The active lanes for which a compare of two operands holds."""
        out = 0
        for lane in range(self.all.bit_length()):
            a, b = (self.lanes[lane % len(self.lanes)] if w[0] == 'v' and w[:3] != 'vcc'
                    else self.value(w) for w in words)
            if self.reg['exec'] >> lane & 1 and self.COMPARES[compare](a, b):
                out |= 1 << lane
        return out

    def step(self, op, args):
        """Run one instruction; the label to go on at, if it goes there."""
        if m := re.match(r's_cmpk?_(\w\w)_[iu]32', op):
            self.reg['scc'] = self.COMPARES[m[1]](self.value(args[0]), self.value(args[1]))
        elif m := re.match(r'v_cmp(x?)_(\w\w)_[iu]32', op):
            to = 'exec' if m[1] else args[0]
            self.set(to, self.lane_mask(m[2], args[-2:]))
        elif m := re.match(r's_cbranch_(scc|vcc|exec)(n?z|0|1)$', op):
            word, wanted = m[1], m[2] in ('nz', '1')
            return args[0] if bool(self.reg[word]) == wanted else None
        elif op == 's_branch':
            return args[0]
        elif m := re.match(r's_(\w+)_saveexec_b\d\d', op):
            old, other = self.reg['exec'], self.mask(args[1])
            first = m[1] in ('andn2', 'and_not1')
            self.set('exec', self.MASKS[m[1]](*((other, old) if first else (old, other))))
            self.set(args[0], old)
        elif m := re.match(r's_(and|or|xor|andn2|and_not1)_b(32|64)', op):
            x = self.MASKS[m[1]](self.mask(args[1]), self.mask(args[2]))
            self.set(args[0], x)
            self.reg['scc'] = x != 0
        elif op in ('s_mov_b64', 's_mov_b32') and (args[0][:4] in ('exec', 'vcc', 'vcc_') or
                                                   args[1] in ('-1', '0') or 'exec' in args[1]):
            self.set(args[0], self.mask(args[1]))
        elif self.OTHER.match(op):
            return False  # costs nothing here
        else:
            raise KeyError('unknown instruction %s' % op)
        return None

    def run(self, rates):
        at, cost = 0, 0
        for _ in range(10000):
            text = re.match(r'\t([a-z]\w+)\s*(.*)', self.lines[at].split(';')[0])
            at += 1
            if not text:
                continue
            if text[1] == 's_endpgm':
                return cost
            goes = self.step(text[1], [w.strip() for w in text[2].split(',')])
            if goes is False:
                continue
            cost += rates['JUMP' if 'branch' in text[1] else
                          'ADD32' if text[1][0] == 'v' else 'SCALAR']
            if goes:
                at = self.at[goes]
        raise KeyError('no end')


# ---- PTX -----------------------------------------------------------------------

class Nv:
    """Runs the control flow of one kernel for each value that lanes have."""
    COMPARES = Amd.COMPARES

    def __init__(self, lines, uniform, lanes, _):
        self.lines = lines
        self.known = {}  # registers that hold the argument or the loaded number
        for line in lines:
            if m := re.match(r'\tld\.param\.b32 \t(%r\d+), \[\w+_param_2\]', line):
                self.known[m[1]] = uniform
            if m := re.match(r'\tld\.volatile\.global\.b32 \t(%r\d+)', line):
                self.known[m[1]] = None
        self.lanes = lanes
        self.at = {m[1]: i for i, line in enumerate(lines)
                   for m in [re.match(r'(\$\w+):', line)] if m}

    def value(self, word, lane):
        known = self.known.get(word, 0)
        return int(word) if word[0] != '%' else lane if known is None else known

    def targets(self, table):
        """The labels of a table of jumps."""
        text = '\n'.join(self.lines)
        return re.findall(r'\$L__\w+', re.search(
            re.escape(table) + r': \.branchtargets([^;]*);', text)[1])

    def walk(self, lane):
        """[(place of a counted instruction, branches to)] as a thread goes."""
        at, holds = 0, {}
        for _ in range(10000):
            line = self.lines[at].split('//')[0]
            at += 1
            if m := re.match(r'\tsetp\.(\w\w)\.[sub]32 \t(%p\d+), (\S+), (\S+);', line):
                holds[m[2]] = self.COMPARES[m[1]](self.value(m[3], lane), self.value(m[4], lane))
                yield at, None
            elif m := re.match(r'\t(?:@(!?)(%p\d+) )?bra(?:\.uni)? \t(\S+);', line):
                goes = not m[2] or holds[m[2]] != bool(m[1])
                yield at, goes
                if goes:
                    at = self.at[m[3]]
            elif m := re.match(r'\tbrx\.idx \t(\S+), (\S+);', line):
                goes = self.targets(m[2])[self.value(m[1], lane)]
                yield at, goes
                at = self.at[goes]
            elif re.match(r'\t(brx|@)', line):
                raise KeyError('unknown instruction %s' % line)
            elif re.match(r'\tret;', line):
                return
        raise KeyError('no end')

    def run(self, rates):
        seen = {}
        for lane in set(self.lanes):
            for at, goes in self.walk(lane):
                seen.setdefault(at, set()).add(goes)
        apart = any(len(goes) > 1 for goes in seen.values())
        price = apart * (rates['BRANCH'] - rates['JUMP'])
        for goes in seen.values():
            price += rates['CMP32' if goes == {None} else 'JUMP']
            if any(isinstance(to, str) for to in goes):
                # ptxas: scale the index, load the distance, extend it, go
                price += 2 * rates['ADD32'] + rates['LOAD_CONST']
        return price


# ---- together --------------------------------------------------------------------

def bodies(assembly):
    """{kernel: the lines of its code}."""
    out, name = {}, None
    for line in assembly.split('\n'):
        begins = re.match(r'(\w+): ', line) or re.search(r'\.entry (\w+)\(', line)
        if begins:
            name = begins[1]
            out[name] = []
        elif name:
            out[name].append(line)
    return out


def simulated(ours, path, code):
    """{kernel: cycles}; the code is written to `code`."""
    names = [row[0] for row in rows()] + ['plain_%d' % n for n in range(1, TAKEN + 1)]
    numbers = {name: chosen(*what) for name, *what in rows()}
    command = [ours, '-b', '--json', '-e', 'emit ' + code]
    for name in names:
        lanes = numbers.get(name, [0])
        command += ['-e', 'function ' + name, '-e',
                    'launch grid=1 block=64 q=i32[64]:values(%s) p=i32[1]:zero k=%d' % (
                        ','.join(map(str, lanes)), lanes[0]), '-e', 'simulate']
    done = subprocess.run(command + [path], stdout=subprocess.PIPE, check=True,
                          universal_newlines=True)
    runs = [json.loads(line) for line in done.stdout.split('\n') if '"simulate' in line]
    return {run['function']: run['cycles'] / run['warps'] for run in runs}


def compare(ours, chip, triple, rates, folder):
    """[(name, price, cycles)] of all rows."""
    path = '%s/flow-%s.ll' % (folder, chip)
    amd = chip.startswith('gfx')
    code = path[:-2] + ('s' if amd else 'ptx')
    with open(path, 'w') as file:
        file.write(module(chip, triple))
    cycles = simulated(ours, path, code)
    with open(code) as file:
        code = bodies(file.read())
    out = []
    for name, *what in rows():
        lanes = chosen(*what)
        warp = 32 if not amd or chip >= 'gfx1' and chip[3:5] in ('10', '11', '12') else 64
        machine = (Amd if amd else Nv)(code[name], lanes[0], lanes, warp).run(rates)
        out.append((name, round(cycles[name] - cycles['plain_%d' % stores(*what)]), machine))
    return out
