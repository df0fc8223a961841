/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A small kernel to compile, see doc/getting-ir.md. Its two arms are alike. */
kernel void walk(global int *out, global const int *up,
		 global const int *down, global const int *steps, int n)
{
	int i = get_global_id(0);

	if (i >= n)
		return;
	if (steps[i] > 0)
		out[i] = up[i] * steps[i] + up[i] / 7;
	else
		out[i] = down[i] * steps[i] - down[i] / 5;
}
