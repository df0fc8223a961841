/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * convert_TYPE[_sat][_rtX]: what does not fit is asked for only where it is
 * saturated.
 *
 * Launch: {"grid": [2, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "f32", "count": 512, "random": [-400, 400]},
 *   "out": {"type": "i32", "count": 8192, "zero": true},
 *   "wide": {"type": "f64", "count": 1024, "zero": true},
 *   "half_out": {"type": "f16", "count": 2048, "zero": true}}}
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
builtin_convert(__global const float *in, __global int *out,
		__global double *wide, __global half *half_out)
{
	size_t i = get_global_id(0);
	float4 a = vload4(i, in);
	float4 big = a * 1e8f, halves = rint(a) * 0.5f;
	int4 n = convert_int4_rte(a * 1e6f);

	out += 64 * i;
	vstore4(convert_int4(convert_char4_sat(a)), 0, out);
	vstore4(convert_int4(convert_uchar4_sat_rte(a)), 1, out);
	vstore4(convert_int4(convert_short4_sat_rtp(a * 100.0f)), 2, out);
	vstore4(convert_int4(convert_ushort4_sat_rtn(a * 200.0f)), 3, out);
	vstore4(convert_int4_sat(big), 4, out);
	vstore4(as_int4(convert_uint4_sat_rtz(big)), 5, out);
	vstore4(convert_int4_rtp(halves), 6, out);
	vstore4(convert_int4_rtn(halves), 7, out);
	vstore4(convert_int4_rte(halves), 8, out);
	vstore4(convert_int4_rtz(halves), 9, out);
	vstore4(convert_int4(convert_char4_sat(n)), 10, out);
	vstore4(convert_int4(convert_uchar4_sat(n >> 20)), 11, out);
	vstore4(convert_int4(convert_short4(n)), 12, out);
	vstore4(as_int4(convert_float4_rtz(n)), 13, out);
	vstore4(as_int4(convert_float4_rtp(as_uint4(n))), 14, out);
	out[60] = convert_int_sat(convert_long(a.x) << 30);
	out[61] = (int)convert_uint_sat(convert_long(a.x) << 30);
	out[62] = convert_int_sat(NAN);
	out[63] = convert_ushort_sat(n.x);
	wide += 8 * i;
	vstore4(convert_double4(a), 0, wide);
	wide[4] = convert_double(n.x);
	wide[5] = (double)convert_float_rtn((double)a.x * 1.1);
	wide[6] = (double)convert_long_rte((double)a.x * 1e12);
	wide[7] = (double)convert_ulong_sat((double)a.x * 1e18);
	half_out += 16 * i;
	vstore_half4(a, 0, half_out);
	vstore_half_rtz(a.x, 4, half_out);
	vstore_half_rtp(a.x, 5, half_out);
	vstore_half_rtn(a.x, 6, half_out);
	vstore_half_rte(vload_half(0, half_out) * 3.1f, 7, half_out);
	vstorea_half3_rtz(a.yzw, 2, half_out);
	vstore_half2(vload_half2(1, half_out) + 1.0f, 6, half_out);
	vstore_half(vloada_half4(1, half_out).y, 14, half_out);
}
