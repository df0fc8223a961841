; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Thirty-two if-thens in a row in each arm: four thousand million paths lead
; through it, and none may be walked one by one.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @trap(ptr addrspace(1) noundef %in, ptr addrspace(1) noundef %small, ptr addrspace(1) noundef %mem, ptr addrspace(1) noundef %out) #0 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %bid = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %bid, 64
  %gid = add i32 %base, %tid
  %at = zext i32 %gid to i64
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %at
  %x = load i32, ptr addrspace(1) %in.at, align 4
  %mem.at = getelementptr inbounds i32, ptr addrspace(1) %mem, i64 %at
  %out.at = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %at
  %bit = and i32 %x, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %l0, label %r0

l0:
  %l0.a = mul i32 %x, 3
  %l0.c = icmp ugt i32 %l0.a, 1000
  br i1 %l0.c, label %l0.t, label %l0.end

l0.t:
  %l0.b = add i32 %l0.a, 4
  %l0.d = xor i32 %l0.b, 77
  br label %l0.end

l0.end:
  %l0.r = phi i32 [ %l0.a, %l0 ], [ %l0.d, %l0.t ]
  br label %l1

l1:
  %l1.a = mul i32 %l0.r, 4
  %l1.c = icmp ugt i32 %l1.a, 1000
  br i1 %l1.c, label %l1.t, label %l1.end

l1.t:
  %l1.b = add i32 %l1.a, 5
  %l1.d = xor i32 %l1.b, 77
  br label %l1.end

l1.end:
  %l1.r = phi i32 [ %l1.a, %l1 ], [ %l1.d, %l1.t ]
  br label %l2

l2:
  %l2.a = mul i32 %l1.r, 5
  %l2.c = icmp ugt i32 %l2.a, 1000
  br i1 %l2.c, label %l2.t, label %l2.end

l2.t:
  %l2.b = add i32 %l2.a, 6
  %l2.d = xor i32 %l2.b, 77
  br label %l2.end

l2.end:
  %l2.r = phi i32 [ %l2.a, %l2 ], [ %l2.d, %l2.t ]
  br label %l3

l3:
  %l3.a = mul i32 %l2.r, 6
  %l3.c = icmp ugt i32 %l3.a, 1000
  br i1 %l3.c, label %l3.t, label %l3.end

l3.t:
  %l3.b = add i32 %l3.a, 7
  %l3.d = xor i32 %l3.b, 77
  br label %l3.end

l3.end:
  %l3.r = phi i32 [ %l3.a, %l3 ], [ %l3.d, %l3.t ]
  br label %l4

l4:
  %l4.a = mul i32 %l3.r, 7
  %l4.c = icmp ugt i32 %l4.a, 1000
  br i1 %l4.c, label %l4.t, label %l4.end

l4.t:
  %l4.b = add i32 %l4.a, 8
  %l4.d = xor i32 %l4.b, 77
  br label %l4.end

l4.end:
  %l4.r = phi i32 [ %l4.a, %l4 ], [ %l4.d, %l4.t ]
  br label %l5

l5:
  %l5.a = mul i32 %l4.r, 8
  %l5.c = icmp ugt i32 %l5.a, 1000
  br i1 %l5.c, label %l5.t, label %l5.end

l5.t:
  %l5.b = add i32 %l5.a, 9
  %l5.d = xor i32 %l5.b, 77
  br label %l5.end

l5.end:
  %l5.r = phi i32 [ %l5.a, %l5 ], [ %l5.d, %l5.t ]
  br label %l6

l6:
  %l6.a = mul i32 %l5.r, 9
  %l6.c = icmp ugt i32 %l6.a, 1000
  br i1 %l6.c, label %l6.t, label %l6.end

l6.t:
  %l6.b = add i32 %l6.a, 10
  %l6.d = xor i32 %l6.b, 77
  br label %l6.end

l6.end:
  %l6.r = phi i32 [ %l6.a, %l6 ], [ %l6.d, %l6.t ]
  br label %l7

l7:
  %l7.a = mul i32 %l6.r, 10
  %l7.c = icmp ugt i32 %l7.a, 1000
  br i1 %l7.c, label %l7.t, label %l7.end

l7.t:
  %l7.b = add i32 %l7.a, 11
  %l7.d = xor i32 %l7.b, 77
  br label %l7.end

l7.end:
  %l7.r = phi i32 [ %l7.a, %l7 ], [ %l7.d, %l7.t ]
  br label %l8

