/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graph text notation (see reconverge/graph.h): text to draft. */
#include "parse.h"

#include "reconverge/target.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Added to an instruction's number: see define(). */
#define PLACE_OF_INST 0x80000000u

struct parser {
	struct draft draft;
	const char *line_at;	    /* start of the line being read */
	uint32_t line;		    /* 1-based */
	cvg_vec(struct word) words; /* of the statement being read */
	bool begun;		    /* a statement has been read */
	struct cvg_err *err;
};

static const struct {
	const char *name;
	uint32_t number; /* LLVM's */
} predicates[] = {
	{"eq", 32},  {"ne", 33},  {"ugt", 34}, {"uge", 35}, {"ult", 36},
	{"ule", 37}, {"sgt", 38}, {"sge", 39}, {"slt", 40}, {"sle", 41},
	{"oeq", 1},  {"ogt", 2},  {"oge", 3},  {"olt", 4},  {"ole", 5},
	{"one", 6},  {"ord", 7},  {"uno", 8},  {"ueq", 9},  {"une", 14},
};

static bool is(struct word w, const char *text)
{
	return w.n == strlen(text) && memcmp(w.at, text, w.n) == 0;
}

/* Fail with "what: 'word'", at the word's line and column. */
static bool fail_at(struct parser *p, struct word w, const char *what)
{
	cvg_fail(p->err, "%s: '%.*s'", what, (int)(w.n < 60 ? w.n : 60), w.at);
	if (p->err) {
		p->err->line = p->line;
		p->err->column = (uint32_t)(w.at - p->line_at) + 1;
	}
	return false;
}

static struct word without_percent(struct word w)
{
	if (w.n > 1 && w.at[0] == '%')
		return (struct word){w.at + 1, w.n - 1};
	return w;
}

/* The number of the block of that name, which is added if it is new. */
static uint32_t block_of(struct parser *p, struct word w)
{
	uint32_t b;

	w = without_percent(w);
	b = cvg_names_add(&p->draft.blocks, w.at, w.n);
	while (p->draft.ended.n <= b)
		cvg_push(&p->draft.ended, 0);
	return b;
}

/*
 * Define the value named `w`: as argument `n`, or as instruction
 * n - PLACE_OF_INST. *name becomes the number of its name. How many arguments
 * there are is not known yet; place_values turns both into one numbering.
 */
static bool define(struct parser *p, struct word w, uint32_t n, uint32_t *name)
{
	w = without_percent(w);
	*name = cvg_names_add(&p->draft.values, w.at, w.n);
	while (p->draft.defined.n <= *name)
		cvg_push(&p->draft.defined, CVG_NONE);
	if (p->draft.defined.at[*name] != CVG_NONE)
		return fail_at(p, w, "this value is defined twice");
	p->draft.defined.at[*name] = n;
	return true;
}

static void add_op(struct parser *p, struct word value, uint32_t block)
{
	cvg_push(&p->draft.ops,
		 ((struct draft_op){without_percent(value), block}));
}

/* ---- statements ------------------------------------------------------ */

static bool target_of(struct word word, enum cvg_target *out)
{
	for (int t = 0; t < CVG_NTARGETS; t++) {
		*out = (enum cvg_target)t;
		if (is(word, cvg_target_info(*out)->notation))
			return true;
	}
	return false;
}

static bool header(struct parser *p)
{
	const struct word *w = p->words.at;
	size_t k = 1;

	if (is(w[0], "device"))
		p->draft.kind = CVG_FN_DEVICE;
	else if (is(w[0], "shader"))
		p->draft.kind = CVG_FN_SHADER;
	if (k < p->words.n && target_of(w[k], &p->draft.target))
		k++;
	if (k < p->words.n)
		p->draft.name = w[k++];
	return k == p->words.n || fail_at(p, w[k], "unexpected word");
}

static bool arguments(struct parser *p)
{
	for (size_t k = 1; k < p->words.n; k++) {
		struct draft_arg arg = {0};

		if (is(p->words.at[k], "inreg") && p->draft.args.n) {
			p->draft.args.at[p->draft.args.n - 1].inreg = true;
			continue;
		}
		if (!define(p, p->words.at[k], (uint32_t)p->draft.args.n,
			    &arg.name))
			return false;
		cvg_push(&p->draft.args, arg);
	}
	return true;
}

