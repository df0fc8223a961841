# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
libcvg_a_SOURCES += \
	include/reconverge/bbv.h \
	include/reconverge/elems.def \
	include/reconverge/faults.def \
	include/reconverge/generators.def \
	include/reconverge/launch.h \
	include/reconverge/model.h \
	include/reconverge/program.h \
	include/reconverge/sim.h \
	include/reconverge/uops.def \
	sim/bbv.c \
	sim/bbv_cost.c \
	sim/bbv_run.c \
	sim/compare.c \
	sim/elem.c \
	sim/generate.c \
	sim/image.c \
	sim/image_args.c \
	sim/image_fill.c \
	sim/image_in.h \
	sim/infer_in.h \
	sim/infer_mend.c \
	sim/infer_name.c \
	sim/infer_use.c \
	sim/launch.c \
	sim/launch_in.h \
	sim/launch_infer.c \
	sim/launch_json.c \
	sim/launch_json.h \
	sim/launch_json_arg.c \
	sim/launch_print.c \
	sim/launch_value.c \
	sim/launch_words.c \
	sim/number.c \
	sim/atomic.c \
	sim/block.c \
	sim/bulk.c \
	sim/clones.h \
	sim/control.c \
	sim/counts.c \
	sim/fault.c \
	sim/machine.h \
	sim/memory.c \
	sim/model.c \
	sim/memory.h \
	sim/place.c \
	sim/prepare.c \
	sim/program.c \
	sim/program_check.c \
	sim/races.c \
	sim/regroup.c \
	sim/regroup.h \
	sim/regroup_greedy.c \
	sim/rounds.c \
	sim/rounds.h \
	sim/run.c \
	sim/shuffle.c \
	sim/sregs.c \
	sim/stack.c \
	sim/timing.c \
	sim/touch.c \
	sim/vectors.h \
	sim/trace.c \
	sim/warp.c

# Lane functions: compiled once for each level of the processor; sim/lanes.c
# chooses when it runs. Their objects are part of libcvg.a.
noinst_LIBRARIES += libcvglanes.a libcvground.a
lanes_levels = \
	sim/lanes_bits.c \
	sim/lanes_checked.c \
	sim/lanes_checked.def \
	sim/lanes_cmp.c \
	sim/lanes_cmp.def \
	sim/lanes_conv.c \
	sim/lanes_div.c \
	sim/lanes_flags.c \
	sim/lanes_fp.c \
	sim/lanes_fp.def \
	sim/lanes_fpconv.c \
	sim/lanes_half.c \
	sim/lanes_int.c \
	sim/lanes_int.def \
	sim/lanes_kit.h \
	sim/lanes_move.c \
	sim/lanes_width.h
lanes_cflags = $(AM_CFLAGS) $(CVG_LANES_CFLAGS)
libcvglanes_a_SOURCES = $(lanes_levels) \
	sim/lanes.c \
	sim/lanes.h \
	sim/lanes_float.c \
	sim/lanes_levels.h \
	sim/lanes_libm.c \
	sim/lanes_special.c \
	sim/lanes_preop.c \
	sim/lanes_rebits.c \
	sim/lanes_slow.h \
	sim/lanes_slow_conv.c \
	sim/lanes_slow_int.c \
	sim/lanes_soft.c
libcvglanes_a_CPPFLAGS = $(AM_CPPFLAGS) -DCVG_LANES_LEVEL=base
libcvglanes_a_CFLAGS = $(lanes_cflags)
libcvground_a_SOURCES = sim/lanes_round.c
libcvground_a_CFLAGS = $(AM_CFLAGS) $(CVG_ROUND_CFLAGS)
# Loops over the addresses of a warp: made for vectors as the lanes are.
noinst_LIBRARIES += libcvgspan.a
libcvgspan_a_SOURCES = \
	sim/lines.c \
	sim/pointer.c \
	sim/rows.c \
	sim/span.c
libcvgspan_a_CFLAGS = $(lanes_cflags)
libcvg_a_LIBADD = $(libcvglanes_a_OBJECTS) $(libcvground_a_OBJECTS) \
	$(libcvgspan_a_OBJECTS)
libcvg_a_DEPENDENCIES = $(libcvg_a_LIBADD)
if X86_LEVELS
libcvglanes_a_CPPFLAGS += -DCVG_LANES_X86=1
noinst_LIBRARIES += libcvglanes_v3.a libcvglanes_v4.a
libcvglanes_v3_a_SOURCES = $(lanes_levels)
libcvglanes_v3_a_CPPFLAGS = $(AM_CPPFLAGS) -DCVG_LANES_LEVEL=v3
libcvglanes_v3_a_CFLAGS = $(lanes_cflags) -march=x86-64-v3
libcvglanes_v4_a_SOURCES = $(lanes_levels)
libcvglanes_v4_a_CPPFLAGS = $(AM_CPPFLAGS) -DCVG_LANES_LEVEL=v4
libcvglanes_v4_a_CFLAGS = $(lanes_cflags) -march=x86-64-v4
libcvg_a_LIBADD += $(libcvglanes_v3_a_OBJECTS) $(libcvglanes_v4_a_OBJECTS)
endif
