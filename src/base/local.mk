libcvg_a_SOURCES += \
	include/reconverge/base.h \
	include/reconverge/clones.h \
	include/reconverge/shadow.h \
	include/reconverge/libexec.h \
	include/reconverge/quantity.h \
	include/reconverge/units.def \
	include/reconverge/cxxname.h \
	src/base/bits.c \
	src/base/cxxname.c \
	src/base/err.c \
	src/base/file.c \
	src/base/libexec.c \
	src/base/mem.c \
	src/base/quantity.c \
	src/base/quote.c \
	src/base/str.c \
	src/base/utf8.c
