# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands, phases and settings of the program, as the program lists them
(`reconverge --json -e help`). The tests take their lists from here, so that
a new phase, mode or command is tested as soon as it has its row in a table.
A test that leaves one out names it, with the reason."""

import functools
import json
import os
import subprocess

# Words of a synopsis that stand for others, with examples of those. A word
# that is not listed here is replaced by any word. Most of these are wrong,
# which is worth a test, too.
WORDS = {
    "REGION": ["R0", "R1", "R2", "R3", "R99"],
    "BLOCK": ["B0", "B1", "B2", "B3", "B5", "B9", "B77", "entry", "then"],
    "LOOP": ["L0", "L1", "L9"],
    "OBJECT": ["R1", "B2", "L0"],
    "REVISION": ["P0", "P1", "P2", "P99", "mark:m"],
    "VALUE": ["%tid", "%0", "%x"],
    "ARG": ["0", "1", "values", "a", "n"],
    "FILE": ["out.bin", "out.ll", "out.s", "out.dot", "out.json", "out.txt",
             "out.csv", "s.rcv"],
    "N": ["0", "1", "2", "3", "16"],
    "EXPRESSION": ["divergent<=divergent(P0)", "(1+2)*3==9", "revisions>=1"],
    "PIPELINE": ["simplifycfg", "instcombine", "nosuch"],
    "DIR": ["lesson"],
    "NAME": ["m", "diamond", "helper"],
    "BLOCK:WARP": ["0", "1:1"],
}

# A judge that measures or looks at the machine's code takes back most of what
# phases make of a random kernel, and what is taken back is not checked; by its prices,
# linearize would leave most regions alone.
USUAL = {"decide": "static", "judge": "table", "lin-when": "always",
         "delay-when": "always"}


class Program:
    """The answer of `help`, by name."""

    def __init__(self, answer):
        self.commands = {c["name"]: c for c in answer["commands"]}
        self.phases = {name: c["phase"] for name, c in self.commands.items()
                       if c["phase"]}
        self.settings = {s["name"]: s for s in answer["settings"]}
        self.drawings = [d["name"] for d in answer["exports"]["drawings"]]
        self.export_keys = [k["name"] for k in answer["exports"]["keys"]]
        self.counts = [c["name"] for c in answer["counts"]]
        self.metrics = [m["name"] for m in answer["metrics"]]

    def usual(self, setting):
        """The value that a setting has in most tests: the default, unless that
        is in the way of finding wrong code."""
        return USUAL.get(setting, self.settings[setting]["default"])

    def base(self):
        """{setting: usual value} of those that a phase reads."""
        return {name: self.usual(name) for name, s in self.settings.items()
                if s["phases"]}

    def others(self, setting):
        """The values of a setting that differ from the usual one: all choices,
        or both ends of a range."""
        row = self.settings[setting]
        values = row.get("choices") or ["%g" % row[end] for end in
                                        ("low", "high")]
        return [v for v in values if v != self.usual(setting)]

    def value(self, rng, setting):
        """A random legal value of a setting; in half of the cases the usual
        one."""
        row = self.settings[setting]
        if rng.random() < 0.5:
            return self.usual(setting)
        if "choices" in row:
            return rng.choice(row["choices"])
        low, high = row["low"], row["high"]
        if row["type"] == "int":
            return str(rng.randint(int(low), int(min(high, low + 4))))
        return rng.choice(["%g" % low, "%g" % high,
                           "%.3g" % rng.uniform(low, high)])

    def words(self, rng, command):
        """Words for a command, according to its synopsis; words in brackets
        come in half of the cases."""
        usage = rng.choice(self.commands[command]["usage"].split(" or "))
        found, depth = [], 0
        for form in usage.split():
            depth += form.count("[")
            if not depth or rng.random() < 0.5:
                word = form.strip("[]")
                again = word.endswith("...")
                for _ in range(rng.choice((1, 1, 2)) if again else 1):
                    found.append(self.fill(rng, word.removesuffix("...")
                                           .rstrip("],")))
            depth -= form.count("]")
        return found

    def fill(self, rng, form):
        """`BLOCK|settings`, `as=ll|bc`, `NAME=VALUE` as a word."""
        key, equals, value = form.rpartition("=")
        if key == "NAME":
            setting = rng.choice(list(self.settings))
            return setting + "=" + self.value(rng, setting)
        if key == "KEY":
            keys = self.export_keys + [k for p in self.phases.values()
                                       for k in p["keys"]]
            return rng.choice(keys) + "=" + self.any_choice(rng)
        if key == "ARG":
            return rng.choice(("a", "n", "0", "values")) + "=" + rng.choice(
                ("5", "i32[64]", "i32[64]:iota", "nan", "same(a)"))
        return key + equals + self.atom(rng, rng.choice(value.split("|")))

    def atom(self, rng, word):
        """A word of a synopsis: the word itself, or a word that it stands
        for."""
        if not word.isupper():
            return word
        if word == "ACT":
            return rng.choice(list(self.phases))
        if word == "WHAT":
            return rng.choice(self.drawings)
        if word in ("MODE", "WHEN"):
            return self.any_choice(rng)
        return rng.choice(WORDS.get(word, ["1", "2,2", "x"]))

    def any_choice(self, rng):
        """A word that some setting takes, or a number."""
        return rng.choice(["0", "1", "3"] + [
            c for s in self.settings.values() for c in s.get("choices", ())])


@functools.lru_cache(maxsize=None)
def ask(path=None):
    """The program at `path`, or that of $RECONVERGE."""
    path = path or os.environ.get("RECONVERGE", "reconverge")
    said = subprocess.run([path, "-b", "--json", "-e", "help"], check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return Program(json.loads(said.stdout))
