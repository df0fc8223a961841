libcvg_a_SOURCES += \
	include/reconverge/graph.h \
	include/reconverge/opcodes.def \
	src/graph/check.c \
	src/graph/fn.c \
	src/graph/op.c
