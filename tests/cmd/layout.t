# Regrouping by layout: which buffers move.

# A table of as many elements as threads stays, what lies by thread moves; so
# do rows of several elements, through whatever loop.
$ cat >k.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i64 @_Z13get_global_idj(i32)
> declare i64 @_Z15get_global_sizej(i32)
> define i32 @work(i32 %n, i32 %x) {
> entry:
>   %c = and i32 %n, 31
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
>   %s = phi i32 [ %x, %entry ], [ %s1, %loop ]
>   %m = mul i32 %s, 5
>   %s1 = add i32 %m, %i
>   %i1 = add i32 %i, 1
>   %more = icmp ule i32 %i1, %c
>   br i1 %more, label %loop, label %done
> done:
>   ret i32 %s1
> }
> define ptx_kernel void @table(ptr addrspace(1) %in, ptr addrspace(1) %tab, ptr addrspace(1) %out) {
>   %g = call i64 @_Z13get_global_idj(i32 0)
>   %p = getelementptr i32, ptr addrspace(1) %in, i64 %g
>   %n = load i32, ptr addrspace(1) %p
>   %low = and i32 %n, 127
>   %q = getelementptr i32, ptr addrspace(1) %tab, i32 %low
>   %x = load i32, ptr addrspace(1) %q
>   %r = call i32 @work(i32 %n, i32 %x)
>   %o = getelementptr i32, ptr addrspace(1) %out, i64 %g
>   store i32 %r, ptr addrspace(1) %o
>   ret void
> }
> define ptx_kernel void @rows(ptr addrspace(1) %in, ptr addrspace(1) %down, i32 %w) {
> entry:
>   %g = call i64 @_Z13get_global_idj(i32 0)
>   %w64 = zext i32 %w to i64
>   %at = mul i64 %g, %w64
>   %row = getelementptr i32, ptr addrspace(1) %in, i64 %at
>   %end = getelementptr i32, ptr addrspace(1) %row, i64 %w64
>   br label %sum
> sum:
>   %p = phi ptr addrspace(1) [ %row, %entry ], [ %p1, %sum ]
>   %s = phi i32 [ 0, %entry ], [ %s1, %sum ]
>   %x = load i32, ptr addrspace(1) %p
>   %s1 = add i32 %s, %x
>   %p1 = getelementptr i32, ptr addrspace(1) %p, i64 1
>   %all = icmp eq ptr addrspace(1) %p1, %end
>   br i1 %all, label %head, label %sum
> head:
>   %i = phi i64 [ 3, %sum ], [ %i1, %body ]
>   %go = icmp sge i64 %i, 0
>   br i1 %go, label %body, label %done
> body:
>   %e = shl i64 %g, 2
>   %f = or disjoint i64 %e, %i
>   %d = getelementptr i32, ptr addrspace(1) %down, i64 %f
>   %r = call i32 @work(i32 %s1, i32 %s1)
>   store i32 %r, ptr addrspace(1) %d
>   %i1 = add i64 %i, -1
>   br label %head
> done:
>   ret void
> }
> define ptx_kernel void @plane(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %line) {
>   %x = call i64 @_Z13get_global_idj(i32 0)
>   %y = call i64 @_Z13get_global_idj(i32 1)
>   %w = call i64 @_Z15get_global_sizej(i32 0)
>   %m = mul i64 %y, %w
>   %g = add i64 %m, %x
>   %p = getelementptr i32, ptr addrspace(1) %in, i64 %g
>   %n = load i32, ptr addrspace(1) %p
>   %q = getelementptr i32, ptr addrspace(1) %line, i64 %x
>   %l = load i32, ptr addrspace(1) %q
>   %r = call i32 @work(i32 %n, i32 %l)
>   %o = getelementptr i32, ptr addrspace(1) %out, i64 %g
>   store i32 %r, ptr addrspace(1) %o
>   ret void
> }
> define void @into(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %g) {
>   %p = getelementptr i32, ptr addrspace(1) %a, i64 %g
>   %n = load i32, ptr addrspace(1) %p
>   %r = call i32 @work(i32 %n, i32 7)
>   %h = xor i64 %g, 1
>   %o = getelementptr i32, ptr addrspace(1) %b, i64 %h
>   store i32 %r, ptr addrspace(1) %o
>   ret void
> }
> define ptx_kernel void @calls(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %keep, ptr addrspace(1) %none, i1 %c) {
>   %g = call i64 @_Z13get_global_idj(i32 0)
>   call void @into(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %g)
>   %v = ptrtoint ptr addrspace(1) %keep to i64
>   store i64 %v, ptr addrspace(1) %keep
>   ret void
> }
$ reconverge -b -q -f table -e 'launch grid=4 block=32 in=u32[128]:random(0,1000) tab=u32[128]:random(0,9) out=u32[128]:zero' -e 'set sms=1' -e 'preview regroup by=layout' -e 'regroup by=layout data=in,out,tab' k.ll
regroup would do: greedy-max, 128 threads of 30 kinds in 4 groups of 32
                           before  after  change
