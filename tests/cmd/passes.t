# LLVM's own ways to structured code, as steps to compare with: on every sample,
# and what they make of the unstructured ones leaves the same.
$ for f in $SAMPLES/lin_*.ll $SAMPLES/[!l]*.amdgcn.ll; do reconverge -b -q -e 'pass structurizecfg' -e 'goto P0' -e "pass 'lower-switch,fix-irreducible,unify-loop-exits,structurizecfg'" -e 'expect unstructured == 0' -e 'score P0' $f >out || echo failed: $f; done
$ for s in short_circuit jump_out jump_in irreducible; do for t in amdgcn nvptx64; do reconverge -b -q -e "launch '$SAMPLES/lin_$s.launch.json'" -e "pass 'lower-switch,fix-irreducible,unify-loop-exits,structurizecfg'" -e 'expect revision == 1' -e 'check seeds=2' -e 'linearize when=always' -e 'expect revision == 1' $SAMPLES/lin_$s.$t.ll || echo failed: $s $t; done; done
# A pass there is not: the session goes on.
$ reconverge -b -q --keep-going -e 'pass structurize' -e 'expect revision == 0' -e 'pass "lower-switch,structurizecfg"' -e 'expect revision == 1' $SAMPLES/lin_jump_out.nvptx64.ll
! reconverge: -e:1: pass 'structurize': unknown pass name 'structurize'
!   pass structurize
!        ^
? 2
# On one function alone, whatever else there is: @k changes, @l does not.
$ cat > two.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
>   %x = add i32 %n, 0
>   store i32 %x, ptr addrspace(1) %p
>   ret void
> }
> define amdgpu_kernel void @l(ptr addrspace(1) %p, i32 %n) {
>   %x = add i32 %n, 0
>   store i32 %x, ptr addrspace(1) %p
>   ret void
> }

$ reconverge -b -f k -e 'pass instsimplify scope=function' -e 'pass instsimplify scope=function' -e 'check seeds=1' -o out.ll two.ll
P1: pass instsimplify scope=function: {{.*}}
  @k: blocks 1 -> 1, instructions 3 -> 2
pass: the pipeline changed nothing; still P1
no launch was given, guessed: {{.*}}
@k P0 -> P1: the same {{.*}}
! reconverge: out.ll: changed: @k; left alone: @l
$ grep -c ' = add ' out.ll
1
$ reconverge -b -f k -e 'pass instsimplify scope=module' two.ll
P1: pass instsimplify scope=module: {{.*}}
  @k: blocks 1 -> 1, instructions 3 -> 2
  @l: blocks 1 -> 1, instructions 3 -> 2
$ reconverge -b -f k -e 'pass "print<domtree>" scope=function' two.ll
! reconverge: -e:1: pass 'print<domtree>': passes that print run on the module only
!   pass "print<domtree>" scope=function
!        ^
? 2
$ reconverge -b --keep-going -f k -e 'pass instsimplify scope=world' -e 'pass instsimplify unroll=all' -e 'pass instsimplify unroll=any' two.ll
! reconverge: -e:1: pass: expected scope=module or scope=function
!   pass instsimplify scope=world
!                     ^
! reconverge: -e:1: pass: expected unroll=hinted, unroll=any or unroll=full
!   pass instsimplify unroll=all
!                     ^
! reconverge: -e:1: unroll=: say scope=function as well
!   pass instsimplify unroll=any
!                     ^
? 2

# Metadata that names functions goes with the code, unless a pass deleted one of them.
$ cat > callees.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i1 %c) {
>   %x = add i32 %n, 0
>   %f = load ptr, ptr addrspace(1) %p
>   %y = call i32 %f(i32 %x), !callees !0
>   %z = call i32 %f(i32 %y), !callees !1
>   store i32 %z, ptr addrspace(1) %p
>   ret void
> }
> define internal i32 @one(i32 %x) {
>   ret i32 %x
> }
> define internal i32 @two(i32 %x) {
>   ret i32 0
> }
> !0 = !{ptr @one, ptr @two}
> !1 = !{ptr @one}

$ reconverge -b -q -f k -e 'pass instsimplify scope=function' -e 'goto P0' -e 'pass "function(instsimplify),globaldce" scope=function' -e 'write gone.ll' -e 'goto P1' -o kept.ll callees.ll
$ sed -n '/call i32/p; /^!/p' kept.ll
  %y = call i32 %f(i32 %n), !callees !0
  %z = call i32 %f(i32 %y), !callees !1
!0 = !{ptr @one, ptr @two}
!1 = !{ptr @one}
$ sed -n '/call i32/p; /^!/p' gone.ll
  %y = call i32 %f(i32 %n)
  %z = call i32 %f(i32 %y)

