; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Mode interleave splits a block that begins an arm where it uses what it loads, so
; that the load of the other arm is under way meanwhile. No arm branches here.

; RUN: reconverge -b -q %s -f il -e 'set decide=static judge=table' -e 'linearize mode=interleave opt=0 when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -f il -e 'set decide=static judge=table timing=scoreboard' \
; RUN:   -e 'linearize mode=interleave when=always' -e 'check seeds=3' \
; RUN:   -e 'expect scoreboard-cycles < 0.8 * scoreboard-cycles(P0)'
; RUN: reconverge -b %s -f chain -e 'set decide=static judge=table lin-when=always' -e 'candidates mode=interleave' \
; RUN:   -e 'linearize mode=interleave' -e 'check seeds=3' | FileCheck --check-prefix=CHAIN %s
; Where it does not pay, the blocks are whole again.
; RUN: reconverge -b %s -f il -e 'set decide=static judge=table' \
; RUN:   -e 'linearize mode=interleave when=profit' -e 'diff P0' | FileCheck --check-prefix=WHOLE %s

; Blocks that come later in an arm are split too, and one region holds the arms of both
; levels, as there the stalls of all loads are covered.
; RUN: reconverge -b %s -f deep -e 'set decide=static judge=table timing=scoreboard' -e 'launch grid=1 block=64 a=i32[64]:iota b=i32[64]:random' -e profile \
; RUN:   -e 'linearize mode=interleave' -e 'check seeds=3' -e 'expect scoreboard-cycles < 0.7 * scoreboard-cycles(P0)' | FileCheck --check-prefix=DEEP %s
; The arms of a switch take turns.
; RUN: reconverge -b -q %s -f four -e 'set decide=static judge=table timing=scoreboard' -e 'launch grid=1 block=64 a=i32[64]:iota b=i32[64]:random' -e profile \
; RUN:   -e 'linearize mode=interleave' -e 'check seeds=3' -e 'expect scoreboard-cycles < 0.75 * scoreboard-cycles(P0)' -o - | FileCheck --check-prefix=FOUR %s
; A split that nothing comes between is taken back: the other arm has one block.
; RUN: reconverge -b %s -f alone -e 'set decide=static judge=table lin-when=always' -e 'candidates mode=interleave tries=0' | FileCheck --check-prefix=ALONE %s

