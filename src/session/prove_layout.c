/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regrouping by layout. Finds the buffers of a launch that have a row for each
 * thread, and moves the rows, so that each thread finds the row of the thread
 * whose work it takes over.
 */
#include "inside.h"

#include "reconverge/graph.h"
#include "reconverge/program.h"

#include <stdlib.h>
#include <string.h>

/* ---- the launch -------------------------------------------------------- */

static struct cvg_ana *callee_of(void *context, const char *name)
{
	struct cvg_session *session = context;
	uint32_t n = cvg_session_nfunctions(session);

	for (uint32_t f = 0; f < n; f++) {
		if (!strcmp(cvg_session_function_name(session, f), name))
			return cvg_session_ana(session, CVG_NONE, f);
	}
	return NULL;
}

void cvg_layout_launch(struct cvg_layout_plan *plan,
		       struct cvg_session *session,
		       const struct cvg_program *program,
		       const struct cvg_launch *launch,
		       const struct cvg_image *image)
{
	uint32_t n = plan->n;
	uint64_t high;

	plan->value = cvg_calloc((size_t)n + 1, sizeof(*plan->value));
	plan->known = cvg_calloc((size_t)n + 1, sizeof(*plan->known));
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_param *param = &program->fns[0].params[i];

		plan->known[i] = !param->pointer && !param->copy_bytes &&
				 param->nslots == 1;
		if (plan->known[i])
			cvg_image_value(image, i, 0, &plan->value[i], &high);
	}
	plan->launch = (struct cvg_row_launch){
		.size = {{launch->block[0], launch->block[1], launch->block[2]},
			 {launch->grid[0], launch->grid[1], launch->grid[2]}},
		.value = plan->value,
		.known = plan->known,
		.callee = callee_of,
		.context = session,
	};
}

/* The buffer that was made for parameter i, not for another one. */
static struct cvg_buffer *buffer_of(const struct cvg_image *image, uint32_t i)
{
	struct cvg_buffer *buffer = cvg_image_arg(image, i);

	return buffer && buffer->data && buffer->bytes &&
			       buffer->arg == (int32_t)i
		       ? buffer
		       : NULL;
}

/* ---- which buffers move ------------------------------------------------ */

/* Append the parameter's name as launches have it: its place, if it has no
 * name. */
static void add_name(struct cvg_str *out, const struct cvg_program *program,
		     uint32_t param)
{
	const char *name = program->fns[0].params[param].name;

	if (*name)
		cvg_str_add(out, name);
	else
		cvg_str_addf(out, "%u", param);
}

static void leave(const struct cvg_program *program, uint32_t param,
		  const struct cvg_row *row, const char *why,
		  struct cvg_regrouped *out)
{
	struct cvg_str text = {0}, name = {0};

	cvg_str_add(&text, why);
	if (row->why && row->fn) {
		const struct cvg_inst *inst = &row->fn->insts[row->inst];
		bool here = !strcmp(row->fn->name, program->fns[0].name);

		cvg_str_addf(&text, " (%s%sB%u: %.60s)",
			     here ? "" : row->fn->name, here ? "" : " ",
			     row->fn->blocks[inst->block].uid,
			     inst->text ? inst->text : "");
	}
	add_name(&name, program, param);
	cvg_push(&out->left,
		 ((struct cvg_left_buffer){.name = cvg_str_take(&name),
					   .why = cvg_str_take(&text)}));
}

/* Another parameter that points to the same buffer, but whose rows are other
 * ones or unknown. */
static uint32_t seen_otherwise(const struct cvg_layout_plan *plan,
			       const struct cvg_image *image, uint32_t param)
{
	const struct cvg_buffer *buffer = cvg_image_arg(image, param);

	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_row *a = &plan->row[param], *o = &plan->row[i];

		if (cvg_image_arg(image, i) == buffer && i != param &&
		    (o->why || o->low != a->low || o->high != a->high ||
		     memcmp(o->step, a->step, sizeof a->step) != 0))
			return i;
	}
	return CVG_NONE;
}

/* The reason that the parameter's buffer is not known to have a row for each
 * thread, or NULL. */
static const char *objection(const struct cvg_layout_plan *plan,
			     const struct cvg_image *image, uint32_t param)
{
	const struct cvg_row *row = &plan->row[param];

	if (row->why)
		return row->why;
	if (seen_otherwise(plan, image, param) != CVG_NONE)
		return "another parameter reads the same buffer in other rows";
	return cvg_row_apart(row, &plan->launch,
			     cvg_image_arg(image, param)->bytes);
}

/* The row if the bytes are divided evenly among the threads. */
static struct cvg_row even_row(const struct cvg_row_launch *l, uint64_t bytes)
{
	struct cvg_row row = {.high = (int64_t)bytes};
	int64_t step = (int64_t)bytes;

