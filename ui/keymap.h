/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which key does what for this user: the rows of keys.def, but for what the
 * file $XDG_CONFIG_HOME/reconverge/keys says otherwise.
 */
#ifndef CVG_UI_KEYMAP_H
#define CVG_UI_KEYMAP_H

#include "ui/keys.h"

struct cvg_binding {
	char *key;		/* as cvg_key_name writes it */
	enum cvg_action action; /* CVG_NACTIONS: none any more */
};

/* What the user said, last first. Empty: the table alone. */
struct cvg_keymap {
	cvg_vec(struct cvg_binding) own;
};

void cvg_keymap_done(struct cvg_keymap *m);
/*
 * Take the lines of a file, "KEY ACTION" each; '#' begins a comment. A line
 * that means nothing changes nothing and is told in `complaints`, a line each,
 * beginning "FILE:LINE: ".
 */
void cvg_keymap_read(struct cvg_keymap *m, const char *file, const char *text,
		     size_t n, struct cvg_str *complaints);
/* Its place, the caller frees it; NULL: there is no home. */
char *cvg_keymap_path(void);

/* What it does; CVG_NACTIONS: nothing. Digits but 0 are follow-nth. */
enum cvg_action cvg_keymap_action(const struct cvg_keymap *m,
				  const struct cvg_key *key);
/* The key to name for an action, the user's if there is one; NULL: none. */
const char *cvg_keymap_key(const struct cvg_keymap *m, enum cvg_action a);
/* The same for the action that the table gives to that key: for texts that
 * name keys. The key itself if the table has no such. */
const char *cvg_keymap_instead(const struct cvg_keymap *m, const char *key);
/* All keys of an action, that one first, a blank between them. */
void cvg_keymap_keys(const struct cvg_keymap *m, enum cvg_action a,
		     struct cvg_str *out);

#endif
