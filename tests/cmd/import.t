# Another compilation as a revision: shown, compared, checked, written as any other.

$ cat > plain.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @work(ptr addrspace(1) %p, i32 %n) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   %x = load i32, ptr addrspace(1) %at
>   %odd = trunc i32 %x to i1
>   br i1 %odd, label %then, label %else
> then:
>   %a = mul i32 %x, 3
>   %a1 = add i32 %a, %n
>   br label %join
> else:
>   %b = mul i32 %x, 5
>   br label %join
> join:
>   %r = phi i32 [ %a1, %then ], [ %b, %else ]
>   store i32 %r, ptr addrspace(1) %at
>   ret void
> }
> define amdgpu_kernel void @gone(ptr addrspace(1) %p) {
>   ret void
> }
> define amdgpu_kernel void @stays(ptr addrspace(1) %p) {
>   store i32 1, ptr addrspace(1) %p
>   ret void
> }

$ cat > fast.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @stays(ptr addrspace(1) %p) {
>   store i32 1, ptr addrspace(1) %p
>   ret void
> }
> define amdgpu_kernel void @work(ptr addrspace(1) %p, i32 %n) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   %x = load i32, ptr addrspace(1) %at
>   %odd = trunc i32 %x to i1
>   br i1 %odd, label %extra, label %join
> extra:
>   %m = add i32 %n, 0
>   br label %join
> join:
>   %add = phi i32 [ %m, %extra ], [ 0, %entry ]
>   %f = select i1 %odd, i32 3, i32 5
>   %a = mul i32 %x, %f
>   %r = add i32 %a, %add
>   store i32 %r, ptr addrspace(1) %at
>   ret void
> }
> define amdgpu_kernel void @wrong(ptr addrspace(1) %p, i32 %n) {
>   store i32 %n, ptr addrspace(1) %p
>   ret void
> }
> define amdgpu_kernel void @wide(ptr addrspace(1) %p, i64 %n) {
>   ret void
> }

$ cat > start.rcv
> function work
> launch block=64 p=i32[64]:iota n=7

# The entry and @join keep their numbers, what is new has a new one.
$ reconverge -b -q -x start.rcv -e 'import fast.ll' -e 'score P0 P1' -e 'diff P0 P1' plain.ll; reconverge -b -x start.rcv -e 'set decide=static' -e 'import fast.ll' -e 'check P0 P1' -e 'metrics P0 P1' -e 'undo' -e ifconvert -e 'check P1 P2' -e history plain.ll
@work             P0   P1  change
blocks        s    4    3      -1  -25.0%  basic blocks
insts         s   13   13                  instructions
branches      s    1    1                  conditional branches
divergent     s    1    1                  conditional branches that split warps
loads         s    1    1                  instructions that load
stores        s    1    1                  instructions that store
selects       s    0    1      +1     new  instructions that choose one of two values
phis          s    1    1                  values chosen by the edge that a thread came by
cycles        s  752  752                  cycles of the instructions, by the cost table
peak          s  129  160     +31  +24.0%  most bits alive at once in a lane
registers     s    5    5                  most 32-bit registers alive at once in a lane
unstructured  s    0    0                  edges that linearization would remove
regions       s    2    2                  regions with a single entry and a single exit
loops         s    0    0                  natural loops
warp-cycles   r  752  752                  cycles of all warps, by the cost table
@work P0 -> P1: 2 blocks changed, 1 added, 2 removed, 0 the same
changed B0 entry
  -br i1 %odd, label %then, label %else
  +br i1 %odd, label %extra, label %join
removed B1 then
  -%a = mul i32 %x, 3
  -%a1 = add i32 %a, %n
  -br label %join
removed B2 else
  -%b = mul i32 %x, 5
  -br label %join
added B4 extra
  +%m = add i32 %n, 0
  +br label %join
changed B3 join
  -%r = phi i32 [ %a1, %then ], [ %b, %else ]
  +%add = phi i32 [ %m, %extra ], [ 0, %entry ]
  +%f = select i1 %odd, i32 3, i32 5
  +%a = mul i32 %x, %f
  +%r = add i32 %a, %add
