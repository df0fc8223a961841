/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the user wants of a build, and what the user is told. */
#include "inside.h"

#include "reconverge/cxxname.h"

#include <stdlib.h>
#include <string.h>

/* ---- notes ------------------------------------------------------------- */

char *cvg_build_line(struct cvg_build *build, const char *text)
{
	return cvg_arena_strndup(&build->arena, text, strcspn(text, "\n"));
}

static void add_note(struct cvg_build *build, enum cvg_note_kind kind,
		     const char *function, const char *text)
{
	struct cvg_note note = {
		.kind = kind,
		.block = CVG_NONE,
		.function = function ? cvg_build_line(build, function) : NULL,
		.text = cvg_build_line(build, text)};

	/* A line that is replayed once more says the same again. */
	for (size_t i = 0; i < build->notes.n; i++)
		if (!strcmp(build->notes.at[i].text, note.text))
			return;
	cvg_push(&build->notes, note);
}

void cvg_build_warn(struct cvg_build *build, const char *function,
		    const char *fmt, ...)
{
	struct cvg_str text = {0}, named = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&text, fmt, ap);
	va_end(ap);
	cvg_cxx_add_text(&named, cvg_str_of(&text));
	add_note(build, build->strict ? CVG_NOTE_ERROR : CVG_NOTE_WARNING,
		 function, cvg_str_of(&named));
	cvg_str_done(&text);
	cvg_str_done(&named);
}

const struct cvg_note *cvg_build_note(const struct cvg_build *build, uint32_t i)
{
	return i < build->notes.n ? &build->notes.at[i] : NULL;
}

/* ---- options ----------------------------------------------------------- */

#define VARIABLE "RECONVERGE_OPTIONS"
#define BETWEEN	 " \t\n,;"

/* The value of "KEY=VALUE". */
static bool take_value(const char *word, const char *key, const char **value)
{
	size_t n = strlen(key);

	if (strncmp(word, key, n) != 0 || word[n] != '=' || !word[n + 1])
		return false;
	*value = word + n + 1;
	return true;
}

static bool take_word(struct cvg_build *build, const char *word)
{
	if (!strcmp(word, "off"))
		build->off = true;
	else if (!strcmp(word, "strict"))
		build->strict = true;
	else if (!strcmp(word, "check"))
		build->check = true;
	else if (!strcmp(word, "prove"))
		build->prove = true;
	else if (!strcmp(word, "measured"))
		build->measured = true;
	else if (!strcmp(word, "darm") || !strcmp(word, "optimize") ||
		 !strcmp(word, "none"))
		build->step = word;
	else
		return take_value(word, "commands", &build->file) ||
		       take_value(word, "save", &build->save);
	return true;
}

/* Cut a word off *rest, without its quotes, in which what else ends a word is part of
 * it. NULL: there is none. */
static char *cut_word(char **rest)
{
	char *from = *rest + strspn(*rest, BETWEEN), *word = from, *to = from;
	char quote = '\0';

	if (!*from)
		return NULL;
	for (; *from && (quote || !strchr(BETWEEN, *from)); from++)
		if (quote ? *from == quote : *from == '\'' || *from == '"')
			quote = quote ? '\0' : *from;
		else
			*to++ = *from;
	*rest = from + (*from != '\0');
	*to = '\0';
	return word;
}

/* Read all words; returns the first that is none, or NULL. */
static const char *read_options(struct cvg_build *build, const char *options)
{
	char *rest = cvg_arena_strndup(&build->arena, options, strlen(options));
	const char *wrong = NULL;

	for (char *word = cut_word(&rest); word; word = cut_word(&rest))
		if (!take_word(build, word) && !wrong)
			wrong = word;
	return wrong;
}

static const char *environment(void)
{
	const char *text = getenv(VARIABLE);

	return text ? text : "";
}

bool cvg_build_options(struct cvg_build *build, const char *options)
{
	const char *wrong = read_options(build, environment());
	const char *wrong_here = read_options(build, options);

	if (!wrong && !wrong_here)
		return true;
	cvg_build_warn(build, NULL,
		       "%s has the unknown word '%.60s': there are off, "
		       "strict, check, prove, measured, darm, optimize, "
		       "none, commands=FILE and save=FOLDER; nothing was done",
		       wrong ? VARIABLE : "the pass",
		       wrong ? wrong : wrong_here);
	return false;
}

bool cvg_build_strict(void)
{
	struct cvg_build build = {0};

	read_options(&build, environment());
	cvg_arena_done(&build.arena);
	return build.strict;
}
