/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations between the lanes of a warp. A lane that gets the value of another
 * lane also gets its doubt. The value of a lane that does not take part is
 * undefined, unless the target says that it is zero.
 *
 * PTX ISA, "shfl.sync", "vote.sync", "match.sync", "redux.sync":
 * docs.nvidia.com/cuda/parallel-thread-execution. DPP, ds_swizzle, ds_permute:
 * AMD, "Vega 7nm Instruction Set Architecture", 2020, sections 12.
 */
#include "sim/machine.h"

#include <assert.h>
#include <string.h>

#define NO_LANE UINT32_MAX

/* One warp operation while it runs. */
struct share {
	struct cvg_warp *warp;
	const struct cvg_bound *op;
	const struct cvg_uop *uop;
	uint32_t lanes;
	uint64_t part;		/* lanes that take part */
	uint8_t *result;	/* the row to write */
	enum cvg_kind kind;	/* of the result */
	uint64_t poison, undef; /* lanes whose result is that */
};

static uint64_t value(const struct share *share, const struct cvg_at *at,
		      uint8_t kind, uint32_t lane)
{
	return cvg_row_get(cvg_row(share->warp, at), (enum cvg_kind)kind, lane);
}

static uint64_t value_a(const struct share *share, uint32_t lane)
{
	return value(share, &share->op->a, share->op->a_kind, lane);
}

static uint64_t value_b(const struct share *share, uint32_t lane)
{
	return value(share, &share->op->b, share->op->b_kind, lane);
}

static uint64_t value_c(const struct share *share, uint32_t lane)
{
	return value(share, &share->op->c, share->op->c_kind, lane);
}

static void set(struct share *share, uint32_t lane, uint64_t v)
{
	cvg_row_set(share->result, share->kind, lane, v);
}

/* Give a lane the value and the doubt that lane `from` has of an operand. */
static void get(struct share *share, const struct cvg_at *at, uint8_t kind,
		uint32_t lane, uint32_t from)
{
	const struct cvg_doubt *d = cvg_doubt_of(share->warp, at);

	set(share, lane, value(share, at, kind, from));
	share->poison |= (d->poison >> from & 1) << lane;
	share->undef |= (d->undef >> from & 1) << lane;
}

static void set_all(struct share *share, uint64_t v)
{
	for (uint32_t l = 0; l < share->lanes; l++)
		set(share, l, v);
}

/* The result depends on all these lanes of an operand: it is in doubt if one of
 * them is. */
static void doubt_all(struct share *share, const struct cvg_at *at,
		      uint64_t lanes)
{
	const struct cvg_doubt *d = cvg_doubt_of(share->warp, at);

	if (d->poison & lanes)
		share->poison = UINT64_MAX;
	if (d->undef & lanes)
		share->undef = UINT64_MAX;
}

/*
 * Find the lanes that take part: the active ones, or the members that an operand
 * names. If a member is not active, the other members would wait for ever on a
 * real machine: that is a fault.
 */
static bool find_part(struct share *share)
{
	struct cvg_warp *warp = share->warp;
	uint32_t first = cvg_first_lane(warp->active);
	uint64_t members;

	share->part = warp->active;
	if (share->uop->c == CVG_NONE || share->uop->n == CVG_W_WRITELANE ||
	    share->uop->n == CVG_W_PERMLANE16 ||
	    share->uop->n == CVG_W_PERMLANEX16)
		return true;
	members = value_c(share, first);
	if (!(members >> first & 1) || (members & warp->alive & ~warp->active))
		return cvg_warp_fault(warp, CVG_F_WARP_OPERATION, first,
				      share->uop);
	share->part = members & warp->active;
	return true;
}

/* ---- votes ----------------------------------------------------------- */

static uint64_t yes_of(const struct share *share)
{
	uint64_t bits;

	memcpy(&bits, cvg_row(share->warp, &share->op->a), sizeof(bits));
	return bits & share->part;
}

static void vote(struct share *share)
{
	uint64_t yes = yes_of(share), v = 0;

	doubt_all(share, &share->op->a, share->part);
	switch (share->uop->n) {
	case CVG_W_BALLOT:
		v = yes;
		break;
	case CVG_W_ANY:
		v = yes != 0;
		break;
	case CVG_W_ALL:
		v = yes == share->part;
		break;
	case CVG_W_UNI:
		v = yes == share->part || !yes;
		break;
	}
	set_all(share, v);
}