l8:
  %l8.a = mul i32 %l7.r, 11
  %l8.c = icmp ugt i32 %l8.a, 1000
  br i1 %l8.c, label %l8.t, label %l8.end

l8.t:
  %l8.b = add i32 %l8.a, 12
  %l8.d = xor i32 %l8.b, 77
  br label %l8.end

l8.end:
  %l8.r = phi i32 [ %l8.a, %l8 ], [ %l8.d, %l8.t ]
  br label %l9

l9:
  %l9.a = mul i32 %l8.r, 12
  %l9.c = icmp ugt i32 %l9.a, 1000
  br i1 %l9.c, label %l9.t, label %l9.end

l9.t:
  %l9.b = add i32 %l9.a, 13
  %l9.d = xor i32 %l9.b, 77
  br label %l9.end

l9.end:
  %l9.r = phi i32 [ %l9.a, %l9 ], [ %l9.d, %l9.t ]
  br label %l10

l10:
  %l10.a = mul i32 %l9.r, 13
  %l10.c = icmp ugt i32 %l10.a, 1000
  br i1 %l10.c, label %l10.t, label %l10.end

l10.t:
  %l10.b = add i32 %l10.a, 14
  %l10.d = xor i32 %l10.b, 77
  br label %l10.end

l10.end:
  %l10.r = phi i32 [ %l10.a, %l10 ], [ %l10.d, %l10.t ]
  br label %l11

l11:
  %l11.a = mul i32 %l10.r, 14
  %l11.c = icmp ugt i32 %l11.a, 1000
  br i1 %l11.c, label %l11.t, label %l11.end

l11.t:
  %l11.b = add i32 %l11.a, 15
  %l11.d = xor i32 %l11.b, 77
  br label %l11.end

l11.end:
  %l11.r = phi i32 [ %l11.a, %l11 ], [ %l11.d, %l11.t ]
  br label %l12

l12:
  %l12.a = mul i32 %l11.r, 15
  %l12.c = icmp ugt i32 %l12.a, 1000
  br i1 %l12.c, label %l12.t, label %l12.end

l12.t:
  %l12.b = add i32 %l12.a, 16
  %l12.d = xor i32 %l12.b, 77
  br label %l12.end

l12.end:
  %l12.r = phi i32 [ %l12.a, %l12 ], [ %l12.d, %l12.t ]
  br label %l13

l13:
  %l13.a = mul i32 %l12.r, 16
  %l13.c = icmp ugt i32 %l13.a, 1000
  br i1 %l13.c, label %l13.t, label %l13.end

l13.t:
  %l13.b = add i32 %l13.a, 17
  %l13.d = xor i32 %l13.b, 77
  br label %l13.end

l13.end:
  %l13.r = phi i32 [ %l13.a, %l13 ], [ %l13.d, %l13.t ]
  br label %l14

l14:
  %l14.a = mul i32 %l13.r, 17
  %l14.c = icmp ugt i32 %l14.a, 1000
  br i1 %l14.c, label %l14.t, label %l14.end

l14.t:
  %l14.b = add i32 %l14.a, 18
  %l14.d = xor i32 %l14.b, 77
  br label %l14.end

l14.end:
  %l14.r = phi i32 [ %l14.a, %l14 ], [ %l14.d, %l14.t ]
  br label %l15

l15:
  %l15.a = mul i32 %l14.r, 18
  %l15.c = icmp ugt i32 %l15.a, 1000
  br i1 %l15.c, label %l15.t, label %l15.end

l15.t:
  %l15.b = add i32 %l15.a, 19
  %l15.d = xor i32 %l15.b, 77
  br label %l15.end

l15.end:
  %l15.r = phi i32 [ %l15.a, %l15 ], [ %l15.d, %l15.t ]
  br label %l16

l16:
  %l16.a = mul i32 %l15.r, 19
  %l16.c = icmp ugt i32 %l16.a, 1000
  br i1 %l16.c, label %l16.t, label %l16.end

l16.t:
  %l16.b = add i32 %l16.a, 20
  %l16.d = xor i32 %l16.b, 77
  br label %l16.end

l16.end:
  %l16.r = phi i32 [ %l16.a, %l16 ], [ %l16.d, %l16.t ]
  br label %l17

l17:
  %l17.a = mul i32 %l16.r, 20
  %l17.c = icmp ugt i32 %l17.a, 1000
  br i1 %l17.c, label %l17.t, label %l17.end

