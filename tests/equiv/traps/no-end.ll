; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Divergent branches within divergent branches, all alike: each meld makes new
; ones of the same kind. The number of melds must have a bound at every threshold.
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
  br label %n

n:
  %n.a = add i32 %x, 3
  %n.m = and i32 %n.a, 16
  %n.c = icmp eq i32 %n.m, 0
  br i1 %n.c, label %nl, label %nr

nl:
  %nl.a = add i32 %n.a, 4
  %nl.m = and i32 %nl.a, 8
  %nl.c = icmp eq i32 %nl.m, 0
  br i1 %nl.c, label %nll, label %nlr

nll:
  %nll.a = add i32 %nl.a, 5
  %nll.m = and i32 %nll.a, 4
  %nll.c = icmp eq i32 %nll.m, 0
  br i1 %nll.c, label %nlll, label %nllr

nlll:
  %nlll.a = add i32 %nll.a, 6
  %nlll.m = and i32 %nlll.a, 2
  %nlll.c = icmp eq i32 %nlll.m, 0
  br i1 %nlll.c, label %nllll, label %nlllr

nllll:
  %nllll.a = mul i32 %nlll.a, 7
  %nllll.b = xor i32 %nllll.a, 8
  store i32 %nllll.b, ptr addrspace(1) %out.at, align 4
  br label %done

nlllr:
  %nlllr.a = mul i32 %nlll.a, 8
  %nlllr.b = xor i32 %nlllr.a, 9
  store i32 %nlllr.b, ptr addrspace(1) %out.at, align 4
  br label %done

nllr:
  %nllr.a = add i32 %nll.a, 7
  %nllr.m = and i32 %nllr.a, 2
  %nllr.c = icmp eq i32 %nllr.m, 0
  br i1 %nllr.c, label %nllrl, label %nllrr

nllrl:
  %nllrl.a = mul i32 %nllr.a, 8
  %nllrl.b = xor i32 %nllrl.a, 9
  store i32 %nllrl.b, ptr addrspace(1) %out.at, align 4
  br label %done

nllrr:
  %nllrr.a = mul i32 %nllr.a, 9
  %nllrr.b = xor i32 %nllrr.a, 10
  store i32 %nllrr.b, ptr addrspace(1) %out.at, align 4
  br label %done

nlr:
  %nlr.a = add i32 %nl.a, 6
  %nlr.m = and i32 %nlr.a, 4
  %nlr.c = icmp eq i32 %nlr.m, 0
  br i1 %nlr.c, label %nlrl, label %nlrr

nlrl:
  %nlrl.a = add i32 %nlr.a, 7
  %nlrl.m = and i32 %nlrl.a, 2
  %nlrl.c = icmp eq i32 %nlrl.m, 0
  br i1 %nlrl.c, label %nlrll, label %nlrlr

nlrll:
  %nlrll.a = mul i32 %nlrl.a, 8
  %nlrll.b = xor i32 %nlrll.a, 9
  store i32 %nlrll.b, ptr addrspace(1) %out.at, align 4
  br label %done

nlrlr:
  %nlrlr.a = mul i32 %nlrl.a, 9
  %nlrlr.b = xor i32 %nlrlr.a, 10
  store i32 %nlrlr.b, ptr addrspace(1) %out.at, align 4
  br label %done

nlrr:
  %nlrr.a = add i32 %nlr.a, 8
  %nlrr.m = and i32 %nlrr.a, 2
  %nlrr.c = icmp eq i32 %nlrr.m, 0
  br i1 %nlrr.c, label %nlrrl, label %nlrrr

nlrrl:
  %nlrrl.a = mul i32 %nlrr.a, 9
  %nlrrl.b = xor i32 %nlrrl.a, 10
  store i32 %nlrrl.b, ptr addrspace(1) %out.at, align 4
  br label %done

