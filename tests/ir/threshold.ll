; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A pair melds if its MP_S reaches the threshold. Here they have a 16-cycle
; multiplication in common of 16 + 24 and 16 + 44 cycles: 16 / 100 = 0.16.

; RUN: reconverge -b %s -e candidates | FileCheck --check-prefix=BELOW %s
; RUN: reconverge -b %s -e 'set threshold=0.17' -e candidates | FileCheck --check-prefix=BELOW %s
; RUN: reconverge -b %s -e 'set threshold=0.15' -e candidates | FileCheck --check-prefix=REACHED %s
; RUN: reconverge -b %s -e 'set threshold=0' -e candidates | FileCheck --check-prefix=REACHED %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, %u
  %a = udiv i32 %a0, 5
  br label %x
f:
  %b0 = mul i32 %tid, %u
  %b = urem i32 %b0, 9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; BELOW: B0 {{.*}} refused: MP_S is below the threshold (B2)
; REACHED: B0 {{.*}} meld  MP_S 0.16  saved 16
