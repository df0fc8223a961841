/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the counters of a module that `instrument` made to a file. Call it with
 * the module, after the last launch and hipDeviceSynchronize. */
#include <hip/hip_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static int save_counters(hipModule_t module, const char *path)
{
	hipDeviceptr_t counters;
	size_t n;
	void *words;
	FILE *file;
	int ok;

	if (hipModuleGetGlobal(&counters, &n, module, "__reconverge_counts"))
		return 0;
	words = malloc(n);
	file = fopen(path, "wb");
	ok = words && file && !hipMemcpyDtoH(words, counters, n) &&
	     fwrite(words, 1, n, file) == n;
	if (file && fclose(file))
		ok = 0;
	free(words);
	return ok;
}
