#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The host code that `regroup from= host=` writes finds the array that the program
finds, byte for byte. It is compiled as C99 and as C++, and as host code of CUDA and HIP, and run on the buffers of
launches: of all types of inputs, in grids of one to three dimensions, behind a
function that the kernel calls, with threads whose inputs are outside of their buffer,
and on a launch with other data and more thread blocks than that for which it was
made. TAP."""

import os
import subprocess

OURS = os.environ["RECONVERGE"]
CC = os.environ.get("CC") or "cc"
SAMPLES = os.environ["SAMPLES"]

TYPES = ("i1", "i8", "i16", "i32", "i64", "float", "double")


def loop(name, before, bound):
    """A loop that a thread runs as often as `bound` says."""
    return f"""  br label %{name}
{name}:
  %{name}i = phi i32 [ 0, %{before} ], [ %{name}j, %{name} ]
  %{name}j = add i32 %{name}i, 1
  %{name}c = icmp ult i32 %{name}j, {bound}
  br i1 %{name}c, label %{name}, label %{name}x
{name}x:
"""


def bounded(kind):
    """The loaded number %v<kind> as the bound of a loop, %b<kind>."""
    if kind in ("float", "double"):
        how = f"fptoui {kind} %v{kind} to i32"
    elif kind == "i64":
        how = f"trunc i64 %v{kind} to i32"
    else:
        how = f"zext {kind} %v{kind} to i32" if kind != "i32" else "add i32 0, %vi32"
    return f"  %b{kind} = {how}\n"


def all_types():
    """A loop for each type."""
    code, before = "", "entry"
    for kind in TYPES:
        step = "i8" if kind == "i1" else kind
        code += f"  %p{kind} = getelementptr {step}, ptr addrspace(1) %{kind}in, i64 %g\n"
        code += f"  %v{kind} = load {kind}, ptr addrspace(1) %p{kind}\n" + bounded(kind)
        code += loop("l" + kind, before, f"%b{kind}")
        before = f"l{kind}x"
    args = ", ".join(f"ptr addrspace(1) %{kind}in" for kind in TYPES)
    return f"""define ptx_kernel void @types({args}) {{
entry:
  %g = call i64 @_Z13get_global_idj(i32 0)
{code}  ret void
}}
"""


MODULE = """target triple = "nvptx64-nvidia-cuda"
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z15get_global_sizej(i32) nounwind willreturn memory(none)
""" + all_types() + f"""
define ptx_kernel void @space(ptr addrspace(1) %in, ptr addrspace(1) %two) {{
entry:
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %z = call i64 @_Z13get_global_idj(i32 2)
  %w = call i64 @_Z15get_global_sizej(i32 0)
  %h = call i64 @_Z15get_global_sizej(i32 1)
  %zh = mul i64 %z, %h
  %yz = add i64 %y, %zh
  %row = mul i64 %yz, %w
  %g = add i64 %row, %x
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %g
  %n = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %two, i64 %x
  %m = load i32, ptr addrspace(1) %q
{loop("a", "entry", "%n")}{loop("b", "ax", "%m")}  ret void
}}
define ptx_kernel void @wrapper(ptr addrspace(1) %in, i32 %n) {{
  %from = getelementptr i8, ptr addrspace(1) %in, i64 8
  call void @body(ptr addrspace(1) %from, i32 %n)
  ret void
}}
define void @body(ptr addrspace(1) %at, i32 %n) noinline {{
entry:
  %g = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %g to i32
  %c = icmp ult i32 %t, %n
  br i1 %c, label %in, label %out
in:
  %p = getelementptr i32, ptr addrspace(1) %at, i64 %g
  %v = load i32, ptr addrspace(1) %p
{loop("a", "in", "%v")}  br label %out
out:
  ret void
}}
"""

# kernel, launch, inputs in the order of the arguments, thread blocks along x,
# algorithm
KERNELS = (
    ("types", "grid=5 block=48 i1in=u8[240]:random(0,2) i8in=u8[240]:random(0,9) "
     "i16in=u16[240]:random(0,9) i32in=u32[240]:random(0,9) i64in=u64[240]:random(0,9) "
     "floatin=f32[240]:random(0,9) doublein=f64[240]:random(0,9)",
     [kind + "in" for kind in TYPES], 5, "greedy-max"),
    ("space", "grid=2,3,2 block=5,3,4 in=u32[720]:random(0,9) two=u32[10]:random(0,5)",
     ["in", "two"], 2, "sorting"),
    ("wrapper", "grid=3 block=64 in=u32[132]:random(0,30) n=130", ["in"], 3, "greedy-max"),
)
COUNTS = ("bbv_counts", f"{SAMPLES}/bbv_counts.launch.json",
          ["rounds", "trips", "ways", "skips"], 2, "greedy-max")
COUNTS_AGAIN = "launch grid=3 seed=7 " + " ".join(
    f"{name}=u32[576]:random(0,{most})" for name, most in
    (("rounds", 32), ("trips", 64), ("ways", 1 << 32), ("skips", 1 << 32),
     ("data", 1 << 32)))


def ours(module, *commands):
    done = subprocess.run(
        [OURS, "-b", "-q", module] + [w for c in commands for w in ("-e", c)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True)
    if done.returncode:
        raise SystemExit(f"Bail out! {commands}: {done.stdout}")


def dump(folder, inputs):
    os.mkdir(folder)
    return [f"dump {name} {folder}/{name}" for name in inputs]


def write_all():
    """The host code of all kernels, and what the program finds. Returns the calls
    to make: label, function, thread blocks, folder with order and inputs, inputs."""
    calls = []
    with open("k.ll", "w") as out:
        out.write(MODULE)
    for name, launch, inputs, blocks, algorithm in KERNELS:
        ours("k.ll", f"function {name}", f"launch {launch}", "simulate",
             *dump(name, inputs), "regroup from=model force=yes "
             f"algorithm={algorithm} file={name}/order host={name}.h")
        calls.append((name, name, blocks, name, inputs))
    name, launch, inputs, blocks, algorithm = COUNTS
    sample = f"{SAMPLES}/bbv_counts.nvptx64.ll"
    ours(sample, f"launch {launch}", "simulate", "model m.json", *dump(name, inputs),
         "set sms=1", f"regroup from=m.json file={name}/order host={name}.h",
         "undo", COUNTS_AGAIN, "simulate", *dump("again", inputs),
         "regroup from=m.json file=again/order")
    calls.append((name, name, blocks, name, inputs))
    calls.append(("other data, more blocks", name, 3, "again", inputs))
    return calls


HARNESS = """#include <stdio.h>
struct file { void *at; size_t n; };
static struct file slurp(const char *path)
{
	struct file file;
	FILE *in = fopen(path, "rb");