nlrrr:
  %nlrrr.a = mul i32 %nlrr.a, 10
  %nlrrr.b = xor i32 %nlrrr.a, 11
  store i32 %nlrrr.b, ptr addrspace(1) %out.at, align 4
  br label %done

nr:
  %nr.a = add i32 %n.a, 5
  %nr.m = and i32 %nr.a, 8
  %nr.c = icmp eq i32 %nr.m, 0
  br i1 %nr.c, label %nrl, label %nrr

nrl:
  %nrl.a = add i32 %nr.a, 6
  %nrl.m = and i32 %nrl.a, 4
  %nrl.c = icmp eq i32 %nrl.m, 0
  br i1 %nrl.c, label %nrll, label %nrlr

nrll:
  %nrll.a = add i32 %nrl.a, 7
  %nrll.m = and i32 %nrll.a, 2
  %nrll.c = icmp eq i32 %nrll.m, 0
  br i1 %nrll.c, label %nrlll, label %nrllr

nrlll:
  %nrlll.a = mul i32 %nrll.a, 8
  %nrlll.b = xor i32 %nrlll.a, 9
  store i32 %nrlll.b, ptr addrspace(1) %out.at, align 4
  br label %done

nrllr:
  %nrllr.a = mul i32 %nrll.a, 9
  %nrllr.b = xor i32 %nrllr.a, 10
  store i32 %nrllr.b, ptr addrspace(1) %out.at, align 4
  br label %done

nrlr:
  %nrlr.a = add i32 %nrl.a, 8
  %nrlr.m = and i32 %nrlr.a, 2
  %nrlr.c = icmp eq i32 %nrlr.m, 0
  br i1 %nrlr.c, label %nrlrl, label %nrlrr

nrlrl:
  %nrlrl.a = mul i32 %nrlr.a, 9
  %nrlrl.b = xor i32 %nrlrl.a, 10
  store i32 %nrlrl.b, ptr addrspace(1) %out.at, align 4
  br label %done

nrlrr:
  %nrlrr.a = mul i32 %nrlr.a, 10
  %nrlrr.b = xor i32 %nrlrr.a, 11
  store i32 %nrlrr.b, ptr addrspace(1) %out.at, align 4
  br label %done

nrr:
  %nrr.a = add i32 %nr.a, 7
  %nrr.m = and i32 %nrr.a, 4
  %nrr.c = icmp eq i32 %nrr.m, 0
  br i1 %nrr.c, label %nrrl, label %nrrr

nrrl:
  %nrrl.a = add i32 %nrr.a, 8
  %nrrl.m = and i32 %nrrl.a, 2
  %nrrl.c = icmp eq i32 %nrrl.m, 0
  br i1 %nrrl.c, label %nrrll, label %nrrlr

nrrll:
  %nrrll.a = mul i32 %nrrl.a, 9
  %nrrll.b = xor i32 %nrrll.a, 10
  store i32 %nrrll.b, ptr addrspace(1) %out.at, align 4
  br label %done

nrrlr:
  %nrrlr.a = mul i32 %nrrl.a, 10
  %nrrlr.b = xor i32 %nrrlr.a, 11
  store i32 %nrrlr.b, ptr addrspace(1) %out.at, align 4
  br label %done

nrrr:
  %nrrr.a = add i32 %nrr.a, 9
  %nrrr.m = and i32 %nrrr.a, 2
  %nrrr.c = icmp eq i32 %nrrr.m, 0
  br i1 %nrrr.c, label %nrrrl, label %nrrrr

nrrrl:
  %nrrrl.a = mul i32 %nrrr.a, 10
  %nrrrl.b = xor i32 %nrrrl.a, 11
  store i32 %nrrrl.b, ptr addrspace(1) %out.at, align 4
  br label %done

nrrrr:
  %nrrrr.a = mul i32 %nrrr.a, 11
  %nrrrr.b = xor i32 %nrrrr.a, 12
  store i32 %nrrrr.b, ptr addrspace(1) %out.at, align 4
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
