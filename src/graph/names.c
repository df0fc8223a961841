/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A hash table from strings to numbers: open addressing, at most half full. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a, www.isthe.com/chongo/tech/comp/fnv/. */
static uint32_t hash(const char *s, size_t n)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h;
}

/* The slot that holds the string s, or the free one where it would go. */
static uint32_t find_slot(const struct cvg_names *names, const char *s,
			  size_t n)
{
	uint32_t mask = names->nslots - 1;
	uint32_t i = hash(s, n) & mask;

	while (names->slot[i]) {
		const char *text = names->text.at[names->slot[i] - 1];

		if (strncmp(text, s, n) == 0 && text[n] == '\0')
			break;
		i = (i + 1) & mask;
	}
	return i;
}

static void grow(struct cvg_names *names)
{
	free(names->slot);
	names->nslots = names->nslots ? names->nslots * 2 : 64;
	names->slot = cvg_calloc(names->nslots, sizeof *names->slot);
	for (size_t i = 0; i < names->text.n; i++) {
		const char *text = names->text.at[i];

		names->slot[find_slot(names, text, strlen(text))] =
			(uint32_t)i + 1;
	}
}

uint32_t cvg_names_add(struct cvg_names *names, const char *s, size_t n)
{
	uint32_t i;

	if (names->text.n * 2 >= names->nslots)
		grow(names);
	i = find_slot(names, s, n);
	if (!names->slot[i]) {
		cvg_push(&names->text, cvg_arena_strndup(&names->arena, s, n));
		names->slot[i] = (uint32_t)names->text.n;
	}
	return names->slot[i] - 1;
}

uint32_t cvg_names_of(const struct cvg_names *names, const char *s, size_t n)
{
	uint32_t i;

	if (!names->nslots)
		return CVG_NONE;
	i = find_slot(names, s, n);
	return names->slot[i] ? names->slot[i] - 1 : CVG_NONE;
}

void cvg_names_done(struct cvg_names *names)
{
	cvg_arena_done(&names->arena);
	free(names->text.at);
	free(names->slot);
	*names = (struct cvg_names){0};
}
