/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Proving: libraries, kernels that are ready to run, and launches. */
#include "inside.h"

#include "reconverge/ir.h"
#include "reconverge/profile.h"
#include "reconverge/program.h"

#include <stdlib.h>
#include <string.h>

const struct cvg_ticker *cvg_session_ticking(const struct cvg_session *s)
{
	return &s->ticker;
}

void cvg_session_ticker(struct cvg_session *s,
			bool (*tick)(void *context, double done), void *context)
{
	s->ticker = (struct cvg_ticker){.tick = tick, .context = context};
	s->proving.tick = tick;
	s->proving.context = context;
}

/* ---- kernels kept ---------------------------------------------------- */

static void ready_free(struct ready *r)
{
	if (!r)
		return;
	if (r->counted)
		cvg_sim_result_done(&r->result);
	cvg_sim_free(r->sim);
	cvg_program_free(r->program);
	free(r);
}

static void drop_left(struct proving *p)
{
	if (!p->left.ready)
		return;
	cvg_image_free(p->left.image);
	cvg_image_free(p->left.before);
	cvg_launch_done(&p->left.launch);
	p->left = (struct left){.ready = NULL};
}

/* Drop everything that was made from code. */
static void drop_ready(struct proving *p)
{
	drop_left(p);
	for (uint32_t i = 0; i < MAX_READY; i++) {
		ready_free(p->ready[i]);
		p->ready[i] = NULL;
	}
}

void cvg_proving_done(struct proving *p)
{
	drop_ready(p);
	for (size_t i = 0; i < p->launches.n; i++)
		cvg_launch_done(&p->launches.at[i].launch);
	for (size_t i = 0; i < p->links.n; i++)
		free(p->links.at[i]);
	for (size_t i = 0; i < p->profiles.n; i++)
		cvg_profile_free(p->profiles.at[i].profile);
	for (size_t i = 0; i < p->orders.n; i++)
		free(p->orders.at[i].order);
	free(p->orders.at);
	cvg_proving_drop_groups(p);
	free(p->launches.at);
	free(p->links.at);
	free(p->profiles.at);
	*p = (struct proving){.tick = p->tick,
			      .context = p->context,
			      .ngrouped = p->ngrouped};
}

/* ---- libraries ------------------------------------------------------- */

uint32_t cvg_session_nlinks(const struct cvg_session *s)
{
	return (uint32_t)s->proving.links.n;
}

const char *cvg_session_link_at(const struct cvg_session *s, uint32_t i)
{
	return s->proving.links.at[i];
}

/* Link all libraries. Since a library may need functions of an earlier one, all
 * are linked as often as there are libraries. */
static bool link_all(const struct cvg_session *s, struct cvg_module *m,
		     struct cvg_err *err)
{
	const struct proving *p = &s->proving;

	for (size_t round = 0; round < p->links.n; round++) {
		uint32_t before = cvg_module_nfunctions(m);

		for (size_t i = 0; i < p->links.n; i++) {
			if (!cvg_module_link(m, p->links.at[i], err))
				return false;
		}
		if (cvg_module_nfunctions(m) == before)
			break;
	}
	return true;
}

bool cvg_session_link(struct cvg_session *s, const char *path,
		      struct cvg_err *err)
{
	struct cvg_module *m;
	bool ok;

	m = cvg_history_revive(s->h, cvg_history_rev(s->h, CVG_NONE), err);
	if (!m)
		return false;
	ok = cvg_module_link(m, path, err);
	cvg_module_free(m);
	if (!ok)
		return false;
	for (size_t i = 0; i < s->proving.links.n; i++) {
		if (!strcmp(s->proving.links.at[i], path))
			return true;
	}
	drop_ready(&s->proving);
	cvg_push(&s->proving.links, cvg_strdup(path));
	return true;
}

/* ---- decoding -------------------------------------------------------- */

static bool target_shifts(const struct cvg_session *s)
{
	return cvg_set_int(&s->settings, CVG_SET_SHIFTS) == CVG_SHIFTS_TARGET;
}

static bool wraps(const struct cvg_session *s)
{
	return cvg_set_int(&s->settings, CVG_SET_OVERFLOW) == CVG_OVERFLOW_WRAP;
}

/* Link the libraries and decode the function of that name. */
static bool decode(const struct cvg_session *s, struct cvg_module *m,
		   const char *name, struct cvg_program **out,
		   struct cvg_str *uncovered, struct cvg_err *err)
{
	uint32_t f;

	if (!link_all(s, m, err))
		return false;
	cvg_module_target_shifts(m, target_shifts(s));
	cvg_module_wraps(m, wraps(s));
	f = cvg_module_function_named(m, name);
	if (f == CVG_NONE)
		return cvg_fail(err, "no function @%.80s", name);
	return cvg_module_decode(m, f, out, uncovered, err);
}

bool cvg_proving_decode(struct cvg_session *s, struct cvg_module *m,
			const char *name, struct cvg_program **out,
			struct cvg_err *err)
{
	return decode(s, m, name, out, NULL, err);
}

bool cvg_session_covered(struct cvg_session *s, uint32_t f,
			 struct cvg_str *uncovered, struct cvg_err *err)
{
	const struct rev *r = cvg_history_rev(s->h, CVG_NONE);
	struct cvg_module *m = cvg_history_revive(s->h, r, err);
	struct cvg_program *program;
	bool ok;

