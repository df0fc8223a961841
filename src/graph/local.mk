libcvg_a_SOURCES += \
	src/graph/check.c \
	src/graph/diff.c \
	src/graph/fn.c \
	src/graph/linediff.c \
	src/graph/names.c \
	src/graph/names.h \
	src/graph/op.c \
	src/graph/parse.c \
	src/graph/parse.h \
	src/graph/parse_build.c \
	src/graph/parse_facts.c \
	src/graph/parse_print.c
