# Functions of OpenCL C that a whole group of threads computes together.

$ cat > collect.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> declare i32 @_Z21work_group_reduce_addi(i32) convergent
> declare i32 @_Z21work_group_reduce_maxi(i32) convergent
> declare i32 @_Z20work_group_broadcastij(i32, i32) convergent
> declare i32 @_Z20work_group_broadcastim(i32, i64) convergent
> declare i32 @_Z20sub_group_reduce_addi(i32) convergent
> declare i32 @_Z28sub_group_scan_exclusive_addi(i32) convergent
> declare i16 @_Z28sub_group_scan_exclusive_mins(i16) convergent
> declare float @_Z28sub_group_scan_inclusive_maxf(float) convergent
> declare half @_Z28sub_group_scan_exclusive_maxDh(half) convergent
> declare <2 x i32> @_Z19sub_group_broadcastDv2_ij(<2 x i32>, i32) convergent
> declare i32 @_Z13sub_group_alli(i32) convergent
> declare void @_Z7barrierj(i32) convergent
> define amdgpu_kernel void @first(ptr addrspace(1) %out, i32 %n) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %some = icmp ult i32 %t, %n
>   br i1 %some, label %in, label %end
> in:
>   %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
>   store i32 %s, ptr addrspace(1) %out
>   br label %end
> end:
>   ret void
> }
> define amdgpu_kernel void @either(ptr addrspace(1) %out, i32 %n) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %some = icmp ult i32 %t, %n
>   br i1 %some, label %a, label %b
> a:
>   %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
>   br label %end
> b:
>   %m = call i32 @_Z21work_group_reduce_maxi(i32 %t)
>   br label %end
> end:
>   %r = phi i32 [ %s, %a ], [ %m, %b ]
>   store i32 %r, ptr addrspace(1) %out
>   ret void
> }
> define amdgpu_kernel void @waits(ptr addrspace(1) %out, i32 %n) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %some = icmp ult i32 %t, %n
>   br i1 %some, label %a, label %b
> a:
>   %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
>   br label %end
> b:
>   call void @_Z7barrierj(i32 1)
>   br label %end
> end:
>   ret void
> }
> define amdgpu_kernel void @one(ptr addrspace(1) %out, i32 %which, i32 %times) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %own = mul i32 %t, %times
>   %id = add i32 %which, %own
>   %id64 = zext i32 %id to i64
>   %v = add i32 %t, 100
>   %s = call i32 @_Z20work_group_broadcastim(i32 %v, i64 %id64)
>   store i32 %s, ptr addrspace(1) %out
>   ret void
> }
> define amdgpu_kernel void @subs(ptr addrspace(1) %out) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %t16 = trunc i32 %t to i16
>   %f = uitofp i32 %t to float
>   %h = uitofp i32 %t to half
>   %two = insertelement <2 x i32> poison, i32 %t, i32 0
>   %pair = insertelement <2 x i32> %two, i32 7, i32 1
>   %odd = and i32 %t, 1
>   %v0 = call i32 @_Z20sub_group_reduce_addi(i32 %t)
>   %v1 = call i32 @_Z28sub_group_scan_exclusive_addi(i32 %t)
>   %s2 = call i16 @_Z28sub_group_scan_exclusive_mins(i16 %t16)
>   %v2 = sext i16 %s2 to i32
>   %s3 = call float @_Z28sub_group_scan_inclusive_maxf(float %f)
>   %v3 = fptosi float %s3 to i32
>   %s4 = call half @_Z28sub_group_scan_exclusive_maxDh(half %h)
>   %b4 = bitcast half %s4 to i16
>   %v4 = zext i16 %b4 to i32
>   %s5 = call <2 x i32> @_Z19sub_group_broadcastDv2_ij(<2 x i32> %pair, i32 3)
>   %v5 = extractelement <2 x i32> %s5, i32 0
>   %v6 = extractelement <2 x i32> %s5, i32 1
>   %v7 = call i32 @_Z13sub_group_alli(i32 %odd)
>   %i = mul i32 %t, 8
>   %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
>   %w0 = insertelement <8 x i32> poison, i32 %v0, i32 0
>   %w1 = insertelement <8 x i32> %w0, i32 %v1, i32 1
>   %w2 = insertelement <8 x i32> %w1, i32 %v2, i32 2
>   %w3 = insertelement <8 x i32> %w2, i32 %v3, i32 3
>   %w4 = insertelement <8 x i32> %w3, i32 %v4, i32 4
>   %w5 = insertelement <8 x i32> %w4, i32 %v5, i32 5
>   %w6 = insertelement <8 x i32> %w5, i32 %v6, i32 6
>   %w7 = insertelement <8 x i32> %w6, i32 %v7, i32 7
>   store <8 x i32> %w7, ptr addrspace(1) %p, align 4
>   ret void
> }
> define amdgpu_kernel void @part(ptr addrspace(1) %out, i32 %n) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %some = icmp ult i32 %t, %n
>   br i1 %some, label %in, label %end
> in:
>   %s = call i32 @_Z20sub_group_reduce_addi(i32 %t)
>   store i32 %s, ptr addrspace(1) %out
>   br label %end
> end:
>   ret void
> }

