# The machine's code of NVIDIA's GPUs, which ptxas makes of PTX: a stand-in for it.

$ sed 's/amdgcn-amd-amdhsa/nvptx64-nvidia-cuda/; s/amdgpu_kernel/ptx_kernel/; s/llvm.amdgcn.workitem.id.x/llvm.nvvm.read.ptx.sreg.tid.x/' $srcdir/tests/cmd/halves.ll >halves.ll
$ printf '#!/bin/sh\nexec python3 %s/tests/ptxas.py "$@"\n' $srcdir >ptxas && chmod +x ptxas

# Where ptxas is found, its code has the last word; else PTX, which is no machine's
# code, has none, and a preview says so.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -e darm halves.ll
darm: no divergent region is worth melding; still P0
  B0: left alone: the machine's code grew from {{[0-9]+ to [0-9]+}} cycles of all warps, by simulated runs
$ PATH=$PWD:$PATH RECONVERGE_PTXAS= reconverge -b -e darm halves.ll
darm: no divergent region is worth melding; still P0
  B0: left alone: the machine's code grew from {{[0-9]+ to [0-9]+}} cycles of all warps, by simulated runs
$ reconverge -b -q -e 'preview darm' halves.ll
darm would do:
  simulated cycles 5088 -> 4304 (-15.4%) on 1 guessed launch
  machine's code: not known: llc makes PTX, which takes ptxas: it is not installed
  the code: -98 static cycles, -1 divergent branch, -3 blocks, -5 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 82, selects 4, branches cost 16 less, net 94 cycles profiled
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -q -e 'set judge=llc' -e 'preview darm' halves.ll
darm would do:
  simulated cycles 5088 -> 4304 (-15.4%) on 1 guessed launch
  machine's code: not known: llc makes PTX, which takes ptxas (judge=machine)
  the code: -98 static cycles, -1 divergent branch, -3 blocks, -5 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 82, selects 4, branches cost 16 less, net 94 cycles profiled

# It takes the oldest processor that ptxas knows and whose code can be read, and says so.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b --mcpu=sm_60 -e 'preview meld' -e machine halves.ll
meld would do nothing
  no divergent region is worth melding
  tried and taken back: the machine's code grew from {{[0-9]+ to [0-9]+}} cycles of all warps, by simulated runs
@halves in P0 for sm_60, by LLVM {{[0-9.]+}}
...
registers{{ +[0-9]+}}  registers  machine  registers of a lane, from ptxas
...
classes are not known: nvdisasm is not installed
made by ptxas for sm_75, the oldest whose code can be read in place of sm_60
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b --json --mcpu=sm_80 -e darm $SAMPLES/sb1.nvptx64.ll | grep -o '"made_for[^}]*'
"made_for": "sm_90"
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b --mcpu=sm_90 -e machine halves.ll | tail -2 | head -1
warps{{ +[0-9]+}}  warps      machine  {{.*}}

# It starts once for the code before and after a step.
$ printf '#!/bin/sh\necho >>%s/starts\nexec python3 %s/tests/ptxas.py "$@"\n' $PWD $srcdir >counted && chmod +x counted
$ RECONVERGE_PTXAS=$PWD/counted reconverge -b --mcpu=sm_75 -e darm halves.ll && wc -l <starts
darm: no divergent region is worth melding; still P0
  B0: left alone: the machine's code grew from {{[0-9]+ to [0-9]+}} cycles of all warps, by simulated runs
1

# Blocks are counted as if no loop were unrolled: SB1 gets a loop of one block, whose code
# comes four times. Registers that only this takes do not speak against the step, if its
# cycles fall by a greater part than the warps do.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -q -e darm -e 'machine P0 P1' $SAMPLES/sb1.nvptx64.ll
@sb1 for sm_70, by LLVM {{[0-9.]+}}
...
registers{{ +m +[12][0-9] +3[0-9] .*}}  registers of a lane, from ptxas
code {{.* \+[0-9.]+%}}  length of the code
rolled {{.*}}  length with no loop unrolled, by which blocks are counted
warps {{ +m +64 +51 .*}}  the most warps at once on a multiprocessor, by their registers
rolled-warps {{ +m +- +64 +}}  the same with no loop unrolled
classes are not known: nvdisasm is not installed
# What the step itself takes does.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -q -e 'preview darm' $SAMPLES/sb1r.nvptx64.ll
darm would do nothing
  no divergent region is worth melding
  B3: left alone: the machine's code lets 42 warps run at once, not 64

