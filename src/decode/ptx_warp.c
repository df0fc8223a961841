/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler for NVPTX: what the threads of a warp or of a block do
 * together, and atomic operations.
 *
 * Example: "shfl.sync.up.b32 r0|p, $1, 1, 0, -1;" gives each thread the $1 of
 * the thread before it, and p tells whether there is one.
 */
#include "ptx.h"

#include "reconverge/faults.h"

static const struct ptx_type bit = {CVG_K_BIT, false, false};
static const struct ptx_type word = {CVG_K_I32, false, false};

/* ---- warps ------------------------------------------------------------- */

static struct cvg_uop *warp_op(struct ptx *p, enum cvg_warpop op,
			       enum cvg_kind kind, enum cvg_kind result)
{
	uint32_t dst = cvg_dec_temp(p->in.decoder, result);
	struct cvg_uop *uop = cvg_dec_emit(p->in.decoder, CVG_U_WARP, kind);

	uop->n = (uint16_t)op;
	uop->dst = dst;
	return uop;
}

/* The row whose name is a part of the line; CVG_NONE: none is. */
static uint32_t named(const struct ptx_line *l, const char *const *names,
		      uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (cvg_ptx_has(l, names[i]))
			return i;
	return CVG_NONE;
}

/* Set operand 0, and the register behind its '|' if there is one. */
static bool set_pair(struct ptx *p, const struct ptx_line *l, uint32_t ref,
		     uint32_t second)
{
	if (l->op[0].form != PTX_REG || l->op[0].negated)
		return false;
	p->regs.at[l->op[0].reg].ref = ref;
	if (l->op[0].paired)
		p->regs.at[l->op[0].second].ref = second;
	return true;
}

static bool run_shfl(struct ptx *p, const struct ptx_line *l)
{
	static const char *const modes[] = {"idx", "up", "down", "bfly"};
	static const enum cvg_warpop ops[] = {CVG_W_SHFL_IDX, CVG_W_SHFL_UP,
					      CVG_W_SHFL_DOWN, CVG_W_SHFL_BFLY};
	bool sync = cvg_ptx_has(l, "sync");
	uint32_t mode = named(l, modes, 4), ref[4] = {0, 0, 0, CVG_NONE};
	uint32_t got[2] = {CVG_NONE, CVG_NONE};

	if (mode == CVG_NONE || l->nops != (sync ? 5u : 4u))
		return false;
	for (uint32_t i = 0; i + 1 < l->nops; i++)
		if (!cvg_ptx_use(p, l, i + 1, word, &ref[i]))
			return false;
	for (uint32_t k = 0; k < (l->op[0].paired ? 2u : 1u); k++) {
		struct cvg_uop *uop =
			warp_op(p, k ? CVG_W_SHFL_OK : ops[mode], CVG_K_I32,
				k ? CVG_K_BIT : CVG_K_I32);

		uop->a = ref[0];
		uop->b = ref[1];
		uop->imm = ref[2];
		uop->c = ref[3];
		uop->width = k ? (uint32_t)ops[mode] : 0;
		got[k] = uop->dst;
	}
	return set_pair(p, l, got[0], got[1]);
}

static bool run_vote(struct ptx *p, const struct ptx_line *l)
{
	static const char *const modes[] = {"all", "any", "uni", "ballot"};
	static const enum cvg_warpop ops[] = {CVG_W_ALL, CVG_W_ANY, CVG_W_UNI,
					      CVG_W_BALLOT};
	bool sync = cvg_ptx_has(l, "sync");
	uint32_t mode = named(l, modes, 4), a, members = CVG_NONE;
	enum cvg_kind kind = mode == 3 ? CVG_K_I32 : CVG_K_BIT;
	struct cvg_uop *uop;

	if (mode == CVG_NONE || l->nops != (sync ? 3u : 2u) ||
	    !cvg_ptx_use(p, l, 1, bit, &a) ||
	    (sync && !cvg_ptx_use(p, l, 2, word, &members)))
		return false;
	uop = warp_op(p, ops[mode], kind, kind);
	uop->a = a;
	uop->c = members;
	return cvg_ptx_set(p, l, 0, uop->dst);
}

