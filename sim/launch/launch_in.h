/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the files that read, write and execute launches. */
#ifndef CVG_SIM_LAUNCH_IN_H
#define CVG_SIM_LAUNCH_IN_H

#include "reconverge/launch.h"
#include "reconverge/program.h"

/* ---- numbers --------------------------------------------------------- */

/* Read the n bytes of `s` as a number. False, without a message: not a
 * number. */
bool cvg_number_read(const char *s, size_t n, struct cvg_number *out);
struct cvg_number cvg_number_of_int(int64_t i);
struct cvg_number cvg_number_of_double(double x);
/* Append the number as text that cvg_number_read reads as the same number. */
void cvg_number_text(struct cvg_str *out, const struct cvg_number *number);
/* Append a finite x with the fewest digits that are read as the same element of
 * type e. */
void cvg_double_print(struct cvg_str *out, double x, enum cvg_elem e);
/* The number as the bits of an element. False: e is an integer type and the
 * number is not an integer or does not fit. */
bool cvg_number_bits(const struct cvg_number *number, enum cvg_elem e,
		     uint64_t *out);
void cvg_number_done(struct cvg_number *number);

/* ---- arguments ------------------------------------------------------- */

void cvg_launch_arg_done(struct cvg_launch_arg *arg);
void cvg_launch_arg_copy(struct cvg_launch_arg *to,
			 const struct cvg_launch_arg *from);
/* Add an argument, or replace the one for the same parameter. If p is NULL,
 * arguments with the same name are for the same parameter. */
void cvg_launch_put(struct cvg_launch *launch,
		    const struct cvg_program *program,
		    struct cvg_launch_arg *take_a);
/* The greatest number of threads that a block of the kernel may have. */
uint64_t cvg_launch_most_threads(const struct cvg_program *program);
uint64_t cvg_launch_count(const struct cvg_launch *launch,
			  const struct cvg_launch_arg *arg);
enum cvg_generator cvg_generator_of_name(const char *name, size_t n);

/* ---- values as text -------------------------------------------------- */

/*
 * Read the value of an argument: a number, a list or a buffer. *out must be
 * empty except for its name; it is empty again if this fails. The column of an
 * error is the byte in the text, counted from 1.
 */
bool cvg_launch_value(struct cvg_launch_arg *out, const char *text, size_t n,
		      struct cvg_err *err);
/* Read a number of elements: "1024", "threads", "threads*2+1". */
bool cvg_launch_count_read(struct cvg_launch_arg *out, const char *text,
			   size_t n, struct cvg_err *err);
/* Set `lo` and `hi` of *a from the numbers that a generator was given. False,
 * with an error, if the generator does not take them. */
bool cvg_launch_range(struct cvg_launch_arg *arg, const struct cvg_number *args,
		      uint32_t n, struct cvg_err *err);
/* Read the extent of a grid or block: "4", "4x2", "4,2,1". */
bool cvg_launch_dims(uint32_t dims[3], const char *text, struct cvg_err *err);
/* Read the fields of records, from the text behind their opening bracket up to the
 * closing one; *used is the number of bytes up to that, or to the error. */
bool cvg_launch_fields(struct cvg_launch_arg *arg, const char *text, size_t n,
		       size_t *used, struct cvg_err *err);
/* Read a buffer that a pointer of a struct is to, up to the comma or bracket that ends
 * it; *used is the number of bytes up to that, or to the error. */
bool cvg_launch_memory(struct cvg_launch_arg *out, const char *text, size_t n,
		       size_t *used, struct cvg_err *err);
/* Take the field as the last one of the records, also if it cannot be one: an error. */
bool cvg_launch_add_field(struct cvg_launch_arg *arg,
			  struct cvg_launch_arg *take_field,
			  struct cvg_err *err);
/* Can the text be written as the name of an argument? An argument with another
 * name is called by its place. */
bool cvg_launch_is_name(const char *name, size_t n);
/* Is the name a keyword of a launch, such as "grid"? */
bool cvg_launch_is_keyword(const char *name);

/* ---- generators ------------------------------------------------------ */

/*
 * Fill a buffer of `count` elements, which are zero before, by the generator of
 * `a`. `place` is the parameter's number. The generators FILE, UNDEFINED, SAME
 * and LAST are not done here but in image_fill.c, and VALUES must fit.
 */
bool cvg_generate(const struct cvg_launch_arg *arg, enum cvg_elem e,
		  uint64_t seed, uint32_t place, uint64_t count, uint8_t *data,
		  struct cvg_err *err);
/* The same for records in so many bytes, of which the last may be cut. */
bool cvg_generate_records(const struct cvg_launch_arg *arg, uint64_t seed,
			  uint32_t place, uint64_t bytes, uint8_t *data,
			  struct cvg_err *err);
/* The place, for random data of its own, of part k of the parameter at a place. */
static inline uint32_t cvg_launch_part(uint32_t place, uint32_t k)
{
	return place | (k + 1) << 16;
}
/* Bytes of one record. */
uint64_t cvg_launch_record_bytes(const struct cvg_launch_arg *arg);

#endif
