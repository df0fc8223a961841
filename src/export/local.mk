schemadir = $(pkgdatadir)
dist_schema_DATA = src/cmd/answers.schema.json src/cmd/help.schema.json src/export/export.schema.json

libcvg_a_SOURCES += \
	include/reconverge/choices.def \
	include/reconverge/choices.h \
	include/reconverge/export.h \
	include/reconverge/exports.def \
	include/reconverge/host_code.h \
	include/reconverge/look.h \
	include/reconverge/matrix.h \
	include/reconverge/plot.h \
	include/reconverge/source.h \
	include/reconverge/table.h \
	include/reconverge/terms.def \
	include/reconverge/terms.h \
	include/reconverge/union.h \
	src/export/besides.c \
	src/export/choices.c \
	src/export/choices.h \
	src/export/choices_best.c \
	src/export/choices_text.c \
	src/export/choices_tried.c \
	src/export/dot.c \
	src/export/dot.h \
	src/export/dot_cfg.c \
	src/export/dot_cfg.h \
	src/export/dot_diff.c \
	src/export/dot_edges.c \
	src/export/dot_matrix.c \
	src/export/dot_plot.c \
	src/export/dot_plot.h \
	src/export/dot_plot_lines.c \
	src/export/dot_sheet.c \
	src/export/dot_sheet.h \
	src/export/dot_warp.c \
	src/export/dot_words.c \
	src/export/draw.c \
	src/export/draw.h \
	src/export/draw_cfg.c \
	src/export/draw_diff.c \
	src/export/draw_dominators.c \
	src/export/draw_graph.c \
	src/export/draw_history.c \
	src/export/draw_rev.c \
	src/export/draw_machine.c \
	src/export/draw_matrix.c \
	src/export/draw_regions.c \
	src/export/draw_warp.c \
	src/export/fmt_dot.c \
	src/export/fmt_json.c \
	src/export/fmt_picture.c \
	src/export/fmt_tex.c \
	src/export/fmt_txt.c \
	src/export/formats.c \
	src/export/formats.h \
	src/export/guide.c \
	src/export/host_code.c \
	src/export/host_order.c \
	src/export/host_order.h \
	src/export/html.c \
	src/export/html.h \
	src/export/judged.c \
	src/export/lesson.c \
	src/export/lesson.h \
	src/export/lesson_ask.c \
	src/export/lesson_blocks.c \
	src/export/lesson_decisions.c \
	src/export/lesson_fold.c \
	src/export/lesson_gpu.c \
	src/export/lesson_graph.c \
	src/export/lesson_meld.c \
	src/export/lesson_opening.c \
	src/export/lesson_overview.c \
	src/export/lesson_phases.def \
	src/export/lesson_refused.c \
	src/export/lesson_source.c \
	src/export/lesson_script.c \
	src/export/lesson_step.c \
	src/export/lesson_steps.c \
	src/export/lesson_walk.c \
	src/export/lesson_walk.h \
	src/export/lesson_warp.c \
	src/export/lesson_worth.c \
	src/export/plot.c \
	src/export/print.c \
	src/export/remarks.c \
	src/export/source.c \
	src/export/tables.c \
	src/export/tell.c \
	src/export/terms.c \
	src/export/text.c \
	src/export/tree.c \
	src/export/tree.h \
	src/export/union.c \
	src/export/worker.c \
	src/export/worker.h

# The script of lessons, as text of C, without its comments and indentation.
EXTRA_DIST += src/export/lesson.js
CLEANFILES += src/export/lesson_js.inc
src/export/lesson_js.inc: src/export/lesson.js
	$(AM_V_GEN)$(MKDIR_P) src/export && sed -e 's|^\t*||' -e '/^\/\//d' \
	  -e '/^$$/d' -e 's|[\\"]|\\&|g' -e 's|.*|"&\\n"|' \
	  $(srcdir)/src/export/lesson.js >$@.tmp && mv $@.tmp $@
src/export/lesson_script.$(OBJEXT): \
	src/export/lesson_js.inc
