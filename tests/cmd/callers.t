# Arguments that are uniform because all callers are known: what clang 22 makes
# of OpenCL kernels for NVPTX, and steps in the caller.

$ cp $srcdir/tests/cmd/callers.ll .
$ reconverge -b -f __clang_ocl_kern_imp_scale -e divergence -e 'why %n' -e 'why B0' -e 'why B2' callers.ll
@__clang_ocl_kern_imp_scale  device function, nvptx64 sm_70, P0: 5 blocks, 15 instructions, 1 of 2 branches divergent
◆ B2 next  R2  %t -> %in
1 of 2 branches and 10 of 17 values diverge
%n is an argument: uniform, because every caller passes a uniform value (scale:B0)
B0: br i1 %big, label %many, label %next
uniform branch on %big
%big is uniform: the same in all threads of a warp
B2: br i1 %in, label %add, label %done
divergent branch on %in
  1. %in = icmp slt i32 %t, %n
     in B2: has a divergent operand
  2. %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
     in B0: a source of divergence on this target
$ reconverge -b --json -f __clang_ocl_kern_imp_scale -e 'why %n' callers.ll
{"command": "why %n", "ok": true, "value": "%n", "divergent": false, "callers": [{"function": "scale", "block": "B0"}], "chain": []}
# Kernel `twice` calls `shift` as a function, with the number of the thread.
$ reconverge -b -f __clang_ocl_kern_imp_shift -e 'why %out' -e 'why %by' callers.ll
%out is an argument: uniform, because every caller passes a uniform value (shift:B0, __clang_ocl_kern_imp_twice:B0)
  1. %by
     an argument that may differ between threads
# A function with external linkage may have other callers.
$ sed 's/define internal i32 @rounds/define i32 @rounds/' callers.ll > open.ll
$ reconverge -b -f rounds -e 'why %n' callers.ll
%n is an argument: uniform, because every caller passes a uniform value (__clang_ocl_kern_imp_scale:B1)
$ reconverge -b -f rounds -e 'why %n' open.ll
  1. %n
     an argument that may differ between threads
# Two calls become one, which passes what a select chooses.
$ reconverge -b -f __clang_ocl_kern_imp_pick -e darm -e 'function odd' -e 'why %s' -e undo -e 'why %s' callers.ll
P1: darm: simulated cycles 5120 -> 2800 (-45.3%) on 1 guessed launch, -64 static cycles, -1 divergent branch, -3 blocks, -3 instructions
  B0: melds B1 with B2, 1 aligned, MP_S 0.50, saved 48, selects 4, branches cost 16 less, net 60 cycles profiled
selected @odd
  1. %s
     an argument that may differ between threads
at P0: load
%s is an argument: uniform, because every caller passes a uniform value (__clang_ocl_kern_imp_pick:B1, __clang_ocl_kern_imp_pick:B2)
