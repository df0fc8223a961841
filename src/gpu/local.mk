libcvg_a_SOURCES += \
	include/reconverge/gpu.h \
	src/gpu/calls.def \
	src/gpu/driver.c \
	src/gpu/driver.h \
	src/gpu/errors.def \
	src/gpu/job.h \
	src/gpu/memory.c \
	src/gpu/rank.c \
	src/gpu/run.c
