; Code that one guessed launch does not show.
source_filename = "vary.cl"
target triple = "amdgcn-amd-amdhsa"

; The bound 85 is no round number; n is 7 in few launches; a trap is not for tests.
define amdgpu_kernel void @bounds(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %p
  %c = icmp sgt i32 %x, 85
  br i1 %c, label %large, label %small
large:
  %y = or i32 %x, 6
  br label %join
small:
  %z = add i32 %x, %n
  br label %join
join:
  %v = phi i32 [ %y, %large ], [ %z, %small ]
  store i32 %v, ptr addrspace(1) %q
  %seven = icmp eq i32 %n, 7
  br i1 %seven, label %rare, label %end
rare:
  %w = mul i32 %v, 3
  store i32 %w, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; No data lead to the block `never`.
define amdgpu_kernel void @dead(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %twice = shl i32 %n, 1
  %bit = and i32 %twice, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %never, label %end
never:
  store i32 5, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; Divides by n.
define amdgpu_kernel void @divides(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %x = sdiv i32 %tid, %n
  store i32 %x, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; Signed arithmetic, as C has it, whose sum decides.
define amdgpu_kernel void @sums(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ %x, %entry ], [ %s3, %loop ]
  %s2 = mul nsw i32 %s, 3
  %s3 = add nsw i32 %s2, %i
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %after
after:
  %odd = icmp sgt i32 %s3, 0
  br i1 %odd, label %store, label %end
store:
  store i32 %s3, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; With n = 1, the loop runs once, no case comes, and nothing traps.
define amdgpu_kernel void @once(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = phi i32 [ 1, %entry ], [ %x3, %loop ]
  %x3 = mul i32 %x, 3
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %which
which:
  %x2 = add i32 %x3, 2
  switch i32 %n, label %store [
    i32 5, label %end
    i32 6, label %end
    i32 7, label %bad
  ]
store:
  store i32 %x2, ptr addrspace(1) %out
  br label %end
bad:
  call void @llvm.trap()
  unreachable
end:
  ret void
}

declare void @llvm.trap()

; The number 10 leads out of bounds. The data of the first seed do not have it.
define amdgpu_kernel void @rarely(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %p
  %ten = icmp eq i32 %x, 10
  %i = select i1 %ten, i32 1000, i32 %tid
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %x, ptr addrspace(1) %q
  ret void
}