static uint64_t lanes_like(const struct share *share, uint32_t lane)
{
	uint64_t same = 0, v = value_a(share, lane);

	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		same |= (uint64_t)(value_a(share, l) == v) << l;
	}
	return same;
}

static void match(struct share *share)
{
	doubt_all(share, &share->op->a, share->part);
	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t same = lanes_like(share, l);

		if (share->uop->n == CVG_W_MATCH_ALL && same != share->part)
			same = 0;
		set(share, l, same);
	}
}

static void elect(struct share *share)
{
	for (uint32_t l = 0; l < share->lanes; l++)
		set(share, l, l == cvg_first_lane(share->part));
}

/* ---- reductions ------------------------------------------------------ */

static int64_t as_signed(uint64_t v, uint32_t bits)
{
	return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

/* One of the eight operations REDUCE_ADD to REDUCE_XOR. */
static uint64_t fold(uint32_t n, uint32_t bits, uint64_t x, uint64_t y)
{
	int64_t a = as_signed(x, bits), b = as_signed(y, bits);

	if (n == CVG_W_REDUCE_ADD)
		return x + y;
	if (n == CVG_W_REDUCE_SMIN)
		return a < b ? x : y;
	if (n == CVG_W_REDUCE_SMAX)
		return a > b ? x : y;
	if (n == CVG_W_REDUCE_UMIN)
		return x < y ? x : y;
	if (n == CVG_W_REDUCE_UMAX)
		return x > y ? x : y;
	if (n == CVG_W_REDUCE_AND)
		return x & y;
	if (n == CVG_W_REDUCE_OR)
		return x | y;
	assert(n == CVG_W_REDUCE_XOR);
	return x ^ y;
}

static void reduce(struct share *share)
{
	uint32_t bits = cvg_kind_bytes(share->kind) * 8;
	uint64_t sum = value_a(share, cvg_first_lane(share->part));

	doubt_all(share, &share->op->a, share->part);
	for (uint64_t rest = share->part & (share->part - 1); rest;
	     rest &= rest - 1)
		sum = fold(share->uop->n, bits, sum,
			   value_a(share, cvg_first_lane(rest)));
	set_all(share, sum);
}

/* ---- PTX shuffles ---------------------------------------------------- */

/* The source lane of PTX's shfl, and whether it is in range. */
static uint32_t shuffle_source(const struct share *share, uint32_t how,
			       uint32_t lane, bool *ok)
{
	uint32_t control = (uint32_t)cvg_row_get(
		cvg_ref_row(share->warp, (uint32_t)share->uop->imm), CVG_K_I32,
		lane);
	uint32_t by = (uint32_t)value_b(share, lane) & 31;
	uint32_t segment = control >> 8 & 31, clamp = control & 31;
	uint32_t last = (lane & segment) | (clamp & ~segment);
	uint32_t first = lane & segment, from;

	if (how == CVG_W_SHFL_UP) {
		from = lane - by;
		*ok = (int32_t)from >= (int32_t)last;
		return *ok ? from & 31 : lane;
	}
	if (how == CVG_W_SHFL_DOWN)
		from = lane + by;
	else if (how == CVG_W_SHFL_BFLY)
		from = lane ^ by;
	else
		from = first | (by & ~segment);
	*ok = from <= last;
	return *ok ? from & 31 : lane;
}

static void shuffle(struct share *share)
{
	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		bool ok;

		if (share->uop->n == CVG_W_SHFL_OK) {
			shuffle_source(share, share->uop->width, l, &ok);
			set(share, l, ok);
			continue;
		}
		uint32_t from = shuffle_source(share, share->uop->n, l, &ok);

		get(share, &share->op->a, share->op->a_kind, l, from);
		if (!(share->part >> from & 1))
			share->undef |= UINT64_C(1) << l;
	}
}

/* ---- AMDGPU ---------------------------------------------------------- */

