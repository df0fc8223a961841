/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernel of walk.cl as a target region of OpenMP, see doc/getting-ir.md. */
void walk(int *out, const int *up, const int *down, const int *steps, int n)
{
#pragma omp target teams distribute parallel for map(from : out[:n]) \
	map(to : up[:n], down[:n], steps[:n])
	for (int i = 0; i < n; i++) {
		if (steps[i] > 0)
			out[i] = up[i] * steps[i] + up[i] / 7;
		else
			out[i] = down[i] * steps[i] - down[i] / 5;
	}
}
