#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs kernels of the corpus in the simulator; with "soak" as argument, all.

if [ -z "${CLANG:-}" ]; then
	echo "1..0 # SKIP clang missing (Debian package clang-${LLVM_VERSION_MAJOR:-22})"
	exit 77
fi
what=quick
[ "${1:-}" = soak ] && what=all
exec "${PYTHON:-python3}" "$srcdir/tests/oracle/simulate.py" "$what"
