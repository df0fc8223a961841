# Data races, what orders threads, and what a check makes of them.

$ cp $srcdir/tests/cmd/races.ll $srcdir/samples/bitonic_sort.amdgcn.ll $srcdir/samples/bitonic_sort.launch.json $srcdir/samples/sb1.amdgcn.ll $srcdir/samples/sb1.launch.json .
$ for k in store_atomic one_word same_value; do reconverge -b -q -f $k -e 'launch grid=1 block=256' -e 'simulate races=yes' races.ll; done
@store_atomic P0: data race: write of @tile + 0, which block 0 thread 192 changes atomically
  block 0 thread 0, seed 1
  B0: store i32 0, ptr addrspace(3) %p, align 4
@one_word P0: data race: write of out + 0, which block 0 thread 192 writes
  block 0 thread 208, seed 1
  B0: store i32 %t, ptr addrspace(1) %g, align 4
@same_value P0: data race: write of out + 0, which block 0 thread 192 writes
  block 0 thread 193, seed 1
  B0: store i32 7, ptr addrspace(1) %out, align 4
? 1

# Between blocks, too, on any number of cores; between bytes of a word there is none.
$ for w in 1 2 5; do reconverge -b -q -f next_block -e 'launch grid=8 block=1 out=i32[9]' -e "simulate races=yes workers=$w" races.ll; done
@next_block P0: data race: write of out + 4, which block 0 thread 0 reads
  block 1 thread 0, seed 1
  B0: store i32 %y, ptr addrspace(1) %p, align 4
@next_block P0: data race: write of out + 4, which block 0 thread 0 reads
  block 1 thread 0, seed 1
  B0: store i32 %y, ptr addrspace(1) %p, align 4
@next_block P0: data race: write of out + 4, which block 0 thread 0 reads
  block 1 thread 0, seed 1
  B0: store i32 %y, ptr addrspace(1) %p, align 4
? 1
$ reconverge -b -f bytes -e 'launch grid=1 block=64 out=i8[64]' -e 'simulate races=yes' races.ll
@bytes: grid 1, block 64: 64 threads, seed 1
  out  ptr addrspace(1)  i8[64]:zero
@bytes P0: 64 threads in 2 warps, seed 1
  452 cycles, 10 warp instructions, utilization 100.0%, 0 of 0 branches split a warp
# Fences and atomics order blocks; what synchronizes a warp orders its lanes.
$ for k in last_block tally; do reconverge -b -f $k -e 'launch grid=4 block=32' -e 'simulate races=yes' races.ll | tail -2; done; reconverge -b -f warp_sync -e 'launch block=32' -e 'simulate races=yes' races.ll | tail -2
@last_block P0: 128 threads in 4 warps, seed 1
  5222 cycles, 106 warp instructions, utilization 47.0%, 5 of 12 branches split a warp
@tally P0: 128 threads in 4 warps, seed 1
  1044 cycles, 20 warp instructions, utilization 100.0%, 0 of 0 branches split a warp
@warp_sync P0: 32 threads in 1 warp, seed 1
  284 cycles, 10 warp instructions, utilization 100.0%, 0 of 0 branches split a warp
$ sed '/release/d' races.ll > unfenced.ll
$ sed '/call void @llvm.nvvm.bar.warp/d' races.ll > apart.ll
$ reconverge -b -q -f last_block -e 'launch grid=4 block=32' -e 'check P0 unfenced.ll' races.ll
@last_block P0 -> unfenced.ll: they differ with seed 1
  unfenced.ll races: read of part + 0, which block 0 thread 0 writes: block 3 thread 0, B3: %x = load i32, ptr addrspace(1) %q, align 4
  P0 does not race there
? 1
$ reconverge -b -q -f warp_sync -e 'launch grid=1 block=32' -e 'check P0 apart.ll' races.ll
@warp_sync P0 -> apart.ll: they differ with seed 1
  apart.ll races: read of @tile + 4, which block 0 thread 1 writes: block 0 thread 0, B0: %x = load i32, ptr addrspace(3) %q, align 4
  P0 does not race there
? 1
# An original that races tells nothing if another order gives another result.
$ reconverge -b -q -f one_word -e 'launch grid=1 block=256' -e check races.ll
@one_word P0 -> P0: cannot tell: the original races
  write of out + 0, which block 0 thread 32 writes: block 0 thread 48, B0: store i32 %t, ptr addrspace(1) %g, align 4
