#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs by_name.py, and also compares every function with the library that has
it."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import by_name  # noqa: E402

if __name__ == "__main__":
    sys.exit(by_name.main(soak=True))
