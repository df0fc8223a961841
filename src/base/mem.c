/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Allocation that cannot fail, arenas and growing arrays. */
#include "reconverge/base.h"

#include <stdlib.h>
#include <string.h>

/* The first chunk of an arena, and the largest that is made before it is asked
 * for. */
#define FIRST_BYTES 1024
#define MOST_BYTES  (64 * 1024)

struct cvg_chunk {
	struct cvg_chunk *next; /* an older one, or a big one that is full */
	size_t used;		/* bytes handed out */
	size_t cap;		/* bytes in data[] */
	max_align_t data[];
};

static _Thread_local uint64_t work_done;

void cvg_work(uint64_t n)
{
	work_done += n;
}

uint64_t cvg_work_done(void)
{
	return work_done;
}

/* n * bytes, at least 1, so that no allocation is of 0 bytes. */
static size_t product(size_t n, size_t bytes)
{
	size_t total;

	if (__builtin_mul_overflow(n, bytes, &total))
		cvg_die("out of memory");
	return total ? total : 1;
}

void *cvg_alloc(size_t bytes)
{
	void *p = malloc(bytes ? bytes : 1);

	cvg_work(bytes / 8 + 1);
	if (!p)
		cvg_die("out of memory");
	return p;
}

void *cvg_calloc(size_t n, size_t bytes)
{
	size_t total = product(n, bytes);
	void *p = calloc(1, total);

	cvg_work(total / 8 + 1);
	if (!p)
		cvg_die("out of memory");
	return p;
}

void *cvg_realloc(void *take_memory, size_t n, size_t bytes)
{
	void *p = realloc(take_memory, product(n, bytes));

	if (!p)
		cvg_die("out of memory");
	return p;
}

char *cvg_strdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(cvg_alloc(n), s, n);
}

void *cvg_grow(void *take_memory, size_t *cap, size_t bytes)
{
	*cap = *cap ? *cap * 2 : 8;
	return cvg_realloc(take_memory, *cap, bytes);
}

static struct cvg_chunk *chunk_new(struct cvg_arena *a, size_t bytes)
{
	/* As large as all before it: a small arena stays small, and a large one
	 * has few chunks. */
	size_t usual = a->held < FIRST_BYTES  ? FIRST_BYTES
		       : a->held > MOST_BYTES ? MOST_BYTES
					      : a->held;
	size_t cap = bytes > usual ? bytes : usual;
	struct cvg_chunk *c = calloc(1, sizeof *c + cap);

	if (!c)
		cvg_die("out of memory");

	c->cap = cap;
	a->held += cap;
	/* A chunk for one big request goes behind the one in use, which still
	 * has room for small requests. */
	if (a->head && bytes > usual) {
		c->next = a->head->next;
		a->head->next = c;
	} else {
		c->next = a->head;
		a->head = c;
	}
	return c;
}

void *cvg_arena_alloc(struct cvg_arena *a, size_t n, size_t bytes)
{
	size_t mask = _Alignof(max_align_t) - 1;
	size_t total = product(n, bytes);
	struct cvg_chunk *c = a->head;
	char *p;

	if (total > SIZE_MAX / 2)
		cvg_die("out of memory");
	total = (total + mask) & ~mask;
	cvg_work(total / 8);
	if (!c || c->cap - c->used < total)
		c = chunk_new(a, total);
	p = (char *)c->data + c->used;
	c->used += total;
	a->used += total;
	return p;
}

char *cvg_arena_strndup(struct cvg_arena *a, const char *s, size_t n)
{
	char *p = cvg_arena_alloc(a, n + 1, 1);

	memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

char *cvg_arena_strdup(struct cvg_arena *a, const char *s)
{
	return cvg_arena_strndup(a, s, strlen(s));
}

void cvg_arena_done(struct cvg_arena *a)
{
	while (a->head) {
		struct cvg_chunk *next = a->head->next;

		free(a->head);
		a->head = next;
	}
	a->used = 0;
	a->held = 0;
}