BBV-weighted            r    7508   5852  -22.1%  cycles
BBV-weighted-scheduled  r    7508   5852  -22.1%  cycles
makespan on 1 SM        r    7508   5852  -22.1%  cycles
cycles of all warps     r    7508   5852  -22.1%  cycles
  by the scoreboard     b    6194   4684  -24.4%  cycles
  if waits are hidden   b     860    575  -33.2%  cycles
divergent branches      r      80     29  -63.8%  branches
divergent warps         r       4      4          warps
global transactions     r      90     52  -42.2%  lines
  accesses              r      12     12          accesses
would move: in, out
left: tab: several threads use the same bytes of it
regroup: greedy-max, 128 threads of 30 kinds in 4 groups of 32
                           before  after  change
BBV-weighted            r    7508   5852  -22.1%  cycles
BBV-weighted-scheduled  r    7508   5852  -22.1%  cycles
makespan on 1 SM        r    7508   5852  -22.1%  cycles
cycles of all warps     r    7508   5852  -22.1%  cycles
  by the scoreboard     b    6194   4684  -24.4%  cycles
  if waits are hidden   b     860    575  -33.2%  cycles
divergent branches      r      80     29  -63.8%  branches
divergent warps         r       4      4          warps
global transactions     r      90     52  -42.2%  lines
  accesses              r      12     12          accesses
