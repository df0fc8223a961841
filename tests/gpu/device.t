# Code that real drivers would refuse, or run with another result: the stand-in is as
# strict as they are.

$ test -e "$builddir/tests/gpu/standin.so" && cp $SAMPLES/bitonic_sort.nvptx64.ll k.ll
$ echo "exec env RECONVERGE_PTXAS=ptxas RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code PATH=$PWD/bin:\$PATH $RECONVERGE -b -q \"\$@\"" >on && chmod +x on
$ mkdir bin && for n in ld.lld ld.lld-$LLVM_VERSION_MAJOR; do printf '#!/bin/sh\nexec cat "$4"\n' >bin/$n && chmod +x bin/$n; done
$ printf '#!/bin/sh\necho "no assembler" >&2; exit 1\n' >bin/ptxas && chmod +x bin/ptxas

# No parameters; variables that are local, or have names that PTX has not, are set and
# compared as all others are; another kernel that cannot be compiled is in no one's way.
$ cat >names.ll
> target triple = "nvptx64-nvidia-cuda"
> @sum = internal addrspace(1) global i32 3
> @a.b = internal addrspace(1) global i32 4
> define ptx_kernel void @"k.1"() {
>   %x = atomicrmw add ptr addrspace(1) @sum, i32 1 monotonic
>   %y = atomicrmw add ptr addrspace(1) @a.b, i32 1 monotonic
>   ret void
> }
> @unneeded = addrspace(1) global ptr @nowhere
> declare void @nowhere()
> define ptx_kernel void @other() {
>   call void @nowhere()
>   ret void
> }
> define void @device() {
>   ret void
> }
$ ./on -e 'function k.1' -e 'launch grid=1 block=32' -e 'measure P0 P0 reps=2 keep=code' names.ll | grep '^P'
P0      0.49    0.50  0.50  0.50      -     -   -  same                        ptx
P0      0.50    0.50  0.50  0.50  1.001     -   -  same          same          ptx
$ grep -o 'visible.*' code/P0.ptx
visible .global .align 4 .u32 sum = 3;
visible .global .align 4 .u32 a$2eb = 4;
visible .entry k$2e1()
$ sed 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/; s/k.1/k/' names.ll >names.amd.ll
$ STANDIN_CPU=gfx90a ./on -e 'function k' -e 'launch grid=1 block=64' -e 'measure P0 reps=2 keep=code' names.amd.ll | grep '^P'
P0      0.66    0.66  0.66  0.66      -     -   -  same                        hsaco
$ ./on -e 'function other' -e 'launch grid=1' -e 'measure reps=2 keep=code' names.ll 2>&1 | grep -c nowhere
1
$ ./on -e 'function device' -e 'launch grid=1' -e 'measure reps=2 keep=code' names.ll | grep failed
P0 failed: @device is no kernel: a device runs it only where one calls it

# Parameters are where PTX lays them out.
$ cat >params.ll
> target triple = "nvptx64-nvidia-cuda"
> %S = type { i32, i8, i64 }
> define ptx_kernel void @k(i8 %a, i16 %b, <3 x float> %v, i128 %w, half %h, [3 x i16] %r, {i8, i32} %t, <4 x half> %x, bfloat %y, ptr byval([5 x i8]) align 1 %z, ptr addrspace(1) %p, i32 %c, ptr byval(%S) align 4 %s) {
>   %n = getelementptr %S, ptr %s, i32 0, i32 2
>   %m = load i64, ptr %n
>   store i64 %m, ptr addrspace(1) %p
>   ret void
> }
$ ./on -e 'launch grid=1 block=1' -e 'measure reps=1 keep=code' params.ll | grep '^P'
P0      0.44    0.44  0.44  0.44      -     -   -  same                        ptx

