#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Other people's kernels through linearization, all modes, and flattening:
# wherever one of them finds something to do.

if [ -z "${CLANG:-}" ]; then
	echo "1..0 # SKIP clang missing (Debian package clang-${LLVM_VERSION_MAJOR:-22})"
	exit 77
fi
exec "${PYTHON:-python3}" "$srcdir/tests/oracle/simulate.py" all linearize \
	linearize-0 interleave loops depth all flatten
