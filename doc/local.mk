# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Pages of documentation, whose sessions are tests.

EXTRA_DIST += \
	doc/batch.md \
	doc/ci.md \
	doc/build.md \
	doc/getting-ir.md \
	doc/library.md \
	doc/library/darm.c \
	doc/tutorial.md \
	doc/tutorial/roots.cl \
	doc/tutorial/roots.launch.json \
	doc/tutorial/roots.ll \
	doc/figures.md \
	doc/figures