static void read_lane(struct share *share)
{
	uint32_t first = cvg_first_lane(share->part);
	uint32_t from =
		share->uop->n == CVG_W_FIRSTLANE
			? first
			: (uint32_t)value_b(share, first) % share->lanes;

	for (uint32_t l = 0; l < share->lanes; l++)
		get(share, &share->op->a, share->op->a_kind, l, from);
	if (!(share->part >> from & 1))
		share->undef = UINT64_MAX;
}

static void write_lane(struct share *share)
{
	uint32_t first = cvg_first_lane(share->part);
	uint32_t to = (uint32_t)value_b(share, first) % share->lanes;

	for (uint32_t l = 0; l < share->lanes; l++)
		get(share, &share->op->c, share->op->c_kind, l, l);
	share->poison &= ~(UINT64_C(1) << to);
	share->undef &= ~(UINT64_C(1) << to);
	set(share, to, value_a(share, first));
}

static void permute(struct share *share)
{
	set_all(share, 0);
	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint32_t at = (uint32_t)(value_a(share, l) >> 2) % share->lanes;

		if (share->uop->n == CVG_W_PERMUTE)
			get(share, &share->op->b, share->op->b_kind, at, l);
		else if (share->part >> at & 1)
			get(share, &share->op->b, share->op->b_kind, l, at);
	}
}

static uint32_t swizzle_source(uint32_t pattern, uint32_t lane)
{
	if (pattern & 0x8000)
		return (lane & ~3U) | (pattern >> 2 * (lane & 3) & 3);
	return (lane & ~31U) |
	       ((((lane & 31) & (pattern & 31)) | (pattern >> 5 & 31)) ^
		(pattern >> 10 & 31));
}

static void swizzle(struct share *share)
{
	set_all(share, 0);
	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint32_t from = swizzle_source((uint32_t)share->uop->imm, l);

		if (share->part >> from & 1)
			get(share, &share->op->a, share->op->a_kind, l, from);
	}
}

/* Source lane of a DPP control, NO_LANE if it lies outside. */
static uint32_t dpp_source(uint32_t ctrl, uint32_t lane, uint32_t lanes)
{
	uint32_t row = lane & ~15U, in = lane & 15, n = ctrl & 15;

	if (ctrl < 0x100)
		return (lane & ~3U) | (ctrl >> 2 * (lane & 3) & 3);
	switch (ctrl & ~15U) {
	case 0x100: /* row_shl */
		return in + n < 16 ? lane + n : NO_LANE;
	case 0x110: /* row_shr */
		return in >= n ? lane - n : NO_LANE;
	case 0x120: /* row_ror */
		return row | ((in - n) & 15);
	case 0x150: /* row_share */
		return row | n;
	case 0x160: /* row_xmask */
		return row | (in ^ n);
	}
	switch (ctrl) {
	case 0x130: /* wave_shl:1 */
		return lane + 1 < lanes ? lane + 1 : NO_LANE;
	case 0x134: /* wave_rol:1 */
		return (lane + 1) % lanes;
	case 0x138: /* wave_shr:1 */
		return lane ? lane - 1 : NO_LANE;
	case 0x13c: /* wave_ror:1 */
		return (lane + lanes - 1) % lanes;
	case 0x140: /* row_mirror */
		return row | (15 - in);
	case 0x141: /* row_half_mirror */
		return (lane & ~7U) | (7 - (lane & 7));
	case 0x142: /* row_bcast:15 */
		return row ? row - 1 : NO_LANE;
	case 0x143: /* row_bcast:31 */
		return lane >= 32 ? 31 : NO_LANE;
	}
	return NO_LANE;
}

static void dpp(struct share *share)
{
	uint32_t ctrl = (uint32_t)share->uop->imm & 0xffff;
	uint32_t rows = (uint32_t)(share->uop->imm >> 16) & 15;
	uint32_t banks = (uint32_t)(share->uop->imm >> 20) & 15;
	bool bound = share->uop->imm >> 24 & 1;

	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint32_t from = dpp_source(ctrl, l, share->lanes);
		bool valid = from != NO_LANE && (share->part >> from & 1);

		if (!(rows >> l / 16 & 1) || !(banks >> l / 4 % 4 & 1) ||
		    (!valid && !bound))
			get(share, &share->op->a, share->op->a_kind, l, l);
		else if (valid)
			get(share, &share->op->b, share->op->b_kind, l, from);
		else
			set(share, l, 0);
	}
}

