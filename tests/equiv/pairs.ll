; What pairs.txt uses: declarations, and, below the line, metadata.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.sqrt.f32(float)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)
declare void @llvm.assume(i1)
declare void @llvm.trap()
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare i32 @llvm.nvvm.activemask()
declare void @llvm.nvvm.exit()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
declare float @llvm.minimum.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.copysign.f32(float, float)
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare i32 @llvm.ucmp.i32.i32(i32, i32)
declare i32 @llvm.scmp.i32.i32(i32, i32)
declare i24 @llvm.fshl.i24(i24, i24, i24)
declare i24 @llvm.ctlz.i24(i24, i1)
declare i16 @llvm.bswap.i16(i16)
declare float @llvm.nvvm.add.rn.f(float, float)
declare float @llvm.nvvm.add.rz.f(float, float)
declare float @llvm.nvvm.add.rn.ftz.f(float, float)
declare float @llvm.nvvm.mul.rn.ftz.f(float, float)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umin(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32, i32)
declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
declare <2 x i32> @llvm.masked.load.v2i32.p1(ptr addrspace(1), <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i32.p1(<2 x i32>, ptr addrspace(1), <2 x i1>)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare float @llvm.powi.f32.i32(float, i32)
declare float @llvm.canonicalize.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.trunc.f32(float)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.vector.reduce.add.v2i32(<2 x i32>)
@sh = internal addrspace(3) global [64 x i32] undef, align 4
@tab = internal addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
define internal i32 @f(i32 %x) noinline {
  %r = add i32 %x, 1
  ret i32 %r
}
define internal i32 @conv(i32 %x) noinline convergent {
  call void @llvm.nvvm.barrier0()
  ret i32 %x
}
define internal i32 @writes(ptr addrspace(1) %p) noinline {
  %v = load i32, ptr addrspace(1) %p
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %p
  ret i32 %w
}
@sh2 = internal addrspace(3) global [4 x i32] undef, align 4
define internal i32 @writes0(ptr %p) noinline {
  store i32 9, ptr %p
  ret i32 0
}
define internal i32 @reads(ptr addrspace(1) %p) noinline {
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
}
;---
!0 = !{i32 0, i32 4}
!1 = !{}
!2 = !{i32 0, i32 8}
!10 = !{!"root"}
!11 = !{!"int", !10}
!12 = !{!"float", !10}
!13 = !{!11, !11, i64 0}
!14 = !{!12, !12, i64 0}
!15 = !{float 2.5}
!20 = !{!21}
!21 = distinct !{!21, !22}
!22 = distinct !{!22}
!32 = !{i32 3, i32 6}
!33 = distinct !{!33, !34}
!34 = !{!"llvm.loop.mustprogress"}
!35 = distinct !{}
!36 = distinct !{!36, !37}
!37 = !{!"llvm.loop.parallel_accesses", !35}
!40 = !{i64 64}
!41 = !{i32 3}
