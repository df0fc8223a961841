# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
libcvg_a_SOURCES += \
	include/reconverge/bbv.h \
	include/reconverge/elems.def \
	include/reconverge/faults.def \
	include/reconverge/faults.h \
	include/reconverge/generators.def \
	include/reconverge/kinds.h \
	include/reconverge/launch.h \
	include/reconverge/metrics.def \
	include/reconverge/metrics.h \
	include/reconverge/model.h \
	include/reconverge/program.h \
	include/reconverge/sim.h \
	include/reconverge/ucodes.h \
	include/reconverge/metas.def \
	include/reconverge/uops.def \
	sim/groups/bbv.c \
	sim/groups/bbv_cost.c \
	sim/groups/bbv_run.c \
	sim/compare.c \
	sim/depend.c \
	sim/elem.c \
	sim/launch/generate.c \
	sim/launch/image.c \
	sim/launch/image_args.c \
	sim/launch/image_fill.c \
	sim/launch/image_in.h \
	sim/ifs.c \
	sim/ifs.h \
	sim/launch/infer_facts.c \
	sim/launch/infer_facts.h \
	sim/launch/infer_fields.c \
	sim/launch/infer_ids.c \
	sim/launch/infer_in.h \
	sim/launch/infer_mend.c \
	sim/launch/infer_name.c \
	sim/launch/infer_records.c \
	sim/launch/infer_use.c \
	sim/launch/launch.c \
	sim/launch/launch_buffer.c \
	sim/launch/launch_in.h \
	sim/launch/launch_infer.c \
	sim/launch/launch_json.c \
	sim/launch/launch_json.h \
	sim/launch/launch_json_arg.c \
	sim/launch/launch_print.c \
	sim/launch/launch_reader.h \
	sim/launch/launch_records.c \
	sim/launch/launch_value.c \
	sim/launch/launch_words.c \
	sim/launch/vary.c \
	sim/number.c \
	sim/atomic.c \
	sim/block.c \
	sim/bulk.c \
	sim/collect.c \
	sim/control.c \
	sim/counts.c \
	sim/fault.c \
	sim/machine.c \
	sim/machine.h \
	sim/memory.c \
	sim/metrics.c \
	sim/groups/lapack.c \
	sim/groups/lapack.h \
	sim/groups/model.c \
	sim/memory.h \
	sim/operations.h \
	sim/origin.c \
	sim/place.c \
	sim/prepare.c \
	sim/program.c \
	sim/program_check.c \
	sim/race_mark.h \
	sim/race_tell.c \
	sim/race_order.c \
	sim/race_order.h \
	sim/races.c \
	sim/races.h \
	sim/racing.c \
	sim/racing.h \
	sim/groups/regroup.c \
	sim/groups/regroup.h \
	sim/groups/regroup_greedy.c \
	sim/rounds.c \
	sim/rounds.h \
	sim/rows.h \
	sim/run.c \
	sim/shuffle.c \
	sim/sregs.c \
	sim/stack.c \
	sim/tokens.c \
	sim/throughput.c \
	sim/timing.c \
	sim/touch.c \
	sim/groups/vectors.h \
	sim/trace.c \
	sim/warp.c

# Lane functions: compiled once for each level of the processor; sim/lanes/lanes.c
# chooses when it runs. Their objects are part of libcvg.a.
noinst_LIBRARIES += libcvglanes.a libcvground.a
lanes_levels = \
	sim/lanes/lanes_bits.c \
	sim/lanes/lanes_checked.c \
	sim/lanes/lanes_checked.def \
	sim/lanes/lanes_cmp.c \
	sim/lanes/lanes_cmp.def \
	sim/lanes/lanes_conv.c \
	sim/lanes/lanes_div.c \
	sim/lanes/lanes_flags.c \
	sim/lanes/lanes_fp.c \
	sim/lanes/lanes_fp.def \
	sim/lanes/lanes_fpconv.c \
	sim/lanes/lanes_half.c \
	sim/lanes/lanes_int.c \
	sim/lanes/lanes_int.def \
	sim/lanes/lanes_kit.h \
	sim/lanes/lanes_math.c \
	sim/lanes/lanes_move.c \
	sim/lanes/lanes_width.h
lanes_cflags = $(AM_CFLAGS) $(CVG_LANES_CFLAGS)
libcvglanes_a_SOURCES = $(lanes_levels) \
	sim/lanes/lanes.c \
	sim/lanes/lanes.h \
	sim/lanes/lanes_float.c \
	sim/lanes/lanes_levels.h \
	sim/lanes/lanes_libm.c \
	sim/lanes/lanes_special.c \
	sim/lanes/lanes_preop.c \
	sim/lanes/lanes_rebits.c \
	sim/lanes/lanes_slow.h \
	sim/lanes/lanes_slow_conv.c \
	sim/lanes/lanes_slow_int.c \
	sim/lanes/lanes_soft.c
libcvglanes_a_CPPFLAGS = $(AM_CPPFLAGS) -DCVG_LANES_LEVEL=base
libcvglanes_a_CFLAGS = $(lanes_cflags)
libcvground_a_SOURCES = sim/lanes/lanes_round.c
libcvground_a_CFLAGS = $(AM_CFLAGS) $(CVG_ROUND_CFLAGS)
# Loops over the addresses of a warp: made for vectors as the lanes are.
noinst_LIBRARIES += libcvgspan.a
libcvgspan_a_SOURCES += \
	sim/lines.c \
	sim/pointer.c \
	sim/rows.c \
	sim/span.c
libcvgspan_a_CFLAGS = $(lanes_cflags)
libcvg_a_LIBADD = $(libcvglanes_a_OBJECTS) $(libcvground_a_OBJECTS) \
	$(libcvgspan_a_OBJECTS)
libcvg_a_DEPENDENCIES = $(libcvg_a_LIBADD)
if X86_LEVELS
libcvglanes_a_CPPFLAGS += -DCVG_LANES_HAVE_V3=1
noinst_LIBRARIES += libcvglanes_v3.a
libcvglanes_v3_a_SOURCES = $(lanes_levels)
libcvglanes_v3_a_CPPFLAGS = $(AM_CPPFLAGS) -DCVG_LANES_LEVEL=v3
libcvglanes_v3_a_CFLAGS = $(lanes_cflags) -march=x86-64-v3
libcvg_a_LIBADD += $(libcvglanes_v3_a_OBJECTS)
endif
if X86_V4
libcvglanes_a_CPPFLAGS += -DCVG_LANES_HAVE_V4=1
noinst_LIBRARIES += libcvglanes_v4.a
libcvglanes_v4_a_SOURCES = $(lanes_levels)
libcvglanes_v4_a_CPPFLAGS = $(AM_CPPFLAGS) -DCVG_LANES_LEVEL=v4
libcvglanes_v4_a_CFLAGS = $(lanes_cflags) -march=x86-64-v4
libcvg_a_LIBADD += $(libcvglanes_v4_a_OBJECTS)
endif
