#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Takes the kernels of the corpus through every phase and every mode of
# linearize that finds something to do. A run that was cut off after
# SOAK_SECONDS continues there when it is started again.

if [ -z "${CLANG:-}" ]; then
	echo "1..0 # SKIP clang missing (Debian package clang-${LLVM_VERSION_MAJOR:-22})"
	exit 77
fi
exec "${PYTHON:-python3}" "$srcdir/tests/oracle/phases.py"
