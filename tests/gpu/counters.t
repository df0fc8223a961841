# Counters in a module, and profiles made from them.

$ test -e "$builddir/tests/gpu/standin.so"
$ echo "exec env RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code STANDIN_COUNTS=counts $RECONVERGE -b -q \"\$@\"" >on && chmod +x on
$ mkdir bin && for n in ld.lld ld.lld-$LLVM_VERSION_MAJOR; do printf '#!/bin/sh\nexec cat "$4"\n' >bin/$n && chmod +x bin/$n; done

# A run on the device, which the stand-in simulates, counts what the simulator
# counts of the module without counters: all profits are the same.
$ printf 'set decide=static\n' >s.rcv
$ for s in bitonic_sort mergesort lin_irreducible opcodes; do for t in nvptx64 amdgcn; do for p in profile 'profile on=gpu keep=code'; do PATH=$PWD/bin:$PATH ./on --json -x s.rcv -e "launch $SAMPLES/$s.launch.json" -e "$p" -e 'candidates tries=0' -e 'linearize' $SAMPLES/$s.$t.ll >"$p.out" || echo failed; sed -i '/"command": "profile/d' "$p.out"; done; cmp profile.out 'profile on=gpu keep=code.out' && grep -c profiled profile.out; done; done
1
1
1
1
1
1
1
1

# So do the cases of switches: of one that splits warps, two of whose cases lead to
# one block, and of one that does not.
$ cat >switch.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @pick(ptr addrspace(1) %p, i32 %m) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %j, %next ]
>   %x = add i32 %t, %i
>   %y = and i32 %x, 7
>   switch i32 %y, label %other [ i32 1, label %one
>     i32 2, label %two
>     i32 3, label %one
>     i32 5, label %next ]
> one:
>   %a = sdiv i32 %y, %x
>   br label %next
> two:
>   %b = sdiv i32 %i, %x
>   br label %next
> other:
>   switch i32 %m, label %next [ i32 3, label %three
>     i32 4, label %four ]
> three:
>   br label %four
> four:
>   br label %next
> next:
>   %r = phi i32 [ %a, %one ], [ %b, %two ], [ 7, %other ], [ 8, %four ], [ 9, %loop ]
>   %j = add i32 %i, 1
>   %go = icmp ult i32 %j, 5
>   br i1 %go, label %loop, label %done
> done:
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   store i32 %r, ptr addrspace(1) %q
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()
$ sed 's/amdgcn-amd-amdhsa/nvptx64-nvidia-cuda/; s/amdgpu_kernel/ptx_kernel/; s/llvm.amdgcn.workitem.id.x/llvm.nvvm.read.ptx.sreg.tid.x/' switch.ll >switch.nv.ll
$ for f in switch.ll switch.nv.ll; do for p in profile 'profile on=gpu keep=code'; do PATH=$PWD/bin:$PATH ./on --json -x s.rcv -e 'launch grid=2 block=100 seed=1 p=i32[200]:zero m=3' -e "$p" -e 'candidates tries=0' $f >"$p.out" || echo failed; sed -i '/"command": "profile/d' "$p.out"; done; cmp profile.out 'profile on=gpu keep=code.out' && grep -c profiled profile.out; done
1
1

# The file that a program writes does the same, for that revision alone.
$ ./on -e 'launch grid=1' -e 'profile on=gpu keep=code' $SAMPLES/bitonic_sort.nvptx64.ll
$ env RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code STANDIN_NOISE=0 $RECONVERGE -b -e 'launch grid=1' -e 'profile on=gpu keep=code' $SAMPLES/bitonic_sort.nvptx64.ll | grep -v reaches; ls code/P0.ll code/P0.counting.ll
@bitonic_sort: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  values  ptr addrspace(1)  i32[256]:random(0,100)
@bitonic_sort on a GPU: profits are computed from 8 warps counted in 1 function; 657 of their 1320 branches split a warp (49.8%)
  with counters, a run takes 5.49 times as long (5.49 to 5.49)
code/P0.counting.ll
code/P0.ll
$ STANDIN_NOISE=0 ./on --json -e 'launch grid=1' -e 'profile on=gpu keep=code' $SAMPLES/bitonic_sort.nvptx64.ll | tail -1
{"command": "profile on=gpu keep=code", "ok": true, "function": "bitonic_sort", "profile": "P0", "warps": 8, "functions": 1, "split_branches": 657, "warp_branches": 1320, "slowdown": 5.48886745, "slowdown_low": 5.48886745, "slowdown_high": 5.48886745, "reach": {"call_sites": 0, "function": "bitonic_sort", "reached_blocks": 13, "blocks": 13, "split_branches": 4, "branches": 6}}
$ reconverge -b -e 'profile from=counts' $SAMPLES/bitonic_sort.nvptx64.ll
@bitonic_sort by a program: profits are computed from 8 warps counted in 1 function; 657 of their 1320 branches split a warp (49.8%)
  the profile reaches 13 of 13 blocks of @bitonic_sort; 4 of 6 conditional branches split a warp
$ reconverge -b -e 'profile from=counts' -e 'profile add from=counts' $SAMPLES/bitonic_sort.nvptx64.ll | grep split
@bitonic_sort by a program: profits are computed from 8 warps counted in 1 function; 657 of their 1320 branches split a warp (49.8%)
  the profile reaches 13 of 13 blocks of @bitonic_sort; 4 of 6 conditional branches split a warp
