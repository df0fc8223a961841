/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds how a function uses the memory that a pointer parameter points to:
 * whether it reads or writes it, and of which kinds the numbers are. The
 * pointer is followed through arithmetic, phis, calls of functions with a body,
 * and variables on the stack that hold nothing but copies of it (unoptimized
 * code keeps its parameters in such variables). If a pointer goes anywhere
 * else, its memory is taken to be read and written. Each value is visited once.
 */
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "decode_int.h"

struct uses {
	struct cvg_decoder *decoder;
	cvg_vec(LLVMValueRef) work;  /* copies of the pointer, to visit */
	cvg_vec(LLVMValueRef) homes; /* addresses of its homes, to visit: stack
					memory that holds a copy */
	struct cvg_ptrmap seen;	     /* all that were ever in work */
	struct cvg_ptrmap home;	     /* all that were ever in homes */
	uint32_t count[CVG_NKINDS];  /* accesses by kind */
	bool read, written;
};

static void follow(struct uses *uses, LLVMValueRef v)
{
	if (cvg_ptrmap_get(&uses->seen, v) != CVG_NONE)
		return;
	cvg_ptrmap_put(&uses->seen, v, 0);
	cvg_push(&uses->work, v);
}

/* Note that the stack memory at v holds a copy of the pointer. */
static void follow_home(struct uses *uses, LLVMValueRef v)
{
	if (cvg_ptrmap_get(&uses->home, v) != CVG_NONE)
		return;
	cvg_ptrmap_put(&uses->home, v, 0);
	cvg_push(&uses->homes, v);
}

static void unsure(struct uses *uses)
{
	uses->read = uses->written = true;
}

static void count_access(struct uses *uses, LLVMTypeRef type)
{
	const struct cvg_layout *layout = cvg_dec_layout(uses->decoder, type);

	if (layout->ok && layout->n)
		uses->count[layout->at[0].kind]++;
}

/* ---- calls ----------------------------------------------------------- */

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* Count the accesses of an intrinsic; one that is not known may read and
 * write. */
static void count_intrinsic(struct uses *uses, LLVMValueRef call,
			    const char *name, LLVMValueRef v)
{
	if (begins(name, "llvm.lifetime.") || begins(name, "llvm.assume") ||
	    begins(name, "llvm.dbg.") || begins(name, "llvm.prefetch") ||
	    begins(name, "llvm.invariant."))
		return;
	if (begins(name, "llvm.memset.")) {
		uses->written = true;
		return;
	}
	if (!begins(name, "llvm.memcpy.") && !begins(name, "llvm.memmove.")) {
		unsure(uses);
		return;
	}
	if (LLVMGetOperand(call, 0) == v)
		uses->written = true;
	if (LLVMGetOperand(call, 1) == v)
		uses->read = true;
}

/* Count the accesses of a function that reads or writes images, or asks for
 * their size. */
static void count_image(struct uses *uses, uint8_t price)
{
	uses->read |= price == CVG_PRICE_LOAD;
	uses->written |= price == CVG_PRICE_STORE;
}

/* Count the accesses of a built-in function: it reads memory behind a pointer
 * to const and writes memory behind any other; an atomic function does both.
 * False: it is no built-in function. */
static bool count_builtin(struct uses *uses, LLVMValueRef call,
			  const char *name, LLVMValueRef v)
{
	struct cvg_builtin_name b;
	uint8_t price;

	if (!cvg_builtin_find(name, &b))
		return false;
	price = cvg_builtin_row(b.row)->price;
	for (unsigned k = 0; k < b.m.nparams; k++) {
		const struct cvg_mtype *type = &b.m.params[k];

		if (k >= LLVMGetNumArgOperands(call) ||
		    LLVMGetOperand(call, k) != v)
			continue;
		if (type->scalar == 'N' && begins(type->name, "ocl_image"))
			count_image(uses, price);
		if (type->stars != 1)
			continue;
		if (cvg_bi_kind(type->scalar) != CVG_NKINDS)
			uses->count[cvg_bi_kind(type->scalar)]++;
		uses->read |= type->constant || price == CVG_PRICE_RMW;
		uses->written |= !type->constant;
	}
	if (!b.m.name)
		uses->written = true;
	return true;
}

