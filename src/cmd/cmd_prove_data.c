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

static void held_done(struct held *h)
{
	cvg_image_free(h->made);
	cvg_str_done(&h->when);
}

static bool hold_image(struct cvg_call *c, struct held *h, struct cvg_err *err)
{
	struct cvg_run run;

	if (cvg_session_last_run(c->s, &run)) {
		h->program = run.program;
		h->image = run.image;
		cvg_str_addf(&h->when, "after P%u with seed %llu%s", run.rev,
			     (unsigned long long)run.seed,
			     run.result->fault.kind == CVG_F_NONE
				     ? ""
				     : ", which was at fault");
		return true;
	}
	if (!cvg_prove_launch(c, err) ||
	    !cvg_session_image(c->s, &h->made, err))
		return false;
	h->program = cvg_session_program(c->s, CVG_NONE, err);
	h->image = h->made;
	cvg_str_add(&h->when, "before any run");
	return h->program != NULL;
}

static bool hold(struct cvg_call *c, const struct cvg_word *w, struct held *h,
		 struct cvg_err *err)
{
	*h = (struct held){.made = NULL};
	if (!hold_image(c, h, err) ||
	    !cvg_word_param(h->program, w, &h->param, err)) {
		held_done(h);
		return false;
	}
	h->buffer = cvg_image_arg(h->image, h->param);
	if (h->buffer)
		return true;
	held_done(h);
	return cvg_fail_word(err, w, "parameter '%.60s' has no buffer",
			     w->text);
}

static uint64_t count_of(const struct cvg_buffer *b)
{
	return b->bytes / cvg_elem_bytes(b->elem);
}

static void tell_what(struct cvg_call *c, const struct held *h,
		      const struct cvg_word *w)
{
	TELL(c, "{argument}, {type}[{count}], {when}\n", CVG_V(w->text),
	     CVG_V(cvg_elem_name(h->buffer->elem)), CVG_V(count_of(h->buffer)),
	     CVG_V(h->when.at));
}

/* ---- dump ------------------------------------------------------------ */

bool cvg_cmd_dump(struct cvg_call *c, struct cvg_err *err)
{
	struct held h;
	bool ok;

	if (!hold(c, &c->arg[0], &h, err))
		return false;
	ok = cvg_image_dump(h.program, h.image, h.param, c->arg[1].text, err);
	if (ok) {
		TELL(c, "wrote {file}: {-bytes}", CVG_V(c->arg[1].text),
		     CVG_V(h.buffer->bytes));
		tell_what(c, &h, &c->arg[0]);
	} else {
		cvg_blame_word(err, &c->arg[1]);
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

static void tell_mismatch(struct cvg_call *c, const struct held *h,
			  const uint8_t *file, const struct mismatch *m)
{
	const struct cvg_buffer *b = h->buffer;
	uint64_t at = m->first * cvg_elem_bytes(b->elem);
	struct cvg_str is = {0}, want = {0};

	c->said_no = true;
	add_elem(&is, b->elem, b->data + at);
	add_elem(&want, b->elem, file + at);
	TELL(c,
	     "{} differs from {}: {}[{element}] is {value}, not {expected}; {} "
	     "of {} elements differ\n",
	     CVG_V(c->arg[0].text), CVG_V(c->arg[1].text),
	     CVG_V(c->arg[0].text), CVG_V(m->first), CVG_V(is.at),
	     CVG_V(want.at), CVG_V(m->n), CVG_V(count_of(b)));
	cvg_str_done(&is);
	cvg_str_done(&want);
}

static void compare(struct cvg_call *c, const struct held *h,
		    const uint8_t *file, double tolerance)
{
	struct mismatch m = {.n = 0};

	for (uint64_t i = 0; i < count_of(h->buffer); i++)
		compare_one(&m, h->buffer, file, i, tolerance);
	if (m.n)
		tell_mismatch(c, h, file, &m);
	else
		TELL(c, "{} agrees with {}\n", CVG_V(c->arg[0].text),
		     CVG_V(c->arg[1].text));
	if (m.worst > 0)
		cvg_str_addf(&c->out, "  greatest difference: %g\n", m.worst);
	cvg_str_add(&c->out, "  ");
	tell_what(c, h, &c->arg[0]);
	TELL(c, "{-same}{-differ}{-greatest_difference}", CVG_V((bool)!m.n),
	     CVG_V(m.n), CVG_V(isfinite(m.worst) ? m.worst : NAN));
}

static bool tolerance_word(struct cvg_call *c, double *out, struct cvg_err *err)
{
	const struct cvg_word *w = &c->arg[2];
	const char *text = w->text;
	char *end;

	*out = 0;
	if (c->nargs < 3)
		return true;
	if (w->key && !cvg_word_is_key(w, "tolerance"))
		return cvg_fail_word(
			err, w, "compare: expected tolerance=X, not '%.60s'",
			w->text);
	text += w->key ? w->key + 1 : 0;
	*out = strtod(text, &end);
	if (end == text || *end || !(*out >= 0) || !isfinite(*out))
		return cvg_fail_word(err, w,
				     "compare: the tolerance must be a number "
				     "from 0 up, not '%.60s'",
				     text);
	return true;
}

bool cvg_cmd_compare(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_word *name = &c->arg[1];
	double tolerance;
	struct held h;
	char *bytes;
	size_t n;
	bool ok;

	if (!tolerance_word(c, &tolerance, err) ||
	    !hold(c, &c->arg[0], &h, err))
		return false;
	ok = cvg_file_read(name->text, &bytes, &n, err);
	if (!ok) {
		cvg_blame_word(err, name);
	} else if (n != h.buffer->bytes) {
		ok = cvg_fail_word(err, name,
				   "%.200s has %zu bytes, but %.60s has %llu",
				   name->text, n, c->arg[0].text,
				   (unsigned long long)h.buffer->bytes);
		free(bytes);
	} else {
		compare(c, &h, (const uint8_t *)bytes, tolerance);
		free(bytes);
	}
	held_done(&h);
	return ok;
}
