# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the false arm of a branch: nearly the same statements as in the true
arm."""

import copy

from patterns import COMMUTATIVE, FLOATS, INTS, INVERTED, SWAPPED, Node

# The places of the bodies in statements that have them.
BODIES = {"lazy": [6], "cases": [2], "chain": [3, 4], "frozen if": [],
          "tangle": [], "alike": [7]}
PROMISES = ("flagged", "flagged more", "load")


class Mutations:
    """Changes a few statements of an arm."""

    def __init__(self, rng, patterns, rate):
        self.rng = rng
        self.patterns = patterns
        self.rate = rate

    def body(self, nodes):
        out = []
        for node in nodes:
            out += self.one(copy.deepcopy(node))
            if self.rng.random() < self.rate / 3:
                out.append(self.patterns.simple())
        if len(out) > 1 and self.rng.random() < self.rate / 4:
            at = self.rng.randrange(len(out) - 1)
            out[at], out[at + 1] = out[at + 1], out[at]
        return out

    def one(self, node):
        rng = self.rng
        kind = node[0]
        if kind in ("if", "loop", "switch"):
            return self.structure(node)
        if kind in BODIES:
            for at in BODIES[kind]:
                node[at] = self.bodies(node[at])
            return [node]
        if kind in PROMISES and rng.random() < 0.4:
            return [self.unpromised(node)]
        if rng.random() > self.rate:
            return [node]
        what = rng.choice(["remove", "operand", "operand", "commute", "same"])
        if what == "remove" and kind not in ("leave", "finish", "again"):
            return []
        if what == "commute" and kind in ("op", "fop") and (
                node[1] in COMMUTATIVE) and isinstance(node[4], str):
            node[3], node[4] = node[4], node[3]
        if kind in PROMISES:
            return [self.unpromised(node)]
        if kind in ("cell load", "cell store") and what == "operand":
            node[1] = rng.randrange(4)
        elif what == "operand":
            self.operand(node)
        return [node]

    def unpromised(self, node):
        """The same statement without its promise, or with another one."""
        rng = self.rng
        if node[0] == "load":
            if node[1] in ("any", "small"):
                node[1] = "any" if node[1] == "small" else "small"
            node[4] = "plain"
        else:
            node[5] = rng.random() < 0.2
        return node

    def operand(self, node):
        places = [i for i in range(1, len(node))
                  if node[i] in INTS or node[i] in FLOATS]
        if places:
            at = self.rng.choice(places)
            node[at] = self.rng.choice(INTS if node[at] in INTS else FLOATS)

    def condition(self, condition):
        """The condition written differently, or sometimes another
        condition."""
        rng = self.rng
        if condition[0] == "icmp" and isinstance(condition[3], str) and (
                rng.random() < 0.5):
            condition[1] = SWAPPED[condition[1]]
            condition[2], condition[3] = condition[3], condition[2]
        elif rng.random() < self.rate:
            return self.patterns.condition()
        return condition

    def structure(self, node):
        rng = self.rng
        if rng.random() < self.rate / 3:
            return []
        if node[0] == "loop":
            if rng.random() < self.rate:
                node[2] = rng.choice([1, 2, 3, 7])
            node[4] = self.body(node[4])
            return [node]
        if node[0] == "switch":
            node[2] = [self.body(b) for b in node[2]]
            return [node]
        node[2], node[3] = self.body(node[2]), self.body(node[3])
        if rng.random() < self.rate / 2 and not self.leaves(node[2]):
            return node[2]  # one block in place of a region
        if node[1][0] in ("icmp", "bit") and rng.random() < 0.3:
            node[1][1] = INVERTED[node[1][1]]
            node[2], node[3] = node[3], node[2]
        node[1] = self.condition(node[1])
        return [node]

    def bodies(self, part):
        """The bodies of a statement, at the places in BODIES: lists of
        statements, or a list of such lists."""
        if part and not isinstance(part[0], Node):
            return [self.body(b) for b in part]
        return self.body(part)

    @staticmethod
    def leaves(nodes):
        return any(n[0] in ("leave", "finish", "again") for n in nodes)
