/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the counters of a module that `instrument` made to a file. Call it with
 * the module, after the last launch and cuCtxSynchronize. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static int save_counters(CUmodule module, const char *path)
{
	CUdeviceptr counters;
	size_t n;
	void *words;
	FILE *file;
	int ok;

	if (cuModuleGetGlobal(&counters, &n, module, "__reconverge_counts"))
		return 0;
	words = malloc(n);
	file = fopen(path, "wb");
	ok = words && file && !cuMemcpyDtoH(words, counters, n) &&
	     fwrite(words, 1, n, file) == n;
	if (file && fclose(file))
		ok = 0;
	free(words);
	return ok;
}