l17.t:
  %l17.b = add i32 %l17.a, 21
  %l17.d = xor i32 %l17.b, 77
  br label %l17.end

l17.end:
  %l17.r = phi i32 [ %l17.a, %l17 ], [ %l17.d, %l17.t ]
  br label %l18

l18:
  %l18.a = mul i32 %l17.r, 21
  %l18.c = icmp ugt i32 %l18.a, 1000
  br i1 %l18.c, label %l18.t, label %l18.end

l18.t:
  %l18.b = add i32 %l18.a, 22
  %l18.d = xor i32 %l18.b, 77
  br label %l18.end

l18.end:
  %l18.r = phi i32 [ %l18.a, %l18 ], [ %l18.d, %l18.t ]
  br label %l19

l19:
  %l19.a = mul i32 %l18.r, 22
  %l19.c = icmp ugt i32 %l19.a, 1000
  br i1 %l19.c, label %l19.t, label %l19.end

l19.t:
  %l19.b = add i32 %l19.a, 23
  %l19.d = xor i32 %l19.b, 77
  br label %l19.end

l19.end:
  %l19.r = phi i32 [ %l19.a, %l19 ], [ %l19.d, %l19.t ]
  br label %l20

l20:
  %l20.a = mul i32 %l19.r, 23
  %l20.c = icmp ugt i32 %l20.a, 1000
  br i1 %l20.c, label %l20.t, label %l20.end

l20.t:
  %l20.b = add i32 %l20.a, 24
  %l20.d = xor i32 %l20.b, 77
  br label %l20.end

l20.end:
  %l20.r = phi i32 [ %l20.a, %l20 ], [ %l20.d, %l20.t ]
  br label %l21

l21:
  %l21.a = mul i32 %l20.r, 24
  %l21.c = icmp ugt i32 %l21.a, 1000
  br i1 %l21.c, label %l21.t, label %l21.end

l21.t:
  %l21.b = add i32 %l21.a, 25
  %l21.d = xor i32 %l21.b, 77
  br label %l21.end

l21.end:
  %l21.r = phi i32 [ %l21.a, %l21 ], [ %l21.d, %l21.t ]
  br label %l22

l22:
  %l22.a = mul i32 %l21.r, 25
  %l22.c = icmp ugt i32 %l22.a, 1000
  br i1 %l22.c, label %l22.t, label %l22.end

l22.t:
  %l22.b = add i32 %l22.a, 26
  %l22.d = xor i32 %l22.b, 77
  br label %l22.end

l22.end:
  %l22.r = phi i32 [ %l22.a, %l22 ], [ %l22.d, %l22.t ]
  br label %l23

l23:
  %l23.a = mul i32 %l22.r, 26
  %l23.c = icmp ugt i32 %l23.a, 1000
  br i1 %l23.c, label %l23.t, label %l23.end

l23.t:
  %l23.b = add i32 %l23.a, 27
  %l23.d = xor i32 %l23.b, 77
  br label %l23.end

l23.end:
  %l23.r = phi i32 [ %l23.a, %l23 ], [ %l23.d, %l23.t ]
  br label %l24

l24:
  %l24.a = mul i32 %l23.r, 27
  %l24.c = icmp ugt i32 %l24.a, 1000
  br i1 %l24.c, label %l24.t, label %l24.end

l24.t:
  %l24.b = add i32 %l24.a, 28
  %l24.d = xor i32 %l24.b, 77
  br label %l24.end

l24.end:
  %l24.r = phi i32 [ %l24.a, %l24 ], [ %l24.d, %l24.t ]
  br label %l25

l25:
  %l25.a = mul i32 %l24.r, 28
  %l25.c = icmp ugt i32 %l25.a, 1000
  br i1 %l25.c, label %l25.t, label %l25.end

l25.t:
  %l25.b = add i32 %l25.a, 29
  %l25.d = xor i32 %l25.b, 77
  br label %l25.end

l25.end:
  %l25.r = phi i32 [ %l25.a, %l25 ], [ %l25.d, %l25.t ]
  br label %l26

l26:
  %l26.a = mul i32 %l25.r, 29
  %l26.c = icmp ugt i32 %l26.a, 1000
  br i1 %l26.c, label %l26.t, label %l26.end

l26.t:
  %l26.b = add i32 %l26.a, 30
  %l26.d = xor i32 %l26.b, 77
  br label %l26.end

