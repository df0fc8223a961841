#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
exec "$PYTHON" "$srcdir/tests/oracle/coverage.py" soak
