#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs reference.py with the large launches on both targets, and pocl.py with
every level of optimization and the large launches."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pocl       # noqa: E402
import reference  # noqa: E402

import deadline   # noqa: E402

if __name__ == "__main__":
    ended = [main(["--all"])
             for main in deadline.shares((reference.main, pocl.main))]
    sys.exit(1 if 1 in ended else 0)
