#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shuffles, ballots and votes of OpenCL's sub-groups, against a model in Python: on
both targets, in a branch that some of the threads take, in a sub-group that is not
full and, with 32 lanes, in two. TAP."""

import os
import struct
import subprocess

OURS = os.environ["RECONVERGE"]
N = 40  # threads
TARGETS = (("amdgcn-amd-amdhsa", "amdgpu_kernel", 64), ("nvptx64-nvidia-cuda", "ptx_kernel", 32))
VALUE = [t * 7 % 11 for t in range(N)]
ACTIVE = [t for t in range(N) if VALUE[t] > 3]


class Thread:
    """A thread, as the functions see it."""

    def __init__(self, number, size):
        first = number // size * size
        self.lane, self.size = number - first, min(size, N - first)
        self.active = [t - first for t in ACTIVE if first <= t < first + self.size]
        self.value = {lane: VALUE[first + lane] for lane in self.active}
        self.ballot = sum(1 << lane for lane in self.active if self.value[lane] & 1)

    def get(self, lane):
        return self.value.get(lane, 0)  # undefined, and stored as what was there

    def all(self):
        return (1 << self.size) - 1


def ones(mask):
    return bin(mask).count("1")


# name, parameters as mangled, arguments, what the thread gets
FUNCTIONS = (
    ("sub_group_shuffle", "ij", "i32 %v, i32 3", lambda t: t.get(3)),
    ("intel_sub_group_shuffle", "ij", "i32 %v, i32 5", lambda t: t.get(5)),
    ("sub_group_non_uniform_broadcast", "ij", "i32 %v, i32 2", lambda t: t.get(2)),
    ("sub_group_shuffle_xor", "ij", "i32 %v, i32 1", lambda t: t.get(t.lane ^ 1)),
    ("intel_sub_group_shuffle_xor", "ij", "i32 %v, i32 6", lambda t: t.get(t.lane ^ 6)),
    ("sub_group_shuffle_up", "ij", "i32 %v, i32 2", lambda t: t.get(t.lane - 2)),
    ("sub_group_shuffle_down", "ij", "i32 %v, i32 3", lambda t: t.get(t.lane + 3)),
    ("sub_group_rotate", "ii", "i32 %v, i32 -1", lambda t: t.get((t.lane - 1) % t.size)),
    ("sub_group_rotate", "ii", "i32 %v, i32 70", lambda t: t.get((t.lane + 70) % t.size)),
    ("sub_group_broadcast_first", "i", "i32 %v", lambda t: t.get(t.active[0])),
    ("sub_group_elect", "v", "", lambda t: t.lane == t.active[0]),
    ("sub_group_non_uniform_all", "i", "i32 %odd", lambda t: all(v & 1 for v in t.value.values())),
    ("sub_group_non_uniform_all", "i", "i32 %v", lambda t: 1),
    ("sub_group_non_uniform_any", "i", "i32 %odd", lambda t: any(v & 1 for v in t.value.values())),
    ("sub_group_non_uniform_any", "i", "i32 %none", lambda t: 0),
    ("sub_group_non_uniform_all_equal", "i", "i32 %v", lambda t: len(set(t.value.values())) == 1),
    ("sub_group_non_uniform_all_equal", "i", "i32 %none", lambda t: 1),
    ("sub_group_inverse_ballot", "Dv4_j", "<4 x i32> %b", lambda t: t.ballot >> t.lane & 1),
    ("sub_group_ballot_bit_extract", "Dv4_jj", "<4 x i32> %b, i32 7", lambda t: t.ballot >> 7 & 1),
    ("sub_group_ballot_bit_count", "Dv4_j", "<4 x i32> %b", lambda t: ones(t.ballot)),
    ("sub_group_ballot_bit_count", "Dv4_j", "<4 x i32> %ones", lambda t: t.size),
    ("sub_group_ballot_inclusive_scan", "Dv4_j", "<4 x i32> %b",
     lambda t: ones(t.ballot & (2 << t.lane) - 1)),
    ("sub_group_ballot_exclusive_scan", "Dv4_j", "<4 x i32> %b",
     lambda t: ones(t.ballot & (1 << t.lane) - 1)),
    ("sub_group_ballot_find_lsb", "Dv4_j", "<4 x i32> %b",
     lambda t: (t.ballot & -t.ballot).bit_length() - 1),
    ("sub_group_ballot_find_msb", "Dv4_j", "<4 x i32> %b", lambda t: t.ballot.bit_length() - 1),
)
# name, argument, the mask that the thread gets
MASKS = (
    ("sub_group_ballot", "i", "i32 %odd", lambda t: t.ballot),
    ("get_sub_group_eq_mask", "v", "", lambda t: 1 << t.lane),
    ("get_sub_group_ge_mask", "v", "", lambda t: t.all() & -(1 << t.lane)),
    ("get_sub_group_gt_mask", "v", "", lambda t: t.all() & -(2 << t.lane)),
    ("get_sub_group_le_mask", "v", "", lambda t: (2 << t.lane) - 1),
    ("get_sub_group_lt_mask", "v", "", lambda t: (1 << t.lane) - 1),
)
# The same for each type that has another width, and for vectors.
TYPES = (("double", "d"), ("i64", "l"), ("i8", "c"), ("half", "Dh"), ("<2 x i32>", "Dv2_i"))


def mangled(name, parameters):
    return f"_Z{len(name)}{name}{parameters}"


def module(triple, kernel):
    code, declared, rows = "", {}, 0

    def call(result, name, parameters, arguments):
        full = mangled(name, parameters)
        kinds = ", ".join(one.rsplit(" ", 1)[0] for one in arguments.split(", ") if one)
        declared[full] = f"declare {result} @{full}({kinds}) convergent\n"
        return f"call {result} @{full}({arguments})\n"

    def store(value):
        nonlocal code, rows
        code += f"""  %o{rows} = add i32 %t, {N * rows}
  %p{rows} = getelementptr i32, ptr addrspace(1) %out, i32 %o{rows}
  store i32 {value}, ptr addrspace(1) %p{rows}
