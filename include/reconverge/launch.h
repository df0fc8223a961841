/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launches: what a kernel is started on, as a user writes it. A launch is read
 * from words or a JSON file, or guessed from the kernel. It is written as words
 * or JSON, from which the same launch can be read. The language is described in
 * launch_words.c, launch_value.c and launch_json.c.
 */
#ifndef RECONVERGE_LAUNCH_H
#define RECONVERGE_LAUNCH_H

#include "reconverge/kinds.h"

struct cvg_program;
struct json_t;

/* ---- elements -------------------------------------------------------- */

/* The types of a buffer's elements, for generators, dumps and comparisons. */
enum cvg_elem {
#define ELEM(id, text, bytes, isfloat, issigned) CVG_ELEM_##id,
#include "reconverge/elems.def"
#undef ELEM
	CVG_NELEMS
};

const char *cvg_elem_name(enum cvg_elem e);		    /* "f32" */
enum cvg_elem cvg_elem_of_name(const char *name, size_t n); /* or CVG_NELEMS */
/* The element of a kind, signed if an integer; i32 for CVG_NKINDS. */
enum cvg_elem cvg_elem_of_kind(enum cvg_kind k);
uint32_t cvg_elem_bytes(enum cvg_elem e);
bool cvg_elem_isfloat(enum cvg_elem e);
bool cvg_elem_issigned(enum cvg_elem e);
/* Append the element's bits as a number from which the same bits can be read; any
 * NaN is "nan". */
void cvg_elem_print(struct cvg_str *out, enum cvg_elem e, uint64_t bits);
/* The number that the bits stand for; and the bits that stand for the number
 * nearest to x. */
double cvg_elem_to_double(enum cvg_elem e, uint64_t bits);
uint64_t cvg_elem_of_double(enum cvg_elem e, double x);
/* Read or write one element in memory, in little-endian order. */
uint64_t cvg_elem_load(enum cvg_elem e, const uint8_t *at);
void cvg_elem_store(enum cvg_elem e, uint8_t *at, uint64_t bits);

/* ---- launches -------------------------------------------------------- */

enum cvg_generator {
#define GENERATOR(id, name, least, most, usage, help) CVG_GEN_##id,
#include "reconverge/generators.def"
#undef GENERATOR
	CVG_NGENERATORS
};

struct cvg_generator_row {
	const char *name, *usage, *help;
	uint32_t least, most; /* number of arguments */
};

const struct cvg_generator_row *cvg_generator_row(enum cvg_generator g);

/* A number as it was written, before it is known what type it gets. */
struct cvg_number {
	double f;     /* as a float */
	uint64_t u;   /* as an integer, two's complement; if `integer` */
	bool integer; /* it is an integer of at most 64 bits */
	bool negative;
	bool null; /* a pointer to nothing; u and f are 0 */
	/* Only in the list of a struct that is passed as a copy: */
	enum cvg_elem elem; /* its type; CVG_NELEMS: not said */
	char *pointer; /* not NULL: the address of the buffer of the argument
			       of that name, plus u bytes */
	struct cvg_launch_arg *memory; /* not NULL: the address of a buffer that
					  only this pointer is to; owned */
};

struct cvg_launch_arg {
	char *name;  /* of the parameter, or its place: "0" */
	bool buffer; /* false: values[] has its scalars in order; a single
				value stands for all of them */
	enum cvg_elem elem; /* CVG_NELEMS: as the kernel uses it */
	bool counted;	/* count was given; if not, the generator decides, or
				there is one element a thread */
	uint64_t count; /* elements: per_thread * threads + count */
	uint64_t per_thread;	   /* elements */
	enum cvg_generator gen;	   /* what fills the buffer */
	bool ranged;		   /* lo and hi were given */
	struct cvg_number lo, hi;  /* FILL: lo; IOTA: lo, lo + hi, lo + 2 hi */
	struct cvg_number *values; /* [nvalues] owned */
	uint32_t nvalues;
	char *file;  /* FILE: its path, absolute or from the working folder */
	char *other; /* SAME, LAST: name of another argument, or NULL */
	uint64_t offset; /* SAME: elements into the other's buffer */
	struct cvg_launch_arg
		*fields; /* [nfields] RECORDS: owned; buffers whose
					  count is that of one record */
	uint32_t nfields;
	bool guessed; /* it was guessed, not given */
};

struct cvg_launch {
	char *kernel; /* NULL: any kernel */
	char *from;   /* the file that it was read from; NULL: it was given as
			      words, or guessed */
	uint32_t grid[3];	     /* blocks */
	uint32_t block[3];	     /* threads */
	uint32_t shared;	     /* bytes of dynamic shared memory */
	uint64_t seed;		     /* of all random values */
	struct cvg_launch_arg *args; /* [nargs] owned */
	uint32_t nargs;
	bool said_grid, said_block, said_shared; /* given, not guessed */
	bool inferred; /* some part of it was guessed */
};

void cvg_launch_init(
	struct cvg_launch *launch); /* 1 block of 1 thread, seed 1 */
void cvg_launch_done(struct cvg_launch *launch);
void cvg_launch_copy(struct cvg_launch *to, const struct cvg_launch *from);
/* Remove args[i]. */
void cvg_launch_drop(struct cvg_launch *launch, uint32_t i);
uint64_t cvg_launch_threads(const struct cvg_launch *launch);
/* The kernel's parameter of that name or place, or CVG_NONE. */
uint32_t cvg_launch_param(const struct cvg_program *program, const char *name);
/* Name by its place each parameter whose name only one of the programs knows, and that
 * has in the other a name which the first one does not know. */
