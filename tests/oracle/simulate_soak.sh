#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
exec "$srcdir/tests/oracle/simulate.sh" soak
