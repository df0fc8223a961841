# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions written with variables, printed in SSA form.

Blocks hold instructions that read and write variables; any control flow will
do. Printing gives every write a name and every read the name that reaches it,
with phis where several do: Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau,
"Simple and Efficient Construction of Static Single Assignment Form", CC 2013,
https://doi.org/10.1007/978-3-642-37051-9_6, with all blocks known beforehand,
so that none is ever unsealed. Every variable must be written in the entry.
"""


class Var:
    def __init__(self, name, kind):
        self.name = name
        self.kind = kind  # its type, as text


class Block:
    def __init__(self, name):
        self.name = name
        # (variable written or None, template, operands); without a template
        # the variable is from there on what the operand says
        self.code = []
        self.end = None   # (template, operands, successors)
        self.preds = []
        self.phis = {}    # variable: name
        self.names = []   # by instruction: the name of what it writes


class Function:
    """`head` is the define line without its brace."""

    def __init__(self, head):
        self.head = head
        self.blocks = []
        self.serial = 0

    def block(self, name="b"):
        self.serial += 1
        made = Block("%s%d" % (name, self.serial))
        self.blocks.append(made)
        return made

    # ---- names -----------------------------------------------------------

    def reachable(self):
        seen, todo = {self.blocks[0]}, [self.blocks[0]]
        while todo:
            for succ in todo.pop().end[2]:
                if succ not in seen:
                    seen.add(succ)
                    todo.append(succ)
        return [b for b in self.blocks if b in seen]

    def name_writes(self):
        count = 0
        for block in self.blocks:
            for var, template, operands in block.code:
                count += var is not None
                name = "%%%s.%d" % (var.name, count) if var else None
                block.names.append(name if template else operands[0])

    def leaving(self, var, block):
        """The name of `var`'s value at the end of the block."""
        while True:
            for (written, _, _), name in zip(reversed(block.code),
                                             reversed(block.names)):
                if written is var:
                    return name
            if len(block.preds) != 1:
                return self.entering(var, block)
            block = block.preds[0]

    def entering(self, var, block):
        if len(block.preds) == 1:
            return self.leaving(var, block.preds[0])
        if not block.preds:
            raise ValueError("%s is never written" % var.name)
        if var not in block.phis:
            block.phis[var] = "%%%s.%s" % (var.name, block.name)
            self.phis[block.phis[var]] = (block, var, None)
            self.todo.append((block, var))
        return block.phis[var]

    def fill_phis(self):
        while self.todo:
            block, var = self.todo.pop()
            self.phis[block.phis[var]] = (
                block, var, [self.leaving(var, p) for p in block.preds])

    def drop_trivial(self):
        """Replace phis that have one value besides themselves by that
        value."""
        self.same, changed = {}, True
        while changed:
            changed = False
            for name, (_, _, values) in self.phis.items():
                distinct = {self.final(v) for v in values} - {name}
                if name not in self.same and len(distinct) == 1:
                    self.same[name] = distinct.pop()
                    changed = True

    def final(self, name):
        while name in self.same:
            name = self.same[name]
        return name

    # ---- text ------------------------------------------------------------

    def operand(self, value, local, block):
        if not isinstance(value, Var):
            return str(value)
        return local.get(value) or self.entering(value, block)

    def resolve(self):
        """The lines of each block, with names that are not final yet."""
        text = {}
        for block in self.blocks:
            local, lines = {}, []
            for (var, template, operands), name in zip(block.code,
                                                       block.names):
                values = [self.operand(o, local, block) for o in operands]
                if template:
                    lines.append((name, template, values))
                if var:
                    local[var] = name
            template, operands, _ = block.end
            lines.append((None, template,
                          [self.operand(o, local, block) for o in operands]))
            text[block] = lines
        return text

    def __str__(self):
        self.blocks = self.reachable()
        for block in self.blocks:
            for succ in dict.fromkeys(block.end[2]):
                # A switch may lead to one block twice; a phi then has two
                # entries for it.
                succ.preds += [block] * block.end[2].count(succ)
        self.phis, self.todo, self.same = {}, [], {}
        self.name_writes()
        text = self.resolve()
        self.fill_phis()
        self.drop_trivial()
        out = [self.head + " {"]
        for block in self.blocks:
            out.append("%s:" % block.name)
            for var, name in block.phis.items():
                if name in self.same:
                    continue
                values = self.phis[name][2]
                out.append("  %s = phi %s %s" % (name, var.kind, ", ".join(
                    "[ %s, %%%s ]" % (self.final(v), p.name)
                    for v, p in zip(values, block.preds))))
            for name, template, values in text[block]:
                line = template.format(*[self.final(v) for v in values])
                out.append("  %s = %s" % (name, line) if name else "  " + line)
        return "\n".join(out + ["}"])
