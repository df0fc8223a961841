/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whether the terminal's ground is light. COLORFGBG says so where it is set;
 * else a terminal that is like xterm is asked for the colour, and its answer
 * comes among the keys: Esc ]11;rgb:ffff/ffff/ffff, ended by BEL or Esc \.
 */
#include "ui/tui.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

#define ANSWER_MS 100 /* between two characters of an answer */

bool cvg_ground_told(bool *light)
{
	/* "ink;ground", or with something between */
	const char *v = getenv("COLORFGBG");
	const char *last = v ? strrchr(v, ';') : NULL;
	int ground = last && last[1] ? atoi(last + 1) : 0;

	*light = ground == 7 || ground > 8;
	return last && last[1];
}

const char *cvg_ground_question(void)
{
	/* The name that terminfo has for "like xterm". */
	static char like_xterm[] = "XT";

	if (tigetflag(like_xterm) != 1)
		return "";
	define_key("\033]11;", CVG_TUI_KEY_GROUND);
	return "\033]11;?\033\\";
}

/* Of an answer as "rgb:ffff/ffff/ffff". */
static bool is_light(const char *answer)
{
	/* what the eye sees of red, green, blue, in thousandths */
	static const unsigned weight[] = {299, 587, 114};
	const char *at = strchr(answer, ':');
	double light = 0;

	for (unsigned i = 0; at && i < 3; i++) {
		char *end;
		unsigned long part = strtoul(at + 1, &end, 16);
		unsigned digits = (unsigned)(end - at - 1);

		if (digits < 1 || digits > 4)
			return false;
		light += weight[i] * (double)part /
			 (double)((1ul << (4 * digits)) - 1);
		at = *end == '/' ? end : NULL;
	}
	return light > 500;
}

bool cvg_ground_answer(void)
{
	char text[40];
	size_t n = 0;
	wint_t ch;

	timeout(ANSWER_MS);
	while (get_wch(&ch) == OK && ch != '\a' && ch != '\\')
		if (n + 1 < sizeof text && ch < 0x80)
			text[n++] = (char)ch;
	timeout(0);
	text[n] = '\0';
	return is_light(text);
}
