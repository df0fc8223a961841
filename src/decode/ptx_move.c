/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inline assembler for NVPTX: moves, comparisons, conversions, memory. */
#include "ptx.h"

#include "reconverge/faults.h"
#include <string.h>

/* ---- mov, with halves of 64 bits ------------------------------------ */

static bool unpack(struct ptx *p, const struct ptx_line *l)
{
	const struct ptx_type whole = {CVG_K_I64, false, false};
	const struct ptx_operand *to = &l->op[0];
	struct cvg_in *in = &p->in;
	uint32_t x;

	if (to->nlist != 2 || !cvg_ptx_use(p, l, 1, whole, &x))
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		uint32_t half = x;

		if (cvg_kind_bytes(p->regs.at[to->list[i]].kind) != 4)
			return false;
		if (i == 1)
			half = cvg_build_opk(in, CVG_U_LSHR, CVG_K_I64, x, 32);
		p->regs.at[to->list[i]].ref = cvg_build_convert(
			in, CVG_U_TRUNC, CVG_K_I64, CVG_K_I32, half, 0);
	}
	return true;
}

static bool pack(struct ptx *p, const struct ptx_line *l)
{
	const struct ptx_operand *from = &l->op[1];
	struct cvg_in *in = &p->in;
	uint32_t half[2];

	if (from->nlist != 2)
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		const struct ptx_reg *r = &p->regs.at[from->list[i]];

		if (r->ref == CVG_NONE || cvg_kind_bytes(r->kind) != 4)
			return false;
		half[i] = cvg_build_convert(in, CVG_U_ZEXT, CVG_K_I32,
					    CVG_K_I64, r->ref, 0);
	}
	half[1] = cvg_build_opk(in, CVG_U_SHL, CVG_K_I64, half[1], 32);
	return cvg_ptx_set(
		p, l, 0,
		cvg_build_op2(in, CVG_U_OR, CVG_K_I64, half[1], half[0]));
}

static bool run_mov(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	uint32_t x;

	if (l->nops != 2)
		return false;
	if (t.kind == CVG_K_I64 && l->op[0].form == PTX_LISTED)
		return unpack(p, l);
	if (t.kind == CVG_K_I64 && l->op[1].form == PTX_LISTED)
		return pack(p, l);
	return cvg_ptx_use(p, l, 1, t, &x) && cvg_ptx_set(p, l, 0, x);
}

/* ---- comparing, choosing -------------------------------------------- */

static bool run_setp(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	static const struct {
		const char *name;
		/* LLVM's predicate for each class of operands; -1: none */
		int of_unsigned, of_signed, of_float;
	} rows[] = {
		{"eq", LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ},
		{"ne", LLVMIntNE, LLVMIntNE, LLVMRealONE},
		{"lt", LLVMIntULT, LLVMIntSLT, LLVMRealOLT},
		{"le", LLVMIntULE, LLVMIntSLE, LLVMRealOLE},
		{"gt", LLVMIntUGT, LLVMIntSGT, LLVMRealOGT},
		{"ge", LLVMIntUGE, LLVMIntSGE, LLVMRealOGE},
		{"lo", LLVMIntULT, -1, -1},
		{"ls", LLVMIntULE, -1, -1},
		{"hi", LLVMIntUGT, -1, -1},
		{"hs", LLVMIntUGE, -1, -1},
		{"equ", -1, -1, LLVMRealUEQ},
		{"neu", -1, -1, LLVMRealUNE},
		{"ltu", -1, -1, LLVMRealULT},
		{"leu", -1, -1, LLVMRealULE},
		{"gtu", -1, -1, LLVMRealUGT},
		{"geu", -1, -1, LLVMRealUGE},
		{"num", -1, -1, LLVMRealORD},
		{"nan", -1, -1, LLVMRealUNO},
	};
	uint32_t a, b;

	if (l->nops != 3 || l->nparts != 3 || !cvg_ptx_use(p, l, 1, t, &a) ||
	    !cvg_ptx_use(p, l, 2, t, &b))
		return false;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int n = t.real	 ? rows[i].of_float
			: t.sign ? rows[i].of_signed
				 : rows[i].of_unsigned;

		if (n < 0 || !cvg_ptx_is(l->part[1], rows[i].name))
			continue;
		return cvg_ptx_set(
			p, l, 0,
			t.real ? cvg_build_fcmp(&p->in, (LLVMRealPredicate)n,
						t.kind, a, b)
			       : cvg_build_icmp(&p->in, (LLVMIntPredicate)n,
						t.kind, a, b));
	}
	return false;
}

static bool run_selp(struct ptx *p, const struct ptx_line *l, struct ptx_type t)
{
	const struct ptx_type bit = {CVG_K_BIT, false, false};
	uint32_t a, b, which;

	return l->nops == 4 && cvg_ptx_use(p, l, 1, t, &a) &&
	       cvg_ptx_use(p, l, 2, t, &b) &&
	       cvg_ptx_use(p, l, 3, bit, &which) &&
	       cvg_ptx_set(p, l, 0,
			   cvg_build_select(&p->in, t.kind, which, a, b));
}

