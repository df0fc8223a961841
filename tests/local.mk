# What "make check" runs. Add a test by adding one line here:
#
#   unit_tests   C files over cmocka, tests/unit/NAME_test.c, which end in
#                UNIT_TESTS(NAME_test); all become one program, tests/unit/all
#   shell_tests  scripts (.sh, .py): exit status 0, 77 (skipped) or another
#                (failed), or TAP on standard output
#   soak_tests   the same, but long: only "make soak" runs them
#   test_programs  what scripts need built: C programs over libcvg.a. A program
#                is built for the scripts of its own folder.
#
# Headers and scripts that tests use belong to EXTRA_DIST.
#
# tests/ir and tests/oracle (*.ll, *.test: lit) and tests/cmd (*.t) are found
# by looking. Every test runs in an empty folder of its own with the
# environment that tests/run-suite.py describes.

unit_tests = \
	tests/unit/align_test.c \
	tests/unit/base_test.c \
	tests/unit/bbv_test.c \
	tests/unit/blame_test.c \
	tests/unit/darm_test.c \
	tests/unit/callers_test.c \
	tests/unit/canvas_test.c \
	tests/unit/chart_test.c \
	tests/unit/compare_test.c \
	tests/unit/cost_const_test.c \
	tests/unit/cost_test.c \
	tests/unit/counts_test.c \
	tests/unit/cycles_test.c \
	tests/unit/decode_data_test.c \
	tests/unit/decode_flow_test.c \
	tests/unit/decode_test.c \
	tests/unit/dom_test.c \
	tests/unit/flat_test.c \
	tests/unit/cases_test.c \
	tests/unit/gather_test.c \
	tests/unit/generate_test.c \
	tests/unit/graph_test.c \
	tests/unit/fuse_test.c \
	tests/unit/guards_test.c \
	tests/unit/guess_test.c \
	tests/unit/history_test.c \
	tests/unit/image_test.c \
	tests/unit/infer_test.c \
	tests/unit/infer_trial_test.c \
	tests/unit/intrin_test.c \
	tests/unit/ir_flags_test.c \
	tests/unit/ir_load_test.c \
	tests/unit/ir_opencl_test.c \
	tests/unit/growth_test.c \
	tests/unit/nothing_test.c \
	tests/unit/ir_body_test.c \
	tests/unit/ir_excerpt_test.c \
	tests/unit/ir_convergent_test.c \
	tests/unit/ir_revision_test.c \
	tests/unit/ir_shape_test.c \
	tests/unit/ir_test.c \
	tests/unit/ir_write_test.c \
	tests/unit/journal_test.c \
	tests/unit/judge_machine_test.c \
	tests/unit/keymap_test.c \
	tests/unit/lanes_compare_test.c \
	tests/unit/lanes_conv_test.c \
	tests/unit/lanes_float_test.c \
	tests/unit/lanes_int_test.c \
	tests/unit/lanes_move_test.c \
	tests/unit/lanes_rebits_test.c \
	tests/unit/lanes_math_test.c \
	tests/unit/lanes_special_test.c \
	tests/unit/launch_fuzz_test.c \
	tests/unit/launch_json_test.c \
	tests/unit/launch_test.c \
	tests/unit/layout_meld_test.c \
	tests/unit/layout_test.c \
	tests/unit/linear_random_test.c \
	tests/unit/linear_test.c \
	tests/unit/live_test.c \
	tests/unit/loops_test.c \
	tests/unit/many_test.c \
	tests/unit/match_test.c \
	tests/unit/mcode_cubin_test.c \
	tests/unit/mcode_clock_test.c \
	tests/unit/mcode_test.c \
	tests/unit/mix_test.c \
	tests/unit/model_test.c \
	tests/unit/parse_test.c \
	tests/unit/plan_test.c \
	tests/unit/price_test.c \
	tests/unit/rank_test.c \
	tests/unit/refine_sym_test.c \
	tests/unit/refine_test.c \
	tests/unit/two_blocks_test.c \
	tests/unit/profile_test.c \
	tests/unit/regions_test.c \
	tests/unit/rounds_test.c \
	tests/unit/screen_every_test.c \
	tests/unit/screen_fuzz_test.c \
	tests/unit/screen_large_test.c \
	tests/unit/screen_candidates_test.c \
	tests/unit/screen_keys_test.c \
	tests/unit/screen_panes_test.c \
	tests/unit/screen_test.c \
	tests/unit/search_test.c \
	tests/unit/session_test.c \
	tests/unit/settings_test.c \
	tests/unit/sim_atomic_test.c \
	tests/unit/sim_flow_test.c \
	tests/unit/sim_lines_test.c \
	tests/unit/sim_orders_test.c \
	tests/unit/sim_races_test.c \
	tests/unit/sim_rows_test.c \
	tests/unit/sim_tokens_test.c \
	tests/unit/sim_test.c \
	tests/unit/steps_test.c \
	tests/unit/trial_test.c \
	tests/unit/table_test.c \
	tests/unit/terms_test.c \
	tests/unit/throughput_test.c \
	tests/unit/timing_test.c \
	tests/unit/ui_graph_test.c \
	tests/unit/ui_history_test.c \
	tests/unit/ui_list_test.c \
	tests/unit/ui_matrix_test.c \
	tests/unit/ui_regtree_test.c \
	tests/unit/ui_run_test.c \
	tests/unit/ui_search_test.c \
	tests/unit/ui_sizes_test.c \
	tests/unit/ui_text_test.c \
	tests/unit/ui_views_test.c \
	tests/unit/unasked_test.c \
	tests/unit/uniform_test.c \
	tests/unit/why_test.c

