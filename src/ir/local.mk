libcvg_a_SOURCES += \
	src/ir/callfacts.c \
	src/ir/child.c \
	src/ir/child.h \
	src/ir/compat.h \
	src/ir/deref.c \
	src/ir/facts.c \
	src/ir/facts.h \
	src/ir/fingerprint.c \
	src/ir/fnkind.c \
	src/ir/live.c \
	src/ir/live.h \
	src/ir/load.c \
	src/ir/number.c \
	src/ir/number.h \
	src/ir/pass.c \
	src/ir/ptrmap.c \
	src/ir/ptrmap.h \
	src/ir/shape.c \
	src/ir/shape.h \
	src/ir/snapshot.c \
	src/ir/snapshot.h \
	src/ir/snaptext.c \
	src/ir/snapvalue.c \
	src/ir/target.c \
	src/ir/target.h \
	src/ir/write.c
