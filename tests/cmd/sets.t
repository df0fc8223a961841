# Acts on sets of functions: in @f no branch diverges, @bad cannot be simulated.

$ cat > many.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k1(ptr addrspace(1) %p) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   %v = load i32, ptr addrspace(1) %q
>   %o = and i32 %t, 1
>   %c = icmp eq i32 %o, 0
>   br i1 %c, label %a, label %b
> a:
>   %x = mul i32 %v, 3
>   %x1 = udiv i32 %x, 7
>   store i32 %x1, ptr addrspace(1) %q
>   br label %d
> b:
>   %y = mul i32 %v, 5
>   %y1 = udiv i32 %y, 9
>   store i32 %y1, ptr addrspace(1) %q
>   br label %d
> d:
>   ret void
> }
> define amdgpu_kernel void @k2(ptr addrspace(1) %p) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   %v = load i32, ptr addrspace(1) %q
>   %o = and i32 %t, 1
>   %c = icmp eq i32 %o, 0
>   br i1 %c, label %a, label %b
> a:
>   %x = mul i32 %v, 4
>   %x1 = udiv i32 %x, 7
>   store i32 %x1, ptr addrspace(1) %q
>   br label %d
> b:
>   %y = mul i32 %v, 5
>   %y1 = udiv i32 %y, 9
>   store i32 %y1, ptr addrspace(1) %q
>   br label %d
> d:
>   ret void
> }
> define amdgpu_kernel void @bad(ptr addrspace(1) %p) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %c = icmp eq i32 %t, 0
>   br i1 %c, label %a, label %d
> a:
>   call void @unknown(ptr addrspace(1) %p)
>   br label %d
> d:
>   ret void
> }
> define i32 @f(i32 %n) {
>   ret i32 %n
> }
> declare void @unknown(ptr addrspace(1))
> declare i32 @llvm.amdgcn.workitem.id.x()

$ reconverge -b -e 'darm @k*' -e history -e 'expect revision == 2' -o out.ll many.ll
@k1: P1: darm: simulated cycles 4528 -> 3024 (-33.2%) on 1 guessed launch, -376 static cycles, -1 divergent branch, -3 blocks, -3 instructions
@k2: P2: darm: simulated cycles 4528 -> 3024 (-33.2%) on 1 guessed launch, -376 static cycles, -1 divergent branch, -3 blocks, -3 instructions
darm: 2 functions changed, 0 as before
  P0  load  1132 static cycles, 1 divergent  in @k1  simulated 4528 cycles
  P1  darm  -376 static cycles  -1 divergent  -3 blocks  in @k1  judged by simulated cycles 4528 -> 3024 (-33.2%) on 1 guessed launch
