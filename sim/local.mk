# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
libcvg_a_SOURCES += \
	include/reconverge/elems.def \
	include/reconverge/faults.def \
	include/reconverge/generators.def \
	include/reconverge/launch.h \
	include/reconverge/program.h \
	include/reconverge/sim.h \
	include/reconverge/uops.def \
	sim/lanes.h \
	sim/compare.c \
	sim/elem.c \
	sim/generate.c \
	sim/image.c \
	sim/image_args.c \
	sim/image_fill.c \
	sim/image_in.h \
	sim/launch.c \
	sim/launch_in.h \
	sim/launch_json.c \
	sim/launch_print.c \
	sim/launch_value.c \
	sim/launch_words.c \
	sim/number.c
