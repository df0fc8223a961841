/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of actions and keys. */
#include "ui/keys.h"

#include <stdio.h>
#include <string.h>

static const struct cvg_actioninfo actions[] = {
#define TOPIC(title)
#define ACTION(id, name, traits, help) [CVG_DO_##id] = {name, help, traits},
#include "ui/actions.def"
#undef ACTION
#undef TOPIC
};

static const struct {
	const char *key; /* "": a view that no key opens */
	enum cvg_action action;
} keys[] = {
#define VIEW(id, title, slot, key, traits, help) {key, CVG_DO_SHOW_##id},
#include "ui/views.def"
#undef VIEW
#define KEY(key, action) {key, CVG_DO_##action},
#include "ui/keys.def"
#undef KEY
};

#define NKEYS (sizeof keys / sizeof *keys)

static const char *const named[] = {
	[CVG_KEY_UP - CVG_KEY_UP] = "Up",
	[CVG_KEY_DOWN - CVG_KEY_UP] = "Down",
	[CVG_KEY_LEFT - CVG_KEY_UP] = "Left",
	[CVG_KEY_RIGHT - CVG_KEY_UP] = "Right",
	[CVG_KEY_HOME - CVG_KEY_UP] = "Home",
	[CVG_KEY_END - CVG_KEY_UP] = "End",
	[CVG_KEY_PAGE_UP - CVG_KEY_UP] = "PageUp",
	[CVG_KEY_PAGE_DOWN - CVG_KEY_UP] = "PageDown",
	[CVG_KEY_INSERT - CVG_KEY_UP] = "Insert",
	[CVG_KEY_DELETE - CVG_KEY_UP] = "Delete",
	[CVG_KEY_BACK_TAB - CVG_KEY_UP] = "S-Tab",
};

const struct cvg_actioninfo *cvg_action_info(enum cvg_action a)
{
	return &actions[a];
}

enum cvg_action cvg_action_by_name(const char *name)
{
	for (uint32_t a = 0; a < CVG_NACTIONS; a++)
		if (!strcmp(actions[a].name, name))
			return (enum cvg_action)a;
	return CVG_NACTIONS;
}

const char *cvg_action_key(enum cvg_action a)
{
	if (a == CVG_DO_NTH)
		return "1-9";
	for (size_t i = 0; i < NKEYS; i++)
		if (keys[i].action == a && *keys[i].key)
			return keys[i].key;
	return NULL;
}

uint32_t cvg_nkeys(void)
{
	return NKEYS;
}

const char *cvg_key_at(uint32_t i, enum cvg_action *action)
{
	*action = keys[i].action;
	return keys[i].key;
}

/* ---- names ----------------------------------------------------------- */

/* Without its M-. */
static void plain_name(uint32_t code, char buf[16])
{
	char utf8[8];

	buf[0] = '\0';
	if (code == CVG_KEY_ENTER || code == '\n')
		strcpy(buf, "Enter");
	else if (code == CVG_KEY_TAB)
		strcpy(buf, "Tab");
	else if (code == CVG_KEY_ESC)
		strcpy(buf, "Esc");
	else if (code == CVG_KEY_BACKSPACE || code == '\b')
		strcpy(buf, "Backspace");
	else if (code == ' ')
		strcpy(buf, "Space");
	else if (code < ' ')
		snprintf(buf, 16, "C-%c", (char)(code | 0x60));
	else if (code >= CVG_KEY_F1 && code <= CVG_KEY_F12)
		snprintf(buf, 16, "F%u", code - CVG_KEY_F1 + 1);
	else if (code >= CVG_KEY_UP && code < CVG_KEY_F1)
		strcpy(buf, named[code - CVG_KEY_UP]);
	else if (code < 0x110000 && cvg_utf8_encode(utf8, code))
		strcpy(buf, utf8);
}

const char *cvg_key_name(const struct cvg_key *key, char *buf, size_t n)
{
	char plain[16];

	plain_name(key->code, plain);
	snprintf(buf, n, "%s%s", *plain && key->alt ? "M-" : "", plain);
	return buf;
}

enum cvg_action cvg_key_action(const struct cvg_key *key)
{
	char name[24];

	if (!key->alt && key->code >= '1' && key->code <= '9')
		return CVG_DO_NTH;
	if (!*cvg_key_name(key, name, sizeof name))
		return CVG_NACTIONS;
	for (size_t i = 0; i < NKEYS; i++)
		if (!strcmp(keys[i].key, name))
			return keys[i].action;
	return CVG_NACTIONS;
}
