/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The base of every other module: errors, growing arrays, arenas, strings,
 * bit sets, files. Needs libc only.
 *
 * Rules of the whole code base: a fault of the user or of an input is returned
 * as false with a struct cvg_err filled in; a bug is an assert; the end of
 * memory is cvg_die. Nothing here prints, exits or installs a handler, except
 * that cvg_die prints and aborts: all of it is part of libreconverge.so too.
 */
#ifndef RECONVERGE_BASE_H
#define RECONVERGE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define CVG_NONE UINT32_MAX /* the id of no block, no value, no region ... */

#define CVG_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define CVG_NORETURN	       __attribute__((noreturn))

/* ---- errors ---------------------------------------------------------- */

/* One line for the user. The caller owns it, usually on the caller's stack. */
struct cvg_err {
	char msg[512];	  /* without "reconverge: "; visible characters only */
	uint32_t line;	  /* of the input with the fault, from 1; 0: unknown */
	uint32_t column;  /* byte in that line, from 1; 0: unknown */
	bool interrupted; /* a ticker ended the work: nothing is wrong */
	bool uncovered; /* the code cannot be simulated: nothing else is wrong */
};

/* Fill `err` (may be NULL) and return false. Line and column become 0. Names and
 * paths need no escaping (cvg_str_addline is called). */
bool cvg_fail(struct cvg_err *err, const char *fmt, ...) CVG_PRINTF(2, 3);

/* Fill `err` (may be NULL) for work that its ticker ended, and return false. */
bool cvg_fail_interrupted(struct cvg_err *err);

/* Put "prefix: " before the message in `err` (may be NULL). Returns false. */
bool cvg_fail_in(struct cvg_err *err, const char *fmt, ...) CVG_PRINTF(2, 3);

/* Print one line on stderr and abort: out of memory, broken invariants. */
CVG_NORETURN void cvg_die(const char *fmt, ...) CVG_PRINTF(1, 2);

/* ---- long work ------------------------------------------------------- */

/*
 * The caller of a long function gives it a ticker, and the function calls tick
 * every now and then with the share that is done, 0 to 1, or a negative number
 * if it cannot tell. If tick returns false the function stops and fails by
 * cvg_fail_interrupted.
 */
struct cvg_ticker {
	bool (*tick)(void *context, double done); /* NULL: never interrupt */
	void *context;
};

/* Should the computation go on? `t` may be NULL. */
static inline bool cvg_tick(const struct cvg_ticker *t, double done)
{
	return !t || !t->tick || t->tick(t->context, done);
}

/* ---- work ------------------------------------------------------------- */

/*
 * A count of the work that this thread did, for tests of how it grows with its
 * input: one for each eight bytes that are allocated at once or appended to a
 * string, and what callers tell of work that allocates nothing (an instruction
 * that LLVM reads, copies, verifies or prints counts as one). It is the same in
 * every run that does the same.
 */
void cvg_work(uint64_t n);
uint64_t cvg_work_done(void);

/* ---- memory ---------------------------------------------------------- */

/* malloc and friends that never return NULL. Free with free(). */
void *cvg_alloc(size_t bytes);
void *cvg_calloc(size_t n, size_t bytes);
void *cvg_realloc(void *take_memory, size_t n, size_t bytes);
char *cvg_strdup(const char *s);

/* An arena: many allocations, one free. Zero-initialised is empty. */
struct cvg_arena {
	struct cvg_chunk *head; /* newest chunk, owns the list */
	size_t used;		/* bytes handed out from all chunks */
	size_t held;		/* bytes in all chunks */
};

/* n elements of `bytes` each, zeroed, aligned for any type. The memory lives
 * until cvg_arena_done. */
void *cvg_arena_alloc(struct cvg_arena *a, size_t n, size_t bytes);
char *cvg_arena_strdup(struct cvg_arena *a, const char *s);
char *cvg_arena_strndup(struct cvg_arena *a, const char *s, size_t n);
void cvg_arena_done(struct cvg_arena *a);

#define cvg_arena_array(arena, type, n) \
	((type *)cvg_arena_alloc((arena), (n), sizeof(type)))

