/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Liveness: by hand, and against the data-flow equations solved over sets on
 * random graphs. Results are i32, compares i1, so counts are of bits.
 */
#include "tests/unit/cfg_kit.h"

#include <string.h>

static void expect(const struct graph *g, const char *block, uint32_t in,
		   uint32_t peak)
{
	const struct cvg_live *live = cvg_ana_live(g->ana);

	assert_int_equal(live->in_bits[at(g, block)], in);
	assert_int_equal(live->peak_bits[at(g, block)], peak);
}

static void test_straight(void **state)
{
	struct graph g = graph_of("arg n m; e: a = add n m; e: b = mul a n\n"
				  "e: c = add b a; e: store c @x");

	(void)state;
	/* n m | a n | b a | c */
	expect(&g, "e", 64, 64);
	graph_done(&g);
}

static void test_dead(void **state)
{
	struct graph g = graph_of("arg n m; e: a = add n n; e: b = add n n\n"
				  "e: store n @x");

	(void)state;
	/* m is never used; a and b only while they are computed. */
	expect(&g, "e", 32, 64);
	graph_done(&g);
}

static void test_diamond(void **state)
{
	struct graph g = graph_of("arg n m; e: c = icmp n 1; e ? c -> x y\n"
				  "x: a = add n 1; x -> j; y: b = add m 1\n"
				  "y -> j; j: p = phi x:a y:b; j: store p @x");

	(void)state;
	expect(&g, "e", 64, 65);
	expect(&g, "x", 32, 32);
	expect(&g, "y", 32, 32);
	expect(&g, "j", 32, 32);
	assert_int_equal(cvg_ana_live(g.ana)->peak, 65);
	/* n m c: a comparison fills a register too */
	assert_int_equal(cvg_ana_live(g.ana)->registers, 3);
	graph_done(&g);
}

/* n lives through the loop; i dies where k is made, k on the back edge. */
static void test_loop(void **state)
{
	struct graph g = graph_of("arg n m; e -> h; h: i = phi e:m h:k\n"
				  "h: k = add i 1; h: c = icmp k 9\n"
				  "h ? c -> h x; x: store n @x");

	(void)state;
	expect(&g, "e", 64, 64);
	expect(&g, "h", 64, 65);
	expect(&g, "x", 32, 32);
	graph_done(&g);
}

/* A value that only a phi takes does not live in the phi's block. */
static void test_edge(void **state)
{
	struct graph g = graph_of("arg n m; e: c = icmp n 1; e ? c -> x j\n"
				  "x: store n @x; x -> j\n"
				  "j: p = phi e:m x:1; j: q = phi e:7 x:n\n"
				  "j: store p @x; j: store q @x");

	(void)state;
	expect(&g, "e", 64, 65);
	expect(&g, "x", 32, 32);
	expect(&g, "j", 64, 64);
	graph_done(&g);
}

/* ---- by definition ------------------------------------------------------ */

struct sets {
	const struct cvg_fn *fn;
	bool in[32][256], out[32][256]; /* by block, value */
	bool registers;			/* count them, not bits */
};

static bool flows_out(const struct sets *s, uint32_t b, uint32_t v)
{
	const struct cvg_fn *fn = s->fn;

	cvg_foreach_succ (fn, b, to) {
		const struct cvg_block *block = &fn->blocks[*to];

		if (s->in[*to][v])
			return true;
		for (uint32_t i = block->inst_at;
		     i < block->inst_at + block->nphis; i++) {
			const struct cvg_inst *in = &fn->insts[i];

			for (uint32_t k = 0; k < in->nops; k++)
				if (fn->incoming[in->ops_at + k] == b &&
				    cvg_op_of(fn, i, k) == v)
					return true;
		}
	}
	return false;
}

/* Live at the start, not counting the block's own phis. */
static bool flows_in(const struct sets *s, uint32_t b, uint32_t v)
{
	const struct cvg_fn *fn = s->fn;
	uint32_t def = cvg_value_inst(fn, v);

	if (def != CVG_NONE && fn->insts[def].block == b)
		return false;
	for (uint32_t i = fn->blocks[b].inst_at; i <= cvg_block_last(fn, b);
	     i++) {
		for (uint32_t k = 0;
		     fn->insts[i].op != CVG_OP_PHI && k < fn->insts[i].nops;
		     k++)
			if (cvg_op_of(fn, i, k) == v)
				return true;
	}
	return s->out[b][v];
}

