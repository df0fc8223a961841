/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files of prices: what a device was measured to take for each class of
 * instructions. A line is one fact of the measurement or one class; what follows
 * a '#' is for people.
 *
 *	reconverge-costs 1
 *	device NVIDIA H100 80GB HBM3
 *	cpu sm_90
 *	driver CUDA 12.4
 *	clock 1980 MHz
 *	date 2026-11-24
 *	ADD32 4.5 cycles measured 4.4 4.6	# add, sub, and, or, xor: up to i32
 *	CALL 152 cycles table			# no chain of it can be made
 *
 * Every class of kinds.def has one row. A measured one has bounds; one of kind
 * "table" has the figure that costs.def gives that processor.
 */
#include "private.h"

#include "reconverge/cost.h"
#include "reconverge/target.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "reconverge-costs 1"
#define MOST	   1e9 /* cycles */

static struct cvg_cost_price price_of(double cycles, double low, double high,
				      bool measured)
{
	return (struct cvg_cost_price){.cycles = cycles,
				       .low = low,
				       .high = high,
				       .whole = (uint32_t)(cycles + 0.5),
				       .measured = measured};
}

struct cvg_costs *cvg_costs_new(enum cvg_target target, const char *cpu)
{
	struct cvg_costs *costs = cvg_calloc(1, sizeof *costs);

	costs->cpu = cvg_strdup(cpu);
	costs->target = target;
	costs->at = cvg_calloc(CVG_NCOST_KINDS, sizeof *costs->at);
	for (uint32_t i = 0; i < CVG_NCOST_KINDS; i++) {
		double cycles = cvg_cost_default(target, cpu, i);

		costs->at[i] = price_of(cycles, cycles, cycles, false);
	}
	return costs;
}

void cvg_costs_free(struct cvg_costs *take_costs)
{
	if (!take_costs)
		return;
	free(take_costs->file);
	free(take_costs->device);
	free(take_costs->cpu);
	free(take_costs->driver);
	free(take_costs->date);
	free(take_costs->at);
	free(take_costs);
}

void cvg_costs_describe(struct cvg_str *out, const struct cvg_costs *costs)
{
	cvg_str_addline(out, costs->file, strlen(costs->file));
	cvg_str_add(out, " (measured on ");
	cvg_str_addline(out, costs->device, strlen(costs->device));
	cvg_str_addf(out, ", %s, %s)", costs->cpu, costs->date);
}

/* ---- writing --------------------------------------------------------- */

void cvg_costs_text(struct cvg_str *out, const struct cvg_costs *costs)
{
	cvg_str_add(out, FIRST_LINE "\ndevice ");
	cvg_str_addline(out, costs->device, strlen(costs->device));
	cvg_str_addf(out, "\ncpu %s\ndriver %s\nclock %.6g MHz\ndate %s\n",
		     costs->cpu, costs->driver, costs->clock, costs->date);
	for (uint32_t i = 0; i < CVG_NCOST_KINDS; i++) {
		const struct cvg_cost_price *price = &costs->at[i];

		if (price->measured)
			cvg_str_addf(
				out,
				"%s %.6g cycles measured %.6g %.6g\t# %s\n",
				cvg_cost_kind_name(i), price->cycles,
				price->low, price->high, cvg_cost_kind_what(i));
		else
			cvg_str_addf(out, "%s %.6g cycles table\t# %s\n",
				     cvg_cost_kind_name(i), price->cycles,
				     cvg_cost_kind_what(i));
	}
}

/* ---- reading --------------------------------------------------------- */

#define MOST_WORDS 6

struct reader {
	const char *path;
	uint32_t line;
	struct cvg_costs *costs;
	bool seen[CVG_NCOST_KINDS];
	struct cvg_err *err;
};

static bool fail(const struct reader *reader, const char *reason,
		 const char *word)
{
	return cvg_fail(reader->err, "%s:%u: %s%s%.60s%s", reader->path,
			reader->line, reason, *word ? " '" : "", word,
			*word ? "'" : "");
}

/* A number of 0 to MOST, and nothing else. */
static bool read_number(const struct reader *reader, const char *word,
			double *out)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), old;
	char *end;

	if (!c)
		cvg_die("out of memory");
	old = uselocale(c);
	*out = strtod(word, &end);
	uselocale(old);
	freelocale(c);
	if (!*word || *end || word[strspn(word, "0123456789.eE+-")] ||
	    !(*out >= 0 && *out <= MOST))
		return fail(reader, "no number from 0 to 1e9:", word);
	return true;
}