/* ---- growing arrays -------------------------------------------------- */

/*
 * struct cvg_u32s v = {0}; cvg_push(&v, 7); free(v.at);
 * `at` moves when the array grows: keep indices, not pointers.
 */
#define cvg_vec(T)          \
	struct {            \
		T *at;      \
		size_t n;   \
		size_t cap; \
	}

/* Append x, growing the array if it is full. Evaluates `v` more than once. */
#define cvg_push(v, x)                                                      \
	((v)->n == (v)->cap ? (void)((v)->at = cvg_grow((v)->at, &(v)->cap, \
							sizeof(*(v)->at)))  \
			    : (void)0,                                      \
	 (v)->at[(v)->n++] = (x))

/* For cvg_push: reallocate with room for at least one element of `bytes` more;
 * *cap becomes the new number of elements. */
void *cvg_grow(void *take_memory, size_t *cap, size_t bytes);

struct cvg_u32s {
	uint32_t *at;
	size_t n;
	size_t cap;
};

/* ---- floats as bits -------------------------------------------------- */

static inline uint32_t cvg_bits32(float f)
{
	uint32_t u;

	memcpy(&u, &f, sizeof u);
	return u;
}

static inline float cvg_float32(uint32_t u)
{
	float f;

	memcpy(&f, &u, sizeof f);
	return f;
}

static inline uint64_t cvg_bits64(double f)
{
	uint64_t u;

	memcpy(&u, &f, sizeof u);
	return u;
}

static inline double cvg_float64(uint64_t u)
{
	double f;

	memcpy(&f, &u, sizeof f);
	return f;
}

/* ---- strings --------------------------------------------------------- */

/* A growing string. Zero-initialised is empty; `at` may then be NULL. */
struct cvg_str {
	char *at;   /* always NUL-terminated when not NULL */
	size_t n;   /* bytes before the NUL */
	size_t cap; /* bytes allocated */
};

void cvg_str_add(struct cvg_str *s, const char *text);
void cvg_str_addn(struct cvg_str *s, const char *text, size_t n);
void cvg_str_addc(struct cvg_str *s, char c);
void cvg_str_addf(struct cvg_str *s, const char *fmt, ...) CVG_PRINTF(2, 3);
void cvg_str_vaddf(struct cvg_str *s, const char *fmt, va_list ap)
	CVG_PRINTF(2, 0);
/* The text, never NULL; borrowed from `s`. */
const char *cvg_str_of(const struct cvg_str *s);
/* The text, never NULL; the caller frees it, `s` is empty again. */
char *cvg_str_take(struct cvg_str *s);
/* Make the string empty and keep its memory; cvg_str_done frees it. */
void cvg_str_clear(struct cvg_str *s);
void cvg_str_done(struct cvg_str *s);

/*
 * The name that a mistyped word may have meant: the name that is the fewest
 * insertions, deletions and replacements of a byte away, at most one for every
 * three bytes of the word; else the first name that contains the word, if the
 * word has three bytes or more. NULL: no name is near. Of equally near names
 * the first is taken. The result is one of the n `names`.
 */
const char *cvg_nearest(const char *word, const char *const *names, size_t n);

/* ---- UTF-8 ----------------------------------------------------------- */

/*
 * Decode the character at the start of the n bytes at s; n is at least 1.
 * Returns its length in bytes and sets *point to its code point. If the bytes
 * are no well-formed character, returns 1 and sets *point to UINT32_MAX.
 */
size_t cvg_utf8_decode(const char *s, size_t n, uint32_t *point);
/* Write `point` as UTF-8 and a NUL; returns the bytes before the NUL. */
size_t cvg_utf8_encode(char buf[5], uint32_t point);
/* Columns that the character takes on a terminal, in the program's locale;
 * UINT32_MAX, which stands for a bad byte, takes one. */
uint32_t cvg_utf8_width(uint32_t point);
/* False for control characters (also newline and tab), and for UINT32_MAX. */
bool cvg_utf8_visible(uint32_t point);
/*
 * Append text that may hold names from the user's files, so that it is safe to
 * print on a terminal: bytes that are no UTF-8, and control characters except
 * newline and tab, become '?'. With `color`, escape sequences that set colours
 * are kept.
 */