moved: in, tab, out
moved back, the result differs: out[0]: 133498004, not 4216936816 (111 of 128 elements differ)
no thread depends on another through global memory
? 1
$ reconverge -b -q --json -f table -e 'launch grid=4 block=32 in=u32[128]:random(0,1000) tab=u32[128]:random(0,9) out=u32[128]:zero' -e 'set sms=1' -e 'regroup by=layout' k.ll | tail -n 1
{"command": "regroup by=layout", "ok": true, "threads": 128, "kinds": 30, "groups": 4, "groupsize": 32, "pays": true, "changed": true, "measured": true, "dependence": null, "units": {"bbv_weighted": {"unit": "cycles", "kind": "simulated"}, "bbv_weighted_scheduled": {"unit": "cycles", "kind": "simulated"}, "makespan": {"unit": "cycles", "kind": "simulated"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}, "scoreboard_cycles": {"unit": "cycles", "kind": "scoreboard"}, "crowded_cycles": {"unit": "cycles", "kind": "scoreboard"}, "divergent_branches": {"unit": "branches", "kind": "simulated"}, "divergent_warps": {"unit": "warps", "kind": "simulated"}, "transactions": {"unit": "lines", "kind": "simulated"}, "accesses": {"unit": "accesses", "kind": "simulated"}}, "bbv_weighted": [7508.0, 5852.0], "bbv_weighted_scheduled": [7508.0, 5852.0], "makespan": [7508.0, 5852.0], "warp_cycles": [7508, 5852], "scoreboard_cycles": [6194, 4684], "crowded_cycles": [860.5, 575.0], "divergent_branches": [80, 29], "divergent_warps": [4, 4], "transactions": [90, 52], "accesses": [12, 12], "revision": null, "moved": "in, out", "left": [{"argument": "tab", "why": "several threads use the same bytes of it"}], "same": true}
$ reconverge -b -f rows -e 'launch grid=4 block=32 in=u32[768]:random(0,1000) down=u32[512]:zero w=6' -e 'set sms=1' -e 'regroup by=layout' k.ll | tail -n 3
moved: in, down
moved back, the result is the same
no thread depends on another through global memory
# Rows of a grid in two dimensions lie as they are indexed.
$ reconverge -b -f plane -e 'launch grid=2,4 block=16,4 in=u32[512]:random(0,1000) out=u32[512]:zero line=u32[512]:iota' -e 'set sms=1' -e 'regroup by=layout' k.ll | tail -n 4
moved: in, out
left: line: several threads use the same bytes of it
moved back, the result differs: out[0]: 2651156499, not 2016571047 (497 of 512 elements differ)
no thread depends on another through global memory
$ reconverge -b -f plane -e 'launch grid=2,4 block=16,4 in=u32[512]:random(0,1000) out=u32[512]:zero line=u32[512]:fill(1)' -e 'set sms=1' -e 'regroup by=layout' k.ll | tail -n 4
moved: in, out
left: line: several threads use the same bytes of it
moved back, the result is the same
no thread depends on another through global memory
# Functions are looked into; nothing is moved that is not known.
$ reconverge -b -f calls -e 'launch grid=4 block=32 in=u32[128]:random(0,1000) out=u32[128]:zero keep=u64[128] none=u32[128] c=1' -e 'set sms=1' -e 'regroup by=layout' k.ll | tail -n 6
moved: in
left: out: the place of an access depends on more than the thread's number (into B0: store i32 %r, ptr addrspace(1) %o, align 4)
left: keep: its address is not only used for accesses (B0: %v = ptrtoint ptr addrspace(1) %keep to i64)
left: none: the kernel neither reads nor writes it
moved back, the result differs: out[0]: 1612012407, not 1724243161 (123 of 128 elements differ)
no thread depends on another through global memory
# Too few rows, a buffer of two arguments, what cannot be as it was asked for.
$ reconverge -b -f table -e 'launch grid=4 block=32 in=u32[128]:random(0,1000) tab=same(in) out=u32[130]:zero' -e 'set sms=1' -e 'regroup by=layout' k.ll | tail -n 6
global transactions     r      90     90          lines
  accesses              r      12     12          accesses
moved: out
left: in: another parameter reads the same buffer in other rows
moved back, the result differs: out[0]: 3872639814, not 4166179482 (127 of 130 elements differ)
no thread depends on another through global memory
$ reconverge -b -q --keep-going -f plane -e 'launch grid=2,4 block=16,4 in=u32[512]:random(0,1000) out=u32[512]:zero line=u32[100]:zero' -e 'set sms=1' -e 'regroup by=layout data=line' -e 'launch line=same(in)' -e 'regroup by=layout data=line' -e 'function rows' -e 'launch grid=4 block=32 in=u32[768]:random(0,1000) down=u32[512]:zero w=6' -e 'regroup by=layout data=w' k.ll
! reconverge: -e:1: data=line: its 400 bytes cannot be divided into rows of equal size for 512 threads
!   regroup by=layout data=line
!                     ^
! reconverge: -e:1: data=line: the parameter shares the buffer of another one; name that one
!   regroup by=layout data=line
!                     ^
! reconverge: -e:1: data=w: the parameter has no buffer
!   regroup by=layout data=w
!                     ^
? 2
