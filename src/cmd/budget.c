/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files of limits:
 *
 *	reconverge-budget 1
 *	# a comment
 *	function mandel
 *		divergent <= 2
 *		cycles <= 1234
 *	function *
 *		divergent <= 8
 */
#include "budget.h"

#include "reconverge/counts.h"
#include "reconverge/graph.h"
#include "reconverge/quantity.h"
#include "reconverge/score.h"
#include "reconverge/session.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "reconverge-budget 1";
static const char section[] = "function ";

/* What is limited in a file that is written. */
static const enum cvg_count limited[] = {CVG_COUNT_DIVERGENT, CVG_COUNT_CYCLES,
					 CVG_COUNT_REGISTERS};

/* ---- reading ------------------------------------------------------------ */

/* The line without its comment, and without blanks around it. */
static char *strip(const char *line, size_t n)
{
	struct cvg_str s = {0};

	for (size_t i = 0; i < n; i++)
		if (line[i] == '#')
			n = i;
	while (n > 0 && strchr(" \t\r", line[n - 1]))
		n--;
	while (n > 0 && strchr(" \t", *line)) {
		line++;
		n--;
	}
	cvg_str_addn(&s, line, n);
	cvg_str_add(&s, "");
	return cvg_str_take(&s);
}

static bool fail_at(struct cvg_err *err, const char *path, uint32_t line,
		    const char *what)
{
	return cvg_fail(err, "%s:%u: %s", path, line, what);
}

/* Takes the text of a line that is not empty. */
static bool read_line(struct cvg_budget *budget, const char *path,
		      uint32_t line, char *take_text, struct cvg_err *err)
{
	size_t n = sizeof section - 1;

	if (!strncmp(take_text, section, n)) {
		struct cvg_allowance one = {.line = line};

		one.pattern = strip(take_text + n, strlen(take_text + n));
		cvg_push(&budget->allowances, one);
		free(take_text);
	} else if (budget->allowances.n) {
		struct cvg_limit limit = {take_text, line};
		struct cvg_allowance *last =
			&budget->allowances.at[budget->allowances.n - 1];

		cvg_push(&last->limits, limit);
	} else {
		free(take_text);
		return fail_at(err, path, line,
			       "a line 'function NAME' has to come first");
	}
	return true;
}

static bool read_lines(struct cvg_budget *budget, const char *path,
		       const char *text, struct cvg_err *err)
{
	bool begun = false, ok = true;
	uint32_t line = 0;

	while (ok && *text) {
		size_t n = strcspn(text, "\n");
		char *own = strip(text, n);

		line++;
		text += n + (text[n] == '\n');
		if (*own && begun) {
			ok = read_line(budget, path, line, own, err);
			continue;
		}
		if (*own && strcmp(own, first_line) != 0)
			ok = fail_at(err, path, line,
				     "a budget begins with the line "
				     "'reconverge-budget 1'");
		begun |= *own != '\0';
		free(own);
	}
	return ok && (begun || cvg_fail(err, "%s: the file is empty", path));
}

bool cvg_budget_read(struct cvg_budget *budget, const char *path,
		     struct cvg_err *err)
{
	char *text;
	size_t n;
	bool ok;

	*budget = (struct cvg_budget){0};
	if (!cvg_file_read(path, &text, &n, err))
		return false;
	ok = read_lines(budget, path, text, err);
	free(text);
	return ok;
}

void cvg_budget_done(struct cvg_budget *budget)
{
	for (size_t i = 0; i < budget->allowances.n; i++) {
		struct cvg_allowance *one = &budget->allowances.at[i];

		for (size_t k = 0; k < one->limits.n; k++)
			free(one->limits.at[k].text);
		free(one->limits.at);
		free(one->pattern);
	}
	free(budget->allowances.at);
	*budget = (struct cvg_budget){0};
}

struct cvg_allowance *cvg_budget_of(struct cvg_budget *budget,
				    const char *function)
{
	size_t n = budget->allowances.n;

	for (size_t i = 0; i < n; i++)
		if (!strcmp(budget->allowances.at[i].pattern, function))
			return &budget->allowances.at[i];
	for (size_t i = 0; i < n; i++)
		if (fnmatch(budget->allowances.at[i].pattern, function, 0) == 0)
			return &budget->allowances.at[i];
	return NULL;
}

/* ---- writing ------------------------------------------------------------ */

/* The name as a pattern. Kernels of OpenMP are named after the number of their
 * file, which another machine does not have. */
static void add_pattern(struct cvg_str *out, const char *name)
{
	static const char openmp[] = "__omp_offloading_";
	size_t n = sizeof openmp - 1;

	if (!strncmp(name, openmp, n)) {
		cvg_str_addf(out, "%s*", openmp);
		name += n;
		for (int part = 0; part < 2 && strchr(name, '_'); part++)
			name = strchr(name, '_') + 1;
		cvg_str_addc(out, '_');
	}
	for (; *name; name++) {
		if (strchr("*?[\\", *name))
			cvg_str_addc(out, '\\');
		cvg_str_addc(out, *name);
	}
}

static void add_function(struct cvg_session *session, uint32_t f,
			 struct cvg_str *out)
{
	double value[CVG_NCOUNTS] = {0};

	cvg_counts_of_code(cvg_session_ana(session, CVG_NONE, f), value);
	cvg_str_addf(out, "\n%s", section);
	add_pattern(out, cvg_session_function_name(session, f));
	cvg_str_addc(out, '\n');
	for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
		cvg_str_addf(out, "\t%s <= %.0f\n",
			     cvg_count_row(limited[i])->name,
			     value[limited[i]]);
}

void cvg_budget_text(struct cvg_session *session, struct cvg_str *out)
{
	cvg_str_addf(out,
		     "%s\n# What the functions of the module may have at "
		     "most:\n",
		     first_line);
	for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
		cvg_str_addf(out, "#   %-10s %s\n",
			     cvg_count_row(limited[i])->name,
			     cvg_count_row(limited[i])->help);
	cvg_session_all_fns(session, CVG_NONE);
	for (uint32_t f = 0; f < cvg_session_nfunctions(session); f++) {
		struct cvg_score score;

		if (cvg_session_score_of(session, f, &score)->kind ==
			    CVG_FN_KERNEL ||
		    score.divergent)
			add_function(session, f, out);
	}
}
