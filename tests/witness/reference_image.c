/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * References of the kernels over planes: quantization, diffusion coefficients,
 * the perimeter of an LU decomposition.
 */
#include "reference.h"

#include <stdlib.h>

/* ---- dct_quant ------------------------------------------------------- */

/* The luminance steps of ITU-T T.81, table K.1. */
static const short steps[8][8] = {
	{16, 11, 10, 16, 24, 40, 51, 61},
	{12, 12, 14, 19, 26, 58, 60, 55},
	{14, 13, 16, 24, 40, 57, 69, 56},
	{14, 17, 22, 29, 51, 87, 80, 62},
	{18, 22, 37, 56, 68, 109, 103, 77},
	{24, 35, 55, 64, 81, 104, 113, 92},
	{49, 64, 78, 87, 103, 121, 120, 101},
	{72, 92, 95, 98, 112, 100, 103, 99},
};

/* The multiple of `step` that is nearest to a size; halfway goes up, half of
 * an odd step counting as the integer below it. */
static int nearest_multiple(int size, int step)
{
	return (size + step / 2) / step * step;
}

static int uniform(int size, int step)
{
	return nearest_multiple(size, step);
}

static int nonuniform(int size, int step)
{
	if (size < step)
		return 0;
	return nearest_multiple(size, size < 4 * step ? step : 2 * step);
}

/* Sizes are rounded, signs are kept. */
static void quantize(struct task *t, int (*rounded)(int size, int step))
{
	int16_t *plane = t->data[0];
	unsigned stride = t->scalar[1].u32;

	for (unsigned y = 0; y < t->grid[1] * 8; y++) {
		for (unsigned x = 0; x < t->grid[0] * 8; x++) {
			int16_t *v = &plane[y * stride + x];
			int size = rounded(abs(*v), steps[y % 8][x % 8]);

			*v = (int16_t)(*v < 0 ? -size : size);
		}
	}
}

void reference_dct_quant(struct task *t)
{
	quantize(t, uniform);
}

void reference_dct_quant_nonuniform(struct task *t)
{
	quantize(t, nonuniform);
}

/* ---- srad ------------------------------------------------------------ */

/* A pixel; beyond the border the nearest inside it. */
static float pixel(const struct task *t, long x, long y)
{
	const float *image = t->data[0];
	long cols = (long)t->scalar[6].u32;
	long rows = (long)t->scalar[7].u32;

	x = x < 0 ? 0 : x >= cols ? cols - 1 : x;
	y = y < 0 ? 0 : y >= rows ? rows - 1 : y;
	return image[y * cols + x];
}

/* Yu and Acton's coefficient of the four differences, within 0 and 1. */
static float coefficient(const float d[4], float centre, float q0sqr)
{
	float g = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * d[3]) /
		  (centre * centre);
	float l = (d[0] + d[1] + d[2] + d[3]) / centre;
	float num = 0.5f * g - 0.0625f * (l * l);
	float den = 1.0f + 0.25f * l;
	float qsqr = num / (den * den);
	float c = 1.0f / (1.0f + (qsqr - q0sqr) / (q0sqr * (1.0f + q0sqr)));

	return c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

void reference_srad(struct task *t)
{
	/* north, south, west, east */
	static const int dx[4] = {0, 0, -1, 1};
	static const int dy[4] = {-1, 1, 0, 0};
	long cols = (long)t->scalar[6].u32;

	for (long y = 0; y < (long)t->grid[1] * 16; y++) {
		for (long x = 0; x < (long)t->grid[0] * 16; x++) {
			float centre = pixel(t, x, y);
			float d[4];

			for (int k = 0; k < 4; k++) {
				float *out = t->data[2 + k];

				d[k] = pixel(t, x + dx[k], y + dy[k]) - centre;
				out[y * cols + x] = d[k];
			}
			((float *)t->data[1])[y * cols + x] =
				coefficient(d, centre, t->scalar[8].f32);
		}
	}
}

/* ---- lud_perimeter --------------------------------------------------- */

#define TILE 16

/*
 * `m` is dim * dim; the tile at (o, o) holds L and U of itself, L with ones on
 * its diagonal. The columns c of the row panel become x with L x = c, the rows
 * r of the column panel y with y U = r: substitution, smallest index first.
 */
static void solve_column(float *m, size_t dim, size_t o, size_t c)
{
	for (size_t i = 0; i < TILE; i++)
		for (size_t j = 0; j < i; j++)
			m[(o + i) * dim + c] -=
				m[(o + i) * dim + o + j] * m[(o + j) * dim + c];
}

static void solve_row(float *m, size_t dim, size_t o, size_t r)
{
	float *y = m + r * dim + o;

	for (size_t i = 0; i < TILE; i++) {
		for (size_t j = 0; j < i; j++)
			y[i] -= y[j] * m[(o + j) * dim + o + i];
		y[i] /= m[(o + i) * dim + o + i];
	}
}

void reference_lud_perimeter(struct task *t)
{
	size_t dim = t->scalar[1].u32;
	size_t o = t->scalar[2].u32;

	for (size_t k = 0; k < (size_t)t->grid[0] * TILE; k++) {
		solve_column(t->data[0], dim, o, o + TILE + k);
		solve_row(t->data[0], dim, o, o + TILE + k);
	}
}
