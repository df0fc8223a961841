# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels that transformations are tried on: samples, traps, random ones.

A launch is specified in words, in a comment line "; launch: ..." of the module
or, for samples, in samples.launch:
    grid=X[,Y[,Z]] block=X[,Y[,Z]] args=KIND:N,...
Arguments: any, small, float and zero are buffers of N words (witness.h says
what fills them); int and f32 are scalars of the value N.
"""

import glob
import os
import re
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "fuzz"))

import forms   # noqa: E402
import gen     # noqa: E402
import opencl  # noqa: E402

WARP = {"amdgcn": 64, "nvptx64": 32}
KERNEL = re.compile(r"^define [^@]*(?:amdgpu_kernel|ptx_kernel) [^@]*"
                    r"@([\w.$-]+)\(", re.M)


class Kernel:
    def __init__(self, name, symbol, target, text, launch):
        self.name = name      # unique in a run
        self.symbol = symbol  # of the function in `text`
        self.target = target
        self.text = text
        self.launch = launch  # the specification's words

    def plan(self):
        """The lines of a plan (witness.c) that set up its launch."""
        words = dict(w.split("=", 1) for w in self.launch.split())
        sizes = []
        for key in ("grid", "block"):
            given = words[key].split(",")
            sizes += given + ["1"] * (3 - len(given))
        lines = ["case %s %s %d" % (self.name, " ".join(sizes),
                                    WARP[self.target])]
        for arg in words["args"].split(","):
            kind, value = arg.split(":")
            if kind == "int":
                lines.append("arg int %d" % (int(value) & (2 ** 64 - 1)))
            elif kind == "f32":
                bits = struct.unpack("<I", struct.pack("<f", float(value)))
                lines.append("arg int %d" % bits)
            else:
                lines.append("arg buf %d %s" % (4 * int(value), kind))
        return lines

    def directives(self, word):
        """The texts after "; WORD: " in the module's comments."""
        return re.findall(r"^; %s: *(.+)$" % word, self.text, re.M)


def target_of(text):
    return "amdgcn" if "amdgcn" in re.search(r"target triple = .*",
                                             text).group() else "nvptx64"


def for_nvptx(text):
    """A module for AMDGPU rewritten for NVPTX; None if it needs something that
    only AMDGPU has."""
    ptx = gen.emit.targets.TARGETS["nvptx64"]
    text = re.sub(r"target datalayout = .*", 'target datalayout = "%s"'
                  % ptx["layout"], text)
    text = re.sub(r"target triple = .*", 'target triple = "%s"'
                  % ptx["triple"], text)
    text = nvptx_names(text)
    return None if "amdgcn" in text else text


def nvptx_names(text):
    for old, new in (("amdgpu_kernel", "ptx_kernel"),
                     (", addrspace(5)", ""), (" addrspace(5)", ""),
                     ("llvm.amdgcn.workitem.id.", "llvm.nvvm.read.ptx.sreg."
                      "tid."),
                     ("llvm.amdgcn.workgroup.id.", "llvm.nvvm.read.ptx.sreg."
                      "ctaid."),
                     ("llvm.amdgcn.s.barrier", "llvm.nvvm.barrier0"),
                     ('syncscope("agent") ', ""),
                     ('syncscope("workgroup") ', "")):
        text = text.replace(old, new)
    return text


def samples(folder):
    with open(os.path.join(HERE, "samples.launch"), encoding="utf-8") as f:
        launches = dict(line.split(": ", 1) for line in f.read().splitlines()
                        if line and not line.startswith("#"))
    for path in sorted(glob.glob(os.path.join(folder, "*.ll"))):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        stem = os.path.basename(path)[:-len(".ll")]
        for symbol in KERNEL.findall(text):
            yield Kernel("%s:%s" % (stem, symbol), symbol, target_of(text),
                         text, launches[symbol])


def files(paths):
    """Modules with a "; launch:" line, for both targets where possible."""
    for path in paths:
        with open(path, encoding="utf-8") as f:
            text = f.read()
        stem = os.path.basename(path)[:-len(".ll")]
        for told in (text, for_nvptx(text) if target_of(text) == "amdgcn"
                     else None):
            if not told:
                continue
            launch = re.search(r"^; launch: (.+)$", told, re.M).group(1)
            for symbol in KERNEL.findall(told):
                target = target_of(told)
                yield Kernel("%s.%s:%s" % (stem, target, symbol), symbol,
                             target, told, launch)


def traps():
    return files(sorted(glob.glob(os.path.join(HERE, "traps", "*.ll"))))


def random_kernels(first, count, target=None, warps=False, nested=0.12,
                   meets=True):
    """Random kernels. With `warps` they have operations between the threads of
    a warp, which the host cannot do; `nested` and `meets` are those of
    gen.kernel."""
    for seed in range(first, first + count):
        its = target or ("amdgcn", "nvptx64")[seed % 2]
        text = gen.kernel(seed, its, warps, nested, meets)
        launch = re.search(r"^; launch: (.+)$", text, re.M).group(1)
        yield Kernel("random-%d" % seed, "k%d" % seed, its, text, launch)


def graph_kernel(seed, target=None, meets=True):
    """A kernel with any flow graph, in the form whose turn it is."""
    its, form = target or ("amdgcn", "nvptx64")[seed % 2], forms.of(seed)
    text = gen.kernel(seed, its, meets=meets, graph=True)
    launch = re.search(r"^; launch: (.+)$", text, re.M).group(1)
    return Kernel("graph-%d-%s" % (seed, forms.name(form)), "k%d" % seed, its,
                  forms.optimized(text, form), launch)


def source_kernel(seed, target=None, form=None):
    """A kernel in OpenCL C, compiled to the form whose turn it is."""
    its = target or ("amdgcn", "nvptx64")[seed % 2]
    form = form or forms.of(seed)
    text, launch = opencl.kernel(seed, its)
    return Kernel("source-%d-%s" % (seed, forms.name(form)), "k%d" % seed, its,
                  forms.compiled(text, its, form), launch)
