if Z3
pkglibexec_PROGRAMS += reconverge-z3
reconverge_z3_SOURCES = src/z3/main.c src/z3/value.c src/z3/value.h src/refine/sym.h src/refine/syms.def
reconverge_z3_CFLAGS = $(AM_CFLAGS) $(Z3_CFLAGS)
reconverge_z3_LDADD = $(Z3_LIBS)
endif
