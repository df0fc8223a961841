; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Interleaving where a loop stands before the region: the loops inside the
; region are numbered anew, and only by those numbers may they be looked up.
; Looking is enough to meet the fault, so candidates and preview come first.

; RUN: reconverge -b %s -e 'set linearize=interleave' -e candidates \
; RUN:   -e 'preview linearize' | FileCheck --check-prefix=LOOKED %s
; RUN: reconverge -b -q %s -e 'linearize mode=interleave' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: reconverge -b -q %s -e 'linearize mode=interleave' \
; RUN:   -e 'expect unstructured == 0 and revision == 1'

; LOOKED: 1 of 1 regions in @k can be linearized
; LOOKED: 9 blocks in 9 units

target triple = "nvptx64-nvidia-cuda"

define void @k(ptr addrspace(1) %0, ptr addrspace(1) %1) {
  %3 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 0
  %4 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 0
  %5 = load i32, ptr addrspace(1) %3, align 4
  %6 = icmp eq i32 0, 0
  %7 = getelementptr inbounds nuw i8, ptr addrspace(1) %4, i64 28
  %8 = getelementptr inbounds nuw i8, ptr addrspace(1) null, i64 28
  %9 = icmp eq i32 0, 0
  br label %11

10:
  unreachable

11:
  %12 = phi i32 [ %5, %2 ], [ %18, %11 ]
  %13 = phi i32 [ 0, %2 ], [ %14, %11 ]
  %14 = add nsw i32 %13, -1
  %15 = and i32 %12, 15
  %16 = sub nuw nsw i32 16, %15
  %17 = sdiv i32 0, %16
  %18 = sdiv i32 %17, 16
  br i1 false, label %11, label %19

19:
  %20 = phi i32 [ 0, %11 ]
  %21 = phi i32 [ %18, %11 ]
  %22 = sdiv i32 %21, 0
  %23 = icmp eq i32 0, %22
  br i1 %23, label %24, label %41

24:
  %25 = and i32 %20, 15
  %26 = load i32, ptr addrspace(1) null, align 4
  %27 = and i32 %26, 3
  br i1 false, label %31, label %28

28:
  %29 = sub i32 %20, 0
  br label %30

30:
  br label %30

31:
  br label %32

32:
  br label %33

33:
  %34 = select i1 false, i32 -32768, i32 0
  br i1 false, label %37, label %35

35:
  %36 = and i32 0, 2
  br i1 false, label %37, label %38

37:
  br label %38

38:
  %39 = and i32 0, 1
  br label %40

40:
  br i1 false, label %43, label %31

41:
  %42 = load i32, ptr addrspace(1) null, align 4
  br label %43

43:
  %44 = phi i32 [ 0, %41 ], [ 0, %40 ]
  %45 = phi i32 [ 0, %41 ], [ 0, %40 ]
  %46 = phi i32 [ %42, %41 ], [ 0, %40 ]
  %47 = phi i32 [ %21, %41 ], [ 0, %40 ]
  %48 = and i32 %46, 15
  %49 = add nuw nsw i32 %48, 1
  %50 = sdiv i32 %45, %49
  %51 = and i32 %50, 1
  %52 = icmp eq i32 %51, 0
  ret void
}
