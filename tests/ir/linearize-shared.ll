; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Regions that share D: pairs of cases that fall through. All are done on one
; plan, so that thousands of them are no matter of thousands of plans. What
; leads to %end comes from each region's own blocks afterwards.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'linearize mode=all when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'linearize mode=all when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=SAID %s
; RUN: awk 'BEGIN { n = 3000; \
; RUN:   print "target triple = \"nvptx64-nvidia-cuda\""; \
; RUN:   print "define ptx_kernel void @k(ptr addrspace(1) %%p, i32 %%n) {"; \
; RUN:   print "switch i32 %%n, label %%end ["; \
; RUN:   for (k = 0; k < n; k++) print "i32 " k ", label %%c" k; \
; RUN:   print "]"; \
; RUN:   for (k = 0; k < n; k++) { \
; RUN:     print "c" k ":"; \
; RUN:     print "store volatile i32 " k ", ptr addrspace(1) %%p"; \
; RUN:     print "br label %%" (k %% 2 ? "end" : "c" (k + 1)) } \
; RUN:   print "end:"; print "ret void"; print "}" }' > %t.ll
; RUN: reconverge -b %t.ll -e 'set decide=static judge=table' -e 'linearize mode=all when=always' \
; RUN:   | FileCheck --check-prefix=MANY %s

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %low = and i32 %tid, 7
  switch i32 %low, label %end [
    i32 0, label %a0
    i32 1, label %a1
    i32 2, label %b0
    i32 3, label %b1
    i32 4, label %c0
    i32 5, label %c1
  ]
a0:
  %x = mul i32 %tid, 3
  %qa = icmp slt i32 %x, %n
  br i1 %qa, label %a1, label %end
a1:
  %fa = phi i32 [ 7, %entry ], [ %x, %a0 ]
  %va = udiv i32 %fa, %n
  br label %end
b0:
  %y = mul i32 %tid, 5
  br label %b1
b1:
  %fb = phi i32 [ 8, %entry ], [ %y, %b0 ]
  %vb = xor i32 %fb, %n
  br label %end
c0:
  %z = mul i32 %tid, 9
  %qc = icmp sgt i32 %z, %n
  br i1 %qc, label %c1, label %end
c1:
  %fc = phi i32 [ 9, %entry ], [ %z, %c0 ]
  %vc = udiv i32 %fc, %n
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %va, %a1 ], [ %vb, %b1 ], [ %vc, %c1 ],
    [ %x, %a0 ], [ %z, %c0 ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; The cases of one pair lead to one block, which all their threads come to
; together: %end joins the threads of the switch, and %a1 alone would run twice.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK:         i32 0, label %[[GA:lin.guard[0-9]*]]
; CHECK-NEXT:    i32 1, label %[[GA]]
; CHECK-NEXT:    i32 2, label %b0
; CHECK-NEXT:    i32 3, label %b0
; CHECK-NEXT:    i32 4, label %[[GC:lin.guard[0-9]*]]
; CHECK-NEXT:    i32 5, label %[[GC]]
; CHECK:       [[GA]]:
; CHECK:         br i1 %{{.*}}, label %a0, label %[[GA1:lin.guard[0-9]*]]
; CHECK:       a0:
; CHECK:         br label %[[GA1]]
; CHECK:       [[GA1]]:
; CHECK-NEXT:    phi i32 [ %x, %a0 ], [ 7, %[[GA]] ]
; CHECK-NEXT:    %[[TA:.*]] = phi i1 [ %qa, %a0 ], [ true, %[[GA]] ]
; CHECK-NEXT:    br i1 %[[TA]], label %a1, label %end
; CHECK:       [[GC]]:
; CHECK:       end:
; CHECK-NEXT:    phi i32 [ 0, %entry ], [ %vc, %c1 ], {{.*}} [ %va, %a1 ],

; SAID:         P1: linearize mode=all
; SAID-COUNT-3: B0..B7: {{[01]}} unstructured edge
; SAID:         the same with 3 seeds

; MANY-COUNT-1500: B0..B3001: 0 unstructured edges, 2 blocks in 2 units
