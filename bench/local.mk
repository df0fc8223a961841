# Programs and scripts that "make bench" runs, one after the other; what they
# need built is in EXTRA_PROGRAMS and a dependency of "bench".
bench_programs = \
	bench/align \
	bench/analyses.py

EXTRA_PROGRAMS += bench/align bench/analyses
bench_align_SOURCES = bench/align.c
bench_align_LDADD = $(libcvg_libs)
bench_analyses_LDADD = $(libcvg_libs)
EXTRA_DIST += bench/analyses.py bench/kernels.py bench/llvm_analyses.cc
CLEANFILES += bench/align$(EXEEXT) bench/llvm_analyses$(EXEEXT)

# The one C++ program, and only "make bench" needs the compiler for it.
bench/llvm_analyses$(EXEEXT): bench/llvm_analyses.cc
	@$(MKDIR_P) bench
	$(CXX) -std=c++17 -fno-rtti -O2 $(LLVM_CFLAGS) -o $@ \
	  $(srcdir)/bench/llvm_analyses.cc $(LLVM_LIBS)

bench: bench/analyses$(EXEEXT) bench/llvm_analyses$(EXEEXT)

# darm: its time compared with opt, and the code that it makes.
bench_programs += bench/darm_time.py bench/darm_code.py bench/defaults.py
EXTRA_PROGRAMS += bench/stages
bench_stages_LDADD = $(libcvg_libs)
EXTRA_DIST += bench/darm_code.py bench/darm_time.py bench/defaults.py \
	bench/diamonds.py
bench: bench/stages$(EXEEXT)

# The simulator: its rate compared with Oclgrind and PoCL, large runs, and the
# gain of darm when kernels run.
bench_programs += bench/sim_rate.py bench/sim_large.py bench/sim_darm.py \
	bench/optimize.py bench/random_arms.py
EXTRA_PROGRAMS += bench/sim_rate
bench_sim_rate_LDADD = $(libcvg_libs)
EXTRA_DIST += bench/histogram.cl bench/mandelbrot.cl bench/matmul.cl \
	bench/never.py bench/optimize.py bench/random_arms.py bench/gpu.py bench/reduction.cl bench/results.py bench/sim_darm.py bench/sim_large.py \
	bench/sim_rate.py bench/spmv.cl bench/stencil.cl bench/thousand.cl \
	bench/transcendental.cl
if HAVE_OPENCL
bench_opencl = tests/witness/pocl$(EXEEXT)
endif
bench: bench/sim_rate$(EXEEXT) $(bench_opencl)

# The rate of the simulator's operations on all lanes of a warp.
bench_programs += bench/lanes
EXTRA_PROGRAMS += bench/lanes
bench_lanes_LDADD = $(libcvg_libs)
CLEANFILES += bench/lanes$(EXEEXT)
bench: bench/lanes$(EXEEXT)

# Time and memory on large modules, compared with opt -O3.
bench_programs += bench/scale.py
EXTRA_DIST += bench/scale.py

# The code that linearize adds, and the gain of linearize and flatten.
bench_programs += bench/growth.py bench/lin_examples.py bench/flat_bench.py
EXTRA_DIST += bench/flat_bench.py bench/growth.py bench/lin_examples.py \
	bench/plot.py
CLEANFILES += flat_bench.svg

# What can be done in the corpus, and the reasons why the rest is refused.
bench_programs += bench/reasons.py
EXTRA_DIST += bench/corpus.py bench/reasons.py

# How many kernels of the corpus gain, and what holds the others back.
bench_programs += bench/gains.py
EXTRA_DIST += bench/gains.py

# How many kernels of the corpus the simulator runs as they are.
bench_programs += bench/coverage.py
EXTRA_DIST += bench/coverage.py

# The gain of regrouping, and how well it is predicted.
bench_programs += bench/regroup.py
EXTRA_DIST += bench/regroup.cl bench/regroup.py
CLEANFILES += regroup.svg

# The part of wrong edits that check refutes.
bench_programs += bench/mutations.py
EXTRA_DIST += bench/mutations.py
bench_programs += bench/prove.py
EXTRA_DIST += bench/prove.py

# What check costs beside the runs that it stands for.
bench_programs += bench/check_cost.py
EXTRA_DIST += bench/check_cost.py

# What steps promise, and what they bring on launches that they never saw.
bench_programs += bench/promise.py
EXTRA_DIST += bench/promise.py

# The cost models against what the authors of DARM measured on a GPU.
bench_programs += bench/published.py
EXTRA_DIST += bench/published.py

# What the pass plugin adds to the work of clang.
bench_programs += bench/plugin.py
EXTRA_DIST += bench/plugin.py

# The screen: its first frame, and from a key to its frame.
bench_programs += bench/screen.py
EXTRA_DIST += bench/screen.py

# Layouts compared with Graphviz' dot, and frames of charts.
bench_programs += bench/layout.py
EXTRA_PROGRAMS += bench/layout
bench_layout_LDADD = $(libcvg_libs)
EXTRA_DIST += bench/layout.py
CLEANFILES += bench/layout$(EXEEXT)
bench: bench/layout$(EXEEXT)

# What a change of one file costs to build and to test.
bench_programs += bench/rebuild.py
EXTRA_DIST += bench/rebuild.py
