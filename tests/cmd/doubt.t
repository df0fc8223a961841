# Where poison came from, and shifts by the width or more.

$ cat > wide.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> define internal i1 @odd(i64 %x, i32 %by) {
>   %far = zext i32 %by to i64
>   %bits = shl i64 %x, %far
>   %is = icmp eq i64 %bits, -9223372036854775808
>   ret i1 %is
> }
> define internal void @act(i1 %is, ptr addrspace(1) %out) {
>   br i1 %is, label %yes, label %no
> yes:
>   store i32 1, ptr addrspace(1) %out
>   br label %no
> no:
>   ret void
> }
> define ptx_kernel void @branch(ptr addrspace(1) %out, i32 %by) {
>   %is = call i1 @odd(i64 1, i32 %by)
>   call void @act(i1 %is, ptr addrspace(1) %out)
>   ret void
> }
> define ptx_kernel void @passed(ptr addrspace(1) %out, i32 %by) {
> entry:
>   %bits = lshr i32 7, %by
>   %early = icmp ult i32 %by, 9
>   br i1 %early, label %join, label %other
> other:
>   br label %join
> join:
>   %v = phi i32 [ 0, %entry ], [ %bits, %other ]
>   %is = icmp eq i32 %v, 3
>   call void @act(i1 %is, ptr addrspace(1) %out)
>   ret void
> }
> define ptx_kernel void @unwritten(ptr addrspace(1) %out) {
>   %v = load i32, ptr addrspace(1) %out
>   %is = icmp eq i32 %v, 3
>   call void @act(i1 %is, ptr addrspace(1) %out)
>   ret void
> }
> define ptx_kernel void @shifts(ptr addrspace(1) %out, i64 %by) {
>   %b32 = trunc i64 %by to i32
>   %b16 = trunc i64 %by to i16
>   %b8 = trunc i64 %by to i8
>   %l64 = shl i64 -5, %by
>   %r64 = lshr i64 -5, %by
>   %a64 = ashr i64 -5, %by
>   %l32 = shl i32 -5, %b32
>   %r32 = lshr i32 -5, %b32
>   %a32 = ashr i32 -5, %b32
>   %l16 = shl i16 -5, %b16
>   %r16 = lshr i16 -5, %b16
>   %a16 = ashr i16 -5, %b16
>   %l8 = shl i8 -5, %b8
>   %r8 = lshr i8 -5, %b8
>   %a8 = ashr i8 -5, %b8
>   %v1 = sext i32 %l32 to i64
>   %v2 = zext i32 %r32 to i64
>   %v3 = sext i32 %a32 to i64
>   %v4 = sext i16 %l16 to i64
>   %v5 = zext i16 %r16 to i64
>   %v6 = sext i16 %a16 to i64
>   %v7 = sext i8 %l8 to i64
>   %v8 = zext i8 %r8 to i64
>   %v9 = sext i8 %a8 to i64
>   %p = getelementptr [12 x i64], ptr addrspace(1) %out, i64 0, i64 1
>   store i64 %r64, ptr addrspace(1) %p
>   %p2 = getelementptr i64, ptr addrspace(1) %out, i64 2
>   %p3 = getelementptr i64, ptr addrspace(1) %out, i64 3
>   %p4 = getelementptr i64, ptr addrspace(1) %out, i64 4
>   %p5 = getelementptr i64, ptr addrspace(1) %out, i64 5
>   %p6 = getelementptr i64, ptr addrspace(1) %out, i64 6
>   %p7 = getelementptr i64, ptr addrspace(1) %out, i64 7
>   %p8 = getelementptr i64, ptr addrspace(1) %out, i64 8
>   %p9 = getelementptr i64, ptr addrspace(1) %out, i64 9
>   %p10 = getelementptr i64, ptr addrspace(1) %out, i64 10
>   %p11 = getelementptr i64, ptr addrspace(1) %out, i64 11
>   store i64 %l64, ptr addrspace(1) %out
>   store i64 %a64, ptr addrspace(1) %p2
>   store i64 %v1, ptr addrspace(1) %p3
>   store i64 %v2, ptr addrspace(1) %p4
>   store i64 %v3, ptr addrspace(1) %p5
>   store i64 %v4, ptr addrspace(1) %p6
>   store i64 %v5, ptr addrspace(1) %p7
>   store i64 %v6, ptr addrspace(1) %p8
>   store i64 %v7, ptr addrspace(1) %p9
>   store i64 %v8, ptr addrspace(1) %p10
>   store i64 %v9, ptr addrspace(1) %p11
>   ret void
> }

