/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Built-in functions of integers, by name: every width, signed and unsigned.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 1024, "random": [0, 4294967296]},
 *   "bytes": {"type": "u8", "count": 12288, "zero": true},
 *   "shorts": {"type": "u16", "count": 12288, "zero": true},
 *   "ints": {"type": "u32", "count": 12288, "zero": true},
 *   "longs": {"type": "u64", "count": 12288, "zero": true}}}
 */
#define ALL(type, utype, out, a, b, c)                                        \
	do {                                                                  \
		__global utype *to = (out) + 48 * get_global_id(0);           \
		type x = (type)(a), y = (type)(b), z = (type)(c);             \
		utype ux = (utype)(a), uy = (utype)(b), uz = (utype)(c);      \
		to[0] = abs(x);                                               \
		to[1] = abs_diff(x, y);                                       \
		to[2] = abs_diff(ux, uy);                                     \
		to[3] = (utype)add_sat(x, y);                                 \
		to[4] = add_sat(ux, uy);                                      \
		to[5] = (utype)sub_sat(x, y);                                 \
		to[6] = sub_sat(ux, uy);                                      \
		to[7] = (utype)hadd(x, y);                                    \
		to[8] = hadd(ux, uy);                                         \
		to[9] = (utype)rhadd(x, y);                                   \
		to[10] = rhadd(ux, uy);                                       \
		to[11] = clz(ux);                                             \
		to[12] = (utype)clz(x);                                       \
		to[13] = popcount(ux);                                        \
		to[14] = (utype)mad_hi(x, y, z);                              \
		to[15] = mad_hi(ux, uy, uz);                                  \
		to[16] = (utype)mul_hi(x, y);                                 \
		to[17] = mul_hi(ux, uy);                                      \
		to[18] = (utype)mad_sat(x, y, z);                             \
		to[19] = mad_sat(ux, uy, uz);                                 \
		to[20] = (utype)max(x, y);                                    \
		to[21] = max(ux, uy);                                         \
		to[22] = (utype)min(x, y);                                    \
		to[23] = min(ux, uy);                                         \
		to[24] = (utype)clamp(x, min(y, z), max(y, z));               \
		to[25] = clamp(ux, min(uy, uz), max(uy, uz));                 \
		to[26] = rotate(ux, uy);                                      \
		to[27] = (utype)rotate(x, y);                                 \
		to[28] = (utype)mad_sat((type)(x / 100), (type)(y / 100), z); \
		to[29] = mad_sat((utype)(ux & 15), (utype)(uy & 7), uz);      \
		to[30] = clz((utype)0);                                       \
		to[31] = bitselect(ux, uy, uz);                               \
	} while (0)

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
builtin_int(__global const uint *in, __global uchar *bytes,
	    __global ushort *shorts, __global uint *ints, __global ulong *longs)
{
	size_t i = get_global_id(0);
	uint a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2];
	ulong d = (ulong)a << 32 | b, e = (ulong)b << 32 | c;
	__global uint *to = ints + 48 * i + 32;

	ALL(char, uchar, bytes, a, b, c);
	ALL(short, ushort, shorts, a, b, c);
	ALL(int, uint, ints, a, b, c);
	ALL(long, ulong, longs, d, e, d ^ ~e);
	to[0] = (uint)mul24((int)(a >> 9) - 0x400000, (int)(b >> 20));
	to[1] = mul24(a >> 8, b >> 20);
	to[2] = (uint)mad24((int)(a >> 20), (int)(b >> 20) - 100, (int)c);
	to[3] = mad24(a >> 20, b >> 20, c);
	to[4] = upsample((ushort)a, (ushort)b);
	to[5] = (uint)upsample((short)a, (ushort)b);
	to[6] = upsample((uchar)a, (uchar)b);
	longs[48 * i + 32] = upsample(a, b);
	longs[48 * i + 33] = (ulong)upsample((int)a, b);
}
