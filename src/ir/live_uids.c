/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The number of each block of the live module, and the blocks that it was made
 * from. */
#include "live.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <assert.h>
#include <stdlib.h>

#include "number.h"

static void forget_uids(struct cvg_live_fn *fn)
{
	cvg_ptrmap_done(&fn->uid);
	fn->origins.n = 0;
	for (size_t i = 0; i < fn->of_uid.n; i++)
		fn->of_uid.at[i] = (struct cvg_origin){0};
}

/* Extend of_uid to n numbers; the new ones have no origins yet. */
static void know_uids(struct cvg_live_fn *fn, uint32_t n)
{
	struct cvg_origin none = {0};

	while (fn->of_uid.n < n)
		cvg_push(&fn->of_uid, none);
	if (fn->next_uid < n)
		fn->next_uid = n;
}

static uint32_t give_uid(struct cvg_live_fn *fn, LLVMBasicBlockRef block)
{
	uint32_t uid = fn->next_uid;

	know_uids(fn, uid + 1);
	cvg_ptrmap_put(&fn->uid, block, uid);
	return uid;
}

static uint32_t uid_of(struct cvg_live_fn *fn, LLVMBasicBlockRef block)
{
	uint32_t uid = cvg_ptrmap_get(&fn->uid, block);

	return uid == CVG_NONE ? give_uid(fn, block) : uid;
}

/* Add an origin, unless it is in the list already: then `seen` has the list's
 * stamp. */
static void add_once(struct cvg_live_fn *fn, uint32_t uid)
{
	while (fn->seen.n <= uid)
		cvg_push(&fn->seen, 0);
	if (fn->seen.at[uid] == fn->stamp)
		return;
	fn->seen.at[uid] = fn->stamp;
	cvg_push(&fn->origins, uid);
}

/* Add a block as an origin; instead of a block made since the revision, add
 * that block's own origins. */
static void add_origin(struct cvg_live_fn *fn, uint32_t uid)
{
	struct cvg_origin of = fn->of_uid.at[uid];

	if (fn->settled == 0 || uid < fn->settled) {
		add_once(fn, uid);
		return;
	}
	for (uint32_t k = 0; k < of.n; k++)
		add_once(fn, fn->origins.at[of.at + k]);
}

void cvg_live_uid_origin(struct cvg_module *module, uint32_t f,
			 LLVMBasicBlockRef made, const uint32_t *uids, size_t n)
{
	struct cvg_live_fn *fn = &module->fns[f];
	uint32_t at, uid;

	assert(f < module->nfns);
	at = (uint32_t)fn->origins.n;
	fn->stamp++;
	for (size_t i = 0; i < n; i++)
		add_origin(fn, uids[i]);
	uid = give_uid(fn, made);
	fn->of_uid.at[uid].at = at;
	fn->of_uid.at[uid].n = (uint32_t)fn->origins.n - at;
}

void cvg_live_block_origin(struct cvg_module *module, uint32_t f,
			   LLVMBasicBlockRef made,
			   const LLVMBasicBlockRef *from, size_t nfrom)
{
	struct cvg_u32s uids = {0};

	assert(f < module->nfns);
	for (size_t i = 0; i < nfrom; i++)
		cvg_push(&uids, uid_of(&module->fns[f], from[i]));
	cvg_live_uid_origin(module, f, made, uids.at, uids.n);
	free(uids.at);
}

void cvg_live_keep_uid(struct cvg_module *module, uint32_t f,
		       LLVMBasicBlockRef block, uint32_t uid)
{
	assert(f < module->nfns);
	cvg_ptrmap_put(&module->fns[f].uid, block, uid);
}

void cvg_live_block_gone(struct cvg_module *module, uint32_t f,
			 LLVMBasicBlockRef block)
{
	assert(f < module->nfns);
	cvg_ptrmap_remove(&module->fns[f].uid, block);
}

uint32_t cvg_live_block_uid(struct cvg_module *module, uint32_t f,
			    LLVMBasicBlockRef block)
{
	assert(f < module->nfns);
	return uid_of(&module->fns[f], block);
}

void cvg_module_adopt_uids(struct cvg_module *module, uint32_t f,
			   const struct cvg_fn *fn, uint32_t next_uid)
{
	struct cvg_live_fn *live = &module->fns[f];
	uint32_t b = 0;

	assert(f < module->nfns);
	forget_uids(live);
	live->next_uid = 0;
	live->of_uid.n = 0;
	know_uids(live, next_uid);
	live->settled = next_uid;
	for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(live->value);
	     at && b < fn->nblocks; at = LLVMGetNextBasicBlock(at), b++) {
		const struct cvg_block *old = &fn->blocks[b];
		struct cvg_origin origin = {(uint32_t)live->origins.n,
					    old->norigins};

		for (uint32_t i = 0; i < old->norigins; i++)
			cvg_push(&live->origins,
				 fn->origins[old->origins_at + i]);
		know_uids(live, old->uid + 1);
		live->of_uid.at[old->uid] = origin;
		cvg_ptrmap_put(&live->uid, at, old->uid);
	}
}

uint32_t cvg_module_next_uid(const struct cvg_module *module, uint32_t f)
{
	assert(f < module->nfns);
	return module->fns[f].next_uid;
}