# The longest tests stand first (TESTS_TIMES=yes shows the times), so that no
# long test is left to run alone at the end.
shell_tests = \
	tests/equiv/run.py \
	tests/witness/pocl.py \
	tests/equiv/volume.py \
	tests/equiv/checked.py \
	tests/oracle/write.sh \
	tests/oracle/uniformity.sh \
	tests/oracle/simulate.sh \
	tests/intrinsics/run.py \
	tests/witness/reference.py \
	tests/equiv/sequences.py \
	tests/oracle/structure.sh \
	tests/oracle/attributes.py \
	tests/packaging.sh \
	tests/pages.sh \
	tests/answers.py \
	tests/batch.sh \
	tests/commands.py \
	tests/completion.sh \
	tests/dist-lists.sh \
	tests/equiv/caught.py \
	tests/equiv/debug.py \
	tests/equiv/depth.py \
	tests/equiv/joins.py \
	tests/equiv/levels.py \
	tests/equiv/native.py \
	tests/equiv/pairs.py \
	tests/equiv/places.py \
	tests/equiv/mutants.py \
	tests/equiv/proved.py \
	tests/equiv/refuted.py \
	tests/equiv/regrouped.py \
	tests/equiv/revisions.py \
	tests/examples.py \
	tests/host_code.py \
	tests/figures.py \
	tests/getting-ir.sh \
	tests/intrinsics/by_name.py \
	tests/intrinsics/images.py \
	tests/intrinsics/subgroups.py \
	tests/layers.sh \
	tests/lesson.py \
	tests/lesson_touch.py \
	tests/print.py \
	tests/library/run.sh \
	tests/plugin/run.sh \
	tests/man.sh \
	tests/oracle/back_edges.py \
	tests/oracle/coverage.py \
	tests/oracle/opencl.py \
	tests/oracle/prices.py \
	tests/names.py \
	tests/pictures.sh \
	tests/plain.sh \
	tests/prompt.py \
	tests/readme.sh \
	tests/recover.sh \
	tests/runners.sh \
	tests/sources.sh \
	tests/schema.py \
	tests/screen/prompt.py \
	tests/screen/terminal.py \
	tests/screen/views.py \
	tests/starts.sh \
	tests/style.sh \
	tests/sums.py \
	tests/tutorial.py \
	tests/witness/caught.py

soak_tests = \
	tools/package.sh \
	tests/equiv/soak.py \
	tests/equiv/soak_checked.py \
	tests/oracle/simulate_soak.sh \
	tests/oracle/structure_soak.sh \
	tests/intrinsics/libraries.py \
	tests/intrinsics/by_name_soak.py \
	tests/oracle/phases_soak.sh \
	tests/oracle/coverage_soak.sh \
	tests/oracle/uniformity_soak.sh \
	tests/oracle/write_soak.sh \
	tests/screen/soak.sh \
	tests/witness/soak.py

test_programs = \
	tests/oracle/coverage_list \
	tests/oracle/structure_dump \
	tests/oracle/uniform_dump \
	tests/oracle/write_modules \
	tests/witness/reference

