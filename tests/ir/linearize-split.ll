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