static void permlane(struct share *share)
{
	uint32_t first = cvg_first_lane(share->part);
	bool across = share->uop->n == CVG_W_PERMLANEX16;

	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint64_t pick = l % 16 < 8 ? value_b(share, first)
					   : value_c(share, first);
		uint32_t from = (l & ~15U) | (pick >> 4 * (l % 8) & 15);

		if (across)
			from ^= 16;
		get(share, &share->op->a, share->op->a_kind, l, from);
		if (share->part >> from & 1)
			continue;
		if (share->uop->imm & 2)
			set(share, l, 0);
		else
			share->undef |= UINT64_C(1) << l;
	}
}

static void permlane64(struct share *share)
{
	for (uint64_t rest = share->part; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint32_t from = share->lanes == 64 ? l ^ 32 : l;

		get(share, &share->op->a, share->op->a_kind, l, from);
		if (!(share->part >> from & 1))
			share->undef |= UINT64_C(1) << l;
	}
}

static void count_below(struct share *share)
{
	bool low = share->uop->n == CVG_W_MBCNT_LO;
	const struct cvg_doubt *a = cvg_doubt_of(share->warp, &share->op->a);
	const struct cvg_doubt *b = cvg_doubt_of(share->warp, &share->op->b);

	for (uint32_t l = 0; l < share->lanes; l++) {
		uint64_t below = (UINT64_C(1) << l) - 1;
		uint64_t half = low ? below & UINT32_MAX : below >> 32;

		set(share, l,
		    value_b(share, l) + (uint64_t)__builtin_popcountll(
						value_a(share, l) & half));
	}
	share->poison |= a->poison | b->poison;
	share->undef |= a->undef | b->undef;
}

/* ---- the table ------------------------------------------------------- */

typedef void share_fn(struct share *share);

static share_fn *const shares[CVG_NWARPOPS] = {
	[CVG_W_BALLOT] = vote,
	[CVG_W_ANY] = vote,
	[CVG_W_ALL] = vote,
	[CVG_W_UNI] = vote,
	[CVG_W_MATCH_ANY] = match,
	[CVG_W_MATCH_ALL] = match,
	[CVG_W_SHFL_IDX] = shuffle,
	[CVG_W_SHFL_UP] = shuffle,
	[CVG_W_SHFL_DOWN] = shuffle,
	[CVG_W_SHFL_BFLY] = shuffle,
	[CVG_W_SHFL_OK] = shuffle,
	[CVG_W_FIRSTLANE] = read_lane,
	[CVG_W_READLANE] = read_lane,
	[CVG_W_WRITELANE] = write_lane,
	[CVG_W_PERMUTE] = permute,
	[CVG_W_BPERMUTE] = permute,
	[CVG_W_SWIZZLE] = swizzle,
	[CVG_W_DPP] = dpp,
	[CVG_W_PERMLANE16] = permlane,
	[CVG_W_PERMLANEX16] = permlane,
	[CVG_W_PERMLANE64] = permlane64,
	[CVG_W_MBCNT_LO] = count_below,
	[CVG_W_MBCNT_HI] = count_below,
	[CVG_W_REDUCE_ADD] = reduce,
	[CVG_W_REDUCE_SMIN] = reduce,
	[CVG_W_REDUCE_SMAX] = reduce,
	[CVG_W_REDUCE_UMIN] = reduce,
	[CVG_W_REDUCE_UMAX] = reduce,
	[CVG_W_REDUCE_AND] = reduce,
	[CVG_W_REDUCE_OR] = reduce,
	[CVG_W_REDUCE_XOR] = reduce,
	[CVG_W_ELECT] = elect,
};

CVG_MACHINE_OP(warp)
{
	struct share s = {
		.warp = warp,
		.op = op,
		.uop = op->uop,
		.lanes = cvg_lanes(warp),
		.result = cvg_result(warp, op),
		.kind = (enum cvg_kind)op->dst_kind,
	};

	if (!find_part(&s))
		return false;
	shares[op->uop->n](&s);
	cvg_result_end(warp, op, s.poison, s.undef);
	return true;
}
