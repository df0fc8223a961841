# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the witnesses share: launches, the simulator's runs, comparing.

A case is a kernel, its OpenCL C source, a launch. The simulator makes the
buffers of a launch and dumps them before and after it runs. Another program
that runs the kernel starts from the same bytes, so that only the execution is
compared.
"""

import json
import os
import re
import struct
import subprocess

# type: bytes, letter of struct, is a float
TYPES = {
    "i8": (1, "b", False), "u8": (1, "B", False),
    "i16": (2, "h", False), "u16": (2, "H", False),
    "i32": (4, "i", False), "u32": (4, "I", False),
    "i64": (8, "q", False), "u64": (8, "Q", False),
    "f16": (2, "e", True), "f32": (4, "f", True), "f64": (8, "d", True),
}
# of OpenCL C
LETTERS = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i",
           "uint": "I", "long": "q", "ulong": "Q", "float": "f", "double": "d"}
QUALIFIERS = {"__global", "__local", "__constant", "const", "volatile"}


class Failure(Exception):
    """One line that says why a case failed."""


def bytes_of_struct(items):
    """Of ["i8 -7", "f64 0.5"]: each aligned to its size, and the end too."""
    data, most = b"", 1
    for item in items:
        kind, text = item.split()
        size, letter, is_float = TYPES[kind]
        data += bytes(-len(data) % size)
        data += struct.pack("<" + letter, float(text) if is_float
                            else int(text))
        most = max(most, size)
    return data + bytes(-len(data) % most)


class Parameter:
    """One of a kernel's, as the source has it and the launch fills it."""

    def __init__(self, text, spec):
        words = text.replace("*", " * ").split()
        self.name = words[-1]
        self.spec = spec
        self.local = "__local" in words
        self.buffer = "*" in words and not self.local
        self.kind = [w for w in words[:-1] if w not in QUALIFIERS][-1]

    def bytes_of_value(self):
        """Of a scalar, a vector or a structure."""
        if isinstance(self.spec, list) and isinstance(self.spec[0], str):
            return bytes_of_struct(self.spec)
        kind, width = re.match(r"([a-z]+)(\d*)$", self.kind).groups()
        values = self.spec if width else [self.spec]
        return struct.pack("<%d%s" % (len(values), LETTERS[kind]), *values)

    def size(self):
        return TYPES[self.spec["type"]][0] * self.spec["count"]


def parameters_of(source, kernel):
    """The texts of a kernel's parameters."""
    match = re.search(r"void\s+%s\(([^)]*)\)" % kernel, source)
    if not match:
        raise Failure("no kernel %s in its source" % kernel)
    return [" ".join(p.split()) for p in match.group(1).split(",")]


class Case:
    """A kernel with a launch; `units` are the errors that are allowed in the
    floats of a buffer, in units in the last place."""

    standard = "CL1.2"  # of OpenCL C

    def __init__(self, name, source, launch_file, kernel=None, units=None):
        self.name = name
        self.source = source
        self.launch_file = launch_file
        self.units = units or {}
        with open(launch_file, encoding="utf-8") as file:
            launch = json.load(file)
        self.kernel = kernel or launch["kernel"]
        self.grid, self.block = launch["grid"], launch["block"]
        with open(source, encoding="utf-8") as file:
            texts = parameters_of(file.read(), self.kernel)
        args = launch["args"]
        # by name or by place
        self.parameters = [
            Parameter(t, args.get(t.split()[-1].lstrip("*"), args.get(str(i))))
            for i, t in enumerate(texts)]

    def buffers(self):
        return [p for p in self.parameters if p.buffer]


# ---- the simulator ---------------------------------------------------------

def meld_commands(case, module):
    """darm of all that the kernel runs: clang may put what it does into a
    function of its own."""
    inner = "__clang_ocl_kern_imp_" + case.kernel
    with open(module, encoding="utf-8") as file:
        text = file.read()
    names = [n for n in (inner, case.kernel)
             if re.search(r"^define .*@%s\(" % n, text, re.M)]
    return ["set decide=static judge=table"] + [c for n in names for c in ("function " + n, "darm")]


