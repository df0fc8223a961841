/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The text of a function, cut into its instructions. Printing instructions one
 * by one would make LLVM number the function each time; so the function is
 * printed once, or with the whole module if many functions are asked for. In
 * that text an instruction starts after exactly two blanks, the continuation of
 * an instruction or a debug record after more, a label after none.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot.h"

#include "reconverge/ir.h"

/* `at` is behind the opening quote of a string; returns the place behind the
 * closing one. */
static char *skip_string(char *at)
{
	while (*at && *at != '"')
		at++;
	return *at ? at + 1 : at;
}

/*
 * End the text before the first attachment (", !tbaa !5") and remove the
 * numbers of attribute groups (" #3"): both are only references to places in
 * the module.
 */
static void drop_references(char *text)
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
static char *join(char *end, const char *more, size_t n)
{
	while (n > 0 && *more == ' ') {
		more++;
		n--;
	}
	*end++ = ' ';
	memmove(end, more, n);
	return end + n;
}

static bool starts_instruction(const char *line)
{
	return line[0] == ' ' && line[1] == ' ' && line[2] != ' ' &&
	       line[2] != ']';
}

static bool continues(const char *line)
{
	return line[0] == ' ' && line[1] == ' ' &&
	       strncmp(line + strspn(line, " "), "#dbg_", 5) != 0;
}

/* The first line after `at` that begins a function; NULL: none. */
static char *next_function(char *at)
{
	at = strstr(at, "\ndefine ");
	return at ? at + 1 : NULL;
}

void cvg_module_hold_text(struct cvg_module *module)
{
	char *at;

	cvg_module_drop_text(module);
	module->text = LLVMPrintModuleToString(module->llvm);
	for (at = next_function(module->text); at; at = next_function(at))
		cvg_push(&module->text_at, (size_t)(at - module->text));
	if (module->text_at.n != module->nfns)
		cvg_die("the text of a module has %zu functions, not %u",
			module->text_at.n, module->nfns);
	cvg_push(&module->text_at, strlen(module->text));
}

void cvg_module_drop_text(struct cvg_module *module)
{
	LLVMDisposeMessage(module->text);
	free(module->text_at.at);
	module->text = NULL;
	module->text_at.at = NULL;
	module->text_at.n = module->text_at.cap = 0;
}

/* The text of function f; the caller frees it. */
static char *text_of(struct cvg_module *module, uint32_t f)
{
	char *printed, *text;

	if (module->text) {
		size_t at = module->text_at.at[f],
		       end = module->text_at.at[f + 1];

		text = cvg_alloc(end - at + 1);
		memcpy(text, module->text + at, end - at);
		text[end - at] = '\0';
		return text;
	}
	printed = cvg_body_print(module, f);
	if (!printed) {
		printed = LLVMPrintValueToString(module->fns[f].value);
		cvg_work(module->nfns); /* LLVM numbers all functions first */
	}
	text = cvg_strdup(printed);
	LLVMDisposeMessage(printed);
	return text;
}

void cvg_lines_init(struct cvg_lines *lines, struct cvg_module *module,
		    uint32_t f, size_t ninsts)
{
	char *line, *next, *end = NULL;

	*lines = (struct cvg_lines){0};
	lines->text = text_of(module, f);
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
	for (size_t i = 0; i < ninsts; i++) {
		drop_references(lines->line.at[i]);
		cvg_show_letters(lines->line.at[i]);
	}
}

void cvg_lines_done(struct cvg_lines *lines)
{
	free(lines->text);
	free(lines->line.at);
	*lines = (struct cvg_lines){0};
}

void cvg_module_add_text(struct cvg_module *module, uint32_t f,
			 struct cvg_fn *fn)
{
	struct cvg_lines lines;

	cvg_lines_init(&lines, module, f, fn->ninsts);
	for (uint32_t i = 0; i < fn->ninsts; i++)
		fn->insts[i].text =
			cvg_arena_strdup(&fn->arena, lines.line.at[i]);
	cvg_lines_done(&lines);
}

const char *cvg_line_scope(const char *line, size_t *n)
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
