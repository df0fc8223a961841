#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images of OpenCL C as the simulator has them, against a model in Python: every
sampler, images of one to three dimensions and arrays, coordinates inside and
beyond the edges, floats and integers."""

import itertools
import math
import os
import random
import struct
import subprocess
import sys

CLANG = os.environ.get("CLANG") or \
    "clang-" + os.environ.get("LLVM_VERSION_MAJOR", "22")
FLAGS = {"amdgcn": ["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx906", "-nogpulib"],
         "nvptx64": ["-target", "nvptx64-nvidia-cuda", "-Xclang",
                    "-cl-ext=+cl_khr_3d_image_writes"]}
N, SIDE = 64, 32
LETTER = {"f": "f", "i": "i", "ui": "I"}
TYPE = {"f": "float4", "i": "int4", "ui": "uint4"}
# (image, axes, coordinates, has layers)
SHAPES = (("image2d_t", 2, 2, False), ("image1d_t", 1, 1, False), ("image3d_t", 3, 4, False),
          ("image2d_array_t", 3, 4, True), ("image1d_array_t", 2, 2, True))
# Bits as clang gives them to the constants of OpenCL C.
NORMALIZED, LINEAR = 1, 32
MODES = {"CLAMP_TO_EDGE": 2, "CLAMP": 4, "REPEAT": 6, "MIRRORED_REPEAT": 8}


class Read:
    """A kernel that reads a texel in each thread."""

    def __init__(self, shape, letter, real, sampler, parameter=False):
        self.shape, self.letter, self.real, self.sampler = shape, letter, real, sampler
        self.parameter = parameter
        self.name = "read_%s%s_%s_%s%s" % (letter, "f" if real else "i", shape[0][:-2], sampler,
                                           "_parameter" if parameter else "")

    def source(self):
        image, _, lanes, _ = self.shape
        at = ("float" if self.real else "int") + (str(lanes) if lanes > 1 else "")
        passed = {True: "s, ", False: ""}[self.sampler is not None]
        sampler = "" if self.sampler is None or self.parameter else \
            "const sampler_t s = %s; " % self.constant()
        return "kernel void %s(read_only %s im, global %s *at, global %s *out%s) { %sint i = " \
            "get_global_id(0); out[i] = read_image%s(im, %sat[i]); }" % (
                self.name, image, at, TYPE[self.letter], ", sampler_t s" if self.parameter else "",
                sampler, self.letter, passed)

    def constant(self):
        mode = [name for name, bits in MODES.items() if bits == self.sampler & 14][0]
        return "CLK_NORMALIZED_COORDS_%s | CLK_ADDRESS_%s | CLK_FILTER_%s" % (
            "TRUE" if self.sampler & NORMALIZED else "FALSE", mode,
            "LINEAR" if self.sampler & LINEAR else "NEAREST")

    def texel(self, image, at):
        """The texel at whole numbers, by the sampler's mode."""
        mode, inside = (self.sampler or 2) & 14, []
        for k, x in enumerate(at):
            edge = min(max(x, 0), SIDE - 1)
            if mode == 4 and edge != x and not (self.shape[3] and k == len(at) - 1):
                return (0,) * 4
            if mode == 6 and self.real:
                edge = x % SIDE
            if mode == 8 and self.real:
                edge = min(x % (2 * SIDE), 2 * SIDE - 1 - x % (2 * SIDE))
            inside.append(edge)
        i = sum(x * SIDE ** k for k, x in enumerate(inside))
        return image[4 * i:4 * i + 4]

    def model(self, image, at):
        _, axes, _, layers = self.shape
        at, spans = list(at[:axes]), []
        for k, x in enumerate(at):
            if not self.real:
                spans.append([(x, 1)])
            elif layers and k == axes - 1:
                spans.append([(min(max(round(x), 0), SIDE - 1), 1)])
            else:
                x = x * SIDE if self.sampler & NORMALIZED else x
                low = x - 0.5 if self.sampler & LINEAR else x
                share = low - math.floor(low) if self.sampler & LINEAR else 0
                spans.append([(math.floor(low), 1 - share), (math.floor(low) + 1, share)])
        out = [0] * 4
        for corner in itertools.product(*spans):
            weight = math.prod(w for _, w in corner)
            for i, x in enumerate(self.texel(image, [x for x, _ in corner])):
                out[i] += weight * x if weight else 0
        return out


def reads():
    floats = [Read(SHAPES[0], "f", True, mode | norm | linear)
              for norm in (0, NORMALIZED) for linear in (0, LINEAR)
              for mode in MODES.values() if norm or mode < 6]
    others = [Read(shape, "f", True, NORMALIZED | mode | linear) for shape in SHAPES[1:]
              for mode, linear in ((2, LINEAR), (4, 0))]
    whole = [Read(shape, letter, False, sampler) for shape in SHAPES for letter in LETTER
             for sampler in (None, 2)]
    parameters = [Read(SHAPES[0], letter, True, sampler, True)
                  for letter, sampler in (("f", 2), ("f", 36), ("f", 39), ("f", 9), ("ui", 7))]
    return floats + others + whole + parameters + [Read(SHAPES[0], "i", True, 4)]


def coordinates(read, rng):
    if not read.real:
        return [rng.randrange(-4, SIDE + 4) for _ in range(N * read.shape[2])]
    scale = 1 if read.sampler & NORMALIZED else SIDE
    xs = [rng.randrange(-256, 512) / 256 * scale for _ in range(N * read.shape[2])]
    if read.shape[3]:  # the layer is not normalized
        at = read.shape[1] - 1
        xs[at::read.shape[2]] = [rng.randrange(-8, 160) / 4.1 for _ in range(N)]
    return [struct.unpack("<f", struct.pack("<f", x))[0] for x in xs]


