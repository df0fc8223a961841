/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers of a launch: into a file, and against one. */
#include "prove.h"

#include "reconverge/launch.h"
#include "reconverge/look.h"
#include "reconverge/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A buffer after the last run or, before any, as the launch starts it. */
struct held {
	const struct cvg_program *program;
	const struct cvg_image *image;
	struct cvg_image *made; /* that image, if it is ours to free */
	const struct cvg_buffer *buffer;
	uint32_t param;
	struct cvg_str when; /* "after P2 with seed 1" */
};

static void held_done(struct held *held)
{
	cvg_image_free(held->made);
	cvg_str_done(&held->when);
}

static bool hold_image(struct cvg_call *call, struct held *held,
		       struct cvg_err *err)
{
	struct cvg_run run;

	if (cvg_session_last_run(call->session, &run)) {
		held->program = run.program;
		held->image = run.image;
		cvg_str_addf(&held->when, "after P%u with seed %llu%s", run.rev,
			     (unsigned long long)run.seed,
			     run.result->fault.kind == CVG_F_NONE
				     ? ""
				     : ", which was at fault");
		return true;
	}
	if (!cvg_prove_launch(call, err) ||
	    !cvg_session_image(call->session, &held->made, err))
		return false;
	held->program = cvg_session_program(call->session, CVG_NONE, err);
	held->image = held->made;
	cvg_str_add(&held->when, "before any run");
	return held->program != NULL;
}

static bool hold(struct cvg_call *call, const struct cvg_word *word,
		 struct held *held, struct cvg_err *err)
{
	*held = (struct held){.made = NULL};
	if (!hold_image(call, held, err) ||
	    !cvg_word_param(held->program, word, &held->param, err)) {
		held_done(held);
		return false;
	}
	held->buffer = cvg_image_arg(held->image, held->param);
	if (held->buffer)
		return true;
	held_done(held);
	return cvg_fail_word(err, word, "parameter '%.60s' has no buffer",
			     word->text);
}

static uint64_t count_of(const struct cvg_buffer *buffer)
{
	return buffer->bytes / cvg_elem_bytes(buffer->elem);
}

static void tell_what(struct cvg_call *call, const struct held *held,
		      const struct cvg_word *word)
{
	TELL(call, "{argument}, {type}[{count}], {when}\n", CVG_V(word->text),
	     CVG_V(cvg_elem_name(held->buffer->elem)),
	     CVG_V(count_of(held->buffer)), CVG_V(held->when.at));
}

/* ---- dump ------------------------------------------------------------ */

bool cvg_cmd_dump(struct cvg_call *call, struct cvg_err *err)
{
	struct held h;
	bool ok;

	if (!hold(call, &call->arg[0], &h, err))
		return false;
	ok = cvg_image_dump(h.program, h.image, h.param, call->arg[1].text,
			    err);
	if (ok) {
		TELL(call, "wrote {file}: {-bytes}", CVG_V(call->arg[1].text),
		     CVG_V(h.buffer->bytes));
		tell_what(call, &h, &call->arg[0]);
	} else {
		cvg_blame_word(err, &call->arg[1]);
	}
	held_done(&h);
	return ok;
}

/* ---- compare --------------------------------------------------------- */

struct mismatch {
	uint64_t n, first; /* how many, and which one is first */
	double worst;	   /* greatest distance of two numbers */
};

/* Within the tolerance, absolute up to 1 and relative above. */
static bool is_near(double a, double b, double tolerance)
{
	double size = fabs(b) > 1 ? fabs(b) : 1;

	return fabs(a - b) <= tolerance * size;
}

static void compare_one(struct mismatch *m, const struct cvg_buffer *buffer,
			const uint8_t *file, uint64_t i, double tolerance)
{
	uint32_t size = cvg_elem_bytes(buffer->elem);
	uint64_t x = cvg_elem_load(buffer->elem, buffer->data + i * size);
	uint64_t y = cvg_elem_load(buffer->elem, file + i * size);
	double a = cvg_elem_to_double(buffer->elem, x);
	double b = cvg_elem_to_double(buffer->elem, y);

	if (x == y || (isnan(a) && isnan(b)))
		return;
	if (fabs(a - b) > m->worst)
		m->worst = fabs(a - b);
	if (is_near(a, b, tolerance))
		return;
	if (!m->n++)
		m->first = i;
}

