/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions of vectors: comparing, choosing, common and geometric
 * ones.
 *
 * Launch: {"grid": [2, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "f32", "count": 1024, "random": [-4, 4]},
 *   "out": {"type": "f32", "count": 8192, "zero": true},
 *   "truth": {"type": "i32", "count": 8192, "zero": true}}}
 *
 * Error: out 2 ulp. Products may be fused or not.
 */
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
builtin_vector(__global const float *in, __global float *out,
	       __global int *truth)
{
	size_t i = get_global_id(0);
	float4 a = vload4(2 * i, in), b = vload4(2 * i + 1, in);
	int4 ia = convert_int4(a), ib = convert_int4_rtn(b);
	float8 ab = (float8)(a, b);
	float4 nan = a.x > 1 ? (float4)(NAN, a.y, INFINITY, -0.0f) : a;
	__global float *to = out + 64 * i;

	/* numbers that are exact however they are computed */
	vstore4(clamp(a, -1.0f, 1.0f), 0, to);
	vstore4(max(a, b), 1, to);
	vstore4(min(a, 0.5f), 2, to);
	vstore4(step(a, b), 3, to);
	vstore4(step(0.25f, b), 4, to);
	vstore4(sign(nan), 5, to);
	vstore4(fmin(nan, b), 6, to);
	vstore4(select(a, b, isless(a, b)), 7, to);
	vstore4(bitselect(a, b, (float4)(-0.0f)), 8, to);
	vstore4(maxmag(a, b), 9, to);
	vstore4(minmag(a, b), 10, to);
	vstore2(fdim(a.xy, b.xy), 22, to);
	vstore3(copysign(a.xyz, b.xyz), 15, to);
	vstore8(shuffle(ab, (uint8)(7, 0, 3, 3, 1, (uint)i, 6, 2)), 6, to);
	vstore4(shuffle2(a, b, (uint4)(7, 1, (uint)i, 4)), 14, to);
	/* and those that are nearly */
	to[60] = fast_length(ia.x ? a : b);
	to[61] = radians(a.x) + degrees(2.0f);
	to[62] = length(a.xyz);
	to[63] = distance(a.xy, b.xy);
	truth += 64 * i;
	vstore4(isequal(a, trunc(a)), 0, truth);
	vstore4(isnotequal(nan, nan), 1, truth);
	vstore4(isgreater(a, b), 2, truth);
	vstore4(islessgreater(nan, a), 3, truth);
	vstore4(isordered(nan, b), 4, truth);
	vstore4(isnan(nan) | isinf(nan), 5, truth);
	vstore4(signbit(nan), 6, truth);
	vstore4(isfinite(nan) & isnormal(nan), 7, truth);
	truth[32] = any(isless(a, b));
	truth[33] = all(isless(a, b));
	truth[34] = isless(a.x, b.x);
	truth[35] = isunordered(nan.x, a.x);
	truth[36] = any(ia.x - 2);
	truth[37] = select(3, 5, ia.x);
	truth[38] = signbit(nan.w);
	vstore4(abs_diff(ia, ib) == as_uint4(max(ia, ib) - min(ia, ib)), 10,
		truth);
	vstore4(clamp(ia, -1, 1) + add_sat(ia << 30, ib << 30), 11, truth);
	vstore16(select((int16)(1), (int16)(ia, ib, ia, ib),
			(int16)(ib, ia, -ia, -ib)),
		 3, truth);
}
