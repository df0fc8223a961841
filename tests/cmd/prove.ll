; Kernels to launch, simulate, check and measure; and kernels at fault.
source_filename = "prove.cl"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] undef, align 4
@table = addrspace(1) global [4 x i32] [i32 1, i32 2, i32 4, i32 8], align 4

; Odd threads triple what even threads double.
define amdgpu_kernel void @arms(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = shl i32 %group, 6
  %i = add i32 %base, %tid
  %in = icmp ult i32 %i, %n
  br i1 %in, label %work, label %end
work:
  %pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %i
  %pb = getelementptr inbounds i32, ptr addrspace(1) %b, i32 %i
  %odd = and i32 %i, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %then, label %else
then:
  %x = load i32, ptr addrspace(1) %pa, align 4
  %x1 = mul i32 %x, 2
  store i32 %x1, ptr addrspace(1) %pb, align 4
  br label %end
else:
  %y = load i32, ptr addrspace(1) %pa, align 4
  %y1 = mul i32 %y, 3
  store i32 %y1, ptr addrspace(1) %pb, align 4
  br label %end
end:
  ret void
}

; Reads one element too many in the last thread.
define amdgpu_kernel void @over(ptr addrspace(1) %a) !dbg !5 {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %next = add i32 %tid, 1
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %next
  %x = load i32, ptr addrspace(1) %p, align 4, !dbg !7
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid
  store i32 %x, ptr addrspace(1) %q, align 4
  ret void
}

; The neighbour's element, without a barrier.
define amdgpu_kernel void @race(ptr addrspace(1) %a) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr inbounds [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %tid
  store i32 %tid, ptr addrspace(3) %p, align 4
  %next = add i32 %tid, 1
  %wrap = and i32 %next, 63
  %q = getelementptr inbounds [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %wrap
  %x = load i32, ptr addrspace(3) %q, align 4
  %r = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid
  store i32 %x, ptr addrspace(1) %r, align 4
  ret void
}

; Never leaves if n is not 0.
define amdgpu_kernel void @forever(i32 %n) {
entry:
  br label %loop
loop:
  %on = icmp ne i32 %n, 0
  br i1 %on, label %loop, label %done
done:
  ret void
}

; A sum that may be taken in any order, of a table and a float.
define amdgpu_kernel void @loose(ptr addrspace(1) %f) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr inbounds float, ptr addrspace(1) %f, i32 %tid
  %x = load float, ptr addrspace(1) %p, align 4
  %y = fmul fast float %x, 3.0
  store float %y, ptr addrspace(1) %p, align 4
  %k = and i32 %tid, 3
  %t = getelementptr inbounds [4 x i32], ptr addrspace(1) @table, i32 0, i32 %k
  store i32 %k, ptr addrspace(1) %t, align 4
  ret void
}

; Calls what nobody has.
define amdgpu_kernel void @calls(ptr addrspace(1) %a) {
  call void @somewhere(ptr addrspace(1) %a)
  ret void
}

declare void @somewhere(ptr addrspace(1))
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "prove.cl", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{}
!4 = !DISubroutineType(types: !3)
!5 = distinct !DISubprogram(name: "over", scope: !1, file: !1, line: 10, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, column: 3, scope: !5)