static struct draft_inst inst_new(struct parser *p, enum cvg_op op,
				  uint32_t block)
{
	return (struct draft_inst){
		.op = op,
		.block = block,
		.result = CVG_NONE,
		.ops_at = (uint32_t)p->draft.ops.n,
		.targets_at = (uint32_t)p->draft.targets.n,
		.line = p->line,
	};
}

static void add_inst(struct parser *p, struct draft_inst in)
{
	in.nops = (uint32_t)p->draft.ops.n - in.ops_at;
	in.ntargets = (uint32_t)p->draft.targets.n - in.targets_at;
	cvg_push(&p->draft.insts, in);
}

/* "b -> c", "b ? c -> t e", "b switch x -> d ...", "b ret", ... */
static bool terminator(struct parser *p)
{
	const struct word *w = p->words.at;
	size_t n = p->words.n;
	uint32_t b = block_of(p, w[0]);
	struct draft_inst in = inst_new(p, CVG_OP_BR, b);
	size_t k = 2;

	if (is(w[1], "?"))
		in.op = CVG_OP_CONDBR;
	else if (is(w[1], "switch"))
		in.op = CVG_OP_SWITCH;
	else if (is(w[1], "ret"))
		in.op = CVG_OP_RET;
	else if (is(w[1], "unreachable"))
		in.op = CVG_OP_UNREACHABLE;
	else if (!is(w[1], "->"))
		return fail_at(
			p, w[1],
			"expected a terminator, or a block's name and ':'");
	if (p->draft.ended.at[b])
		return fail_at(p, w[0], "this block has a terminator already");
	p->draft.ended.at[b] = 1;
	if (in.op == CVG_OP_RET && n > 2)
		add_op(p, w[k++], CVG_NONE);
	if (in.op == CVG_OP_CONDBR || in.op == CVG_OP_SWITCH) {
		if (n < 5 || !is(w[3], "->"))
			return fail_at(p, w[1],
				       "expected 'VALUE -> BLOCK ...' after");
		add_op(p, w[2], CVG_NONE);
		k = 4;
	}
	for (; k < n && in.op != CVG_OP_RET && in.op != CVG_OP_UNREACHABLE; k++)
		cvg_push(&p->draft.targets, block_of(p, w[k]));
	if (k < n || (in.op == CVG_OP_BR && n != 3) ||
	    (in.op == CVG_OP_CONDBR && n != 6))
		return fail_at(p, w[n - 1],
			       "too few or too many words; the last is");
	add_inst(p, in);
	return true;
}

static bool operation(struct word w, enum cvg_op *op)
{
	for (unsigned i = CVG_OP_PHI; i < CVG_OP_OTHER; i++) {
		if (is(w, cvg_op_name((enum cvg_op)i))) {
			*op = (enum cvg_op)i;
			return true;
		}
	}
	return false;
}

static bool predicate(struct word w, uint32_t *number)
{
	for (size_t i = 0; i < sizeof predicates / sizeof *predicates; i++) {
		if (is(w, predicates[i].name)) {
			*number = predicates[i].number;
			return true;
		}
	}
	return false;
}

static bool phi_operands(struct parser *p, size_t k)
{
	for (; k < p->words.n; k++) {
		struct word w = p->words.at[k];
		const char *colon = memchr(w.at, ':', w.n);
		size_t n = colon ? (size_t)(colon - w.at) : 0;

		if (!n || n + 1 == w.n)
			return fail_at(p, w, "expected BLOCK:VALUE, found");
		add_op(p, (struct word){colon + 1, w.n - n - 1},
		       block_of(p, (struct word){w.at, n}));
	}
	return true;
}