	file.at = malloc(1 << 20);
	file.n = in ? fread(file.at, 1, 1 << 20, in) : 0;
	return file;
}
static int failed(int done, const uint32_t *order, const char *path)
{
	struct file want = slurp(path);

	return done || !want.n || memcmp(order, want.at, want.n) != 0;
}
int main(void)
{
	static uint32_t order[1 << 16];
	uint64_t cycles[2];
	int done;
"""


def harness(calls):
    names = dict.fromkeys(call[1] for call in calls)
    code = "".join(f'#include "{name}.h"\n' for name in names) + HARNESS
    for label, name, blocks, folder, inputs in calls:
        files = ", ".join(f'slurp("{folder}/{i}")' for i in inputs)
        args = ", ".join(f"in[{k}].at, in[{k}].n" for k in range(len(inputs)))
        code += f"""	{{
		struct file in[] = {{{files}}};

		memset(order, 0xff, sizeof order);
		done = {name}_regroup({blocks}, {args}, order, cycles);
		printf("%d %s\\n", failed(done, order, "{folder}/order"), "{label}");
	}}
"""
    code += """	printf("%d a grid of another size is refused\\n",
	       space_regroup(3, order, 0, order, 0, order, cycles) != -2);
	return 0;
}
"""
    with open("main.c", "w") as out:
        out.write(code)


def compile_and_run(words):
    done = subprocess.run(words + ["-o", "main", "main.c"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode or done.stdout:
        yield False, "compiles without a warning\n# " + done.stdout.replace("\n", "\n# ")
        return
    done = subprocess.run(["./main"], stdout=subprocess.PIPE, text=True)
    lines = done.stdout.splitlines()
    yield done.returncode == 0 and bool(lines), "runs"
    for line in lines:
        yield line.startswith("0 "), line[2:]


def main():
    calls = write_all()
    harness(calls)
    n = 0
    warn = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
    for words in ([*CC.split(), "-std=c99", "-O0"], [*CC.split(), "-x", "c++", "-O0"]):
        language = "C++" if "c++" in words else "C99"
        for ok, what in compile_and_run(words + warn):
            n += 1
            print(f"{'ok' if ok else 'not ok'} {n} - {language}: {what}")
    for language in ("cuda", "hip") if os.environ.get("CLANG") else ():
        done = subprocess.run(
            [os.environ["CLANG"], "-x", language, "--offload-host-only", "-nogpuinc",
             "-nogpulib", "-fsyntax-only", "-Wno-unknown-cuda-version", "types.h"]
            + warn[:-1], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        n += 1
        print("not ok" if done.returncode else "ok", f"{n} - host code of {language}")
        print("".join(f"# {line}\n" for line in done.stdout.splitlines()), end="")
    print(f"1..{n}")


if __name__ == "__main__":
    main()
