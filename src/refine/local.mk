libcvg_a_SOURCES += \
	include/reconverge/refine.h \
	src/refine/code.c \
	src/refine/effect.c \
	src/refine/formula.c \
	src/refine/formula.h \
	src/refine/formula_float.c \
	src/refine/formula_int.c \
	src/refine/formula_set.c \
	src/refine/formula_private.h \
	src/refine/linear.c \
	src/refine/match.c \
	src/refine/model.c \
	src/refine/path.c \
	src/refine/private.h \
	src/refine/refine.c \
	src/refine/same.c \
	src/refine/solver.c \
	src/refine/solver.h \
	src/refine/state.c \
	src/refine/sym.c \
	src/refine/sym.h \
	src/refine/sym_eval.c \
	src/refine/sym_list.c \
	src/refine/sym_make.c \
	src/refine/sym_table.h \
	src/refine/syms.def \
	src/refine/walk.c
