libcvg_a_SOURCES += \
	include/reconverge/align.h \
	src/align/align.c \
	src/align/cells.h \
	src/align/local.c \
	src/align/matrix.c \
	src/align/private.h

EXTRA_DIST += tests/unit/align_kit.h
