# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Device IR retargeted to the machine this runs on.

Kernels keep their instructions, literally: only what belongs to the device
goes. Address spaces become one, calling conventions the C one, work-item
operations calls of the driver (witness.h), and what is poison is read from
memory that the driver fills with garbage (checks.py).

Many units, each one kernel with what it needs, are put into one module under
names of their own, so that one run of llc and of the linker serves them all.
"""

import os
import re
import shlex
import subprocess

import checks
import irtext


class Unsupported(Exception):
    """The kernel needs an operation for which the host has no replacement."""


AXES = "xyz"
# Each device operation with its replacement on the host, whose arguments are
# {0}, {1}.
STAND_INS = {
    "llvm.amdgcn.s.barrier": "void @wit_barrier()",
    "llvm.nvvm.barrier0": "void @wit_barrier()",
    "llvm.nvvm.barrier.cta.sync.aligned.all": "void @wit_barrier()",
    "llvm.amdgcn.ballot.i64": "i64 @wit_ballot({0})",
    "llvm.amdgcn.ballot.i32": "i32 @wit_ballot32({0})",
    "llvm.nvvm.activemask": "i32 @wit_ballot32(i1 true)",
    "llvm.nvvm.vote.ballot.sync": "i32 @wit_ballot32({1})",
    "llvm.amdgcn.readfirstlane": "i32 @wit_first({0})",
    "llvm.amdgcn.readfirstlane.i32": "i32 @wit_first({0})",
    "llvm.amdgcn.readlane": "i32 @wit_shuffle({0}, {1})",
    "llvm.amdgcn.readlane.i32": "i32 @wit_shuffle({0}, {1})",
    "llvm.amdgcn.ds.bpermute": "i32 @wit_bpermute({0}, {1})",
    "llvm.nvvm.shfl.sync.idx.i32": "i32 @wit_shuffle({1}, {2})",
    "llvm.nvvm.read.ptx.sreg.laneid": "i32 @wit_lane(i32 0)",
    "llvm.nvvm.read.ptx.sreg.warpsize": "i32 @wit_warp_size(i32 0)",
    "llvm.amdgcn.wavefrontsize": "i32 @wit_warp_size(i32 0)",
    "llvm.assume": "void @wit_assume({0})",
}
for number, axis in enumerate(AXES):
    for device, host in (("amdgcn.workitem.id", "thread"),
                         ("amdgcn.workgroup.id", "block"),
                         ("nvvm.read.ptx.sreg.tid", "thread"),
                         ("nvvm.read.ptx.sreg.ctaid", "block"),
                         ("nvvm.read.ptx.sreg.ntid", "block_size"),
                         ("nvvm.read.ptx.sreg.nctaid", "grid_size")):
        STAND_INS["llvm.%s.%s" % (device, axis)] = (
            "i32 @wit_%s(i32 %d)" % (host, number))
MEETING = re.compile(r"@wit_(?:barrier|ballot|ballot32|first|shuffle|"
                     r"bpermute)\b")

PRELUDE = """\
@wit_garbage = external global [256 x i8], align 64
declare i32 @wit_thread(i32)
declare i32 @wit_block(i32)
declare i32 @wit_block_size(i32)
declare i32 @wit_grid_size(i32)
declare i32 @wit_lane(i32)
declare i32 @wit_warp_size(i32)
declare void @wit_barrier()
declare i64 @wit_ballot(i1 zeroext)
declare i32 @wit_shuffle(i32, i32)
declare i32 @wit_first(i32)
declare void @wit_violated()
define internal i32 @wit_ballot32(i1 %in) {
  %all = call i64 @wit_ballot(i1 zeroext %in)
  %low = trunc i64 %all to i32
  ret i32 %low
}
define internal i32 @wit_bpermute(i32 %bytes, i32 %in) {
  %lane = lshr i32 %bytes, 2
  %out = call i32 @wit_shuffle(i32 %in, i32 %lane)
  ret i32 %out
}
define internal void @wit_assume(i1 %holds) {
  br i1 %holds, label %right, label %wrong
wrong:
  call void @wit_violated()
  br label %right
right:
  ret void
}
"""

GLOBAL = re.compile(r"@([\w.$-]+) = (.*?)(?:addrspace\((\d+)\) )?"
                    r"(?:externally_initialized )?\b(global|constant) (.+)$")
DEFINE = re.compile(r"define (.*?)@([\w.$-]+)\(")
METADATA = re.compile(r",? ![A-Za-z_][\w.]* !(?:\d+|\{[^}]*\})")
METADATA_NODE = re.compile(r"!(\d+) = (?:distinct )?!\{(.*)\}$")
RANGE = re.compile(r"!range !(\d+)")
ADDRESS_SPACE = re.compile(r",? addrspace\(\d+\)")
CONVENTION = re.compile(r"\b(?:fastcc|coldcc|amdgpu_gfx|ptx_device|spir_func) ")
CALL = re.compile(r"\bcall\b(.*?)@([\w.$-]+)\(")
POISON = re.compile(r"(?<![\w.%@])(?:poison|undef)\b(?![.:])")
CONSTANT_GARBAGE = {"i1": "true", "float": "1.5", "double": "1.5",
                    "half": "1.5", "ptr": "null"}


class Unit:
    """One retargeted kernel: definitions whose names begin with `name`."""

    def __init__(self, name):
        self.name = name
        self.text = ""
        self.threads = False  # threads meet
        self.garbage = False  # may read poison
        self.declarations = set()
        self.helpers = {}

    def flags(self):
        return ("t" * self.threads + "g" * self.garbage) or "-"


class Retarget:
    """Rewrites one module for the host."""

    def __init__(self, text, kernel, name):
        self.unit = Unit(name)
        self.kernel = kernel
        self.checks = checks.Checks()
        self.lines = text.splitlines()
        self.ranges = {}
        self.variables = []  # (name, type, address space)
        self.params = None
        self.types = set(re.findall(r"^(%[\w.$-]+) = type", text, re.M))
        self.undefined = set(re.findall(r"^declare .*?@([\w.$-]+)\(", text,
                                        re.M))
        self.out = []

    # ---- names -----------------------------------------------------------

    def rename(self, line):
        def name(found):
            word = found.group(1)
            if word.startswith(("llvm.", "wit_", "chk.")):
                return "@" + re.sub(r"\.p\d+", ".p0", word)
            if word in self.undefined:
                raise Unsupported("calls @%s, which has no body" % word)
            return "@%s.%s" % (self.unit.name, word)
        line = re.sub(r"@([\w.$-]+)", name, line)
        if self.types:
            line = re.sub(r"%[\w.$-]+", lambda t: (
                "%%%s.%s" % (self.unit.name, t.group()[1:])
                if t.group() in self.types else t.group()), line)
        return line

    @staticmethod
    def undevice(line):
        line = ADDRESS_SPACE.sub("", line).replace("addrspacecast", "bitcast")
        return CONVENTION.sub("", line)

    # ---- module level ----------------------------------------------------

    def node(self, line):
        """Keep integer ranges and drop all other metadata."""
        found = METADATA_NODE.match(line)
        bounds = found and re.fullmatch(r"(i\d+) (-?\d+), (i\d+) (-?\d+)",
                                        found.group(2))
        if bounds:
            self.ranges[found.group(1)] = (int(bounds.group(2)),
                                           int(bounds.group(4)))

    def variable(self, line):
        found = GLOBAL.match(line)
        if not found:
            raise Unsupported("module variable: " + line)
        name, linkage, space, keyword, rest = found.groups()
        kind, rest = irtext.take_type(self.undevice(rest))
        value = irtext.split_top(rest)[0] if rest else ""
        if "external" in linkage.split():
            kind, value = "[8192 x i8]", "zeroinitializer"
        if value in ("undef", "poison", ""):
            value = "zeroinitializer"
        align = re.search(r"align (\d+)", rest)
        full = "@%s.%s" % (self.unit.name, name)
        kind = self.rename(kind)
        self.out.append("%s = internal %s %s %s, align %s" % (
            full, keyword, kind, self.rename(value),
            align.group(1) if align else "16"))
        if keyword == "global":
            self.variables.append((full, kind, space or "0"))

    def declaration(self, line):
        line = self.undevice(line)
        found = re.match(r"declare (.*?)@([\w.$-]+)\(", line)
        name = found.group(2)
        end = irtext.closing(line, found.end() - 1)
        if name in STAND_INS or not name.startswith("llvm."):
            return
        if name.startswith(("llvm.amdgcn.", "llvm.nvvm.")):
            raise Unsupported("operation of the device: @" + name)
        self.unit.declarations.add("declare %s %s" % (
            irtext.type_before(found.group(1)),
            self.rename(line[found.end(1):end + 1])))

    # ---- functions -------------------------------------------------------

    def head(self, line):
        """Rewrite the first line of a function."""
        line = self.undevice(METADATA.sub("", line))
        found = DEFINE.match(line)
        end = irtext.closing(line, found.end() - 1)
        params = irtext.split_top(line[found.end():end])
        result = irtext.type_before(found.group(1))
        if found.group(2) == self.kernel:
            self.params = [self.rename(irtext.take_type(p)[0])
                           for p in params]
        return "define internal %s @%s.%s(%s) {" % (
            self.rename(result), self.unit.name, found.group(2),
            self.rename(", ".join(params)))

    def function(self, lines):
        """Rewrite a function, which reads the values of poison once, at its
        start."""
        self.poisons = {}
        body = []
        for line in lines[1:-1]:
            if line.lstrip().startswith(("#dbg_", "tail call void @llvm.dbg",
                                         "call void @llvm.dbg")):
                continue
            body += self.instruction(line)
        first = 0
        while first < len(body) and (not body[first].strip() or
                                     re.match(r"[\w.$\"-]+:", body[first])):
            first += 1
        loads = []
        for kind, name in self.poisons.items():
            width = irtext.int_width(kind)
            if width and width < 64 and not kind.startswith("<"):
                loads += ["  %s.raw = load i64, ptr @wit_garbage" % name,
                          "  %s = trunc i64 %s.raw to %s" % (name, name, kind)]
            else:
                loads.append("  %s = load %s, ptr @wit_garbage" % (name, kind))
        self.unit.garbage |= bool(loads)
        self.out += [self.head(lines[0])] + body[:first] + loads + (
            body[first:]) + ["}"]

    def instruction(self, line):
        ranged = RANGE.search(line)
        must = "!noundef" in line
        line = METADATA.sub("", line)
        if '"' not in line:
            line = re.sub(r"\s*;.*$", "", line)
        line = re.sub(r" #\d+\b", "", line)
        line = self.rename(self.stand_in(self.undevice(line)))
        # The compiler would drop a load whose result is not used, and its trap
        # with it.
        line = re.sub(r"= load (?!volatile|atomic)", "= load volatile ", line)
        line = self.unpoison(line)
        lines = self.checks.rewrite(line)
        if ranged and ranged.group(1) in self.ranges:
            low, high = self.ranges[ranged.group(1)]
            kind = re.match(r"\s*\S+ = (?:load (?:volatile )?|.*call .*?)(i\d+)",
                            line)
            if kind:
                lines = self.checks.range(line.split("=")[0].strip(), line,
                                          kind.group(1), low, high, must)
        return lines

    def stand_in(self, line):
        """Turn calls of device operations into calls of the driver."""
        found = CALL.search(line)
        if not found or found.group(2) not in STAND_INS:
            return line
        end = irtext.closing(line, found.end() - 1)
        args = irtext.split_top(line[found.end():end])
        attributes = " ".join(re.findall(r"\b(?:noundef|range\([^)]*\))",
                                         found.group(1)))
        host = STAND_INS[found.group(2)].format(*args)
        if attributes:
            attributes += " "
        self.unit.threads |= bool(MEETING.search(host))
        return line[:found.start()] + "call " + attributes + host

    # ---- poison ----------------------------------------------------------

    def unpoison(self, line):
        if not POISON.search(line):
            return line
        if " shufflevector " in line:  # its mask may hold poison
            start = line.index("shufflevector ") + len("shufflevector ")
            left, right, mask = irtext.split_top(line[start:])
            return "%s%s, %s, %s" % (line[:start],
                                     self.substitute(left, left),
                                     self.substitute(right, right), mask)
        return self.substitute(line, line)

    def substitute(self, text, line):
        """`text`, a part of `line`, in which every poison is replaced by a
        value that the driver provides."""
        done = ""
        while True:
            found = POISON.search(text)
            if not found:
                return done + text
            before = done + text[:found.start()]
            kind = irtext.type_before(before) or self.operand_type(line)
            done = before + self.poison_value(kind, before)
            text = text[found.end():]

    @staticmethod
    def operand_type(line):
        """The type that is written once for all operands."""
        found = re.search(r"= (?:phi|icmp(?: samesign)? \w+|"
                          r"fcmp(?: [a-z]{4,})* \w+|\w+)"
                          r"(?: (?:nuw|nsw|exact|disjoint|fast|reassoc|nnan|"
                          r"ninf|nsz|arcp|contract|afn))* (.*)$", line)
        return irtext.take_type(found.group(1))[0]

    def poison_value(self, kind, before):
        inside = before.split("= phi", 1)[-1]
        if "= phi" in before:
            inside = inside.replace("[", "").replace("]", "")
        depth = sum(inside.count(c) for c in "<{[") - sum(
            inside.count(c) for c in ">}]")
        if depth > 0:  # an element of a constant
            return CONSTANT_GARBAGE.get(kind, "90" if irtext.int_width(kind)
                                        else "zeroinitializer")
        return self.poisons.setdefault(kind, "%%garbage.%d"
                                       % len(self.poisons))

    # ---- the whole -------------------------------------------------------

    def wrapper(self):
        """The functions NAME.call, which unpacks the arguments, and
        NAME.vars."""
        name, loads, args = self.unit.name, [], []
        for i, kind in enumerate(self.params):
            loads += ["  %%p%d = getelementptr i64, ptr %%args, i64 %d"
                      % (i, i),
                      "  %%v%d = load %s, ptr %%p%d" % (i, kind, i)]
            args.append("%s %%v%d" % (kind, i))
        row = "{ptr, i64, i64}"
        rows = ["%s {ptr %s, i64 ptrtoint (ptr getelementptr (%s, ptr null, "
                "i32 1) to i64), i64 %s}" % (row, at, kind, space)
                for at, kind, space in self.variables]
        rows.append(row + " zeroinitializer")
        self.out += ["define void @%s.call(ptr %%args) {" % name] + loads + [
            "  call void @%s.%s(%s)" % (name, self.kernel, ", ".join(args)),
            "  ret void", "}",
            "@%s.vars = constant [%d x %s] [%s]" % (name, len(rows), row,
                                                    ", ".join(rows)), ""]

    def run(self):
        for line in self.lines:
            if line.startswith("!"):
                self.node(line)
        body = None
        for line in self.lines:
            if body is not None:
                body.append(line)
                if line == "}":
                    self.function(body)
                    body = None
            elif line.startswith("define "):
                body = [line]
            elif line.startswith("declare "):
                self.declaration(line)
            elif line.startswith("@"):
                self.variable(re.sub(r", !dbg !\d+", "", line))
            elif line.startswith("%"):
                self.out.append(self.rename(line))
        if self.params is None:
            raise Unsupported("no kernel @%s in it" % self.kernel)
        self.wrapper()
        self.unit.garbage |= any("@wit_garbage" in text for text in
                                 self.checks.helpers.values())
        self.unit.helpers = self.checks.helpers
        self.unit.text = "\n".join(self.out)
        return self.unit


def retarget(text, kernel, name):
    """The unit `name` from a device module; raises Unsupported."""
    return Retarget(text, kernel, name).run()


def parameters(text, kernel):
    """Types of a kernel's parameters, as the device module has them."""
    start = re.search(r"^define .*?@%s\(" % re.escape(kernel), text, re.M)
    line = text[start.start():text.index("\n", start.start())]
    at = start.end() - start.start()
    end = irtext.closing(line, at - 1)
    return [irtext.take_type(p)[0] for p in irtext.split_top(line[at:end])]