* P2  darm  worked on @k2
holds: revision (2) == 2
! reconverge: out.ll: changed: @k1, @k2; left alone: @bad, @f
$ reconverge -b -e 'darm --all' -e 'journal j.rcv' -o a.ll many.ll
@k1: P1: darm: simulated cycles 4528 -> 3024 (-33.2%) on 1 guessed launch, -376 static cycles, -1 divergent branch, -3 blocks, -3 instructions
@k2: P2: darm: simulated cycles 4528 -> 3024 (-33.2%) on 1 guessed launch, -376 static cycles, -1 divergent branch, -3 blocks, -3 instructions
@bad: darm: no divergent region is worth melding
darm: 2 functions changed, 1 as before, 1 without divergent branches
wrote j.rcv
! reconverge: a.ll: changed: @k1, @k2; left alone: @bad, @f
$ tail -1 j.rcv; reconverge -b -q -x j.rcv -o b.ll many.ll && cmp a.ll b.ll
darm --all
# A search for each function, in processes of their own; the journal has the steps.
$ reconverge -b -q -e 'function k2' -e 'optimize --all tries=3 seeds=1 with=darm' -e 'journal s.rcv' -o c.ll many.ll
$ sed '1,/^# commands/d' s.rcv; reconverge -b -q -x s.rcv -o d.ll many.ll && cmp c.ll d.ll
function k2
function k1
profile once
darm decide=static judge=table
function k2
profile once
darm decide=static judge=table
function k2
$ reconverge -b -e 'optimize @* tries=3 seeds=1 with=darm' many.ll
@k1: optimize: simulated cycles 4528 -> 3024 (-33.2%) on 1 guessed launch
@k2: optimize: simulated cycles 4528 -> 3024 (-33.2%) on 1 guessed launch
@bad: cannot be simulated: @unknown: no body; link a library that has it
optimize: 2 functions changed, 0 as before, 1 failed, 1 without divergent branches
$ reconverge -b -q --json -e 'linearize @f' -e 'darm decide=static @k2' many.ll | cut -c1-140
{"command": "linearize @f", "ok": true, "functions": [], "verb": "linearize", "changed": 0, "same": 0, "uniform": 1}
{"command": "darm decide=static @k2", "ok": true, "functions": [{"function": "k2", "changed": true, "revision": "P1", "count": 1, "before": 
# No branch diverges: the other words are read all the same.
$ reconverge -b --keep-going -e 'darm @f R3' -e 'meld @f B9' -e 'darm @f decide=static' many.ll
darm: 0 functions changed, 0 as before, 1 without divergent branches
! reconverge: -e:1: @f: darm takes no object: it works on the whole function
!   darm @f R3
!   ^
! reconverge: -e:1: @f: no block 'B9' in @f: 'cfg' lists its blocks
!   meld @f B9
!   ^
? 2
# A pass needs to be told that it works on each function alone.
$ reconverge -b --keep-going -e 'pass instsimplify @*' -e 'pass instsimplify @k? scope=function' -e 'darm @x*' -e 'optimize @bad' -e 'darm @k* @k1' many.ll
@k1: pass: the pipeline changed nothing
@k2: pass: the pipeline changed nothing
pass: 0 functions changed, 2 as before
! reconverge: -e:1: @k1: pass: in a set of functions, say scope=function
!   pass instsimplify @*
!   ^
! reconverge: -e:1: no function has a name like 'x*'
!   darm @x*
!        ^
! reconverge: -e:1: @bad: cannot be simulated: @unknown: no body; link a library that has it
!   optimize @bad
!   ^
! reconverge: -e:1: @k1: darm takes no object: it works on the whole function
!   darm @k* @k1
!            ^
? 2
# The machine's code judges only some of many functions, and the steps of the others say so. That does not depend on what was asked before.
$ { head -1 many.ll; echo 'declare i32 @llvm.amdgcn.workitem.id.x()'; for i in $(seq 60); do sed -n '/@k1/,/^}/p' many.ll | sed "s/@k1/@f$i/"; done; } > lib.ll; reconverge -b -e 'darm @*' -e history lib.ll > said; grep '^darm: ' said; grep -c 'darm judge=table  ' said; reconverge -b -e 'darm @f[1-4]' -e 'goto P0' -e 'darm @*' lib.ll | grep '^darm: '
darm: 60 functions changed, 0 as before; 53 went by the table, since making the machine's code of all takes long
53
darm: 4 functions changed, 0 as before
darm: 60 functions changed, 0 as before; 53 went by the table, since making the machine's code of all takes long
# A function is run with all of its kernel: of many functions of one kernel, static counts decide for those that come last.
$ { head -1 many.ll; echo 'declare i32 @llvm.amdgcn.workitem.id.x()'; for i in $(seq 90); do sed -n '/@k1/,/^}/p' many.ll | sed "s/define amdgpu_kernel void @k1/define internal void @f$i/"; done; echo 'define amdgpu_kernel void @all(ptr addrspace(1) %a) {'; for i in $(seq 90); do echo "  call void @f$i(ptr addrspace(1) %a)"; done; echo '  ret void'; echo '}'; } > hub.ll; reconverge -b -e 'set judge=table' -e 'darm @*' -e history hub.ll >said; grep '^darm: ' said; grep -c 'darm decide=static  ' said
darm: 90 functions changed, 0 as before, 1 without divergent branches; 64 went by static counts, since running the kernel for each takes long
64
# What a kernel runs goes by the profile of that kernel: @part, which two kernels call, has no launch of its own. The journal says so.
$ cat > called.ll
> target triple = "amdgcn-amd-amdhsa"
> define internal void @part(ptr addrspace(1) %q, i32 %t) noinline {
> entry:
>   %v = load i32, ptr addrspace(1) %q
>   %o = and i32 %t, 1
>   %c = icmp eq i32 %o, 0
>   br i1 %c, label %a, label %b
> a:
>   %x = mul i32 %v, 3
>   %x1 = udiv i32 %x, 7
>   store i32 %x1, ptr addrspace(1) %q
>   br label %d
> b:
>   %y = mul i32 %v, 5
>   %y1 = udiv i32 %y, 9
>   store i32 %y1, ptr addrspace(1) %q
>   br label %d
> d:
>   ret void
> }
> define internal void @other(ptr addrspace(1) %q, i32 %t) noinline {
> entry:
>   %c = icmp eq i32 %t, 0
>   br i1 %c, label %a, label %d
> a:
>   store i32 %t, ptr addrspace(1) %q
>   br label %d
> d:
>   ret void
> }
> define amdgpu_kernel void @k1(ptr addrspace(1) %p) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   call void @part(ptr addrspace(1) %q, i32 %t)
>   ret void
> }
> define amdgpu_kernel void @k2(ptr addrspace(1) %p) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   call void @part(ptr addrspace(1) %q, i32 1)
>   call void @other(ptr addrspace(1) %q, i32 %t)
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()
$ reconverge -b -f k1 -e 'darm --called decide=static' -e metrics called.ll | sed 5q
@part: P1: darm decide=static: -376 static cycles, -1 divergent branch, -3 blocks, -3 instructions
darm: 1 function changed, 0 as before, 1 without divergent branches
@k1                         P1
threads              r     256  threads launched
warps                r       4  warps launched
$ reconverge -b -q -f k1 -e 'optimize --called tries=3 seeds=1 with=darm' -e 'journal c.rcv' -e 'expect warp-cycles < warp-cycles(P0)' -o c.ll called.ll
$ sed '1,/^# commands/d' c.rcv; reconverge -b -q -x c.rcv -o d.ll called.ll && cmp c.ll d.ll
function k1
profile once
function part
darm decide=static judge=table
function k1
# Of the kernels that call it, the one that was profiled last runs for it.
$ reconverge -b -f k1 -e profile -e 'function part' -e simulate -e 'function k2' -e profile -e 'function part' -e simulate called.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 p=i32[256]:random(0,100)
@k1 P0: profits are computed from 4 warps; 4 of their 4 branches split a warp (100.0%)
  the profile reaches 4 of 4 blocks of @part, which is called in 2 places; 1 of 1 conditional branch split a warp
selected @part
@k1 P0: 256 threads in 4 warps, seed 1
  4880 cycles, 68 warp instructions, utilization 76.5%, 4 of 4 branches split a warp
selected @k2
no launch was given, guessed: launch grid=1 block=256 seed=1 p=i32[256]:random(0,100)
@k2 P0: profits are computed from 4 warps; 1 of their 8 branches split a warp (12.5%)
  the profile reaches 1 of 1 block of @k2; no branch splits a warp
selected @part
@k2 P0: 256 threads in 4 warps, seed 1
  4192 cycles, 70 warp instructions, utilization 97.2%, 1 of 8 branches split a warp
# The search in a kernel tells that what it calls diverges.
$ reconverge -b -f k2 -e 'optimize with=darm seeds=1' called.ll
optimize: nothing that was tried is faster and stands; still P0
  3 steps tried, 1 code seen; no step leads to new code
  2 more functions with divergent branches: 'optimize --called' works on all that the kernel runs
$ reconverge -b --json -f k2 -e 'optimize with=darm seeds=1' called.ll
{"command": "optimize with=darm seeds=1", "ok": true, "steps": [], "simulated": {"before": 4192, "after": 4192, "launches": 1, "guessed": true, "worst": null, "unit": "cycles", "kind": "simulated"}, "tries": 3, "codes": 1, "ended": "no step leads to new code", "left": [], "called": 2}
# Where that kernel is gone, the function itself runs.
$ { sed '/@k1(/,/^}/d' called.ll; sed -n '/@k1(/,/^}/p' called.ll | sed 's/@k1/@k3/'; } > gone.ll
$ reconverge -b -f k1 -e profile -e 'function part' -e 'import gone.ll' -e simulate called.ll | tail -2
@part P1: 1 thread in 1 warp, seed 1
  748 cycles, 9 warp instructions, utilization 1.6%, 0 of 1 branch split a warp

# The code of an OpenCL kernel stands twice. The copy that nothing calls is neither
# selected at first nor worked on, unless it is named.
$ cat > twice.ll
> target triple = "amdgcn-amd-amdhsa"
> define protected amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
>   %c = icmp sgt i32 %n, 3
>   br i1 %c, label %a, label %b
> a:
>   store i32 %n, ptr addrspace(1) %p
>   br label %b
> b:
>   ret void
> }
> define protected void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p, i32 %n) {
>   %c = icmp sgt i32 %n, 3
>   br i1 %c, label %a, label %b
> a:
>   store i32 %n, ptr addrspace(1) %p
>   br label %b
> b:
>   ret void
> }
> define protected void @__clang_ocl_kern_imp_other(ptr addrspace(1) %p, i32 %n) {
>   %c = icmp sgt i32 %n, 3
>   br i1 %c, label %a, label %b
> a:
>   store i32 %n, ptr addrspace(1) %p
>   br label %b
> b:
>   ret void
> }
$ reconverge -b -e functions -e 'darm @*' -e 'darm @__clang*' -e 'darm @__clang_ocl_kern_imp_k' twice.ll
   function                     kind    blocks  insts  branches  divergent
