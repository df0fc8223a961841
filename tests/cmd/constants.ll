; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Diamonds whose arms have constant operands: divisors that differ, for which a
; melded division would be a full one; divisors that are the same; products of
; which one is a shift.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @differ(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %at
  %odd = and i32 %x, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %then, label %else

then:
  %a1 = udiv i32 %x, 3
  %a2 = urem i32 %a1, 16
  br label %join

else:
  %b1 = udiv i32 %x, 5
  %b2 = urem i32 %b1, 64
  br label %join

join:
  %r = phi i32 [ %a2, %then ], [ %b2, %else ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

define amdgpu_kernel void @same(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %at
  %odd = and i32 %x, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %then, label %else

then:
  %a1 = udiv i32 %x, 100
  %a2 = mul i32 %a1, 7
  br label %join

else:
  %b1 = udiv i32 %tid, 100
  %b2 = mul i32 %b1, 8
  br label %join

join:
  %r = phi i32 [ %a2, %then ], [ %b2, %else ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