; DEEP:  B0..B9: 0 unstructured edges, {{1[0-9]}} blocks
; DEEP:  the same with 3 seeds
; FOUR-LABEL: define amdgpu_kernel void @four(
; FOUR-DAG:    {{^}}case0.use:
; FOUR-DAG:    {{^}}case1.use:
; ALONE: B0..B3 {{.*}} 3 of 3 blocks 1 by splitting

; CHECK-LABEL: define amdgpu_kernel void @il(
; CHECK:       then:
; CHECK:         %v = load i32
; CHECK-NEXT:    br label %lin.guard2
; CHECK:       then.use:
; CHECK-NEXT:    mul i32
; CHECK:       else:
; CHECK:         %w = load i32
; CHECK-NEXT:    br label %lin.guard1
; CHECK:       else.use:
; CHECK-NEXT:    xor i32

; A use that loads again is a part of its own.
; CHAIN: B0..B3 {{.*}} 6 of 6 blocks 4 by splitting
; CHAIN: B1: split where it uses what it loads
; CHAIN: the same with 3 seeds

; WHOLE: linearize: no region is linearized; still P0

target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @il(ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %odd = trunc i32 %x to i1
  br i1 %odd, label %then, label %else
then:
  %m = mul i32 %x, 7
  %m.in = and i32 %m, 63
  %m.at = getelementptr i32, ptr addrspace(1) %b, i32 %m.in
  %v = load i32, ptr addrspace(1) %m.at
  %v3 = mul i32 %v, 3
  %v4 = mul i32 %v3, %v3
  %r1 = add i32 %v4, %x
  br label %end
else:
  %n = mul i32 %x, 5
  %n.in = and i32 %n, 63
  %n.at = getelementptr i32, ptr addrspace(1) %b, i32 %n.in
  %w = load i32, ptr addrspace(1) %n.at
  %w9 = xor i32 %w, 9
  %w8 = shl i32 %w9, 2
  %r2 = sub i32 %w8, %x
  br label %end
end:
  %r = phi i32 [ %r1, %then ], [ %r2, %else ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @chain(ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %odd = trunc i32 %x to i1
  br i1 %odd, label %then, label %else
then:
  %m.in = and i32 %x, 63
  %m.at = getelementptr i32, ptr addrspace(1) %b, i32 %m.in
  %v = load i32, ptr addrspace(1) %m.at
  %v.in = and i32 %v, 63
  %v.at = getelementptr i32, ptr addrspace(1) %b, i32 %v.in
  %u = load i32, ptr addrspace(1) %v.at
  %r1 = add i32 %u, %x
  br label %end
else:
  %n = xor i32 %x, 5
  %n.in = and i32 %n, 63
  %n.at = getelementptr i32, ptr addrspace(1) %b, i32 %n.in
  %w = load i32, ptr addrspace(1) %n.at
  %w.in = and i32 %w, 63
  %w.at = getelementptr i32, ptr addrspace(1) %b, i32 %w.in
  %t = load i32, ptr addrspace(1) %w.at
  %r2 = sub i32 %t, %x
  br label %end
end:
  %r = phi i32 [ %r1, %then ], [ %r2, %else ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @deep(ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %bit1 = and i32 %x, 2
  %c1 = icmp eq i32 %bit1, 0
  %bit2 = and i32 %x, 4
  %c2 = icmp eq i32 %bit2, 0
  %odd = trunc i32 %x to i1
  br i1 %odd, label %then, label %else
then:
  %t = mul i32 %x, 7
  br i1 %c1, label %then1, label %then2
then1:
  %u1.in = and i32 %t, 63
  %u1.at = getelementptr i32, ptr addrspace(1) %b, i32 %u1.in
  %u1.v = load i32, ptr addrspace(1) %u1.at
  %u1.r = mul i32 %u1.v, 5
  br label %then.end
then2:
  %u2.in = and i32 %x, 63
  %u2.at = getelementptr i32, ptr addrspace(1) %b, i32 %u2.in
  %u2.v = load i32, ptr addrspace(1) %u2.at
  %u2.r = xor i32 %u2.v, 9
  br label %then.end
then.end:
  %u = phi i32 [ %u1.r, %then1 ], [ %u2.r, %then2 ]
  %u.in = and i32 %u, 63
  %u.at = getelementptr i32, ptr addrspace(1) %b, i32 %u.in
  %u.v = load i32, ptr addrspace(1) %u.at
  %r1 = add i32 %u.v, %x
  br label %end
else:
  %e = mul i32 %x, 5
  br i1 %c2, label %else1, label %else2
else1:
  %w1.in = and i32 %e, 63
  %w1.at = getelementptr i32, ptr addrspace(1) %b, i32 %w1.in
  %w1.v = load i32, ptr addrspace(1) %w1.at
  %w1.r = sub i32 %w1.v, 5
  br label %else.end
else2:
  %w2.add = add i32 %x, 1
  %w2.in = and i32 %w2.add, 63
  %w2.at = getelementptr i32, ptr addrspace(1) %b, i32 %w2.in
  %w2.v = load i32, ptr addrspace(1) %w2.at
  %w2.r = shl i32 %w2.v, 1
  br label %else.end
else.end:
  %w = phi i32 [ %w1.r, %else1 ], [ %w2.r, %else2 ]
  %w.in = and i32 %w, 63
  %w.at = getelementptr i32, ptr addrspace(1) %b, i32 %w.in
  %w.v = load i32, ptr addrspace(1) %w.at
  %r2 = sub i32 %w.v, %x
  br label %end
end:
  %r = phi i32 [ %r1, %then.end ], [ %r2, %else.end ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @four(ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %of = and i32 %x, 3
  switch i32 %of, label %end [
    i32 0, label %case0
    i32 1, label %case1
    i32 2, label %case2
  ]
case0:
  %in0 = and i32 %x, 63
  %at0 = getelementptr i32, ptr addrspace(1) %b, i32 %in0
  %x0 = load i32, ptr addrspace(1) %at0
  %r0 = mul i32 %x0, 3
  br label %end
case1:
  %y1 = xor i32 %x, 21
  %in1 = and i32 %y1, 63
  %at1 = getelementptr i32, ptr addrspace(1) %b, i32 %in1
  %x1 = load i32, ptr addrspace(1) %at1
  %r1 = mul i32 %x1, 3
  br label %end
case2:
  %y2 = mul i32 %x, 5
  %in2 = and i32 %y2, 63
  %at2 = getelementptr i32, ptr addrspace(1) %b, i32 %in2
  %x2 = load i32, ptr addrspace(1) %at2
  %r2 = mul i32 %x2, 3
  br label %end
end:
  %r = phi i32 [ %x, %entry ], [ %r0, %case0 ], [ %r1, %case1 ], [ %r2, %case2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @alone(ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %odd = trunc i32 %x to i1
  br i1 %odd, label %then, label %else
then:
  %in = and i32 %x, 63
  %at = getelementptr i32, ptr addrspace(1) %b, i32 %in
  %v = load i32, ptr addrspace(1) %at
  %v.in = and i32 %v, 63
  %v.at = getelementptr i32, ptr addrspace(1) %b, i32 %v.in
  %u = load i32, ptr addrspace(1) %v.at
  %r1 = add i32 %u, %x
  br label %end
else:
  %y = mul i32 %x, 3
  %r2 = xor i32 %y, 77
  br label %end
end:
  %r = phi i32 [ %r1, %then ], [ %r2, %else ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}