static void add_elem(struct cvg_str *out, enum cvg_elem e, const uint8_t *at)
{
	cvg_elem_print(out, e, cvg_elem_load(e, at));
}

static void tell_mismatch(struct cvg_call *call, const struct held *held,
			  const uint8_t *file, const struct mismatch *m)
{
	const struct cvg_buffer *buffer = held->buffer;
	uint64_t at = m->first * cvg_elem_bytes(buffer->elem);
	struct cvg_str is = {0}, want = {0};

	call->said_no = true;
	add_elem(&is, buffer->elem, buffer->data + at);
	add_elem(&want, buffer->elem, file + at);
	TELL(call,
	     "{} differs from {}: {}[{element}] is {value}, not {expected}; {} "
	     "of {} elements differ\n",
	     CVG_V(call->arg[0].text), CVG_V(call->arg[1].text),
	     CVG_V(call->arg[0].text), CVG_V(m->first), CVG_V(is.at),
	     CVG_V(want.at), CVG_V(m->n), CVG_V(count_of(buffer)));
	cvg_str_done(&is);
	cvg_str_done(&want);
}

static void compare(struct cvg_call *call, const struct held *held,
		    const uint8_t *file, double tolerance)
{
	struct mismatch m = {.n = 0};

	for (uint64_t i = 0; i < count_of(held->buffer); i++)
		compare_one(&m, held->buffer, file, i, tolerance);
	if (m.n)
		tell_mismatch(call, held, file, &m);
	else
		TELL(call, "{} agrees with {}\n", CVG_V(call->arg[0].text),
		     CVG_V(call->arg[1].text));
	if (m.worst > 0)
		cvg_str_addf(&call->out, "  greatest difference: %g\n",
			     m.worst);
	cvg_str_add(&call->out, "  ");
	tell_what(call, held, &call->arg[0]);
	TELL(call, "{-same}{-differ}{-greatest_difference}", CVG_V((bool)!m.n),
	     CVG_V(m.n), CVG_V(isfinite(m.worst) ? m.worst : NAN));
}

static bool tolerance_word(struct cvg_call *call, double *out,
			   struct cvg_err *err)
{
	const struct cvg_word *word = &call->arg[2];
	const char *text = word->text;
	char *end;

	*out = 0;
	if (call->nargs < 3)
		return true;
	if (word->key && !cvg_word_is_key(word, "tolerance"))
		return cvg_fail_word(
			err, word, "compare: expected tolerance=X, not '%.60s'",
			word->text);
	text += word->key ? word->key + 1 : 0;
	*out = strtod(text, &end);
	if (end == text || *end || !(*out >= 0) || !isfinite(*out))
		return cvg_fail_word(err, word,
				     "compare: the tolerance must be a number "
				     "from 0 up, not '%.60s'",
				     text);
	return true;
}

bool cvg_cmd_compare(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_word *name = &call->arg[1];
	double tolerance;
	struct held h;
	char *bytes;
	size_t n;
	bool ok;

	if (!tolerance_word(call, &tolerance, err) ||
	    !hold(call, &call->arg[0], &h, err))
		return false;
	ok = cvg_file_read(name->text, &bytes, &n, err);
	if (!ok) {
		cvg_blame_word(err, name);
	} else if (n != h.buffer->bytes) {
		ok = cvg_fail_word(err, name,
				   "%.200s has %zu bytes, but %.60s has %llu",
				   name->text, n, call->arg[0].text,
				   (unsigned long long)h.buffer->bytes);
		free(bytes);
	} else {
		compare(call, &h, (const uint8_t *)bytes, tolerance);
		free(bytes);
	}
	held_done(&h);
	return ok;
}
