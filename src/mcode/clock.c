/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The scoreboard of machine code: queues of results, and registers by name. */
#include "clock.h"

#include <stdlib.h>

void cvg_mclock_done(struct cvg_mclock *clock)
{
	free(clock->registers);
	*clock = (struct cvg_mclock){0};
}

void cvg_mclock_wait(struct cvg_mclock *clock, uint64_t until)
{
	if (until <= clock->now)
		return;
	clock->waited += until - clock->now;
	clock->now = until;
}

/* ---- queues ------------------------------------------------------------ */

void cvg_mqueue_add(struct cvg_mqueue *queue, uint64_t ready)
{
	queue->ready[queue->n++ % CVG_MQUEUE_MOST] = ready;
}

void cvg_mqueue_wait_for(const struct cvg_mqueue *queue,
			 struct cvg_mclock *clock, uint32_t k)
{
	if (k >= 1 && k <= queue->n && k <= CVG_MQUEUE_MOST)
		cvg_mclock_wait(clock,
				queue->ready[(queue->n - k) % CVG_MQUEUE_MOST]);
}

void cvg_mqueue_wait(const struct cvg_mqueue *queue, struct cvg_mclock *clock,
		     uint32_t left)
{
	for (uint32_t k = left + 1; k <= queue->n && k <= CVG_MQUEUE_MOST; k++)
		cvg_mqueue_wait_for(queue, clock, k);
}

/* ---- registers --------------------------------------------------------- */

static uint64_t hash_of(const char *name, size_t n)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (uint8_t)name[i]) * UINT64_C(0x100000001b3);
	return hash ? hash : 1;
}

static struct cvg_mregister *find(struct cvg_mclock *clock, uint64_t name)
{
	uint32_t mask = clock->nregisters - 1;
	uint32_t at = (uint32_t)name & mask;

	while (clock->registers[at].name && clock->registers[at].name != name)
		at = (at + 1) & mask;
	return &clock->registers[at];
}

static void grow(struct cvg_mclock *clock)
{
	struct cvg_mregister *old = clock->registers;
	uint32_t n = clock->nregisters;

	clock->nregisters = n ? 2 * n : 64;
	clock->registers =
		cvg_calloc(clock->nregisters, sizeof *clock->registers);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].name)
			*find(clock, old[i].name) = old[i];
	free(old);
}

uint64_t *cvg_mclock_register(struct cvg_mclock *clock, const char *name,
			      size_t n)
{
	struct cvg_mregister *found;

	if (2 * clock->used >= clock->nregisters)
		grow(clock);
	found = find(clock, hash_of(name, n));
	clock->used += !found->name;
	found->name = hash_of(name, n);
	return &found->ready;
}
