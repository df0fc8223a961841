#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diamonds on a divergent condition, as LLVM IR for AMDGPU, on stdout:

  diamonds.py long N   one diamond, N instructions in each arm
  diamonds.py many N   N diamonds in a row, 8 instructions in each arm

The arms of a diamond are one chain of integer instructions each, of the same
length; about one in 13 is of another opcode than its counterpart.
"""
import sys

OPCODES = ('add', 'mul', 'xor', 'sub', 'and', 'or', 'shl', 'lshr')

HEAD = '''target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr i32, ptr addrspace(1) %a, i32 %tid
  %pb = getelementptr i32, ptr addrspace(1) %b, i32 %tid
  %x = load i32, ptr addrspace(1) %pa
  %y = load i32, ptr addrspace(1) %pb
  br label %d0
'''


def arm(out, name, n, odd, value, pointer):
    for i in range(n):
        opcode = OPCODES[(i * 7 + odd * (i % 13 == 0)) % len(OPCODES)]
        out.write(f'  %{name}_{i} = {opcode} i32 {value}, {(i * 3 + 1) % 31}\n')
        value = f'%{name}_{i}'
    out.write(f'  store i32 {value}, ptr addrspace(1) {pointer}\n')


def diamond(out, i, n):
    out.write(f'd{i}:\n  %m{i} = and i32 %tid, {1 << i % 6}\n'
              f'  %c{i} = icmp eq i32 %m{i}, 0\n'
              f'  br i1 %c{i}, label %t{i}, label %f{i}\nt{i}:\n')
    arm(out, f't{i}', n, 0, '%x', '%pa')
    out.write(f'  br label %d{i + 1}\nf{i}:\n')
    arm(out, f'f{i}', n, 1, '%y', '%pb')
    out.write(f'  br label %d{i + 1}\n')


def kernel(out, diamonds, instructions):
    out.write(HEAD)
    for i in range(diamonds):
        diamond(out, i, instructions)
    out.write(f'd{diamonds}:\n  ret void\n}}\n')


def long(out, n):
    kernel(out, 1, n)


def many(out, n):
    kernel(out, n, 8)


if __name__ == '__main__':
    {'long': long, 'many': many}[sys.argv[1]](sys.stdout, int(sys.argv[2]))