static void solve(struct sets *s)
{
	uint32_t n = s->fn->nargs + s->fn->ninsts;
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t b = s->fn->nblocks; b-- > 0;) {
			for (uint32_t v = 0; v < n; v++) {
				bool out = flows_out(s, b, v), in;

				changed |= out != s->out[b][v];
				s->out[b][v] = out;
				in = flows_in(s, b, v);
				changed |= in != s->in[b][v];
				s->in[b][v] = in;
			}
		}
	}
}

static uint32_t room(const struct sets *s, uint32_t v)
{
	uint32_t bits = s->fn->types[s->fn->values[v].type].bits;

	return s->registers ? (bits + 31) / 32 : bits;
}

/* Backward through block b with the set itself. */
static uint32_t peak_of(const struct sets *s, uint32_t b, uint32_t *start)
{
	const struct cvg_fn *fn = s->fn;
	bool now[256];
	uint32_t peak = 0, sum = 0;

	memcpy(now, s->out[b], sizeof now);
	for (uint32_t v = 0; v < fn->nargs + fn->ninsts; v++)
		sum += now[v] ? room(s, v) : 0;
	for (uint32_t i = cvg_block_last(fn, b) + 1;
	     i-- > fn->blocks[b].inst_at + fn->blocks[b].nphis;) {
		uint32_t made = cvg_inst_value(fn, i);
		uint32_t with = sum + (now[made] ? 0 : room(s, made));

		peak = with > peak ? with : peak;
		sum -= now[made] ? room(s, made) : 0;
		now[made] = false;
		for (uint32_t k = 0; k < fn->insts[i].nops; k++) {
			uint32_t v = cvg_op_of(fn, i, k);

			if (v >= fn->nargs + fn->ninsts || now[v])
				continue;
			now[v] = true;
			sum += room(s, v);
		}
	}
	*start = sum;
	return sum > peak ? sum : peak;
}

/* Forward and backward edges; every block computes from what dominates. */
static struct graph random_loops(uint32_t *seed, uint32_t n)
{
	struct cvg_str text = {0};
	struct graph g;

	cvg_str_add(&text, "arg n m; e: x0 = add n m; e: y0 = icmp x0 n\n"
			   "e -> b1\n");
	for (uint32_t b = 1; b < n; b++) {
		uint32_t up = draw(seed, b);
		uint32_t back = 1 + draw(seed, b);

		cvg_str_addf(&text, "b%u: x%u = add x%u x%u\n", b, b, up,
			     draw(seed, b));
		cvg_str_addf(&text, "b%u: y%u = icmp x%u x%u\n", b, b, b,
			     draw(seed, b + 1));
		if (b + 1 < n)
			cvg_str_addf(&text, "b%u ? y%u -> b%u b%u\n", b,
				     draw(seed, b + 1), b + 1, back);
	}
	g = graph_of(cvg_str_of(&text));
	cvg_str_done(&text);
	return g;
}

static void test_random(void **state)
{
	uint32_t seed = 11;
	struct sets *s = cvg_calloc(1, sizeof *s);

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct graph g = random_loops(&seed, 3 + draw(&seed, 20));
		const struct cvg_live *live = cvg_ana_live(g.ana);
		uint32_t most = 0;

		memset(s, 0, sizeof *s);
		s->fn = g.fn;
		solve(s);
		for (uint32_t b = 0; b < g.fn->nblocks; b++) {
			uint32_t start, registers;
			uint32_t peak;

			s->registers = true;
			registers = peak_of(s, b, &start);
			most = registers > most ? registers : most;
			s->registers = false;
			peak = peak_of(s, b, &start);
			assert_int_equal(live->in_bits[b], start);
			assert_int_equal(live->peak_bits[b], peak);
		}
		assert_int_equal(live->registers, most);
		graph_done(&g);
	}
	free(s);
}

UNIT_TESTS(live_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_straight), cmocka_unit_test(test_dead),
		cmocka_unit_test(test_diamond),	 cmocka_unit_test(test_loop),
		cmocka_unit_test(test_edge),	 cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
