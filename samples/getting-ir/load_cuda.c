/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launches kernel walk from a PTX file or cubin that was compiled by hand:
 *     cc -o load_cuda load_cuda.c -lcuda && ./load_cuda walk.ptx
 */
#include <cuda.h>

#include <stdio.h>
#include <stdlib.h>

#define N 1024

static void must(CUresult e)
{
	const char *why = "unknown";

	if (e != CUDA_SUCCESS) {
		cuGetErrorString(e, &why);
		fprintf(stderr, "%s\n", why);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	static int host[4][N];
	CUdeviceptr data[4];
	int n = N;
	void *args[] = {&data[0], &data[1], &data[2], &data[3], &n};
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction walk;

	for (int i = 0; i < N; i++) {
		host[1][i] = i;
		host[2][i] = -i;
		host[3][i] = i % 7 - 3;
	}
	must(cuInit(0));
	must(cuDeviceGet(&device, 0));
	must(cuDevicePrimaryCtxRetain(&context, device));
	must(cuCtxSetCurrent(context));
	must(cuModuleLoad(&module, argc > 1 ? argv[1] : "walk.ptx"));
	must(cuModuleGetFunction(&walk, module, "walk"));
	for (int k = 0; k < 4; k++) {
		must(cuMemAlloc(&data[k], sizeof host[k]));
		must(cuMemcpyHtoD(data[k], host[k], sizeof host[k]));
	}
	must(cuLaunchKernel(walk, N / 256, 1, 1, 256, 1, 1, 0, NULL, args,
			    NULL));
	must(cuMemcpyDtoH(host[0], data[0], sizeof host[0]));
	for (int i = 0; i < 8; i++)
		printf("%d\n", host[0][i]);
	return 0;
}
