target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @"漢字"(ptr addrspace(1) %"größe") {
"入口":
  %"値" = call i32 @llvm.amdgcn.workitem.id.x()
  %"比較" = icmp ult i32 %"値", 7
  br i1 %"比較", label %"左の枝", label %"right\09tab"
"左の枝":
  store i32 %"値", ptr addrspace(1) %"größe"
  br label %"出口"
"right\09tab":
  store i32 1, ptr addrspace(1) %"größe"
  br label %"出口"
"出口":
  ret void
}
