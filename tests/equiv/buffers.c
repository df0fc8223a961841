/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Memory of a kernel's arguments. Each buffer lies alone in the middle of a
 * reserve that no 32-bit index can leave, so an access out of bounds ends in
 * a signal and never in somebody else's data.
 */
#include "witness.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const size_t reserve = (size_t)32 << 30;
static const size_t page = 4096;

uint64_t rnd_next(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* One reserve for each argument position, made on first use. */
static unsigned char *middle(unsigned i)
{
	static unsigned char *start[MAX_ARGS];

	if (!start[i]) {
		void *p = mmap(NULL, reserve, PROT_NONE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			       0);

		assert(p != MAP_FAILED);
		start[i] = (unsigned char *)p + reserve / 2;
	}
	return start[i];
}

/* The end of the buffer is the end of a page. */
void buffer_place(struct arg *a, unsigned i)
{
	static size_t mapped[MAX_ARGS];
	size_t whole = (a->bytes + page - 1) / page * page;
	unsigned char *at = middle(i);

	if (mapped[i] > whole)
		mprotect(at + whole, mapped[i] - whole, PROT_NONE);
	mapped[i] = whole;
	if (whole && mprotect(at, whole, PROT_READ | PROT_WRITE))
		abort(); /* no memory for a buffer */
	a->start = at + whole - a->bytes;
	a->value = (uint64_t)(uintptr_t)a->start;
}

/* Now plain noise, now few values, now noise among the usual suspects. */
static uint32_t any_word(uint64_t *state, uint64_t seed)
{
	static const uint32_t odd[] = {0,	   1,	       2,
				       0xffffffff, 0x80000000, 0x7fffffff};
	uint64_t r = rnd_next(state);

	if (seed % 3 == 1)
		return r & 15;
	if (seed % 3 == 2 && (r >> 60) < 10)
		return odd[(r >> 32) % 6];
	return (uint32_t)r;
}

static uint32_t word(enum fill fill, uint64_t *state, uint64_t seed)
{
	uint32_t bits = 0;
	float value;

	switch (fill) {
	case FILL_ZERO:
		return 0;
	case FILL_ANY:
		return any_word(state, seed);
	case FILL_SMALL:
		return rnd_next(state) & 15;
	case FILL_FLOAT:
		value = (float)(1 + rnd_next(state) % 255) / 255.0f;
		memcpy(&bits, &value, sizeof bits);
		return bits;
	}
	return bits;
}

void buffer_fill(const struct arg *a, uint64_t seed)
{
	uint64_t state = seed * 1000003 + a->bytes;
	uint32_t w;

	for (size_t at = 0; at < a->bytes; at += sizeof w) {
		size_t n = a->bytes - at < sizeof w ? a->bytes - at : sizeof w;

		w = word(a->fill, &state, seed);
		memcpy(a->start + at, &w, n);
	}
}

static bool is_nan(uint32_t bits)
{
	return (bits & 0x7fffffff) > 0x7f800000;
}

/* Which NaN an operation gives is not promised: in floats all are one. */
long buffer_differs(const unsigned char *want, const unsigned char *got,
		    size_t n, bool is_float)
{
	uint32_t w, g;

	for (size_t at = 0; at + sizeof w <= n; at += sizeof w) {
		memcpy(&w, want + at, sizeof w);
		memcpy(&g, got + at, sizeof g);
		if (w != g && !(is_float && is_nan(w) && is_nan(g)))
			return (long)at;
	}
	for (size_t at = n / sizeof w * sizeof w; at < n; at++)
		if (want[at] != got[at])
			return (long)at;
	return -1;
}