cycles 752 -> 752, divergent 1 -> 1, branches 1 -> 1, blocks 4 -> 3, instructions 13 -> 13
@wrong added
@wide added
@gone removed
selected @work
@work: grid 1, block 64: 64 threads, seed 1
  p  ptr addrspace(1)  i32[64]:iota
  n  i32               7
decide=static
P1: import fast.ll: -1 block
  @work: blocks 4 -> 3, instructions 13 -> 13
  @wrong: added
  @wide: added
  @gone: removed
@work P0 -> P1: the same with 8 seeds: 64 threads and 256 bytes of memory each
@work                      P0     P1  change
threads              r     64     64          threads launched
warps                r      1      1          warps launched
warp-cycles          r    752    752          cycles of all warps, by the cost table
slowest-warp         r    752    752          cycles of the slowest warp, by the cost table
warp-insts           r     12     12          instructions issued to warps
lane-insts           r    608    704  +15.8%  instructions issued to warps, times their active lanes
utilization          r  79.2%  91.7%   +12.5  active lanes, of all lanes, in all instructions
alu-utilization      r  75.0%  92.9%   +17.9  active lanes, of all lanes, without control flow and memory
warp-branches        r      1      1          conditional branches that warps ran
split-branches       r      1      1          conditional branches that split a warp
split-warps          r      1      1          warps that split at least once
stack-depth          r      3      2  -33.3%  most entries on the reconvergence stack of a warp
global-insts         r      2      2          accesses to global memory
global-transactions  r      8      8          lines of global memory that the accesses touch
control-insts        r      4      3  -25.0%  branches, jumps and returns issued to warps
int-insts            r      3      3          integer operations issued to warps
select-insts         r      0      1     new  selects issued to warps
convert-insts        r      1      1          conversions issued to warps
address-insts        r      1      1          address computations issued to warps
memory-insts         r      2      2          memory operations issued to warps
call-insts           r      1      1          calls issued to warps
at P0: load
P2: ifconvert: -60 static cycles, -1 divergent branch, -3 blocks, -3 instructions
  B0: runs B1 and B2 with all threads, 3 instructions, expected gain 38 cycles
@work P1 -> P2: the same with 8 seeds: 64 threads and 256 bytes of memory each
  P0  load  752 static cycles, 1 divergent  in @work  simulated 752 cycles
  ├─ P1  import fast.ll  -1 blocks  in @work  simulated 752 -> 752 cycles  checked 8 seeds
* P2  ifconvert  -60 static cycles  -1 divergent  -3 blocks  in @work  simulated 752 -> 692 cycles  checked 8 seeds
# The original stays, the import is written as it was, and steps go on from it.
$ reconverge -b -q -x start.rcv -e 'import fast.ll' -e 'write again.ll' -e 'set decide=static' -e ifconvert -e 'pass instcombine' -e check -e 'goto P0' -e 'write back.ll' -e 'redo 3' -e 'lesson page' plain.ll
$ reconverge -b -q -e 'write direct.ll' fast.ll; diff direct.ll again.ll; reconverge -b -q -e 'write direct.ll' plain.ll; diff direct.ll back.ll; grep -c 'Another compilation' page/index.html
1
# The machine's code of both.
$ reconverge -b -x start.rcv -q -e 'import fast.ll' -e 'machine P0 P1' plain.ll | head -2 | sed 's/, by.*//'
@work for gfx906
machine           P0   P1  change
# Another function stands for the one in focus; both change names. Status 1: it is wrong.
$ reconverge -b -x start.rcv -q --keep-going -e 'import fast.ll function=@wrong' -e 'expect revision == 1' -e 'check seeds=1' -e 'import fast.ll' -e 'check P0 P2 seeds=1' -e 'expect checked' plain.ll
@work P0 -> P1: they differ with seed 1
  p[0]: 7, not 0 (64 of 64 elements differ)
  P0: this value was written by block 0 thread 0, B3: store i32 %r, ptr addrspace(1) %at, align 4
  P1: this value was written by block 0 thread 63, B0: store i32 %n, ptr addrspace(1) %p, align 4
