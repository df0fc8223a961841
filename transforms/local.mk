libcvg_a_SOURCES += \
	include/reconverge/phase.h \
	include/reconverge/phases.def \
	transforms/cleaner.h \
	transforms/cleanup.c \
	transforms/cleanup.h \
	transforms/cleanup_blocks.c \
	transforms/cleanup_values.c \
	transforms/darm.c \
	transforms/linearize.c \
	transforms/linearize.h \
	transforms/linearize_edges.c \
	transforms/linearize_region.c \
	transforms/linearize_values.c \
	transforms/meld.c \
	transforms/meld.h \
	transforms/meld_blocks.c \
	transforms/meld_gaps.c \
	transforms/meld_phis.c \
	transforms/meld_seams.c \
	transforms/melder.c \
	transforms/melder.h \
	transforms/simplify.c \
	transforms/unpredicate.c \
	transforms/unpredicate.h