# A variable of the module stands there once, though the function comes twice.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -q -e machine - | grep '^warps '
> target triple = "nvptx64-nvidia-cuda"
> @t = private addrspace(4) constant [2 x i32] [i32 3, i32 1]
> define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
> entry:
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %j, %loop ]
>   %a = and i32 %i, 1
>   %q = getelementptr i32, ptr addrspace(4) @t, i32 %a
>   %v = load i32, ptr addrspace(4) %q
>   %w = getelementptr i32, ptr addrspace(1) %p, i32 %i
>   store i32 %v, ptr addrspace(1) %w
>   %j = add i32 %i, 1
>   %c = icmp slt i32 %j, %n
>   br i1 %c, label %loop, label %end
> end:
>   ret void
> }
warps{{ +[0-9]+}}  warps      machine  the most warps at once on a multiprocessor, by their registers

# The body of a kernel that clang put into a function of its own has a kernel's registers.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -q -f __clang_ocl_kern_imp_k -e machine - | grep -o '^registers *[0-9]*'
> target triple = "nvptx64-nvidia-cuda"
> define void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p) {
>   store i32 1, ptr addrspace(1) %p
>   ret void
> }
> define ptx_kernel void @k(ptr addrspace(1) %p) {
>   call void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p)
>   ret void
> }
registers {{ +[0-9]+}}

# What a kernel calls is declared once, however often the kernel comes.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -q --mcpu=sm_75 -e machine - | grep -v '^-\|^B\|^$'
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
> entry:
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %j, %loop ]
>   call void @f(ptr addrspace(1) %p, i32 %i)
>   %j = add i32 %i, 1
>   %c = icmp ult i32 %j, %n
>   br i1 %c, label %loop, label %b
> b:
>   ret void
> }
> define void @f(ptr addrspace(1) %p, i32 %i) noinline {
>   store i32 %i, ptr addrspace(1) %p
>   ret void
> }
@k in P0 for sm_75, by LLVM {{[0-9.]+}}
block  name {{.*}}
name {{.*}}
...
warps {{.*}}
...

# A ptxas that is older than the PTX for which code was compiled gets its own version.
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b -q -e machine - | grep -o '^registers *[0-9]*\|^virtual.*'
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @k(ptr addrspace(1) %p) "target-cpu"="sm_75" "target-features"="+ptx84,+sm_75" {
>   store i32 1, ptr addrspace(1) %p
>   ret void
> }
registers {{ +[0-9]+}}

