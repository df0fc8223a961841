/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The text of a function, cut into its instructions. Printing instructions
 * one by one would make LLVM number the function each time; so it is printed
 * once. In that text an instruction starts after exactly two blanks, what
 * continues it or a debug record after more, a label after none.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot.h"

/* Behind the closing quote; at is behind the opening one. */
static char *
skip_string(char *at)
{
	while (*at && *at != '"')
		at++;
	return *at ? at + 1 : at;
}

/*
 * End the text before the first attachment (", !tbaa !5") and take out the
 * numbers of attribute groups (" #3"): both only say where in the module
 * something stands.
 */
static void
drop_references(char *text)
{
	char *to = text;

	for (char *at = text; *at;) {
		char *start = at;

		if (*at == '"') {
			at = skip_string(at + 1);
		} else if (at[0] == ',' && at[1] == ' ' && at[2] == '!') {
			break;
		} else if (at[0] == ' ' && at[1] == '#' && at[2] >= '0' &&
			   at[2] <= '9') {
			at += 2 + strspn(at + 2, "0123456789");
			continue;
		} else {
			at++;
		}
		memmove(to, start, (size_t)(at - start));
		to += at - start;
	}
	while (to > text && to[-1] == ' ')
		to--;
	*to = '\0';
}

/* Append a continuation to the instruction that ends at `end`. */
static char *
join(char *end, const char *more, size_t n)
{
	while (n > 0 && *more == ' ') {
		more++;
		n--;
	}
	*end++ = ' ';
	memmove(end, more, n);
	return end + n;
}

static bool
starts_instruction(const char *line)
{
	return line[0] == ' ' && line[1] == ' ' && line[2] != ' ' &&
	       line[2] != ']';
}

static bool
continues(const char *line)
{
	return line[0] == ' ' && line[1] == ' ' &&
	       strncmp(line + strspn(line, " "), "#dbg_", 5) != 0;
}

void
cvg_lines_init(struct cvg_lines *lines, LLVMValueRef fn, size_t ninsts)
{
	char *line, *next, *end = NULL;

	*lines = (struct cvg_lines){ 0 };
	lines->text = LLVMPrintValueToString(fn);
	for (line = lines->text; line && *line; line = next) {
		size_t n = strcspn(line, "\n");

		next = line[n] ? line + n + 1 : NULL;
		if (starts_instruction(line)) {
			if (end)
				*end = '\0';
			cvg_push(&lines->line, line + 2);
			end = line + n;
		} else if (end && continues(line)) {
			end = join(end, line, n);
		}
	}
	if (end)
		*end = '\0';
	if (lines->line.n != ninsts)
		cvg_die("the text of a function has %zu instructions, not %zu",
			lines->line.n, ninsts);
	for (size_t i = 0; i < ninsts; i++)
		drop_references(lines->line.at[i]);
}

void
cvg_lines_done(struct cvg_lines *lines)
{
	LLVMDisposeMessage(lines->text);
	free(lines->line.at);
	*lines = (struct cvg_lines){ 0 };
}

const char *
cvg_line_scope(const char *line, size_t *n)
{
	static const char mark[] = "syncscope(\"";
	const char *at = line ? strstr(line, mark) : NULL;

	*n = 0;
	if (!at)
		return "";
	at += sizeof mark - 1;
	*n = strcspn(at, "\"");
	return at;
}
