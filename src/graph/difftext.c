/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lines of two snapshots: their shapes and references, and what differs inside
 * of a line.
 *
 *	%sum = add i32 %a, 40	shape "% = add i32 %, 40", references %sum %a
 */
#include "diff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens ---------------------------------------------------------- */

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("-$._", c)) ||
	       (unsigned char)c >= 0x80;
}

/* The bytes of the token at s, which is not at its end: a name with its sigil
 * (%x, @"a b"), a word or number, or one other byte. */
static size_t token_bytes(const char *s)
{
	size_t n = strchr("%@!#", *s) ? 1 : 0;

	if (n && s[n] == '"') {
		const char *end = strchr(s + n + 1, '"');

		return end ? (size_t)(end - s) + 1 : strlen(s);
	}
	while (is_name_char(s[n]))
		n++;
	return n ? n : 1;
}

/* Move *s to the next token. False: there is none. */
static bool next_token(const char **s, size_t *n)
{
	while (**s == ' ')
		++*s;
	if (!**s)
		return false;
	*n = token_bytes(*s);
	return true;
}

/* The entity that the token names, or CVG_NONE. */
static uint32_t entity_of(const struct cvg_diffside *side, const char *token,
			  size_t n)
{
	uint32_t name =
		*token == '%' ? cvg_names_of(&side->names, token, n) : CVG_NONE;

	return name == CVG_NONE ? CVG_NONE : side->entity.at[name];
}

/* "%12", not "%x"? */
static bool is_number(const char *token, size_t n)
{
	return n > 1 && isdigit((unsigned char)token[1]);
}

/* ---- lines ----------------------------------------------------------- */

/* As in FNV-1a, but with a whole word at once. */
static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ (h >> 32);
}

static uint64_t hash_bytes(const char *s, size_t n)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3);
	return h;
}

static void add_ref(struct cvg_diffside *side, struct cvg_diffline *line,
		    uint32_t entity)
{
	cvg_push(&side->refs, entity);
	line->nrefs++;
	line->shape = mix(line->shape, 1);
}

static void read_text(struct cvg_diffside *side, struct cvg_diffline *line,
		      const char *s)
{
	if (*s == '%' && !is_number(s, 2))
		line->result = hash_bytes(s, token_bytes(s));
	for (size_t n; next_token(&s, &n); s += n) {
		uint32_t entity = entity_of(side, s, n);
		uint64_t h = hash_bytes(s, n);

		if (entity == CVG_NONE)
			line->shape = mix(line->shape, h);
		else
			add_ref(side, line, entity);
		line->exact =
			mix(line->exact,
			    entity != CVG_NONE && is_number(s, n) ? 1 : h);
	}
}

static void read_operand(struct cvg_diffside *side, struct cvg_diffline *line,
			 uint32_t v)
{
	const struct cvg_fn *fn = side->fn;
	const char *text = fn->values[v].text ? fn->values[v].text : "";
	uint64_t h = hash_bytes(text, strlen(text));

	if (v < fn->nargs + fn->ninsts)
		add_ref(side, line, v);
	else
		line->shape = mix(line->shape, h);
	line->exact = mix(line->exact, h);
}

/* An instruction without a printed text: its operation, type, operands and
 * successors. */
static void read_parts(struct cvg_diffside *side, struct cvg_diffline *line,
		       uint32_t i)
{
	const struct cvg_fn *fn = side->fn;
	const struct cvg_inst *in = &fn->insts[i];
	const char *type = fn->types[in->type].text;

	line->shape = mix(mix(in->op, in->flags), in->predicate);
	line->shape = mix(line->shape, hash_bytes(type, strlen(type)));
	line->exact = line->shape;
	add_ref(side, line, cvg_inst_value(fn, i));
	for (uint32_t k = 0; k < in->nops; k++)
		read_operand(side, line, cvg_op_of(fn, i, k));
	if (i != cvg_block_last(fn, in->block))
		return;
	cvg_foreach_succ (fn, in->block, s)
		add_ref(side, line, cvg_diff_block(fn, *s));
}