	if (!m)
		return false;
	ok = decode(s, m, s->h->functions.at[r->fid[f]].name, &program,
		    uncovered, err);
	if (ok)
		cvg_program_free(program);
	cvg_module_free(m);
	return ok || uncovered->n;
}

/* ---- ready to run ---------------------------------------------------- */

/* A free place, or that of the least recently used kernel, which is freed. */
static uint32_t place_for_one(struct proving *p)
{
	uint32_t best = CVG_NONE;

	for (uint32_t i = 0; i < MAX_READY; i++) {
		if (!p->ready[i])
			return i;
		if (p->ready[i] == p->left.ready)
			continue;
		if (best == CVG_NONE ||
		    p->ready[i]->used < p->ready[best]->used)
			best = i;
	}
	ready_free(p->ready[best]);
	p->ready[best] = NULL;
	return best;
}

static struct ready *make_ready(struct cvg_session *s, struct rev *r,
				struct cvg_err *err)
{
	struct proving *p = &s->proving;
	uint32_t f = cvg_history_place(r, s->h->focus), at;
	struct cvg_program *program;
	struct cvg_module *m;
	bool ok;

	cvg_history_code(s->h, r, f); /* numbers its blocks */
	m = cvg_history_revive(s->h, r, err);
	if (!m)
		return NULL;
	ok = cvg_proving_decode(s, m, s->h->functions.at[s->h->focus].name,
				&program, err);
	cvg_module_free(m);
	if (!ok)
		return NULL;
	at = place_for_one(p);
	p->ready[at] = cvg_calloc(1, sizeof **p->ready);
	p->ready[at]->blob = r->blob;
	p->ready[at]->fid = s->h->focus;
	p->ready[at]->target_shifts = target_shifts(s);
	p->ready[at]->wraps = wraps(s);
	p->ready[at]->program = program;
	p->ready[at]->sim = cvg_sim_new(program);
	return p->ready[at];
}

struct ready *cvg_proving_ready(struct cvg_session *s, uint32_t rev,
				struct cvg_err *err)
{
	struct proving *p = &s->proving;
	struct rev *r = cvg_history_rev(s->h, rev);
	struct ready *found = NULL;

	if (cvg_history_place(r, s->h->focus) == CVG_NONE) {
		cvg_fail(err, "P%u has no function @%s", r->pub.id,
			 s->h->functions.at[s->h->focus].name);
		return NULL;
	}
	for (uint32_t i = 0; i < MAX_READY; i++) {
		if (p->ready[i] && p->ready[i]->blob == r->blob &&
		    p->ready[i]->fid == s->h->focus &&
		    p->ready[i]->target_shifts == target_shifts(s) &&
		    p->ready[i]->wraps == wraps(s))
			found = p->ready[i];
	}
	if (!found)
		found = make_ready(s, r, err);
	if (found)
		found->used = ++p->clock;
	return found;
}

const struct cvg_program *cvg_session_program(struct cvg_session *s,
					      uint32_t rev, struct cvg_err *err)
{
	const struct ready *r = cvg_proving_ready(s, rev, err);

	return r ? r->program : NULL;
}

/* ---- launches -------------------------------------------------------- */

struct launched *cvg_proving_launched(const struct cvg_session *s)
{
	const struct proving *p = &s->proving;

	for (size_t i = 0; i < p->launches.n; i++) {
		if (p->launches.at[i].fid == s->h->focus)
			return &p->launches.at[i];
	}
	return NULL;
}

const struct cvg_launch *cvg_session_launch(const struct cvg_session *s)
{
	const struct launched *l = cvg_proving_launched(s);

	return l ? &l->launch : NULL;
}

static void keep_launch(struct cvg_session *s, struct cvg_launch *take_l)
{
	struct launched *l = cvg_proving_launched(s);
	struct launched made = {.fid = s->h->focus};

	if (!l) {
		cvg_push(&s->proving.launches, made);
		l = cvg_proving_launched(s);
	} else {
		cvg_launch_done(&l->launch);
	}
	l->launch = *take_l;
	l->serial = ++s->proving.serial;
}

/* Check now, not at the first run, that the launch fits the kernel as
 * loaded. */
static bool check_launch(struct cvg_session *s, const struct cvg_launch *l,
			 struct cvg_err *err)
{
	const struct ready *r;
	struct cvg_image *image;

	r = cvg_proving_ready(s, CVG_NONE, err);
	if (!r)
		return false;
	if (!cvg_proving_image(s, CVG_NONE, r->program, l,
			       s->proving.left.image, &image, err))
		return false;
	cvg_image_free(image);
	return true;
}

bool cvg_session_set_launch(struct cvg_session *s, struct cvg_launch *take_l,
			    struct cvg_fault *left, struct cvg_err *err)
{
	uint32_t focus = s->h->focus;

	if ((!take_l->kernel || cvg_session_focus(s, take_l->kernel, err)) &&
	    cvg_proving_complete(s, take_l, left, err) &&
	    check_launch(s, take_l, err)) {
		keep_launch(s, take_l);
		return true;
	}
	s->h->focus = focus;
	cvg_launch_done(take_l);
	return false;
}
