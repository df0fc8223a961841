# What a kernel is started on: said by words, by a file, or guessed.

$ cp $srcdir/tests/cmd/prove.ll .

$ reconverge -b -f arms -e launch prove.ll
no launch was given, guessed: launch grid=4 block=256 seed=1 a=i32[1024]:random(0,100) b=i32[1024]:zero n=1024
@arms: grid 4, block 256: 1024 threads, seed 1 (guessed)
  a  ptr addrspace(1)  i32[1024]:random(0,100)
  b  ptr addrspace(1)  i32[1024]:zero
  n  i32               1024
# Words change what there is; the same launch, said as one line, as JSON.
$ reconverge -b -f arms -e 'launch grid=2 block=64 a=i32[128]:iota b=i32[128]:zero n=128' -e 'launch seed=3 n=100' prove.ll
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:iota
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               128
@arms: grid 2, block 64: 128 threads, seed 3
  a  ptr addrspace(1)  i32[128]:iota
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               100
$ reconverge -b --json -f arms -e 'launch grid=2 block=64 a=i32[128]:iota b=i32[128]:zero n=128' -e launch prove.ll
{"command": "launch grid=2 block=64 a=i32[128]:iota b=i32[128]:zero n=128", "ok": true, "function": "arms", "words": "grid=2 block=64 seed=1 a=i32[128]:iota b=i32[128]:zero n=128", "threads": 128, "inferred": false, "launch": {"grid": 2, "block": 64, "seed": 1, "args": {"a": {"type": "i32", "count": 128, "iota": true}, "b": {"type": "i32", "count": 128, "zero": true}, "n": 128}}}
{"command": "launch", "ok": true, "function": "arms", "words": "grid=2 block=64 seed=1 a=i32[128]:iota b=i32[128]:zero n=128", "threads": 128, "inferred": false, "launch": {"grid": 2, "block": 64, "seed": 1, "args": {"a": {"type": "i32", "count": 128, "iota": true}, "b": {"type": "i32", "count": 128, "zero": true}, "n": 128}}}
# A file says it, words behind it change it; its kernel is selected.
$ cat > arms.json
> {"kernel": "arms", "grid": 2, "block": 64,
>  "args": {"a": {"type": "i32", "count": 128, "random": [0, 10]},
>           "b": {"type": "i32", "count": 128, "zero": true}, "n": 128}}
$ reconverge -b -f race -e 'launch arms.json' -e 'launch arms.json seed=9' -e 'expect branches == 2' prove.ll
@arms: grid 2, block 64: 128 threads, seed 1 (arms.json)
  a  ptr addrspace(1)  i32[128]:random(0,10)
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               128
@arms: grid 2, block 64: 128 threads, seed 9 (arms.json)
  a  ptr addrspace(1)  i32[128]:random(0,10)
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               128
holds: branches (2) == 2
# Each kernel has its own launch, which is the same in all revisions.
$ reconverge -b -q -f arms -e 'launch block=64 a=i32[64]:iota b=i32[64] n=64' -e 'function race' -e 'launch block=64 a=i32[64]' -e 'function arms' -e meld -e launch -e 'function race' -e launch prove.ll
@arms: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:iota
  b  ptr addrspace(1)  i32[64]:zero
  n  i32               64
@race: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:zero
# With -q, `launch` prints the launch only if it was asked to show it.
$ reconverge -b -q -f arms -e 'launch block=64 a=i32[64]:iota b=i32[64] n=64' prove.ll
# The parts of a launch that are not given are guessed, to fit those that are.
$ reconverge -b -f arms -e 'launch block=64 n=64' -e 'launch grid=3 "b=i32[3]"' -e simulate prove.ll
@arms: grid 1, block 64: 64 threads, seed 1 (the rest guessed)
  a  ptr addrspace(1)  i32[64]:random(0,100)
  b  ptr addrspace(1)  i32[64]:zero
  n  i32               64
@arms: grid 3, block 64: 192 threads, seed 1 (the rest guessed)
  a  ptr addrspace(1)  i32[192]:random(0,100)
  b  ptr addrspace(1)  i32[3]:zero
  n  i32               64
  a trial run with it ended: access out of bounds
@arms P0: access out of bounds: b + 16, which has 12 bytes
  block 0 thread 4, seed 1
  B2: store i32 %x1, ptr addrspace(1) %pb, align 4