l26.end:
  %l26.r = phi i32 [ %l26.a, %l26 ], [ %l26.d, %l26.t ]
  br label %l27

l27:
  %l27.a = mul i32 %l26.r, 30
  %l27.c = icmp ugt i32 %l27.a, 1000
  br i1 %l27.c, label %l27.t, label %l27.end

l27.t:
  %l27.b = add i32 %l27.a, 31
  %l27.d = xor i32 %l27.b, 77
  br label %l27.end

l27.end:
  %l27.r = phi i32 [ %l27.a, %l27 ], [ %l27.d, %l27.t ]
  br label %l28

l28:
  %l28.a = mul i32 %l27.r, 31
  %l28.c = icmp ugt i32 %l28.a, 1000
  br i1 %l28.c, label %l28.t, label %l28.end

l28.t:
  %l28.b = add i32 %l28.a, 32
  %l28.d = xor i32 %l28.b, 77
  br label %l28.end

l28.end:
  %l28.r = phi i32 [ %l28.a, %l28 ], [ %l28.d, %l28.t ]
  br label %l29

l29:
  %l29.a = mul i32 %l28.r, 32
  %l29.c = icmp ugt i32 %l29.a, 1000
  br i1 %l29.c, label %l29.t, label %l29.end

l29.t:
  %l29.b = add i32 %l29.a, 33
  %l29.d = xor i32 %l29.b, 77
  br label %l29.end

l29.end:
  %l29.r = phi i32 [ %l29.a, %l29 ], [ %l29.d, %l29.t ]
  br label %l30

l30:
  %l30.a = mul i32 %l29.r, 33
  %l30.c = icmp ugt i32 %l30.a, 1000
  br i1 %l30.c, label %l30.t, label %l30.end

l30.t:
  %l30.b = add i32 %l30.a, 34
  %l30.d = xor i32 %l30.b, 77
  br label %l30.end

l30.end:
  %l30.r = phi i32 [ %l30.a, %l30 ], [ %l30.d, %l30.t ]
  br label %l31

l31:
  %l31.a = mul i32 %l30.r, 34
  %l31.c = icmp ugt i32 %l31.a, 1000
  br i1 %l31.c, label %l31.t, label %l31.end

l31.t:
  %l31.b = add i32 %l31.a, 35
  %l31.d = xor i32 %l31.b, 77
  br label %l31.end

l31.end:
  %l31.r = phi i32 [ %l31.a, %l31 ], [ %l31.d, %l31.t ]
  br label %meet

r0:
  %r0.a = mul i32 %x, 5
  %r0.c = icmp ugt i32 %r0.a, 1000
  br i1 %r0.c, label %r0.t, label %r0.end

r0.t:
  %r0.b = add i32 %r0.a, 6
  %r0.d = xor i32 %r0.b, 77
  br label %r0.end

r0.end:
  %r0.r = phi i32 [ %r0.a, %r0 ], [ %r0.d, %r0.t ]
  br label %r1

r1:
  %r1.a = mul i32 %r0.r, 6
  %r1.c = icmp ugt i32 %r1.a, 1000
  br i1 %r1.c, label %r1.t, label %r1.end

r1.t:
  %r1.b = add i32 %r1.a, 7
  %r1.d = xor i32 %r1.b, 77
  br label %r1.end

r1.end:
  %r1.r = phi i32 [ %r1.a, %r1 ], [ %r1.d, %r1.t ]
  br label %r2

r2:
  %r2.a = mul i32 %r1.r, 7
  %r2.c = icmp ugt i32 %r2.a, 1000
  br i1 %r2.c, label %r2.t, label %r2.end

r2.t:
  %r2.b = add i32 %r2.a, 8
  %r2.d = xor i32 %r2.b, 77
  br label %r2.end

r2.end:
  %r2.r = phi i32 [ %r2.a, %r2 ], [ %r2.d, %r2.t ]
  br label %r3

r3:
  %r3.a = mul i32 %r2.r, 8
  %r3.c = icmp ugt i32 %r3.a, 1000
  br i1 %r3.c, label %r3.t, label %r3.end

r3.t:
  %r3.b = add i32 %r3.a, 9
  %r3.d = xor i32 %r3.b, 77
  br label %r3.end

r3.end:
  %r3.r = phi i32 [ %r3.a, %r3 ], [ %r3.d, %r3.t ]
  br label %r4