/* NAME CYCLES cycles measured LOW HIGH, or NAME CYCLES cycles table. */
static bool read_price(struct reader *reader, char **word, uint32_t n)
{
	uint32_t kind = cvg_cost_kind_named(word[0]);
	bool measured = n > 3 && !strcmp(word[3], "measured");
	double cycles, low, high;

	if (kind == CVG_NONE)
		return fail(reader,
			    "no class of instructions and no fact:", word[0]);
	if (reader->seen[kind])
		return fail(reader, "a second price of", word[0]);
	if (n < 4 || strcmp(word[2], "cycles") != 0 ||
	    (!measured && strcmp(word[3], "table") != 0) ||
	    n != (measured ? 6 : 4))
		return fail(reader,
			    "expected 'CYCLES cycles measured LOW HIGH' or "
			    "'CYCLES cycles table' behind",
			    word[0]);
	if (!read_number(reader, word[1], &cycles))
		return false;
	low = high = cycles;
	if (measured && (!read_number(reader, word[4], &low) ||
			 !read_number(reader, word[5], &high)))
		return false;
	if (low > cycles || high < cycles)
		return fail(reader, "the bounds do not hold the price of",
			    word[0]);
	reader->seen[kind] = true;
	reader->costs->at[kind] = price_of(cycles, low, high, measured);
	return true;
}

static bool read_clock(struct reader *reader, char *rest)
{
	char *unit = strchr(rest, ' ');

	if (!unit || strcmp(unit, " MHz") != 0)
		return fail(reader, "expected 'clock NUMBER MHz', not", rest);
	*unit = '\0';
	return read_number(reader, rest, &reader->costs->clock);
}

static bool read_cpu(struct reader *reader)
{
	struct cvg_costs *costs = reader->costs;

	if (!strncmp(costs->cpu, "gfx", 3))
		costs->target = CVG_AMDGPU;
	else if (!strncmp(costs->cpu, "sm_", 3))
		costs->target = CVG_NVPTX;
	else
		return fail(reader, "no processor of a GPU:", costs->cpu);
	return true;
}

/* A fact of the measurement. *is: the line is one. */
static bool read_fact(struct reader *reader, char *text, bool *is)
{
	struct cvg_costs *costs = reader->costs;
	const struct {
		const char *key;
		char **to;
	} facts[] = {{"device ", &costs->device},
		     {"cpu ", &costs->cpu},
		     {"driver ", &costs->driver},
		     {"date ", &costs->date}};

	*is = true;
	if (!strncmp(text, "clock ", 6))
		return read_clock(reader, text + 6);
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
		size_t n = strlen(facts[i].key);

		if (strncmp(text, facts[i].key, n) != 0)
			continue;
		if (*facts[i].to)
			return fail(reader, "this was said before:", text);
		*facts[i].to = cvg_strdup(text + n);
		return facts[i].to != &costs->cpu || read_cpu(reader);
	}
	*is = false;
	return true;
}

static bool read_line(struct reader *reader, char *text)
{
	char *word[MOST_WORDS + 1] = {0}, *rest = NULL;
	uint32_t n = 0;
	bool is_fact;

	if (reader->line == 1)
		return !strcmp(text, FIRST_LINE) ||
		       fail(reader,
			    "these are no prices: the first line is not "
			    "'" FIRST_LINE "'",
			    "");
	text[strcspn(text, "#")] = '\0';
	for (size_t end = strlen(text);
	     end && (text[end - 1] == ' ' || text[end - 1] == '\t'); end--)
		text[end - 1] = '\0';
	if (!*text)
		return true;
	if (!read_fact(reader, text, &is_fact))
		return false;
	if (is_fact)
		return true;
	for (char *w = strtok_r(text, " \t", &rest); w && n <= MOST_WORDS;
	     w = strtok_r(NULL, " \t", &rest))
		word[n++] = w;
	return n == 0 || read_price(reader, word, n);
}

/* Is all there? */
static bool whole(struct reader *reader)
{
	const struct cvg_costs *costs = reader->costs;

	if (reader->line == 0)
		reader->line = 1;
	if (!costs->device || !costs->cpu || !costs->driver || !costs->date ||
	    costs->clock <= 0)
		return fail(reader,
			    "the file ends without its device, cpu, driver, "
			    "clock or date",
			    "");
	for (uint32_t i = 0; i < CVG_NCOST_KINDS; i++)
		if (!reader->seen[i])
			return fail(reader, "the file ends without a price of",
				    cvg_cost_kind_name(i));
	return true;
}

bool cvg_costs_read(const char *path, struct cvg_costs **out,
		    struct cvg_err *err)
{
	struct reader reader = {.path = path, .err = err};
	char *bytes = NULL, *rest;
	size_t n;
	bool ok = true;

	if (!cvg_file_read(path, &bytes, &n, err))
		return false;
	reader.costs = cvg_calloc(1, sizeof *reader.costs);
	reader.costs->at =
		cvg_calloc(CVG_NCOST_KINDS, sizeof(*reader.costs->at));
	reader.costs->file = cvg_strdup(path);
	if (memchr(bytes, 0, n))
		ok = cvg_fail(err, "%s:1: these are no prices: it is no text",
			      path);
	for (char *at = bytes; ok && at < bytes + n; at = rest) {
		size_t length = strcspn(at, "\n");

		rest = at + length + 1;
		at[length] = '\0';
		reader.line++;
		ok = read_line(&reader, at);
	}
	ok = ok && whole(&reader);
	free(bytes);
	if (ok)
		*out = reader.costs;
	else
		cvg_costs_free(reader.costs);
	return ok;
}
