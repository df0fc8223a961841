/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launches kernel walk from a code object that was compiled by hand:
 *     hipcc -o load_hip load_hip.cpp && ./load_hip walk.hsaco
 */
#include <hip/hip_runtime.h>

#include <stdio.h>
#include <stdlib.h>

#define N 1024

static void must(hipError_t e)
{
	if (e != hipSuccess) {
		fprintf(stderr, "%s\n", hipGetErrorString(e));
		exit(1);
	}
}

int main(int argc, char **argv)
{
	static int host[4][N];
	hipDeviceptr_t data[4];
	int n = N;
	void *args[] = {&data[0], &data[1], &data[2], &data[3], &n};
	hipModule_t module;
	hipFunction_t walk;

	for (int i = 0; i < N; i++) {
		host[1][i] = i;
		host[2][i] = -i;
		host[3][i] = i % 7 - 3;
	}
	must(hipModuleLoad(&module, argc > 1 ? argv[1] : "walk.hsaco"));
	must(hipModuleGetFunction(&walk, module, "walk"));
	for (int k = 0; k < 4; k++) {
		must(hipMalloc((void **)&data[k], sizeof host[k]));
		must(hipMemcpyHtoD(data[k], host[k], sizeof host[k]));
	}
	must(hipModuleLaunchKernel(walk, N / 256, 1, 1, 256, 1, 1, 0, NULL,
				   args, NULL));
	must(hipMemcpyDtoH(host[0], data[0], sizeof host[0]));
	for (int i = 0; i < 8; i++)
		printf("%d\n", host[0][i]);
	return 0;
}