/* ---- cvt ------------------------------------------------------------ */

static bool any_of(const struct ptx_line *l, const char *const *names,
		   uint16_t *out)
{
	for (uint16_t i = 0; i < 4; i++)
		if (cvg_ptx_has(l, names[i])) {
			*out = i;
			return true;
		}
	return false;
}

/* A conversion such as "cvt.rni.s32.f32". Without a rounding in its name, it
 * must be one that does not round. */
static bool run_cvt(struct ptx *p, const struct ptx_line *l, struct ptx_type to)
{
	static const char *const floats[] = {"rn", "rz", "rm", "rp"};
	static const char *const ints[] = {"rzi", "rni", "rmi", "rpi"};
	struct cvg_in *in = &p->in;
	struct ptx_type from;
	enum cvg_ucode code;
	uint16_t n = 0;
	uint32_t x;

	if (!cvg_ptx_type_of(l, 0, &from) || !cvg_ptx_type_of(l, 1, &to) ||
	    l->nops != 2 || cvg_ptx_has(l, "sat") || cvg_ptx_has(l, "ftz") ||
	    !cvg_ptx_use(p, l, 1, from, &x))
		return false;
	if (!from.real && !to.real)
		return l->nparts == 3 &&
		       cvg_ptx_set(p, l, 0,
				   cvg_build_resize(in,
						    cvg_dec_plain(from.kind),
						    to.kind, x, from.sign));
	if (from.real && to.real) {
		bool wider =
			cvg_kind_bytes(to.kind) > cvg_kind_bytes(from.kind);

		code = wider ? CVG_U_FPEXT : CVG_U_FPTRUNC;
		if (from.kind == to.kind || (!wider && !any_of(l, floats, &n)))
			return false;
	} else if (to.real) {
		code = from.sign ? CVG_U_SITOFP : CVG_U_UITOFP;
		if (!any_of(l, floats, &n))
			return false;
	} else {
		code = to.sign ? CVG_U_FPTOSI_SAT : CVG_U_FPTOUI_SAT;
		if (!any_of(l, ints, &n))
			return false;
	}
	return cvg_ptx_set(
		p, l, 0, cvg_build_convert(in, code, from.kind, to.kind, x, n));
}

bool cvg_ptx_move(struct ptx *p, const struct ptx_line *l)
{
	struct ptx_type t;

	if (!cvg_ptx_type_of(l, 0, &t))
		return false;
	if (cvg_ptx_is(l->part[0], "mov"))
		return run_mov(p, l, t);
	if (cvg_ptx_is(l->part[0], "setp"))
		return run_setp(p, l, t);
	if (cvg_ptx_is(l->part[0], "selp"))
		return run_selp(p, l, t);
	if (cvg_ptx_is(l->part[0], "cvt"))
		return run_cvt(p, l, t);
	return false;
}

/* ---- memory --------------------------------------------------------- */

bool cvg_ptx_nothing(struct ptx *p, const struct ptx_line *l)
{
	(void)l;
	cvg_dec_emit(p->in.decoder, CVG_U_NOP, CVG_K_I32);
	return true;
}

bool cvg_ptx_end(struct ptx *p, const struct ptx_line *l)
{
	if (cvg_ptx_is(l->part[0], "exit"))
		cvg_dec_emit(p->in.decoder, CVG_U_EXIT, CVG_K_I32);
	else
		cvg_dec_emit(p->in.decoder, CVG_U_FAULT, CVG_K_I32)->n =
			CVG_F_TRAP;
	return l->nops == 0;
}

/* The threads between which it orders. */
static enum cvg_scope scope_of(const struct ptx_line *l)
{
	if (cvg_ptx_has(l, "cta"))
		return CVG_SCOPE_BLOCK;
	return cvg_ptx_has(l, "cluster") || cvg_ptx_has(l, "gpu") ||
			       cvg_ptx_has(l, "gl")
		       ? CVG_SCOPE_DEVICE
		       : CVG_SCOPE_SYSTEM;
}

bool cvg_ptx_fence(struct ptx *p, const struct ptx_line *l)
{
	bool less = cvg_ptx_has(l, "acq_rel");

	cvg_dec_fence(p->in.decoder,
		      CVG_ORDER_BOTH | (less ? 0u : CVG_ORDER_SEQ),
		      scope_of(l));
	return true;
}

/* What an access orders. One that is relaxed, or volatile, which is as good,
 * orders nothing but is atomic. */
static uint16_t memory_flags(const struct ptx_line *l, unsigned *order)
{
	bool acquires = cvg_ptx_has(l, "acquire");
	bool releases = cvg_ptx_has(l, "release");
	bool is_volatile = cvg_ptx_has(l, "volatile") || cvg_ptx_has(l, "mmio");

	*order = (acquires ? CVG_ORDER_ACQUIRE : 0u) |
		 (releases ? CVG_ORDER_RELEASE : 0u);
	return (uint16_t)((is_volatile ? CVG_UF_VOLATILE : 0) |
			  (is_volatile || acquires || releases ||
					   cvg_ptx_has(l, "relaxed")
				   ? CVG_UF_ATOMIC
				   : 0));
}

