# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes a few kernels through variants of the transformations and all checks
of their outputs."""

import os
import re
import subprocess

import corpus
import device
import host
import variants
from variants import DEFAULT, LOADED


class Failure:
    def __init__(self, kernel, variant, what, after=""):
        self.kernel = kernel
        self.variant = variant
        self.what = what
        self.after = after


class Count:
    """Counts of one variant: outputs that were checked, outputs that differ
    from the kernel, runs on the host."""

    def __init__(self):
        self.outputs = {}
        self.changed = {}
        self.runs = {}
        self.grown = {}    # more divergent branches than before
        self.skipped = {}  # by reason

    def add(self, table, key, n=1):
        table[key] = table.get(key, 0) + n

    def merge(self, other):
        for name, table in vars(other).items():
            for key, n in table.items():
                self.add(getattr(self, name), key, n)


class Output:
    """A text that one or more variants made of a kernel."""

    def __init__(self, kernel, label, text):
        self.kernel = kernel
        self.label = label
        self.text = text
        self.variants = []
        self.module = device.Module(label, text, kernel.target)
        self.unit = None


class Batch:
    def __init__(self, kernels, names, setup, folder, turn=None):
        self.kernels = kernels
        self.names = names  # of the variants that each kernel goes through
        self.turn = turn    # number of the CPU to generate for; None: all
        self.setup = setup  # of run.py
        self.folder = folder
        self.failures = []
        self.count = Count()
        self.before = {}    # kernel name: Output
        self.after = {}     # kernel name: [Output]

    def fail(self, output, what):
        for variant in output.variants:
            self.failures.append(Failure(output.kernel, variant, what,
                                         output.text))

    # ---- making the outputs ------------------------------------------------

    def transform(self):
        for i, kernel in enumerate(self.kernels):
            source = os.path.join(self.folder, "k%d.ll" % i)
            with open(source, "w", encoding="utf-8") as f:
                f.write(kernel.text)
            self.before[kernel.name] = Output(kernel, "k%d" % i, kernel.text)
            self.after[kernel.name] = []
            names = [LOADED] + self.names[i]
            made, problem = self.together(names, kernel, source)
            known = len(self.failures)
            for variant in names:
                text = self.text_of(variant, kernel, source, made)
                if text is not None:
                    self.add(kernel, variant, text, "k%d" % i)
            if problem and len(self.failures) == known:
                self.failures.append(Failure(
                    kernel, LOADED, "one session of all variants fails, each "
                    "alone does not: " + problem))

    def together(self, names, kernel, source):
        """Run all variants in one session. Returns ({variant: text}, the
        reason why the session failed, or "")."""
        try:
            return self.setup.transformer.together(names, kernel, source,
                                                   self.folder), ""
        except variants.Failed as error:
            return {}, str(error)

    def text_of(self, variant, kernel, source, made):
        """The output of a variant. That of the default variant is made twice,
        once in a session with all others and once alone, and must be the
        same."""
        text = made.get(variant)
        if text is not None and variant != DEFAULT:
            return text
        result = os.path.join(self.folder, "out.ll")
        try:
            alone = self.setup.transformer.alone(variant, kernel, source,
                                                 result, text is not None)
        except variants.Failed as error:
            self.failures.append(Failure(kernel, variant, str(error)))
            return None
        if text is not None and text != alone:
            self.failures.append(Failure(
                kernel, variant, "another output the second time", text))
        return alone

    def add(self, kernel, variant, text, stem):
        outputs = self.after[kernel.name]
        self.count.add(self.count.outputs, variant)
        for output in outputs:
            if output.text == text:
                break
        else:
            output = Output(kernel, "%sv%d" % (stem, len(outputs)), text)
            outputs.append(output)
        output.variants.append(variant)
        if LOADED not in output.variants:
            self.count.add(self.count.changed, variant)

    def all_after(self):
        return [o for outputs in self.after.values() for o in outputs]

    # ---- what stands in the text -------------------------------------------

    def read(self):
        """Check the comments of the module: no output may match "; forbid:
        REGEX"; the default variant's must match "; wants: N REGEX"."""
        for output in self.all_after():
            body = self.kernel_text(output)
            for pattern in output.kernel.directives("forbid"):
                found = re.search(pattern, body, re.M)
                if found:
                    self.fail(output, "it holds %s: %s" % (pattern,
                                                           found.group()))
            if DEFAULT not in output.variants:
                continue
            for wish in output.kernel.directives("wants"):
                number, pattern = wish.split(None, 1)
                n = len(re.findall(pattern, body, re.M))
                if n != int(number):
                    self.fail(output, "%d of %s, not %s" % (n, pattern,
                                                            number))

    @staticmethod
    def kernel_text(output):
        start = re.search(r"^define .*?@%s\(" % re.escape(
            output.kernel.symbol), output.text, re.M).start()
        return output.text[start:output.text.index("\n}", start)]

    # ---- the device's tools ------------------------------------------------

    def generate(self):
        for target in corpus.WARP:
            outputs = [o for o in list(self.before.values()) +
                       self.all_after() if o.kernel.target == target]
            if not outputs:
                continue
            for output in outputs:
                output.module.write(self.folder)
            self.accept(outputs)
            self.compare_divergence(outputs)

    def accept(self, outputs):
        """Check that no tool refuses an output of a kernel that it
        accepted."""
        refused = device.refused(self.setup.tools,
                                 [o.module for o in outputs], self.folder,
                                 self.turn, self.setup.ptxas)
        for output in outputs:
            old = refused.get(self.before[output.kernel.name].label, [])
            for stage, said in refused.get(output.label, []):
                if stage not in [s for s, _ in old]:
                    self.fail(output, "%s: %s" % (stage, said))

    def compare_divergence(self, outputs):
        counts = device.divergent_branches(
            self.setup.tools, [o.module for o in outputs], self.folder)
        for output in outputs:
            was, now = (counts.get("%s_%s" % (o.label, o.kernel.symbol))
                        for o in (self.before[output.kernel.name], output))
            if was is None or now is None or now <= was:
                continue
            for variant in output.variants:
                self.count.add(self.count.grown, variant)
                if variant in self.setup.never_more:
                    self.failures.append(Failure(
                        output.kernel, variant, "%d divergent branches, not "
                        "%d" % (now, was), output.text))

    # ---- the host ----------------------------------------------------------

    def retarget(self, output):
        try:
            output.unit = host.retarget(output.text, output.kernel.symbol,
                                        output.label)
        except host.Unsupported as reason:
            self.count.add(self.count.skipped, str(reason))

    def witness(self):
        """Run all outputs on the host and compare them with the kernels."""
        units, plan, by_symbol = [], [], {}
        for kernel in self.kernels:
            before, outputs = self.before[kernel.name], []
            self.retarget(before)
            if not before.unit:
                continue
            for output in self.after[kernel.name]:
                self.retarget(output)
                if output.unit:
                    outputs.append(output)
            plan += kernel.plan()
            for output in [before] + outputs:
                units.append(output.unit)
                by_symbol[output.label] = output
                plan.append("code %s %s" % (output.label,
                                            output.unit.flags()))
            plan.append("run %d" % self.setup.seeds)
        if units:
            self.answers(units, plan, by_symbol)

    def answers(self, units, plan, by_symbol):
        stem = os.path.join(self.folder, "host")
        shared = host.build(units, stem, self.setup.tools.llc, self.setup.cc)
        done = subprocess.run([self.setup.witness, shared],
                              input="\n".join(plan) + "\n", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        answered = set()
        for line in done.stdout.splitlines():
            verdict, name, *words = line.split(" ", 3)
            if verdict == "void":
                self.void(name, " ".join(words))
                continue
            output = by_symbol[words[0]]
            answered.add(words[0])
            if verdict == "differs":
                self.fail(output, "on the host: " + words[1])
            else:
                for variant in output.variants:
                    self.count.add(self.count.runs, variant, int(words[1]))
        self.unanswered(done, answered, by_symbol)

    def void(self, name, why):
        """Note kernels that cannot be run themselves: the corpus is at
        fault."""
        kernel = self.before[name].kernel
        self.failures.append(Failure(kernel, LOADED, why))

    def unanswered(self, done, answered, by_symbol):
        if done.returncode == 0:
            return
        for symbol, output in by_symbol.items():
            if symbol not in answered and output.variants:
                self.fail(output, "the host run died: %d %s"
                          % (done.returncode, done.stderr.strip()))

    # ---- all of it ---------------------------------------------------------

    def run(self):
        self.transform()
        self.read()
        if self.setup.device:
            self.generate()
        self.witness()
        return self.failures, self.count