"""
        rows += 1

    for name, parameters, arguments, _ in FUNCTIONS:
        code += f"  %r{rows} = " + call("i32", name, parameters, arguments)
        store(f"%r{rows}")
    for name, parameters, arguments, _ in MASKS:
        first = rows
        code += f"  %m{first} = " + call("<4 x i32>", name, parameters, arguments)
        for k in range(4):
            code += f"  %r{rows} = extractelement <4 x i32> %m{first}, i32 {k}\n"
            store(f"%r{rows}")
    for kind, letters in TYPES:
        first = rows
        convert = {"i64": "zext", "i8": "trunc", "double": "uitofp", "half": "uitofp"}.get(kind)
        back = {"i64": "trunc", "i8": "zext", "double": "fptoui", "half": "fptoui"}.get(kind)
        code += (f"  %w{first} = {convert} i32 %v to {kind}\n" if convert else
                 f"  %w{first} = insertelement <2 x i32> zeroinitializer, i32 %v, i32 1\n")
        code += f"  %x{first} = " + call(kind, "sub_group_shuffle_xor", letters + "j",
                                         f"{kind} %w{first}, i32 1")
        code += (f"  %r{first} = {back} {kind} %x{first} to i32\n" if back else
                 f"  %r{first} = extractelement <2 x i32> %x{first}, i32 1\n")
        # What is undefined is not converted.
        code += f"  %s{first} = select i1 %other, i32 %r{first}, i32 0\n"
        store(f"%s{first}")
    return f"""target triple = "{triple}"
declare i64 @_Z12get_local_idj(i32)
{''.join(declared.values())}
define {kernel} void @sub(ptr addrspace(1) %out) convergent {{
  %id = call i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  %t7 = mul i32 %t, 7
  %v = urem i32 %t7, 11
  %next = xor i32 %t, 1
  %n7 = mul i32 %next, 7
  %nv = urem i32 %n7, 11
  %other = icmp ugt i32 %nv, 3
  %some = icmp ugt i32 %v, 3
  br i1 %some, label %in, label %end
in:
  %odd = and i32 %v, 1
  %none = lshr i32 %v, 8
  %ones = xor <4 x i32> zeroinitializer, <i32 -1, i32 -1, i32 -1, i32 -1>
  %b = {call('<4 x i32>', 'sub_group_ballot', 'i', 'i32 %odd')}{code}  br label %end
end:
  ret void
}}
""", rows


def expected(size):
    threads = [Thread(t, size) for t in range(N)]
    rows = [f for *_, f in FUNCTIONS]
    rows += [lambda t, f=f, k=k: f(t) >> 32 * k & 0xffffffff for *_, f in MASKS for k in range(4)]
    rows += [lambda t: t.get(t.lane ^ 1)] * len(TYPES)
    names = [name for name, *_ in FUNCTIONS] + [name for name, *_ in MASKS for _ in range(4)] + [
        "sub_group_shuffle_xor of " + kind for kind, _ in TYPES]
    return [(name, [int(f(threads[t])) if t in ACTIVE else 0 for t in range(N)])
            for name, f in zip(names, rows)]


def main():
    number = 0
    print(f"1..{len(TARGETS) * len(expected(64))}")
    for triple, kernel, size in TARGETS:
        text, rows = module(triple, kernel)
        with open("sub.ll", "w", encoding="utf-8") as out:
            out.write(text)
        subprocess.run([OURS, "-b", "-q", "-e", f"launch grid=1 block={N} out=i32[{N * rows}]",
                        "-e", "simulate", "-e", "dump out out.bin", "sub.ll"], check=True)
        with open("out.bin", "rb") as left:
            got = struct.unpack(f"<{N * rows}I", left.read())
        for k, (name, want) in enumerate(expected(size)):
            number += 1
            here = list(got[k * N:k * N + N])
            print(f"{'ok' if here == want else 'not ok'} {number} - {name} on {triple}")
            if here != want:
                print(f"# expected {want}\n# got      {here}")


if __name__ == "__main__":
    main()
