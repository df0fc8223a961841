/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Comments on blocks. They belong to a function and not to a revision, so undo
 * and goto leave them as they are.
 */
#ifndef RECONVERGE_NOTES_H
#define RECONVERGE_NOTES_H

#include "reconverge/base.h"

struct cvg_fn;
struct cvg_session;

struct cvg_note {
	uint32_t function; /* its number in the session */
	uint32_t uid;	   /* stable number of the block */
	char *text;	   /* one line; empty: the block is only bookmarked */
};

/* Comment a block of the function in focus, or with NULL take its comment
 * back. */
void cvg_session_note(struct cvg_session *session, uint32_t block,
		      const char *text);
/* The comments, the oldest first. */
uint32_t cvg_session_nnotes(const struct cvg_session *session);
const struct cvg_note *cvg_session_note_at(const struct cvg_session *session,
					   uint32_t i);
/* The name of the function that a comment is in. */
const char *cvg_note_function(const struct cvg_session *session,
			      const struct cvg_note *note);
/* The comment on a block of any revision of the function in focus, or else on a
 * block that it was made from; NULL: there is none. */
const struct cvg_note *cvg_session_note_of(const struct cvg_session *session,
					   const struct cvg_fn *fn,
					   uint32_t block);

#endif