static bool run_match(struct ptx *p, const struct ptx_line *l)
{
	bool all = cvg_ptx_has(l, "all");
	struct ptx_type t;
	struct cvg_uop *uop;
	uint32_t a, members, mask;

	if (!cvg_ptx_has(l, "sync") || (!all && !cvg_ptx_has(l, "any")) ||
	    !cvg_ptx_type_of(l, 0, &t) || l->nops != 3 ||
	    !cvg_ptx_use(p, l, 1, t, &a) ||
	    !cvg_ptx_use(p, l, 2, word, &members))
		return false;
	uop = warp_op(p, all ? CVG_W_MATCH_ALL : CVG_W_MATCH_ANY, t.kind,
		      CVG_K_I32);
	uop->a = a;
	uop->c = members;
	mask = uop->dst;
	return set_pair(p, l, mask,
			cvg_build_icmp(&p->in, LLVMIntNE, CVG_K_I32, mask,
				       cvg_build_i32(&p->in, 0)));
}

static bool run_redux(struct ptx *p, const struct ptx_line *l)
{
	static const char *const names[] = {"add", "min", "max",
					    "and", "or",  "xor"};
	static const enum cvg_warpop ops[2][6] = {
		{CVG_W_REDUCE_ADD, CVG_W_REDUCE_UMIN, CVG_W_REDUCE_UMAX,
		 CVG_W_REDUCE_AND, CVG_W_REDUCE_OR, CVG_W_REDUCE_XOR},
		{CVG_W_REDUCE_ADD, CVG_W_REDUCE_SMIN, CVG_W_REDUCE_SMAX,
		 CVG_W_REDUCE_AND, CVG_W_REDUCE_OR, CVG_W_REDUCE_XOR},
	};
	uint32_t which = named(l, names, 6), a, members;
	struct cvg_uop *uop;
	struct ptx_type t;

	if (which == CVG_NONE || !cvg_ptx_has(l, "sync") ||
	    !cvg_ptx_type_of(l, 0, &t) || t.kind != CVG_K_I32 || l->nops != 3 ||
	    !cvg_ptx_use(p, l, 1, t, &a) ||
	    !cvg_ptx_use(p, l, 2, word, &members))
		return false;
	uop = warp_op(p, ops[t.sign][which], CVG_K_I32, CVG_K_I32);
	uop->a = a;
	uop->c = members;
	return cvg_ptx_set(p, l, 0, uop->dst);
}

static bool run_elect(struct ptx *p, const struct ptx_line *l)
{
	struct cvg_uop *uop;
	uint32_t members, is;

	if (l->nops != 2 || !cvg_ptx_use(p, l, 1, word, &members))
		return false;
	uop = warp_op(p, CVG_W_ELECT, CVG_K_BIT, CVG_K_BIT);
	uop->c = members;
	is = uop->dst;
	return set_pair(p, l,
			cvg_build_op1(&p->in, CVG_U_CTTZ, CVG_K_I32, members),
			is);
}

static bool run_activemask(struct ptx *p, const struct ptx_line *l)
{
	return l->nops == 1 &&
	       cvg_ptx_set(p, l, 0,
			   cvg_build_sreg(&p->in, CVG_S_EXEC, CVG_K_I32));
}

bool cvg_ptx_warp(struct ptx *p, const struct ptx_line *l)
{
	if (cvg_ptx_is(l->part[0], "shfl"))
		return run_shfl(p, l);
	if (cvg_ptx_is(l->part[0], "vote"))
		return run_vote(p, l);
	if (cvg_ptx_is(l->part[0], "match"))
		return run_match(p, l);
	if (cvg_ptx_is(l->part[0], "redux"))
		return run_redux(p, l);
	if (cvg_ptx_is(l->part[0], "elect"))
		return run_elect(p, l);
	return run_activemask(p, l);
}

/* ---- barriers ---------------------------------------------------------- */

/* bar.warp.sync: if the members are all active, no lane has to wait; otherwise
 * it is a fault. */