# To programs it says the same.
$ printf 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n  ret void\n}\n' >empty.ll
$ reconverge -b --json --mcpu=sm_60 -e machine empty.ll
{"command": "machine", "ok": true, "function": "k", "revision": "P0", "cpu": "sm_60", "llvm": "{{[0-9.]+}}", "blocks": [{"block": "B0", "name": "0", "ir": 1, "instructions": 1, "vector": 0, "mul": 0, "wide": 0, "double": 0, "trans": 0, "long": 0, "matrix": 0, "scalar": 0, "vmem": 0, "smem": 0, "lds": 0, "branch": 1, "wait": 0, "other": 0, "untold": 0, "added": 0, "waits": 2, "cycles": 4}], "rest": {"instructions": 0, "vector": 0, "mul": 0, "wide": 0, "double": 0, "trans": 0, "long": 0, "matrix": 0, "scalar": 0, "vmem": 0, "smem": 0, "lds": 0, "branch": 0, "wait": 0, "other": 0, "untold": 0, "added": 0, "waits": 0, "cycles": 0}, "total": {"ir": 1, "instructions": 1, "vector": 0, "mul": 0, "wide": 0, "double": 0, "trans": 0, "long": 0, "matrix": 0, "scalar": 0, "vmem": 0, "smem": 0, "lds": 0, "branch": 1, "wait": 0, "other": 0, "untold": 0, "added": 0, "waits": 2, "cycles": 4}, "sizes": [], "outside": false, "remark": "ptxas is not installed", "kinds": {"cycles": {"unit": "cycles", "kind": "machine"}, "waits": {"unit": "cycles", "kind": "machine"}}, "body": null}
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b --json --mcpu=sm_60 -e machine empty.ll
{"command": "machine", "ok": true, "function": "k", "revision": "P0", "cpu": "sm_60", "llvm": "{{[0-9.]+}}", "blocks": [{"block": "B0", "name": "0", "ir": 1, "instructions": 1, "vector": 0, "mul": 0, "wide": 0, "double": 0, "trans": 0, "long": 0, "matrix": 0, "scalar": 0, "vmem": 0, "smem": 0, "lds": 0, "branch": 0, "wait": 0, "other": 0, "untold": 1, "added": 0, "waits": 0, "cycles": 2}], "rest": {"instructions": 0, "vector": 0, "mul": 0, "wide": 0, "double": 0, "trans": 0, "long": 0, "matrix": 0, "scalar": 0, "vmem": 0, "smem": 0, "lds": 0, "branch": 0, "wait": 0, "other": 0, "untold": 0, "added": 0, "waits": 0, "cycles": 0}, "total": {"ir": 1, "instructions": 1, "vector": 0, "mul": 0, "wide": 0, "double": 0, "trans": 0, "long": 0, "matrix": 0, "scalar": 0, "vmem": 0, "smem": 0, "lds": 0, "branch": 0, "wait": 0, "other": 0, "untold": 1, "added": 0, "waits": 0, "cycles": 2}, "sizes": [{"name": "registers", "amount": 0, "unit": "registers", "kind": "machine", "what": "registers of a lane, from ptxas"}, {"name": "scratch", "amount": 0, "unit": "bytes", "kind": "machine", "what": "private memory of a lane"}, {"name": "spills", "amount": 0, "unit": "bytes", "kind": "machine", "what": "private memory of a lane for lack of registers"}, {"name": "code", "amount": 16, "unit": "bytes", "kind": "machine", "what": "length of the code"}, {"name": "warps", "amount": 64, "unit": "warps", "kind": "machine", "what": "the most warps at once on a multiprocessor, by their registers"}], "outside": false, "unnamed": "nvdisasm is not installed", "made_for": "sm_75", "kinds": {"cycles": {"unit": "cycles", "kind": "machine"}, "waits": {"unit": "cycles", "kind": "machine"}}, "body": null}

# Where nvdisasm is found, instructions have names and classes: by its variable, and beside
# the ptxas that is named. Their cycles are the same.
$ mkdir toolkit && cp ptxas toolkit/ptxas && cp ptxas toolkit/nvdisasm
$ RECONVERGE_PTXAS=$PWD/ptxas RECONVERGE_NVDISASM=$PWD/ptxas reconverge -b --mcpu=sm_75 -e machine halves.ll >named
$ RECONVERGE_PTXAS=$PWD/toolkit/ptxas RECONVERGE_NVDISASM= reconverge -b --mcpu=sm_75 -e machine halves.ll | cmp - named
$ RECONVERGE_PTXAS=$PWD/ptxas reconverge -b --mcpu=sm_75 -e machine halves.ll >counted
$ head -2 named | tail -1
block  name        IR  machine  vector  branch  added  waiting  cycles
$ head -2 counted | tail -1
block  name        IR  machine  untold  added  waiting  cycles
$ awk '$2 == "(all)" { print $3, $4, $NF }' named >a; awk '$2 == "(all)" { print $3, $4, $NF }' counted | cmp - a
$ RECONVERGE_PTXAS=$PWD/ptxas RECONVERGE_NVDISASM=$PWD/ptxas reconverge -b -q --mcpu=sm_75 -e "export m.dot machine" halves.ll && grep -c vector m.dot
1
# One that does not know the processor leaves the counts, and says why.
$ RECONVERGE_PTXAS=$PWD/ptxas RECONVERGE_NVDISASM=$PWD/ptxas reconverge -b -q --mcpu=sm_90 -e machine -e 'machine P0 P0' -e "export m.dot machine" halves.ll | cat - m.dot | grep -o 'classes are not.*option'
classes are not known: nvdisasm refuses it: Value 'SM90' is not defined for option
classes are not known: nvdisasm refuses it: Value 'SM90' is not defined for option
classes are not known: nvdisasm refuses it: Value &#39;SM90&#39; is not defined for option
