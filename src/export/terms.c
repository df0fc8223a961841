/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The glossary and the marks: lookup in terms.def. */
#include "reconverge/terms.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const struct cvg_gloss terms[] = {
#define TERM(name_, meaning_, where_) \
	{.name = name_, .meaning = meaning_, .where = where_},
#include "reconverge/terms.def"
};

static const struct cvg_sign signs[] = {
#define SIGN(unicode_, ascii_, role_, meaning_) \
	{.unicode = unicode_,                   \
	 .ascii = ascii_,                       \
	 .role = CVG_ROLE_##role_,              \
	 .meaning = meaning_},
#include "reconverge/terms.def"
};

uint32_t cvg_nglosses(void)
{
	return sizeof terms / sizeof *terms;
}

const struct cvg_gloss *cvg_gloss_at(uint32_t i)
{
	return &terms[i];
}

/* Is it a letter and a number? */
static bool is_numbered(const char *name)
{
	return isalpha((unsigned char)name[0]) && name[1] &&
	       strspn(name + 1, "0123456789") == strlen(name + 1);
}

static bool is_named(const struct cvg_gloss *t, const char *name)
{
	if (is_numbered(t->name) && is_numbered(name))
		return tolower((unsigned char)*t->name) ==
		       tolower((unsigned char)*name);
	return !strcasecmp(t->name, name);
}

const struct cvg_gloss *cvg_gloss_find(const char *name)
{
	for (uint32_t i = 0; i < cvg_nglosses(); i++)
		if (is_named(&terms[i], name))
			return &terms[i];
	return NULL;
}

void cvg_gloss_meaning(struct cvg_str *out, const struct cvg_gloss *t)
{
	cvg_str_addf(out, "%c%s.", toupper((unsigned char)*t->meaning),
		     t->meaning + 1);
}

void cvg_gloss_text(struct cvg_str *out, const struct cvg_gloss *t)
{
	cvg_gloss_meaning(out, t);
	cvg_str_addf(out, " See: %s.", t->where);
}

uint32_t cvg_nsigns(void)
{
	return sizeof signs / sizeof *signs;
}

const struct cvg_sign *cvg_sign_at(uint32_t i)
{
	return &signs[i];
}

void cvg_sign_text(struct cvg_str *out, const struct cvg_sign *s)
{
	cvg_str_addf(out, "%c%s.", toupper((unsigned char)*s->meaning),
		     s->meaning + 1);
}

/* Is `mark` one of the words of `row`? */
static bool has_mark(const char *row, const char *mark)
{
	size_t n = strlen(mark);

	for (const char *at = row; n && (at = strstr(at, mark)); at += n)
		if ((at == row || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

const struct cvg_sign *cvg_sign_find(const char *mark)
{
	for (uint32_t i = 0; i < cvg_nsigns(); i++)
		if (has_mark(signs[i].unicode, mark) ||
		    has_mark(signs[i].ascii, mark))
			return &signs[i];
	return NULL;
}
