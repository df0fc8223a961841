/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Images for kernels that are simulated, which has no texture unit: an image
 * is 16 by 16 texels of four words in plain memory, read at the nearest texel,
 * beyond its edges at the edge; what is written beyond them is dropped. Only
 * what the kernels of the corpus call, under the names that clang calls it by.
 */
#define SIDE 16

#ifdef __AMDGCN__
#define IMAGE __constant
#define TEXEL(image, at, type) ((const __constant type *)(image))[at]
#else
#define IMAGE __global
#define TEXEL(image, at, type) ((const __global type *)(image))[at]
#endif
#define SAMPLER __constant

typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int2 __attribute__((ext_vector_type(2)));
typedef unsigned int uint4 __attribute__((ext_vector_type(4)));

static int inside(int x)
{
	return x < 0 ? 0 : x >= SIDE ? SIDE - 1 : x;
}

static int texel(int2 at)
{
	return inside(at.y) * SIDE + inside(at.x);
}

static int whole(float x)
{
	/* also right for what is no number */
	return x >= 0 && x < SIDE ? (int)x : x >= SIDE ? SIDE - 1 : 0;
}

SAMPLER char *__translate_sampler_initializer(int kind)
{
	return (SAMPLER char *)(unsigned long)(unsigned)kind;
}

float4 readf_i(IMAGE char *image, SAMPLER char *sampler, int2 at)
	__asm__("_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i");
float4 readf_f(IMAGE char *image, SAMPLER char *sampler, float2 at)
	__asm__("_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f");
uint4 readu_i(IMAGE char *image, SAMPLER char *sampler, int2 at)
	__asm__("_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_i");
void writef(IMAGE char *image, int2 at, float4 x)
	__asm__("_Z12write_imagef14ocl_image2d_woDv2_iDv4_f");
void writeu(IMAGE char *image, int2 at, uint4 x)
	__asm__("_Z13write_imageui14ocl_image2d_woDv2_iDv4_j");

float4 readf_i(IMAGE char *image, SAMPLER char *sampler, int2 at)
{
	return TEXEL(image, texel(at), float4);
}

float4 readf_f(IMAGE char *image, SAMPLER char *sampler, float2 at)
{
	return TEXEL(image, texel((int2)(whole(at.x), whole(at.y))), float4);
}

uint4 readu_i(IMAGE char *image, SAMPLER char *sampler, int2 at)
{
	return TEXEL(image, texel(at), uint4);
}

/* The bits of a pointer are the same in both address spaces. */
static void write(unsigned long image, int2 at, uint4 x)
{
	if (at.x >= 0 && at.x < SIDE && at.y >= 0 && at.y < SIDE)
		((__global uint4 *)image)[texel(at)] = x;
}

void writef(IMAGE char *image, int2 at, float4 x)
{
	write((unsigned long)image, at, __builtin_astype(x, uint4));
}

void writeu(IMAGE char *image, int2 at, uint4 x)
{
	write((unsigned long)image, at, x);
}
