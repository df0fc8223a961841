/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the files that guess a launch from the kernel's use of its
 * parameters. */
#ifndef CVG_SIM_INFER_IN_H
#define CVG_SIM_INFER_IN_H

#include "reconverge/program.h"
#include "reconverge/sim.h"
#include "sim/launch/launch_in.h"

enum cvg_axis { CVG_AXIS_X = 1, CVG_AXIS_Y = 2, CVG_AXIS_Z = 4 };

/* Where in a parameter's buffer an address is: at offset + k * stride bytes, for any
 * k; a stride of 0: at the offset. */
struct cvg_place {
	uint64_t stride, offset;
};

#define CVG_FIELDS_MOST 64

/* What values that are loaded are for. */
enum cvg_field_role {
	CVG_FIELD_INDEX = 1, /* they reach an address */
	CVG_FIELD_BOUND =
		2, /* they bound ids, and their address is the same for
				   all threads */
	CVG_FIELD_TRIPS = 4,  /* they are compared with other values than ids */
	CVG_FIELD_TESTED = 8, /* they are compared with integers */
	CVG_FIELD_SWITCHED = 16 /* a switch has these integers as cases */
};

/* What the kernel loads from one place of a parameter's buffer. */
struct cvg_field {
	uint32_t param;
	struct cvg_place place;
	enum cvg_kind kind;
	uint32_t sweep; /* of the analysis, in which it was seen last */
	uint32_t roles; /* enum cvg_field_role bits */
	int64_t least,
		greatest; /* integers that it is compared with, if TESTED */
};

/* A pointer in a struct of which each thread gets a copy. It counts as one more
 * parameter, behind those of the kernel. */
struct cvg_member {
	uint32_t param;
	uint64_t offset; /* bytes */
};

/* How a kernel uses its parameters. A uint64_t is a set of parameters: bit i
 * for parameter i; parameters from the 64th on are in no set. */
struct cvg_uses {
	uint32_t axes;	     /* enum cvg_axis bits of the ids that it reads */
	bool blocks;	     /* it reads ids of blocks */
	bool threads;	     /* it reads ids of threads */
	bool lanes;	     /* it reads ids of threads in their warp */
	bool stores;	     /* it stores to memory that blocks share */
	uint64_t index;	     /* buffers whose elements reach an address */
	uint64_t records;    /* buffers of which an element at an address that
				is the same for all threads bounds ids */
	uint64_t wide;	     /* of these, those whose bound has 64 bits */
	uint64_t bounds[8];  /* numbers compared with ids, by set of axes */
	uint64_t pitch;	     /* numbers that ids are multiplied by */
	uint64_t apart[64];  /* [parameter] of these, how many units of the
				products two points of a row are apart in an
				address; 0: less than one, or not known */
	uint64_t over[64];   /* [parameter] of these, what they are divided by
				before; 0: nothing */
	uint64_t trips;	     /* numbers compared with anything else */
	uint64_t addressing; /* numbers that reach an address */
	bool dynamic_shared; /* the kernel uses dynamic shared memory */
	uint32_t
		shared_axes; /* enum cvg_axis bits of the ids in the addresses of
				 its stores to shared memory */
	uint32_t accesses[64][CVG_NKINDS]; /* [parameter][kind] operations
					      that load or store such an
					      element through it */
	struct cvg_field field[CVG_FIELDS_MOST];
	uint32_t nfields, sweeps;
	uint32_t nparams; /* of the kernel */
	struct cvg_member member[64];
	uint32_t nmembers; /* member k counts as parameter nparams + k */
};

/* The purpose of a number, as its parameter's name tells it. */
enum cvg_role {
	ROLE_NONE,
	ROLE_SIZE,
	ROLE_WIDTH,
	ROLE_HEIGHT,
	ROLE_DEPTH,
	ROLE_OFFSET,
	ROLE_TRIPS
};

enum cvg_role cvg_role_of(const char *name);
/* Does the name tell a buffer of the indices where rows start, as sparse
 * matrices and graphs have it? */
bool cvg_name_is_starts(const char *name);

/* The axis whose thread or block id a special register has; 0: it has none. */
uint32_t cvg_axis_of(uint32_t sreg);
/* The axis of the id that a call of get_global_id(0) or of a similar function returns; 0:
 * the operation calls no such function. */
