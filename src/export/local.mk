libcvg_a_SOURCES += \
	include/reconverge/choices.h \
	include/reconverge/export.h \
	include/reconverge/exports.def \
	include/reconverge/source.h \
	src/export/choices.c \
	src/export/draw.c \
	src/export/draw.h \
	src/export/draw_cfg.c \
	src/export/draw_dominators.c \
	src/export/draw_graph.c \
	src/export/draw_history.c \
	src/export/draw_matrix.c \
	src/export/draw_regions.c \
	src/export/fmt_dot.c \
	src/export/fmt_json.c \
	src/export/fmt_picture.c \
	src/export/fmt_txt.c \
	src/export/formats.c \
	src/export/formats.h \
	src/export/source.c \
	src/export/text.c \
	src/export/tree.c \
	src/export/tree.h \
	src/export/worker.c \
	src/export/worker.h
