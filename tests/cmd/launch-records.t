# Structs in a buffer: fields are filled by their kinds, integers with what they are
# compared with, so that all cases of the switch are reached.
$ cat > hits.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> %hit = type { float, i32, i16, [2 x float] }
> define ptx_kernel void @hits(ptr addrspace(1) %hits, ptr addrspace(1) %out) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %i = zext i32 %t to i64
>   %hit = getelementptr %hit, ptr addrspace(1) %hits, i64 %i
>   %x = load float, ptr addrspace(1) %hit
>   %at = getelementptr i8, ptr addrspace(1) %hit, i64 4
>   %kind = load i32, ptr addrspace(1) %at
>   %last = getelementptr %hit, ptr addrspace(1) %hits, i64 %i, i32 3, i64 1
>   %y = load float, ptr addrspace(1) %last
>   switch i32 %kind, label %other [ i32 7, label %seven
>     i32 9, label %nine ]
> seven:
>   %s = fadd float %x, %y
>   br label %other
> nine:
>   %p = fmul float %x, %y
>   br label %other
> other:
>   %r = phi float [ %x, %entry ], [ %s, %seven ], [ %p, %nine ]
>   %q = getelementptr float, ptr addrspace(1) %out, i64 %i
>   store float %r, ptr addrspace(1) %q
>   ret void
> }
$ reconverge -b -e profile hits.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 hits=f32[1280]:records(f32:random(-1,1),i32:random(7,11),u8[8]:zero,f32:random(-1,1)) out=f32[256]:zero
@hits P0: profits are computed from 8 warps; 8 of their 8 branches split a warp (100.0%)
  the profile reaches 4 of 4 blocks of @hits; 1 of 1 conditional branch split a warp
$ reconverge -b -q -e 'launch hits=f32[10]:records(f32:iota,i32:values(7,9),u16:fill(1),u8[2]:zero,f32[2]:fill(0.5))' -e 'dump hits hits.bin' hits.ll
$ od -An -tf4 -w20 hits.bin | cut -c1-16
               0
               1
$ reconverge -b -q --keep-going -e 'launch hits=records(f32:iota' -e 'launch hits=records(f32:iota,i32:file(x))' -e 'launch hits=records(i32[0])' -e 'launch hits=records(i32,7)' hits.ll
! reconverge: -e:1: hits: ')' is missing
!   launch hits=records(f32:iota
!                               ^
! reconverge: -e:1: hits: a field of records cannot be made by 'file'
!   launch hits=records(f32:iota,i32:file(x))
!                                ^
! reconverge: -e:1: hits: a record has 1 to 65535 elements of a field
!   launch hits=records(i32[0])
!                       ^
! reconverge: -e:1: hits: a field of records begins with a type, as in i32:random(0,4)
!   launch hits=records(i32,7)
!                           ^
? 2
# A struct that each thread gets a copy of: the bound of ids lets them pass.
$ cat > options.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> %options = type { i32, float }
> define ptx_kernel void @options(ptr byval(%options) align 4 %options, ptr addrspace(1) %out) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %n = load i32, ptr %options
>   %c = icmp slt i32 %t, %n
>   br i1 %c, label %inside, label %end
> inside:
>   %at = getelementptr i8, ptr %options, i64 4
>   %x = load float, ptr %at
>   %q = getelementptr float, ptr addrspace(1) %out, i32 %t
>   store float %x, ptr addrspace(1) %q
>   br label %end
> end:
>   ret void
> }
$ reconverge -b -e profile options.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 options=u8[8]:records(i32:fill(256),f32:fill(0.5)) out=f32[256]:zero
@options P0: profits are computed from 16 warps; 1 of their 16 branches split a warp (6.2%)
  with launch grid=1 block=256 seed=1 options=u8[8]:records(i32:fill(256),f32:fill(0.5)) out=f32[256]:zero
  and with launch grid=1 block=256 seed=1 options=u8[8]:records(i32:random(0,4),f32:fill(0.5)) out=f32[256]:zero
  the profile reaches 3 of 3 blocks of @options; 1 of 1 conditional branch split a warp