void cvg_launch_place(struct cvg_launch *launch,
		      const struct cvg_program *const program[2]);
/* The launch's argument for parameter i, borrowed; NULL: it has none. */
struct cvg_launch_arg *cvg_launch_arg_of(const struct cvg_launch *launch,
					 const struct cvg_program *program,
					 uint32_t i);

/*
 * Read one word, "grid=4", "block=16,16", "values=f32[64]:iota", which replaces
 * what the launch said of that before. With a program, a name that is none of its
 * parameters is an error. On failure *l stays as it was, and err->column is the
 * byte of the word where reading failed.
 */
bool cvg_launch_word(struct cvg_launch *launch,
		     const struct cvg_program *program, const char *word,
		     struct cvg_err *err);
/* Read a whole text: words divided by blanks, quoted as in a shell. No two words
 * may be about the same. Columns of errors are those of the text. */
bool cvg_launch_words(struct cvg_launch *launch,
		      const struct cvg_program *program, const char *text,
		      struct cvg_err *err);
/* Read a JSON file (or its text, which errors call `name`) into *out, which need
 * not be initialised, and is not if reading fails. Free with cvg_launch_done. */
bool cvg_launch_read(const char *path, struct cvg_launch *out,
		     struct cvg_err *err);
bool cvg_launch_read_text(const char *name, const char *text, size_t n,
			  struct cvg_launch *out, struct cvg_err *err);

/* Append the number, which the argument then owns, to its values. */
void cvg_launch_add_number(struct cvg_launch_arg *arg,
			   struct cvg_number take_number);
/* Forget what fills the buffer: numbers, fields, and names of files and arguments. */
void cvg_launch_arg_empty(struct cvg_launch_arg *arg);

/* Append the launch as words with blanks between them, quoted where a shell needs
 * it. */
void cvg_launch_text(struct cvg_str *out, const struct cvg_launch *launch);
/* Append the word of one argument, without its name. */
void cvg_launch_arg_text(struct cvg_str *out, const struct cvg_launch_arg *arg);
/* The same two for people: a long list of numbers ends in "and 2040 more". */
void cvg_launch_brief(struct cvg_str *out, const struct cvg_launch *launch);
void cvg_launch_arg_brief(struct cvg_str *out,
			  const struct cvg_launch_arg *arg);
/* The launch as a launch file has it; the caller owns the json_t. */
struct json_t *cvg_launch_json(const struct cvg_launch *launch);

/* ---- guessing -------------------------------------------------------- */

struct cvg_fault;

/*
 * Run the kernel for a limited time on that launch and tell how it ended; `races`:
 * a data race ends it. False: it could not be run at all, or the user interrupted it.
 */
typedef bool cvg_launch_trial(void *context, const struct cvg_launch *launch,
			      bool races, struct cvg_fault *out,
			      struct cvg_err *err);

/*
 * Guess what *l does not say, and again what was guessed in it before, so that
 * the kernel is likely to run: from its parameters, their names and what the
 * kernel does with them. Unless nothing was guessed, there are millions of
 * threads, or `trial` is NULL, the guess is then tried, at most 20 times, until
 * the kernel ends without a fault: a buffer that was too small is made larger,
 * and if that does not help, numbers are made smaller. Where shared memory has
 * places for the threads of a row only, and the guess races, blocks become rows.
 * `left` (may be NULL) tells how the last try ended. False if the launch names
 * parameters that the kernel does not have, or if `trial` returns false; *l then
 * stays as it was.
 */
bool cvg_launch_complete(const struct cvg_program *program,
			 struct cvg_launch *launch, cvg_launch_trial *trial,
			 void *context, struct cvg_fault *left,
			 struct cvg_err *err);
/* Guess the whole launch, into *out; for tests. */
bool cvg_launch_infer(const struct cvg_program *program,
		      cvg_launch_trial *trial, void *context,
		      struct cvg_launch *out, struct cvg_fault *left,
		      struct cvg_err *err);

/* ---- variety --------------------------------------------------------- */

/* The numbers with which two programs compare their values, so that launches
 * can be made that show more of what the programs do. */
struct cvg_variety;

struct cvg_variety *cvg_variety_new(const struct cvg_program *a,
				    const struct cvg_program *b);
void cvg_variety_free(struct cvg_variety *take_v);
/* Make the guessed integers of *l, a launch of program p, somewhat smaller, so that
 * a number of elements is no multiple of a block. */
void cvg_variety_trim(const struct cvg_program *program,
		      struct cvg_launch *launch);
/* Make the guessed numbers of *l by which the program multiplies ids as large as if
 * they counted the bytes of elements of four bytes. */
void cvg_variety_widen(const struct cvg_variety *variety,
		       const struct cvg_program *program,
		       struct cvg_launch *launch);
/* Set one of the guessed integers of *l to one of the numbers that the programs
 * compare with: the k-th such pair. False: there are not so many. */
bool cvg_variety_bound(const struct cvg_variety *variety,
		       const struct cvg_program *program,
		       struct cvg_launch *launch, uint32_t k);
/* Change some of the guessed numbers and buffers of *l, a launch of program p:
 * which, and to what, follows from the seed. */
void cvg_variety_change(const struct cvg_variety *variety,
			const struct cvg_program *program,
			struct cvg_launch *launch, uint64_t seed);

#endif