*  @k                           kernel       3      5         1          0
   @__clang_ocl_kern_imp_k      device       3      5         1          1
   @__clang_ocl_kern_imp_other  device       3      5         1          1
@__clang_ocl_kern_imp_other: darm: no divergent region is worth melding
darm: 0 functions changed, 1 as before, 1 without divergent branches, 1 unused function left alone
@__clang_ocl_kern_imp_other: darm: no divergent region is worth melding
darm: 0 functions changed, 1 as before, 1 unused function left alone
@__clang_ocl_kern_imp_k: darm: no divergent region is worth melding
darm: 0 functions changed, 1 as before
$ reconverge -b --json -e 'darm @*k' twice.ll
{"command": "darm @*k", "ok": true, "functions": [], "verb": "darm", "changed": 0, "same": 0, "uniform": 1, "idle": 1}
$ reconverge -b -e 'darm @*k' twice.ll
darm: 0 functions changed, 0 as before, 1 without divergent branches, 1 unused function left alone

# A kernel that only calls its code: acts say where that is, --kernels works on it.
$ sed 's/amdgcn-amd-amdhsa/nvptx64-nvidia-cuda/; s/amdgpu_kernel/ptx_kernel/; s/@k1/@__clang_ocl_kern_imp_k1/; s/ptx_kernel void @__/void @__/; s/amdgcn.workitem.id.x/nvvm.read.ptx.sreg.tid.x/' many.ll > wrapped.ll
$ printf '%s\n' 'define ptx_kernel void @k1(ptr addrspace(1) %p) {' '  call void @__clang_ocl_kern_imp_k1(ptr addrspace(1) %p)' '  ret void' '}' >>wrapped.ll
$ reconverge -b -f k1 -e darm -e 'preview meld' wrapped.ll
darm: no divergent region is worth melding; still P0
  its code is in @__clang_ocl_kern_imp_k1: 'function @__clang_ocl_kern_imp_k1' goes there
