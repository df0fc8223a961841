/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A snapshot under construction, shared by the files that make it. */
#ifndef RECONVERGE_IR_SNAPSHOT_H
#define RECONVERGE_IR_SNAPSHOT_H

#include "live.h"
#include "number.h"
#include "reconverge/graph.h"

struct cvg_ana;

/* One function printed, cut into instructions; see snaptext.c. */
struct cvg_lines {
	char *text;	      /* a copy; the lines point into it */
	cvg_vec(char *) line; /* [ninsts] the instruction's text */
};

struct cvg_snap {
	struct cvg_module *module;
	struct cvg_live_fn *live;
	struct cvg_fn *fn; /* the result */
	struct cvg_numbering num;
	struct cvg_lines lines;	   /* empty if no text is needed */
	struct cvg_ptrmap type_id; /* LLVMTypeRef -> type id */
	cvg_vec(struct cvg_type) types;
	cvg_vec(const char *) files;  /* source files, as in cvg_fn */
	cvg_vec(uint64_t) type_hash;  /* [type id] hash of the type's text */
	cvg_vec(uint64_t) value_hash; /* [value id] does not hash names */
	cvg_vec(struct cvg_spot) spots;
	struct cvg_ptrmap spot_id; /* location or subprogram -> spots, file ->
				      files */
};

/* ---- snapvalue.c ----------------------------------------------------- */

/* The id of a type; it gets one if it has none. */
uint32_t cvg_snap_type(struct cvg_snap *snap, LLVMTypeRef type);
/* Fill fn->values and the names of the blocks. */
void cvg_snap_values(struct cvg_snap *snap);

/* ---- snaptext.c ------------------------------------------------------ */

/* Print function f of the module and cut the text into instructions. */
void cvg_lines_init(struct cvg_lines *lines, struct cvg_module *module,
		    uint32_t f, size_t ninsts);
void cvg_lines_done(struct cvg_lines *lines);
/* The scope between the quotes of syncscope("agent"); n is 0 if the line has
 * none. */
const char *cvg_line_scope(const char *line, size_t *n);

/* ---- snapspot.c ------------------------------------------------------ */

/* Where the instruction stands in the source, as in cvg_inst. */
uint32_t cvg_snap_spot(struct cvg_snap *snap, LLVMValueRef inst);
/* Fill the files and spots, and the function's own; runs last. */
void cvg_snap_spots(struct cvg_snap *snap);

/* ---- fnkind.c -------------------------------------------------------- */

/* Fill fn->reqd_work_group; the attributes must be filled before. */
void cvg_snap_work_group(struct cvg_snap *snap);

/* ---- fingerprint.c --------------------------------------------------- */

static inline uint64_t cvg_mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * UINT64_C(0x9fb21c651e98df25);
	return h ^ (h >> 32);
}

/* FNV-1a over bytes, then mixed. */
uint64_t cvg_hash_text(const char *text, size_t n);
/* The fingerprint of the function; all else must be filled before. */
uint64_t cvg_snap_fingerprint(struct cvg_snap *snap);
/* Mark the instructions of a finished snapshot with CVG_I_SCALAR (scalars.c). The
 * analyses are those for which nothing is known of callers. */
struct cvg_ana *cvg_snap_scalars(struct cvg_fn *fn);

/* A snapshot as cvg_module_snapshot makes it, with analyses that know of the callers
 * what those of an earlier snapshot know. */
struct cvg_fn *cvg_module_snapshot_again(struct cvg_module *module, uint32_t f,
					 uint32_t flags,
					 const struct cvg_ana *before,
					 struct cvg_ana **ana);

#endif
