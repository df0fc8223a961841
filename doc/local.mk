# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Pages of documentation, whose sessions are tests.

doc_files = \
	doc/batch.md \
	doc/ci.md \
	doc/counting.md \
	doc/build.md \
	doc/getting-ir.md \
	doc/library.md \
	doc/results.md \
	doc/library/darm.c \
	doc/tutorial.md \
	doc/tutorial/roots.cl \
	doc/tutorial/roots.launch.json \
	doc/tutorial/roots.ll \
	doc/figures.md \
	doc/readme/before.svg \
	doc/readme/after.svg \
	doc/readme/screen.svg
EXTRA_DIST += doc/figures

# What a program includes to write the counters of `instrument`.
countingdir = $(pkgdatadir)/counting
dist_counting_DATA = \
	doc/counting/counters_cuda.h \
	doc/counting/counters_hip.h
