/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches as data: initialized, copied, freed, and searched. */
#include "sim/launch/launch_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cvg_generator_row generators[CVG_NGENERATORS] = {
#define GENERATOR(id, name, least, most, usage, help) \
	[CVG_GEN_##id] = {name, usage, help, least, most},
#include "reconverge/generators.def"
#undef GENERATOR
};

const struct cvg_generator_row *cvg_generator_row(enum cvg_generator g)
{
	return &generators[g];
}

enum cvg_generator cvg_generator_of_name(const char *name, size_t n)
{
	for (unsigned g = 0; g < CVG_NGENERATORS; g++) {
		if (strlen(generators[g].name) == n &&
		    !memcmp(generators[g].name, name, n))
			return (enum cvg_generator)g;
	}
	return CVG_NGENERATORS;
}

bool cvg_launch_range(struct cvg_launch_arg *arg, const struct cvg_number *args,
		      uint32_t n, struct cvg_err *err)
{
	const struct cvg_generator_row *row = cvg_generator_row(arg->gen);
	bool drawn = arg->gen == CVG_GEN_RANDOM || arg->gen == CVG_GEN_SORTED;

	if (n < row->least || n > row->most)
		return cvg_fail(err, "%s has %s arguments: %s", row->name,
				n < row->least ? "too few" : "too many",
				row->usage);
	arg->ranged = n > 0;
	arg->lo = cvg_number_of_int(0);
	arg->hi = cvg_number_of_int(1);
	if (n == 1 && drawn)
		arg->hi = args[0];
	else if (n > 0)
		arg->lo = args[0];
	if (n > 1)
		arg->hi = args[1];
	if (drawn && n && !(arg->lo.f <= arg->hi.f))
		return cvg_fail(err, "%s: the range from %g up to %g is empty",
				row->name, arg->lo.f, arg->hi.f);
	return true;
}

/* ---- arguments ------------------------------------------------------- */

void cvg_launch_add_number(struct cvg_launch_arg *arg,
			   struct cvg_number take_number)
{
	arg->values = cvg_realloc(arg->values, (size_t)arg->nvalues + 1,
				  sizeof *arg->values);
	arg->values[arg->nvalues++] = take_number;
}

void cvg_launch_arg_empty(struct cvg_launch_arg *arg)
{
	for (uint32_t i = 0; i < arg->nvalues; i++)
		cvg_number_done(&arg->values[i]);
	for (uint32_t i = 0; i < arg->nfields; i++)
		cvg_launch_arg_done(&arg->fields[i]);
	free(arg->values);
	free(arg->fields);
	free(arg->file);
	free(arg->other);
	arg->values = NULL;
	arg->fields = NULL;
	arg->file = arg->other = NULL;
	arg->nvalues = arg->nfields = 0;
	arg->ranged = false;
}

void cvg_launch_arg_done(struct cvg_launch_arg *arg)
{
	cvg_launch_arg_empty(arg);
	free(arg->name);
	*arg = (struct cvg_launch_arg){.elem = CVG_NELEMS};
}

static char *copy_text(const char *s)
{
	return s ? cvg_strdup(s) : NULL;
}

void cvg_launch_arg_copy(struct cvg_launch_arg *to,
			 const struct cvg_launch_arg *from)
{
	*to = *from;
	to->name = copy_text(from->name);
	to->file = copy_text(from->file);
	to->other = copy_text(from->other);
	to->values = NULL;
	to->fields = NULL;
	if (from->nfields)
		to->fields = cvg_calloc(from->nfields, sizeof *to->fields);
	for (uint32_t i = 0; i < from->nfields; i++)
		cvg_launch_arg_copy(&to->fields[i], &from->fields[i]);
	if (!from->nvalues)
		return;
	to->values = cvg_calloc(from->nvalues, sizeof *to->values);
	for (uint32_t i = 0; i < from->nvalues; i++) {
		to->values[i] = from->values[i];
		to->values[i].pointer = copy_text(from->values[i].pointer);
		if (!from->values[i].memory)
			continue;
		to->values[i].memory =
			cvg_calloc(1, sizeof *to->values->memory);
		cvg_launch_arg_copy(to->values[i].memory,
				    from->values[i].memory);
	}
}

/* Do two arguments, each called by name or by place, mean the same
 * parameter? */
static bool same_param(const struct cvg_program *program, const char *a,
		       const char *b)
{
	uint32_t i;

	if (!strcmp(a, b))
		return true;
	if (!program)
		return false;
	i = cvg_launch_param(program, a);
	return i != CVG_NONE && i == cvg_launch_param(program, b);
}

void cvg_launch_drop(struct cvg_launch *launch, uint32_t i)
{
	cvg_launch_arg_done(&launch->args[i]);
	launch->nargs--;
	memmove(&launch->args[i], &launch->args[i + 1],
		(launch->nargs - i) * sizeof(*launch->args));
}

