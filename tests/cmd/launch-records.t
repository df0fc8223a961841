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
no launch was given, guessed: launch grid=1 block=256 seed=1 'options={i32 256,f32 0.5}' out=f32[256]:zero
@options P0: profits are computed from 16 warps; 1 of their 16 branches split a warp (6.2%)
  with launch grid=1 block=256 seed=1 'options={i32 256,f32 0.5}' out=f32[256]:zero
  and with launch grid=1 block=256 seed=1 'options={i32 1,f32 0.5}' out=f32[256]:zero
  the profile reaches 3 of 3 blocks of @options; 1 of 1 conditional branch split a warp

# A pointer in such a struct gets memory of its own, which is compared by its place in the
# struct; `check` sees the store that is gone.
$ cat > task.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> %task = type { ptr, ptr, i32, i32 }
> define amdgpu_kernel void @task(ptr addrspace(4) byref(%task) align 8 %task) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %i = zext i32 %t to i64
>   %from = load ptr, ptr addrspace(4) %task
>   %toat = getelementptr i8, ptr addrspace(4) %task, i64 8
>   %to = load ptr, ptr addrspace(4) %toat
>   %nat = getelementptr i8, ptr addrspace(4) %task, i64 20
>   %n = load i32, ptr addrspace(4) %nat
>   %c = icmp slt i32 %t, %n
>   br i1 %c, label %inside, label %end
> inside:
>   %p = getelementptr float, ptr %from, i64 %i
>   %x = load float, ptr %p
>   %big = fcmp ogt float %x, 0.5
>   br i1 %big, label %store, label %end
> store:
>   %q = getelementptr float, ptr %to, i64 %i
>   store float %x, ptr %q
>   br label %end
> end:
>   ret void
> }
$ reconverge -b -e profile task.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 'task={ptr f32[256]:random(-1,1),ptr f32[256]:zero,i32 0,i32 256}'
@task P0: profits are computed from 8 warps; 6 of their 13 branches split a warp (46.2%)
  with launch grid=1 block=256 seed=1 'task={ptr f32[256]:random(-1,1),ptr f32[256]:zero,i32 0,i32 256}'
  and with launch grid=1 block=256 seed=1 'task={ptr f32[256]:random(0,2),ptr f32[256]:zero,i32 0,i32 3}'
  the profile reaches 4 of 4 blocks of @task; 2 of 2 conditional branches split a warp
$ reconverge -b -e launch --json task.ll | tail -1 | grep -o '"args".*'
"args": {"task": ["ptr f32[256]:random(-1,1)", "ptr f32[256]:zero", "i32 0", "i32 256"]}}}
$ sed 's/store float %x/store float 0.0/' task.ll > wrong.ll
$ reconverge -b -q -e 'import wrong.ll' -e 'check P0 P1 seeds=1' task.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 'task={ptr f32[256]:random(-1,1),ptr f32[256]:zero,i32 0,i32 256}'
@task P0 -> P1: they differ with seed 1
  task+8[2]: 0, not 0.72754985 (61 of 256 elements differ)
  P0: this value was written by block 0 thread 2, B2: store float %x, ptr %q, align 4
  P1: this value was written by block 0 thread 2, B2: store float 0.000000e+00, ptr %q, align 4
? 1
$ reconverge -b -q --keep-going -e 'launch "task={ptr f32[4]:file(x)}"' -e 'launch "task={ptr [4]:zero}"' -e 'launch "task={ptr f32[4}"' -e 'launch "task={ptr f32[8],ptr f32[8]:fill(1),i32 0,i32 8}"' -e launch -e simulate task.ll
@task: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  task  ptr addrspace(4)  {ptr f32[8]:zero,ptr f32[8]:fill(1),i32 0,i32 8}
! reconverge: -e:1: task: the buffer of a pointer cannot be made by 'file'
!   launch "task={ptr f32[4]:file(x)}"
!                                   ^
! reconverge: -e:1: task: the buffer of a pointer begins with a type, as in i32:random(0,4)
!   launch "task={ptr [4]:zero}"
!                             ^
! reconverge: -e:1: task: ']' is missing
!   launch "task={ptr f32[4}"
!                          ^
? 2

# The memory grows where threads are beyond it.
$ sed 's/%p = getelementptr float, ptr %from, i64 %i/%twice = shl i64 %i, 1\n  %p = getelementptr float, ptr %from, i64 %twice/' task.ll > wide.ll && reconverge -b -e launch wide.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 'task={ptr f32[512]:random(-1,1),ptr f32[512]:zero,i32 0,i32 256}'
@task: grid 1, block 256: 256 threads, seed 1 (guessed)
  task  ptr addrspace(4)  {ptr f32[512]:random(-1,1),ptr f32[512]:zero,i32 0,i32 256}
