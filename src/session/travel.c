/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Moves in the tree of revisions, and names of revisions. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

static bool loaded(const struct cvg_session *s, struct cvg_err *err)
{
	return s->history || cvg_fail(err, "no module is loaded");
}

uint32_t cvg_session_nrevs(const struct cvg_session *s)
{
	return s->history ? (uint32_t)s->history->revs.n : 0;
}

const struct cvg_rev *cvg_session_rev(const struct cvg_session *s, uint32_t id)
{
	return &cvg_history_rev(s->history, id)->pub;
}

uint32_t cvg_session_current(const struct cvg_session *s)
{
	return s->history ? s->history->current : CVG_NONE;
}

/* The ending of "step" in "1 step", "3 steps". */
static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

bool cvg_session_undo(struct cvg_session *s, uint32_t n, struct cvg_err *err)
{
	uint32_t at, steps = 0;

	if (!loaded(s, err))
		return false;
	at = s->history->current;
	for (; steps < n &&
	       cvg_history_rev(s->history, at)->pub.parent != CVG_NONE;
	     steps++)
		at = cvg_history_rev(s->history, at)->pub.parent;
	if (steps == n)
		return cvg_history_goto(s->history, at, err);
	if (!steps)
		return cvg_fail(err, "nothing to undo: P0 is the module as "
				     "loaded");
	return cvg_fail(err, "cannot undo %u step%s: P%u has only %u before it",
			n, plural(n), s->history->current, steps);
}

bool cvg_session_redo(struct cvg_session *s, uint32_t n, struct cvg_err *err)
{
	uint32_t at, steps = 0;

	if (!loaded(s, err))
		return false;
	at = s->history->current;
	for (; steps < n &&
	       cvg_history_rev(s->history, at)->pub.newest_child != CVG_NONE;
	     steps++)
		at = cvg_history_rev(s->history, at)->pub.newest_child;
	if (steps == n)
		return cvg_history_goto(s->history, at, err);
	if (!steps)
		return cvg_fail(
			err, "nothing to redo: no revision was made from P%u",
			at);
	return cvg_fail(err, "cannot redo %u step%s: P%u has only %u after it",
			n, plural(n), s->history->current, steps);
}

static bool no_rev(const struct history *history, uint32_t rev,
		   struct cvg_err *err)
{
	if (history->revs.n == 1)
		return cvg_fail(err, "no revision P%u: there is only P0", rev);
	return cvg_fail(err, "no revision P%u: the last one is P%zu", rev,
			history->revs.n - 1);
}

bool cvg_session_goto(struct cvg_session *s, uint32_t rev, struct cvg_err *err)
{
	if (!loaded(s, err))
		return false;
	if (rev >= s->history->revs.n)
		return no_rev(s->history, rev, err);
	return cvg_history_goto(s->history, rev, err);
}

/* ---- marks ----------------------------------------------------------- */

static void set_mark(struct rev *rev, char *take_name)
{
	free(rev->mark);
	rev->mark = take_name;
	rev->pub.mark = take_name;
}

/* The revision that has the mark, or NULL. */
static struct rev *marked(const struct history *history, const char *name)
{
	for (size_t i = 0; i < history->revs.n; i++) {
		if (history->revs.at[i]->mark &&
		    !strcmp(history->revs.at[i]->mark, name))
			return history->revs.at[i];
	}
	return NULL;
}

bool cvg_session_mark(struct cvg_session *s, const char *name,
		      struct cvg_err *err)
{
	struct rev *before;
	char *copy;

	if (!loaded(s, err))
		return false;
	if (!*name || strpbrk(name, " \t\r\n"))
		return cvg_fail(err, "the name of a mark must be one word");
	copy = cvg_strdup(name);
	before = marked(s->history, name);
	if (before)
		set_mark(before, NULL);
	set_mark(cvg_history_rev(s->history, CVG_NONE), copy);
	return true;
}

static bool no_mark(const struct history *history, const char *name,
		    struct cvg_err *err)
{
	struct cvg_str have = {0};

	for (size_t i = 0; i < history->revs.n; i++) {
		if (history->revs.at[i]->mark)
			cvg_str_addf(&have, "%s%s", have.n ? ", " : "",
				     history->revs.at[i]->mark);
	}
	if (have.n)
		cvg_fail(err, "no mark '%s': the marks are %s", name,
			 cvg_str_of(&have));
	else
		cvg_fail(err, "no mark '%s': no revision is marked", name);
	cvg_str_done(&have);
	return false;
}

/* Read a text of digits only; false: it is not, or too large for a revision. */
static bool read_id(const char *text, uint32_t *id)
{
	uint64_t v = 0;

	if (!*text || strlen(text) > 9 || text[strspn(text, "0123456789")])
		return false;
	for (; *text; text++)
		v = v * 10 + (uint64_t)(*text - '0');
	*id = (uint32_t)v;
	return true;
}

bool cvg_session_find_rev(const struct cvg_session *s, const char *text,
			  uint32_t *rev, struct cvg_err *err)
{
	uint32_t id;

	if (!loaded(s, err))
		return false;
	if (!strncmp(text, "mark:", 5)) {
		const struct rev *revision = marked(s->history, text + 5);

		if (!revision)
			return no_mark(s->history, text + 5, err);
		*rev = revision->pub.id;
		return true;
	}
	if (!read_id(text + (*text == 'P'), &id))
		return cvg_fail(err,
				"'%s' does not name a revision: write a "
				"number, such as P0, or mark:NAME",
				text);
	if (id >= s->history->revs.n)
		return no_rev(s->history, id, err);
	*rev = id;
	return true;
}
