/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The manual's tables of the screen's views and keys. */
#include "man/gendoc.h"

#include "ui/keys.h"

#include <stdio.h>
#include <string.h>

static bool put_key(const char *key, bool any)
{
	fputs(any ? ", \\fB" : "\\fB", stdout);
	cvg_man_put(key);
	fputs("\\fR", stdout);
	return true;
}

/* Every key of an action, as the table has them. */
static bool put_keys_of(enum cvg_action a, bool any)
{
	enum cvg_action of;

	if (a == CVG_DO_NTH)
		any = put_key(cvg_action_key(a), any);
	for (uint32_t i = 0; i < cvg_nkeys(); i++) {
		const char *key = cvg_key_at(i, &of);

		if (of == a && *key)
			any = put_key(key, any);
	}
	return any;
}

/* An action without a text of its own is told with the one before it. */
void cvg_man_keys(void)
{
	for (uint32_t a = 0; a < CVG_NACTIONS;) {
		const char *help = cvg_action_info((enum cvg_action)a)->help;
		bool any = false;

		if (!cvg_action_key((enum cvg_action)a)) {
			a++;
			continue;
		}
		fputs(".TP\n", stdout);
		do
			any = put_keys_of((enum cvg_action)a++, any);
		while (a < CVG_NACTIONS &&
		       !*cvg_action_info((enum cvg_action)a)->help);
		putchar('\n');
		cvg_man_put(help);
		fputs(help[strlen(help) - 1] == '?' ? "\n" : ".\n", stdout);
	}
}

void cvg_man_views(void)
{
	for (uint32_t i = 0; i < CVG_NVIEWS; i++) {
		enum cvg_viewid id = (enum cvg_viewid)i;

		printf(".TP\n.B %s\n", cvg_view_info(id)->name);
		cvg_man_put(cvg_view_of(id)->about);
		fputs(".\n", stdout);
	}
}

void cvg_man_view_keys(void)
{
	for (uint32_t i = 0; i < CVG_NVIEWS; i++) {
		enum cvg_viewid id = (enum cvg_viewid)i;
		const struct cvg_viewkey *key = cvg_view_of(id)->keys;

		for (; key && key->help; key++) {
			fputs(".TP\n", stdout);
			put_keys_of(key->action, false);
			printf(" in \\fI%s\\fR\n", cvg_view_info(id)->name);
			cvg_man_put(key->help);
			fputs(".\n", stdout);
		}
	}
}