/* "b: [result =] op operands"; words from k on are those after "b:". */
static bool instruction(struct parser *p, uint32_t block, size_t k)
{
	const struct word *w = p->words.at;
	size_t n = p->words.n;
	uint32_t place = PLACE_OF_INST + (uint32_t)p->draft.insts.n;
	struct draft_inst in = inst_new(p, CVG_OP_OTHER, block);

	if (n - k >= 3 && is(w[k + 1], "=")) {
		if (!define(p, w[k], place, &in.result))
			return false;
		k += 2;
	}
	if (!operation(w[k], &in.op))
		return fail_at(p, w[k], "unknown instruction");
	k++;
	if (in.op == CVG_OP_CALL) {
		if (k == n)
			return fail_at(p, w[k - 1],
				       "expected a function's name after");
		in.callee = w[k++];
		if (n > k && is(w[n - 1], "convergent")) {
			in.convergent = true;
			n--;
		}
	}
	if (in.op == CVG_OP_ICMP)
		in.predicate = 40;
	if ((in.op == CVG_OP_ICMP || in.op == CVG_OP_FCMP) && n - k == 3 &&
	    !predicate(w[k++], &in.predicate))
		return fail_at(p, w[k - 1], "unknown predicate");
	if (in.op == CVG_OP_PHI) {
		if (!phi_operands(p, k))
			return false;
	} else {
		for (; k < n; k++)
			add_op(p, w[k], CVG_NONE);
	}
	add_inst(p, in);
	return true;
}

static bool statement(struct parser *p)
{
	struct word first = p->words.at[0];
	bool begun = p->begun;

	p->begun = true;
	if (!begun &&
	    (is(first, "kernel") || is(first, "device") || is(first, "shader")))
		return header(p);
	if (is(first, "arg"))
		return arguments(p);
	if (first.n > 1 && first.at[first.n - 1] == ':') {
		uint32_t b;

		first.n--;
		b = block_of(p, first);
		return p->words.n == 1 || instruction(p, b, 1);
	}
	if (p->words.n == 1) {
		block_of(p, first);
		return true;
	}
	return terminator(p);
}

/* ---- reading --------------------------------------------------------- */

static bool parse_line(struct parser *p, const char *end)
{
	const char *s = p->line_at;

	while (s < end && *s != '#') {
		struct word w = {s, 0};

		w.n = strcspn(s, " \t\r\n;#");
		if (w.n)
			cvg_push(&p->words, w);
		s += w.n;
		if (s < end && *s == ';') {
			if (p->words.n && !statement(p))
				return false;
			p->words.n = 0;
		}
		if (s < end && *s != '#')
			s++;
	}
	if (p->words.n && !statement(p))
		return false;
	p->words.n = 0;
	return true;
}

static bool parse_all(struct parser *p, const char *text)
{
	for (const char *s = text; *s;) {
		const char *end = s + strcspn(s, "\n");

		p->line_at = s;
		p->line++;
		if (!parse_line(p, end))
			return false;
		s = *end ? end + 1 : end;
	}
	if (!p->draft.blocks.text.n)
		return cvg_fail(p->err, "the text names no block");
	return true;
}

/* Let the blocks without a terminator return. */
static void end_blocks(struct parser *p)
{
	for (uint32_t b = 0; b < p->draft.ended.n; b++) {
		if (!p->draft.ended.at[b])
			add_inst(p, inst_new(p, CVG_OP_RET, b));
	}
}

/* Now that the arguments are counted, number the values as the snapshot does:
 * arguments first, then instructions. */
static void place_values(struct draft *draft)
{
	assert(draft->args.n < PLACE_OF_INST && draft->insts.n < PLACE_OF_INST);
	for (size_t i = 0; i < draft->defined.n; i++) {
		uint32_t place = draft->defined.at[i];

		if (place != CVG_NONE && place >= PLACE_OF_INST)
			draft->defined.at[i] =
				place - PLACE_OF_INST + (uint32_t)draft->args.n;
	}
}

bool cvg_fn_parse(const char *text, struct cvg_fn **out, struct cvg_err *err)
{
	struct parser p = {.err = err};
	bool ok = parse_all(&p, text);

	*out = NULL;
	if (ok) {
		end_blocks(&p);
		place_values(&p.draft);
		ok = cvg_draft_build(&p.draft, out, err);
	}
	cvg_names_done(&p.draft.blocks);
	cvg_names_done(&p.draft.values);
	free(p.draft.defined.at);
	free(p.draft.args.at);
	free(p.draft.insts.at);
	free(p.draft.ops.at);
	free(p.draft.targets.at);
	free(p.draft.ended.at);
	free(p.words.at);
	return ok;
}
