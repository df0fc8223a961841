# The manual: templates, and tables that are the program's own.

noinst_PROGRAMS = man/gendoc
man_gendoc_SOURCES = man/gendoc.c man/gendoc.h \
	man/gendoc_coverage.c man/gendoc_keys.c
man_gendoc_LDADD = $(libcvg_libs)
# No table of the manual depends on the code of these folders, so a change there
# does not link gendoc again.
man_gendoc_DEPENDENCIES = $(filter-out src/base/% src/graph/% src/analysis/% \
	src/align/% src/cost/% src/plan/% src/layout/% src/ir/% src/decode/%, \
	$(libcvg_a_OBJECTS))
EXTRA_man_gendoc_DEPENDENCIES = | libcvg.a

man_pages = man/reconverge.1 man/reconverge-formats.5 \
	man/reconverge-commands.7 man/reconverge-coverage.7
man_MANS = $(man_pages)
dist_man_MANS += man/reconverge.3
CLEANFILES += $(man_pages)
EXTRA_DIST += man/reconverge.1.in man/reconverge-formats.5.in \
	man/reconverge-commands.7.in man/reconverge-coverage.7.in \
	man/reconverge-graphviz.1.in

if GRAPHVIZ
man_MANS += man/reconverge-graphviz.1
endif
CLEANFILES += man/reconverge-graphviz.1

man/reconverge.1: man/reconverge.1.in man/gendoc$(EXEEXT)
	$(AM_V_GEN)man/gendoc$(EXEEXT) <$(srcdir)/man/reconverge.1.in >$@.tmp \
	  && mv $@.tmp $@

man/reconverge-commands.7: man/reconverge-commands.7.in man/gendoc$(EXEEXT)
	$(AM_V_GEN)man/gendoc$(EXEEXT) \
	  <$(srcdir)/man/reconverge-commands.7.in >$@.tmp && mv $@.tmp $@

man/reconverge-coverage.7: man/reconverge-coverage.7.in man/gendoc$(EXEEXT)
	$(AM_V_GEN)man/gendoc$(EXEEXT) \
	  <$(srcdir)/man/reconverge-coverage.7.in >$@.tmp && mv $@.tmp $@

man/reconverge-formats.5: man/reconverge-formats.5.in man/gendoc$(EXEEXT)
	$(AM_V_GEN)man/gendoc$(EXEEXT) \
	  <$(srcdir)/man/reconverge-formats.5.in >$@.tmp && mv $@.tmp $@

man/reconverge-graphviz.1: man/reconverge-graphviz.1.in man/gendoc$(EXEEXT)
	$(AM_V_GEN)man/gendoc$(EXEEXT) \
	  <$(srcdir)/man/reconverge-graphviz.1.in >$@.tmp && mv $@.tmp $@
