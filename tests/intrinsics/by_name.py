#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of device libraries that the simulator knows by name, with no
library linked: mathematics of OpenCL C against Python's, and names that are
declared with other types than their own. by_name_soak.py: every function of
libdevice and ROCm's mathematics in the tables against the library itself, too.
"""

import math
import os
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import libraries  # noqa: E402

SOURCE = os.environ.get("srcdir", ".")
N = 64
IR = {"c": "i8", "h": "i8", "s": "i16", "t": "i16", "i": "i32", "j": "i32",
      "l": "i64", "m": "i64", "f": "float", "d": "double"}
ELEM = {"s": "u16", "i": "u32", "j": "u32", "l": "u64", "m": "u64",
        "f": "f32", "d": "f64"}
FORM = {"s": "H", "i": "I", "j": "I", "l": "Q", "m": "Q", "f": "f", "d": "d"}
HEAD = {"amdgcn": 'target triple = "amdgcn-amd-amdhsa"\n', "nvptx64":
        'target triple = "nvptx64-nvidia-cuda"\n'}
KERNEL = {"amdgcn": "amdgpu_kernel", "nvptx64": "ptx_kernel"}
ID = {"amdgcn": "llvm.amdgcn.workitem.id.x",
      "nvptx64": "llvm.nvvm.read.ptx.sreg.tid.x"}
count = 0


def point(wrong, title):
    global count
    count += 1
    print("%sok %d - %s" % ("not " if wrong else "", count, title))
    if wrong:
        print("# " + wrong.strip().replace("\n", "\n# "))


def reconverge(script, module):
    open(module + ".rcv", "w").write("\n".join(script) + "\n")
    done = subprocess.run([os.environ.get("RECONVERGE", "reconverge"), "-b",
                           "-q", "-x", module + ".rcv", module],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True)
    return done.returncode, done.stdout


# ---- mathematics against Python's -------------------------------------------

def mathematics():
    open("math.cl", "w").write(libraries.source())
    for target in ("amdgcn", "nvptx64"):
        libraries.compile_for(target, target + "-none.bc")
        cases, done = libraries.run(target + "-none.bc", [])
        for kernel, model, xs, units, single in cases:
            wrong = done.stdout[-600:] if done.returncode else \
                libraries.judge(kernel, model, xs, 0 if single else units,
                                single)
            point(wrong, "%s, %s" % (target, kernel))


# ---- every function against the library --------------------------------------

def rows(path):
    text = open(os.path.join(SOURCE, "include", "reconverge", path)).read()
    return re.findall(r'^BUILTIN\("([^"]+)", (\w+), \w+, "([^"]*)", (\w+)',
                      text, re.M)


def functions(target):
    """(name, parameters, result); P and Q: a float, an int that it stores."""
    out, common = [], []
    for name, _, types, how in rows("builtin_opencl.def"):
        if types.startswith("F:") and how == "formula":
            common.append((name, types))
    if target == "nvptx64":
        for name, _, types, _ in rows("builtin_nv.def"):
            out.append(("__nv_" + name, *types[2:].split("=")))
        own = {name for name, *_ in rows("builtin_nv.def")}
        for name, types in common:
            for suffix, t in (("f", "f"), ("", "d")):
                if name + suffix not in own:
                    out.append(("__nv_" + name + suffix,
                                *signature(types, t)))
        return out
    own = [(n, t) for n, _, t, how in rows("builtin_ocml.def")
           if how == "formula"]
    have = {n for n, _ in own}
    for name, types in own + [c for c in common if c[0] not in have]:
        for suffix, t in (("_f32", "f"), ("_f64", "d")):
            out.append(("__ocml_" + name + suffix, *signature(types, t)))
    return out


def signature(types, t):
    params, result = types[2:].split("=")
    plain = {"T": t, "B": t, "E": t, "I": "i", "K": "i", "R": "i"}
    return ("".join(plain.get(p, p) for p in params), plain[result])


def inputs(name, letter, rng, small):
    if letter in "ij" and small:  # exponents
        xs = [rng.randrange(-9, 10) for _ in range(N)]
        return [x & 0xffffffff for x in xs]
    if letter == "s":
        return [rng.randrange(0x7c00) | rng.randrange(2) << 15
                for _ in range(N)]
    if letter in "ijlm":
        bits = 32 if letter in "ij" else 64
        return [rng.getrandbits(bits) >> rng.randrange(bits)
                for _ in range(N)]
    xs = [rng.choice((-1, 1)) * math.exp(rng.uniform(-4, 3))
          for _ in range(N - 2)] + [0.0, 1.0]
    if "pow" in name:  # libdevice branches on what 0 leaves undefined
        xs[-2] = 0.5
    if name.startswith("__nv_") and re.search("2u?(int|ll)", name):
        xs = [abs(x) * 100 for x in xs]
    return xs


def kernel_of(target, fn, params, result):
    """Loads one element an argument, calls, stores the results."""
    p = "ptr addrspace(1)"
    # libdevice stores through generic pointers, ROCm's to private memory
    private = 5 if target == "amdgcn" else 0
    args, lines, passed, decl, outs = [], [], [], [], []
    for k, letter in enumerate(params):
        if letter in "PQ":
            t = "i32" if letter == "Q" else IR[params[0]]
            lines.append("%%q%d = alloca %s, addrspace(%d)" % (k, t, private)
                         if private else "%%q%d = alloca %s" % (k, t))
            ptr = "ptr addrspace(5)" if private else "ptr"
            passed.append("%s %%q%d" % (ptr, k))
            decl.append(ptr)
            outs.append((k, t, "i" if letter == "Q" else params[0]))
        else:
            t = IR[letter]
            args.append("%s %%a%d" % (p, k))
            lines += ["%%g%d = getelementptr %s, %s %%a%d, i32 %%i"
                      % (k, t, p, k),
                      "%%x%d = load %s, %s %%g%d" % (k, t, p, k)]
            passed.append("%s %%x%d" % (t, k))
            decl.append(t)
    back = IR.get(result, "void")
    lines.append("%scall %s @%s(%s)" % ("%r = " if result != "v" else "",
                                        back, fn, ", ".join(passed)))
    for k, t, _ in outs:
        ptr = "ptr addrspace(5)" if private else "ptr"
        args.append("%s %%o%d" % (p, k))
        lines += ["%%l%d = load %s, %s %%q%d" % (k, t, ptr, k),
                  "%%h%d = getelementptr %s, %s %%o%d, i32 %%i" % (k, t, p, k),
                  "store %s %%l%d, %s %%h%d" % (t, k, p, k)]
    if result != "v":
        args.append(p + " %out")
        lines += ["%%g = getelementptr %s, %s %%out, i32 %%i" % (back, p),
                  "store %s %%r, %s %%g" % (back, p)]
    text = "declare %s @%s(%s)\n" % (back, fn, ", ".join(decl))
    text += "define %s void @k%s(%s) {\n  %%i = call i32 @%s()\n  %s\n" \
        "  ret void\n}\n" % (KERNEL[target], fn, ", ".join(args), ID[target],
                             "\n  ".join(lines))
    return text, [letter for *_, letter in outs] + \
        ([result] if result != "v" else [])


def script_of(fn, params, outs, label):
    rng, at, words, dumps = random.Random(fn), 0, [], []
    small = re.search("ldexp|pow|scal|root", fn)
    for letter in params:
        if letter in "PQ":
            continue
        data = inputs(fn, letter, rng, small)
        path = "%s.in%d" % (fn, at)
        open(path, "wb").write(struct.pack("<%d%s" % (N, FORM[letter]),
                                           *data))
        words.append("arg%d=%s[%d]:file(%s)" % (at, ELEM[letter], N, path))
        at += 1
    for letter in outs:
        words.append("arg%d=%s[%d]:zero" % (at, ELEM[letter], N))
        dumps.append("dump %d %s.%s%d" % (at, fn, label, len(dumps)))
        at += 1
    return ["function k" + fn, "launch grid=1 block=%d %s" % (
        N, " ".join(words)), "simulate"] + dumps


def near(fn, letter, x, y):
    if "remquo" in fn and letter == "i":
        return (x - y) % 8 == 0  # more bits of the quotient are not promised
    if letter not in "fd":
        return x == y
    if x == y or (x != x and y != y):
        return True
    if re.search("_r[nzud]$|_rt[enpz]_", fn) and "sqrt" not in fn:
        return False
    # what is called native or fast, and functions that pass through 0
    off = 2e-6 if letter == "f" else 4e-15
    if re.search("native|fast", fn):
        off = 2e-4
    elif re.search("gamma|[jy][01]|inv|ncdf|normcdf|pi|pow|exp", fn):
        off *= 32
    return abs(x - y) <= off * max(1, abs(y))


def judge(fn, outs):
    for k, letter in enumerate(outs):
        form = "<%d%s" % (N, FORM[letter])
        ours, theirs = (struct.unpack(form, open("%s.%s%d" % (fn, label, k),
                                                 "rb").read())
                        for label in ("own", "lib"))
        for i, (x, y) in enumerate(zip(ours, theirs)):
            if not near(fn, letter, x, y):
                return "result %d, thread %d: %r, the library's %r" % (
                    k, i, x, y)
    return None


def defined(library):
    tool = os.environ.get("LLVM_NM", "llvm-nm-" +
                          os.environ.get("LLVM_VERSION_MAJOR", "22"))
    done = subprocess.run([tool, "--defined-only", library],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          universal_newlines=True)
    return {line.split()[-1] for line in done.stdout.splitlines() if line}


def against(target, names):
    fetch = os.path.join(SOURCE, "tests", "corpus", "fetch.sh")
    done = subprocess.run([fetch, "all", target], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    libs = libraries.find(done.stdout.split(), *names) \
        if done.returncode == 0 else None
    if not libs:
        point(None, "%s against its library # SKIP library missing" % target)
        return
    have = set().union(*map(defined, libs))
    text, own, linked, cases = HEAD[target], [], [], []
    for fn, params, result in functions(target):
        if fn not in have:
            continue
        kernel, outs = kernel_of(target, fn, params, result)
        text += kernel
        own += script_of(fn, params, outs, "own")
        linked += script_of(fn, params, outs, "lib")
        cases.append((fn, outs))
    text += "declare i32 @%s()\n" % ID[target]
    module = target + ".ll"
    open(module, "w").write(text)
    for script in (own, ["link " + lib for lib in libs] + linked):
        status, said = reconverge(script, module)
        if status:
            point("status %d: %s" % (status, said[-600:]), "%s runs" % target)
            return
    for fn, outs in cases:
        point(judge(fn, outs), fn)


# ---- other types than their own -----------------------------------------------

STRANGE = (  # result, name, types
    ("float", "_Z3sinf", ("double",)),
    ("double", "_Z3sinf", ("float",)),
    ("float", "_Z3sinf", ("float", "float")),
    ("<4 x float>", "_Z3sinDv4_f", ("<3 x float>",)),
    ("float", "_Z3sinff", ("float", "float")),
    ("float", "_Z3sini", ("i32",)),
    ("i64", "_Z13get_global_idj", ("i64",)),
    ("float", "_Z13get_global_idj", ("i32",)),
    ("i64", "_Z13get_global_idj", ()),
    ("i32", "_Z7barrierj", ("i32",)),
    ("i32", "_Z7isequalff", ("<2 x float>", "float")),
    ("i32", "_Z3maxif", ("i32", "float")),
    ("<4 x i8>", "_Z13convert_char4Dv3_f", ("<3 x float>",)),
    ("i8", "_Z13convert_char5f", ("float",)),
    ("<4 x float>", "_Z6vload4mPKf", ("i64", "i64")),
    ("<4 x float>", "_Z6vload4mPKi", ("i64", "ptr addrspace(1)")),
    ("i32", "_Z10atomic_addPU3AS1Vii", ("ptr addrspace(1)", "i64")),
    ("i32", "_Z10atomic_addPU3AS1Viii", ("ptr addrspace(1)", "i32", "i32")),
    ("i32", "_Z10atomic_addii", ("i32", "i32")),
    ("float", "__ocml_sin_f32", ("double",)),
    ("float", "__ocml_sin_f64", ("float",)),
    ("float", "__ocml_sin_f32", ("float", "float")),
    ("float", "__ocml_sin", ("float",)),
    ("float", "__nv_sinf", ("i32",)),
    ("float", "__nv_nothingf", ("float",)),
    ("i64", "__ockl_get_local_id", ("ptr",)),
    ("float", "_Z3dotDv8_fS_", ("<8 x float>", "<8 x float>")),
    ("float", "_Z3dotDv4_fS9_", ("<4 x float>", "<4 x float>")),
    ("float", "_Z99sinf", ("float",)),
    ("float", "_Z11native_sqrtPf", ("ptr",)),
    ("<16 x i16>", "_Z7shuffleDv3_fDv3_j", ("<3 x float>", "<3 x i32>")),
)


def strange():
    for target in ("amdgcn", "nvptx64"):
        for k, (result, name, types) in enumerate(STRANGE):
            text = HEAD[target] + "declare %s @%s(%s)\n" % (
                result, name, ", ".join(types))
            text += "define %s void @k(ptr addrspace(1) %%out) {\n" \
                "  %%r = call %s @%s(%s)\n" \
                "  store %s %%r, ptr addrspace(1) %%out\n  ret void\n}\n" % (
                    KERNEL[target], result, name,
                    ", ".join(t + " zeroinitializer" for t in types), result)
            module = "strange%d-%s.ll" % (k, target)
            open(module, "w").write(text)
            status, said = reconverge(["launch grid=1 block=1", "simulate"],
                                      module)
            wrong = None if status == 2 and \
                re.search(r"[ @]%s( \(.*\))?: no body" % name, said) \
                else "status %d: %s" % (status, said)
            point(wrong, "%s %s(%s), %s" % (result, name, ", ".join(types),
                                            target))


def ordered():
    for part in ("opencl", "ocml", "ockl", "nv"):
        names = [name.encode() for name, *_ in rows("builtin_%s.def" % part)]
        wrong = [b for a, b in zip(names, names[1:]) if a > b]
        point("%s is out of place" % wrong[0].decode() if wrong else None,
              "builtin_%s.def is in order" % part)


def main(soak=False):
    ordered()
    strange()
    mathematics()
    if soak:
        against("amdgcn", ("ocml.bc",))
        against("nvptx64", ("libdevice.10.bc",))
    print("1..%d" % count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