meld would do nothing
  no divergent region is worth melding
  its code is in @__clang_ocl_kern_imp_k1: 'function @__clang_ocl_kern_imp_k1' goes there
$ reconverge -b --json -f k1 -e darm wrapped.ll
{"command": "darm", "ok": true, "changed": false, "revision": "P0", "count": 0, "report": ["its code is in @__clang_ocl_kern_imp_k1: 'function @__clang_ocl_kern_imp_k1' goes there"]}
$ reconverge -k -b -e 'set judge=table' -e darm wrapped.ll
judge=table
P1: darm: simulated cycles 5744 -> 3904 (-32.0%) on 1 guessed launch, -230 static cycles, -1 divergent branch, -3 blocks, -3 instructions
  B0: melds B1 with B2, 2 aligned, MP_S 0.47, saved 218, selects 8, branches cost 16 less, net 226 cycles profiled
judge=table
darm: no divergent region is worth melding; still P1
judge=table
P2: darm: simulated cycles 6160 -> 4320 (-29.9%) on 1 guessed launch, -230 static cycles, -1 divergent branch, -3 blocks, -3 instructions
  B0: melds B1 with B2, 2 aligned, MP_S 0.47, saved 218, selects 8, branches cost 16 less, net 226 cycles profiled
$ reconverge -b -f k1 -e machine wrapped.ll | tail -1
its code is in @__clang_ocl_kern_imp_k1: 'function @__clang_ocl_kern_imp_k1' goes there