# What the simulator brings and no device has.
$ cat >calls.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i64 @_Z13get_global_idj(i32)
> declare i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(1))
> define ptx_kernel void @id(ptr addrspace(1) %p) {
>   %x = call i64 @_Z13get_global_idj(i32 0)
>   store i64 %x, ptr addrspace(1) %p
>   ret void
> }
> define ptx_kernel void @wide(ptr addrspace(1) %i, ptr addrspace(1) %p) {
>   %x = call i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(1) %i)
>   store i32 %x, ptr addrspace(1) %p
>   ret void
> }
> !opencl.ocl.version = !{!0}
> !0 = !{i32 2, i32 0}
$ for f in id wide; do ./on -e "function $f" -e 'launch grid=1 block=1' -e 'measure reps=1 keep=code' calls.ll | grep failed; done
P0 failed: it calls @_Z13get_global_idj, which has no body: link the library that has it
P0 failed: it uses images (@_Z15get_image_width14ocl_image2d_ro), which have another form on a device than on the simulator

# More than 48 KiB of shared memory has to be asked for, static memory included.
$ cat >shared.ll
> target triple = "nvptx64-nvidia-cuda"
> @own = internal addrspace(3) global [5000 x i32] poison
> @more = external addrspace(3) global [0 x i32], align 4
> define ptx_kernel void @k(ptr addrspace(1) %p) {
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %a = getelementptr i32, ptr addrspace(3) @own, i32 %t
>   %b = getelementptr i32, ptr addrspace(3) @more, i32 %t
>   store i32 %t, ptr addrspace(3) %a
>   store i32 %t, ptr addrspace(3) %b
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   store i32 %t, ptr addrspace(1) %q
>   ret void
> }
$ for s in 40000 90000 200000; do ./on -e "launch grid=2x1x2 block=8x2x2 shared=$s p=i32[8]" -e 'measure reps=2 keep=code' shared.ll | grep '^P'; done
P0      1.10    1.10  1.10  1.10      -     -   -  same                        ptx
P0      1.10    1.10  1.10  1.10      -     -   -  same                        ptx
P0         -       -     -     -      -     -   -                              ptx
P0 failed: the device cannot run a launch of this size (CUDA error 1)

# Code for another processor than the device's; devices that LLVM does not know.
$ printf 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k(ptr addrspace(1) %%p) #0 {\n  %%m = call i32 @llvm.nvvm.activemask()\n  store i32 %%m, ptr addrspace(1) %%p\n  ret void\n}\ndeclare i32 @llvm.nvvm.activemask()\nattributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx83,+sm_90" }\n' >new.ll
$ for c in sm_70 sm_90 sm_999; do STANDIN_CUDA=12090 STANDIN_CPU=$c ./on -e 'launch grid=1 block=32 p=i32[1]' -e 'measure reps=1 keep=code' new.ll | grep '^P'; done
P0      0.22    0.22  0.22  0.22      -     -   -  same                        ptx
P0      0.22    0.22  0.22  0.22      -     -   -  same                        ptx
P0      0.22    0.22  0.22  0.22      -     -   -  same                        ptx
$ STANDIN_CPU=gfx1999 ./on -e 'launch grid=1' -e measure names.amd.ll 2>&1 | sed -n 's/LLVM [0-9]*/LLVM/p'
reconverge: -e:1: LLVM makes no code for gfx1999: a newer one may

$ sed 's/sm_90/sm_90a/g' new.ll >own.ll; STANDIN_CPU=sm_90 ./on -e 'launch grid=1 block=32 p=i32[1]' -e 'measure reps=1 keep=code' own.ll | grep '^P'; grep '^.target' code/P0.ptx
P0      0.22    0.22  0.22  0.22      -     -   -  same                        ptx
.target sm_90a

# PTX is of the version that the processor needs; of the newest that the driver takes if
# the code needs that; and never newer.
$ ./on -e 'launch grid=1' -e 'measure reps=1 keep=code' k.ll >log && grep '^.version' code/P0.ptx
.version 6.0
$ for d in 12040 11020 9000; do STANDIN_CUDA=$d ./on -e 'launch grid=1 block=32 p=i32[1]' -e 'measure reps=1 keep=code' new.ll >log; grep -o 'failed: cannot generate code for sm_70' log || grep '^.version' code/P0.ptx; done
.version 8.4
.version 7.2
failed: cannot generate code for sm_70
$ STANDIN_CUDA=11000 STANDIN_CPU=sm_90 ./on -e 'launch grid=1' -e 'measure reps=1 keep=code' k.ll | grep failed
P0 failed: the driver is too old for the PTX: install a newer driver, or ptxas of the driver's version (CUDA error 222): ptxas fatal: unsupported .version

