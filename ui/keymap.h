/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which key does what for this user: the rows of keys.def and views.def, except
 * where the file $XDG_CONFIG_HOME/reconverge/keys sets another meaning.
 */
#ifndef CVG_UI_KEYMAP_H
#define CVG_UI_KEYMAP_H

#include "ui/keys.h"

struct cvg_binding {
	char *key;		/* as cvg_key_name writes it */
	enum cvg_action action; /* CVG_NACTIONS: the key does nothing */
};

/* The lines of the user's file; a later one counts more. Empty: the table
 * alone. */
struct cvg_keymap {
	cvg_vec(struct cvg_binding) own;
};

void cvg_keymap_done(struct cvg_keymap *keymap);
/*
 * Take the lines of a file, "KEY ACTION" each; '#' begins a comment. A line
 * that means nothing changes nothing and is told in `complaints`, a line each,
 * beginning "FILE:LINE: ".
 */
void cvg_keymap_read(struct cvg_keymap *keymap, const char *file,
		     const char *text, size_t n, struct cvg_str *complaints);
/* The path of that file, which the caller frees; NULL: there is no home
 * directory. */
char *cvg_keymap_path(void);

/* The action of a key; CVG_NACTIONS: none. All digits but 0 are follow-nth. */
enum cvg_action cvg_keymap_action(const struct cvg_keymap *keymap,
				  const struct cvg_key *key);
/* The key that texts name for an action, the user's if there is one; NULL: no
 * key does it. */
const char *cvg_keymap_key(const struct cvg_keymap *keymap, enum cvg_action a);
/* The key that texts name for the action that the table gives to `key`, because
 * texts are written with the keys of the table. `key` itself if the table does not
 * have it. */
const char *cvg_keymap_instead(const struct cvg_keymap *keymap,
			       const char *key);
/* All keys of an action, the one that texts name first, with a blank between
 * them. */
void cvg_keymap_keys(const struct cvg_keymap *keymap, enum cvg_action a,
		     struct cvg_str *out);

#endif
