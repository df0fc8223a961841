libcvg_a_SOURCES += \
	include/reconverge/builtin.h \
	include/reconverge/builtin_nv.def \
	include/reconverge/builtin_ockl.def \
	include/reconverge/builtin_ocml.def \
	include/reconverge/builtin_opencl.def \
	include/reconverge/builtin_prices.def \
	include/reconverge/items.h \
	include/reconverge/target.h \
	include/reconverge/targets.def \
	src/graph/builtin.c \
	src/graph/check.c \
	src/graph/diff.c \
	src/graph/fn.c \
	src/graph/items.c \
	src/graph/linediff.c \
	src/graph/mangle.c \
	src/graph/names.c \
	src/graph/names.h \
	src/graph/op.c \
	src/graph/parse.c \
	src/graph/parse.h \
	src/graph/parse_build.c \
	src/graph/parse_facts.c \
	src/graph/parse_print.c \
	src/graph/target.c \
	src/graph/target_amdgpu.c \
	src/graph/target_nvptx.c
