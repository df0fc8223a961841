#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Other people's kernels through every phase, and every way to linearize:
# wherever one of them finds something to do. Run again, it goes on where it was
# cut off (PHASES_MINUTES).

if [ -z "${CLANG:-}" ]; then
	echo "1..0 # SKIP clang missing (Debian package clang-${LLVM_VERSION_MAJOR:-22})"
	exit 77
fi
exec "${PYTHON:-python3}" "$srcdir/tests/oracle/phases.py"
