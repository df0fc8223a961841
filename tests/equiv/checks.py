# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Poison made visible: instructions that may give poison become calls of
small functions that give garbage instead.

What poison is, the driver decides at run time: it is read from memory,
@wit_garbage. A flag (nsw, exact, ...) that a transformation kept where it
does not hold then changes the kernel's result, though the machine would have
computed the right number all the same.

rewrite(line) returns the line to use; the definitions of the functions it
calls collect in the `helpers` of the object, by name.
"""

import re

import irtext

INTEGER = r"(?:i\d+|<\d+ x i\d+>)"
FLOAT = r"(?:half|float|double|<\d+ x (?:half|float|double)>)"
BINARY = re.compile(r"\s*(%%\S+) = (add|sub|mul|shl|lshr|ashr|udiv|sdiv|"
                    r"urem|srem|or)"
                    r"((?: (?:nuw|nsw|exact|disjoint))*) (%s) (.+)$"
                    % INTEGER)
CAST = re.compile(r"\s*(%%\S+) = (zext|uitofp|trunc)((?: (?:nneg|nuw|nsw))+)"
                  r" (%s) (.+) to (.+)$" % INTEGER)
COMPARE = re.compile(r"\s*(%%\S+) = icmp samesign (\w+) (%s) (.+)$" % INTEGER)
FAST = r"(?: (?:fast|reassoc|nnan|ninf|nsz|arcp|contract|afn))"
FLOAT_OP = re.compile(r"\s*(%%\S+) = (fadd|fsub|fmul|fdiv)(%s+) (%s) (.+)$"
                      % (FAST, FLOAT))
FAST_ANY = re.compile(r"(= (?:tail )?(?:call|fadd|fsub|fmul|fdiv|frem|fneg|fcmp|"
                      r"phi|select|fptrunc|fpext))%s+" % FAST)
RETURN_RANGE = re.compile(r"(= .*?call\b.*?)\brange\((i\d+) (-?\d+), (-?\d+)\)\s*"
                          r"(.*)$")


class Checks:
    def __init__(self):
        self.helpers = {}
        self.serial = 0

    # ---- definitions -----------------------------------------------------

    def garbage(self, kind):
        """Instructions that define %g, a garbage value of that type."""
        width = irtext.int_width(kind)
        if width and not kind.startswith("<"):
            wide = max(width, 64)
            cut = "trunc i%d %%w to %s" % (wide, kind)
            if wide == width:
                cut = "add i%d %%w, 0" % width
            return ["%%w = load i%d, ptr @wit_garbage" % wide, "%g = " + cut]
        return ["%%g = load %s, ptr @wit_garbage" % kind]

    def helper(self, name, result, params, lines, bad, good):
        """Define the function @name, which returns `good`, or garbage where
        `bad` (an i1 value) is true."""
        choice = irtext.like(result, "i1")
        body = lines + self.garbage(result) + [
            "%%r = select %s %s, %s %%g, %s %s"
            % (choice, bad, result, result, good),
            "ret %s %%r" % result]
        self.helpers[name] = "define internal %s @%s(%s) {\n  %s\n}\n" % (
            result, name, ", ".join(params), "\n  ".join(body))
        return name

    # ---- integer arithmetic ----------------------------------------------

    def wraps(self, op, flags, kind, choice):
        lines, bad = ["%%good = %s %s %%a, %%b" % (op, kind)], []
        for flag, sign in (("nuw", "u"), ("nsw", "s")):
            if flag not in flags:
                continue
            call = "{%s, %s} @llvm.%s%s.with.overflow.%s" % (
                kind, choice, sign, op, irtext.mangle(kind))
            self.helpers["declare " + call] = "declare %s(%s, %s)\n" % (
                call, kind, kind)
            lines += ["%%o.%s = call %s(%s %%a, %s %%b)"
                      % (flag, call, kind, kind),
                      "%%bad.%s = extractvalue {%s, %s} %%o.%s, 1"
                      % (flag, kind, choice, flag)]
            bad.append("%bad." + flag)
        return lines, bad

    def shifts(self, op, flags, kind, choice):
        width = irtext.int_width(kind)
        lines = ["%%far = icmp uge %s %%b, %s"
                 % (kind, irtext.splat(kind, str(width))),
                 "%%n = select %s %%far, %s %s, %s %%b"
                 % (choice, kind, "zeroinitializer" if "<" in kind else "0",
                    kind),
                 "%%good = %s %s %%a, %%n" % (op, kind)]
        back = {"nuw": "lshr", "nsw": "ashr", "exact": "shl"}
        bad = ["%far"]
        for flag in flags:
            lines += ["%%back.%s = %s %s %%good, %%n"
                      % (flag, back[flag], kind),
                      "%%bad.%s = icmp ne %s %%back.%s, %%a"
                      % (flag, kind, flag)]
            bad.append("%bad." + flag)
        return lines, bad

    def division(self, op, kind):
        return ["%%good = %s %s %%a, %%b" % (op, kind),
                "%%back = mul %s %%good, %%b" % kind,
                "%%bad = icmp ne %s %%back, %%a" % kind], ["%bad"]

    def plain(self, op, kind):
        """An instruction without any check. The compiler would drop a division
        whose result is not used, and its trap with it; it does not drop a
        call."""
        name = "chk.%s.%s" % (op, irtext.mangle(kind))
        self.helpers[name] = (
            "define internal %s @%s(%s %%a, %s %%b) {\n  %%r = %s %s %%a, "
            "%%b\n  ret %s %%r\n}\n" % (kind, name, kind, kind, op, kind,
                                       kind))
        return name

    def disjoint(self, kind):
        zero = "zeroinitializer" if "<" in kind else "0"
        return ["%%good = or %s %%a, %%b" % kind,
                "%%both = and %s %%a, %%b" % kind,
                "%%bad = icmp ne %s %%both, %s" % (kind, zero)], ["%bad"]

    def binary(self, found):
        result, op, flags, kind, operands = found.groups()
        flags = flags.split()
        choice = irtext.like(kind, "i1")
        if op in ("shl", "lshr", "ashr"):
            lines, bad = self.shifts(op, flags, kind, choice)
        elif not flags and op.endswith(("div", "rem")):
            return self.call(result, kind, self.plain(op, kind), kind,
                             operands)
        elif not flags:
            return None
        elif op in ("add", "sub", "mul"):
            lines, bad = self.wraps(op, flags, kind, choice)
        elif op == "or":
            lines, bad = self.disjoint(kind)
        else:
            lines, bad = self.division(op, kind)
        name = ".".join(["chk", op] + flags + [irtext.mangle(kind)])
        last = bad[0]
        for i, more in enumerate(bad[1:]):
            lines.append("%%any%d = or %s %s, %s" % (i, choice, last, more))
            last = "%%any%d" % i
        self.helper(name, kind, [kind + " %a", kind + " %b"], lines, last,
                    "%good")
        return self.call(result, kind, name, kind, operands)

    # ---- casts, comparisons, floats, ranges ------------------------------

    def cast(self, found):
        result, op, flags, kind, operand, to = found.groups()
        flags = flags.split()
        name = ".".join(["chk", op] + flags + [irtext.mangle(kind),
                                               irtext.mangle(to)])
        lines, bad = ["%%good = %s %s %%a to %s" % (op, kind, to)], []
        for flag in flags:
            if flag == "nneg":
                zero = "zeroinitializer" if "<" in kind else "0"
                lines.append("%%bad.nneg = icmp slt %s %%a, %s" % (kind, zero))
            else:
                back = "zext" if flag == "nuw" else "sext"
                lines += ["%%back.%s = %s %s %%good to %s"
                          % (flag, back, to, kind),
                          "%%bad.%s = icmp ne %s %%back.%s, %%a"
                          % (flag, kind, flag)]
            bad.append("%bad." + flag)
        if len(bad) == 2:
            lines.append("%%bad = or %s %s, %s"
                         % (irtext.like(kind, "i1"), *bad))
        self.helper(name, to, [kind + " %a"], lines,
                    bad[0] if len(bad) == 1 else "%bad", "%good")
        return "  %s = call %s @%s(%s %s)" % (result, to, name, kind, operand)

    def compare(self, found):
        result, predicate, kind, operands = found.groups()
        choice = irtext.like(kind, "i1")
        zero = "zeroinitializer" if "<" in kind else "0"
        name = "chk.samesign.%s.%s" % (predicate, irtext.mangle(kind))
        lines = ["%%good = icmp %s %s %%a, %%b" % (predicate, kind),
                 "%%x = xor %s %%a, %%b" % kind,
                 "%%bad = icmp slt %s %%x, %s" % (kind, zero)]
        self.helper(name, choice, [kind + " %a", kind + " %b"], lines, "%bad",
                    "%good")
        return self.call(result, choice, name, kind, operands)

    def floats(self, found):
        result, op, flags, kind, operands = found.groups()
        flags = flags.split()
        if "fast" in flags:
            flags = ["nnan", "ninf"]
        flags = [f for f in flags if f in ("nnan", "ninf")]
        if not flags:
            return None
        choice = irtext.like(kind, "i1")
        name = ".".join(["chk", op] + flags + [irtext.mangle(kind)])
        lines, bad = ["%%good = %s %s %%a, %%b" % (op, kind)], None
        for flag in flags:
            for value in ("a", "b", "good"):
                this = "%%is.%s.%s" % (flag, value)
                # Infinity and NaN are what minus itself is not zero.
                lines += (["%s = fcmp uno %s %%%s, %%%s"
                           % (this, kind, value, value)] if flag == "nnan" else
                          ["%%d.%s = fsub %s %%%s, %%%s"
                           % (value, kind, value, value),
                           "%s = fcmp uno %s %%d.%s, %%d.%s"
                           % (this, kind, value, value)])
                if bad:
                    lines.append("%s.or = or %s %s, %s"
                                 % (this, choice, bad, this))
                    this += ".or"
                bad = this
        self.helper(name, kind, [kind + " %a", kind + " %b"], lines, bad,
                    "%good")
        return self.call(result, kind, name, kind, operands)

    def range(self, result, line, kind, low, high, must):
        """Check that `result`, which `line` defines, lies within low ..
        high-1, as the line promises (a range may wrap). Outside of it, the
        result is poison, or undefined behaviour if `must` is true."""
        self.serial += 1
        raw = "%%raw.%d" % self.serial
        name = "chk.%s.%s.%s.%s" % ("must" if must else "range", kind,
                                    str(low).replace("-", "m"),
                                    str(high).replace("-", "m"))
        mask = (1 << irtext.int_width(kind)) - 1
        lines = ["%%from = sub %s %%a, %d" % (kind, low),
                 "%%bad = icmp uge %s %%from, %d" % (kind, (high - low) & mask)]
        if must:
            lines += ["br i1 %bad, label %wrong, label %right", "wrong:",
                      "call void @wit_violated()", "br label %right", "right:"]
        self.helper(name, kind, [kind + " %a"], lines, "%bad", "%a")
        return [line.replace(result + " =", raw + " =", 1),
                "  %s = call %s @%s(%s %s)" % (result, kind, name, kind, raw)]

    def call(self, result, kind, name, operand_kind, operands):
        a, b = irtext.split_top(operands)
        return "  %s = call %s @%s(%s %s, %s %s)" % (
            result, kind, name, operand_kind, a, operand_kind, b)

    # ---- a line ----------------------------------------------------------

    def rewrite(self, line):
        """The lines that take the place of this one, whose metadata has been
        removed."""
        for pattern, method in ((BINARY, self.binary), (CAST, self.cast),
                                (COMPARE, self.compare),
                                (FLOAT_OP, self.floats)):
            found = pattern.match(line)
            if found:
                line = method(found) or line
                break
        line = FAST_ANY.sub(r"\1", line)
        ranged = RETURN_RANGE.search(line)
        if ranged:
            head, kind, low, high, rest = ranged.groups()
            result = line.split("=")[0].strip()
            must = re.search(r"\bnoundef\b", head) is not None
            plain = line[:ranged.start()] + head + rest
            return self.range(result, plain, kind, int(low), int(high), must)
        return [line]
