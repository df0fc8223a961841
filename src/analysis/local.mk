libcvg_a_SOURCES += \
	include/reconverge/analyses.def \
	include/reconverge/analysis.h \
	src/analysis/ana.c \
	src/analysis/ana.h \
	src/analysis/dom.c \
	src/analysis/dom.h \
	src/analysis/dom_post.c \
	src/analysis/order.c \
	src/analysis/cycles.c \
	src/analysis/loops.c \
	src/analysis/nest.c \
	src/analysis/nest.h

# Uniformity and liveness.
libcvg_a_SOURCES += \
	src/analysis/divergence.def \
	src/analysis/escape.c \
	src/analysis/escape.h \
	src/analysis/live.c \
	src/analysis/sync_order.c \
	src/analysis/sync_order.h \
	src/analysis/uniform.c \
	src/analysis/uniform.h \
	src/analysis/uniform_asm.c \
	src/analysis/uniform_seed.c \
	src/analysis/uniform_sync.c \
	src/analysis/why.c \
	src/analysis/frontier.c \
	src/analysis/frontier.h \
	src/analysis/regions.c