? 1
$ reconverge -b -q -f next_block -e 'launch grid=8 block=1 out=i32[9]' -e check races.ll
@next_block P0 -> P0: cannot tell: the original races
  write of out + 4, which block 0 thread 0 reads: block 1 thread 0, B0: store i32 %y, ptr addrspace(1) %p, align 4
? 1
$ reconverge -b -f same_value -e 'launch grid=1 block=256' -e check races.ll
@same_value: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  out  ptr addrspace(1)  i32[256]:zero
@same_value P0 -> P0: the same with 8 seeds on 48 launches: 256 threads and 1024 bytes of memory each
  P0 races, which no result here shows: write of out + 0, which block 0 thread 192 writes: block 0 thread 193, B0: store i32 7, ptr addrspace(1) %out, align 4
$ reconverge -b --json -q -f one_word -e 'launch grid=1 block=256' -e check races.ll | tail -1
{"command": "check", "ok": true, "function": "one_word", "a": "P0", "b": "P0", "verdict": "void", "seeds": 8, "launches": 0, "launch": null, "threads": 256, "bytes": 1024, "loose": false, "clock": false, "one_order": false, "by_tokens": false, "a_unrun": null, "b_unrun": null, "a_untaken": null, "b_untaken": null, "weaker": null, "a_race": null, "untested": 0, "void_seeds": 0, "void_reason": "write of out + 0, which block 0 thread 32 writes: block 0 thread 48, B0: store i32 %t, ptr addrspace(1) %g, align 4", "dependence": null, "difference": null}
# A barrier less: a new race. One that the result does not need: told.
$ sed 39d bitonic_sort.amdgcn.ll > nobarrier.ll
$ sed 38d bitonic_sort.amdgcn.ll > nofence.ll
$ sed '/s.barrier()/d' sb1.amdgcn.ll > sb1.ll
$ reconverge -b -q -e 'launch bitonic_sort.launch.json' -e 'check P0 nobarrier.ll' bitonic_sort.amdgcn.ll
@bitonic_sort P0 -> nobarrier.ll: they differ with seed 1
  nobarrier.ll races: write of @bitonic_sort.shared + 36, which block 0 thread 9 writes: block 0 thread 8, B7: store i32 %3, ptr addrspace(3) %arrayidx14, align 4
  P0 does not race there
? 1
$ reconverge -b -e 'launch bitonic_sort.launch.json' -e 'check P0 nofence.ll seeds=2' bitonic_sort.amdgcn.ll
@bitonic_sort: grid 4, block 256: 1024 threads, seed 1 (bitonic_sort.launch.json)
  values  ptr addrspace(1)  i32[1024]:random(0,1000)
@bitonic_sort P0 -> nofence.ll: tested in part: the same with 2 seeds: 1024 threads and 4096 bytes of memory each
  nofence.ll synchronizes less, which no run here can show: releases to the block: 73728, not 75776
$ reconverge -b -e 'launch sb1.launch.json' -e 'check P0 sb1.ll seeds=2' sb1.amdgcn.ll
@sb1: grid 4, block 64: 256 threads, seed 1 (sb1.launch.json)
  a  ptr addrspace(1)  u32[256]:random(0,4294967296)
  b  ptr addrspace(1)  u32[256]:random(0,4294967296)
  c  ptr addrspace(1)  u32[256]:random(0,4294967296)
  d  ptr addrspace(1)  u32[256]:random(0,4294967296)
@sb1 P0 -> sb1.ll: tested in part: the same with 2 seeds: 256 threads and 4096 bytes of memory each
  sb1.ll synchronizes less, which no run here can show: arrivals of threads at barriers: 0, not 1024
$ reconverge -b --json -q -e 'launch sb1.launch.json' -e 'check P0 sb1.ll seeds=2' sb1.amdgcn.ll | tail -1
{"command": "check P0 sb1.ll seeds=2", "ok": true, "function": "sb1", "a": "P0", "b": "sb1.ll", "verdict": "part", "seeds": 2, "launches": 2, "launch": null, "threads": 256, "bytes": 4096, "loose": false, "clock": false, "one_order": false, "by_tokens": false, "a_unrun": null, "b_unrun": null, "a_untaken": null, "b_untaken": null, "weaker": "arrivals of threads at barriers: 0, not 1024", "a_race": null, "untested": 1, "void_seeds": 0, "void_reason": null, "dependence": null, "difference": null}
# A read that races is wrong only if its value matters.
$ sed '/@guarded/,/^}/{s/br i1 %reads, label %read, label %join/%early = load i32, ptr addrspace(3) %q\n  br i1 %reads, label %read, label %join/; s/%x = load i32, ptr addrspace(3) %q/%x = add i32 %early, 0/}' races.ll > early.ll
$ sed 's/%reads = icmp ne i32 %n, 0/%reads = icmp eq i32 %n, 0/' races.ll > reads.ll
$ reconverge -b -f guarded -e 'launch grid=1 block=64 n=0' -e 'check P0 early.ll' races.ll
@guarded: grid 1, block 64: 64 threads, seed 1 (the rest guessed)
  out  ptr addrspace(1)  i32[64]:zero
  n    i32               0