? 1
# A file that is the current revision makes none.
$ reconverge -b -e 'import plain.ll' plain.ll
import: the file is the current revision; still P0
$ reconverge -b --json -x start.rcv -e 'import fast.ll' plain.ll | tail -1
{"command": "import fast.ll", "ok": true, "changed": true, "revision": "P1", "count": 3, "before": {"blocks": 4, "insts": 13, "branches": 1, "divergent": 1, "loads": 1, "stores": 1, "selects": 0, "phis": 1, "cycles": 752, "peak": 129}, "after": {"blocks": 3, "insts": 13, "branches": 1, "divergent": 1, "loads": 1, "stores": 1, "selects": 1, "phis": 1, "cycles": 752, "peak": 160}, "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}}, "simulated": null, "machine": null, "report": ["@work: blocks 4 -> 3, instructions 13 -> 13", "@wrong: added", "@wide: added", "@gone: removed"]}
# The journal has the whole path, and a replay notices a change.
$ reconverge -b -q -x start.rcv -e 'import fast.ll' -e 'journal kept.rcv' plain.ll; reconverge -b -q -x kept.rcv -e 'expect revision == 1' plain.ll; sed "s,$PWD,DIR," kept.rcv | tail -1; echo '; more' >> fast.ll; reconverge -b -q -x kept.rcv plain.ll
import DIR/fast.ll hash=11e3f6180822cd35
! reconverge: kept.rcv:{{[0-9]+}}: {{.*}}/fast.ll: the file has changed: its content has the hash b1df929839b5fbef, not 11e3f6180822cd35; without hash= it is taken as it is
!   import {{.*}}/fast.ll hash=11e3f6180822cd35
!          ^
? 2
# Files that do not fit: one line, and nothing is lost.
$ echo 'no module' > bad.ll; sed 's/amdgcn-amd-amdhsa/nvptx64-nvidia-cuda/;s/amdgpu_kernel/ptx_kernel/;s/@llvm.amdgcn.workitem.id.x/@f/' plain.ll > other.ll; sed 's/{$/"target-cpu"="gfx90a" {/' plain.ll > chip.ll; sed 's/i32 %n/i32 %n, i32 %k/;s/@gone/@wrk/' plain.ll > more.ll
$ for f in none.ll bad.ll other.ll chip.ll more.ll 'fast.ll function=wid' 'fast.ll function=wide' 'fast.ll faster=yes' 'fast.ll hash=1'; do echo "import $f"; done | reconverge -b -q --keep-going -x - -e darm -e 'expect revision == 0' plain.ll; sed 's/@work/@walk/' fast.ll > named.ll; reconverge -b -f work -e 'import named.ll' plain.ll; sed 's/@work/@0/;s/@gone/@1/' plain.ll > unnamed.ll; reconverge -b -f anon -e 'import plain.ll' unnamed.ll
! reconverge: -:1: none.ll: cannot open: No such file or directory
!   import none.ll
!          ^
! reconverge: -:2: bad.ll:1:1: expected top-level entity
!   import bad.ll
!          ^
! reconverge: -:3: other.ll: it is for 'nvptx64-nvidia-cuda', not for 'amdgcn-amd-amdhsa'
!   import other.ll
!          ^
! reconverge: -:4: chip.ll: it is for the CPU gfx90a, not for gfx906; --mcpu=CPU takes all modules for one
!   import chip.ll
!          ^
! reconverge: -:5: more.ll: the function of the file has 3 parameters, @work has 2
!   import more.ll
!          ^
! reconverge: -:6: fast.ll: no function @wid; did you mean @wide?
!   import fast.ll function=wid
!          ^
! reconverge: -:7: fast.ll: parameter 1 is i64, that of @work is i32
!   import fast.ll function=wide
!          ^
! reconverge: -:8: import: expected function=NAME or hash=NUMBER
!   import fast.ll faster=yes
!                  ^
! reconverge: -:9: hash: expected the 16 digits of a journal, not '1'
!   import fast.ll hash=1
!                  ^
! reconverge: -e:1: named.ll: no function @work; did you mean @walk? (function=NAME names the one to take)
!   import named.ll
!          ^
! reconverge: -e:1: plain.ll: no function @anon (function=NAME names the one to take)
!   import plain.ll
!          ^
? 2