? 1
# Parameters by their place, and words in quotes.
$ reconverge -b -f arms -e 'launch block=64 2=64 "a=i32[64]:sorted(0, 9)" b=[64]' -e 'launch arg0=null' prove.ll
@arms: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:sorted(0,9)
  b  ptr addrspace(1)  [64]:zero
  n  i32               64
@arms: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  null
  b  ptr addrspace(1)  [64]:zero
  n  i32               64
# An error names the place of the fault.
$ reconverge -b -f arms -e 'launch block=64 n=i32[4]' prove.ll
! reconverge: -e:1: n: a buffer is given, but the parameter is of type i32, not a pointer
!   launch block=64 n=i32[4]
!          ^
? 2
$ reconverge -b -f arms -e 'launch a=last' prove.ll
! reconverge: -e:1: a: last: no run came before this one
!   launch a=last
!          ^
? 2
$ reconverge -b -f arms -e 'launch grid=2 blok=64' prove.ll
! reconverge: -e:1: 'blok' is not a parameter of @arms, whose parameters are: a, b, n
!   launch grid=2 blok=64
!                 ^
? 2
$ reconverge -b -f arms -e 'launch block=64 a=i32[64]:random(5' prove.ll
! reconverge: -e:1: a: ')' is missing
!   launch block=64 a=i32[64]:random(5
!                                     ^
? 2
$ reconverge -b -f arms -e 'launch block=64 word' prove.ll
! reconverge: -e:1: launch: expected KEY=VALUE, not 'word'
!   launch block=64 word
!                   ^
? 2
$ reconverge -b -f arms -e 'launch nothere.json' prove.ll
! reconverge: -e:1: nothere.json: cannot open: No such file or directory
!   launch nothere.json
!          ^
? 2
$ reconverge -b -f arms -e 'launch block=4096 a=i32[8] b=i32[8] n=1' prove.ll
! reconverge: -e:1: block=4096x1x1: a block of arms has at most 1024 threads
!   launch block=4096 a=i32[8] b=i32[8] n=1
!          ^
? 2
$ printf '{"grid": }' >bad.json; reconverge -b -f arms -e 'launch bad.json' prove.ll
! reconverge: -e:1: bad.json:1:11: unexpected token near '}'
!   launch bad.json
!          ^
? 2
$ printf '{"kernel": "other"}' >other.json; reconverge -b -f arms -e 'launch other.json' -e launch prove.ll
! reconverge: -e:1: no function @other; did you mean @over?
!   launch other.json
!          ^
? 2
# A launch that was refused changes nothing.
$ reconverge -b -q --keep-going -f arms -e 'launch block=64 a=i32[64]:iota b=i32[64] n=64' -e 'launch a=oops' -e launch prove.ll
@arms: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:iota
  b  ptr addrspace(1)  i32[64]:zero
  n  i32               64
! reconverge: -e:1: a: 'oops' is not a number
!   launch a=oops
!            ^
? 2
$ reconverge -b -f calls -e launch prove.ll
! reconverge: -e:1: cannot be simulated: @somewhere: no body; link a library that has it
!   launch
!   ^
? 2
$ reconverge -b -e launch
! reconverge: -e:1: launch: no module is loaded; name one on the command line
!   launch
!   ^
? 2
# A number that a kernel takes 1 or 2 off is 1, and then 8, where 0 reads before a
# buffer, and floats that become indices are not negative.
$ cat > curve.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> declare i32 @llvm.smin.i32(i32, i32)
> define amdgpu_kernel void @curve(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %offset) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %last = add i32 %offset, -1
>   %i = call i32 @llvm.smin.i32(i32 %t, i32 %last)
>   %p = getelementptr float, ptr addrspace(1) %in, i32 %i
>   %x = load float, ptr addrspace(1) %p
>   %y = fmul float %x, 9.0
>   %k = fptosi float %y to i32
>   %q = getelementptr float, ptr addrspace(1) %out, i32 %k
>   %z = load float, ptr addrspace(1) %q
>   store float %z, ptr addrspace(1) %p
>   ret void
> }
$ reconverge -b -q -f curve -e launch curve.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 in=f32[256]:random(0,1) out=f32[256]:random(0,1) offset=8
@curve: grid 1, block 256: 256 threads, seed 1 (guessed)
  in      ptr addrspace(1)  f32[256]:random(0,1)
  out     ptr addrspace(1)  f32[256]:random(0,1)
  offset  i32               8
