; Kernels whose threads race, synchronize by atomics, or tell their order.
source_filename = "races.cl"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x i32] undef, align 4
@count = addrspace(1) global i32 0, align 4
@last = internal addrspace(3) global i32 undef, align 4

; A store and an atomic operation on one word, by two threads.
define ptx_kernel void @store_atomic(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 0, ptr addrspace(3) %p
  %u = add i32 %t, 64
  %v = and i32 %u, 255
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %v
  %o = atomicrmw add ptr addrspace(3) %q, i32 1 monotonic
  call void @llvm.nvvm.barrier0()
  %x = load i32, ptr addrspace(3) %p
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %x, ptr addrspace(1) %g
  ret void
}

; Threads of a block that write one word of global memory.
define ptx_kernel void @one_word(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = and i32 %t, 15
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %v
  store i32 %t, ptr addrspace(1) %g
  ret void
}

; Threads that write the same to one word.
define ptx_kernel void @same_value(ptr addrspace(1) %out) {
  store i32 7, ptr addrspace(1) %out
  ret void
}

; A block reads what another one writes.
define ptx_kernel void @next_block(ptr addrspace(1) %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %n = add i32 %b, 1
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %n
  %x = load i32, ptr addrspace(1) %q
  %y = add i32 %x, 1
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; Bytes of one word, each of another thread.
define ptx_kernel void @bytes(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i8, ptr addrspace(1) %out, i32 %t
  %x = trunc i32 %t to i8
  store i8 %x, ptr addrspace(1) %p
  ret void
}

; Each block leaves a number; the last one to come adds them all.
define ptx_kernel void @last_block(ptr addrspace(1) %part, ptr addrspace(1) %sum) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %leave, label %met
leave:
  %p = getelementptr i32, ptr addrspace(1) %part, i32 %b
  %v = add i32 %b, 5
  store i32 %v, ptr addrspace(1) %p
  fence syncscope("device") release
  %old = atomicrmw add ptr addrspace(1) @count, i32 1 syncscope("device") monotonic
  fence syncscope("device") acquire
  store i32 %old, ptr addrspace(3) @last
  br label %met
met:
  call void @llvm.nvvm.barrier0()
  %seen = load i32, ptr addrspace(3) @last
  %all = add i32 %n, -1
  %is = icmp eq i32 %seen, %all
  %adds = and i1 %is, %first
  br i1 %adds, label %add, label %end
add:
  %i = phi i32 [ 0, %met ], [ %j, %add ]
  %s = phi i32 [ 0, %met ], [ %s1, %add ]
  %q = getelementptr i32, ptr addrspace(1) %part, i32 %i
  %x = load i32, ptr addrspace(1) %q
  %s1 = add i32 %s, %x
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %add, label %done
done:
  store i32 %s1, ptr addrspace(1) %sum
  br label %end
end:
  ret void
}

; Lanes that exchange values and synchronize their warp in between.
define ptx_kernel void @warp_sync(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %u = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %u
  %x = load i32, ptr addrspace(3) %q
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %x, ptr addrspace(1) %g
  ret void
}

; The even threads write, the odd ones read beside them only if n is not 0.
define ptx_kernel void @guarded(ptr addrspace(1) %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = and i32 %t, 1
  %p = getelementptr inbounds i32, ptr addrspace(3) @tile, i32 %t
  store i32 %odd, ptr addrspace(3) %p
  %u = xor i32 %t, 1
  %q = getelementptr inbounds i32, ptr addrspace(3) @tile, i32 %u
  %reads = icmp ne i32 %n, 0
  br i1 %reads, label %read, label %join
read:
  %x = load i32, ptr addrspace(3) %q
  br label %join
join:
  %v = phi i32 [ 3, %entry ], [ %x, %read ]
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; The numbers that threads draw depend on their order.
define ptx_kernel void @ticket(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = atomicrmw add ptr addrspace(1) @count, i32 1 monotonic
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %n, ptr addrspace(1) %g
  ret void
}

; Counting together does not.
define ptx_kernel void @tally(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = and i32 %t, 31
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %o = atomicrmw add ptr addrspace(1) %g, i32 %t monotonic
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
