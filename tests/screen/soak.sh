#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# 10,000 random keys, clicks and lines a module at changing sizes: to be run in
# a build with --enable-sanitizers --enable-debug.

SCREEN_KEYS=${SCREEN_KEYS:-10000} exec \
	"$builddir/tests/unit/all" screen_fuzz_test
