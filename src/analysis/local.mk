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