# All threads; a part of a warp; warps or threads that have returned.
$ reconverge -b -q -f first -e 'launch grid=1 block=200 out=i32[1]:zero n=200' -e simulate -e 'dump out o' collect.ll && od -An -td4 o
       19900
$ reconverge -b -q -f first -e 'launch grid=1 block=200 out=i32[1]:zero n=100' -e simulate collect.ll
@first P0: group operation that not all threads reach together: only 36 of the warp's 64 threads are at this operation
  block 0 thread 100, seed 1
  B1: %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
? 1
$ reconverge -b -q -f first -e 'launch grid=1 block=200 out=i32[1]:zero n=64' -e simulate collect.ll
@first P0: group operation that not all threads reach together: 136 of the block's 200 threads have returned
  block 0 thread 0, seed 1
  B1: %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
? 1
$ reconverge -b -q -f first -e 'launch grid=1 block=64 out=i32[1]:zero n=9' -e simulate collect.ll
@first P0: group operation that not all threads reach together: only 9 of the warp's 64 threads are at this operation
  block 0 thread 9, seed 1
  B1: %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
? 1
# Warps at two such functions; at one of them and at a barrier.
$ reconverge -b -q -f either -e 'launch grid=1 block=128 out=i32[1]:zero n=64' -e simulate collect.ll
@either P0: group operation that not all threads reach together: other threads wait at another group operation, in B2 of @either
  block 0 thread 0, seed 1
  B1: %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
? 1
$ reconverge -b -q -f waits -e 'launch grid=1 block=128 out=i32[1]:zero n=64' -e simulate collect.ll
@waits P0: threads wait for each other for ever
  block 0 thread 0, seed 1
  B1: %s = call i32 @_Z21work_group_reduce_addi(i32 %t)
? 1
# A value of one thread for all: of a thread that exists, of one that does not, of different threads.
$ reconverge -b -q -f one -e 'launch grid=1 block=100 out=i32[1]:zero which=77 times=0' -e simulate -e 'dump out o' collect.ll && od -An -td4 o
         177
$ reconverge -b -q -f one -e 'launch grid=1 block=100 out=i32[1]:zero which=100 times=0' -e simulate collect.ll
@one P0: group operation that not all threads reach together: the operation asks for the value of a thread that is not one of the 100
  block 0 thread 0, seed 1
  B0: %s = call i32 @_Z20work_group_broadcastim(i32 %v, i64 %id64)
? 1
$ reconverge -b -q -f one -e 'launch grid=1 block=100 out=i32[1]:zero which=1 times=2' -e simulate collect.ll
@one P0: group operation that not all threads reach together: thread 0 and thread 1 ask for the values of different threads, 1 and 3
  block 0 thread 1, seed 1
  B0: %s = call i32 @_Z20work_group_broadcastim(i32 %v, i64 %id64)
? 1
# Functions of sub-groups: threads 0, 1, 63, and those of a second sub-group that is not full.
$ reconverge -b -q -f subs -e 'launch grid=1 block=70 out=i32[560]:zero' -e simulate -e 'dump out o' collect.ll && for t in 0 1 63 64 69; do od -An -td4 -w32 -j $((32 * t)) -N32 o; done
        2016           0       32767           0       64512           3           7           0
        2016           0           0           1           0           3           7           0
        2016        1953           0          63       21440           3           7           0
         399           0       32767          64       64512          67           7           0
         399         330          64          69       21568          67           7           0
$ reconverge -b -q -f part -e 'launch grid=1 block=64 out=i32[1]:zero n=20' -e simulate collect.ll
@part P0: group operation that not all threads reach together: only 20 of the warp's 64 threads are at this operation
  block 0 thread 20, seed 1
  B1: %s = call i32 @_Z20sub_group_reduce_addi(i32 %t)
? 1
