/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads assembly line by line and counts its instructions: to the block of the
 * IR whose line is in force, as a debugger finds it; without a line, to the
 * block where the instruction stands; else to none.
 *
 * Example: a function whose block B0 has the instructions 0 and 1, and B3 the
 * instruction 2. LLVM adds the second and the last instruction; the block of
 * the last one, %Flow, is one that LLVM has made.
 *
 *	; %bb.0:			; %b0.
 *		.loc 1 2 0
 *		v_add_u32_e32 v0, 1, v0		B0, vector
 *		.loc 1 0 0
 *		s_mov_b64 s[0:1], 0		B0, scalar, added
 *		.loc 1 3 0
 *		ds_write_b32 v1, v0		B3, lds
 *	.LBB0_2:			; %Flow
 *		.loc 1 0 0
 *		s_or_b64 exec, exec, s[0:1]	none, scalar, added
 */
#include "read.h"

#include "reconverge/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the rows ---------------------------------------------------------- */

static const struct cvg_quantity classes[CVG_NMCLASSES] = {
#define CLASS(id, name_, help_)                 \
	[CVG_M_##id] = {.name = name_,          \
			.help = help_,          \
			.unit = CVG_UNIT_INSTS, \
			.kind = CVG_COUNTED_MACHINE},
#include "reconverge/mcode.def"
};

static const struct cvg_quantity sizes[CVG_NMSIZES] = {
#define SIZE(id, name_, unit_, help_)                 \
	[CVG_MSIZE_##id] = {.name = name_,            \
			    .help = help_,            \
			    .unit = CVG_UNIT_##unit_, \
			    .kind = CVG_COUNTED_MACHINE},
#include "reconverge/mcode.def"
};

const struct cvg_quantity *cvg_mclass_row(enum cvg_mclass klass)
{
	return &classes[klass];
}

const struct cvg_quantity *cvg_msize_row(enum cvg_msize size)
{
	return &sizes[size];
}

const struct cvg_quantity *cvg_minsts_row(void)
{
	static const struct cvg_quantity row = {
		.name = "instructions",
		.help = "instructions of all classes",
		.unit = CVG_UNIT_INSTS,
		.kind = CVG_COUNTED_MACHINE};

	return &row;
}

/* ---- classes ----------------------------------------------------------- */

struct name_row {
	enum cvg_target target;
	const char *pattern;
	enum cvg_mclass klass;
};

