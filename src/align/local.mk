libcvg_a_SOURCES += \
	include/reconverge/align.h \
	src/align/align.c \
	src/align/cells.h \
	src/align/matrix.c \
	src/align/private.h \
	src/align/tile.c

# A loop over lanes, made for vectors as those of sim/ are.
libcvgspan_a_SOURCES = src/align/diagonal.c

EXTRA_DIST += tests/unit/align_kit.h
