# Structure: order, dominators, cycles, loops, regions.
libcvg_a_SOURCES += \
	include/reconverge/causes.def \
	include/reconverge/marks.h \
	src/analysis/ana.c \
	src/analysis/ana.h \
	src/analysis/cycles.c \
	src/analysis/dom.c \
	src/analysis/dom.h \
	src/analysis/dom_post.c \
	src/analysis/frontier.c \
	src/analysis/frontier.h \
	src/analysis/loops.c \
	src/analysis/marks.c \
	src/analysis/nest.c \
	src/analysis/nest.h \
	src/analysis/order.c \
	src/analysis/reading.c \
	src/analysis/regions.c

# Uniformity and liveness.
libcvg_a_SOURCES += \
	src/analysis/divergence.def \
	src/analysis/escape.c \
	src/analysis/escape.h \
	src/analysis/live.c \
	src/analysis/seeds_amdgpu.c \
	src/analysis/seeds_nvptx.c \
	src/analysis/sync_cycle.c \
	src/analysis/sync_leap.c \
	src/analysis/sync_order.c \
	src/analysis/sync_order.h \
	src/analysis/uniform.c \
	src/analysis/uniform.h \
	src/analysis/uniform_asm.c \
	src/analysis/uniform_seed.c \
	src/analysis/uniform_sync.c \
	src/analysis/why.c
