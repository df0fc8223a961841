; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What the command tests look at: a diamond that melds, a loop that threads
; leave at different times with a barrier under divergence, a divergent
; switch, and a device function without any branch.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @diamond(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid
  %pb = getelementptr inbounds i32, ptr addrspace(1) %b, i32 %tid
  %odd = and i32 %tid, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %then, label %else

then:
  %x = load i32, ptr addrspace(1) %pa
  %x1 = mul i32 %x, %n
  %x2 = add i32 %x1, 1
  store i32 %x2, ptr addrspace(1) %pa
  br label %join

else:
  %y = load i32, ptr addrspace(1) %pb
  %y1 = mul i32 %y, %n
  %y2 = sub i32 %y1, 7
  store i32 %y2, ptr addrspace(1) %pb
  br label %join

join:
  ret void
}

define amdgpu_kernel void @loopy(ptr addrspace(1) %a, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %big = icmp sgt i32 %n, 100
  br i1 %big, label %sync, label %latch

sync:
  call void @llvm.amdgcn.s.barrier()
  br label %latch

latch:
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %tid
  br i1 %more, label %head, label %exit

exit:
  switch i32 %tid, label %end [
    i32 3, label %three
    i32 5, label %five
  ]

three:
  store i32 %i, ptr addrspace(1) %a
  br label %end

five:
  store i32 %n, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

define i32 @helper(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier() convergent
