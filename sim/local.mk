# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
libcvg_a_SOURCES += \
	include/reconverge/elems.def \
	include/reconverge/faults.def \
	include/reconverge/generators.def \
	include/reconverge/launch.h \
	include/reconverge/program.h \
	include/reconverge/sim.h \
	include/reconverge/uops.def \
	sim/lanes.h
