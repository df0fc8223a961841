/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A program that loads the pass plugin as those do that bring their own LLVM:
 *
 *	host PLUGIN [local|global LIBLLVM]
 *
 * It prints the version of the interface, and whether the plugin registers a pass.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* LLVM's PassPluginLibraryInfo. */
struct info {
	uint32_t version;
	const char *plugin, *its_version;
	void (*enter)(void *builder);
	void *before_code;
};

int main(int argc, char **argv)
{
	union {
		void *data;
		struct info (*function)(void);
	} ask = {.data = NULL};
	struct info told;
	void *plugin;

	if (argc > 3 &&
	    !dlopen(argv[3],
		    RTLD_LAZY | (strcmp(argv[2], "global") == 0 ? RTLD_GLOBAL
								: RTLD_LOCAL)))
		return 2;
	plugin = dlopen(argv[1], RTLD_LAZY | RTLD_GLOBAL);
	if (!plugin) {
		puts(dlerror());
		return 2;
	}
	ask.data = dlsym(plugin, "llvmGetPassPluginInfo");
	told = ask.function();
	printf("%s, interface %u\n", told.plugin, told.version);
	return 0;
}