uint32_t cvg_axis_of_call(const struct cvg_program *program,
			  const struct cvg_ufn *ufn, const struct cvg_uop *uop);
/* Does the operation give the number of the thread in its warp? mbcnt does if it counts
 * all threads. */
bool cvg_is_lane(const struct cvg_program *program, const struct cvg_uop *uop);
/* Note the ids that the function reads, and whether it stores. */
void cvg_note_axes(const struct cvg_program *program, const struct cvg_ufn *ufn,
		   struct cvg_uses *out);

/* The greatest number with a sign that the kind holds, of 32 bits at most. */
static inline int64_t cvg_most_of(enum cvg_kind kind)
{
	return kind == CVG_K_BIT   ? 1
	       : kind == CVG_K_I8  ? INT8_MAX
	       : kind == CVG_K_I16 ? INT16_MAX
				   : INT32_MAX;
}

/* Both places as one. */
struct cvg_place cvg_place_join(struct cvg_place a, struct cvg_place b);
/* The field of the parameter that is loaded from there, noted as seen in this sweep;
 * CVG_NONE: there are too many. */
uint32_t cvg_field_of(struct cvg_uses *uses, uint32_t param,
		      struct cvg_place place, enum cvg_kind kind);
/* The parameter that the pointer at that place of a struct counts as; CVG_NONE: there
 * are too many. */
uint32_t cvg_member_of(struct cvg_uses *uses, uint32_t param, uint64_t offset);
/* The same, but CVG_NONE if it does not count as one yet. */
uint32_t cvg_member_at(const struct cvg_uses *uses, uint32_t param,
		       uint64_t offset);
/* Note what the values of these fields (bit i: field i) are for. */
void cvg_field_note(struct cvg_uses *uses, uint64_t fields,
		    enum cvg_field_role role);
/* Note that the values of this field are compared with these two. */
void cvg_field_widen(struct cvg_field *field, int64_t least, int64_t greatest);
/* Note that they are compared with x, which may be the case of a switch. */
void cvg_field_test(struct cvg_uses *uses, uint64_t fields, int64_t x,
		    bool switched);
/* Do values that are loaded `at` bytes behind the start of a record reach an address? */
bool cvg_field_is_index(const struct cvg_uses *uses, uint32_t param,
			uint64_t at, uint64_t record);

void cvg_uses_of(const struct cvg_program *program, struct cvg_uses *out);

/* The state of a guess. */
struct guess {
	const struct cvg_program *program;
	const struct cvg_ufn *kernel;
	struct cvg_uses uses;
	struct cvg_launch l; /* args[] is in the order of the parameters */
	uint64_t threads;    /* of the launch */
	uint32_t tame;	     /* how often its numbers were made smaller */
	uint32_t row; /* enum cvg_axis of the one axis along which a block
				has threads; 0: any */
};

/* Fill the buffer of integers with those that a switch on its elements has as cases, and
 * a few others. False: there is no such switch, and the guess is as it was. */
bool cvg_guess_cases(const struct cvg_uses *uses, uint32_t param,
		     struct cvg_launch_arg *arg);
/* Fill the buffer with records if the kernel loads fields of several kinds from it, or
 * one that it compares with integers. False: it does not, and the guess is as it was. */
bool cvg_guess_records(const struct guess *guess, uint32_t param,
		       struct cvg_launch_arg *arg);

/* Guess the struct that the parameter is, of which each thread gets a copy. False: nothing
 * is loaded from it. */
bool cvg_guess_struct(const struct guess *guess, uint32_t param,
		      struct cvg_launch_arg *arg);
/* Guess a buffer of elements of that kind for the parameter, or for what counts as one;
 * `read`: the kernel loads from it. */
void cvg_guess_elements(const struct guess *guess, uint32_t param,
			const char *name, bool read, enum cvg_kind kind,
			struct cvg_launch_arg *arg);
/* The kind that most operations load or store through it; CVG_NKINDS: none does. */
enum cvg_kind cvg_guess_kind(const struct guess *guess, uint32_t param);

void cvg_guess_range(struct cvg_launch_arg *arg, enum cvg_generator gen,
		     int64_t lo, int64_t hi);
bool cvg_guess_try(struct guess *guess, cvg_launch_trial *trial, void *context,
		   struct cvg_fault *left, struct cvg_err *err);

#endif