# Where the library is not built, as with sanitizers, its code is in the test.
test_programs += tests/library/session
tests_library_session_SOURCES = tests/library/session.c
if LIBRARY
tests_library_session_LDADD = libreconverge.so $(LLVM_SHARED_LIBS)
tests_library_session_LDFLAGS = $(AM_LDFLAGS) -Wl,-rpath,'$(abs_top_builddir)'
else
tests_library_session_SOURCES += src/lib/reconverge.c
tests_library_session_LDADD = $(libcvg_libs)
endif

tests_witness_reference_SOURCES = \
	tests/witness/reference.c \
	tests/witness/reference.h \
	tests/witness/reference_count.c \
	tests/witness/reference_flow.c \
	tests/witness/reference_walk.c \
	tests/witness/reference_image.c \
	tests/witness/reference_pair.c \
	tests/witness/reference_sort.c
tests_witness_reference_CFLAGS = $(AM_CFLAGS) -ffp-contract=off

# PoCL loads a compiler into the process, which the sanitizers do not support.
if HAVE_OPENCL
test_programs += tests/witness/pocl
endif
tests_witness_pocl_SOURCES = tests/witness/pocl.c
tests_witness_pocl_CFLAGS = $(CVG_STD_CFLAGS) $(CVG_WARN_CFLAGS) \
	$(OPENCL_CFLAGS)
tests_witness_pocl_LDFLAGS =
tests_witness_pocl_LDADD = $(OPENCL_LIBS)

# A driver of GPUs that runs launches on the simulator.
test_programs += tests/gpu/standin.so
tests_gpu_standin_so_SOURCES = tests/gpu/standin.c tests/gpu/standin.h \
	tests/gpu/standin_code.c tests/gpu/standin_faults.c \
	tests/gpu/standin_image.c
tests_gpu_standin_so_LDFLAGS = -shared $(shared_ldflags) \
	-Wl,--version-script,$(srcdir)/tests/gpu/standin.map
tests_gpu_standin_so_LDADD = $(libcvg_libs)
EXTRA_DIST += tests/gpu/standin.map tests/gpu/chains.py \
	tests/gpu/measure.t tests/gpu/counters.t tests/gpu/device.t \
	tests/gpu/calibrate.t tests/gpu/optimize.t

tests_unit_all_SOURCES = tests/unit/all.c $(unit_tests)
tests_unit_all_LDADD = $(libcvg_libs) $(CMOCKA_LIBS)
# They are compiled fast: their time goes into what they call.
$(tests_unit_all_OBJECTS): override CFLAGS += -O0

# There are no check_PROGRAMS: "make check" builds what its tests need.
EXTRA_PROGRAMS += $(test_programs) tests/unit/all tests/witness/pocl \
	tests/library/session tests/gpu/standin.so
CLEANFILES += $(test_programs) tests/unit/all$(EXEEXT)
if HAVE_CMOCKA
unit_program = tests/unit/all$(EXEEXT)
endif

EXTRA_DIST += $(shell_tests) $(soak_tests) \
	tests/lit.cfg.py \
	tests/ptxas.py \
	tests/run-cmd.py \
	tests/run-suite.py \
	tests/cmd \
	tests/corpus/fetch.sh \
	tests/equiv \
	tests/figures.sums \
	tests/fuzz/bodies.py \
	tests/fuzz/deadline.py \
	tests/fuzz/emit.py \
	tests/fuzz/forms.py \
	tests/fuzz/gen.py \
	tests/fuzz/merge.py \
	tests/fuzz/more.py \
	tests/fuzz/mutate.py \
	tests/fuzz/nests.py \
	tests/fuzz/opencl.py \
	tests/fuzz/patterns.py \
	tests/fuzz/program.py \
	tests/fuzz/rarer.py \
	tests/fuzz/simple.py \
	tests/fuzz/ssa.py \
	tests/fuzz/targets.py \
	tests/intrinsics/amdgcn.py \
	tests/intrinsics/amdgcn_models.py \
	tests/intrinsics/common.py \
	tests/intrinsics/exact.py \
	tests/intrinsics/memory.py \
	tests/intrinsics/nvptx.py \
	tests/ir \
	tests/oracle/deadline.sh \
	tests/oracle/phases.py \
	tests/oracle/price_flow.py \
	tests/oracle/price_memory.py \
	tests/oracle/prices.list \
	tests/oracle/random_cfg.py \
	tests/oracle/random_ir.py \
	tests/oracle/rules_ir.py \
	tests/oracle/simulate.py \
	tests/oracle/structure.py \
	tests/oracle/uniformity.py \
	tests/plugin/host.c \
	tests/plugin/host.ll \
	tests/plugin/triton.ll \
	tests/screen/goldens \
	tests/screen/kit.py \
	tests/unit/align_kit.h \
	tests/unit/big_kit.h \
	tests/unit/cfg_kit.h \
	tests/unit/cost_kit.h \
	tests/unit/decode_kit.h \
	tests/unit/flow_kit.h \
	tests/unit/infer_kit.h \
	tests/unit/ir_help.h \
	tests/unit/lanes_int_ref.h \
	tests/unit/lanes_kit.h \
	tests/unit/lanes_ref.h \
	tests/unit/launch_kit.h \
	tests/unit/mcode_kit.h \
	tests/unit/plan_kit.h \
	tests/unit/typed_pointers.h \
	tests/unit/ui_kit.h \
	tests/unit/unasked_rows.h \
	tests/unit/unit.h \
	tests/unit/screen_kit.h \
	tests/unit/session_kit.h tests/unit/sim_kit.h \
	tests/witness/features \
	tests/witness/pocl.sums \
	tests/witness/samples.py \
	tests/witness/witness.py

