#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Write a module with a case for every rule of what is a source of divergence.

rules_ir.py amdgcn|nvptx64

The cases are arguments by calling convention, loads by address space, atomics,
the shape of the thread block, inline assembler by constraint and type, and
named registers."""

import sys

AMDGCN_ARGUMENTS = """
define void @device(i32 %a, i32 inreg %b, ptr byval(i32) %c, i1 %d) {
  ret void
}
define amdgpu_gfx void @gfx(i32 %a, i32 inreg %b) { ret void }
define amdgpu_ps void @ps(i32 %a, i32 inreg %b) { ret void }
define amdgpu_cs void @cs(i32 %a, i32 inreg %b) { ret void }
define amdgpu_cs_chain void @chain(i32 %a, i32 inreg %b) { ret void }
define spir_kernel void @spir_kernel(i32 %a) { ret void }
define spir_func i32 @spir_func(i32 %a, i32 inreg %b) { ret i32 %a }
define fastcc i32 @fast(i32 %a, i32 inreg %b) { ret i32 %b }
"""
NVPTX_ARGUMENTS = """
define void @device(i32 %a, i32 inreg %b, ptr byval(i32) %c) { ret void }
define i32 @returns(i32 %a) { ret i32 %a }
define spir_kernel void @spir_kernel(i32 %a) { ret void }
define void @annotated(i32 %a) { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @annotated, !"kernel", i32 1}
"""
MEMORY = """
  %rmw = atomicrmw add ptr addrspace(1) %p1, i32 1 seq_cst
  %cas = cmpxchg ptr addrspace(1) %p1, i32 1, i32 2 seq_cst seq_cst
  %atomic = load atomic i32, ptr addrspace(1) %p1 seq_cst, align 4
  %volatile = load volatile i32, ptr addrspace(1) %p1
  store atomic i32 1, ptr addrspace(1) %p1 seq_cst, align 4
  store i32 %l1, ptr addrspace(1) %p1
  store i32 %l0, ptr addrspace(1) %p1
  fence seq_cst
  %called = call i32 @other()
  %pointer = load ptr, ptr addrspace(1) %p1
  %indirect = call i32 %pointer(i32 1)
  %generic = call i32 @llvm.smax.i32(i32 %l1, i32 %l1)
  ret void
}
declare i32 @other()
declare i32 @llvm.smax.i32(i32, i32)
"""
THREAD_IDS = """{
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %s4 = lshr i32 %x, 4
  %s5 = lshr i32 %x, 5
  %s6 = lshr i32 %x, 6
  %a6 = ashr i32 %x, 6
  %a7 = ashr exact i32 %x, 7
  %m32 = and i32 %x, -32
  %m64 = and i32 %x, -64
  %m128 = and i32 128, %x
  %m63 = and i32 %x, 63
  %shifted = shl i32 %u, 6
  %mshifted = and i32 %shifted, %x
  %scaled = mul i32 %u, 192
  %mscaled = and i32 %x, %scaled
  %masked = and i32 %u, -64
  %widened = zext i32 %masked to i64
  %narrow = zext i32 %x to i64
  %mwidened = and i64 %narrow, %widened
  %mmasked = and i32 %x, %masked
  %divided = udiv i32 %x, 64
  %ys = lshr i32 %y, 6
  ret void
}"""
SHAPES = [(1, 1, 1), (64, 1, 1), (64, 2, 1), (32, 1, 1), (32, 2, 1),
          (128, 2, 2), (65, 1, 1), (65, 2, 1), (16, 1, 4), (1, 1, 64),
          (1, 64, 1), (3, 5, 7)]
REGISTERS = [("i32", "v0"), ("i32", "v255"), ("i64", "exec"), ("i1", "exec"),
             ("i64", "vcc"), ("i32", "a0"), ("i32", "s7"), ("i32", "m0")]
CONSTRAINTS = ["s", "v", "a", "r", "&s", "&v", "S", "^VA", "VA", "{s0}",
               "{s[0:1]}", "{s[4:7]}", "{v0}", "{v[0:1]}", "{a0}",
               "{a[0:1]}", "{vcc}", "{vcc_lo}", "{vcc_hi}", "{exec}",
               "{exec_lo}", "{m0}", "{scc}", "{ttmp0}", "{ttmp[0:1]}",
               "{flat_scratch}", "{xnack_mask}", "{tba}", "{src_vccz}",
               "{null}", "{S0}", "{sgpr0}", "{s255}", "{nothing}", "m", "X",
               "I", "g", "i", "{v1.l}", "{pc}"]
TYPES = ["i1", "i8", "i16", "i32", "i48", "i64", "i128", "half", "bfloat",
         "float", "double", "ptr", "ptr addrspace(3)", "<2 x i16>",
         "<3 x i16>", "<2 x float>", "<3 x i32>", "<8 x i32>", "<32 x i32>"]
PAIRS = [("s", "v"), ("v", "s"), ("s", "s"), ("{s4}", "{v4}"),
         ("{s[0:1]}", "s")]
INTRINSICS = ["workgroup.id.x", "workitem.id.x", "s.getpc", "s.memtime",
              "live.mask", "ps.live"]
RESULT = {"s.getpc": "i64", "s.memtime": "i64", "live.mask": "i1",
          "ps.live": "i1"}


def kernel_with_loads(convention, spaces):
    arguments = ["ptr%s %%p%d" % (" addrspace(%d)" % s if s else "", s)
                 for s in spaces]
    print("define %s void @memory(%s) {" % (convention, ", ".join(arguments)))
    for s, argument in zip(spaces, arguments):
        print("  %%l%d = load i32, %s" % (s, argument))
    print(MEMORY)


def thread_blocks():
    for axis in "xyz":
        print("declare i32 @llvm.amdgcn.workitem.id.%s()" % axis)
    print("define amdgpu_kernel void @any_shape(i32 %u) " + THREAD_IDS)
    for k, shape in enumerate(SHAPES):
        name = "_".join(map(str, shape))
        for kind in ("amdgpu_kernel ", ""):
            print("define %svoid @%sshape_%s(i32 %%u) "
                  "!reqd_work_group_size !%d %s"
                  % (kind, "" if kind else "device_", name, k, THREAD_IDS))
    for k, size in enumerate(("1,1", "1,64", "64,64")):
        print("define amdgpu_kernel void @size_%d(i32 %%u) "
              '"amdgpu-flat-work-group-size"="%s" %s' % (k, size, THREAD_IDS))
    for k, shape in enumerate(SHAPES):
        print("!%d = !{i32 %d, i32 %d, i32 %d}" % ((k,) + shape))


def assembler():
    print("define amdgpu_kernel void @assembler() {")
    serial = 0
    for constraint in CONSTRAINTS:
        for kind in TYPES:
            print('  %%r%d = call %s asm sideeffect "; $0", "=%s"()'
                  % (serial, kind, constraint))
            serial += 1
    for one, two in PAIRS:
        for kind in ("i32", "i64"):
            both = "{ i32, %s }" % kind
            print('  %%r%d = call %s asm "; $0 $1", "=%s,=%s"()'
                  % (serial, both, one, two))
            for k in range(2):
                print("  %%r%d.%d = extractvalue %s %%r%d, %d"
                      % (serial, k, both, serial, k))
            serial += 1
    print('  call void asm sideeffect "; nothing", "~{memory}"()')
    print("  ret void\n}")


def intrinsics_and_registers():
    first = len(SHAPES)
    print("define amdgpu_kernel void @intrinsics(i32 %u) {")
    for k, name in enumerate(INTRINSICS):
        print("  %%i%d = call %s @llvm.amdgcn.%s()"
              % (k, RESULT.get(name, "i32"), name))
    for k, (kind, _) in enumerate(REGISTERS):
        print("  %%g%d = call %s @llvm.read_register.%s(metadata !%d)"
              % (k, kind, kind, first + k))
    print("  %i = call { i1, i64 } @llvm.amdgcn.if.i64(i1 true)")
    for k in range(2):
        print("  %%i.%d = extractvalue { i1, i64 } %%i, %d" % (k, k))
    print("  %stack = alloca i32, addrspace(5)")
    print("  %flat = addrspacecast ptr addrspace(5) %stack to ptr")
    print("  ret void\n}")
    print("declare { i1, i64 } @llvm.amdgcn.if.i64(i1)")
    for name in INTRINSICS:
        if not name.startswith("workitem"):
            print("declare %s @llvm.amdgcn.%s()"
                  % (RESULT.get(name, "i32"), name))
    for kind in sorted({kind for kind, _ in REGISTERS}):
        print("declare %s @llvm.read_register.%s(metadata)" % (kind, kind))
    for k, (_, name) in enumerate(REGISTERS):
        print('!%d = !{!"%s"}' % (first + k, name))


def main():
    if sys.argv[1:] == ["amdgcn"]:
        print('target triple = "amdgcn-amd-amdhsa"')
        print(AMDGCN_ARGUMENTS)
        kernel_with_loads("amdgpu_kernel", [0, 1, 2, 3, 4, 5, 6])
        thread_blocks()
        assembler()
        intrinsics_and_registers()
    elif sys.argv[1:] == ["nvptx64"]:
        print('target triple = "nvptx64-nvidia-cuda"')
        print(NVPTX_ARGUMENTS)
        kernel_with_loads("ptx_kernel", [0, 1, 3, 4, 5, 101])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
