#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regrouped kernels leave the same memory as before. The thread blocks and
grids have one to three dimensions, with whole warps, parts of a warp and a
single thread. The kernel computes the number of its thread itself, calls a
function that computes it, or calls functions of OpenCL or ROCm without a body,
along an axis that is a constant or is not. Each kernel is regrouped once, and
once more from there. TAP."""

import os
import subprocess
import sys
import tempfile

OURS = os.environ["RECONVERGE"]
TARGETS = {
    "amdgcn": ("amdgcn-amd-amdhsa", "amdgpu_kernel",
               "llvm.amdgcn.workitem.id.%s", "llvm.amdgcn.workgroup.id.%s"),
    "nvptx64": ("nvptx64-nvidia-cuda", "ptx_kernel",
                "llvm.nvvm.read.ptx.sreg.tid.%s",
                "llvm.nvvm.read.ptx.sreg.ctaid.%s"),
}
# Rows: the dimensions along which the kernel asks for its thread's number,
# block, grid, algorithm.
SHAPES = (
    (1, (33, 1, 1), (3, 1, 1), "sorting"),
    (1, (1, 1, 1), (1, 1, 1), "greedy-max"),
    (1, (256, 1, 1), (5, 1, 1), "greedy"),
    (2, (10, 5, 1), (3, 2, 1), "greedy-max"),
    (2, (1, 40, 1), (4, 1, 1), "sorting"),
    (2, (7, 1, 1), (3, 1, 1), "greedy"),
    (3, (4, 3, 5), (2, 3, 2), "greedy-max"),
    (3, (1, 1, 70), (1, 2, 3), "sorting"),
)

# The ways in which the kernel asks for the number: by intrinsics of the
# target, or by named functions.
NAMES = {"opencl": "_Z%d%sj", "ockl": "__ockl_%s"}


def by_name(how, function, linear=False):
    name = "_Z%d%sv" if linear and how == "opencl" else NAMES[how]
    if how == "opencl":
        return name % (len(function), function)
    return name % function


def named(how, dims, p):
    """The thread's number by named functions: as a whole, from its parts,
    linear, or along an axis in %axis."""
    call = lambda to, f, axis: "%%%s%s = call i64 @%s(i32 %s)" % (
        p, to, by_name(how, f), axis)
    code = []
    for d in range(dims):
        code += [call("w%d" % d, "get_global_id", d),
                 call("s%d" % d, "get_global_size", d),
                 call("t%d" % d, "get_local_id", d),
                 call("b%d" % d, "get_group_id", d),
                 call("n%d" % d, "get_local_size", d),
                 "%%%sm%d = mul i64 %%%sn%d, %%%sb%d" % (p, d, p, d, p, d),
                 "%%%sg%d = add i64 %%%st%d, %%%sm%d" % (p, d, p, d, p, d)]
    whole, parts = "%%%sw%d" % (p, dims - 1), "%%%sg%d" % (p, dims - 1)
    for d in range(dims - 2, -1, -1):
        code += ["%%%sx%d = mul i64 %s, %%%ss%d" % (p, d, whole, p, d),
                 "%%%sy%d = add i64 %%%sx%d, %%%sw%d" % (p, d, p, d, p, d),
                 "%%%su%d = mul i64 %s, %%%ss%d" % (p, d, parts, p, d),
                 "%%%sv%d = add i64 %%%su%d, %%%sg%d" % (p, d, p, d, p, d)]
        whole, parts = "%%%sy%d" % (p, d), "%%%sv%d" % (p, d)
    other = ["get_global_id", "get_local_id", "get_group_id"]
    code += [call("o%d" % k, f, "%axis") for k, f in enumerate(other)]
    code += ["%%%sl%d = call i64 @%s()" % (p, k, by_name(how, f, True))
             for k, f in enumerate(("get_global_linear_id",
                                    "get_local_linear_id"))]
    code += [call("z", "get_global_id", 3)]
    mixed = parts
    for k, v in enumerate(("o0", "o1", "o2", "l0", "l1", "z")):
        code += ["%%%sk%d = mul i64 %s, 31" % (p, k, mixed),
                 "%%%sj%d = add i64 %%%sk%d, %%%s%s" % (p, k, p, k, p, v)]
        mixed = "%%%sj%d" % (p, k)
    code += ["%%%sat = trunc i64 %s to i32" % (p, whole),
             "%%%smix = trunc i64 %s to i32" % (p, mixed)]
    return "\n".join("  " + line for line in code)


def module_named(target, how, dims, calls):
    triple, convention = TARGETS[target][:2]
    one = ("get_global_id", "get_global_size", "get_local_id", "get_group_id",
           "get_local_size")
    declared = "".join("declare i64 @%s(i32)\n" % by_name(how, f) for f in one)
    declared += "".join("declare i64 @%s()\n" % by_name(how, f, True) for f in
                        ("get_global_linear_id", "get_local_linear_id"))
    turn = ("call i32 @where(i32 %v, i32 %axis)" if calls else
            "xor i32 %v, %kmix")
    return f'''target triple = "{triple}"
{declared}
define i32 @where(i32 %n, i32 %axis) noinline {{
{named(how, dims, "c")}
  %x = xor i32 %cmix, %n
  %r = add i32 %x, %cat
  ret i32 %r
}}
define {convention} void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %axis) {{
entry:
{named(how, dims, "k")}
''' + body("%kat", turn)


def body(at, turn):
    """The body of a kernel that reads a number, loops that many times, and
    writes a result."""
    return f'''  %at = zext i32 {at} to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %at
  %n = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %v = phi i32 [ 0, %entry ], [ %v1, %loop ]
  %c = {turn}
  %v1 = add i32 %c, %i
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %done
done:
  store i32 %v1, ptr addrspace(1) %q
  ret void
}}
'''


def number(target, dims, block, grid, p):
    """IR that computes the thread's number in the grid, and the name of the
    result."""
    thread, group = TARGETS[target][2:]
    code = []
    for d, size in zip("xyz"[:dims], block):
        code += ["%%%st%s = call i32 @%s()" % (p, d, thread % d),
                 "%%%sb%s = call i32 @%s()" % (p, d, group % d),
                 "%%%sm%s = mul i32 %%%sb%s, %d" % (p, d, p, d, size),
                 "%%%sg%s = add i32 %%%sm%s, %%%st%s" % (p, d, p, d, p, d)]
    at = "%%%sg%s" % (p, "xyz"[dims - 1])
    for k in range(dims - 2, -1, -1):
        code += ["%%%sp%d = mul i32 %s, %d" % (p, k, at, block[k] * grid[k]),
                 "%%%sq%d = add i32 %%%sp%d, %%%sg%s" % (p, k, p, k, p,
                                                         "xyz"[k])]
        at = "%%%sq%d" % (p, k)
    return "\n".join("  " + line for line in code), at


def module(target, dims, block, grid, calls):
    triple, convention = TARGETS[target][:2]
    here, at = number(target, dims, block, grid, "k")
    there, at_there = number(target, dims, block, grid, "c")
    own = number(target, 1, block, grid, "o")[0].split("\n")[0]
    declared = "".join("declare i32 @%s()\n" % (name % d) for d in "xyz"
                       for name in TARGETS[target][2:])
    turn = "call i32 @where(i32 %v)" if calls else "xor i32 %%v, %s" % at
    return f'''target triple = "{triple}"
{declared}
define i32 @where(i32 %n) noinline {{
{there}
{own}
  %x = xor i32 {at_there}, %n
  %r = add i32 %x, %otx
  ret i32 %r
}}
define {convention} void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {{
entry:
{here}
''' + body(at, turn)


def regroup(path, block, grid, algorithm, axis):
    n = 1
    for b, g in zip(block, grid):
        n *= b * g
    size = lambda dims: ",".join(map(str, dims))
    commands = ("launch grid=%s block=%s in=u32[%d]:random(1,30) out=u32[%d]"
                ":zero%s" % (size(grid), size(block), n, n, axis), "set sms=1",
                "regroup force=yes algorithm=" + algorithm, "check seeds=3",
                "regroup force=yes algorithm=sorting", "check seeds=2")
    words = [w for c in commands for w in ("-e", c)]
    return subprocess.run([OURS, "-b", "-q", "-f", "k"] + words + [path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)


def main():
    cases = [(t, s, c, "") for t in TARGETS for s in SHAPES for c in (0, 1)]
    cases += [(t, s, i % 2, how) for t in TARGETS for how in NAMES
              for i, s in enumerate(SHAPES, how == "ockl")]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.ll")
        for i, (target, shape, calls, how) in enumerate(cases, 1):
            dims, block, grid, algorithm = shape
            with open(path, "w", encoding="utf-8") as f:
                f.write(module_named(target, how, dims, calls) if how else
                        module(target, dims, block, grid, calls))
            done = regroup(path, block, grid, algorithm,
                           " axis=%d" % (i % 4) if how else "")
            failed += done.returncode != 0
            print("%sok %d - %s%s, block %s, grid %s, %s%s" % (
                "not " if done.returncode else "", i, target,
                ", " + how if how else "", block, grid, algorithm,
                ", in a function" if calls else ""))
            for line in done.stdout.splitlines() if done.returncode else ():
                print("# " + line)
    print("1..%d" % len(cases))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