# TESTS_FILTER='substring ...' runs only the tests whose name contains one.
TESTS_FILTER =
# TESTS_SKIP='substring ...' leaves out the tests whose name contains one.
TESTS_SKIP =
# TESTS_BRIEF=yes: tests that do the same with much data use less of it. This is
# for slow builds, such as those with sanitizers.
TESTS_BRIEF =
# TESTS_TIMES=yes: print a table of each test's processor seconds at the end. On
# a busy machine they say more than seconds on the clock.
TESTS_TIMES =
# SOAK_SECONDS: each test of "make soak" begins nothing new after so many
# seconds, and says what it left out.
SOAK_SECONDS = 3600
TESTS_JOBS = 2
TESTS_TIMEOUT = 1800

suite = $(PYTHON) $(srcdir)/tests/run-suite.py \
	--srcdir='$(abs_top_srcdir)' --builddir='$(abs_top_builddir)' \
	--filter='$(TESTS_FILTER)' --skip='$(TESTS_SKIP)' --jobs='$(TESTS_JOBS)' \
	--timeout='$(TESTS_TIMEOUT)' --brief='$(TESTS_BRIEF)' \
	--times='$(TESTS_TIMES)'

need_python = test -n '$(PYTHON)' || { \
	echo 'the tests need the Debian package python3' >&2; exit 1; }

export_tools = \
	CC='$(CC)' NM='$(NM)' LIT='$(LIT)' FILECHECK='$(FILECHECK)' \
	OPT='$(OPT)' LLC='$(LLC)' LLVM_AS='$(LLVM_AS)' \
	LLVM_DIS='$(LLVM_DIS)' CLANG='$(CLANG)' PTXAS='$(PTXAS)' TMUX_PROGRAM='$(TMUX)' \
	LLVM_VERSION_MAJOR='$(LLVM_VERSION_MAJOR)' \
	CLANG_FORMAT='$(CLANG_FORMAT)' \
	HAVE_CMOCKA='$(CMOCKA_LIBS)' PYTHON='$(PYTHON)'

check_suite = $(export_tools) $(suite) --unit='$(unit_tests)' \
	--shell='$(shell_tests)' --lit='ir oracle' --cmd='cmd gpu'

check-local: reconverge$(EXEEXT)
	@$(need_python)
	@needs=`$(check_suite) --needs='$(unit_program) $(test_programs)'` && \
	  { test -z "$$needs" || $(MAKE) $(AM_MAKEFLAGS) $$needs; }
	@$(check_suite)

soak: reconverge$(EXEEXT) $(unit_program) $(test_programs)
	@$(need_python)
	@$(export_tools) $(suite) --shell='$(soak_tests)' \
	  --seconds='$(SOAK_SECONDS)' --timeout=$$(($(SOAK_SECONDS) + 1200))

bench: reconverge$(EXEEXT) $(bench_programs)
	@for b in $(bench_programs); do \
	  test -x $$b || b=$(srcdir)/$$b; \
	  srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' \
	  RECONVERGE='$(abs_top_builddir)/reconverge$(EXEEXT)' \
	  SAMPLES='$(abs_top_srcdir)/samples' $(export_tools) $$b || exit 1; \
	done

clean-local:
	rm -rf tests/bin tests/out tests/witness/pocl-cache corpus figures \
	  lessons

.PHONY: soak bench
