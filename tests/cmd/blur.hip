#include "blur.h"

namespace img {
template <typename T>
__attribute__((global)) void blur(T *out, const T *in, int n)
{
	int i = __builtin_amdgcn_workitem_id_x();

	if (i < n)
		out[i] = step<T>(in[i], n);
}
template __attribute__((global)) void blur<int>(int *, const int *, int);
}

__attribute__((global)) void edges(int *out, const int *in)
{
	int i = __builtin_amdgcn_workitem_id_x();
	int x = in[i];

	if (x & 1)
		out[i] = x * 3 + in[i + 1] / 5;
	else
		out[i] = x * 9 + in[i + 2] / 7;
}

__attribute__((global)) void edges(float *out)
{
	out[__builtin_amdgcn_workitem_id_x()] = 0;
}