# An image that is read holds numbers, and the branch on them splits warps.
$ cat > image.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> declare <4 x float> @_Z11read_imagef14ocl_image1d_roi(ptr addrspace(4), i32)
> declare void @_Z12write_imagef14ocl_image1d_woiDv4_f(ptr addrspace(4), i32, <4 x float>)
> define amdgpu_kernel void @image(ptr addrspace(4) %in, ptr addrspace(4) %out) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %x = call <4 x float> @_Z11read_imagef14ocl_image1d_roi(ptr addrspace(4) %in, i32 %t)
>   %y = extractelement <4 x float> %x, i64 0
>   %c = fcmp olt float %y, 0.0
>   br i1 %c, label %less, label %end
> less:
>   call void @_Z12write_imagef14ocl_image1d_woiDv4_f(ptr addrspace(4) %out, i32 %t, <4 x float> %x)
>   br label %end
> end:
>   ret void
> }
$ reconverge -b -f image -e profile image.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 in=f32[256]:random(-1,1) out=f32[256]:zero
@image P0: profits are computed from 4 warps; 1 of their 4 branches split a warp (25.0%)
  the profile reaches 3 of 3 blocks of @image; 1 of 1 conditional branch split a warp
# A record whose member bounds ids lets threads pass; a shared variable for 64 threads
# gets no more.
$ cat > record.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> @shared = internal addrspace(3) global [64 x i32] undef
> define ptx_kernel void @record(ptr addrspace(1) %out, ptr addrspace(1) %options) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %wide = zext i32 %t to i64
>   %at = getelementptr i8, ptr addrspace(1) %options, i64 8
>   %n = load i64, ptr addrspace(1) %at
>   %a = load i32, ptr addrspace(1) %options
>   %next = getelementptr i8, ptr addrspace(1) %options, i64 4
>   %b = load i32, ptr addrspace(1) %next
>   %c = icmp ult i64 %wide, %n
>   br i1 %c, label %inside, label %end
> inside:
>   %p = getelementptr i32, ptr addrspace(3) @shared, i32 %t
>   store i32 %a, ptr addrspace(3) %p
>   %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
>   store i32 %b, ptr addrspace(1) %q
>   br label %end
> end:
>   ret void
> }
$ reconverge -b -q -f record -e launch record.ll
no launch was given, guessed: launch grid=1 block=64 seed=1 out=i32[256]:zero options=i32[256]:records(i32[2]:fill(1),i64:fill(256))
@record: grid 1, block 64: 64 threads, seed 1 (guessed)
  out      ptr addrspace(1)  i32[256]:zero
  options  ptr addrspace(1)  i32[256]:records(i32[2]:fill(1),i64:fill(256))

