; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Thread and block number go through an array: a global number is its entry, a
; thread's or block's own is taken apart from it. Attributes, metadata, names
; and the order of arguments stay; another function is not touched.

; RUN: reconverge -b -q %s -f known -e redirect -e 'function size' \
; RUN:   -e redirect -e 'function plane' -e redirect -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e 'function known' -e redirect -e redirect -e history \
; RUN:   -e undo -e redo -e functions | FileCheck --check-prefix=AGAIN %s
; RUN: reconverge -b %s -e 'function waits' -e redirect \
; RUN:   -e 'function shares' -e redirect -e 'function lane' -e redirect \
; RUN:   -e 'function rereads' -e redirect -e 'function keeps' -e redirect \
; RUN:   -e 'function helper' -e redirect | FileCheck --check-prefix=NO %s

target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [64 x i32] undef

; CHECK: define amdgpu_kernel void @known(ptr addrspace(1) readonly %in, ptr addrspace(1) %redirect) #[[A:[0-9]+]] !reqd_work_group_size
; CHECK: [[T:%.*]] = call i32 @llvm.amdgcn.workitem.id.x()
; CHECK-NEXT: [[B:%.*]] = call i32 @llvm.amdgcn.workgroup.id.x()
; CHECK-NEXT: [[S:%.*]] = mul i32 [[B]], 64
; CHECK-NEXT: [[N:%.*]] = add i32 [[S]], [[T]]
; CHECK: %redirected = load i32, ptr addrspace(1)
; CHECK-NEXT: [[TID:%.*]] = and i32 %redirected, 63
; CHECK-NEXT: %g64 = zext i32 %redirected to i64
; CHECK: store i32 [[TID]],
; CHECK: define amdgpu_kernel void @size(ptr addrspace(1) %in, ptr addrspace(1) %redirect)
; CHECK: [[D:%.*]] = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
; CHECK: getelementptr inbounds i8, ptr addrspace(4) [[D]], i64 4
; CHECK: %g64 = zext i32 %redirected to i64
; CHECK: define amdgpu_kernel void @plane(ptr addrspace(1) %in, ptr addrspace(1) %redirect)
; CHECK: urem i32
; CHECK: %b = add
; CHECK: attributes #[[A]] = { nounwind "reconverge-redirected" "uniform-work-group-size"="true" }
; AGAIN: P1: redirect
; AGAIN: redirect: no thread is redirected; still P1
; AGAIN-NEXT: the kernel is redirected already
; AGAIN: * P1  redirect
; AGAIN: known
define amdgpu_kernel void @known(ptr addrspace(1) readonly %in) #0 !reqd_work_group_size !0 {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %bid = call i32 @llvm.amdgcn.workgroup.id.x()
  %start = shl i32 %bid, 6
  %g = or disjoint i32 %start, %tid
  %g64 = zext i32 %g to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %g64
  store i32 %tid, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @size(ptr addrspace(1) %in) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %bid = call i32 @llvm.amdgcn.workgroup.id.x()
  %d = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %q = getelementptr inbounds i8, ptr addrspace(4) %d, i64 12
  %s = load i16, ptr addrspace(4) %q
  %s32 = zext i16 %s to i32
  %start = mul i32 %s32, %bid
  %g = add i32 %tid, %start
  %g64 = zext i32 %g to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %g64
  store i32 7, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @plane(ptr addrspace(1) %in) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %by = call i32 @llvm.amdgcn.workgroup.id.y()
  %a = add i32 %x, %y
  %b = add i32 %a, %by
  store i32 %b, ptr addrspace(1) %in
  ret void
}

; NO: threads of @waits cannot change places: threads synchronize here, or work as a warp (B0: call void @llvm.amdgcn.s.barrier())
define amdgpu_kernel void @waits() {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  call void @llvm.amdgcn.s.barrier()
  ret void
}

; NO: threads of @shares cannot change places: threads share memory
define amdgpu_kernel void @shares() {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %tid
  store i32 %tid, ptr addrspace(3) %p
  ret void
}

; NO: threads of @lane cannot change places: the code asks where in the machine it runs, or when
define amdgpu_kernel void @lane(ptr addrspace(1) %in) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %s = add i32 %tid, %lane
  store i32 %s, ptr addrspace(1) %in
  ret void
}