# Of two loops that the front end said not to unroll, one of 40 rounds and one of n, which may be
# unrolled, and the first one wholly. No hint is left for other passes.
$ cat > rounds.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
> entry:
>   br label %known
> known:
>   %i = phi i32 [ 0, %entry ], [ %i1, %known ]
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
>   %a = load volatile i32, ptr addrspace(1) %q
>   %b = mul i32 %a, %n
>   %c = xor i32 %b, %i
>   %d = udiv i32 %c, %n
>   %e = add i32 %d, %a
>   store volatile i32 %e, ptr addrspace(1) %q
>   %i1 = add i32 %i, 1
>   %more = icmp ult i32 %i1, 40
>   br i1 %more, label %known, label %unknown, !llvm.loop !0
> unknown:
>   %j = phi i32 [ 0, %known ], [ %j1, %unknown ]
>   %r = getelementptr i32, ptr addrspace(1) %p, i32 %j
>   store volatile i32 %j, ptr addrspace(1) %r
>   %j1 = add i32 %j, 1
>   %again = icmp ult i32 %j1, %n
>   br i1 %again, label %unknown, label %end, !llvm.loop !2
> end:
>   ret void
> }
> !0 = distinct !{!0, !1}
> !1 = !{!"llvm.loop.unroll.disable"}
> !2 = distinct !{!2, !1}

$ for u in hinted any full; do reconverge -b -q -f k -e "pass loop-unroll,simplifycfg scope=function unroll=$u" -o $u.ll rounds.ll; echo $u: $(grep -c ' = udiv' $u.ll) times, $(grep -c '^ *br i1' $u.ll) loops; done; grep 'unroll.full' full.ll || echo none
hinted: 1 times, 2 loops
any: {{([2-9]|[1-3][0-9])}} times, 2 loops
full: 40 times, 1 loops
none

# Intrinsics that a pass brought go with it, and stand in an order that does not depend on what was
# undone before: instcombine makes a minimum and a maximum of the selects.
$ cat > most.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
>   %a = load i32, ptr addrspace(1) %p
>   %l = icmp slt i32 %a, %n
>   %s = select i1 %l, i32 %a, i32 %n
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 1
>   store i32 %s, ptr addrspace(1) %q
>   ret void
> }
> define amdgpu_kernel void @l(ptr addrspace(1) %p, i32 %n) {
>   %a = load i32, ptr addrspace(1) %p
>   %g = icmp sgt i32 %a, %n
>   %s = select i1 %g, i32 %a, i32 %n
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 1
>   store i32 %s, ptr addrspace(1) %q
>   ret void
> }

$ reconverge -b -q -f k -e 'pass instcombine scope=function' -e undo -o undone.ll most.ll; grep -c 'declare' undone.ll
0
? 1
$ reconverge -b -q -f k -e 'pass instcombine scope=function' -e 'function l' -e 'pass instcombine scope=function' -o one.ll most.ll; reconverge -b -q -f l -e 'pass instcombine scope=function' -e 'function k' -e 'pass instcombine scope=function' -o two.ll most.ll; grep -c 'declare.*m[axin]*.i32' one.ll; cmp one.ll two.ll
2

# A pipeline as a trial: counted, shown and taken back.
$ reconverge -b --keep-going -e 'preview pass' -e 'preview pass nonsense' -e 'preview pass dce scope=here' -e 'preview pass dce' -e "preview pass 'default<O2>' scope=function export=trial.dot" -e "preview pass 'default<O2>'" -e history "$SAMPLES/sb1.amdgcn.ll"
pass would do nothing
  the pipeline changed nothing
pass would do:
  the code: {{.* static cycles, .* blocks, .* instructions}}
  @sb1: blocks 9 -> {{[0-9]+}}, instructions 80 -> {{[0-9]+}}
wrote trial.dot: before and after
pass would do:
  the code: {{.* static cycles, .* blocks, .* instructions}}
  @sb1: blocks 9 -> {{[0-9]+}}, instructions 80 -> {{[0-9]+}}
* P0  load  5156 static cycles, 1 divergent
! reconverge: -e:1: pass: say the pipeline
!   preview pass
!           ^
! reconverge: -e:1: pass 'nonsense': unknown pass name 'nonsense'
!   preview pass nonsense
!                ^
! reconverge: -e:1: pass: expected scope=module or scope=function
!   preview pass dce scope=here
!                    ^
? 2
$ grep -q B1 trial.dot
$ reconverge -b -e "preview pass 'default<O2>' scope=function diff=yes" "$SAMPLES/sb1.amdgcn.ll" | sed -n '/^@sb1 P0/,$p' >trial.txt
$ reconverge -b -q -e "pass 'default<O2>' scope=function" -e 'diff P0 P1' "$SAMPLES/sb1.amdgcn.ll" | diff - trial.txt
