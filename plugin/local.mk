# reconverge-plugin.so: the pass plugin for the LLVM of this build. It is linked
# with no LLVM, and uses the one of its host; names are looked up when they are
# called, so that it can tell a host with another LLVM.

EXTRA_DIST += plugin/plugin.map
if PLUGIN
sharedlib_PROGRAMS += reconverge-plugin.so
endif
reconverge_plugin_so_SOURCES = plugin/plugin.cpp plugin/build.c plugin/build.h \
	plugin/host.c plugin/inside.h plugin/options.c plugin/remarks.c \
	plugin/replay.c src/lib/reconverge.c
reconverge_plugin_so_CXXFLAGS = -std=c++17 -fno-rtti -fno-exceptions \
	-fno-semantic-interposition $(CVG_HARDEN_CFLAGS)
reconverge_plugin_so_LDFLAGS = -shared -Wl,-z,lazy \
	-Wl,--version-script,$(srcdir)/plugin/plugin.map
reconverge_plugin_so_LDADD = libcvg.a $(JANSSON_LIBS)
EXTRA_reconverge_plugin_so_DEPENDENCIES = plugin/plugin.map