void cvg_str_addvisible(struct cvg_str *s, const char *text, size_t n,
			bool color);

/* Append a text as a part of one line: control characters, also newlines, and
 * bytes that are no UTF-8 become "\0A" and the like. */
void cvg_str_addline(struct cvg_str *s, const char *text, size_t n);

/* ---- quoting --------------------------------------------------------- */

/*
 * Append the word so that the command language, and a launch given as a text,
 * reads it back: as it is, 'between quotes', or, if it holds bytes that are not
 * visible, as $'\n\x1b'. bash reads all three in the same way.
 */
void cvg_quote(struct cvg_str *out, const char *word);
/* Append the word as cvg_quote does, but always with quotes, so that "a=b" is no
 * key and value. */
void cvg_quote_always(struct cvg_str *out, const char *word);
/* Append n bytes as they stand between $' and '. */
void cvg_escape(struct cvg_str *out, const char *word, size_t n);
/* Read the escape with which the n bytes at s begin, as it stands between $' and
 * '. Returns its length and sets *byte; 0: there is no escape. */
size_t cvg_unescape(const char *s, size_t n, char *byte);

/*
 * Append a name of n bytes from a module as LLVM writes it between quotes: "\0A"
 * is a newline. Quotes, backslashes, control characters and bytes that are no
 * UTF-8 are written that way, so different names stay different. Names are kept
 * in this form from the place on where they are read from the module.
 */
void cvg_str_addname(struct cvg_str *s, const char *name, size_t n);
/* In a text that LLVM printed, write names between quotes as cvg_str_addname does:
 * LLVM writes the bytes of every letter that is not ASCII in hexadecimal. Works in
 * place, as the text becomes no longer, and returns the text. */
char *cvg_show_letters(char *text);
/* The name as cvg_str_addname writes it, as a string of its own: the caller frees
 * that of cvg_name_text, the arena that of cvg_arena_name. */
char *cvg_name_text(const char *name, size_t n);
char *cvg_arena_name(struct cvg_arena *a, const char *name, size_t n);
/* The bytes of a name in that form, as a string, which the caller frees. */
char *cvg_name_bytes(const char *text);

/* ---- bit sets -------------------------------------------------------- */

/* A set of numbers 0 .. nbits-1. */
struct cvg_bits {
	uint64_t *w; /* number i is bit i % 64 of word i / 64 */
	uint32_t nbits;
};

/* Make an empty set. Free it with cvg_bits_done. */
void cvg_bits_init(struct cvg_bits *b, uint32_t nbits);
void cvg_bits_done(struct cvg_bits *b);
void cvg_bits_clear_all(struct cvg_bits *b);
/* How many numbers are in the set. */
uint32_t cvg_bits_count(const struct cvg_bits *b);

/* Have both the same numbers, and the same size? */
bool cvg_bits_same(const struct cvg_bits *a, const struct cvg_bits *b);

static inline bool cvg_bits_has(const struct cvg_bits *b, uint32_t i)
{
	return (b->w[i >> 6] >> (i & 63)) & 1;
}

static inline void cvg_bits_add(struct cvg_bits *b, uint32_t i)
{
	b->w[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline void cvg_bits_remove(struct cvg_bits *b, uint32_t i)
{
	b->w[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}

/* ---- files ----------------------------------------------------------- */

/*
 * Write n bytes to `path` whole or not at all: they go to a temporary file
 * beside it, which is flushed and renamed; the permissions of an existing file
 * are kept. "-" is standard output. A path that is not a regular file
 * (/dev/full, a pipe) is written directly.
 */
bool cvg_file_write(const char *path, const void *data, size_t n,
		    struct cvg_err *err);

/* Read a whole file of at most 2 GiB ("-" is standard input). *out is
 * NUL-terminated, *n its length without the NUL; the caller frees *out. On
 * failure both stay as they were. */
bool cvg_file_read(const char *path, char **out, size_t *n,
		   struct cvg_err *err);

/* ---- numbers --------------------------------------------------------- */

/* The greatest number that divides both; of 0 and x, x. */
static inline uint64_t cvg_common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

#endif