static bool meet_warp(struct ptx *p, const struct ptx_line *l)
{
	struct cvg_uop *uop;
	uint32_t members, yes;

	if (l->nops != 1 || !cvg_ptx_use(p, l, 0, word, &members))
		return false;
	yes = cvg_build_int(&p->in, CVG_K_BIT, 1);
	uop = warp_op(p, CVG_W_ALL, CVG_K_BIT, CVG_K_BIT);
	uop->a = yes;
	uop->c = members;
	cvg_dec_fence(p->in.decoder, CVG_ORDER_BOTH, CVG_SCOPE_WARP);
	return true;
}

bool cvg_ptx_barrier(struct ptx *p, const struct ptx_line *l)
{
	bool arrive = cvg_ptx_has(l, "arrive");
	uint32_t count = CVG_NONE;
	struct cvg_uop *uop;

	if (cvg_ptx_has(l, "warp"))
		return cvg_ptx_has(l, "sync") && meet_warp(p, l);
	if ((!arrive && !cvg_ptx_has(l, "sync")) || l->nops < 1 ||
	    l->nops > 2 || l->op[0].form != PTX_NUMBER ||
	    (l->nops == 2 && !cvg_ptx_use(p, l, 1, word, &count)) ||
	    (arrive && l->nops != 2))
		return false;
	uop = cvg_dec_emit(p->in.decoder, CVG_U_BARRIER, CVG_K_I32);
	uop->imm = l->op[0].number & 15;
	uop->n = arrive;
	uop->a = count;
	return true;
}

/* ---- atomic operations ------------------------------------------------- */

/* The operation of an atomic on numbers of type t; false: it is not known. */
static bool rmw_of(const struct ptx_line *l, struct ptx_type t,
		   enum cvg_rmw *out)
{
	static const char *const names[] = {"add", "exch", "and", "or", "xor",
					    "inc", "dec",  "min", "max"};
	static const enum cvg_rmw ops[] = {
		CVG_A_ADD,	 CVG_A_XCHG, CVG_A_AND,
		CVG_A_OR,	 CVG_A_XOR,  CVG_A_UINC_WRAP,
		CVG_A_UDEC_WRAP, CVG_A_UMIN, CVG_A_UMAX};
	uint32_t which = named(l, names, 9);

	if (which == CVG_NONE || (t.real && which > 1))
		return false;
	*out = ops[which];
	if (t.real && which == 0)
		*out = CVG_A_FADD;
	else if (t.sign && *out == CVG_A_UMIN)
		*out = CVG_A_MIN;
	else if (t.sign && *out == CVG_A_UMAX)
		*out = CVG_A_MAX;
	return true;
}

bool cvg_ptx_atomic(struct ptx *p, const struct ptx_line *l)
{
	bool red = cvg_ptx_is(l->part[0], "red"), cas = cvg_ptx_has(l, "cas");
	uint32_t at = red ? 0 : 1, n = at + (cas ? 3u : 2u);
	uint32_t address, a, b = CVG_NONE, dst;
	enum cvg_rmw op = CVG_A_XCHG;
	struct ptx_access how;
	struct ptx_type t;
	struct cvg_uop *uop;

	if (l->nops != n || l->op[at].form != PTX_ADDRESS || (red && cas) ||
	    !cvg_ptx_type_of(l, 0, &t) || cvg_kind_bytes(t.kind) < 4 ||
	    (!cas && !rmw_of(l, t, &op)) || !cvg_ptx_use(p, l, at + 1, t, &a) ||
	    (cas && !cvg_ptx_use(p, l, at + 2, t, &b)) ||
	    !cvg_ptx_access(p, l, at, &how, &address))
		return false;
	dst = cvg_dec_temp(p->in.decoder, t.kind);
	uop = cvg_dec_op(p->in.decoder, cas ? CVG_U_CMPXCHG : CVG_U_ATOMIC,
			 cvg_dec_plain(t.kind), dst, address, a, b);
	uop->kind2 = (uint8_t)how.space;
	uop->imm = l->op[at].number;
	uop->flags |= CVG_UF_ATOMIC | CVG_UF_FIRST;
	uop->order = (uint8_t)how.order;
	uop->scope = (uint8_t)how.scope;
	if (!cas) {
		uop->n = (uint16_t)op;
		uop->c = cvg_kind_bytes(t.kind);
	}
	return red || cvg_ptx_set(p, l, 0, dst);
}