# The origin of poison is found through calls, phis and returned values.
$ reconverge -b -q -f branch -e 'launch grid=1 block=1 out=i32[1]:zero by=70' -e simulate wide.ll
@branch P0: branch on poison: given back by @odd in B0 of @branch
  block 0 thread 0, seed 1
  B0 of @act: br i1 %is, label %yes, label %no
? 1
$ reconverge -b -q -f passed -e 'launch grid=1 block=1 out=i32[1]:zero by=70' -e simulate wide.ll
@passed P0: branch on poison: made by lshr in B0 of @passed, 32 bits by 70 (see the setting shifts)
  block 0 thread 0, seed 1
  B0 of @act: br i1 %is, label %yes, label %no
? 1
$ reconverge -b -q -f unwritten -e 'launch grid=1 block=1 out=i32[1]:undefined' -e simulate wide.ll
@unwritten P0: branch on a value that was never written: read by load in B0 of @unwritten
  block 0 thread 0, seed 1
  B0 of @act: br i1 %is, label %yes, label %no
? 1
# Shifts with shifts=target, as the target's instructions compute them.
$ reconverge -b -q -f branch -e 'launch grid=1 block=1 out=i32[1]:zero by=70' -e 'simulate' -e 'set shifts=target' -e simulate -e 'set shifts=ir' -e simulate wide.ll
@branch P0: branch on poison: given back by @odd in B0 of @branch
  block 0 thread 0, seed 1
  B0 of @act: br i1 %is, label %yes, label %no
@branch P0: branch on poison: given back by @odd in B0 of @branch
  block 0 thread 0, seed 1
  B0 of @act: br i1 %is, label %yes, label %no
? 1
$ for by in 3 32 63 64 70 4294967297; do reconverge -b -q -f shifts -e 'set shifts=target' -e "launch grid=1 block=1 out=i64[12]:zero by=$by" -e simulate -e 'dump out out.bin' wide.ll && echo $(od -An -v -td8 out.bin); done
-40 2305843009213693951 -1 -40 536870911 -1 -40 8191 -1 -40 31 -1
-21474836480 4294967295 -1 0 0 -1 0 0 -1 0 0 -1
-9223372036854775808 1 -1 0 0 -1 0 0 -1 0 0 -1
0 0 -1 0 0 -1 0 0 -1 0 0 -1
0 0 -1 0 0 -1 0 0 -1 0 0 -1
-10 9223372036854775805 -3 -10 2147483645 -3 -10 32765 -3 -10 125 -3
$ sed 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/; /tid.x/d' wide.ll > amd.ll; for by in 3 32 63 64 70 4294967297; do reconverge -b -q -f shifts -e 'set shifts=target' -e "launch grid=1 block=1 out=i64[12]:zero by=$by" -e simulate -e 'dump out out.bin' amd.ll && echo $(od -An -v -td8 -N48 out.bin); done
-40 2305843009213693951 -1 -40 536870911 -1
-21474836480 4294967295 -1 -5 4294967291 -5
-9223372036854775808 1 -1 -2147483648 1 -1
-5 -5 -5 -5 4294967291 -5
-320 288230376151711743 -1 -320 67108863 -1
-10 9223372036854775805 -3 -10 2147483645 -3

# Code that freezes an undefined value may leave anything, so that another choice is no
# difference; one that has nothing to do with the choice is.
$ cat > frozen.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> define ptx_kernel void @chosen(ptr addrspace(1) %out) {
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %at = getelementptr i32, ptr addrspace(1) %out, i32 %t
>   %room = alloca i32
>   %v = load i32, ptr %room
>   %w = freeze i32 %v
>   %bit = and i32 %w, 1
>   store i32 %bit, ptr addrspace(1) %at
>   ret void
> }
> define ptx_kernel void @masked(ptr addrspace(1) %out) {
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %at = getelementptr i32, ptr addrspace(1) %out, i32 %t
>   %room = alloca i32
>   %v = load i32, ptr %room
>   %w = freeze i32 %v
>   %bit = or i32 %w, -1
>   store i32 %bit, ptr addrspace(1) %at
>   ret void
> }
$ sed 's/^  %w = freeze/  %more = add i32 %t, 1\n&/; s/, -1$/, -2/' frozen.ll > other.ll
$ for f in chosen masked; do reconverge -b -q -f $f -e 'launch grid=1 block=32 out=i32[32]:zero' -e 'check P0 other.ll seeds=1' frozen.ll; done
@chosen P0 -> other.ll: cannot tell: what the original computes depends on what undefined values are frozen to
@masked P0 -> other.ll: they differ with seed 1
  out[4]: -2, not -1 (17 of 32 elements differ)
  P0: this value was written by block 0 thread 4, B0: store i32 %bit, ptr addrspace(1) %at, align 4
  other.ll: this value was written by block 0 thread 4, B0: store i32 %bit, ptr addrspace(1) %at, align 4
? 1
