# Which functions count as kernels.

# For NVPTX, a spir_kernel is a kernel only if nvvm.annotations say so.
$ printf '%s\n' 'target triple = "nvptx64-nvidia-cuda"' 'define spir_kernel void @a() {' '  ret void' '}' 'define spir_kernel void @b() {' '  ret void' '}' '!nvvm.annotations = !{!0}' '!0 = !{ptr @a, !"kernel", i32 1}' >k.ll; reconverge -b k.ll -e functions
   function  kind    blocks  insts  branches  divergent
*  @a        kernel       1      1         0          0
   @b        device       1      1         0          0

# For AMDGPU, it is one.
$ printf '%s\n' 'target triple = "amdgcn-amd-amdhsa"' 'define spir_kernel void @a() {' '  ret void' '}' >k.ll; reconverge -b k.ll -e functions
   function  kind    blocks  insts  branches  divergent
*  @a        kernel       1      1         0          0
