schemadir = $(pkgdatadir)
dist_schema_DATA = src/cmd/help.schema.json src/export/export.schema.json

libcvg_a_SOURCES += \
	include/reconverge/choices.h \
	include/reconverge/export.h \
	include/reconverge/exports.def \
	include/reconverge/source.h \
	include/reconverge/table.h \
	src/export/besides.c \
	src/export/choices.c \
	src/export/dot.c \
	src/export/dot.h \
	src/export/dot_cfg.c \
	src/export/dot_cfg.h \
	src/export/dot_edges.c \
	src/export/dot_matrix.c \
	src/export/dot_sheet.c \
	src/export/dot_sheet.h \
	src/export/dot_warp.c \
	src/export/dot_words.c \
	src/export/draw.c \
	src/export/draw.h \
	src/export/draw_cfg.c \
	src/export/draw_dominators.c \
	src/export/draw_graph.c \
	src/export/draw_history.c \
	src/export/draw_matrix.c \
	src/export/draw_regions.c \
	src/export/draw_warp.c \
	src/export/fmt_dot.c \
	src/export/fmt_json.c \
	src/export/fmt_picture.c \
	src/export/fmt_txt.c \
	src/export/formats.c \
	src/export/formats.h \
	src/export/guide.c \
	src/export/html.c \
	src/export/html.h \
	src/export/lesson.c \
	src/export/lesson.h \
	src/export/lesson_decisions.c \
	src/export/lesson_fold.c \
	src/export/lesson_graph.c \
	src/export/lesson_meld.c \
	src/export/lesson_opening.c \
	src/export/lesson_phases.def \
	src/export/lesson_refused.c \
	src/export/lesson_step.c \
	src/export/lesson_warp.c \
	src/export/lesson_worth.c \
	src/export/source.c \
	src/export/tables.c \
	src/export/text.c \
	src/export/tree.c \
	src/export/tree.h \
	src/export/worker.c \
	src/export/worker.h