static const struct name_row names[] = {
#define NAME(target_, pattern_, class_) \
	{.target = CVG_##target_, .pattern = pattern_, .klass = CVG_M_##class_},
#include "names.def"
};

static const struct name_row sass[] = {
#define SASS(pattern_, class_) \
	{.target = CVG_NVPTX, .pattern = pattern_, .klass = CVG_M_##class_},
#include "names.def"
};

const char *cvg_mcode_after(const char *text, const char *word)
{
	size_t n = strlen(word);

	return strncmp(text, word, n) ? NULL : text + n;
}

/* Does the name, which ends at the first blank, fit the pattern? */
static bool fits(const char *name, size_t n, const char *pattern)
{
	size_t begin = strcspn(pattern, "*");
	const char *rest = pattern + begin, *at;

	if (n < begin || strncmp(name, pattern, begin) != 0)
		return false;
	if (!*rest)
		return true;
	at = strstr(name + begin, rest + 1);
	return at && at + strlen(rest + 1) <= name + n;
}

static enum cvg_mclass find_class(const struct name_row *rows, size_t nrows,
				  enum cvg_target target, const char *name)
{
	size_t n = strcspn(name, " \t;");

	for (size_t i = 0; i < nrows; i++)
		if (rows[i].target == target && fits(name, n, rows[i].pattern))
			return rows[i].klass;
	return CVG_M_OTHER;
}

enum cvg_mclass cvg_mreader_class(const struct cvg_mreader *reader,
				  const char *name)
{
	return find_class(names, sizeof names / sizeof *names,
			  reader->fn->target, name);
}

enum cvg_mclass cvg_mcode_class_sass(const char *name)
{
	return find_class(sass, sizeof sass / sizeof *sass, CVG_NVPTX, name);
}

/* ---- counting ---------------------------------------------------------- */

static void count(struct cvg_mcounts *counts, enum cvg_mclass klass, bool added)
{
	counts->n++;
	counts->of[klass]++;
	counts->added += added;
}

static bool is_on_lanes(enum cvg_mclass klass)
{
	switch (klass) {
	case CVG_M_VECTOR:
	case CVG_M_MUL:
	case CVG_M_WIDE:
	case CVG_M_DOUBLE:
	case CVG_M_TRANS:
	case CVG_M_LONG:
	case CVG_M_MATRIX:
	case CVG_M_OTHER:
	case CVG_M_UNTOLD:
		return true;
	case CVG_M_SCALAR:
	case CVG_M_VMEM:
	case CVG_M_SMEM:
	case CVG_M_LDS:
	case CVG_M_BRANCH:
	case CVG_M_WAIT:
	case CVG_NMCLASSES:
		break;
	}
	return false;
}

uint64_t cvg_mcounts_cycles(const struct cvg_mcounts *counts)
{
	return (uint64_t)counts->vector + counts->scalar + counts->waits;
}

static void price(struct cvg_mcounts *counts, enum cvg_mclass klass,
		  uint32_t issue, uint32_t waits)
{
	counts->priced++;
	if (is_on_lanes(klass))
		counts->vector += issue;
	else
		counts->scalar += issue;
	counts->waits += waits;
	counts->vmem += klass == CVG_M_VMEM;
}

/* The instruction of the IR whose line is in force, or CVG_NONE. */
static uint32_t made_from(const struct cvg_mreader *reader)
{
	return reader->line == 0 || reader->line > reader->fn->ninsts
		       ? CVG_NONE
		       : reader->line - 1;
}

/* The block that an instruction made from `inst` is counted to, or CVG_NONE. */
static uint32_t counted_to(const struct cvg_mreader *reader, uint32_t inst)
{
	return inst == CVG_NONE ? reader->stands
				: reader->fn->insts[inst].block;
}

void cvg_mreader_add(struct cvg_mreader *reader, enum cvg_mclass klass,
		     uint32_t issue)
{
	struct cvg_mclock *clock = &reader->clock;
	uint32_t inst = made_from(reader), block = counted_to(reader, inst);
	bool added = inst == CVG_NONE;

	count(block == CVG_NONE ? &reader->mcode->rest
				: &reader->mcode->block[block],
	      klass, added);
	count(&reader->mcode->total, klass, added);
	reader->last = block == CVG_NONE ? reader->last : block;
	price(&reader->mcode->block[reader->last], klass, issue,
	      (uint32_t)clock->waited);
	price(&reader->mcode->total, klass, issue, (uint32_t)clock->waited);
	clock->now += issue;
	clock->waited = 0;
}

bool cvg_mreader_loc(struct cvg_mreader *reader, const char *word)
{
	const char *at = cvg_mcode_after(word, ".loc");
	char *end;

	if (!at)
		return false;
	strtoul(at, &end, 10);
	reader->line = (uint32_t)strtoul(end, NULL, 10);
	return true;
}

void cvg_mreader_block(struct cvg_mreader *reader, const char *text)
{
	const char *at = strstr(text, "%b");
	unsigned long b;
	char *end;

	reader->stands = CVG_NONE;
	for (; at; at = strstr(at + 1, "%b")) {
		b = strtoul(at + 2, &end, 10);
		if (end == at + 2 || *end != '.' || strchr(end + 1, '.'))
			continue;
		if (b < reader->fn->nblocks)
			reader->stands = (uint32_t)b;
	}
}

/* ---- reading ----------------------------------------------------------- */

#define TARGET(id, name) extern const struct cvg_mnotation cvg_mnotation_##name;
#include "reconverge/targets.def"
#undef TARGET

static const struct cvg_mnotation *const notations[CVG_NTARGETS] = {
#define TARGET(id, name) [CVG_##id] = &cvg_mnotation_##name,
#include "reconverge/targets.def"
#undef TARGET
};

void cvg_mreader_begin(struct cvg_mreader *reader, const struct cvg_fn *fn)
{
	struct cvg_mcode *mcode = cvg_calloc(1, sizeof *mcode);

	*reader = (struct cvg_mreader){
		.fn = fn,
		.mcode = mcode,
		.stands = CVG_NONE,
		.own = {.vgprs = NAN, .agprs = NAN, .sgprs = NAN}};
	mcode->nblocks = fn->nblocks;
	mcode->block = cvg_calloc(fn->nblocks + 1, sizeof *mcode->block);
	for (int i = 0; i < CVG_NMSIZES; i++)
		mcode->size[i] = NAN;
}

void cvg_mreader_drop(struct cvg_mreader *reader)
{
	reader->mcode->total.n = 0;
}

void cvg_mreader_line(struct cvg_mreader *reader, uint32_t at)
{
	uint32_t inst = made_from(reader);
	struct cvg_mline line = {
		.at = at, .block = counted_to(reader, inst), .inst = inst};

	cvg_push(&reader->mcode->lines, line);
}

uint32_t cvg_mcode_add_text(struct cvg_str *out, const char *word)
{
	uint32_t at = (uint32_t)out->n;
	size_t n = strcspn(word, ";/");

	while (n && (word[n - 1] == ' ' || word[n - 1] == '\t'))
		n--;
	for (size_t i = 0; i < n; i++)
		cvg_str_addc(out, word[i] == '\t' ? ' ' : word[i]);
	cvg_str_addn(out, "", 1);
	return at;
}

struct cvg_mcode *cvg_mreader_end(struct cvg_mreader *reader, const char *what,
				  struct cvg_err *err)
{
	cvg_mclock_done(&reader->clock);
	if (reader->mcode->total.n)
		return reader->mcode;
	cvg_mcode_free(reader->mcode);
	cvg_fail(err, "%s has no code of @%s", what, reader->fn->name);
	return NULL;
}

struct cvg_mcode *cvg_mcode_read(const struct cvg_fn *fn, const char *text,
				 struct cvg_err *err)
{
	struct cvg_mreader reader;
	struct cvg_str line = {0};

	cvg_mreader_begin(&reader, fn);
	for (const char *at = text; *at; at += strcspn(at, "\n")) {
		uint32_t before = reader.mcode->total.n;
		const char *word;

		at += *at == '\n';
		cvg_str_clear(&line);
		cvg_str_addn(&line, at, strcspn(at, "\n"));
		word = cvg_str_of(&line) + strspn(cvg_str_of(&line), " \t");
		notations[fn->target]->read(&reader, cvg_str_of(&line), word);
		if (reader.mcode->total.n > before)
			cvg_mreader_line(
				&reader,
				cvg_mcode_add_text(&reader.mcode->text, word));
	}
	cvg_str_done(&line);
	return cvg_mreader_end(&reader, "the assembly", err);
}

void cvg_mcode_free(struct cvg_mcode *take_mcode)
{
	if (!take_mcode)
		return;
	free(take_mcode->block);
	free(take_mcode->remark);
	free(take_mcode->cpu);
	free(take_mcode->unnamed);
	free(take_mcode->lines.at);
	cvg_str_done(&take_mcode->text);
	cvg_str_done(&take_mcode->binary);
	free(take_mcode);
}
