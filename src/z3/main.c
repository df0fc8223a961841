/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program reconverge-z3, which alone links Z3 and may be killed. It answers
 * questions about formulas (src/refine/sym.h) that come as lines:
 *
 *     d NUMBER OP WIDTH A B C IMM HI     a formula
 *     q MILLISECONDS N FACT... GOAL      do the N facts imply the goal?
 *     m MILLISECONDS N FACT... GOAL M FORMULA...    if not, with what values?
 *
 * The answer to a question is a line: "yes", "no" or "unknown". Behind "no" to the
 * second one stand the numbers that the M formulas are where the facts hold and the
 * goal does not. The argument is how many MiB of memory it may have.
 */
#include "reconverge/shadow.h"
#include "src/refine/sym.h"
#include "src/z3/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <z3.h>

/* What Z3 has for a formula: of a memory, the bytes, which are poison, and their
 * sets; else only the first. */
struct known {
	struct cvg_sym sym;
	Z3_ast is[3];
};

static Z3_context z3;
static struct known *all;
static uint32_t nall;

CVG_NORETURN static void stop(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(1);
}

static void on_error(Z3_context c, Z3_error_code code)
{
	stop(Z3_get_error_msg(c, code));
}

/* ---- sorts ----------------------------------------------------------- */

static Z3_sort bits_sort(uint32_t width)
{
	return width == 1 ? Z3_mk_bool_sort(z3) : Z3_mk_bv_sort(z3, width);
}

static Z3_ast number(uint32_t width, uint64_t lo)
{
	return Z3_mk_unsigned_int64(z3, lo, Z3_mk_bv_sort(z3, width));
}

static Z3_ast named(const char *prefix, uint64_t n, Z3_sort sort)
{
	char name[40];

	snprintf(name, sizeof name, "%s%" PRIu64, prefix, n);
	return Z3_mk_const(z3, Z3_mk_string_symbol(z3, name), sort);
}

static Z3_ast constant(const struct cvg_sym *f)
{
	if (f->width == 1)
		return f->imm ? Z3_mk_true(z3) : Z3_mk_false(z3);
	if (f->width <= 64)
		return number(f->width, f->imm);
	return Z3_mk_concat(z3, number(f->width - 64u, f->hi),
			    number(64, f->imm));
}

/* ---- operations ------------------------------------------------------ */

static Z3_ast as_bits(Z3_ast x)
{
	if (Z3_get_sort_kind(z3, Z3_get_sort(z3, x)) != Z3_BOOL_SORT)
		return x;
	return Z3_mk_ite(z3, x, number(1, 1), number(1, 0));
}

static Z3_ast as_sort(Z3_ast x, uint32_t width)
{
	return width == 1 ? Z3_mk_eq(z3, x, number(1, 1)) : x;
}

static Z3_ast logic(const struct cvg_sym *f, Z3_ast a, Z3_ast b)
{
	const Z3_ast both[2] = {a, b};

	switch (f->op) {
	case CVG_Y_NOT:
		return f->width == 1 ? Z3_mk_not(z3, a) : Z3_mk_bvnot(z3, a);
	case CVG_Y_AND:
		return f->width == 1 ? Z3_mk_and(z3, 2, both)
				     : Z3_mk_bvand(z3, a, b);
	case CVG_Y_OR:
		return f->width == 1 ? Z3_mk_or(z3, 2, both)
				     : Z3_mk_bvor(z3, a, b);
	}
	return f->width == 1 ? Z3_mk_xor(z3, a, b) : Z3_mk_bvxor(z3, a, b);
}

typedef Z3_ast binary(Z3_context c, Z3_ast a, Z3_ast b);

static Z3_ast arithmetic(const struct cvg_sym *f, Z3_ast a, Z3_ast b)
{
	static binary *const fns[CVG_NSYMOPS] = {
		[CVG_Y_ADD] = Z3_mk_bvadd,   [CVG_Y_MUL] = Z3_mk_bvmul,
		[CVG_Y_UDIV] = Z3_mk_bvudiv, [CVG_Y_SDIV] = Z3_mk_bvsdiv,
		[CVG_Y_UREM] = Z3_mk_bvurem, [CVG_Y_SREM] = Z3_mk_bvsrem,
		[CVG_Y_SHL] = Z3_mk_bvshl,   [CVG_Y_LSHR] = Z3_mk_bvlshr,
		[CVG_Y_ASHR] = Z3_mk_bvashr, [CVG_Y_ULT] = Z3_mk_bvult,
		[CVG_Y_SLT] = Z3_mk_bvslt,
	};
	Z3_ast r;

	if (!fns[f->op])
		stop("an operation that is not known");
	r = fns[f->op](z3, as_bits(a), as_bits(b));
	return f->op == CVG_Y_ULT || f->op == CVG_Y_SLT ? r
							: as_sort(r, f->width);
}