r4:
  %r4.a = mul i32 %r3.r, 9
  %r4.c = icmp ugt i32 %r4.a, 1000
  br i1 %r4.c, label %r4.t, label %r4.end

r4.t:
  %r4.b = add i32 %r4.a, 10
  %r4.d = xor i32 %r4.b, 77
  br label %r4.end

r4.end:
  %r4.r = phi i32 [ %r4.a, %r4 ], [ %r4.d, %r4.t ]
  br label %r5

r5:
  %r5.a = mul i32 %r4.r, 10
  %r5.c = icmp ugt i32 %r5.a, 1000
  br i1 %r5.c, label %r5.t, label %r5.end

r5.t:
  %r5.b = add i32 %r5.a, 11
  %r5.d = xor i32 %r5.b, 77
  br label %r5.end

r5.end:
  %r5.r = phi i32 [ %r5.a, %r5 ], [ %r5.d, %r5.t ]
  br label %r6

r6:
  %r6.a = mul i32 %r5.r, 11
  %r6.c = icmp ugt i32 %r6.a, 1000
  br i1 %r6.c, label %r6.t, label %r6.end

r6.t:
  %r6.b = add i32 %r6.a, 12
  %r6.d = xor i32 %r6.b, 77
  br label %r6.end

r6.end:
  %r6.r = phi i32 [ %r6.a, %r6 ], [ %r6.d, %r6.t ]
  br label %r7

r7:
  %r7.a = mul i32 %r6.r, 12
  %r7.c = icmp ugt i32 %r7.a, 1000
  br i1 %r7.c, label %r7.t, label %r7.end

r7.t:
  %r7.b = add i32 %r7.a, 13
  %r7.d = xor i32 %r7.b, 77
  br label %r7.end

r7.end:
  %r7.r = phi i32 [ %r7.a, %r7 ], [ %r7.d, %r7.t ]
  br label %r8

r8:
  %r8.a = mul i32 %r7.r, 13
  %r8.c = icmp ugt i32 %r8.a, 1000
  br i1 %r8.c, label %r8.t, label %r8.end

r8.t:
  %r8.b = add i32 %r8.a, 14
  %r8.d = xor i32 %r8.b, 77
  br label %r8.end

r8.end:
  %r8.r = phi i32 [ %r8.a, %r8 ], [ %r8.d, %r8.t ]
  br label %r9

r9:
  %r9.a = mul i32 %r8.r, 14
  %r9.c = icmp ugt i32 %r9.a, 1000
  br i1 %r9.c, label %r9.t, label %r9.end

r9.t:
  %r9.b = add i32 %r9.a, 15
  %r9.d = xor i32 %r9.b, 77
  br label %r9.end

r9.end:
  %r9.r = phi i32 [ %r9.a, %r9 ], [ %r9.d, %r9.t ]
  br label %r10

r10:
  %r10.a = mul i32 %r9.r, 15
  %r10.c = icmp ugt i32 %r10.a, 1000
  br i1 %r10.c, label %r10.t, label %r10.end

r10.t:
  %r10.b = add i32 %r10.a, 16
  %r10.d = xor i32 %r10.b, 77
  br label %r10.end

r10.end:
  %r10.r = phi i32 [ %r10.a, %r10 ], [ %r10.d, %r10.t ]
  br label %r11

r11:
  %r11.a = mul i32 %r10.r, 16
  %r11.c = icmp ugt i32 %r11.a, 1000
  br i1 %r11.c, label %r11.t, label %r11.end

r11.t:
  %r11.b = add i32 %r11.a, 17
  %r11.d = xor i32 %r11.b, 77
  br label %r11.end

r11.end:
  %r11.r = phi i32 [ %r11.a, %r11 ], [ %r11.d, %r11.t ]
  br label %r12

r12:
  %r12.a = mul i32 %r11.r, 17
  %r12.c = icmp ugt i32 %r12.a, 1000
  br i1 %r12.c, label %r12.t, label %r12.end

r12.t:
  %r12.b = add i32 %r12.a, 18
  %r12.d = xor i32 %r12.b, 77
  br label %r12.end

r12.end:
  %r12.r = phi i32 [ %r12.a, %r12 ], [ %r12.d, %r12.t ]
  br label %r13

r13:
  %r13.a = mul i32 %r12.r, 18
  %r13.c = icmp ugt i32 %r13.a, 1000
  br i1 %r13.c, label %r13.t, label %r13.end