@bitonic_sort by a program: profits are computed from 8 warps counted in 1 function; 657 of their 1320 branches split a warp (49.8%)
  the profile reaches 13 of 13 blocks of @bitonic_sort; 4 of 6 conditional branches split a warp
$ reconverge -b --json -q -e 'profile from=counts' $SAMPLES/bitonic_sort.nvptx64.ll
{"command": "profile from=counts", "ok": true, "function": "bitonic_sort", "profile": "P0", "warps": 8, "functions": 1, "split_branches": 657, "warp_branches": 1320, "slowdown": null, "slowdown_low": null, "slowdown_high": null, "reach": {"call_sites": 0, "function": "bitonic_sort", "reached_blocks": 13, "blocks": 13, "split_branches": 4, "branches": 6}}
$ reconverge -b -e 'profile from=counts' $SAMPLES/sb1.nvptx64.ll
! reconverge: -e:1: counts: the counters are of other code than P0's
!   profile from=counts
!           ^
? 2
$ reconverge -b -e 'profile from=counts' $SAMPLES/bitonic_sort.amdgcn.ll
! reconverge: -e:1: counts: the counters are of warps of 32 lanes, not 64
!   profile from=counts
!           ^
? 2
$ head -c 5000 counts >short && reconverge -b -e 'profile from=short' $SAMPLES/bitonic_sort.nvptx64.ll
! reconverge: -e:1: short: the counters are cut off: 5000 of 35672 bytes
!   profile from=short
!           ^
? 2
$ reconverge -b -e 'profile from=s.rcv' $SAMPLES/bitonic_sort.nvptx64.ll
! reconverge: -e:1: s.rcv: these are no counters: they do not begin as @__reconverge_counts does
!   profile from=s.rcv
!           ^
? 2
$ reconverge -b -e 'profile from=counts on=gpu' $SAMPLES/bitonic_sort.nvptx64.ll
! reconverge: -e:1: profile: from= and on=gpu exclude each other
!   profile from=counts on=gpu
!           ^
? 2
$ reconverge -b -e 'profile from' $SAMPLES/bitonic_sort.nvptx64.ll
! reconverge: -e:1: profile: expected 'add', 'off', 'once', from=FILE, on=gpu, device=, keep= or nothing, not 'from'
!   profile from
!           ^
? 2

# What is written verifies and compiles; what it costs is told.
$ reconverge -b -e 'launch grid=1 seed=1' -e 'instrument c.ll' $SAMPLES/bitonic_sort.amdgcn.ll | tail -2
c.ll: 1 function with counters, 136792 bytes of @__reconverge_counts; 56 -> 129 instructions (+130.4%)
  simulated cycles 172868 -> 408740 (+136.4%)
$ reconverge -b -q -e 'launch grid=1' -e simulate -e 'emit c.o' c.ll && test -s c.o
$ reconverge -b -q --mcpu=sm_80 -e 'instrument c.ptx' $SAMPLES/mergesort.nvptx64.ll && grep -c atom c.ptx
8
$ reconverge -b -q -e 'instrument d.ll' c.ll
! reconverge: -e:1: the module counts already: it has @__reconverge_counts
!   instrument d.ll
!              ^
? 2
$ reconverge -b -q --mcpu=sm_50 -e 'instrument d.ll' $SAMPLES/sb1.nvptx64.ll
! reconverge: -e:1: counters need sm_70 or newer, and the module is for sm_50: load it with --mcpu=sm_75, or for your device
!   instrument d.ll
!              ^
? 2
$ reconverge -b -q -e 'instrument d.c' $SAMPLES/sb1.amdgcn.ll
! reconverge: -e:1: d.c: the name must end in .ll, .bc, .s, .ptx or .o
!   instrument d.c
!              ^
? 2
$ reconverge -b -q -e 'instrument d.ll' -
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @jump(ptr %to) {
>   indirectbr ptr %to, [label %a, label %b]
> a:
>   ret void
> b:
>   ret void
> }
! reconverge: -e:1: @jump: B0 ends in neither a branch nor a switch nor a return
!   instrument d.ll
!              ^
? 2

# The lines that a program needs, with no more of the drivers' headers than they use.
$ mkdir -p inc/hip && cat >inc/cuda.h
> #include <stddef.h>
> typedef unsigned long long CUdeviceptr;
> typedef struct CUmod_st *CUmodule;
> typedef enum { CUDA_SUCCESS } CUresult;
> CUresult cuModuleGetGlobal(CUdeviceptr *at, size_t *n, CUmodule module, const char *name);
> CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n);
$ cat >inc/hip/hip_runtime.h
> #include <stddef.h>
> typedef void *hipDeviceptr_t;
> typedef struct ihipModule_t *hipModule_t;
> typedef enum { hipSuccess } hipError_t;
> hipError_t hipModuleGetGlobal(hipDeviceptr_t *at, size_t *n, hipModule_t module, const char *name);
> hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t n);
$ for l in c c++; do for h in cuda hip; do ${CC:-cc} -x $l -Iinc -Wall -Werror -Wno-unused-function -fsyntax-only $srcdir/doc/counting/counters_$h.h || echo $l $h; done; done
