# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes thousands of random kernels of each kind through sequences of phases
and of LLVM's passes, with sequences.py, sessions through the tree of revisions, with
revisions.py, and the samples through all variants on their large launches, with
checked.py.

SOAK_KERNELS is the number of kernels, SOAK_FIRST the seed of the first. Of those
of any flow graph and of those compiled from OpenCL C it takes a quarter each as
many, and gives every module of these to the verifier and to a code generator.
Of sessions it takes a quarter as well.
"""

import functools
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import checked    # noqa: E402
import proof      # noqa: E402
import revisions  # noqa: E402
import sequences  # noqa: E402

import deadline   # noqa: E402


def samples(tap):
    checked.prove(checked.options(["--turns", "1", "--large", "--seeds", "8"]),
                  tap)


def seeds(share):
    return ["--random", str(int(os.environ.get("SOAK_KERNELS", "4000")) //
                            share),
            "--first", os.environ.get("SOAK_FIRST", "100000")]


def random_kernels(kernels, share, device, tap):
    sequences.prove(sequences.options(
        ["--kernels", kernels, "--passes", "0.3", "--seeds", "4",
         "--device", device] + seeds(share)), tap)


def sessions(tap):
    revisions.prove(revisions.options(seeds(4)), tap)


def main():
    tap = proof.Tap()
    for part in deadline.shares((
            samples, sessions,
            functools.partial(random_kernels, "arms", 1, "0"),
            functools.partial(random_kernels, "graph", 4, "1"),
            functools.partial(random_kernels, "source", 4, "1"))):
        part(tap)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
