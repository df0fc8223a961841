/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phases: the transformations of code. Each phase is a descriptor in
 * transforms/foo.c, with a row in phases.def: the analyses it needs, the
 * analyses that stay valid, and a run function. The runner in src/session
 * computes the needed analyses, runs the phase, verifies the module, takes the
 * new snapshot, checks in debug builds that the analyses promised to stay valid
 * did, and adds the revision. A phase that fails leaves the parent revision
 * unchanged.
 */
#ifndef RECONVERGE_PHASE_H
#define RECONVERGE_PHASE_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_module;

/* The object that the user named after the verb, found in the current
 * snapshot. */
enum cvg_objkind { CVG_OBJ_NONE, CVG_OBJ_BLOCK, CVG_OBJ_REGION };

struct cvg_object {
	enum cvg_objkind kind;
	uint32_t id; /* block id or region id in the snapshot */
};

/* The kinds of object that a phase's command takes; it takes at most one
 * object. */
enum cvg_takes {
	CVG_TAKES_NOTHING = 0, /* it works on the whole function */
	CVG_TAKES_REGION = 1 << 0,
	CVG_TAKES_BLOCK = 1 << 1,
	CVG_TAKES_LOOP = 1 << 2, /* resolved to the loop's header block */
	CVG_TAKES_ANY = CVG_TAKES_REGION | CVG_TAKES_BLOCK | CVG_TAKES_LOOP,
};
/* The word for one bit, such as "region". */
const char *cvg_takes_name(enum cvg_takes kind);

/* The bit of a setting in the mask `reads` of a phase. */
#define CVG_READS(id) (UINT64_C(1) << CVG_SET_##id)

struct cvg_settings;
struct cvg_plan;
struct cvg_linplan;
struct cvg_flatnest;
struct cvg_fuseplan;
struct cvg_ifplan;
struct cvg_guardplan;
struct cvg_tailplan;

/*
 * Callbacks that are shown each decision that a phase carries out, with the
 * snapshot on which it was made. Every argument is valid only during the call;
 * a callback may be NULL.
 */
struct cvg_witness {
	void *context; /* for the callbacks */
	/* Candidate i of the plan is melded. */
	void (*meld)(void *context, struct cvg_ana *ana,
		     const struct cvg_plan *plan, uint32_t i);
	/* Region i of the plan is linearized. */
	void (*linear)(void *context, const struct cvg_linplan *plan,
		       uint32_t i);
	/* The nest of loops is flattened. */
	void (*flat)(void *context, struct cvg_ana *ana,
		     const struct cvg_flatnest *nest);
	/* Fuse i of the plan is carried out. */
	void (*fuse)(void *context, const struct cvg_fuseplan *plan,
		     uint32_t i);
	/* Row i of the plan is if-converted, by that phase. */
	void (*ifconvert)(void *context, const struct cvg_ifplan *plan,
			  uint32_t i);
	/* Run i of the plan gets a guard, by unpredicate. */
	void (*guard)(void *context, const struct cvg_fn *fn,
		      const struct cvg_guardplan *plan, uint32_t i);
	/* The tails of row i of the plan become one. */
	void (*tail)(void *context, const struct cvg_fn *fn,
		     const struct cvg_tailplan *plan, uint32_t i);
};

/* Measures code while a phase works on it. */
struct cvg_judge {
	void *context;
	/* The simulated cycles of all warps with the code that the module has now,
	 * on the launches of the profile; INFINITY: a run fails; NAN: the code
	 * cannot be run. */
	double (*measure)(void *context);
	/*
	 * Does the machine's code of what the module has now, which was measured
	 * last, cost no more than of what stood before? If so, it stands now; else
	 * a sentence that says why not is appended.
	 */
	bool (*agrees)(void *context, struct cvg_str *why);
	/* Will it agree to nothing more? Then no more need be tried. */
	bool (*ended)(void *context);
};

struct cvg_phase_in {
	struct cvg_module *module; /* the live one, for run to change */
	uint32_t function;	   /* index of the function to change */
	const struct cvg_fn *fn;   /* snapshot of the function; of a phase that
				      adds functions, with text */
	struct cvg_ana *ana;	   /* the analyses of `fn` */
	/* Settings that the phase does not read have their defaults. */
	const struct cvg_settings *settings;
	struct cvg_object object;	   /* that it is to change */
	const struct cvg_witness *witness; /* or NULL */
	const struct cvg_judge *judge;	   /* asked by a phase that `asks`; of
					  another phase it measures the result.
					  NULL: decide by static counts */
	uint32_t snap; /* enum cvg_snapshot_flag of the snapshots that the
			  phase takes: with text if there is a witness */
};

/* The result of a phase. The runner zeroes it before, and frees it after. */
struct cvg_phase_out {
	bool changed;	/* the module is not what it was */
	uint32_t count; /* changes made: regions melded, runs guarded ... */
	double was, is; /* what the judge measured before and after; 0: not */
	struct cvg_str report; /* lines for the user, each ended by '\n' */
};

/* A word key=value of a phase's command, which overrides a setting for this
 * command. The name of a setting that the phase reads is such a word as well. */
struct cvg_phase_key {
	const char *name;
	uint32_t set; /* enum cvg_setid */
};

struct cvg_phase {
	const char *name;
	const char *nothing; /* report if there was nothing to do */
	unsigned takes;	     /* enum cvg_takes */
	uint64_t reads;	     /* CVG_READS of each setting; the
					     others have their defaults in
					     cvg_phase_in */
	const struct cvg_phase_key *keys; /* ended by a NULL name; or NULL */
	uint32_t needs;			  /* enum cvg_anabit, computed before */
	uint32_t keeps;			  /* the same: stay valid after run */
	bool adds;			  /* may add functions to the module */
	bool guesses; /* its prices are mostly guessed: where the judge is to
			 decide and cannot, it does nothing */
	/* Is there nothing that the phase, without an object, would do, whatever runs
	 * of the code say? Then it does not run, nor does the code. NULL: it cannot
	 * say. */
	bool (*idle)(struct cvg_ana *ana, const struct cvg_settings *settings);
	bool asks; /* it asks the judge itself. Without an object, the result of
		      another phase that reads `decide` is judged as a whole. */
	bool (*run)(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		    struct cvg_err *err);
};

/* All phases, in the order of phases.def. Only tests and benches need them:
 * commands.def has a row for each phase. */
uint32_t cvg_nphases(void);
const struct cvg_phase *cvg_phase_at(uint32_t i);
/* NULL if there is none of that name. */
const struct cvg_phase *cvg_phase_by_name(const char *name);
/* Set what the phase reads under that key of n bytes: one of phase->keys, or the
 * name of a setting. */
bool cvg_phase_set(const struct cvg_phase *phase, struct cvg_settings *settings,
		   const char *key, size_t n, const char *value,
		   struct cvg_err *err);

#endif