void cvg_launch_put(struct cvg_launch *launch,
		    const struct cvg_program *program,
		    struct cvg_launch_arg *take_a)
{
	for (uint32_t i = 0; i < launch->nargs; i++) {
		if (!same_param(program, launch->args[i].name, take_a->name))
			continue;
		cvg_launch_arg_done(&launch->args[i]);
		launch->args[i] = *take_a;
		return;
	}
	launch->args = cvg_realloc(launch->args, launch->nargs + 1,
				   sizeof *launch->args);
	launch->args[launch->nargs++] = *take_a;
}

bool cvg_launch_is_name(const char *name, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)name[i] <= ' ' || name[i] == 127 ||
		    strchr("=,+(){}", name[i]))
			return false;
	}
	return n && *name != '%';
}

/* ---- launches -------------------------------------------------------- */

void cvg_launch_init(struct cvg_launch *launch)
{
	*launch = (struct cvg_launch){
		.grid = {1, 1, 1}, .block = {1, 1, 1}, .seed = 1};
}

void cvg_launch_done(struct cvg_launch *launch)
{
	for (uint32_t i = 0; i < launch->nargs; i++)
		cvg_launch_arg_done(&launch->args[i]);
	free(launch->args);
	free(launch->kernel);
	free(launch->from);
	cvg_launch_init(launch);
}

void cvg_launch_copy(struct cvg_launch *to, const struct cvg_launch *from)
{
	*to = *from;
	to->kernel = copy_text(from->kernel);
	to->from = copy_text(from->from);
	to->args = NULL;
	if (!from->nargs)
		return;
	to->args = cvg_calloc(from->nargs, sizeof *to->args);
	for (uint32_t i = 0; i < from->nargs; i++)
		cvg_launch_arg_copy(&to->args[i], &from->args[i]);
}

/* a * b, or UINT64_MAX if that is too large. */
static uint64_t times(uint64_t a, uint64_t b)
{
	uint64_t product;

	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t cvg_launch_threads(const struct cvg_launch *launch)
{
	uint64_t n = 1;

	for (int d = 0; d < 3; d++)
		n = times(n, times(launch->grid[d], launch->block[d]));
	return n;
}

uint64_t cvg_launch_count(const struct cvg_launch *launch,
			  const struct cvg_launch_arg *arg)
{
	uint64_t n = times(cvg_launch_threads(launch), arg->per_thread), sum;

	return __builtin_add_overflow(n, arg->count, &sum) ? UINT64_MAX : sum;
}

/* The number if the whole text is one, else CVG_NONE. */
static uint32_t place_of(const char *s)
{
	size_t n = strspn(s, "0123456789");

	if (!n || s[n] || n > 9)
		return CVG_NONE;
	return (uint32_t)strtoul(s, NULL, 10);
}

uint32_t cvg_launch_param(const struct cvg_program *program, const char *name)
{
	const struct cvg_ufn *kernel = &program->fns[0];
	uint32_t place;

	for (uint32_t i = 0; i < kernel->nparams; i++) {
		if (*name && !strcmp(kernel->params[i].name, name))
			return i;
	}
	for (uint32_t i = 0; i < kernel->nparams; i++) {
		if (*name && !strcmp(cvg_param_shown(&kernel->params[i]), name))
			return i;
	}
	place = place_of(strncmp(name, "arg", 3) ? name : name + 3);
	return place < kernel->nparams ? place : CVG_NONE;
}

/* Has the program a parameter at that place, whose name the other does not know? */
static bool is_other_name(const struct cvg_program *program,
			  const struct cvg_program *other, uint32_t place)
{
	const struct cvg_ufn *kernel = &program->fns[0];

	return place < kernel->nparams &&
	       cvg_launch_param(other,
				cvg_param_shown(&kernel->params[place])) ==
		       CVG_NONE;
}

void cvg_launch_place(struct cvg_launch *launch,
		      const struct cvg_program *const program[2])
{
	for (uint32_t k = 0; k < launch->nargs; k++) {
		struct cvg_launch_arg *arg = &launch->args[k];
		uint32_t a = cvg_launch_param(program[0], arg->name);
		uint32_t b = cvg_launch_param(program[1], arg->name);
		uint32_t known = a == CVG_NONE ? b : a;
		int other = a == CVG_NONE ? 0 : 1;
		char place[16];

		if ((a == CVG_NONE) == (b == CVG_NONE) ||
		    !is_other_name(program[other], program[1 - other], known))
			continue;
		snprintf(place, sizeof place, "%u", known);
		free(arg->name);
		arg->name = cvg_strdup(place);
	}
}

struct cvg_launch_arg *cvg_launch_arg_of(const struct cvg_launch *launch,
					 const struct cvg_program *program,
					 uint32_t i)
{
	for (uint32_t k = 0; k < launch->nargs; k++) {
		if (cvg_launch_param(program, launch->args[k].name) == i)
			return &launch->args[k];
	}
	return NULL;
}
