; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A redirected kernel reads its array, and a twin may read the sizes of the
; launch: attributes that say otherwise go, at the calls as well. What OpenCL's
; metadata says of each parameter, it says of the new one, too. A node that
; has not one operand for each parameter stays as it is.

; RUN: reconverge -b -q %s -f fills -e redirect -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: define internal i32 @asks(i32 %n) #[[OLD:[0-9]+]]
define internal i32 @asks(i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %v = mul i32 %t, %n
  ret i32 %v
}

; CHECK: define internal i32 @asks.redirected(i32 %n, i32 %redirected) #[[TWIN:[0-9]+]]
; CHECK: define amdgpu_kernel void @fills(ptr addrspace(1) writeonly %out, ptr addrspace(1) %redirect) #[[KERNEL:[0-9]+]]
; CHECK-SAME: !kernel_arg_addr_space ![[SPACE:[0-9]+]] !kernel_arg_access_qual ![[QUAL:[0-9]+]] !kernel_arg_type ![[TYPE:[0-9]+]] !kernel_arg_base_type ![[TYPE]] !kernel_arg_type_qual ![[TQ:[0-9]+]] !kernel_arg_name ![[ODD:[0-9]+]]
; CHECK: call i32 @asks.redirected(i32 3, i32 %redirected) #[[CALL:[0-9]+]]
; CHECK: attributes #[[OLD]] = { noinline nounwind speculatable memory(none) }
; CHECK-DAG: attributes #[[TWIN]] = { noinline nounwind }
; CHECK-DAG: attributes #[[KERNEL]] = { nounwind "reconverge-redirected" }
; CHECK-DAG: attributes #[[CALL]] = { nounwind }
; CHECK-DAG: ![[SPACE]] = !{i32 1, i32 1}
; CHECK-DAG: ![[QUAL]] = !{!"none", !"none"}
; CHECK-DAG: ![[TYPE]] = !{!"int*", !"uint*"}
; CHECK-DAG: ![[TQ]] = !{!"", !"const"}
; CHECK-DAG: ![[ODD]] = !{!"out", !"more"}
define amdgpu_kernel void @fills(ptr addrspace(1) writeonly %out) #0 !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 !kernel_arg_name !4 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call i32 @asks(i32 3) #2
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %p
  ret void
}

attributes #0 = { nounwind memory(argmem: write) }
attributes #1 = { noinline nounwind speculatable memory(none) }
attributes #2 = { nounwind memory(none) }

!0 = !{i32 1}
!1 = !{!"none"}
!2 = !{!"int*"}
!3 = !{!""}
!4 = !{!"out", !"more"}