r13.t:
  %r13.b = add i32 %r13.a, 19
  %r13.d = xor i32 %r13.b, 77
  br label %r13.end

r13.end:
  %r13.r = phi i32 [ %r13.a, %r13 ], [ %r13.d, %r13.t ]
  br label %r14

r14:
  %r14.a = mul i32 %r13.r, 19
  %r14.c = icmp ugt i32 %r14.a, 1000
  br i1 %r14.c, label %r14.t, label %r14.end

r14.t:
  %r14.b = add i32 %r14.a, 20
  %r14.d = xor i32 %r14.b, 77
  br label %r14.end

r14.end:
  %r14.r = phi i32 [ %r14.a, %r14 ], [ %r14.d, %r14.t ]
  br label %r15

r15:
  %r15.a = mul i32 %r14.r, 20
  %r15.c = icmp ugt i32 %r15.a, 1000
  br i1 %r15.c, label %r15.t, label %r15.end

r15.t:
  %r15.b = add i32 %r15.a, 21
  %r15.d = xor i32 %r15.b, 77
  br label %r15.end

r15.end:
  %r15.r = phi i32 [ %r15.a, %r15 ], [ %r15.d, %r15.t ]
  br label %r16

r16:
  %r16.a = mul i32 %r15.r, 21
  %r16.c = icmp ugt i32 %r16.a, 1000
  br i1 %r16.c, label %r16.t, label %r16.end

r16.t:
  %r16.b = add i32 %r16.a, 22
  %r16.d = xor i32 %r16.b, 77
  br label %r16.end

r16.end:
  %r16.r = phi i32 [ %r16.a, %r16 ], [ %r16.d, %r16.t ]
  br label %r17

r17:
  %r17.a = mul i32 %r16.r, 22
  %r17.c = icmp ugt i32 %r17.a, 1000
  br i1 %r17.c, label %r17.t, label %r17.end

r17.t:
  %r17.b = add i32 %r17.a, 23
  %r17.d = xor i32 %r17.b, 77
  br label %r17.end

r17.end:
  %r17.r = phi i32 [ %r17.a, %r17 ], [ %r17.d, %r17.t ]
  br label %r18

r18:
  %r18.a = mul i32 %r17.r, 23
  %r18.c = icmp ugt i32 %r18.a, 1000
  br i1 %r18.c, label %r18.t, label %r18.end

r18.t:
  %r18.b = add i32 %r18.a, 24
  %r18.d = xor i32 %r18.b, 77
  br label %r18.end

r18.end:
  %r18.r = phi i32 [ %r18.a, %r18 ], [ %r18.d, %r18.t ]
  br label %r19

r19:
  %r19.a = mul i32 %r18.r, 24
  %r19.c = icmp ugt i32 %r19.a, 1000
  br i1 %r19.c, label %r19.t, label %r19.end

r19.t:
  %r19.b = add i32 %r19.a, 25
  %r19.d = xor i32 %r19.b, 77
  br label %r19.end

r19.end:
  %r19.r = phi i32 [ %r19.a, %r19 ], [ %r19.d, %r19.t ]
  br label %r20

r20:
  %r20.a = mul i32 %r19.r, 25
  %r20.c = icmp ugt i32 %r20.a, 1000
  br i1 %r20.c, label %r20.t, label %r20.end

r20.t:
  %r20.b = add i32 %r20.a, 26
  %r20.d = xor i32 %r20.b, 77
  br label %r20.end

r20.end:
  %r20.r = phi i32 [ %r20.a, %r20 ], [ %r20.d, %r20.t ]
  br label %r21

r21:
  %r21.a = mul i32 %r20.r, 26
  %r21.c = icmp ugt i32 %r21.a, 1000
  br i1 %r21.c, label %r21.t, label %r21.end

r21.t:
  %r21.b = add i32 %r21.a, 27
  %r21.d = xor i32 %r21.b, 77
  br label %r21.end

r21.end:
  %r21.r = phi i32 [ %r21.a, %r21 ], [ %r21.d, %r21.t ]
  br label %r22

r22:
  %r22.a = mul i32 %r21.r, 27
  %r22.c = icmp ugt i32 %r22.a, 1000
  br i1 %r22.c, label %r22.t, label %r22.end

r22.t:
  %r22.b = add i32 %r22.a, 28
  %r22.d = xor i32 %r22.b, 77
  br label %r22.end

