libcvg_a_SOURCES += \
	include/reconverge/canvas.h \
	include/reconverge/roles.def \
	src/layout/canvas.c \
	src/layout/glyph.c
