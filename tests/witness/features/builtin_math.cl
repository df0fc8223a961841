/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Mathematics by name: exact ones, and those that leave a second result in
 * memory.
 *
 * Launch: {"grid": [2, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "f32", "count": 256, "random": [-30, 30]},
 *   "out": {"type": "f32", "count": 4096, "zero": true},
 *   "near": {"type": "f32", "count": 8192, "zero": true},
 *   "ints": {"type": "i32", "count": 1024, "zero": true}}}
 *
 * Error: near 16 ulp. As many as OpenCL allows.
 */
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
builtin_math(__global const float *in, __global float *out,
	     __global float *near, __global int *ints)
{
	size_t i = get_global_id(0);
	float x = in[2 * i], y = in[2 * i + 1], second;
	float4 second4, x4 = (float4)(x, y, -x, 0.0f);
	int n;
	int4 n4;

	out += 32 * i;
	ints += 8 * i;
	out[0] = fract(x, &second);
	out[1] = second;
	out[2] = modf(x, &second);
	out[3] = second;
	out[4] = frexp(x, &n);
	ints[0] = n;
	out[5] = remquo(x, y, &n);
	ints[1] = n & 7;
	out[6] = remainder(x, y);
	out[7] = nextafter(x, y);
	out[8] = logb(x);
	ints[2] = ilogb(x);
	out[9] = ldexp(x, (int)y);
	out[10] = fma(x, y, 0.1f);
	out[11] = nextafter(0.0f, -x);
	out[12] = fmod(x, y);
	out[13] = isnan(nan(3u));
	vstore4(frexp(x4, &n4), 4, out);
	ints[3] = n4.y;
	vstore4(modf(x4, &second4), 5, out);
	vstore4(second4, 6, out);
	near += 64 * i;
	near[0] = sincos(x, &second);
	near[1] = second;
	near[2] = exp(x);
	near[3] = log(fabs(x));
	near[4] = cbrt(x);
	near[5] = pown(x, 3);
	near[6] = rootn(x, 3);
	near[7] = powr(fabs(x), y * 0.1f);
	near[8] = asinpi(x / 31);
	near[9] = atan2pi(x, y);
	near[10] = sinpi(x);
	near[11] = cospi(y);
	near[12] = tanpi(x);
	near[13] = erf(x * 0.1f);
	near[14] = erfc(x * 0.1f);
	near[15] = hypot(x, y);
	near[16] = expm1(x * 0.01f);
	near[17] = log1p(fabs(x));
	near[18] = asinh(x);
	near[19] = acosh(fabs(x) + 1);
	near[20] = atanh(x / 31);
	near[21] = rsqrt(fabs(x));
	near[22] = exp10(x);
	near[23] = tgamma(fabs(x) * 0.2f + 0.5f);
	near[24] = pow(fabs(x), 1.5f);
	near[25] = tanh(x * 0.1f);
	vstore4(exp2(x4), 7, near);
	vstore4(sin(x4), 8, near);
	near[36] = smoothstep(-10.0f, 10.0f, x);
	near[37] = mix(x, x + 1.0f, 0.25f);
	vstore3(fabs(normalize(x4.xyz)), 13, near);
	near[42] = atan(y);
	near[43] = acos(x / 31);
}
