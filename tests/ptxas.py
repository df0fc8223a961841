#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stand-in for ptxas, by $RECONVERGE_PTXAS, so that tests of what is done with its code
need none and see the same code everywhere.

It knows sm_75 and sm_90, and PTX up to 8.2, and takes no variable twice. Every line of PTX becomes an instruction, a division DIVISION of
them. A loop of one block comes four times, unless a pragma forbids it. Registers are a
third of those that the PTX declares, and twice as many in a function with such a loop.
The options are those with which it is called (src/ir/ptxas.c).

With --binary it is nvdisasm, by $RECONVERGE_NVDISASM, and knows SM75.
"""
import re
import struct
import sys

CPUS = ('sm_75', 'sm_90')
PTX = 8, 2
DIVISION = 24
# BRA (0x947) or another operation; 2 cycles to the next one, no barrier.
BRANCH, OTHER = (bytes([op & 255, op >> 8]) + bytes(11) + b'\xc4\x01\0'
                 for op in (0x947, 0x111))


class Function:
    def __init__(self, name, is_kernel):
        self.name = name
        self.is_kernel = is_kernel
        self.lines = []     # of each instruction
        self.code = b''
        self.registers = 0
        self.block = None   # its label, and where its instructions begin
        self.at = 0
        self.free = True    # to unroll it
        self.unrolled = False

    def begin(self, label):
        self.block, self.at, self.free = label, len(self.lines), True

    def add(self, text, line):
        n = DIVISION if re.match(r'(@\S+ )?(div|rem)\.', text) else 1
        self.lines += [line] * n
        self.code += (BRANCH if ' bra' in ' ' + text else OTHER) * n
        to = re.search(r'bra(?:\.uni)?\s+(\S+);', text)
        if to and to[1] == self.block and self.free:
            self.lines += self.lines[self.at:] * 3
            self.code += self.code[16 * self.at:] * 3
            self.unrolled = True


def find_late(text):
    """The function that is declared behind its definition, or None."""
    defined = set()
    for row in text.splitlines():
        row = row.partition('//')[0].rstrip()
        head = re.match(r'\.visible \.func\b.*?([\w$]+)(\()?$', row)
        if head and head[2]:
            defined.add(head[1])
        elif head and head[1] in defined:
            return head[1]
    return None


def read(text):
    functions, line = [], 0
    body = False
    for row in text.splitlines():
        row = row.partition('//')[0].strip()
        head = re.search(r'\.(entry|func)\b.*?([\w$]+)\s*\(\)?$', row)
        if head:
            functions.append(Function(head[2], head[1] == 'entry'))
        elif row == '{':
            body, line = True, 0
        elif row == '}':
            body = False
        elif not body:
            continue
        elif row.startswith('.loc'):
            line = int(row.split()[2])
        elif row.startswith('.pragma'):
            functions[-1].free = False
        elif row.startswith('.reg'):
            functions[-1].registers += int(re.search(r'<(\d+)>', row)[1])
        elif row.endswith(':'):
            functions[-1].begin(row[:-1])
        elif row.endswith(';') and row[0] in '@abcdefghijklmnopqrstuvwxyz':
            functions[-1].add(row, line)
    for function in functions:
        function.registers = function.registers * (1 + function.unrolled) // 3
    return functions


def find_twice(text):
    """A variable of the module that is defined twice, or None."""
    names = re.findall(r'^(?:\.visible )?\.(?:const|global|shared) .*?([\w$]+)\[\d+\] = ', text, re.M)
    return next((name for name in names if names.count(name) > 1), None)


def uleb(n):
    out = b''
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def sleb(n):
    out = b''
    while not -64 <= n < 64:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n & 127])


def line_table(functions):
    """The table, and where in it the address of each function stands."""
    program, places = b'', []
    head = struct.pack('<BBbBB', 16, 1, -5, 14, 10) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0])
    for function in functions:
        program += b'\0\x09\x02'
        places.append(10 + len(head) + len(program))
        program += bytes(8)
        last = 1
        for line in function.lines:
            program += b'\x03' + sleb(line - last) + b'\x01\x02' + uleb(1)
            last = line
        program += b'\0\x01\x01'
    rest = struct.pack('<HI', 2, len(head)) + head + program
    return struct.pack('<I', len(rest)) + rest, places


def cubin(functions):
    table, places = line_table(functions)
    rows = b''.join(struct.pack('<QQq', place, i + 1 << 32, 0) for i, place in enumerate(places))
    symbols = bytes(24) + b''.join(
        struct.pack('<IBBHQQ', 0, 2, 0, i + 5, 0, len(f.code)) for i, f in enumerate(functions))
    parts = [('', b''), ('.shstrtab', b''), ('.symtab', symbols), ('.debug_line', table),
             ('.rela.debug_line', rows)]
    parts += [('.text.' + f.name, f.code) for f in functions]
    names = b''.join(name.encode() + b'\0' for name, _ in parts)
    parts[1] = ('.shstrtab', names)
    at, body, heads, name_at = 64, b'', b'', 0
    for name, data in parts:
        heads += struct.pack('<IIQQQQIIQQ', name_at, 1 if name else 0, 0, 0, at, len(data),
                             2 if name.startswith('.rela') else 0, 0, 1, 0)
        name_at += len(name) + 1
        body += data
        at += len(data)
    ident = b'\x7fELF\x02\x01\x01' + bytes(9)
    return ident + struct.pack('<HHIQQQIHHHHHH', 2, 190, 1, 0, 0, at, 0, 64, 0, 0, 64,
                               len(parts), 1) + body + heads


def disassemble(processor, code):
    if processor != 'SM75':
        print("nvdisasm fatal   : Value '%s' is not defined for option 'binary'" % processor,
              file=sys.stderr)
        return 1
    print('\t.headerflags    @"EF_CUDA_SM75"')
    for at in range(0, len(code), 16):
        text = '@P0 BRA 0x10 ' if code[at:at + 16] == BRANCH else 'LOP3.LUT R0, R1, R2, RZ, 0x3c, !PT '
        print('        /*%04x*/                   %s;' % (at, text))
    return 0


def main(words):
    if '--binary' in words:
        with open(words[-1], 'rb') as file:
            return disassemble(words[words.index('--binary') + 1], file.read())
    if '--help' in words:
        print("Allowed values: 'compute_75'," + ','.join("'%s'" % cpu for cpu in CPUS))
        return 0
    cpu = next(w for w in words if w.startswith('-arch=')).partition('=')[2]
    if cpu not in CPUS:
        print("ptxas fatal   : Value '%s' is not defined for option 'gpu-name'" % cpu,
              file=sys.stderr)
        return 1
    text = sys.stdin.read()
    twice = find_twice(text) or find_late(text)
    if twice:
        print("ptxas /dev/fd/0, line 1; error   : Duplicate definition of '%s'" % twice,
              file=sys.stderr)
        return 1
    version = re.search(r'\.version (\d+)\.(\d+)', text)
    if version and (int(version[1]), int(version[2])) > PTX:
        print("ptxas <stdin>, line 5; fatal   : Unsupported .version %s.%s; current version is "
              "'%d.%d'" % (version[1], version[2], *PTX), file=sys.stderr)
        return 255
    functions = read(text)
    for function in functions:
        if not function.is_kernel:
            print('    0 bytes stack frame, 0 bytes spill stores', file=sys.stderr)
            continue
        print("ptxas info    : Compiling entry function '%s' for '%s'\n"
              '    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n'
              'ptxas info    : Used %d registers' % (function.name, cpu, function.registers),
              file=sys.stderr)
    sys.stdout.buffer.write(cubin(functions))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