static void add_name(struct cvg_diffside *side, const char *name, size_t n,
		     uint32_t entity)
{
	if (n && cvg_names_add(&side->names, name, n) == side->entity.n)
		cvg_push(&side->entity, entity);
}

static void name_entities(struct cvg_diffside *side)
{
	const struct cvg_fn *fn = side->fn;

	for (uint32_t v = 0; v < fn->nargs + fn->ninsts; v++) {
		const char *text = fn->values[v].text;

		if (text)
			add_name(side, text, strlen(text), v);
	}
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		struct cvg_str name = {0};

		cvg_str_addf(&name, "%%%s", fn->blocks[b].name);
		add_name(side, name.at, name.n, cvg_diff_block(fn, b));
		cvg_str_clear(&name);
		cvg_str_addf(&name, "%%\"%s\"", fn->blocks[b].name);
		add_name(side, name.at, name.n, cvg_diff_block(fn, b));
		cvg_str_done(&name);
	}
}

static void side_init(struct cvg_diffside *side, const struct cvg_fn *fn)
{
	uint32_t n = cvg_diff_block(fn, fn->nblocks);

	side->fn = fn;
	side->twin = cvg_alloc((n + 1) * sizeof *side->twin);
	for (uint32_t x = 0; x < n; x++)
		side->twin[x] = CVG_NONE;
	name_entities(side);
	side->line = cvg_calloc(fn->ninsts + 1, sizeof *side->line);
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		struct cvg_diffline *line = &side->line[i];

		line->refs_at = (uint32_t)side->refs.n;
		if (fn->insts[i].text)
			read_text(side, line, fn->insts[i].text);
		else
			read_parts(side, line, i);
	}
}

static void side_done(struct cvg_diffside *side)
{
	cvg_names_done(&side->names);
	free(side->entity.at);
	free(side->line);
	free(side->refs.at);
	free(side->twin);
}

struct cvg_difftext *cvg_difftext_new(const struct cvg_fn *a,
				      const struct cvg_fn *b)
{
	struct cvg_difftext *t = cvg_calloc(1, sizeof *t);

	side_init(&t->side[0], a);
	side_init(&t->side[1], b);
	for (uint32_t k = 0; k < a->nargs && k < b->nargs; k++)
		cvg_diff_twins(t, k, k);
	return t;
}

void cvg_difftext_free(struct cvg_difftext *take_text)
{
	if (!take_text)
		return;
	side_done(&take_text->side[0]);
	side_done(&take_text->side[1]);
	free(take_text);
}

uint32_t cvg_diff_labelled(const struct cvg_diffside *side, const char *label)
{
	uint32_t values = side->fn->nargs + side->fn->ninsts, entity;
	struct cvg_str name = {0};

	cvg_str_addf(&name, "%%%s", label);
	entity = entity_of(side, name.at, name.n);
	cvg_str_done(&name);
	return entity == CVG_NONE || entity < values ? CVG_NONE
						     : entity - values;
}

/* ---- what is the same ------------------------------------------------ */

void cvg_diff_twins(struct cvg_difftext *t, uint32_t x, uint32_t y)
{
	if (t->side[0].twin[x] != CVG_NONE || t->side[1].twin[y] != CVG_NONE)
		return;
	t->side[0].twin[x] = y;
	t->side[1].twin[y] = x;
}

static const char *entity_name(const struct cvg_fn *fn, uint32_t entity)
{
	uint32_t values = fn->nargs + fn->ninsts;

	return entity < values ? fn->values[entity].text
			       : fn->blocks[entity - values].name;
}

/* Twins are the same; so are two of one name that have no twin: a value that
 * moved to another block. */
static bool is_same(const struct cvg_difftext *t, uint32_t x, uint32_t y)
{
	const char *s, *r;

	if (t->side[0].twin[x] != CVG_NONE || t->side[1].twin[y] != CVG_NONE)
		return t->side[0].twin[x] == y;
	s = entity_name(t->side[0].fn, x);
	r = entity_name(t->side[1].fn, y);
	return s && r && !strcmp(s, r);
}