r22.end:
  %r22.r = phi i32 [ %r22.a, %r22 ], [ %r22.d, %r22.t ]
  br label %r23

r23:
  %r23.a = mul i32 %r22.r, 28
  %r23.c = icmp ugt i32 %r23.a, 1000
  br i1 %r23.c, label %r23.t, label %r23.end

r23.t:
  %r23.b = add i32 %r23.a, 29
  %r23.d = xor i32 %r23.b, 77
  br label %r23.end

r23.end:
  %r23.r = phi i32 [ %r23.a, %r23 ], [ %r23.d, %r23.t ]
  br label %r24

r24:
  %r24.a = mul i32 %r23.r, 29
  %r24.c = icmp ugt i32 %r24.a, 1000
  br i1 %r24.c, label %r24.t, label %r24.end

r24.t:
  %r24.b = add i32 %r24.a, 30
  %r24.d = xor i32 %r24.b, 77
  br label %r24.end

r24.end:
  %r24.r = phi i32 [ %r24.a, %r24 ], [ %r24.d, %r24.t ]
  br label %r25

r25:
  %r25.a = mul i32 %r24.r, 30
  %r25.c = icmp ugt i32 %r25.a, 1000
  br i1 %r25.c, label %r25.t, label %r25.end

r25.t:
  %r25.b = add i32 %r25.a, 31
  %r25.d = xor i32 %r25.b, 77
  br label %r25.end

r25.end:
  %r25.r = phi i32 [ %r25.a, %r25 ], [ %r25.d, %r25.t ]
  br label %r26

r26:
  %r26.a = mul i32 %r25.r, 31
  %r26.c = icmp ugt i32 %r26.a, 1000
  br i1 %r26.c, label %r26.t, label %r26.end

r26.t:
  %r26.b = add i32 %r26.a, 32
  %r26.d = xor i32 %r26.b, 77
  br label %r26.end

r26.end:
  %r26.r = phi i32 [ %r26.a, %r26 ], [ %r26.d, %r26.t ]
  br label %r27

r27:
  %r27.a = mul i32 %r26.r, 32
  %r27.c = icmp ugt i32 %r27.a, 1000
  br i1 %r27.c, label %r27.t, label %r27.end

r27.t:
  %r27.b = add i32 %r27.a, 33
  %r27.d = xor i32 %r27.b, 77
  br label %r27.end

r27.end:
  %r27.r = phi i32 [ %r27.a, %r27 ], [ %r27.d, %r27.t ]
  br label %r28

r28:
  %r28.a = mul i32 %r27.r, 33
  %r28.c = icmp ugt i32 %r28.a, 1000
  br i1 %r28.c, label %r28.t, label %r28.end

r28.t:
  %r28.b = add i32 %r28.a, 34
  %r28.d = xor i32 %r28.b, 77
  br label %r28.end

r28.end:
  %r28.r = phi i32 [ %r28.a, %r28 ], [ %r28.d, %r28.t ]
  br label %r29

r29:
  %r29.a = mul i32 %r28.r, 34
  %r29.c = icmp ugt i32 %r29.a, 1000
  br i1 %r29.c, label %r29.t, label %r29.end

r29.t:
  %r29.b = add i32 %r29.a, 35
  %r29.d = xor i32 %r29.b, 77
  br label %r29.end

r29.end:
  %r29.r = phi i32 [ %r29.a, %r29 ], [ %r29.d, %r29.t ]
  br label %r30

r30:
  %r30.a = mul i32 %r29.r, 35
  %r30.c = icmp ugt i32 %r30.a, 1000
  br i1 %r30.c, label %r30.t, label %r30.end

r30.t:
  %r30.b = add i32 %r30.a, 36
  %r30.d = xor i32 %r30.b, 77
  br label %r30.end

r30.end:
  %r30.r = phi i32 [ %r30.a, %r30 ], [ %r30.d, %r30.t ]
  br label %r31

r31:
  %r31.a = mul i32 %r30.r, 36
  %r31.c = icmp ugt i32 %r31.a, 1000
  br i1 %r31.c, label %r31.t, label %r31.end

r31.t:
  %r31.b = add i32 %r31.a, 37
  %r31.d = xor i32 %r31.b, 77
  br label %r31.end

r31.end:
  %r31.r = phi i32 [ %r31.a, %r31 ], [ %r31.d, %r31.t ]
  br label %meet

meet:
  %r = phi i32 [ %l31.r, %l31.end ], [ %r31.r, %r31.end ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