; NO: threads of @rereads cannot change places: the code reads what other threads may write meanwhile
define amdgpu_kernel void @rereads(ptr addrspace(1) %in) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %x = load volatile i32, ptr addrspace(1) %in
  store i32 %x, ptr addrspace(1) %in
  ret void
}

; What is volatile and the thread's own is read by no other.
; NO: P1: redirect
define amdgpu_kernel void @keeps(ptr addrspace(1) %in) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %own = alloca [4 x i32], addrspace(5)
  %at = getelementptr i32, ptr addrspace(5) %own, i32 1
  %x = load volatile i32, ptr addrspace(5) %at
  %cast = addrspacecast ptr addrspace(5) %at to ptr
  %y = load volatile i32, ptr %cast
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %in
  ret void
}

; NO: @helper is no kernel
define i32 @helper() {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  ret i32 %tid
}

attributes #0 = { nounwind "amdgpu-no-workgroup-id-x" "uniform-work-group-size"="true" }
!0 = !{i32 64, i32 1, i32 1}

; What is called and asks for its thread gets a twin that is told, and so does
; what calls that; what does not ask is called as before, and so is the rest of
; the module. A recursive one calls its twin.
; RUN: reconverge -b -q %s -f calls -e redirect -o - > %t2
; RUN: opt -passes=verify -disable-output %t2
; RUN: FileCheck --check-prefix=TWIN --input-file=%t2 %s
; RUN: reconverge -b %s -f calls -e redirect -e functions -e undo -e functions \
; RUN:   | FileCheck --check-prefix=LIST %s
; TWIN: define i32 @asks(i32 %n) {
; TWIN-NEXT: call i32 @llvm.amdgcn.workitem.id.x()
; TWIN: define i32 @through(i32 %n) {
; TWIN-NEXT: call i32 @asks(i32 %n)
; TWIN: define amdgpu_kernel void @also(
; TWIN: call i32 @through(i32 3)
; TWIN: define internal i32 @through.redirected(i32 %n, i32 %redirected) {
; TWIN-NEXT: %a = tail call i32 @asks.redirected(i32 %n, i32 %redirected)
; TWIN-NEXT: call i32 @pure(i32 %a)
; TWIN: define internal i32 @asks.redirected(i32 %n, i32 %redirected) {
; TWIN-NOT: workitem.id
; TWIN: urem i32 %redirected
; TWIN: call i32 @asks.redirected(i32 %{{.*}}, i32 %redirected)
; TWIN: define amdgpu_kernel void @calls(ptr addrspace(1) %in, ptr addrspace(1) %redirect) #{{[0-9]+}} {
; TWIN: %redirected = load i32
; TWIN: call i32 @through.redirected(i32 1, i32 %redirected)
; TWIN: call i32 @pure(i32 2)
; LIST: @through.redirected
; LIST: @calls
; LIST: P0
; LIST-NOT: redirected
define i32 @asks(i32 %n) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %again, label %done
again:
  %m = lshr i32 %n, 1
  %r = call i32 @asks(i32 %m)
  br label %done
done:
  %v = phi i32 [ %t, %0 ], [ %r, %again ]
  ret i32 %v
}

define i32 @pure(i32 %n) {
  %r = mul i32 %n, 3
  ret i32 %r
}

define i32 @through(i32 %n) {
  %a = tail call i32 @asks(i32 %n)
  %b = call i32 @pure(i32 %a)
  ret i32 %b
}

define amdgpu_kernel void @also(ptr addrspace(1) %out) {
  %v = call i32 @through(i32 3)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @calls(ptr addrspace(1) %in) {
  %a = call i32 @through(i32 1)
  %b = call i32 @pure(i32 2)
  %s = add i32 %a, %b
  store i32 %s, ptr addrspace(1) %in
  ret void
}

; More that is refused: shared memory under another name, numbers taken from
; atomic operations, assembler, calls through pointers, a parameter of its own.
; RUN: reconverge -b --keep-going %s -f hidden -e redirect \
; RUN:   -e 'function region' -e redirect \
; RUN:   -e 'function counts' -e redirect -e 'function sums' -e redirect \
; RUN:   -e 'function assembles' -e redirect -e 'function points' -e redirect \
; RUN:   -e 'function missing' -e redirect -e 'function inside' -e redirect \
; RUN:   -e 'function named' -e redirect | FileCheck --check-prefix=MORE %s
; MORE: @hidden cannot change places: threads share memory
define amdgpu_kernel void @hidden() {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %tid, ptr addrspacecast (ptr addrspace(3) @lds to ptr)
  ret void
}

; GDS is memory that threads share, too, though its address space is not 3.
; MORE: @region cannot change places: threads share memory
define amdgpu_kernel void @region(ptr addrspace(2) %gds) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(2) %gds, i32 %tid
  store i32 %tid, ptr addrspace(2) %p
  ret void
}

; MORE: @counts cannot change places: threads could tell in which order they come (B0: %n = atomicrmw
define amdgpu_kernel void @counts(ptr addrspace(1) %in) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %n = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %n
  store i32 %tid, ptr addrspace(1) %p
  ret void
}

; MORE: redirect: {{.*}}
; MORE-NEXT: threads take their work
define amdgpu_kernel void @sums(ptr addrspace(1) %in) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %n = atomicrmw add ptr addrspace(1) %in, i32 %tid monotonic
  ret void
}

; MORE: @assembles cannot change places: inline assembler may ask
define amdgpu_kernel void @assembles(ptr addrspace(1) %in) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call i32 asm "v_mov_b32 $0, v0", "=v"()
  %s = add i32 %tid, %v
  store i32 %s, ptr addrspace(1) %in
  ret void
}

; MORE: @points cannot change places: the callee is known only at run time
define amdgpu_kernel void @points(ptr %f) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call i32 %f(i32 %tid)
  ret void
}

; MORE: @missing cannot change places: the callee has no body here
declare i32 @nowhere(i32)
define amdgpu_kernel void @missing() {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call i32 @nowhere(i32 %tid)
  ret void
}

; MORE: @inside cannot change places: threads synchronize here, or work as a warp (meets B0: call void @llvm.amdgcn.s.barrier())
define void @meets() {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
define amdgpu_kernel void @inside() {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  call void @meets()
  ret void
}

; MORE: @named has a parameter 'redirect' of its own
define amdgpu_kernel void @named(ptr addrspace(1) %redirect) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %tid, ptr addrspace(1) %redirect
  ret void
}

; Of functions without a body, those that are known to ask nobody may be called.
; RUN: reconverge -b --keep-going %s -f known_calls -e redirect \
; RUN:   -e 'function asks_by_name' -e redirect \
; RUN:   -e 'function counts_by_name' -e redirect \
; RUN:   | FileCheck --check-prefix=NAMES %s
; NAMES: redirect:
; NAMES-NEXT: threads take their work
declare float @_Z4sqrtf(float)
declare float @__ocml_sin_f32(float)
define amdgpu_kernel void @known_calls(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %f = uitofp i32 %tid to float
  %r = call float @_Z4sqrtf(float %f)
  %s = call float @__ocml_sin_f32(float %r)
  store float %s, ptr addrspace(1) %out
  ret void
}

; NAMES: @asks_by_name cannot change places: the code asks where in the machine it runs, or when
declare i32 @_Z18get_sub_group_sizev()
define amdgpu_kernel void @asks_by_name(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @_Z18get_sub_group_sizev()
  store i32 %g, ptr addrspace(1) %out
  ret void
}

; NAMES: @counts_by_name cannot change places: threads could tell in which order
declare i32 @_Z10atomic_incPU3AS1Vj(ptr addrspace(1))
define amdgpu_kernel void @counts_by_name(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @_Z10atomic_incPU3AS1Vj(ptr addrspace(1) %out)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %tid, ptr addrspace(1) %p
  ret void
}

; Ids by the names of functions without a body: one along a known axis is the
; entry or a part of it; a global one keeps its call, which knows the offset of
; the launch; sizes are those that there were.
; RUN: reconverge -b -q %s -f by_name -e redirect -e 'function sums_by_name' \
; RUN:   -e redirect -e 'function any_axis' -e redirect \
; RUN:   -e 'function in_a_row' -e redirect -o - > %t3
; RUN: opt -passes=verify -disable-output %t3
; RUN: FileCheck --check-prefix=ITEM --input-file=%t3 %s
; RUN: reconverge -b --keep-going %s -f another_type -e redirect \
; RUN:   -e 'function beyond' -e redirect | FileCheck --check-prefix=ITNO %s
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z12get_group_idj(i32)
declare i64 @_Z14get_local_sizej(i32)
declare i64 @__ockl_get_global_linear_id()
declare float @__ockl_get_group_id(i32)

; ITEM: define amdgpu_kernel void @by_name(
; ITEM: [[X:%.*]] = call i32 @llvm.amdgcn.workitem.id.x()
; ITEM: [[OWN:%.*]] = add i32 %{{.*}}, [[X]]
; ITEM: %redirected = load i32
; ITEM: [[PART:%.*]] = urem i32 %redirected
; ITEM: [[TO:%.*]] = zext i32 %redirected to i64
; ITEM: [[FROM:%.*]] = zext i32 [[OWN]] to i64
; ITEM: [[D:%.*]] = sub i64 [[TO]], [[FROM]]
; ITEM: %g = call i64 @_Z13get_global_idj(i32 0)
; ITEM-NEXT: [[G:%.*]] = add i64 %g, [[D]]
; ITEM: getelementptr i32, ptr addrspace(1) %out, i64 [[G]]
; ITEM-NOT: get_local_id
; ITEM: [[T:%.*]] = zext i32 [[PART]] to i64
; ITEM: store i64 [[T]]
define amdgpu_kernel void @by_name(ptr addrspace(1) %out) {
  %g = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %g
  %t = call i64 @_Z12get_local_idj(i32 0)
  store i64 %t, ptr addrspace(1) %p
  ret void
}

; ITEM: define amdgpu_kernel void @sums_by_name(
; ITEM-NOT: @_Z
; ITEM: getelementptr i32, ptr addrspace(1) %out, i32 %redirected
; ITEM-NOT: @_Z
; ITEM: ret void
define amdgpu_kernel void @sums_by_name(ptr addrspace(1) %out) {
  %b = call i64 @_Z12get_group_idj(i32 0)
  %s = call i64 @_Z14get_local_sizej(i32 0)
  %t = call i64 @_Z12get_local_idj(i32 0)
  %b32 = trunc i64 %b to i32
  %s32 = trunc i64 %s to i32
  %t32 = trunc i64 %t to i32
  %m = mul i32 %b32, %s32
  %g = add i32 %m, %t32
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 1, ptr addrspace(1) %p
  ret void
}

; ITEM: define amdgpu_kernel void @any_axis(
; ITEM: call i32 @llvm.amdgcn.workitem.id.z()
; ITEM: icmp eq i32 %axis, 2
; ITEM: select
; ITEM: icmp eq i32 %axis, 0
; ITEM: [[T:%.*]] = select
; ITEM: [[L:%.*]] = zext i32 [[T]] to i64
; ITEM: store i64 [[L]]
define amdgpu_kernel void @any_axis(ptr addrspace(1) %out, i32 %axis) {
  %t = call i64 @_Z12get_local_idj(i32 %axis)
  store i64 %t, ptr addrspace(1) %out
  ret void
}

; ITEM: define amdgpu_kernel void @in_a_row(
; ITEM-NOT: @__ockl
; ITEM: ret void
define amdgpu_kernel void @in_a_row(ptr addrspace(1) %out) {
  %t = call i64 @__ockl_get_global_linear_id()
  store i64 %t, ptr addrspace(1) %out
  ret void
}

; ITNO: @another_type cannot change places: the code asks for the thread in a way that cannot be redirected
define amdgpu_kernel void @another_type(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call float @__ockl_get_group_id(i32 0)
  store float %g, ptr addrspace(1) %out
  ret void
}

; ITNO: redirect: no thread is redirected
; ITNO-NEXT: no thread asks for its number
define amdgpu_kernel void @beyond(ptr addrspace(1) %out) {
  %t = call i64 @_Z12get_local_idj(i32 3)
  store i64 %t, ptr addrspace(1) %out
  ret void
}
