/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prices by the machine's code: with prices=machine, every function of a program
 * goes through the code generator when the program is decoded, and the simulator
 * weighs its counts by what became of each block. A program has prices for all of
 * its functions or for none, so that no sum mixes them with the cost table.
 */
#include "inside.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/mcode.h"
#include "reconverge/program.h"

#include <math.h>

bool cvg_proving_by_machine(const struct cvg_session *session)
{
	return cvg_set_int(&session->settings, CVG_SET_PRICES) ==
	       CVG_PRICES_MACHINE;
}

static void fill_prices(struct cvg_program *program, struct cvg_ufn *ufn,
			const struct cvg_mcode *mcode)
{
	ufn->prices = cvg_arena_array(&program->arena, struct cvg_mprice,
				      ufn->fn->nblocks);
	for (uint32_t b = 0; b < ufn->fn->nblocks; b++) {
		const struct cvg_mcounts *counts = &mcode->block[b];

		ufn->prices[b] = (struct cvg_mprice){.insts = counts->priced,
						     .vector = counts->vector,
						     .scalar = counts->scalar,
						     .waits = counts->waits,
						     .vmem = counts->vmem};
	}
}

/* The registers of a kernel have those of what it calls on top. */
static void narrow_room(struct cvg_mroom *room, const struct cvg_mcode *mcode,
			const struct cvg_fn *fn)
{
	double warps = mcode->size[CVG_MSIZE_OCCUPANCY];
	double shared = mcode->size[CVG_MSIZE_SHARED];

	if (isnan(warps))
		warps = mcode->size[CVG_MSIZE_WARPS] / cvg_mchip_of(fn)->simds;
	room->warps = fmin(room->warps, warps);
	room->shared = fmax(room->shared, shared);
	room->assumed = isnan(room->warps);
}

bool cvg_proving_add_prices(struct cvg_session *session,
			    struct cvg_module *module,
			    struct cvg_program *program, struct cvg_err *err)
{
	unsigned seconds =
		(unsigned)cvg_set_int(&session->settings, CVG_SET_TIME_LIMIT);

	program->room = (struct cvg_mroom){.warps = NAN, .shared = NAN};
	for (uint32_t f = 0;
	     f < program->nfns && cvg_proving_by_machine(session); f++) {
		struct cvg_ufn *ufn = &program->fns[f];
		uint32_t at = cvg_module_function_named(module, ufn->name);
		struct cvg_mcode *mcode;

		if (!cvg_module_mcode(cvg_session_coder(session), module, at,
				      ufn->fn, seconds, &mcode, err))
			return false;
		fill_prices(program, ufn, mcode);
		narrow_room(&program->room, mcode, ufn->fn);
		cvg_mcode_free(mcode);
	}
	return true;
}
