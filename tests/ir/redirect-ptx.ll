; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What words of PTX in inline assembler have to do with other threads: a store
; may be volatile, relaxed or of any scope, and a cache is nobody's; a load that
; reads again reads what other threads may write. A shuffle works on a warp, and an
; atomic operation tells what came before.

; RUN: reconverge -b --keep-going %s -f stores -e redirect \
; RUN:   -e 'function hints' -e redirect -e 'function volatile_load' \
; RUN:   -e redirect -e 'function relaxed_load' -e redirect \
; RUN:   -e 'function mapped_load' -e redirect -e 'function shared_store' \
; RUN:   -e redirect -e 'function exchange' -e redirect \
; RUN:   -e 'function counter' -e redirect | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: redirect: {{.*}}
; CHECK-NEXT: threads take their work
define ptx_kernel void @stores(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  call void asm sideeffect "st.volatile.global.u32 [$0], $1; st.relaxed.gpu.global.u32 [$0], $1; st.release.cluster.global.u32 [$0], $1; st.mmio.relaxed.sys.global.u32 [$0], $1;", "l,r,~{memory}"(ptr addrspace(1) %p, i32 %t)
  ret void
}

; CHECK: redirect: {{.*}}
; CHECK-NEXT: threads take their work
define ptx_kernel void @hints(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = call i32 asm "ld.global.nc.L1::no_allocate.L2::128B.u32 $0, [$1];", "=r,l"(ptr addrspace(1) %p)
  %y = call i32 asm "bfe.u32 $0, $1, 8, 8;", "=r,r"(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; CHECK: @volatile_load cannot change places: the code reads what other threads may write meanwhile
define ptx_kernel void @volatile_load(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = call i32 asm sideeffect "ld.volatile.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr addrspace(1) %p)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; CHECK: @relaxed_load cannot change places: the code reads what other threads may write meanwhile
define ptx_kernel void @relaxed_load(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = call i32 asm sideeffect "ld.relaxed.cluster.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr addrspace(1) %p)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; CHECK: @mapped_load cannot change places: the code reads what other threads may write meanwhile
define ptx_kernel void @mapped_load(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = call i32 asm sideeffect "ld.mmio.relaxed.sys.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr addrspace(1) %p)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; CHECK: @shared_store cannot change places: threads share memory
define ptx_kernel void @shared_store(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void asm sideeffect "st.volatile.shared.u32 [$0], $0;", "r,~{memory}"(i32 %t)
  ret void
}

; CHECK: @exchange cannot change places: threads synchronize here, or work as a warp
define ptx_kernel void @exchange(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = call i32 asm "{ .reg .u32 x; .reg .pred p; shfl.sync.up.b32 x|p, $1, 1, 0, -1; @p add.u32 x, x, $1; mov.u32 $0, x; }", "=r,r"(i32 %t)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; CHECK: @counter cannot change places: threads could tell in which order they come
define ptx_kernel void @counter(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = call i32 asm sideeffect "atom.global.add.u32 $0, [$1], 1;", "=r,l,~{memory}"(ptr addrspace(1) %out)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
