#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Device libraries in the simulator: functions of OpenCL C, from ROCm's
libraries, libclc and libdevice, against Python's mathematics.

A wrong intrinsic below them (frexp, fma, a division step, the bits of 2/pi)
shows as a result that is off by more than OpenCL allows.
"""

import math
import os
import random
import struct
import subprocess
import sys

SOURCE = os.environ.get("srcdir", ".")
N = 256
CLANG = os.environ.get("CLANG") or \
    "clang-" + os.environ.get("LLVM_VERSION_MAJOR", "22")

# name, C, model, range of x (and y), units in the last place
FUNCTIONS = (
    ("sin", "sin(x)", math.sin, (-1e5, 1e5), 4),
    ("sin_far", "sin(x)", math.sin, (-1e30, 1e30), 4),
    ("cos", "cos(x)", math.cos, (-100, 100), 4),
    ("tan", "tan(x)", math.tan, (-10, 10), 5),
    ("asin", "asin(x)", math.asin, (-1, 1), 4),
    ("acos", "acos(x)", math.acos, (-1, 1), 4),
    ("atan", "atan(x)", math.atan, (-50, 50), 5),
    ("sinh", "sinh(x)", math.sinh, (-20, 20), 4),
    ("cosh", "cosh(x)", math.cosh, (-20, 20), 4),
    ("tanh", "tanh(x)", math.tanh, (-3, 3), 5),
    ("asinh", "asinh(x)", math.asinh, (-50, 50), 4),
    ("acosh", "acosh(x)", math.acosh, (1, 100), 4),
    ("atanh", "atanh(x)", math.atanh, (-1, 1), 5),
    ("exp", "exp(x)", math.exp, (-80, 80), 3),
    ("exp2", "exp2(x)", lambda x: 2.0 ** x, (-100, 100), 3),
    ("expm1", "expm1(x)", math.expm1, (-2, 2), 3),
    ("log", "log(x)", math.log, (1e-20, 1e20), 3),
    ("log2", "log2(x)", math.log2, (1e-3, 1e3), 3),
    ("log10", "log10(x)", math.log10, (1e-3, 1e3), 3),
    ("log1p", "log1p(x)", math.log1p, (-0.9, 3), 2),
    ("cbrt", "cbrt(x)", lambda x: math.copysign(abs(x) ** (1 / 3), x),
     (-1e9, 1e9), 4),
    ("sqrt", "sqrt(x)", math.sqrt, (0, 1e9), 3),
    ("rsqrt", "rsqrt(x)", lambda x: 1 / math.sqrt(x), (1e-9, 1e9), 2),
    ("erf", "erf(x)", math.erf, (-3, 3), 16),
    ("tgamma", "tgamma(x)", math.gamma, (0.5, 9), 32),
    ("floor", "floor(x)", math.floor, (-1e6, 1e6), 0),
    ("rint", "rint(x)", round, (-1e6, 1e6), 0),
    ("divide", "x / (REAL)3.7", None, (-1e9, 1e9), 2.5),
    ("fmod", "fmod(x, (REAL)2.5)", lambda x: math.fmod(x, 2.5), (-1e4, 1e4),
     0),
    ("pow", "pow(fabs(x), (REAL)1.75)", lambda x: abs(x) ** 1.75, (-50, 50),
     16),
    ("hypot", "hypot(x, (REAL)3)", lambda x: math.hypot(x, 3), (-50, 50), 4),
    ("ldexp", "ldexp(x, 5)", lambda x: x * 32, (-50, 50), 0),
    ("exponent", "(REAL)ilogb(x)", lambda x: math.frexp(x)[1] - 1,
     (1e-3, 1e6), 0),
)


def ulp(x, single):
    if single:
        return max(2.0 ** (math.frexp(x)[1] - 24), 2.0 ** -149)
    return math.ulp(x)


def source():
    lines = ["#pragma OPENCL EXTENSION cl_khr_fp64 : enable"]
    for real in ("float", "double"):
        lines += ["#undef REAL", "#define REAL " + real]
        for name, code, *_ in FUNCTIONS:
            lines.append("kernel void %s_%s(global REAL *in, global REAL "
                         "*out) { int i = get_global_id(0); REAL x = in[i]; "
                         "out[i] = %s; }" % (name, real, code))
    return "\n".join(lines) + "\n"


def compile_for(target, path):
    # libclc reads the implicit arguments in the layout of code object 4
    flags = ["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx906", "-nogpulib",
             "-mcode-object-version=4"] \
        if target == "amdgcn" else ["-target", "nvptx64-nvidia-cuda"]
    subprocess.run([CLANG, "-x", "cl", "-cl-std=CL1.2", "-O2", "-w",
                    "-Xclang", "-finclude-default-header", "-emit-llvm", "-c",
                    "math.cl", "-o", path] + flags, check=True)


def operands(kind, low, high, single):
    rng = random.Random(kind)
    form = "<%d%s" % (N, "f" if single else "d")
    if low > 0 or abs(high) >= 1e9:  # numbers of all magnitudes
        least = math.log(low if low > 0 else 1e-3)
        xs = [math.exp(rng.uniform(least, math.log(high))) for _ in range(N)]
        if low < 0:
            xs = [rng.choice((-1, 1)) * x for x in xs]
    else:
        xs = [rng.uniform(low, high) for _ in range(N)]
    data = struct.pack(form, *xs)
    return struct.unpack(form, data), data


def run(module, libraries):
    script, cases = ["link " + lib for lib in libraries], []
    for real in ("float", "double"):
        single = real == "float"
        elem = "f32" if single else "f64"
        for name, _, model, (low, high), units in FUNCTIONS:
            kernel = "%s_%s" % (name, real)
            if name == "sin_far" and single:
                high, low = 1e20, -1e20
            xs, data = operands(kernel, low, high, single)
            open(kernel + ".in", "wb").write(data)
            script += ["function " + kernel,
                       "launch grid=1 block=%d arg0=%s[%d]:file(%s.in) "
                       "arg1=%s[%d]:zero" % (N, elem, N, kernel, elem, N),
                       "simulate", "dump 1 %s.out" % kernel]
            cases.append((kernel, model, xs, units, single))
    open("math.rcv", "w").write("\n".join(script) + "\n")
    done = subprocess.run([os.environ.get("RECONVERGE", "reconverge"), "-b",
                           "-q", "-x", "math.rcv", module],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True)
    return cases, done


def judge(kernel, model, xs, units, single):
    form = "<%d%s" % (N, "f" if single else "d")
    got = struct.unpack(form, open(kernel + ".out", "rb").read())
    for x, y in zip(xs, got):
        by = struct.unpack("<f", struct.pack("<f", 3.7))[0] if single else 3.7
        want = model(x) if model else x / by
        if not abs(y - want) <= (units + 1) * ulp(want, single):
            return "%s of %r: %r, should be %r" % (kernel, x, y, want)
    return None


def libraries_of(target):
    fetch = os.path.join(SOURCE, "tests", "corpus", "fetch.sh")
    done = subprocess.run([fetch, "all", target], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True)
    if done.returncode == 77:
        print("1..0 # SKIP " + done.stderr.strip().splitlines()[-1])
        sys.exit(77)
    return done.stdout.split()


def find(paths, *names):
    found = [p for n in names for p in paths if os.path.basename(p) == n]
    return found if len(found) == len(names) else None


def main():
    open("math.cl", "w").write(source())
    sets = []
    paths = libraries_of("amdgcn")
    sets.append(("ROCm", "amdgcn", find(paths, "opencl.bc", "ocml.bc",
                                        "ockl.bc")))
    sets.append(("libclc, amdgcn", "amdgcn",
                 find(paths, "amdgcn-amd-amdhsa.bc")))
    paths = libraries_of("nvptx64")
    sets.append(("libclc and libdevice, nvptx64", "nvptx64",
                 find(paths, "nvptx64--nvidiacl.bc", "libdevice.10.bc")))
    print("1..%d" % (len(sets) * 2 * len(FUNCTIONS)))
    for title, target, libs in sets:
        if not libs:
            for k in range(2 * len(FUNCTIONS)):
                print("ok - %s %d # SKIP library missing" % (title, k))
            continue
        compile_for(target, target + ".bc")
        cases, done = run(target + ".bc", libs)
        for case in cases:
            wrong = done.stdout[-600:] if done.returncode else judge(*case)
            print("%sok - %s, %s" % ("not " if wrong else "", title, case[0]))
            if wrong:
                print("# " + wrong.replace("\n", "\n# "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
