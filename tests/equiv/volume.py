# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes a few random kernels through all variants, with run.py; "make check"
runs it."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import run  # noqa: E402

if __name__ == "__main__":
    sys.exit(run.main(["--only-random", "--random", "20"]))
