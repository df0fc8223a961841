/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files that read, write and carry out launches share. */
#ifndef CVG_SIM_LAUNCH_IN_H
#define CVG_SIM_LAUNCH_IN_H

#include "reconverge/launch.h"

/* ---- numbers --------------------------------------------------------- */

/* The number that the n bytes of `s` are, or false: no error is said. */
bool cvg_number_read(const char *s, size_t n, struct cvg_number *out);
struct cvg_number cvg_number_of_int(int64_t i);
struct cvg_number cvg_number_of_double(double x);
/* So that it reads back the same. */
void cvg_number_text(struct cvg_str *out, const struct cvg_number *v);
/* The fewest digits that are the same element again; `x` is finite. */
void cvg_double_print(struct cvg_str *out, double x, enum cvg_elem e);
/* As an element's bits. False: no integer, or one that does not fit. */
bool cvg_number_bits(const struct cvg_number *v, enum cvg_elem e,
		     uint64_t *out);
void cvg_number_done(struct cvg_number *v);

/* ---- arguments ------------------------------------------------------- */

void cvg_launch_arg_done(struct cvg_launch_arg *a);
void cvg_launch_arg_copy(struct cvg_launch_arg *to,
			 const struct cvg_launch_arg *from);
/* Add it, or put it in the place of what was said of the same parameter (p
 * may be NULL: of the same name). */
void cvg_launch_put(struct cvg_launch *l, const struct cvg_program *p,
		    struct cvg_launch_arg *take_a);
/* The most threads a block of the kernel may have. */
uint64_t cvg_launch_most_threads(const struct cvg_program *p);
uint64_t cvg_launch_count(const struct cvg_launch *l,
			  const struct cvg_launch_arg *a);
enum cvg_generator cvg_generator_of_name(const char *name, size_t n);

/* ---- values as text -------------------------------------------------- */

/*
 * The value of an argument: a number, a list, a buffer. *out (its name aside)
 * is initialised before; if this fails it has nothing to free. The column of
 * an error is the byte in the text, from 1.
 */
bool cvg_launch_value(struct cvg_launch_arg *out, const char *text, size_t n,
		      struct cvg_err *err);
/* "1024", "threads", "threads*2+1": into `out`. */
bool cvg_launch_count_read(struct cvg_launch_arg *out, const char *text,
			   size_t n, struct cvg_err *err);
/* Give `lo` and `hi` their meaning from the arguments of a generator, which
 * are numbers; says what is wrong with them. */
bool cvg_launch_range(struct cvg_launch_arg *a, const struct cvg_number *args,
		      uint32_t n, struct cvg_err *err);
/* "4", "4x2", "4,2,1" */
bool cvg_launch_dims(uint32_t dims[3], const char *text, struct cvg_err *err);
/* Can an argument be called so here? Others go by their places. */
bool cvg_launch_is_name(const char *name, size_t n);
/* Take from a message what would break its line: quoted texts are a user's. */
void cvg_launch_one_line(struct cvg_err *err);
/* Is it what something else of a launch is called? */
bool cvg_launch_is_keyword(const char *name);

/* ---- carrying out ---------------------------------------------------- */

/*
 * Fill a buffer of `count` elements as `a` says; data is all zero before. Not
 * for VALUES of more bytes than fit, FILE, UNDEFINED, SAME, LAST: those are
 * the image's. `place` is the parameter's.
 */
bool cvg_generate(const struct cvg_launch_arg *a, enum cvg_elem e,
		  uint64_t seed, uint32_t place, uint64_t count, uint8_t *data,
		  struct cvg_err *err);

#endif
