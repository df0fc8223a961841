; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two-level work queue: an outer loop fetches an item, an inner loop works on
; it INNER times, or once if the item turns out empty. In every outer round
; exactly K of 32 neighbouring threads, drawn anew, meet an empty item.
;
; Look at: the inner loop's exit: it diverges, and a thread with an empty item
;   idles through INNER - 1 rounds before it may fetch again.
; Transforms: flattening makes one loop of the two: a thread without work
;   fetches in the next round. Worth it if n / N > Ta / (Ta + Tb): share of
;   idle threads against the outer part's share of the time. A_WORK and B_WORK
;   set Ta and Tb: 10/1, 1/1 and 1/10 are the paper's ratios, K its parameter
;   k.
; Paper: FLAT (injoit.org/index.php/j1/article/view/761), sections III-C and
;   V, figure 7: up to 24 times faster with K = 31, slower below K = 14 with
;   10/1.
; Measured: the paper's own pass needs memory-form IR, rotated loops and one
;   subloop; on SSA form such as this it fails or writes invalid IR.
; Launch: grid G, block BLOCK; state, useful: G * BLOCK uints each; state any
;   values, both written; useful counts the inner rounds of each thread.
;
; Made from flat_work_queue.cl by build.sh.

source_filename = "flat_work_queue.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"


; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @flat_work_queue(ptr addrspace(1) noundef align 4 %state, ptr addrspace(1) noundef align 4 %useful) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %state, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  br label %do.body

do.body:                                          ; preds = %do.end, %entry
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %do.end ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc47, %do.end ]
  %value.0 = phi i32 [ %2, %entry ], [ %xor45, %do.end ]
  %mul.i = mul i32 %round.0, -1640531535
  %shr.i = lshr i32 %mul.i, 7
  %or.i = or i32 %shr.i, 1
  %mul1.i = mul i32 %0, %or.i
  %shr2.i = lshr i32 %mul.i, 20
  %add.i = add i32 %mul1.i, %shr2.i
  %and.i = and i32 %add.i, 31
  %cmp.i = icmp ult i32 %and.i, 16
  %cond = select i1 %cmp.i, i32 1, i32 16
  %mul3 = mul i32 %value.0, 1664525
  %add4 = add i32 %mul3, 1013904223
  %shr = lshr i32 %add4, 15
  %xor = xor i32 %add4, %shr
  br label %do.body5

do.body5:                                         ; preds = %do.body5, %do.body
  %count.1 = phi i32 [ %count.0, %do.body ], [ %inc, %do.body5 ]
  %value.1 = phi i32 [ %xor, %do.body ], [ %xor45, %do.body5 ]
  %i.0 = phi i32 [ 0, %do.body ], [ %inc46, %do.body5 ]
  %mul6 = mul i32 %value.1, 1664525
  %add7 = add i32 %mul6, 1013904223
  %shr8 = lshr i32 %add7, 15
  %xor9 = xor i32 %add7, %shr8
  %mul10 = mul i32 %xor9, 1664525
  %add11 = add i32 %mul10, 1013904223
  %shr12 = lshr i32 %add11, 15
  %xor13 = xor i32 %add11, %shr12
  %mul14 = mul i32 %xor13, 1664525
  %add15 = add i32 %mul14, 1013904223
  %shr16 = lshr i32 %add15, 15
  %xor17 = xor i32 %add15, %shr16
  %mul18 = mul i32 %xor17, 1664525
  %add19 = add i32 %mul18, 1013904223
  %shr20 = lshr i32 %add19, 15
  %xor21 = xor i32 %add19, %shr20
  %mul22 = mul i32 %xor21, 1664525
  %add23 = add i32 %mul22, 1013904223
  %shr24 = lshr i32 %add23, 15
  %xor25 = xor i32 %add23, %shr24
  %mul26 = mul i32 %xor25, 1664525
  %add27 = add i32 %mul26, 1013904223
  %shr28 = lshr i32 %add27, 15
  %xor29 = xor i32 %add27, %shr28
  %mul30 = mul i32 %xor29, 1664525
  %add31 = add i32 %mul30, 1013904223
  %shr32 = lshr i32 %add31, 15
  %xor33 = xor i32 %add31, %shr32
  %mul34 = mul i32 %xor33, 1664525
  %add35 = add i32 %mul34, 1013904223
  %shr36 = lshr i32 %add35, 15
  %xor37 = xor i32 %add35, %shr36
  %mul38 = mul i32 %xor37, 1664525
  %add39 = add i32 %mul38, 1013904223
  %shr40 = lshr i32 %add39, 15
  %xor41 = xor i32 %add39, %shr40
  %mul42 = mul i32 %xor41, 1664525
  %add43 = add i32 %mul42, 1013904223
  %shr44 = lshr i32 %add43, 15
  %xor45 = xor i32 %add43, %shr44
  %inc = add i32 %count.1, 1
  %inc46 = add i32 %i.0, 1
  %cmp = icmp ult i32 %inc46, %cond
  br i1 %cmp, label %do.body5, label %do.end

do.end:                                           ; preds = %do.body5
  %inc47 = add i32 %round.0, 1
  %cmp49 = icmp ult i32 %inc47, 16
  br i1 %cmp49, label %do.body, label %do.end50

do.end50:                                         ; preds = %do.end
  store i32 %xor45, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %arrayidx54 = getelementptr inbounds i32, ptr addrspace(1) %useful, i64 %idxprom
  store i32 %inc, ptr addrspace(1) %arrayidx54, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2}
!opencl.ocl.version = !{!3}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"uint*", !"uint*"}
!7 = !{!"", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
