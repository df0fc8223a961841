/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The user's keys over those of the table. */
#include "ui/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cvg_keymap_done(struct cvg_keymap *keymap)
{
	for (size_t i = 0; i < keymap->own.n; i++)
		free(keymap->own.at[i].key);
	free(keymap->own.at);
	*keymap = (struct cvg_keymap){.own = {.at = NULL}};
}

/* ---- asking ---------------------------------------------------------- */

static const struct cvg_binding *own_of(const struct cvg_keymap *keymap,
					const char *key)
{
	for (size_t i = keymap->own.n; i--;)
		if (!strcmp(keymap->own.at[i].key, key))
			return &keymap->own.at[i];
	return NULL;
}

enum cvg_action cvg_keymap_action(const struct cvg_keymap *keymap,
				  const struct cvg_key *key)
{
	char name[24];
	const struct cvg_binding *own =
		own_of(keymap, cvg_key_name(key, name, sizeof name));

	return own ? own->action : cvg_key_action(key);
}

/* The action's nth key, counted from 0: the user's keys come before those of
 * the table. NULL: the action has no more keys. */
static const char *nth_key(const struct cvg_keymap *keymap, enum cvg_action a,
			   uint32_t n)
{
	enum cvg_action of;

	for (size_t i = keymap->own.n; i--;) {
		const struct cvg_binding *b = &keymap->own.at[i];

		if (b->action == a && own_of(keymap, b->key) == b && !n--)
			return b->key;
	}
	if (a == CVG_DO_NTH && !n--)
		return cvg_action_key(a);
	for (uint32_t i = 0; i < cvg_nkeys(); i++) {
		const char *key = cvg_key_at(i, &of);

		if (of == a && *key && !own_of(keymap, key) && !n--)
			return key;
	}
	return NULL;
}

const char *cvg_keymap_key(const struct cvg_keymap *keymap, enum cvg_action a)
{
	return nth_key(keymap, a, 0);
}

const char *cvg_keymap_instead(const struct cvg_keymap *keymap, const char *key)
{
	enum cvg_action of;

	for (uint32_t i = 0; i < cvg_nkeys(); i++)
		if (!strcmp(cvg_key_at(i, &of), key))
			return cvg_keymap_key(keymap, of);
	return key;
}

void cvg_keymap_keys(const struct cvg_keymap *keymap, enum cvg_action a,
		     struct cvg_str *out)
{
	const char *key;

	for (uint32_t n = 0; (key = nth_key(keymap, a, n)); n++)
		cvg_str_addf(out, "%s%s", out->n ? " " : "", key);
}

const char *cvg_ui_key(const struct cvg_ui *ui, enum cvg_action a)
{
	return cvg_keymap_key(ui->keymap, a);
}

/* ---- names ----------------------------------------------------------- */

/* The codes that have names of several letters. */
static bool named_code(const char *name, uint32_t *code)
{
	static const uint32_t low[] = {CVG_KEY_ENTER, CVG_KEY_TAB, CVG_KEY_ESC,
				       CVG_KEY_BACKSPACE, ' '};
	char buf[24];

	for (size_t i = 0; i < sizeof low / sizeof *low; i++) {
		struct cvg_key key = {.code = low[i]};

		*code = low[i];
		if (!strcmp(cvg_key_name(&key, buf, sizeof buf), name))
			return true;
	}
	for (*code = CVG_KEY_UP; *code <= CVG_KEY_F12; ++*code) {
		struct cvg_key key = {.code = *code};

		if (!strcmp(cvg_key_name(&key, buf, sizeof buf), name))
			return true;
	}
	return false;
}

/* C-i is Tab, as terminals have it. */
bool cvg_key_named(const char *name, struct cvg_key *key)
{
	size_t n;

	*key = (struct cvg_key){.alt = !strncmp(name, "M-", 2) && name[2]};
	if (key->alt)
		name += 2;
	if (*name == '\\' && name[1])
		name++;
	n = strlen(name);
	if (n == 3 && !strncmp(name, "C-", 2) && name[2] >= 'a' &&
	    name[2] <= 'z')
		key->code = (uint32_t)(name[2] & 0x1F);
	else if (!n || cvg_utf8_decode(name, n, &key->code) != n)
		return named_code(name, &key->code);
	return key->code && key->code != CVG_NONE;
}