	for (uint32_t k = 0; k < 6; k++) {
		row.step[k / 3][k % 3] = step;
		step *= l->size[k / 3][k % 3];
	}
	return row;
}

static bool asked_for(struct cvg_layout_plan *plan,
		      const struct cvg_program *program,
		      const struct cvg_image *image, uint32_t nthreads,
		      const char *name, struct cvg_err *err)
{
	uint32_t i = cvg_launch_param(program, name);
	const struct cvg_buffer *buffer = cvg_image_arg(image, i);

	if (!buffer || !buffer->data)
		return cvg_fail(err, "data=%s: the parameter has no buffer",
				name);
	if (buffer->arg != (int32_t)i)
		return cvg_fail(err,
				"data=%s: the parameter shares the buffer of "
				"another one; name that one",
				name);
	plan->moves[i] = true;
	if (!objection(plan, image, i))
		return true;
	if (!buffer->bytes || buffer->bytes % nthreads)
		return cvg_fail(err,
				"data=%s: its %llu bytes cannot be divided "
				"into rows of equal size for %u threads",
				name, (unsigned long long)buffer->bytes,
				nthreads);
	plan->row[i] = even_row(&plan->launch, buffer->bytes / nthreads);
	return true;
}

static void find_movable(struct cvg_layout_plan *plan,
			 const struct cvg_program *program,
			 const struct cvg_image *image,
			 struct cvg_regrouped *out)
{
	for (uint32_t i = 0; i < plan->n; i++) {
		const char *why;

		if (!buffer_of(image, i))
			continue;
		why = objection(plan, image, i);
		plan->moves[i] = !why;
		if (why)
			leave(program, i, &plan->row[i], why, out);
	}
}

bool cvg_layout_plan_init(struct cvg_layout_plan *plan,
			  struct cvg_session *session,
			  const struct cvg_regroup_ask *ask,
			  const struct cvg_program *program,
			  const struct cvg_launch *launch,
			  const struct cvg_image *image,
			  struct cvg_regrouped *out, struct cvg_err *err)
{
	bool ok = true;

	*plan = (struct cvg_layout_plan){.n = program->fns[0].nparams};
	cvg_layout_launch(plan, session, program, launch, image);
	plan->row = cvg_calloc((size_t)plan->n + 1, sizeof(*plan->row));
	plan->moves = cvg_calloc((size_t)plan->n + 1, sizeof(*plan->moves));
	cvg_rows_find(cvg_session_ana(session, CVG_NONE, CVG_NONE),
		      &plan->launch, plan->row);
	for (uint32_t i = 0; ok && i < ask->ndata; i++)
		ok = asked_for(plan, program, image, out->nthreads,
			       ask->data[i], err);
	if (!ask->ndata)
		find_movable(plan, program, image, out);
	for (uint32_t i = 0; i < plan->n; i++) {
		if (!plan->moves[i])
			continue;
		if (out->moved.n)
			cvg_str_add(&out->moved, ", ");
		add_name(&out->moved, program, i);
	}
	return ok;
}

void cvg_layout_plan_done(struct cvg_layout_plan *plan)
{
	free(plan->value);
	free(plan->known);
	free(plan->row);
	free(plan->moves);
	*plan = (struct cvg_layout_plan){.n = 0};
}

/* ---- moving ------------------------------------------------------------ */

static void move_rows(const struct cvg_layout_plan *plan,
		      const struct cvg_row *row, uint8_t *data, uint64_t bytes,
		      const struct cvg_regrouped *regrouped, bool back)
{
	uint8_t *was = cvg_alloc(bytes + 1);
	size_t each = (size_t)(row->high - row->low);

	memcpy(was, data, bytes);
	for (uint32_t i = 0; i < regrouped->nthreads; i++) {
		int64_t here = cvg_row_at(row, &plan->launch, i);
		int64_t there =
			cvg_row_at(row, &plan->launch, regrouped->order[i]);

		memcpy(data + (back ? there : here),
		       was + (back ? here : there), each);
	}
	free(was);
}

void cvg_layout_move(const struct cvg_layout_plan *plan,
		     struct cvg_image *image,
		     const struct cvg_regrouped *regrouped, bool back)
{
	for (uint32_t i = 0; i < plan->n; i++) {
		struct cvg_buffer *buffer = cvg_image_arg(image, i);

		if (!plan->moves[i])
			continue;
		move_rows(plan, &plan->row[i], buffer->data, buffer->bytes,
			  regrouped, back);
		if (buffer->undefined)
			move_rows(plan, &plan->row[i], buffer->undefined,
				  buffer->bytes, regrouped, back);
	}
}
