/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launches: what a kernel is started on, as written down by a person. Three
 * ways lead to one (words, a JSON file, a guess from the kernel), two lead out
 * (words, JSON) and give the same launch again. The language is told at
 * launch_words.c, launch_value.c and launch_json.c.
 */
#ifndef RECONVERGE_LAUNCH_H
#define RECONVERGE_LAUNCH_H

#include "reconverge/kinds.h"

struct cvg_program;
struct json_t;

/* ---- elements -------------------------------------------------------- */

/* What a buffer's elements are, for generators, dumps and comparing. */
enum cvg_elem {
#define ELEM(id, text, bytes, isfloat, issigned) CVG_ELEM_##id,
#include "reconverge/elems.def"
#undef ELEM
	CVG_NELEMS
};

const char *cvg_elem_name(enum cvg_elem e);		    /* "f32" */
enum cvg_elem cvg_elem_of_name(const char *name, size_t n); /* or CVG_NELEMS */
enum cvg_elem cvg_elem_of_kind(enum cvg_kind k); /* signed; NKINDS: i32 */
uint32_t cvg_elem_bytes(enum cvg_elem e);
bool cvg_elem_isfloat(enum cvg_elem e);
bool cvg_elem_issigned(enum cvg_elem e);
/* Its bits as a number that reads back as the same bits (NaNs: "nan"). */
void cvg_elem_print(struct cvg_str *out, enum cvg_elem e, uint64_t bits);
/* Bits as a number, and the nearest bits to a number. */
double cvg_elem_to_double(enum cvg_elem e, uint64_t bits);
uint64_t cvg_elem_of_double(enum cvg_elem e, double x);
/* One element in memory, little endian. */
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
	uint32_t least, most; /* arguments */
};

const struct cvg_generator_row *cvg_generator_row(enum cvg_generator g);

/* A number as it was written, before it is known what it is for. */
struct cvg_number {
	double f;     /* as a float */
	uint64_t u;   /* as an integer, two's complement; if `integer` */
	bool integer; /* it is one, of at most 64 bits */
	bool negative;
	bool null; /* a pointer to nothing; u and f are 0 */
	/* In the list of a struct that is passed as a copy: */
	enum cvg_elem elem; /* what it is; CVG_NELEMS: not said */
	char *pointer;	    /* the address of that argument's buffer, and u
			       bytes; else NULL */
};

struct cvg_launch_arg {
	char *name;	    /* parameter's name, or its place: "0" */
	bool buffer;	    /* else values[] has its scalars in order; one
				alone stands for all of them */
	enum cvg_elem elem; /* CVG_NELEMS: as the kernel uses it */
	bool counted;	    /* count was given, else: what the generator
				gives, or one a thread */
	uint64_t count;	    /* elements: per_thread * threads + count */
	uint64_t per_thread;
	enum cvg_generator gen;
	bool ranged;		  /* lo and hi were given */
	struct cvg_number lo, hi; /* FILL: lo; IOTA: lo, lo + hi ... */
	struct cvg_number *values;
	uint32_t nvalues;
	char *file;	 /* FILE: found from here or from / */
	char *other;	 /* SAME, LAST: another argument, or NULL */
	uint64_t offset; /* SAME: elements into it */
	bool guessed;	 /* nobody said it */
};

struct cvg_launch {
	char *kernel;	   /* NULL: whichever is asked for */
	char *from;	   /* file it was read from; NULL: words, inferred */
	uint32_t grid[3];  /* blocks */
	uint32_t block[3]; /* threads */
	uint32_t shared;   /* bytes of dynamic shared memory */
	uint64_t seed;
	struct cvg_launch_arg *args;
	uint32_t nargs;
	bool said_grid, said_block, said_shared; /* by somebody */
	bool inferred; /* something of it was guessed */
};

void cvg_launch_init(struct cvg_launch *l); /* 1 block of 1 thread, seed 1 */
void cvg_launch_done(struct cvg_launch *l);
void cvg_launch_copy(struct cvg_launch *to, const struct cvg_launch *from);
/* Forget what is said of args[i]. */
void cvg_launch_drop(struct cvg_launch *l, uint32_t i);
uint64_t cvg_launch_threads(const struct cvg_launch *l);
/* The kernel's parameter of that name or place, or CVG_NONE. */
uint32_t cvg_launch_param(const struct cvg_program *p, const char *name);
/* What is said of parameter i, or NULL. */
struct cvg_launch_arg *cvg_launch_arg_of(const struct cvg_launch *l,
					 const struct cvg_program *p,
					 uint32_t i);

/*
 * One word, "grid=4", "block=16,16", "values=f32[64]:iota": replaces what was
 * said of that before. With a program, names that are no parameter of it are
 * errors at once. On failure *l stays; err->column is the byte in the word.
 */
bool cvg_launch_word(struct cvg_launch *l, const struct cvg_program *p,
		     const char *word, struct cvg_err *err);
/* The same for a whole text, words divided by blanks, quoted as in a shell;
 * nothing may be said twice. Columns are those of the text. */
bool cvg_launch_words(struct cvg_launch *l, const struct cvg_program *p,
		      const char *text, struct cvg_err *err);
/* Read a JSON file (or its text, called `name` in errors) into *out, which is
 * not initialised before and is not if it fails. */
bool cvg_launch_read(const char *path, struct cvg_launch *out,
		     struct cvg_err *err);
bool cvg_launch_read_text(const char *name, const char *text, size_t n,
			  struct cvg_launch *out, struct cvg_err *err);

/* All of it as words, blanks between them, quoted where a shell needs it. */
void cvg_launch_text(struct cvg_str *out, const struct cvg_launch *l);
/* One argument's, without its name. */
void cvg_launch_arg_text(struct cvg_str *out, const struct cvg_launch_arg *a);
/* As a launch file has it; a json_t that the caller owns. */
struct json_t *cvg_launch_json(const struct cvg_launch *l);

/* ---- guessing -------------------------------------------------------- */

struct cvg_fault;

/*
 * Run the kernel a little on that launch and say how it ended. False: it
 * could not be run at all, or the user has had enough.
 */
typedef bool cvg_launch_trial(void *context, const struct cvg_launch *l,
			      struct cvg_fault *out, struct cvg_err *err);

/*
 * Guess what *l does not say, and again what was guessed in it before, such
 * that the kernel is likely to run: from its parameters, their names and what
 * it does with them. Then it is tried (trial may be NULL; not if nothing was
 * guessed, or with millions of threads), at most 20 times, made larger where
 * it ran out of a buffer and tamer where that does not help, until it ends
 * without a fault; `left` (may be NULL) says how the last one ended. False if
 * the launch speaks of parameters that the kernel does not have, or if the
 * trial says so; *l then stays.
 */
bool cvg_launch_complete(const struct cvg_program *p, struct cvg_launch *l,
			 cvg_launch_trial *trial, void *context,
			 struct cvg_fault *left, struct cvg_err *err);
/* The same from an empty launch into *out, for tests. */
bool cvg_launch_infer(const struct cvg_program *p, cvg_launch_trial *trial,
		      void *context, struct cvg_launch *out,
		      struct cvg_fault *left, struct cvg_err *err);

#endif
