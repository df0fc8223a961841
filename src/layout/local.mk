libcvg_a_SOURCES += \
	include/reconverge/canvas.h \
	include/reconverge/chart.h \
	include/reconverge/folding.h \
	include/reconverge/layout.h \
	include/reconverge/roles.def \
	src/layout/canvas.c \
	src/layout/chart.c \
	src/layout/chart.h \
	src/layout/chart_draw.c \
	src/layout/chart_map.c \
	src/layout/chart_text.c \
	src/layout/column.c \
	src/layout/fold.c \
	src/layout/fold.h \
	src/layout/gap.c \
	src/layout/glyph.c \
	src/layout/guide.c \
	src/layout/index.c \
	src/layout/layout.c \
	src/layout/port.c \
	src/layout/private.h \
	src/layout/rank.c \
	src/layout/route.c \
	src/layout/unit.c