static void count_call(struct uses *uses, LLVMValueRef call, LLVMValueRef v)
{
	LLVMValueRef fn = cvg_dec_callee(call);
	unsigned n = LLVMGetNumArgOperands(call);
	size_t len;

	if (!fn) {
		unsure(uses);
		return;
	}
	if (LLVMIsDeclaration(fn)) {
		const char *name = LLVMGetValueName2(fn, &len);

		if (!count_builtin(uses, call, name, v))
			count_intrinsic(uses, call, name, v);
		return;
	}
	for (unsigned k = 0; k < n; k++) {
		if (LLVMGetOperand(call, k) != v)
			continue;
		if (k < LLVMCountParams(fn))
			follow(uses, LLVMGetParam(fn, k));
		else
			unsure(uses);
	}
}

/* ---- memory ---------------------------------------------------------- */

/* The stack variable whose address the pointer is; NULL: none. */
static LLVMValueRef stack_variable(LLVMValueRef p)
{
	while (LLVMIsAAddrSpaceCastInst(p))
		p = LLVMGetOperand(p, 0);
	return LLVMIsAAllocaInst(p) ? p : NULL;
}

static void count_store(struct uses *uses, LLVMValueRef store, LLVMValueRef v)
{
	LLVMValueRef to = LLVMGetOperand(store, 1);
	LLVMValueRef home;

	if (LLVMGetOperand(store, 0) == v) {
		home = stack_variable(to);
		if (home)
			follow_home(uses, home);
		else
			unsure(uses);
	}
	if (to != v)
		return;
	uses->written = true;
	count_access(uses, LLVMTypeOf(LLVMGetOperand(store, 0)));
}

static void count_use(struct uses *uses, LLVMValueRef user, LLVMValueRef v)
{
	switch ((unsigned)LLVMGetInstructionOpcode(user)) {
	case LLVMLoad:
		uses->read = true;
		count_access(uses, LLVMTypeOf(user));
		break;
	case LLVMStore:
		count_store(uses, user, v);
		break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		unsure(uses);
		count_access(uses, LLVMTypeOf(LLVMGetOperand(user, 1)));
		break;
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMFreeze:
		follow(uses, user);
		break;
	case LLVMICmp:
		break;
	case LLVMCall:
		count_call(uses, user, v);
		break;
	default:
		unsure(uses);
	}
}

/* Count a use of the address of stack memory that holds a copy. */
static void count_home(struct uses *uses, LLVMValueRef user, LLVMValueRef home)
{
	size_t n;

	switch ((unsigned)LLVMGetInstructionOpcode(user)) {
	case LLVMLoad:
		if (LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind)
			follow(uses, user);
		else
			unsure(uses);
		break;
	case LLVMStore:
		if (LLVMGetOperand(user, 0) == home)
			unsure(uses);
		break;
	case LLVMAddrSpaceCast:
		follow_home(uses, user);
		break;
	case LLVMCall:
		if (!begins(LLVMGetValueName2(LLVMGetCalledValue(user), &n),
			    "llvm.lifetime."))
			unsure(uses);
		break;
	default:
		unsure(uses);
	}
}

static void visit(struct uses *uses, LLVMValueRef v, bool home)
{
	for (LLVMUseRef use = LLVMGetFirstUse(v); use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsAInstruction(user))
			continue;
		if (home)
			count_home(uses, user, v);
		else
			count_use(uses, user, v);
	}
}

void cvg_dec_uses(struct cvg_decoder *decoder, LLVMValueRef v,
		  struct cvg_param *param)
{
	struct uses u = {.decoder = decoder};
	uint32_t best = 0;

	follow(&u, v);
	while (u.work.n || u.homes.n) {
		if (u.work.n)
			visit(&u, u.work.at[--u.work.n], false);
		else
			visit(&u, u.homes.at[--u.homes.n], true);
	}
	for (uint32_t k = 0; k < CVG_NKINDS; k++)
		if (u.count[k] > best) {
			best = u.count[k];
			param->pointee = (enum cvg_kind)k;
		}
	param->read = u.read;
	param->written = u.written;
	cvg_ptrmap_done(&u.seen);
	cvg_ptrmap_done(&u.home);
	free(u.work.at);
	free(u.homes.at);
}
