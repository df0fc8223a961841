/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What host loads the plugin. It is linked with no LLVM, and has to find the host's. */
#include "build.h"

#include <dlfcn.h>
#include <stdio.h>

/* LLVMGetVersion is looked up, so that a host without it is not ended by the dynamic
 * linker. */
typedef void version(unsigned *major, unsigned *minor, unsigned *patch);

static version *version_of_host(void)
{
	union {
		void *data;
		version *function;
	} found = {.data = dlsym(RTLD_DEFAULT, "LLVMGetVersion")};

	return found.function;
}

/* An LLVM has one of two variables, by what it was configured for. */
static bool has_same_checks(bool checks)
{
	return dlsym(RTLD_DEFAULT, checks ? "_ZN4llvm23EnableABIBreakingChecksE"
					  : "_ZN4llvm24DisableABIBreakingChecks"
					    "E") != NULL;
}

bool cvg_build_fits(unsigned *major, bool checks)
{
	version *ask = version_of_host();
	unsigned ours = *major, minor, patch;
	bool same = has_same_checks(checks);

	if (ask)
		ask(major, &minor, &patch);
	if (ask && *major == ours && same)
		return true;
	fprintf(stderr, "reconverge: this plugin is for LLVM %u, ", ours);
	if (!ask)
		fputs("and this program exports no LLVM", stderr);
	else if (*major != ours)
		fprintf(stderr, "not for LLVM %u", *major);
	else
		fprintf(stderr, "which is built %s checks of its ABI here",
			checks ? "without" : "with");
	fputs(": it does nothing\n", stderr);
	return false;
}
