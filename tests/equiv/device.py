# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives transformed modules to the tools of the device.

Modules are linked into one, each under names of its own, so that the verifier,
the uniformity analysis and each code generator start once for many. If one of
them fails, every module is tried alone to find the culprits.
"""

import os
import re
import subprocess

CPUS = {"amdgcn": ["gfx906", "gfx90a", "gfx1100"],
        "nvptx64": ["sm_70", "sm_90"]}
PTXAS = {"sm_70": "sm_75", "sm_90": "sm_90"}  # by the PTX's, what is asked
DEFINED = re.compile(r"^(?:define [^@]*@([\w.$-]+)\(|@([\w.$-]+) =)", re.M)
NAME = re.compile(r"@([\w.$-]+)")


class Module:
    """A device module in a file. No other module has the same `label`."""

    def __init__(self, label, text, target):
        self.label = label
        self.target = target
        own = {a or b for a, b in DEFINED.findall(text)}
        self.text = NAME.sub(lambda n: "@%s_%s" % (label, n.group(1))
                             if n.group(1) in own else n.group(), text)
        self.path = None

    def write(self, folder):
        self.path = os.path.join(folder, self.label + ".ll")
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(self.text)


class Tools:
    """Paths of the tools; None or "" for one that is missing."""

    def __init__(self, opt, llc, ptxas):
        self.opt = opt
        self.llc = llc
        self.ptxas = ptxas
        folder, name = os.path.split(opt or "")
        self.link = os.path.join(folder, name.replace("opt", "llvm-link"))


def of_environment():
    return Tools(*(os.environ.get(name, name.lower())
                   for name in ("OPT", "LLC", "PTXAS")))


def complaint(words):
    """Run a command. Returns None, or the text that it printed when it
    failed."""
    try:
        done = subprocess.run(words, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL)
    except OSError as error:
        return str(error)
    said = done.stderr.decode(errors="replace").strip()[-1500:]
    # LLVM drops debug records that do not verify, and continues.
    if done.returncode == 0 and "invalid debug info" not in said:
        return None
    return said or "exit status %d" % done.returncode


def link(tools, modules, path):
    return complaint([tools.link, "-o", path] + [m.path for m in modules])


def generate(tools, path, cpu, out, ptxas):
    """Generate code for the CPU; also run ptxas on it, if that is asked for
    and ptxas is installed."""
    kind = "obj" if cpu.startswith("gfx") else "asm"
    said = complaint([tools.llc, "-mcpu=" + cpu, "-filetype=" + kind, "-o",
                      out, path])
    if said or kind == "obj" or not ptxas or not tools.ptxas:
        return said
    words = [tools.ptxas, "-arch=" + PTXAS[cpu], "-o", os.devnull, out]
    said = complaint(words)
    # The optimizer of ptxas 13.0 crashes on some PTX. Without it, ptxas still
    # tells whether the PTX is in order.
    if said and said.startswith("exit status -"):
        said = complaint(words + ["-O0"])
    return said and "ptxas: " + said


def stages(tools, target, turn, ptxas):
    """(name, function of a module's path and a scratch path)."""
    yield "verify", lambda path, out: complaint(
        [tools.opt, "-passes=verify", "-disable-output", path])
    cpus = CPUS[target]
    for cpu in cpus if turn is None else [cpus[turn % len(cpus)]]:
        yield "llc " + cpu, lambda path, out, cpu=cpu: generate(
            tools, path, cpu, out, ptxas)


def refused(tools, modules, folder, turn=None, ptxas=False):
    """{label: [(stage, complaint)]} of the modules of one target. Code is
    generated for all of the target's CPUs, or for one whose turn it is."""
    found = {}
    whole = os.path.join(folder, "linked.bc")
    out = os.path.join(folder, "code.out")
    linked = link(tools, modules, whole) is None
    for name, stage in stages(tools, modules[0].target, turn, ptxas):
        if linked and stage(whole, out) is None:
            continue
        for module in modules:
            said = stage(module.path, out)
            if said:
                found.setdefault(module.label, []).append((name, said))
    return found


def divergent_branches(tools, modules, folder):
    """{function: divergent branches and switches}, as LLVM counts them."""
    whole = os.path.join(folder, "linked.bc")
    if link(tools, modules, whole):
        return {}
    # The output goes to a file, because opt's printer writes single words, and
    # each word in a pipe would wake this process.
    printed = os.path.join(folder, "uniformity")
    with open(printed, "wb") as out:
        subprocess.run([tools.opt, "-passes=print<uniformity>",
                        "-disable-output", whole], stdout=out, stderr=out)
    with open(printed, encoding="utf-8", errors="replace") as f:
        lines = f.read().splitlines()
    counts, function = {}, None
    for line in lines:
        named = re.match(r"UniformityInfo for function '(.+)':", line)
        if named:
            function = named.group(1)
            counts[function] = 0
        elif re.match(r"\s*DIVERGENT:\s+(?:br|switch) ", line):
            counts[function] += 1
    return counts
