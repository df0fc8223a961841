; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Front ends that make tokens give one to every call. A call of a function that is
; not convergent keeps it and melds like any other call. Calls with two different
; tokens do not meld (@apart), nor does a call with another kind of bundle (@other).
; A block with one is not placed in a loop that does not make its token (@replica).

; RUN: reconverge -b -q %s -f k -e 'set decide=static judge=table' -e darm -e 'function apart' -e darm -e 'function other' -e darm -e 'function replica' -e darm -o - > %t
; RUN: not reconverge -b -q %s -f replica -e 'set decide=static judge=table' -e 'meld entry' 2>&1 | FileCheck --check-prefix=REPLICA %s
; REPLICA: a token of the block to be placed cannot be used in a loop
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @k(
; CHECK-NOT: br i1
; CHECK: call float @__ocml_log_f32(float %{{.*}}) [ "convergencectrl"(token %e) ]
; CHECK-NOT: call float
; CHECK: ret void
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, float %f, float %g) convergent {
entry:
  %e = call token @llvm.experimental.convergence.entry()
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %u
t:
  %a = call nnan float @__ocml_log_f32(float %f) [ "convergencectrl"(token %e) ]
  br label %x
u:
  %b = call float @__ocml_log_f32(float %g) [ "convergencectrl"(token %e) ]
  br label %x
x:
  %r = phi float [ %a, %t ], [ %b, %u ]
  store float %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @replica(
; CHECK: t:
; CHECK: call float @__ocml_log_f32(float %f) [ "convergencectrl"(token %e) ]
; CHECK: br label %x
; CHECK: u:
; CHECK-NOT: call float
; CHECK: ret void
define amdgpu_kernel void @replica(ptr addrspace(1) %p, i32 %n, float %f, float %g) convergent {
entry:
  %e = call token @llvm.experimental.convergence.entry()
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %u
t:
  %a = call float @__ocml_log_f32(float %f) [ "convergencectrl"(token %e) ]
  %a1 = fdiv float %a, %g
  %a2 = fdiv float %a1, %f
  %a3 = fdiv float %a2, %a
  store float %a3, ptr addrspace(1) %q
  br label %x
u:
  %i = phi i32 [ 0, %entry ], [ %j, %u ]
  %b = phi float [ %f, %entry ], [ %b3, %u ]
  %b1 = fdiv float %b, %g
  %b2 = fdiv float %b1, %f
  %b3 = fdiv float %b2, %b
  store float %b3, ptr addrspace(1) %q
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, 8
  br i1 %d, label %u, label %x
x:
  ret void
}

; CHECK-LABEL: @apart(
; CHECK: br i1
; CHECK: call float @__ocml_log_f32(float %f) [ "convergencectrl"(token %d) ]
; CHECK: call float @__ocml_log_f32(float %g) [ "convergencectrl"(token %e) ]
; CHECK: ret void
define amdgpu_kernel void @apart(ptr addrspace(1) %p, i32 %n, float %f, float %g) convergent {
entry:
  %d = call token @llvm.experimental.convergence.anchor()
  %e = call token @llvm.experimental.convergence.anchor()
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %u
t:
  %a = call float @__ocml_log_f32(float %f) [ "convergencectrl"(token %d) ]
  br label %x
u:
  %b = call float @__ocml_log_f32(float %g) [ "convergencectrl"(token %e) ]
  br label %x
x:
  %r = phi float [ %a, %t ], [ %b, %u ]
  store float %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @other(
; CHECK: br i1
; CHECK: call float @__ocml_log_f32(float %f) [ "unknown"(i32 1) ]
; CHECK: call float @__ocml_log_f32(float %g) [ "unknown"(i32 1) ]
; CHECK: ret void
define amdgpu_kernel void @other(ptr addrspace(1) %p, i32 %n, float %f, float %g) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %u
t:
  %a = call float @__ocml_log_f32(float %f) [ "unknown"(i32 1) ]
  br label %x
u:
  %b = call float @__ocml_log_f32(float %g) [ "unknown"(i32 1) ]
  br label %x
x:
  %r = phi float [ %a, %t ], [ %b, %u ]
  store float %r, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @__ocml_log_f32(float) convergent nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