# A parameter whose type clang changed for the ABI is known by its name in the source.
$ cat > coerce.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @scale(ptr addrspace(1) %a.coerce, float %by) {
>   %i = tail call i32 @llvm.amdgcn.workitem.id.x()
>   %p = getelementptr float, ptr addrspace(1) %a.coerce, i32 %i
>   %x = load float, ptr addrspace(1) %p
>   %y = fmul float %x, %by
>   store float %y, ptr addrspace(1) %p
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()
$ reconverge -b -e 'launch block=64 a=f32[64]:iota by=2' -e launch -e 'launch a.coerce=f32[32]' -e launch -e 'launch b=1' coerce.ll
@scale: grid 1, block 64: 64 threads, seed 1
  a   ptr addrspace(1)  f32[64]:iota
  by  float             2
@scale: grid 1, block 64: 64 threads, seed 1
  a   ptr addrspace(1)  f32[64]:iota
  by  float             2
@scale: grid 1, block 64: 64 threads, seed 1
  a   ptr addrspace(1)  f32[32]:zero
  by  float             2
@scale: grid 1, block 64: 64 threads, seed 1
  a   ptr addrspace(1)  f32[32]:zero
  by  float             2
! reconverge: -e:1: 'b' is not a parameter of @scale, whose parameters are: a, by
!   launch b=1
!          ^
? 2
# Of a long list of numbers, text shows the beginning, and JSON all.
$ reconverge -b --keep-going -f arms -e "launch block=64 a=i32[100]:values($(seq -s, 100 199)) b=i32[64]:zero n=64" -e simulate prove.ll
@arms: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[100]:values(100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115, and 84 more)
  b  ptr addrspace(1)  i32[64]:zero
  n  i32               64
@arms P0: 64 threads in 1 warp, seed 1
  1452 cycles, 20 warp instructions, utilization 80.0%, 1 of 2 branches split a warp
$ reconverge -b --json -f arms -e "launch block=64 a=i32[100]:values($(seq -s, 100 199)) b=i32[64]:zero n=64" prove.ll | grep -c '198, 199'
1

# Shared memory has a place for each thread of a row: with several rows in a block it would race.
$ cat > row.ll
> target triple = "nvptx64-nvidia-cuda"
> @tile = internal addrspace(3) global [1024 x i32] poison
> define ptx_kernel void @rows(ptr addrspace(1) %a, i32 %pitch) {
>   %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
>   %row = mul i32 %y, %pitch
>   %i = add i32 %row, %x
>   %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
>   %mine = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %x
>   %v = load i32, ptr addrspace(1) %p
>   store i32 %v, ptr addrspace(3) %mine
>   call void @llvm.nvvm.barrier0()
>   %z = xor i32 %x, 1
>   %other = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %z
>   %w = load i32, ptr addrspace(3) %other
>   store i32 %w, ptr addrspace(1) %p
>   ret void
> }
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
> declare void @llvm.nvvm.barrier0()
$ reconverge -b -e simulate -e 'check P0 P0 seeds=2' row.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 a=i32[256]:random(0,100) pitch=256
@rows P0: 256 threads in 8 warps, seed 1
  4080 cycles, 112 warp instructions, utilization 100.0%, 0 of 0 branches split a warp
@rows P0 -> P0: the same with 2 seeds on 12 launches: 256 threads and 1024 bytes of memory each
$ sed '/%mine = /s/i32 %x$/i32 %i/; /%other = /s/i32 %z$/i32 %i/' row.ll > own.ll && reconverge -b -e simulate own.ll | head -1
no launch was given, guessed: launch grid=1 block=16x16 seed=1 a=i32[256]:random(0,100) pitch=16

# Code that was not optimized declares its parameters in debug records alone.
$ cat > declared.ll
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @k(ptr addrspace(1) %0, i32 %1) !dbg !4 {
>   %p = alloca ptr addrspace(1)
>   %n = alloca i32
>   store ptr addrspace(1) %0, ptr %p
>     #dbg_declare(ptr %p, !8, !DIExpression(), !11)
>   store i32 %1, ptr %n
>     #dbg_declare(ptr %n, !9, !DIExpression(), !11)
>     #dbg_declare(ptr %n, !10, !DIExpression(), !12)
>   %q = load ptr addrspace(1), ptr %p
>   %m = load i32, ptr %n
>   store i32 %m, ptr addrspace(1) %q
>   ret void
> }
> !llvm.dbg.cu = !{!0}
> !llvm.module.flags = !{!2}
> !0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
> !1 = !DIFile(filename: "k.cl", directory: "/")
> !2 = !{i32 2, !"Debug Info Version", i32 3}
> !3 = !{}
> !4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, retainedNodes: !3)
> !5 = !DISubroutineType(types: !6)
> !6 = !{null, !7, !7}
> !7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
> !8 = !DILocalVariable(name: "data", arg: 1, scope: !4, file: !1, line: 1, type: !7)
> !9 = !DILocalVariable(name: "limit", arg: 2, scope: !4, file: !1, line: 1, type: !7)
> !10 = !DILocalVariable(name: "other", arg: 1, scope: !13, file: !1, line: 1, type: !7)
> !11 = !DILocation(line: 1, scope: !4)
> !12 = !DILocation(line: 1, scope: !13, inlinedAt: !11)
> !13 = distinct !DISubprogram(name: "callee", file: !1, line: 1, type: !5, unit: !0)
# The C interface of LLVM before 22 cannot read them.
$ [ "$LLVM_VERSION_MAJOR" -ge 22 ] || sed -i 's/%0/%data/g; s/%1/%limit/g' declared.ll
$ reconverge -b -q -e 'launch grid=1 block=1 data=i32[1] limit=5' -e launch -e 'pass sroa,instcombine' -e 'launch limit=6' -e launch declared.ll
@k: grid 1, block 1: 1 thread, seed 1
  data   ptr addrspace(1)  i32[1]:zero
  limit  i32               5
@k: grid 1, block 1: 1 thread, seed 1
  data   ptr addrspace(1)  i32[1]:zero
  limit  i32               6