static Z3_ast widened(const struct cvg_sym *f, Z3_ast a)
{
	uint32_t by;

	a = as_bits(a);
	by = f->width - Z3_get_bv_sort_size(z3, Z3_get_sort(z3, a));
	return f->op == CVG_Y_SEXT ? Z3_mk_sign_ext(z3, by, a)
				   : Z3_mk_zero_ext(z3, by, a);
}

static Z3_ast extracted(const struct cvg_sym *f, Z3_ast a)
{
	uint32_t low = (uint32_t)f->imm;

	return as_sort(Z3_mk_extract(z3, low + f->width - 1, low, as_bits(a)),
		       f->width);
}

/* A function is told by its key, its result and its arguments. */
struct list {
	Z3_ast arg[64];
	Z3_sort sort[64];
	uint32_t n;
	uint64_t hash; /* of the widths */
};

static void add_to(struct list *list, Z3_ast arg, uint32_t width)
{
	if (list->n == 64)
		stop("too many arguments");
	list->arg[list->n] = arg;
	list->sort[list->n++] = Z3_get_sort(z3, arg);
	list->hash = list->hash * 131 + width;
}

static void add_all(struct list *list, uint32_t l)
{
	for (; l != CVG_NONE && all[l].sym.a != CVG_NONE; l = all[l].sym.b)
		add_to(list, all[all[l].sym.a].is[0],
		       all[all[l].sym.a].sym.width);
}

static Z3_ast call_of(const struct list *list, const char *prefix, uint64_t key,
		      uint32_t width)
{
	char name[80];
	Z3_func_decl fn;

	snprintf(name, sizeof name, "%s%" PRIu64 ".%u.%u.%" PRIu64, prefix, key,
		 width, list->n, list->hash);
	fn = Z3_mk_func_decl(z3, Z3_mk_string_symbol(z3, name), list->n,
			     list->sort, bits_sort(width));
	return Z3_mk_app(z3, fn, list->n, list->arg);
}

static Z3_ast applied(const struct cvg_sym *f)
{
	struct list list = {.n = 0};

	add_all(&list, f->a);
	return call_of(&list, "f", f->imm, f->width);
}

/* All of a list of sets are that number. */
static Z3_ast all_are(uint32_t l, uint64_t what)
{
	Z3_ast are = Z3_mk_true(z3);

	for (; l != CVG_NONE; l = all[l].sym.b) {
		const Z3_ast both[2] = {are,
					Z3_mk_eq(z3, all[all[l].sym.a].is[0],
						 number(64, what))};

		are = Z3_mk_and(z3, 2, both);
	}
	return are;
}

static Z3_ast set_of(const struct cvg_sym *f)
{
	struct list list = {.n = 0};
	Z3_ast none = f->width == 1 ? Z3_mk_false(z3) : number(f->width, 0);

	add_all(&list, f->a);
	add_all(&list, f->b);
	return Z3_mk_ite(z3, all_are(f->b, 0), none,
			 call_of(&list, "s", f->imm, f->width));
}

/* ---- memory ---------------------------------------------------------- */

static void memory(struct known *k)
{
	static const char *const prefix[3] = {"b", "p", "s"};
	static const uint32_t bits[3] = {8, 1, 64};
	Z3_sort at = Z3_mk_bv_sort(z3, 64);

	for (int i = 0; i < 3; i++)
		k->is[i] = named(prefix[i], k->sym.imm,
				 Z3_mk_array_sort(z3, at, bits_sort(bits[i])));
}

static Z3_ast plus(Z3_ast address, uint32_t n)
{
	return n ? Z3_mk_bvadd(z3, address, number(64, n)) : address;
}

static Z3_ast is_simple(Z3_ast set)
{
	return Z3_mk_bvult(z3, set, number(64, 2));
}