@guarded P0 -> early.ll: tested in part: the same with 8 seeds on 128 launches: 64 threads and 256 bytes of memory each
  P0: 1 of 2 changed blocks never ran: B1
  early.ll: 1 of 2 changed blocks never ran: B1
$ reconverge -b -q -f guarded -e 'launch grid=1 block=64 n=0' -e 'check early.ll reads.ll' races.ll
@guarded early.ll -> reads.ll: they differ with seed 1
  out[0]: 1, not 3 (64 of 64 elements differ)
  early.ll: this value was written by block 0 thread 0, B2: store i32 %v, ptr addrspace(1) %g, align 4
  reads.ll: this value was written by block 0 thread 0, B2: store i32 %v, ptr addrspace(1) %g, align 4
? 1
# Atomics whose results tell the order of threads.
$ reconverge -b -f ticket -e 'launch grid=1 block=256' -e 'check seeds=4' races.ll
@ticket: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  out  ptr addrspace(1)  i32[256]:zero
@ticket P0 -> P0: tested in part: the same with 4 seeds on 24 launches: 256 threads and 1028 bytes of memory each
  what the kernel computes depends on the order of its threads: only one order was compared
$ sed 's/%n = atomicrmw add ptr addrspace(1) @count, i32 1 monotonic/%m = sub i32 0, %t\n%n = atomicrmw add ptr addrspace(1) @count, i32 %t monotonic/' races.ll > other.ll
$ reconverge -b -q -f ticket -e 'launch grid=1 block=256' -e 'check P0 other.ll' races.ll
@ticket P0 -> other.ll: cannot tell: what the original computes depends on the order of its threads
? 1
# Only interleaved warps show that an addition is not one step any more.
$ sed 's/%o = atomicrmw add ptr addrspace(1) %g, i32 %t monotonic/%l = load atomic i32, ptr addrspace(1) %g monotonic, align 4\n  %m = add i32 %l, %t\n  store atomic i32 %m, ptr addrspace(1) %g monotonic, align 4/' races.ll > twosteps.ll
$ reconverge -b -q -f tally -e 'launch grid=1 block=256 out=i32[32]:zero' -e 'check P0 twosteps.ll seeds=1' races.ll
$ reconverge -b -q -f tally -e 'launch grid=1 block=256 out=i32[32]:zero' -e 'check P0 twosteps.ll' races.ll
@tally P0 -> twosteps.ll: they differ with seed 4
  out[0]: 544, not 896 (32 of 32 elements differ)
  P0: this value was written by block 0 thread 160, B0: %o = atomicrmw add ptr addrspace(1) %g, i32 %t monotonic, align 4
  twosteps.ll: this value was written by block 0 thread 96, B0: store atomic i32 %m, ptr addrspace(1) %g monotonic, align 4
? 1

# Inline assembler for NVPTX: relaxed and volatile accesses are atomic, and what
# is released is acquired in the same scope, plain ones race.
$ cat >ptx.ll
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @relaxed(ptr addrspace(1) %out) {
>   call void asm sideeffect "st.relaxed.gpu.global.u32 [$0], $1;", "l,r,~{memory}"(ptr addrspace(1) %out, i32 1)
>   %x = call i32 asm sideeffect "ld.volatile.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr addrspace(1) %out)
>   ret void
> }
> define ptx_kernel void @plain(ptr addrspace(1) %out) {
>   call void asm sideeffect "st.global.u32 [$0], $1;", "l,r,~{memory}"(ptr addrspace(1) %out, i32 1)
>   ret void
> }
$ for k in relaxed plain; do reconverge -b -q -f $k -e 'launch grid=2 block=32 out=i32[1]' -e 'simulate races=yes' ptx.ll; done
@plain P0: data race: write of out + 0, which block 0 thread 0 writes
  block 0 thread 1, seed 1
  B0: call void asm sideeffect "st.global.u32 [$0], $1;", "l,r,~{memory}"(ptr addrspace(1) %out, i32 1)
? 1
