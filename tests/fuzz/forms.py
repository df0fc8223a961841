# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms in which a compiler leaves a kernel: at each optimization level or
with nothing but variables in registers, each with and without debug records.
$CLANG and $OPT are the tools, which must be of the program's own LLVM."""

import os
import re
import shutil
import subprocess

MEM2REG = "mem2reg"
LEVELS = [MEM2REG, "O1", "O2", "O3", "Os"]
FORMS = [(level, debug) for level in LEVELS for debug in (False, True)]
TRIPLES = {
    "amdgcn": ["amdgcn-amd-amdhsa", "-mcpu=gfx906"],
    # In optimized code, clang would leave nothing but lines for a debugger.
    "nvptx64": ["nvptx64-nvidia-cuda", "-Xclang", "-target-cpu", "-Xclang",
                "sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx63",
                "-Xclang", "-cl-ext=+cl_khr_fp16"],
}
COMMON = ["-x", "cl", "-cl-no-stdinc", "-nogpulib", "-Qn", "-w", "-S",
          "-fno-discard-value-names",
          "-cl-fp32-correctly-rounded-divide-sqrt", "-ffp-contract=off",
          "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o", "-"]
FLAGS = ["-cl-std=CL2.0"]
DEBUG = ["-g", "-Xclang", "-debug-info-kind=limited"]


def of(turn):
    """The form whose turn it is. If the targets take turns as well, both get
    every form."""
    return FORMS[turn // 2 % len(FORMS)]


def name(form):
    level, debug = form
    return "%s-%s" % (level, "g" if debug else "plain")


def path_of(variable):
    """The path of a tool: from the environment, or found by its name."""
    return os.environ.get(variable, variable.lower())


def missing():
    """The tools that are missing."""
    return [name for name in ("CLANG", "OPT")
            if not shutil.which(path_of(name))]


def tool(variable, words, text):
    """The output of the tool for the text."""
    done = subprocess.run([path_of(variable)] + words, input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise RuntimeError("%s: %s" % (variable, done.stderr[-2000:]))
    return done.stdout


def compiled(source, target, form, flags=FLAGS):
    """The IR that clang makes of OpenCL C."""
    level, debug = form
    # -O0 would forbid all passes and leave out the markers of lifetimes.
    front = "-O2" if level == MEM2REG else "-" + level
    text = tool("CLANG", ["-target", *TRIPLES[target], *COMMON, *flags, front,
                          *(DEBUG if debug else []), "-"], source)
    if target == "nvptx64":  # the spelling of clang 22, which LLVM 19 reads as well
        text = text.replace("spir_kernel", "ptx_kernel")
    return passed("always-inline,function(mem2reg)" if level == MEM2REG else
                  "default<%s>" % level, kernels_themselves(text))


def kernels_themselves(text):
    """Clang 22 puts the code of a kernel into a function that the kernel
    calls, and may not inline it. Make that function the kernel."""
    for name in re.findall(r"^define .*@__clang_ocl_kern_imp_(\w+)\(", text,
                           re.M):
        entry = re.search(r"^define (.*?\w+_kernel )[^\n]*@%s\(.*?^}\n" % name,
                          text, re.M | re.S)
        text = text.replace(entry.group(), "")
        text = re.sub(r"^define .*?void @__clang_ocl_kern_imp_%s\(" % name,
                      "define %svoid @%s(" % (entry.group(1), name), text,
                      flags=re.M)
    return text


def optimized(text, form):
    """IR in SSA form at another level. LLVM's own debugify gives every value
    a variable."""
    level, debug = form
    passes = ["debugify"] if debug else []
    passes += [] if level == MEM2REG else ["default<%s>" % level]
    return passed(",".join(passes), text) if passes else text


def passed(passes, text):
    return tool("OPT", ["-S", "-passes=" + passes, "-o", "-"], text)
