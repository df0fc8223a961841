#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which kernels' threads may change places: a table of small kernels, and what
`redirect` answers for each; and another one of kernels with what `regroup` sees
when they run: which threads depend on each other through global memory. TAP."""

import os
import subprocess
import sys
import tempfile

OURS = os.environ["RECONVERGE"]
TARGETS = {
    "amd": ("amdgcn-amd-amdhsa", "amdgpu_kernel", "llvm.amdgcn.workitem.id.x",
            "llvm.amdgcn.workgroup.id.x"),
    "nv": ("nvptx64-nvidia-cuda", "ptx_kernel",
           "llvm.nvvm.read.ptx.sreg.tid.x", "llvm.nvvm.read.ptx.sreg.ctaid.x"),
}

# Blocks have 64 threads. %g is the thread's number, %x its element of %in, %po
# its place in %out; %flag is a buffer of i32.
KERNEL = """target triple = "%s"
declare i32 @%s()
declare i32 @%s()
%s
define %s void @k(ptr addrspace(1) %%in, ptr addrspace(1) %%out, \
ptr addrspace(1) %%flag) {
entry:
  %%t = call i32 @%s()
  %%b = call i32 @%s()
  %%s = mul i32 %%b, 64
  %%g = add i32 %%s, %%t
  %%g64 = zext i32 %%g to i64
  %%pi = getelementptr i32, ptr addrspace(1) %%in, i64 %%g64
  %%po = getelementptr i32, ptr addrspace(1) %%out, i64 %%g64
  %%x = load i32, ptr addrspace(1) %%pi
%s
  ret void
}
"""

OUT = "store i32 %v, ptr addrspace(1) %po"
ASKS = "the code asks where in the machine it runs, or when"
NUMBER = "the code asks for the thread in a way that cannot be redirected"
ORDER = "threads could tell in which order they come"
REREADS = "the code reads what other threads may write meanwhile"
MEETS = "threads synchronize here, or work as a warp"
SHARES = "threads share memory"
ASM = "inline assembler may ask for the thread"
WAITS = "a loop waits until another thread writes there"


def asm(text, constraints="=r", args="", rest=""):
    return ('%%v = call i32 asm %s"%s", "%s"(%s)\n' %
            (rest, text, constraints, args) + OUT)


# Rows: name, target, text before the kernel, end of the kernel, and the reason
# for which its threads may not change places (None: they may).
ROWS = (
    # ---- memory ----
    ("a plain store", "nv", "", "store i32 %x, ptr addrspace(1) %po", None),
    ("a load in monotonic order", "amd", "",
     "%v = load atomic i32, ptr addrspace(1) %flag monotonic, align 4\n" + OUT,
     REREADS),
    ("an unordered load", "amd", "",
     "%v = load atomic i32, ptr addrspace(1) %flag unordered, align 4\n" + OUT,
     None),
    ("a volatile load", "nv", "",
     "%v = load volatile i32, ptr addrspace(1) %flag\n" + OUT, REREADS),
    ("a volatile copy", "nv",
     "declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), "
     "i64, i1)",
     "call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %po, "
     "ptr addrspace(1) %flag, i64 4, i1 true)", REREADS),
    ("a copy", "nv",
     "declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), "
     "i64, i1)",
     "call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %po, "
     "ptr addrspace(1) %flag, i64 4, i1 false)", None),
    ("a sum whose result is not used", "nv", "",
     "%v = atomicrmw add ptr addrspace(1) %flag, i32 %x monotonic", None),
    ("a sum whose result is used", "nv", "",
     "%v = atomicrmw add ptr addrspace(1) %flag, i32 %x monotonic\n" + OUT,
     ORDER),
    ("a sum, and then its cell", "amd", "",
     "%o = atomicrmw add ptr addrspace(1) %flag, i32 %x monotonic\n"
     "%v = load atomic i32, ptr addrspace(1) %flag monotonic, align 4\n" + OUT,
     REREADS),
    ("a block that waits for the one before it", "nv", "",
     "%first = icmp eq i32 %b, 0\n"
     "%b64 = sext i32 %b to i64\n"
     "%pf = getelementptr i32, ptr addrspace(1) %flag, i64 %b64\n"
     "%pb = getelementptr i32, ptr addrspace(1) %pf, i64 -1\n"
     "br i1 %first, label %go, label %wait\n"
     "wait:\n"
     "%f = load atomic i32, ptr addrspace(1) %pb acquire, align 4\n"
     "%z = icmp eq i32 %f, 0\n"
     "br i1 %z, label %wait, label %go\n"
     "go:\n"
     "store atomic i32 1, ptr addrspace(1) %pf release, align 4", REREADS),
    ("a loop around a fence and a plain load", "amd", "",
     "br label %wait\n"
     "wait:\n"
     "fence acquire\n"
     "%f = load i32, ptr addrspace(1) %flag\n"
     "%z = icmp eq i32 %f, 0\n"
     "br i1 %z, label %wait, label %go\n"
     "go:", WAITS),
    ("a loop that loads and counts its rounds", "amd", "",
     "br label %wait\n"
     "wait:\n"
     "%i = phi i32 [ 0, %entry ], [ %j, %wait ]\n"
     "%j = add i32 %i, 1\n"
     "%f = load i32, ptr addrspace(1) %flag\n"
     "%z = icmp eq i32 %f, %j\n"
     "br i1 %z, label %wait, label %go\n"
     "go:", None),
    ("a counter in memory of the thread's own", "amd", "",
     "%a = alloca i32, align 4, addrspace(5)\n"
     "store i32 0, ptr addrspace(5) %a\n"
     "br label %loop\n"
     "loop:\n"
     "%f = load i32, ptr addrspace(5) %a\n"
     "%j = add i32 %f, 1\n"
     "store i32 %j, ptr addrspace(5) %a\n"
     "%z = icmp ult i32 %j, 5\n"
     "br i1 %z, label %loop, label %go\n"
     "go:", None),
    ("shared memory", "amd", "@s = internal addrspace(3) global i32 undef",
     "store i32 %x, ptr addrspace(3) @s", SHARES),
    ("shared memory through a table", "amd",
     "@s = internal addrspace(3) global [64 x i32] undef\n"
     "@t = internal constant [2 x ptr] [ptr null, "
     "ptr addrspacecast (ptr addrspace(3) @s to ptr)]",
     "%q = getelementptr [2 x ptr], ptr @t, i64 0, i64 1\n"
     "%p = load ptr, ptr %q\n"
     "store i32 %x, ptr %p", SHARES),
    ("a table without shared memory", "amd",
     "@s = internal addrspace(1) global [64 x i32] undef\n"
     "@t = internal constant [2 x ptr] [ptr null, "
     "ptr addrspacecast (ptr addrspace(1) @s to ptr)]",
     "%q = getelementptr [2 x ptr], ptr @t, i64 0, i64 1\n"
     "%p = load ptr, ptr %q\n"
     "store i32 %x, ptr %p", None),
    # ---- assembler ----
    ("arithmetic", "nv", "", asm("add.s32 $0, $1, 1;", "=r,r", "i32 %x"), None),
    ("arithmetic that is marked convergent", "nv",
     "attributes #9 = { convergent nounwind memory(none) }",
     '%v = call i32 asm "add.s32 $0, $1, 1;", "=r,r"(i32 %x) #9\n' + OUT, None),
    ("a volatile instruction", "nv", "",
     asm("mul.lo.s32 $0, $1, 3;", "=r,r", "i32 %x", "sideeffect "), None),
    ("an empty template", "nv", "",
     'call void asm sideeffect "", "~{memory}"()', None),
    ("s_nop", "amd", "", 'call void asm sideeffect "s_nop 0", ""()', None),
    ("s_barrier", "amd", "", 'call void asm sideeffect "s_barrier", ""()', ASM),
    ("a register that holds the thread", "amd", "",
     asm("v_mov_b32 $0, v0", "=v"), ASM),
    ("the size of the block", "nv", "", asm("mov.u32 $0, %ntid.x;"), None),
    ("the thread", "nv", "", asm("mov.u32 $0, %tid.x;"), NUMBER),
    ("the block", "nv", "", asm("mov.u32 $0, %ctaid.x;"), NUMBER),
    ("the lane", "nv", "", asm("mov.u32 $0, %laneid;"), ASKS),
    ("the processor", "nv", "", asm("mov.u32 $0, %smid;"), ASKS),
    ("the clock", "nv", "", asm("mov.u32 $0, %clock;"), ASKS),
    ("a register without a row", "nv", "",
     asm("mov.u32 $0, %cluster_ctarank;"), ASM),
    ("an election", "nv", "",
     asm("{ .reg .pred p; elect.sync _|p, -1; selp.u32 $0, 1, 0, p; }"), ASM),
    ("the transpose of a matrix", "nv", "",
     asm("movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r", "i32 %x"),
     ASM),
    ("another block's shared memory", "nv", "",
     asm("mapa.u32 $0, $1, 0;", "=r,r", "i32 %x"), ASM),
    ("a block's rank", "nv", "",
     asm("getctarank.u32 $0, $1;", "=r,r", "i32 %x"), ASM),
    ("a shuffle", "nv", "",
     asm("shfl.sync.idx.b32 $0, $1, 0, 31, -1;", "=r,r", "i32 %x"), MEETS),
    ("a plain load by assembler", "nv", "",
     asm("ld.global.u32 $0, [$1];", "=r,l", "ptr addrspace(1) %flag"), None),
    ("a volatile load by assembler", "nv", "",
     asm("ld.volatile.global.u32 $0, [$1];", "=r,l",
         "ptr addrspace(1) %flag"), REREADS),
    ("an acquiring load by assembler", "nv", "",
     asm("ld.acquire.gpu.global.u32 $0, [$1];", "=r,l",
         "ptr addrspace(1) %flag"), REREADS),
    ("shared memory by assembler", "nv", "",
     asm("ld.shared.u32 $0, [$1];", "=r,r", "i32 %x"), SHARES),
    ("an atomic operation by assembler", "nv", "",
     asm("atom.global.add.u32 $0, [$1], 1;", "=r,l",
         "ptr addrspace(1) %flag"), ORDER),
    # ---- intrinsics and functions without a body ----
    ("a minimum", "nv", "declare i32 @llvm.smin.i32(i32, i32)",
     "%v = call i32 @llvm.smin.i32(i32 %x, i32 7)\n" + OUT, None),
    ("an election by intrinsic", "nv",
     "declare { i32, i1 } @llvm.nvvm.elect.sync(i32)",
     "%e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)\n"
     "%v = extractvalue { i32, i1 } %e, 0\n" + OUT, MEETS),
    ("another block's shared memory by intrinsic", "nv",
     "declare ptr @llvm.nvvm.mapa(ptr, i32)",
     "%v = call ptr @llvm.nvvm.mapa(ptr null, i32 0)", ASKS),
    ("a block's rank by intrinsic", "nv",
     "declare i32 @llvm.nvvm.getctarank(ptr)",
     "%v = call i32 @llvm.nvvm.getctarank(ptr null)\n" + OUT, ASKS),
    ("the clock by intrinsic", "nv",
     "declare i64 @llvm.readcyclecounter()",
     "%c = call i64 @llvm.readcyclecounter()", ASKS),
    ("a barrier", "amd", "declare void @llvm.amdgcn.s.barrier()",
     "call void @llvm.amdgcn.s.barrier()", MEETS),
    ("the first lane", "amd",
     "declare i32 @llvm.amdgcn.readfirstlane.i32(i32)",
     "%v = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)\n" + OUT, MEETS),
    ("an intrinsic without a row", "amd",
     "declare i32 @llvm.amdgcn.s.getreg(i32 immarg)",
     "%v = call i32 @llvm.amdgcn.s.getreg(i32 1)\n" + OUT, "no body here"),
    ("a function of libdevice", "nv", "declare i32 @__nv_popc(i32)",
     "%v = call i32 @__nv_popc(i32 %x)\n" + OUT, None),
    ("a name that only looks like libdevice's", "nv",
     "declare i32 @__nv_nosuch(i32)",
     "%v = call i32 @__nv_nosuch(i32 %x)\n" + OUT, "no body here"),
    ("an atomic load of OpenCL", "amd",
     "declare i32 @_Z11atomic_loadPU3AS1VU7_Atomici(ptr addrspace(1))",
     "%v = call i32 @_Z11atomic_loadPU3AS1VU7_Atomici(ptr addrspace(1) %flag)\n"
     + OUT, REREADS),
    ("the heap", "nv", "declare ptr @malloc(i64)",
     "%v = call ptr @malloc(i64 4)", ORDER),
    # ---- where the kernel's address is used ----
    ("in llvm.used", "nv",
     '@llvm.used = appending global [1 x ptr] [ptr @k], '
     'section "llvm.metadata"', "", None),
    ("in metadata", "nv",
     '!nvvm.annotations = !{!0}\n!0 = !{ptr @k, !"maxntidx", i32 128}', "",
     None),
    ("a caller", "nv",
     "define void @other(ptr addrspace(1) %p) {\n"
     "call void @k(ptr addrspace(1) %p, ptr addrspace(1) %p, "
     "ptr addrspace(1) %p)\nret void\n}", "", "@other calls it"),
    ("a table", "nv", "@tab = constant [1 x ptr] [ptr @k]", "",
     "@tab holds its address"),
    ("an alias", "nv", "@al = alias void (), ptr @k", "",
     "@al holds its address"),
    ("a function that stores it", "nv",
     "define void @other(ptr %p) {\nstore ptr @k, ptr %p\nret void\n}", "",
     "@other takes its address"),
)


OTHER = "%n = xor i32 %g, 1\n" \
        "%pn = getelementptr i32, ptr addrspace(1) %out, i32 %n\n"
MEMCPY = "declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), " \
         "ptr addrspace(1), i64, i1)"

# Rows: name, text before the kernel, end of the kernel, and which threads
# depend on each other (None: no two of 4 blocks with 64 threads each).
RUNS = (
    ("each thread its own element", "", "store i32 %g, ptr addrspace(1) %po",
     None),
    ("its own element twice", "",
     "store i32 %x, ptr addrspace(1) %po\n"
     "%v = load i32, ptr addrspace(1) %po\n"
     "%w = add i32 %v, %g\n"
     "store i32 %w, ptr addrspace(1) %po", None),
    ("what all may read", "",
     "%v = load i32, ptr addrspace(1) %flag\n" + OUT, None),
    ("what the neighbour has written", "",
     "store i32 %x, ptr addrspace(1) %po\n" + OTHER +
     "%v = load i32, ptr addrspace(1) %pn\n"
     "%pz = getelementptr i32, ptr addrspace(1) %po, i64 256\n"
     "store i32 %v, ptr addrspace(1) %pz",
     "block 0 thread 0 reads out[1], which block 0 thread 1 wrote"),
    ("what the neighbour will write", "",
     OTHER + "%v = load i32, ptr addrspace(1) %pn\n" + OUT,
     "block 0 thread 0 writes out[0], which block 0 thread 1 read"),
    ("what the neighbour has copied", MEMCPY,
     "store i32 %x, ptr addrspace(1) %po\n" + OTHER +
     "%pz = getelementptr i32, ptr addrspace(1) %po, i64 256\n"
     "call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %pz, "
     "ptr addrspace(1) %pn, i64 4, i1 false)",
     "block 0 thread 0 reads out[1], which block 0 thread 1 wrote"),
    ("a copy to its own element", MEMCPY,
     "call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %po, "
     "ptr addrspace(1) %pi, i64 4, i1 false)", None),
    ("the last one that writes wins", "",
     "store i32 %g, ptr addrspace(1) %out",
     "block 0 thread 1 writes out[0], which block 0 thread 0 wrote"),
    ("the last block that writes wins", "",
     "%pt = getelementptr i32, ptr addrspace(1) %out, i32 %t\n"
     "store i32 %g, ptr addrspace(1) %pt",
     "block 1 thread 0 writes out[0], which block 0 thread 0 wrote"),
    ("all write the same", "", "store i32 1, ptr addrspace(1) %out", None),
    ("all write the same, and read it", "",
     "store i32 1, ptr addrspace(1) %out\n"
     "%v = load i32, ptr addrspace(1) %out",
     "reads out[0], which other threads wrote"),
    ("parts of one word", "",
     "%c = trunc i32 %g to i8\n"
     "%pc = getelementptr i8, ptr addrspace(1) %out, i64 %g64\n"
     "store i8 %c, ptr addrspace(1) %pc", None),
    ("a sum", "", "%v = atomicrmw add ptr addrspace(1) %flag, i32 %x monotonic",
     None),
    ("a greatest float", "",
     "%f = uitofp i32 %x to float\n"
     "%v = atomicrmw fmax ptr addrspace(1) %flag, float %f monotonic", None),
    ("a sum, and then its cell", "",
     "%o = atomicrmw add ptr addrspace(1) %flag, i32 %x monotonic\n"
     "%v = load i32, ptr addrspace(1) %flag\n" + OUT,
     "block 0 thread 0 reads flag[0], which other threads wrote"),
    ("a sum and a greatest in one cell", "",
     "%o = atomicrmw add ptr addrspace(1) %flag, i32 %x monotonic\n"
     "%v = atomicrmw max ptr addrspace(1) %flag, i32 %x monotonic",
     "block 0 thread 0 writes flag[0], which other threads wrote"),
    ("a sum whose result is used", "",
     "%v = atomicrmw add ptr addrspace(1) %flag, i32 1 monotonic\n" + OUT,
     "block 0 thread 1 writes flag[0], which block 0 thread 0 wrote"),
    ("an exchange", "",
     "%v = atomicrmw xchg ptr addrspace(1) %flag, i32 %x monotonic",
     "block 0 thread 1 writes flag[0], which block 0 thread 0 wrote"),
    ("a comparison that fails", "",
     "%e = cmpxchg ptr addrspace(1) %flag, i32 77, i32 78 monotonic monotonic",
     "block 0 thread 1 writes flag[0], which block 0 thread 0 wrote"),
    ("a variable of the module", "@cell = addrspace(1) global i32 0",
     "store i32 %g, ptr addrspace(1) @cell",
     "block 0 thread 1 writes @cell[0], which block 0 thread 0 wrote"),
)


def text(target, before, end):
    triple, convention, thread, block = TARGETS[target]
    return KERNEL % (triple, thread, block, before, convention, thread, block,
                     "\n".join("  " + line for line in end.split("\n")))


def run(path, *commands):
    return subprocess.run(
        [OURS, "-b", "-f", "k"] + [w for c in commands for w in ("-e", c)] +
        [path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def judge(done, why):
    """A text that says what is wrong with the answer, or nothing."""
    accepted = "threads take their work from" in done.stdout
    if why is None:
        return "" if accepted else done.stdout
    return "" if not accepted and why in done.stdout else done.stdout


def judge_run(done, why):
    if why is None:
        why = "no thread depends on another through global memory"
    else:
        why = "threads depend on each other: " + why \
            if why.startswith("block") else why
    return "" if why in done.stdout else done.stdout


def cases():
    """Rows of (name, text of the kernel, commands, judge, answer)."""
    for what, target, before, end, why in ROWS:
        yield (target + ": " + what, text(target, before, end), ["redirect"],
               judge, why)
    launch = "launch grid=4 block=64 in=i32[256]:iota out=i32[512]:zero " \
             "flag=i32[1]:zero"
    for target in TARGETS:
        for what, before, end, why in RUNS:
            yield (target + ", run: " + what, text(target, before, end),
                   [launch, "regroup force=yes"], judge_run, why)


def main():
    wrong = n = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ll")
        for what, kernel, commands, judged, why in cases():
            with open(path, "w") as file:
                file.write(kernel)
            bad = judged(run(path, *commands), why)
            for line in bad.splitlines():
                print("# " + line)
            n += 1
            wrong += bool(bad)
            print("%s %d - %s, %s" % ("not ok" if bad else "ok", n, what,
                                      why or "may change places"))
    print("1..%d" % n)
    sys.exit(wrong > 0)


main()
