; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call that passes a copy of memory (byval) in a block that no thread of the
; tests' launch comes to.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define void @take(ptr addrspace(5) byval(i32) %p) noinline {
  store i32 1, ptr addrspace(5) %p
  ret void
}

define amdgpu_kernel void @passed(ptr addrspace(1) %out, i32 %n) {
entry:
  %a = alloca i32, addrspace(5)
  store i32 %n, ptr addrspace(5) %a
  %rare = icmp eq i32 %n, 123456
  br i1 %rare, label %call, label %end

call:
  %p2 = mul i32 %n, %n
  %p4 = mul i32 %p2, %p2
  %p8 = mul i32 %p4, %p4
  %p16 = mul i32 %p8, %p8
  store i32 %p16, ptr addrspace(1) %out
  call void @take(ptr addrspace(5) byval(i32) %a)
  br label %end

end:
  store i32 %n, ptr addrspace(1) %out
  ret void
}
