# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes samples, traps and thousands of random kernels through all variants,
with run.py, and generates code for every CPU.

SOAK_KERNELS is the number of kernels, SOAK_FIRST the seed of the first.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import run  # noqa: E402

if __name__ == "__main__":
    sys.exit(run.main(["--ptxas", "--all-cpus", "--turns", "1", "--seeds",
                       "6", "--random", os.environ.get("SOAK_KERNELS",
                                                        "4000"),
                       "--first", os.environ.get("SOAK_FIRST", "100000")]))
