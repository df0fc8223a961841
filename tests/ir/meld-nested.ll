; A branch in the arm of another is melded in the same step, although its X, %j1, is a block that the other melds: the
; edges into %j1 are gathered in a new block, which is then its X.
; RUN: reconverge -b %s -e 'set decide=static judge=table steps=fine' -e meld -e 'write %t.ll' | FileCheck --check-prefix=SAID %s
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck --input-file=%t.ll %s
; SAID: B0: melds B4 with B5
; SAID: B1: melds B2 with B3
; CHECK: entry:
; CHECK: br i1 %c0, label %d1, label %j1.e0.pre
; CHECK: d1:
; CHECK: br label %t.f.pre
; CHECK: t.f:
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %p
; CHECK-NOT: store
; CHECK: j1.e0:
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %p
; CHECK-NOT: store
; CHECK: ret void
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c0 = icmp sgt i32 %tid, %n
  br i1 %c0, label %d1, label %e0

d1:
  %c1 = icmp sgt i32 %tid, 7
  br i1 %c1, label %t, label %f

t:
  %t0 = mul i32 %tid, 3
  store i32 %t0, ptr addrspace(1) %p
  br label %j1

f:
  %f0 = mul i32 %tid, 5
  store i32 %f0, ptr addrspace(1) %p
  br label %j1

j1:
  %v = phi i32 [ %t0, %t ], [ %f0, %f ]
  %j0 = mul i32 %v, 7
  store i32 %j0, ptr addrspace(1) %p
  br label %x

e0:
  %g0 = mul i32 %tid, 9
  store i32 %g0, ptr addrspace(1) %p
  br label %x

x:
  ret void
}