# A cubin that the driver does not take gives way to the PTX.
$ printf '#!/bin/sh\nexec cksum\n' >bin/ptxas
$ ./on -e 'launch grid=1' -e 'measure reps=1 keep=code' k.ll | grep -o cubin
cubin
$ STANDIN_FAIL=cubin=209 ./on -e 'launch grid=1' -e 'measure P0 P0 reps=1 keep=code' k.ll | grep -o 'same *ptx'
same                        ptx
same          ptx

# Warps of the device have as many lanes as those of the session, or none at all.
$ cat >lanes.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %c = icmp ult i32 %t, 40
>   br i1 %c, label %few, label %end
> few:
>   %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)
>   %q = getelementptr i64, ptr addrspace(1) %p, i32 %t
>   store i64 %b, ptr addrspace(1) %q
>   br label %end
> end:
>   ret void
> }
$ echo 'launch grid=1 block=64 p=i64[64]' >l.rcv
$ STANDIN_CPU=gfx1100 ./on -x l.rcv -e 'measure reps=1 keep=code' lanes.ll | grep -o 'same.*'
same                        hsaco
$ STANDIN_CPU=gfx1100 ./on --json -x l.rcv -e 'profile on=gpu keep=code' lanes.ll | grep -o '"warps": [0-9]*\|"split_[a-z]*": [0-9]*'
"warps": 1
"split_branches": 1
"split_branches": 1
$ STANDIN_CPU=gfx90a ./on --keep-going --mcpu=gfx1100 -x l.rcv -e 'measure reps=1 keep=code' -e 'profile on=gpu keep=code' lanes.ll 2>&1 | grep -o 'a warp of.*'
a warp of gfx90a has 64 lanes, and one of this session 32: load the module with --mcpu=gfx90a
a warp of gfx90a has 64 lanes, and one of this session 32: load the module with --mcpu=gfx90a

# The object is one that ROCm before 6.3 loads; launches of more threads than it counts;
# a process that ROCm ends.
$ grep -c 'amdgpu-no-hostcall-ptr' code/P0.ll
1
$ od -An -tu1 -j8 -N1 code/P0.hsaco
   3
$ for e in launch=9 launch=719 query=719 launch=crash; do STANDIN_CPU=gfx90a STANDIN_FAIL=$e ./on -x l.rcv -e 'measure reps=1 keep=code' lanes.ll | grep failed; done
P0 failed: the device cannot run a launch of this size (HIP error 9)
P0 failed: a block of this launch has more threads than the kernel is compiled for (HIP error 719)
P0 failed: the kernel failed (HIP error 719)
P0 failed: while the kernel ran, the driver was killed by signal 6 (ROCm ends the process of a kernel that accesses memory that is not its own)

$ ulimit -v 30000000; if $RECONVERGE --version >/dev/null 2>&1; then ./on -e 'launch grid=1' -e 'measure reps=1' k.ll 2>&1 | sed -n 's/^reconverge: //p'; else echo "-e:1: the driver needs more addresses than this process may have: say 'ulimit -v unlimited' before"; fi
-e:1: the driver needs more addresses than this process may have: say 'ulimit -v unlimited' before

# Memory of no bytes, and the same revision a hundred times.
$ printf 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k(ptr addrspace(1) %%p, i32 %%n) {\n  %%c = icmp eq i32 %%n, 0\n  br i1 %%c, label %%end, label %%some\nsome:\n  store i32 %%n, ptr addrspace(1) %%p\n  br label %%end\nend:\n  ret void\n}\n' >none.ll
$ ./on -e 'launch grid=1 block=32 p=i32[0] n=0' -e 'measure P0 P0 reps=100 keep=code' none.ll | grep -o 'same.*\|P0 takes.*'
same                        cubin
same          same          cubin
P0 takes as long as P0, as far as the noise of the runs shows
