/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phases: what changes code. Each is a descriptor (transforms/foo.c, one row
 * in phases.def) with what it needs, what it keeps and a run function. The
 * runner in src/session computes the needs, runs, verifies the module, takes
 * the new snapshot, checks in debug builds that what was promised to be kept
 * is unchanged, and adds the revision. A phase that fails leaves the
 * parent revision exactly as it was.
 */
#ifndef RECONVERGE_PHASE_H
#define RECONVERGE_PHASE_H

#include "reconverge/analysis.h"
#include "reconverge/ir.h"

/* What the user named after the verb, resolved in the current snapshot. */
enum cvg_objkind { CVG_OBJ_NONE, CVG_OBJ_BLOCK, CVG_OBJ_REGION };

struct cvg_object {
	enum cvg_objkind kind;
	uint32_t id; /* block id or region id in the snapshot */
};

/* What kinds of object a phase's command takes: one word of them at most. */
enum cvg_takes {
	CVG_TAKES_NOTHING = 0, /* it works on the whole function */
	CVG_TAKES_REGION = 1 << 0,
	CVG_TAKES_BLOCK = 1 << 1,
	CVG_TAKES_LOOP = 1 << 2, /* which stands for its header */
	CVG_TAKES_ANY = CVG_TAKES_REGION | CVG_TAKES_BLOCK | CVG_TAKES_LOOP,
};
/* One bit's word: "region". */
const char *cvg_takes_name(enum cvg_takes kind);

/* The bit of a setting in the mask `reads` of a phase. */
#define CVG_READS(id) (UINT64_C(1) << CVG_SET_##id)

struct cvg_settings;
struct cvg_plan;
struct cvg_linplan;
struct cvg_flatnest;

/*
 * Who is shown what a phase decides, each decision that stands, with the
 * snapshot it was made on. All is borrowed for the call; a function may be
 * NULL.
 */
struct cvg_witness {
	void *context;
	/* Candidate i of the plan is melded. */
	void (*meld)(void *context, struct cvg_ana *ana,
		     const struct cvg_plan *plan, uint32_t i);
	/* Region i of the plan is linearized. */
	void (*linear)(void *context, const struct cvg_linplan *plan,
		       uint32_t i);
	void (*flat)(void *context, struct cvg_ana *ana,
		     const struct cvg_flatnest *nest);
};

struct cvg_phase_in {
	struct cvg_module *module; /* live; run may change `function` of it */
	uint32_t function;
	const struct cvg_fn *fn; /* its snapshot, with text */
	struct cvg_ana *ana;	 /* of that snapshot */
	const struct cvg_settings *settings;
	struct cvg_object object;
	const struct cvg_witness *witness; /* or NULL */
};

/* What snapshots that a phase takes on its way need: text if they are shown.
 */
static inline uint32_t cvg_phase_snap(const struct cvg_phase_in *in)
{
	return in->witness ? CVG_SNAP_TEXT : 0;
}

/* Zero-initialised before run; the runner frees it. */
struct cvg_phase_out {
	bool changed;
	uint32_t count; /* things done: regions melded, runs guarded ... */
	struct cvg_str report; /* lines for the user, each ended by '\n' */
};

/* A word key=value of a phase's command: that setting, for this once. */
struct cvg_phase_key {
	const char *name;
	uint32_t set; /* enum cvg_setid */
};

struct cvg_phase {
	const char *name;
	const char *title;		  /* what it does, in a few words */
	const char *nothing;		  /* said when it found nothing to do */
	unsigned takes;			  /* enum cvg_takes */
	uint64_t reads;			  /* CVG_READS of each setting; the
					     others have their defaults in
					     cvg_phase_in */
	const struct cvg_phase_key *keys; /* ended by a NULL name; or NULL */
	uint32_t needs;			  /* enum cvg_anabit */
	uint32_t keeps;			  /* stays valid though code changed */
	bool adds;			  /* may add functions to the module */
	/* What run would do, into the report, without doing it. */
	bool (*preview)(const struct cvg_phase_in *in,
			struct cvg_phase_out *out, struct cvg_err *err);
	bool (*run)(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		    struct cvg_err *err);
};

/* All phases, in the order of phases.def: for tests and benches, as commands.def
 * has a row for each of them. */
uint32_t cvg_nphases(void);
const struct cvg_phase *cvg_phase_at(uint32_t i);
/* NULL if there is none of that name. */
const struct cvg_phase *cvg_phase_by_name(const char *name);

#endif
