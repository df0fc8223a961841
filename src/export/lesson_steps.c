/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The steps of the first warp as data of the script of a lesson (lesson.js). It
 * is JSON, [lanes of the warp, steps in all, blocks, masks, "step step ..."], in
 * which each block and each set of lanes stands once, and a step is numbers of
 * base 36:
 *
 *	step  = block "." lanes { "," block "." lanes }
 *	block = index into the blocks, ["B5", "B4", "if.then", [[file, line]]]:
 *		the block, the box of the picture that shows it or null, its label
 *		or the function that it is in, its lines of the source
 *	lanes = index into the masks, hexadecimal
 *
 * Files are numbered as in P0, whose source the page shows.
 *
 * The first pair of a step runs, the others wait, in the block in which they
 * will go on.
 */
#include "dot.h"
#include "lesson_walk.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/source.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 1500 /* of the slider */
#define MOST_LINES 8	/* of the source, of one block */

struct packer {
	const struct cvg_walk *walk;
	struct cvg_ana *ana;
	const struct cvg_fn *first;    /* P0's; NULL: it has no such function */
	const struct cvg_bits *folded; /* or NULL */
	struct cvg_srcuses uses;
	cvg_vec(struct cvg_walk_wait) blocks; /* only fn and uid */
	cvg_vec(uint64_t) masks;
	json_t *json_blocks, *json_masks;
};

/* The block of the function in focus, or CVG_NONE. */
static uint32_t block_of(const struct packer *pack, uint32_t f, uint32_t uid)
{
	const struct cvg_fn *fn = cvg_ana_fn(pack->ana);

	for (uint32_t b = 0; f == pack->walk->focus && b < fn->nblocks; b++)
		if (fn->blocks[b].uid == uid)
			return b;
	return CVG_NONE;
}

/* The box that shows the block: its own, or that of the outermost folded region
 * around it, which has the name of the region's entry. */
static json_t *box_of(const struct packer *pack, uint32_t b)
{
	const struct cvg_regions *rs = cvg_ana_regions(pack->ana);
	const struct cvg_fn *fn = cvg_ana_fn(pack->ana);
	uint32_t shown = b;

	if (b == CVG_NONE)
		return json_null();
	for (uint32_t r = rs->innermost[b]; pack->folded && r != CVG_NONE;
	     r = rs->region[r].parent)
		if (r && cvg_bits_has(pack->folded, r))
			shown = rs->region[r].entry;
	return cvg_json_id('B', fn->blocks[shown].uid);
}

/* The number of the file in P0, or CVG_NONE. */
static uint32_t file_of(const struct packer *pack, uint32_t file)
{
	const char *name = cvg_ana_fn(pack->ana)->files[file];

	for (uint32_t i = 0; pack->first && i < pack->first->nfiles; i++)
		if (!strcmp(pack->first->files[i], name))
			return i;
	return CVG_NONE;
}

static json_t *lines_of(const struct packer *pack, uint32_t b)
{
	json_t *list = json_array();

	for (size_t i = 0;
	     i < pack->uses.n && json_array_size(list) < MOST_LINES; i++) {
		const struct cvg_srcuse *use = &pack->uses.at[i];
		uint32_t file;
		json_t *line;

		if (use->block != b)
			continue;
		file = file_of(pack, use->file);
		if (file == CVG_NONE)
			continue;
		line = json_array();
		json_array_append_new(line, json_integer(file));
		json_array_append_new(line, json_integer(use->line));
		json_array_append_new(list, line);
	}
	return list;
}

/* A name as text: bytes that are not UTF-8 are replaced. */
static json_t *text_of(const char *name)
{
	struct cvg_str text = {0};
	json_t *json;

	cvg_str_addline(&text, name, strlen(name));
	json = json_string(cvg_str_of(&text));
	cvg_str_done(&text);
	return json ? json : json_string("");
}

static json_t *json_block(const struct packer *pack, uint32_t f, uint32_t uid)
{
	const struct cvg_fn *fn = cvg_ana_fn(pack->ana);
	uint32_t b = block_of(pack, f, uid);
	json_t *block = json_array();
	const char *name = ""; /* LLVM's numbers are none */

	json_array_append_new(block, cvg_json_id('B', uid));
	json_array_append_new(block, box_of(pack, b));
	if (b == CVG_NONE)
		name = pack->walk->names[f];
	else if (cvg_dot_named(fn, b))
		name = fn->blocks[b].name;
	json_array_append_new(block, text_of(name));
	json_array_append_new(block, lines_of(pack, b));
	return block;
}