def texels(letter, axes, rng):
    n = 4 * SIDE ** axes
    if letter == "f":
        return [rng.randrange(-512, 512) / 64 for _ in range(n)]
    return [rng.randrange(-1 << 31, 1 << 31) if letter == "i" else rng.getrandbits(32)
            for _ in range(n)]


def pack(path, letter, data):
    with open(path, "wb") as out:
        out.write(struct.pack("<%d%s" % (len(data), letter), *data))


def unpack(path, letter):
    data = open(path, "rb").read()
    return struct.unpack("<%d%s" % (len(data) // 4, letter), data)


# ---- writing, and what is known of an image ----------------------------------

OTHERS = """
kernel void write_f(write_only image2d_t im, global int2 *at, global float4 *x)
{ int i = get_global_id(0); write_imagef(im, at[i], x[i]); }
kernel void write_ui(write_only image3d_t im, global int4 *at, global uint4 *x)
{ int i = get_global_id(0); write_imageui(im, at[i], x[i]); }
kernel void sizes(read_only image3d_t im, global int *out)
{ out[0] = get_image_width(im); out[1] = get_image_height(im); out[2] = get_image_depth(im);
  int4 d = get_image_dim(im); out[3] = d.x; out[4] = d.y; out[5] = d.z; out[6] = d.w;
  out[7] = get_image_channel_order(im); }
"""


def write_case(name, letter, axes, lanes, rng):
    n = 4 * SIDE ** axes
    at = [x for i in rng.sample(range(1024), N) for x in (
        [i % 40 - 4, i // 40 - 4] + [rng.randrange(-1, 33)] * (lanes - 2))]
    data = texels(letter, 2, rng)[:4 * N]
    pack(name + ".at", "i", at)
    pack(name + ".x", LETTER[letter], data)
    want = [0] * n
    for i in range(N):
        to = at[lanes * i:lanes * i + axes]
        if all(0 <= x < SIDE for x in to):
            k = 4 * sum(x * SIDE ** d for d, x in enumerate(to))
            want[k:k + 4] = data[4 * i:4 * i + 4]
    kind = "f32" if letter == "f" else "u32"
    return ["function " + name, "launch grid=1 block=%d arg0=%s[%d]:zero arg1=u32[%d]:file(%s.at) "
            "arg2=%s[%d]:file(%s.x)" % (N, kind, n, len(at), name, kind, len(data), name),
            "simulate", "dump 0 %s.out" % name], (name, LETTER[letter], want)


def read_case(read, rng):
    image, at = texels(read.letter, read.shape[1], rng), coordinates(read, rng)
    letter, lanes = LETTER[read.letter], read.shape[2]
    pack(read.name + ".im", letter, image)
    pack(read.name + ".at", "f" if read.real else "i", at)
    kind = "f32" if read.letter == "f" else "u32"
    want = [x for i in range(N) for x in read.model(image, at[lanes * i:lanes * i + lanes])]
    return ["function " + read.name,
            "launch grid=1 block=%d arg0=%s[%d]:file(%s.im) arg1=%s[%d]:file(%s.at) "
            "arg2=%s[%d]:zero%s" % (N, kind, len(image), read.name, "f32" if read.real else "u32",
                                  len(at), read.name, kind, 4 * N,
                                  " arg3=%d" % read.sampler if read.parameter else ""),
            "simulate", "dump 2 %s.out" % read.name], (read.name, letter, want)


def judge(name, letter, want):
    got = unpack(name + ".out", letter)
    for i, (x, y) in enumerate(zip(got, want)):
        if abs(x - y) > (1e-4 if letter == "f" else 0):
            return "%s: number %d is %r, should be %r" % (name, i, x, y)
    return None


def main():
    rng, script, wants = random.Random(1), [], []
    cases = [read_case(read, rng) for read in reads()]
    cases += [write_case("write_f", "f", 2, 2, rng), write_case("write_ui", "ui", 3, 4, rng)]
    cases.append((["function sizes", "launch grid=1 block=1 arg0=u32[4]:zero arg1=u32[8]:zero",
                   "simulate", "dump 1 sizes.out"], ("sizes", "I", [SIDE] * 6 + [0, 0x10b5])))
    for lines, want in cases:
        script += lines
        wants.append(want)
    with open("images.cl", "w") as out:
        out.write("\n".join(read.source() for read in reads()) + OTHERS)
    with open("images.rcv", "w") as out:
        out.write("\n".join(script) + "\n")
    print("1..%d" % len(FLAGS))
    for k, (target, flags) in enumerate(FLAGS.items()):
        subprocess.run([CLANG, "-x", "cl", "-cl-std=CL1.2", "-O2", "-w", "-Xclang",
                        "-finclude-default-header", "-emit-llvm", "-c", "images.cl", "-o",
                        target + ".bc"] + flags, check=True)
        done = subprocess.run([os.environ.get("RECONVERGE", "reconverge"), "-b", "-q", "-x",
                               "images.rcv", target + ".bc"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        wrong = [done.stdout[-600:]] if done.returncode else \
            [w for w in (judge(*want) for want in wants) if w]
        print("%sok %d - %d kernels, %s" % ("not " if wrong else "", k + 1, len(cases), target))
        for one in wrong:
            print("# " + one.replace("\n", "\n# "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
