if GRAPHVIZ
pkglibexec_PROGRAMS += reconverge-graphviz
reconverge_graphviz_SOURCES = src/graphviz/main.c
reconverge_graphviz_CFLAGS = $(AM_CFLAGS) $(GRAPHVIZ_CFLAGS)
reconverge_graphviz_LDADD = $(GRAPHVIZ_LIBS)
endif
