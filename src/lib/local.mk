# libreconverge.so: the C interface over the objects of libcvg.a that it needs,
# which are those of the programs. Its file has the name that programs ask for;
# when what there is changes its meaning, the number behind .so grows.

include_HEADERS = include/reconverge.h
EXTRA_DIST += src/lib/reconverge.map src/lib/reconverge.pc.in
soname = libreconverge.so.0
library_libs = libcvg.a $(LLVM_SHARED_LIBS) $(JANSSON_LIBS)

sharedlibdir = $(libdir)
sharedlib_PROGRAMS =
if LIBRARY
sharedlib_PROGRAMS += libreconverge.so.0
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = src/lib/reconverge.pc
noinst_DATA = libreconverge.so
if PYTHON
python_DATA = python/reconverge.py
endif
endif
libreconverge_so_0_SOURCES = src/lib/reconverge.c src/lib/inside.h
libreconverge_so_0_LDFLAGS = -shared $(shared_ldflags) -Wl,-soname,$(soname) \
	-Wl,--version-script,$(srcdir)/src/lib/reconverge.map
libreconverge_so_0_LDADD = $(library_libs)
EXTRA_libreconverge_so_0_DEPENDENCIES = src/lib/reconverge.map

# The name by which programs are linked with it.
libreconverge.so: $(soname)
	$(AM_V_GEN)rm -f $@ && $(LN_S) $(soname) $@
CLEANFILES += libreconverge.so

# The Python module over it, which knows where it is installed.
EXTRA_DIST += python/reconverge.py.in
CLEANFILES += python/reconverge.py
python/reconverge.py: python/reconverge.py.in Makefile
	$(AM_V_GEN)$(MKDIR_P) python && sed -e 's|@lib[d]ir@|$(libdir)|' \
	  -e 's|@soname@|$(soname)|' -e 's|@PACKAGE[_]VERSION@|$(PACKAGE_VERSION)|' \
	  $(srcdir)/python/reconverge.py.in >$@.tmp && mv $@.tmp $@

install-data-hook:
	test ! -f '$(DESTDIR)$(libdir)/$(soname)' || { \
	  cd '$(DESTDIR)$(libdir)' && rm -f libreconverge.so && \
	  $(LN_S) $(soname) libreconverge.so; }

uninstall-hook:
	rm -f '$(DESTDIR)$(libdir)/libreconverge.so'
