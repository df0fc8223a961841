libcvg_a_SOURCES += \
	include/reconverge/mcode.def \
	include/reconverge/mcode.h \
	src/mcode/chip.c \
	src/mcode/chips.def \
	src/mcode/clock.c \
	src/mcode/clock.h \
	src/mcode/cubin.c \
	src/mcode/names.def \
	src/mcode/outside.c \
	src/mcode/rates.def \
	src/mcode/read.c \
	src/mcode/read.h \
	src/mcode/read_amdgpu.c \
	src/mcode/read_nvptx.c \
	src/mcode/said.c \
	src/mcode/sass.c