def run_simulator(case, module, folder, meld=False):
    """Leaves NAME.before and NAME.after of each buffer in a new folder; if
    `meld`, of the kernel as darm transforms it."""
    os.makedirs(folder)
    commands = meld_commands(case, module) if meld else []
    commands += ["function " + case.kernel, "launch " + case.launch_file]
    names = [p.name for p in case.buffers()]
    commands += ["dump %s %s" % (n, os.path.join(folder, n + ".before"))
                 for n in names]
    commands.append("simulate")
    commands += ["dump %s %s" % (n, os.path.join(folder, n + ".after"))
                 for n in names]
    command = [os.environ.get("RECONVERGE", "reconverge"), "-b"]
    for text in commands:
        command += ["-e", text]
    done = subprocess.run(command + [module], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, errors="replace")
    if done.returncode != 0:
        raise Failure("status %d: %s" % (done.returncode,
                                         done.stdout.strip()[-2000:]))


def read(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


# ---- comparing -------------------------------------------------------------

def order(bits, width):
    """Floats as integers in the same order, neighbours one apart."""
    sign = 1 << (width - 1)
    return sign - bits if bits & sign else bits


def is_nan(bits, width):
    exponent, fraction = {16: (0x7c00, 0x3ff), 32: (0x7f800000, 0x7fffff),
                          64: (0x7ff << 52, (1 << 52) - 1)}[width]
    return bits & exponent == exponent and bits & fraction != 0


def near(a, b, width, units):
    """Are two floats equal, or no more apart than allowed? Zeros of different
    signs are not equal, and not apart."""
    if is_nan(a, width) or is_nan(b, width):
        return is_nan(a, width) and is_nan(b, width)
    return a == b or (units > 0 and
                      abs(order(a, width) - order(b, width)) <= units)


def compare(wanted, got, kind, units=0):
    """None, or the first difference of two buffers. Floats may be `units`
    units in the last place apart; a NaN is any NaN."""
    if wanted == got:
        return None
    if len(wanted) != len(got):
        return "%d bytes, not %d" % (len(got), len(wanted))
    size, _, is_float = TYPES[kind]
    letter = {1: "B", 2: "H", 4: "I", 8: "Q"}[size]
    n = len(wanted) // size
    pairs = list(zip(struct.unpack("<%d%s" % (n, letter), wanted),
                     struct.unpack("<%d%s" % (n, letter), got)))
    bad = [i for i, (a, b) in enumerate(pairs) if a != b and not
           (is_float and near(a, b, 8 * size, units))]
    if not bad:
        return None
    values = [struct.unpack_from("<" + TYPES[kind][1], data, bad[0] * size)[0]
              for data in (wanted, got)]
    return "[%d] is %s (%#x), not %s (%#x); %d of %d differ" % (
        bad[0], values[1], pairs[bad[0]][1], values[0], pairs[bad[0]][0],
        len(bad), n)


def compare_buffers(case, wanted_of, got_of):
    """Raises Failure with the first buffer that differs."""
    for p in case.buffers():
        difference = compare(wanted_of(p.name), got_of(p.name),
                             p.spec["type"], case.units.get(p.name, 0))
        if difference:
            raise Failure("%s%s" % (p.name, difference))


# ---- TAP -------------------------------------------------------------------

class Tap:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def point(self, name, failure=None):
        self.count += 1
        if failure is None:
            print("ok %d - %s" % (self.count, name))
            return
        self.failed += 1
        print("not ok %d - %s" % (self.count, name))
        for line in str(failure).splitlines():
            print("# " + line)

    def skip(self, name, why):
        self.count += 1
        print("ok %d - %s # SKIP %s" % (self.count, name, why))

    def done(self):
        print("1..%d" % self.count)
        return 1 if self.failed else 0