bool cvg_diff_same_line(const struct cvg_difftext *t, uint32_t i, uint32_t j)
{
	const struct cvg_diffline *x = &t->side[0].line[i];
	const struct cvg_diffline *y = &t->side[1].line[j];

	if (x->shape != y->shape || x->nrefs != y->nrefs)
		return false;
	for (uint32_t k = 0; k < x->nrefs; k++)
		if (!is_same(t, t->side[0].refs.at[x->refs_at + k],
			     t->side[1].refs.at[y->refs_at + k]))
			return false;
	return true;
}

/* ---- words ----------------------------------------------------------- */

/* The most tokens of a line that are compared; of a longer one, only the first
 * so many are. */
#define MAX_TOKENS 256

struct token {
	uint32_t at, n;
	uint32_t entity; /* or CVG_NONE */
};

static uint32_t read_tokens(const struct cvg_diffside *side, uint32_t i,
			    struct token *out)
{
	const char *line = cvg_inst_text(&side->fn->insts[i]), *s = line;
	uint32_t count = 0;

	for (size_t n; count < MAX_TOKENS && next_token(&s, &n); s += n)
		out[count++] = (struct token){(uint32_t)(s - line), (uint32_t)n,
					      entity_of(side, s, n)};
	return count;
}

/* Two lines taken apart. */
struct words {
	const struct cvg_difftext *text;
	const char *line[2];
	struct token token[2][MAX_TOKENS];
	uint32_t n[2];
};

static bool same_word(const struct words *w, uint32_t i, uint32_t j)
{
	const struct token *x = &w->token[0][i], *y = &w->token[1][j];

	if (x->entity != CVG_NONE && y->entity != CVG_NONE)
		return is_same(w->text, x->entity, y->entity);
	return x->entity == y->entity && x->n == y->n &&
	       !memcmp(w->line[0] + x->at, w->line[1] + y->at, x->n);
}

/* Mark token k, together with the one before it if that is marked. */
static void mark(struct cvg_u32s *out, const struct token *token, uint32_t k)
{
	const struct token *t = &token[k];
	uint32_t *last = out->n ? &out->at[out->n - 2] : NULL;

	if (last && k && last[0] + last[1] == t[-1].at + t[-1].n) {
		last[1] = t->at + t->n - last[0];
		return;
	}
	cvg_push(out, t->at);
	cvg_push(out, t->n);
}

void cvg_linediff_words(const struct cvg_fndiff *d, struct cvg_linepair pair,
			struct cvg_u32s *in_a, struct cvg_u32s *in_b)
{
	struct words w = {.text = d->text};
	uint32_t i = 0, j = 0, width;
	uint32_t *length;

	for (int k = 0; k < 2; k++) {
		const struct cvg_diffside *side = &d->text->side[k];
		uint32_t at = k ? pair.b : pair.a;

		w.line[k] = cvg_inst_text(&side->fn->insts[at]);
		w.n[k] = read_tokens(side, at, w.token[k]);
	}
	width = w.n[1] + 1;
	length = cvg_calloc((w.n[0] + 1) * (size_t)width, sizeof *length);
	for (uint32_t x = w.n[0]; x-- > 0;) {
		for (uint32_t y = w.n[1]; y-- > 0;) {
			uint32_t down = length[(x + 1) * width + y];
			uint32_t right = length[x * width + y + 1];

			length[x * width + y] =
				same_word(&w, x, y)
					? length[(x + 1) * width + y + 1] + 1
				: down > right ? down
					       : right;
		}
	}
	while (i < w.n[0] || j < w.n[1]) {
		if (i < w.n[0] && j < w.n[1] && same_word(&w, i, j)) {
			i++;
			j++;
		} else if (j == w.n[1] ||
			   (i < w.n[0] && length[(i + 1) * width + j] >=
						  length[i * width + j + 1])) {
			mark(in_a, w.token[0], i++);
		} else {
			mark(in_b, w.token[1], j++);
		}
	}
	free(length);
}