/* The set of byte n of a number of so many bytes: that of the number if it is its
 * value alone, or all values; else some other. */
static Z3_ast set_of_byte(Z3_ast set, uint32_t n, uint32_t bytes)
{
	struct list list = {.n = 0};

	if (bytes == 1)
		return set;
	add_to(&list, set, 64);
	return Z3_mk_ite(z3, is_simple(set), set,
			 call_of(&list, "byte", n * 16 + bytes, 64));
}

/* The set of a number from those of its bytes, which are in the list. */
static Z3_ast set_of_bytes(struct list *list, Z3_ast value, uint32_t bytes)
{
	Z3_ast first = list->arg[0], same = Z3_mk_true(z3);

	if (bytes == 1)
		return first;
	for (uint32_t n = 1; n < bytes; n++) {
		const Z3_ast both[2] = {same,
					Z3_mk_eq(z3, first, list->arg[n])};

		same = Z3_mk_and(z3, 2, both);
	}
	add_to(list, value, 8 * bytes);
	{
		const Z3_ast both[2] = {same, is_simple(first)};

		return Z3_mk_ite(z3, Z3_mk_and(z3, 2, both), first,
				 call_of(list, "word", bytes, 64));
	}
}

static void stored(struct known *k)
{
	const struct known *was = &all[k->sym.a];
	const struct cvg_sym *word = &all[k->sym.c].sym;
	Z3_ast at = all[k->sym.b].is[0], value = all[word->a].is[0];
	uint32_t bytes = all[word->a].sym.width / 8u;

	for (int i = 0; i < 3; i++)
		k->is[i] = was->is[i];
	for (uint32_t n = 0; n < bytes; n++) {
		Z3_ast to = plus(at, n);

		k->is[0] =
			Z3_mk_store(z3, k->is[0], to,
				    Z3_mk_extract(z3, 8 * n + 7, 8 * n, value));
		k->is[1] = Z3_mk_store(z3, k->is[1], to, all[word->b].is[0]);
		k->is[2] =
			Z3_mk_store(z3, k->is[2], to,
				    set_of_byte(all[word->c].is[0], n, bytes));
	}
}

/* The bytes that are read, the first one last. */
static Z3_ast joined(Z3_ast from, Z3_ast at, uint32_t bytes)
{
	Z3_ast r = Z3_mk_select(z3, from, at);

	for (uint32_t n = 1; n < bytes; n++)
		r = Z3_mk_concat(z3, Z3_mk_select(z3, from, plus(at, n)), r);
	return r;
}

static Z3_ast any_of(Z3_ast from, Z3_ast at, uint32_t bytes)
{
	Z3_ast r = Z3_mk_select(z3, from, at);

	for (uint32_t n = 1; n < bytes; n++) {
		const Z3_ast both[2] = {r, Z3_mk_select(z3, from, plus(at, n))};

		r = Z3_mk_or(z3, 2, both);
	}
	return r;
}

static Z3_ast loaded(const struct cvg_sym *f)
{
	const struct known *memory = &all[f->a];
	uint32_t bytes =
		(f->op == CVG_Y_LOAD ? f->width : (uint32_t)f->imm) / 8u;
	Z3_ast at = all[f->b].is[0];
	struct list list = {.n = 0};

	if (f->op == CVG_Y_LOAD)
		return joined(memory->is[0], at, bytes);
	if (f->op == CVG_Y_LOAD_POISON)
		return any_of(memory->is[1], at, bytes);
	for (uint32_t n = 0; n < bytes; n++)
		add_to(&list, Z3_mk_select(z3, memory->is[2], plus(at, n)), 64);
	return set_of_bytes(&list, joined(memory->is[0], at, bytes), bytes);
}

/* ---- lines ----------------------------------------------------------- */

static Z3_ast operand(uint32_t s)
{
	return s == CVG_NONE ? NULL : all[s].is[0];
}