/* The memory that the name of an access tells; flat if it tells none. */
static enum cvg_space space_of(const struct ptx_line *l)
{
	if (cvg_ptx_has(l, "global") || cvg_ptx_has(l, "const"))
		return CVG_SPACE_GLOBAL;
	if (cvg_ptx_has(l, "shared"))
		return CVG_SPACE_SHARED;
	return cvg_ptx_has(l, "local") ? CVG_SPACE_PRIVATE : CVG_SPACE_FLAT;
}

/* The address that an operand holds. False: its register has no value, or has 32
 * bits, which no flat address has. */
static bool address_of(struct ptx *p, const struct ptx_operand *operand,
		       enum cvg_space space, uint32_t *out)
{
	const struct ptx_reg *r = &p->regs.at[operand->reg];
	enum cvg_kind kind = CVG_K_I64;

	if (r->ref == CVG_NONE)
		return false;
	if (space == CVG_SPACE_SHARED)
		kind = p->in.decoder->program->shared64 ? CVG_K_I64 : CVG_K_I32;
	if (space == CVG_SPACE_PRIVATE)
		kind = p->in.decoder->program->private64 ? CVG_K_I64
							 : CVG_K_I32;
	if (r->kind != kind && space == CVG_SPACE_FLAT)
		return false;
	*out = cvg_build_resize(&p->in, cvg_dec_plain(r->kind), kind, r->ref,
				false);
	return true;
}

bool cvg_ptx_access(struct ptx *p, const struct ptx_line *l, uint32_t i,
		    struct ptx_access *out, uint32_t *address)
{
	bool both = cvg_ptx_has(l, "acq_rel");

	out->space = space_of(l);
	out->flags = memory_flags(l, &out->order);
	out->order |= both ? CVG_ORDER_BOTH : 0u;
	out->scope = out->order ? scope_of(l) : CVG_SCOPE_THREAD;
	return address_of(p, &l->op[i], out->space, address);
}

struct access {
	const struct ptx_operand *list; /* one register or a list of them */
	uint32_t n;			/* number of registers */
	uint32_t address;		/* ref */
	struct ptx_type type;
	struct ptx_access how;
};

static uint16_t log2_bytes(uint32_t bytes)
{
	uint16_t n = 0;

	while ((1u << (n + 1)) <= bytes)
		n++;
	return n;
}

static bool access_one(struct ptx *p, const struct access *access, uint32_t i,
		       bool load, uint64_t offset)
{
	uint32_t r = access->n == 1 ? access->list->reg : access->list->list[i];
	struct ptx_reg *reg = &p->regs.at[r];
	uint32_t bytes = cvg_kind_bytes(access->type.kind), dst = CVG_NONE;
	struct cvg_uop *uop;

	if (cvg_kind_bytes(reg->kind) != bytes || reg->kind == CVG_K_BIT ||
	    (!load && reg->ref == CVG_NONE))
		return false;
	if (load)
		dst = cvg_dec_temp(p->in.decoder, reg->kind);
	uop = cvg_dec_op(p->in.decoder, load ? CVG_U_LOAD : CVG_U_STORE,
			 cvg_dec_plain(reg->kind), dst, access->address,
			 load ? CVG_NONE : reg->ref, CVG_NONE);
	uop->kind2 = (uint8_t)access->how.space;
	uop->imm = offset + (uint64_t)i * bytes;
	uop->n = log2_bytes(i ? bytes : bytes * access->n);
	uop->flags |= access->how.flags;
	uop->order = (uint8_t)access->how.order;
	uop->scope = (uint8_t)access->how.scope;
	if (i == 0) {
		uop->flags |= CVG_UF_FIRST;
		uop->c = bytes * access->n;
	}
	if (load)
		reg->ref = dst;
	return true;
}

bool cvg_ptx_memory(struct ptx *p, const struct ptx_line *l)
{
	bool load = cvg_ptx_is(l->part[0], "ld");
	const struct ptx_operand *at = &l->op[load ? 1 : 0];
	struct access a = {.list = &l->op[load ? 0 : 1]};

	if ((!load && !cvg_ptx_is(l->part[0], "st")) || l->nops != 2 ||
	    at->form != PTX_ADDRESS || !cvg_ptx_type_of(l, 0, &a.type))
		return false;
	a.n = a.list->form == PTX_LISTED ? a.list->nlist : 1;
	if (a.n == 1 && a.list->form != PTX_REG)
		return false;
	if (a.n != (cvg_ptx_has(l, "v2") ? 2u : cvg_ptx_has(l, "v4") ? 4u : 1u))
		return false;
	if (!cvg_ptx_access(p, l, load ? 1 : 0, &a.how, &a.address))
		return false;
	for (uint32_t i = 0; i < a.n; i++)
		if (!access_one(p, &a, i, load, at->number))
			return false;
	return true;
}
