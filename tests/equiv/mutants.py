#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`check` refutes wrong edits of samples: every barrier that is removed from a kernel
that needs it, with the sample's launch, and edits of all kinds (bench/mutations.py)
with a guessed launch. Removed fences are told. What is left out, because the edit
changes nothing that a run can show, stands in HARMLESS.
"""
import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "bench")]

import corpus     # noqa: E402
import mutations  # noqa: E402
import proof      # noqa: E402

SAMPLES = os.environ.get("SAMPLES") or os.path.join(HERE, "..", "..", "samples")
# Kernels that need each of their barriers.
BARRIERS = ("bitonic_sort", "mergesort", "nqueens", "pcm")
KERNELS = ("bitonic_sort.amdgcn", "darm_align.nvptx64", "dct_quant.amdgcn",
           "lin_irreducible.nvptx64", "lin_short_circuit.amdgcn", "nqueens.nvptx64")
HARMLESS = {
    ("bitonic_sort.amdgcn", "flag"),         # 2 k does not overflow
    ("darm_align.nvptx64", "flag"),          # nor does the number of a thread
    ("lin_irreducible.nvptx64", "flag"),
    ("lin_short_circuit.amdgcn", "flag"),
    ("dct_quant.amdgcn", "condition"),       # 0 is quantized as -0 is
    ("lin_irreducible.nvptx64", "operation"),  # bits that are masked out
}


def kernel_of(name):
    stem, target = name.split(".")
    with open(os.path.join(SAMPLES, name + ".ll"), encoding="utf-8") as f:
        return corpus.Kernel(name, stem, target, f.read(), "")


def write(folder, kernel, edits):
    files = ["m%d.ll" % i for i in range(len(edits))]
    for name, text in zip(["was.ll"] + files, [kernel.text] + [t for _, t in edits]):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)
    return files


def without(kernel, edit):
    """For each line of that kind, the kernel without the line."""
    lines = kernel.text.split("\n")
    return [(edit.__name__, "\n".join(lines[:i] + lines[i + 1:]))
            for i, line in enumerate(lines) if edit(line, None) == ""]


def barriers(tap, folder):
    for name in BARRIERS:
        for target in corpus.WARP:
            kernel = kernel_of("%s.%s" % (name, target))
            launch = os.path.abspath(os.path.join(SAMPLES, name + ".launch.json"))
            for edit in (mutations.barrier, mutations.fence):
                edits = without(kernel, edit)
                files = write(folder, kernel, edits)
                found = mutations.answers(folder, kernel, files, [launch], 1) if files else {}
                for i, f in enumerate(files):
                    tap.point(found[f] == ["differs" if edit is mutations.barrier else "weaker"],
                              "%s without %s %d: %s" % (kernel.name, edit.__name__, i + 1,
                                                        found[f]))


def others(tap, folder):
    for name in KERNELS:
        kernel = kernel_of(name)
        edits = [e for e in mutations.edits_of(kernel, random.Random(1), 8)
                 if (name, e[0]) not in HARMLESS]
        files = write(folder, kernel, edits)
        found = mutations.answers(folder, kernel, files, [""], 8)
        for f, (kind, _) in zip(files, edits):
            tap.point(mutations.is_told(kind, found[f]), "%s, %s: %s" % (name, kind, found[f]))


def main():
    tap = proof.Tap()
    with tempfile.TemporaryDirectory(prefix="mutants.") as folder:
        barriers(tap, folder)
        others(tap, folder)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