/* ---- reading --------------------------------------------------------- */

struct line {
	const char *file;
	uint32_t number;
	char *key, *action; /* its words; NULL: none */
	bool more;	    /* words than those */
};

static char *next_word(char **at)
{
	char *word = *at + strspn(*at, " \t\r");

	*at = word + strcspn(word, " \t\r");
	if (!*word || *word == '#')
		return NULL;
	if (**at)
		*(*at)++ = '\0';
	return word;
}

static void complain(struct cvg_str *to, const struct line *l, const char *why,
		     const char *what)
{
	cvg_str_addf(to, "%s:%u: %s", l->file, l->number, why);
	if (what)
		cvg_str_addf(to, " '%.40s'", what);
	cvg_str_addc(to, '\n');
}

static void take_line(struct cvg_keymap *keymap, const struct line *l,
		      struct cvg_str *complaints)
{
	enum cvg_action a = CVG_NACTIONS;
	struct cvg_key key;
	char name[24];

	if (!l->action || l->more) {
		complain(complaints, l,
			 "expected a key and an action, as in 'k up'", NULL);
		return;
	}
	if (!cvg_key_named(l->key, &key)) {
		complain(complaints, l, "unknown key", l->key);
		return;
	}
	if (key.code == CVG_KEY_ESC || key.code == ('C' & 0x1F) ||
	    key.code == ('Z' & 0x1F)) {
		complain(complaints, l,
			 "the meaning of this key cannot be changed:", l->key);
		return;
	}
	if (strcmp(l->action, "none") != 0) {
		a = cvg_action_by_name(l->action);
		if (a == CVG_NACTIONS) {
			complain(complaints, l, "unknown action", l->action);
			return;
		}
	}
	if (a == CVG_DO_NTH) {
		complain(complaints, l, "only digits can be given the action",
			 l->action);
		return;
	}
	cvg_key_name(&key, name, sizeof name);
	cvg_push(&keymap->own,
		 ((struct cvg_binding){.key = cvg_strdup(name), .action = a}));
}

void cvg_keymap_read(struct cvg_keymap *keymap, const char *file,
		     const char *text, size_t n, struct cvg_str *complaints)
{
	struct line l = {.file = file};
	struct cvg_str copy = {0};
	const char *end;

	for (const char *at = text; at < text + n; at = end + 1) {
		char *words, *rest;

		end = memchr(at, '\n', (size_t)(text + n - at));
		if (!end)
			end = text + n;
		cvg_str_addn(&copy, at, (size_t)(end - at));
		words = rest = cvg_str_take(&copy);
		l.number++;
		l.key = next_word(&rest);
		l.action = l.key ? next_word(&rest) : NULL;
		l.more = l.action && next_word(&rest);
		if (l.key)
			take_line(keymap, &l, complaints);
		free(words);
	}
	if (cvg_keymap_key(keymap, CVG_DO_PROMPT))
		return;
	cvg_str_addf(
		complaints,
		"%s: no key is left for 'prompt', so ':' keeps this meaning\n",
		file);
	cvg_push(&keymap->own, ((struct cvg_binding){.key = cvg_strdup(":"),
						     .action = CVG_DO_PROMPT}));
}

char *cvg_keymap_path(void)
{
	const char *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");
	struct cvg_str path = {0};

	/* A relative path there is to be ignored, says the XDG rule. */
	if (config && *config == '/')
		cvg_str_add(&path, config);
	else if (home && *home == '/')
		cvg_str_addf(&path, "%s/.config", home);
	else
		return NULL;
	cvg_str_add(&path, "/reconverge/keys");
	return cvg_str_take(&path);
}