static Z3_ast translated(const struct cvg_sym *f)
{
	Z3_ast a = operand(f->a), b = operand(f->b), c = operand(f->c);

	switch ((enum cvg_symop)f->op) {
	case CVG_Y_CONST:
		return constant(f);
	case CVG_Y_VAR:
		return named("v", f->imm, bits_sort(f->width));
	case CVG_Y_NOT:
	case CVG_Y_AND:
	case CVG_Y_OR:
	case CVG_Y_XOR:
		return logic(f, a, b);
	case CVG_Y_EQ:
		return Z3_mk_eq(z3, a, b);
	case CVG_Y_ITE:
		return Z3_mk_ite(z3, a, b, c);
	case CVG_Y_EXTRACT:
		return extracted(f, a);
	case CVG_Y_ZEXT:
	case CVG_Y_SEXT:
		return widened(f, a);
	case CVG_Y_APPLY:
		return applied(f);
	case CVG_Y_SET:
		return set_of(f);
	case CVG_Y_LOAD:
	case CVG_Y_LOAD_POISON:
	case CVG_Y_LOAD_SET:
		return loaded(f);
	case CVG_Y_ADD:
	case CVG_Y_MUL:
	case CVG_Y_UDIV:
	case CVG_Y_SDIV:
	case CVG_Y_UREM:
	case CVG_Y_SREM:
	case CVG_Y_SHL:
	case CVG_Y_LSHR:
	case CVG_Y_ASHR:
	case CVG_Y_ULT:
	case CVG_Y_SLT:
		return arithmetic(f, a, b);
	case CVG_Y_LIST:
	case CVG_Y_MEMORY:
	case CVG_Y_STORE:
	case CVG_Y_WORD:
	case CVG_NSYMOPS:
		break;
	}
	return NULL;
}

static void define(void)
{
	uint32_t at, op, width;
	struct known k = {.sym = {.op = 0}};

	if (scanf("%" SCNu32 "%" SCNu32 "%" SCNu32 "%" SCNu32 "%" SCNu32
		  "%" SCNu32 "%" SCNu64 "%" SCNu64,
		  &at, &op, &width, &k.sym.a, &k.sym.b, &k.sym.c, &k.sym.imm,
		  &k.sym.hi) != 8)
		stop("a line that cannot be read");
	k.sym.op = (uint8_t)op;
	k.sym.width = (uint8_t)width;
	if (at >= nall) {
		uint32_t n = 2 * at + 1024;

		all = realloc(all, n * sizeof *all);
		if (!all)
			stop("out of memory");
		nall = n;
	}
	if (op == CVG_Y_MEMORY)
		memory(&k);
	else if (op == CVG_Y_STORE)
		stored(&k);
	else
		k.is[0] = translated(&k.sym);
	all[at] = k;
}

static uint32_t next_number(void)
{
	uint32_t n;

	if (scanf("%" SCNu32, &n) != 1)
		stop("a line that cannot be read");
	return n;
}

static void values(Z3_solver solver, bool any)
{
	Z3_model model = any ? Z3_solver_get_model(z3, solver) : NULL;
	uint32_t n = next_number();

	if (model)
		Z3_model_inc_ref(z3, model);
	while (n--) {
		uint32_t at = next_number();

		if (model)
			cvg_z3_value(z3, model, all[at].is[0]);
	}
	if (model)
		Z3_model_dec_ref(z3, model);
}

static void answer(bool wants)
{
	uint32_t ms = next_number(), n = next_number();
	Z3_ast *facts = malloc((n + 1) * sizeof *facts);
	Z3_solver solver;
	Z3_lbool said;

	if (!facts)
		stop("out of memory");
	for (uint32_t i = 0; i < n; i++)
		facts[i] = all[next_number()].is[0];
	facts[n] = Z3_mk_not(z3, all[next_number()].is[0]);
	said = cvg_z3_ask(z3, facts, n + 1, ms, wants, &solver);
	free(facts);
	fputs(said == Z3_L_FALSE  ? "yes"
	      : said == Z3_L_TRUE ? "no"
				  : "unknown",
	      stdout);
	if (wants)
		values(solver, said == Z3_L_TRUE);
	putchar('\n');
	fflush(stdout);
	Z3_solver_dec_ref(z3, solver);
}

int main(int argc, char **argv)
{
	rlim_t bytes = (rlim_t)(argc > 1 ? atoll(argv[1]) : 1024) << 20;
	struct rlimit limit = {bytes, bytes};
	Z3_config config = Z3_mk_config();
	char word[2];

	if (!CVG_SHADOW_MEMORY)
		setrlimit(RLIMIT_AS, &limit);
	z3 = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(z3, on_error);
	while (scanf("%1s", word) == 1) {
		if (word[0] == 'd')
			define();
		else
			answer(word[0] == 'm');
	}
	return 0;
}