def merge(units):
    """One module of many units."""
    helpers, declarations = {}, set()
    for unit in units:
        helpers.update(unit.helpers)
        declarations |= unit.declarations
    for name in [n for n in helpers if n.startswith("declare ")]:
        declarations.add(helpers.pop(name).strip())
    by_name = {re.search(r"@[\w.]+", d).group(): d
               for d in sorted(declarations)}
    return "\n".join([PRELUDE] + sorted(by_name.values()) +
                     [helpers[n] for n in sorted(helpers)] +
                     [u.text for u in units])


def compiler():
    """The words of the C compiler's command, which may be "ccache gcc"."""
    return shlex.split(os.environ.get("CC") or "cc")


def build(units, stem, llc, cc):
    """STEM.so of the units; llc at -O0 takes the code as it stands."""
    with open(stem + ".ll", "w", encoding="utf-8") as out:
        out.write(merge(units))
    subprocess.run([llc, "-O0", "-filetype=obj", "-relocation-model=pic",
                    "-frame-pointer=all", "-trap-unreachable", "-o",
                    stem + ".o", stem + ".ll"], check=True,
                   stderr=subprocess.PIPE, text=True)
    subprocess.run(cc + ["-shared", "-o", stem + ".so", stem + ".o", "-lm"],
                   check=True, stderr=subprocess.PIPE, text=True)
    os.unlink(stem + ".o")
    return stem + ".so"


def build_witness(source_folder, path, cc):
    """Compile the driver, once."""
    sources = [os.path.join(source_folder, name)
               for name in ("witness.c", "grid.c", "buffers.c")]
    subprocess.run(cc + ["-std=c17", "-D_GNU_SOURCE", "-U_FORTIFY_SOURCE",
                          "-O1", "-fno-omit-frame-pointer",
                          "-fno-optimize-sibling-calls", "-rdynamic", "-o",
                          path] + sources + ["-ldl", "-lm"], check=True)
    return path
