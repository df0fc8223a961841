/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the user wrote about blocks. */
#include "inside.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

/* The place of the comment on the block with that number, or CVG_NONE. */
static uint32_t find(const struct history *history, uint32_t uid)
{
	for (uint32_t i = 0; i < history->notes.n; i++)
		if (history->notes.at[i].function == history->focus &&
		    history->notes.at[i].uid == uid)
			return i;
	return CVG_NONE;
}

static uint32_t find_of(const struct history *history, const struct cvg_fn *fn,
			uint32_t block)
{
	const struct cvg_block *b = &fn->blocks[block];
	uint32_t i = find(history, b->uid);

	for (uint32_t k = 0; i == CVG_NONE && k < b->norigins; k++)
		i = find(history, fn->origins[b->origins_at + k]);
	return i;
}

static void drop(struct history *history, uint32_t i)
{
	free(history->notes.at[i].text);
	memmove(&history->notes.at[i], &history->notes.at[i + 1],
		(history->notes.n - i - 1) * sizeof *history->notes.at);
	history->notes.n--;
}

void cvg_session_note(struct cvg_session *s, uint32_t block, const char *text)
{
	const struct cvg_fn *fn = cvg_session_fn(s, CVG_NONE, CVG_NONE);
	struct history *history = s->history;
	struct cvg_note note = {history->focus, fn->blocks[block].uid, NULL};
	uint32_t before =
		text ? find(history, note.uid) : find_of(history, fn, block);
	struct cvg_str line = {0};

	if (before != CVG_NONE)
		drop(history, before);
	if (!text)
		return;
	cvg_str_addline(&line, text, strlen(text));
	note.text = line.n ? cvg_str_take(&line) : cvg_strdup("");
	cvg_push(&history->notes, note);
}

uint32_t cvg_session_nnotes(const struct cvg_session *s)
{
	return s->history ? (uint32_t)s->history->notes.n : 0;
}

const struct cvg_note *cvg_session_note_at(const struct cvg_session *s,
					   uint32_t i)
{
	return &s->history->notes.at[i];
}

const char *cvg_note_function(const struct cvg_session *s,
			      const struct cvg_note *note)
{
	return s->history->functions.at[note->function].name;
}

const struct cvg_note *cvg_session_note_of(const struct cvg_session *s,
					   const struct cvg_fn *fn,
					   uint32_t block)
{
	uint32_t i =
		s->history->notes.n ? find_of(s->history, fn, block) : CVG_NONE;

	return i == CVG_NONE ? NULL : &s->history->notes.at[i];
}
