libcvg_a_SOURCES += \
	src/ir/live.h \
	src/ir/ptrmap.c \
	src/ir/ptrmap.h
