# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes thousands of random kernels through random sequences of phases and of
LLVM's passes, with sequences.py, and the samples through all variants on their
large launches, with checked.py.

SOAK_KERNELS is the number of kernels, SOAK_FIRST the seed of the first.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import checked    # noqa: E402
import proof      # noqa: E402
import sequences  # noqa: E402


def main():
    tap = proof.Tap()
    checked.prove(checked.options(["--large", "--seeds", "8"]), tap)
    sequences.prove(sequences.options(
        ["--passes", "0.3", "--seeds", "4",
         "--random", os.environ.get("SOAK_KERNELS", "4000"),
         "--first", os.environ.get("SOAK_FIRST", "100000")]), tap)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