/* Lists are short: a warp comes through few blocks and few sets of lanes. */
static size_t block_at(struct packer *pack, uint32_t f, uint32_t uid)
{
	size_t i = 0;

	while (i < pack->blocks.n &&
	       (pack->blocks.at[i].fn != f || pack->blocks.at[i].uid != uid))
		i++;
	if (i == pack->blocks.n) {
		struct cvg_walk_wait block = {.fn = f, .uid = uid};

		cvg_push(&pack->blocks, block);
		json_array_append_new(pack->json_blocks,
				      json_block(pack, f, uid));
	}
	return i;
}

static size_t mask_at(struct packer *pack, uint64_t mask)
{
	size_t i = 0;

	while (i < pack->masks.n && pack->masks.at[i] != mask)
		i++;
	if (i == pack->masks.n) {
		struct cvg_str hex = {0};

		cvg_push(&pack->masks, mask);
		cvg_str_addf(&hex, "%llx", (unsigned long long)mask);
		json_array_append_new(pack->json_masks, json_string(hex.at));
		cvg_str_done(&hex);
	}
	return i;
}

static void add_36(struct cvg_str *out, size_t n)
{
	if (n >= 36)
		add_36(out, n / 36);
	cvg_str_addc(out, "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36]);
}

static void add_pair(struct packer *pack, struct cvg_str *out, uint32_t f,
		     uint32_t uid, uint64_t mask)
{
	add_36(out, block_at(pack, f, uid));
	cvg_str_addc(out, '.');
	add_36(out, mask_at(pack, mask));
}

static void add_step(struct packer *pack, struct cvg_str *out, size_t i)
{
	const struct cvg_walk *walk = pack->walk;
	const struct cvg_walk_step *step = &walk->steps.at[i];
	size_t end = i + 1 < walk->steps.n ? step[1].waits_at : walk->waits.n;

	cvg_str_add(out, i ? " " : "");
	add_pair(pack, out, step->fn, step->uid, step->mask);
	for (size_t k = step->waits_at; k < end; k++) {
		const struct cvg_walk_wait *wait = &walk->waits.at[k];

		cvg_str_addc(out, ',');
		add_pair(pack, out, wait->fn, wait->uid, wait->mask);
	}
}

/* JSON that is the same text in HTML and in XML: what has a meaning there is
 * written by its number. */
static void add_json(struct cvg_str *out, const json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_ENSURE_ASCII);

	for (const char *p = text; p && *p; p++)
		if (strchr("<>&'", *p))
			cvg_str_addf(out, "\\u%04x", (unsigned char)*p);
		else
			cvg_str_addc(out, *p);
	free(text);
}

void cvg_lesson_steps(struct lesson *lesson, const struct step *st,
		      const struct cvg_walk *walk,
		      const struct cvg_bits *folded)
{
	struct packer pack = {
		.walk = walk,
		.ana = st->ana,
		.first = cvg_session_fn(lesson->session, 0, CVG_NONE),
		.folded = folded,
		.json_blocks = json_array(),
		.json_masks = json_array()};
	json_t *top = json_array();
	struct cvg_str steps = {0};

	cvg_srcuses_init(&pack.uses, cvg_ana_fn(st->ana));
	for (size_t i = 0; i < walk->steps.n && i < MOST_STEPS; i++)
		add_step(&pack, &steps, i);
	json_array_append_new(top, json_integer(walk->lanes));
	json_array_append_new(top, json_integer((json_int_t)walk->total));
	json_array_append_new(top, pack.json_blocks);
	json_array_append_new(top, pack.json_masks);
	json_array_append_new(top, json_string(cvg_str_of(&steps)));
	cvg_str_add(&lesson->page, "<script type=\"application/json\">");
	add_json(&lesson->page, top);
	cvg_str_add(&lesson->page, "</script>\n");
	json_decref(top);
	free(pack.blocks.at);
	free(pack.masks.at);
	cvg_srcuses_done(&pack.uses);
	cvg_str_done(&steps);
}
