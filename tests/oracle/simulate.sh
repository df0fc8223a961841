#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs kernels of the corpus in the simulator; with "soak" as argument, all.

what=quick
[ "${1:-}" = soak ] && what=all
exec "${PYTHON:-python3}" "$srcdir/tests/oracle/simulate.py" "$what"
