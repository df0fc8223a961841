/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Proving: libraries, kernels that are ready to run, and launches. */
#include "inside.h"

#include "reconverge/ir.h"
#include "reconverge/profile.h"
#include "reconverge/program.h"

#include <stdlib.h>
#include <string.h>

const struct cvg_ticker *cvg_session_ticking(const struct cvg_session *session)
{
	return &session->ticker;
}

void cvg_session_ticker(struct cvg_session *session,
			bool (*tick)(void *context, double done), void *context)
{
	session->ticker = (struct cvg_ticker){.tick = tick, .context = context};
	session->proving.tick = tick;
	session->proving.context = context;
}

/* ---- kernels kept ---------------------------------------------------- */

static void ready_free(struct ready *ready)
{
	if (!ready)
		return;
	if (ready->counted)
		cvg_sim_result_done(&ready->result);
	cvg_sim_free(ready->sim);
	cvg_program_free(ready->program);
	free(ready);
}

static void drop_left(struct proving *proving)
{
	if (!proving->left.ready)
		return;
	cvg_image_free(proving->left.image);
	cvg_image_free(proving->left.before);
	cvg_launch_done(&proving->left.launch);
	proving->left = (struct left){.ready = NULL};
}

/* Drop everything that was made from code. */
void cvg_proving_drop_ready(struct proving *proving)
{
	drop_left(proving);
	for (uint32_t i = 0; i < MAX_READY; i++) {
		ready_free(proving->ready[i]);
		proving->ready[i] = NULL;
	}
}

void cvg_proving_forget(struct proving *proving, uint32_t rev)
{
	if (proving->left.ready && proving->left.ready->rev == rev)
		drop_left(proving);
	for (uint32_t i = 0; i < MAX_READY; i++) {
		if (!proving->ready[i] || proving->ready[i]->rev != rev)
			continue;
		ready_free(proving->ready[i]);
		proving->ready[i] = NULL;
	}
}

void cvg_proving_done(struct proving *proving)
{
	cvg_proving_drop_ready(proving);
	for (size_t i = 0; i < proving->launches.n; i++)
		cvg_launch_done(&proving->launches.at[i].launch);
	for (size_t i = 0; i < proving->links.n; i++)
		free(proving->links.at[i]);
	cvg_proving_drop_profiles(proving);
	for (size_t i = 0; i < proving->orders.n; i++)
		free(proving->orders.at[i].order);
	free(proving->orders.at);
	cvg_proving_drop_groups(proving);
	cvg_listed_drop(&proving->launch_of);
	cvg_listed_drop(&proving->unprofiled_of);
	free(proving->launches.at);
	free(proving->links.at);
	free(proving->profiles.at);
	free(proving->profiled.at);
	free(proving->unprofiled.at);
	free(proving->told.at);
	cvg_known_drop(proving);
	*proving = (struct proving){.tick = proving->tick,
				    .context = proving->context,
				    .ngrouped = proving->ngrouped};
}

/* ---- libraries ------------------------------------------------------- */

uint32_t cvg_session_nlinks(const struct cvg_session *session)
{
	return (uint32_t)session->proving.links.n;
}

const char *cvg_session_link_at(const struct cvg_session *session, uint32_t i)
{
	return session->proving.links.at[i];
}

/* Link all libraries. Since a library may need functions of an earlier one, all
 * are linked as often as there are libraries. */
bool cvg_proving_link(const struct cvg_session *session,
		      struct cvg_module *module, struct cvg_err *err)
{
	const struct proving *proving = &session->proving;

	for (size_t round = 0; round < proving->links.n; round++) {
		uint32_t before = cvg_module_nfunctions(module);

		for (size_t i = 0; i < proving->links.n; i++) {
			if (!cvg_module_link(module, proving->links.at[i], err))
				return false;
		}
		if (cvg_module_nfunctions(module) == before)
			break;
	}
	return true;
}

bool cvg_session_link(struct cvg_session *session, const char *path,
		      struct cvg_err *err)
{
	struct cvg_module *module;
	bool ok;

	module = cvg_history_copy(session->history,
				  cvg_history_rev(session->history, CVG_NONE),
				  err);
	if (!module)
		return false;
	ok = cvg_module_link(module, path, err);
	cvg_module_free(module);
	if (!ok)
		return false;
	for (size_t i = 0; i < session->proving.links.n; i++) {
		if (!strcmp(session->proving.links.at[i], path))
			return true;
	}
	cvg_proving_drop_ready(&session->proving);
	cvg_push(&session->proving.links, cvg_strdup(path));
	return true;
}

static const char *kernel_name(const struct cvg_session *session);

/* ---- decoding -------------------------------------------------------- */

static bool target_shifts(const struct cvg_session *session)
{
	return cvg_set_int(&session->settings, CVG_SET_SHIFTS) ==
	       CVG_SHIFTS_TARGET;
}

static bool wraps(const struct cvg_session *session)
{
	return cvg_set_int(&session->settings, CVG_SET_OVERFLOW) ==
	       CVG_OVERFLOW_WRAP;
}

/* Link the libraries and decode the function of that name. */
static bool decode(struct cvg_session *session, struct cvg_module *module,
		   const char *name, struct cvg_program **out,
		   struct cvg_str *uncovered, struct cvg_err *err)
{
	uint32_t f;

	if (!cvg_proving_link(session, module, err))
		return false;
	cvg_module_target_shifts(module, target_shifts(session));
	cvg_module_wraps(module, wraps(session));
	f = cvg_module_function_named(module, name);
	if (f == CVG_NONE)
		return cvg_fail(err, "no function @%.300s", name);
	if (!cvg_module_decode(module, f, out, uncovered, err))
		return false;
	if (uncovered || cvg_proving_add_prices(session, module, *out, err))
		return true;
	cvg_program_free(*out);
	return false;
}

bool cvg_proving_decode(struct cvg_session *session, struct cvg_module *module,
			const char *name, struct cvg_program **out,
			struct cvg_err *err)
{
	return decode(session, module, name, out, NULL, err);
}

/* Libraries are linked to a copy. */
static bool decode_apart(struct cvg_session *session, struct cvg_module *module,
			 struct cvg_program **out, struct cvg_err *err)
{
	const struct cvg_target_options asked = cvg_session_asked(session);
	struct cvg_module *copy;
	void *bytes;
	size_t n;
	bool ok;

	cvg_module_bitcode(module, &bytes, &n);
	ok = cvg_module_revive(bytes, n, &asked, &copy, err);
	free(bytes);
	if (!ok)
		return false;
	ok = decode(session, copy, kernel_name(session), out, NULL, err);
	cvg_module_free(copy);
	return ok;
}

bool cvg_proving_decode_work(struct cvg_session *session,
			     struct cvg_program **out, struct cvg_err *err)
{
	struct history *history = session->history;
	struct cvg_module *module =
		history->scratch ? history->scratch : history->worked->live;

	if (!cvg_history_sound(history, err))
		return false;
	if (session->proving.links.n)
		return decode_apart(session, module, out, err);
	return decode(session, module, kernel_name(session), out, NULL, err);
}

/* Decode a function of a revision. Libraries are linked to a copy of its
 * module. */
static bool decode_rev(struct cvg_session *session, const struct rev *rev,
		       const char *name, struct cvg_program **out,
		       struct cvg_str *uncovered, struct cvg_err *err)
{
	bool apart = session->proving.links.n > 0;
	struct cvg_module *module =
		apart ? cvg_history_copy(session->history, rev, err)
		      : cvg_history_module(session->history, rev, err);
	bool ok = module && decode(session, module, name, out, uncovered, err);

	if (apart)
		cvg_module_free(module);
	return ok;
}

bool cvg_session_covered(struct cvg_session *session, uint32_t f,
			 struct cvg_str *uncovered, struct cvg_err *err)
{
	const struct rev *rev = cvg_history_rev(session->history, CVG_NONE);
	struct cvg_program *program;
	bool ok = decode_rev(session, rev,
			     cvg_history_name(session->history, rev, f),
			     &program, uncovered, err);

	if (ok)
		cvg_program_free(program);
	return ok || uncovered->n;
}

/* ---- the kernel ------------------------------------------------------ */

/* The only kernel that calls the function in focus; of several, the one whose run made
 * the profile of that function which is in force. */
static uint32_t find_kernel(const struct cvg_session *session)
{
	struct history *history = session->history;
	const struct rev *rev = cvg_history_rev(history, CVG_NONE);
	struct cvg_err err;
	const struct cvg_module *module =
		cvg_history_module(history, rev, &err);
	uint32_t at =
		module ? cvg_module_kernel_of(module,
					      cvg_history_place(history, rev,
								history->focus))
		       : CVG_NONE;
	const struct profiled *profiled;

	if (at != CVG_NONE)
		return cvg_history_fid(history, rev, at);
	profiled =
		cvg_proving_profile(session, history->current, history->focus);
	return profiled && cvg_history_place(history, rev, profiled->kernel) !=
				       CVG_NONE
		       ? profiled->kernel
		       : history->focus;
}

uint32_t cvg_proving_kernel(const struct cvg_session *session)
{
	struct history *history = session->history;

	bool known = history->kernel.rev == history->current &&
		     history->kernel.focus == history->focus;

	/* A screen may ask while a phase works, and no module may be read. */
	if (!known && (history->worked || history->scratch))
		return history->focus;
	if (!known) {
		history->kernel.fid = find_kernel(session);
		history->kernel.rev = history->current;
		history->kernel.focus = history->focus;
	}
	return history->kernel.fid;
}

static const char *kernel_name(const struct cvg_session *session)
{
	return session->history->functions.at[cvg_proving_kernel(session)].name;
}

/* ---- ready to run ---------------------------------------------------- */

/* A free place, or that of the least recently used kernel, which is freed. */
static uint32_t place_for_one(struct proving *proving)
{
	uint32_t best = CVG_NONE;

	for (uint32_t i = 0; i < MAX_READY; i++) {
		if (!proving->ready[i])
			return i;
		if (proving->ready[i] == proving->left.ready)
			continue;
		if (best == CVG_NONE ||
		    proving->ready[i]->used < proving->ready[best]->used)
			best = i;
	}
	ready_free(proving->ready[best]);
	proving->ready[best] = NULL;
	return best;
}

static struct ready *make_ready(struct cvg_session *session, struct rev *rev,
				struct cvg_err *err)
{
	struct proving *proving = &session->proving;
	uint32_t fid = cvg_proving_kernel(session);
	uint32_t f = cvg_history_place(session->history, rev, fid), at;
	struct cvg_program *program;

	cvg_history_code(session->history, rev, f); /* numbers its blocks */
	if (!decode_rev(session, rev, kernel_name(session), &program, NULL,
			err))
		return NULL;
	at = place_for_one(proving);
	proving->ready[at] = cvg_calloc(1, sizeof **proving->ready);
	proving->ready[at]->rev = rev->pub.id;
	proving->ready[at]->fid = fid;
	proving->ready[at]->target_shifts = target_shifts(session);
	proving->ready[at]->wraps = wraps(session);
	proving->ready[at]->machine = cvg_proving_by_machine(session);
	proving->ready[at]->program = program;
	proving->ready[at]->sim = cvg_sim_new(program);
	return proving->ready[at];
}

struct ready *cvg_proving_ready(struct cvg_session *session, uint32_t rev,
				struct cvg_err *err)
{
	struct proving *proving = &session->proving;
	struct rev *revision = cvg_history_rev(session->history, rev);
	uint32_t fid = cvg_proving_kernel(session);
	struct ready *found = NULL;

	if (cvg_history_place(session->history, revision, fid) == CVG_NONE) {
		cvg_fail(err, "P%u has no function @%s", revision->pub.id,
			 kernel_name(session));
		return NULL;
	}
	for (uint32_t i = 0; i < MAX_READY; i++) {
		if (proving->ready[i] &&
		    proving->ready[i]->rev == revision->pub.id &&
		    proving->ready[i]->fid == fid &&
		    proving->ready[i]->target_shifts ==
			    target_shifts(session) &&
		    proving->ready[i]->wraps == wraps(session) &&
		    proving->ready[i]->machine ==
			    cvg_proving_by_machine(session))
			found = proving->ready[i];
	}
	if (!found)
		found = make_ready(session, revision, err);
	if (found)
		found->used = ++proving->clock;
	return found;
}

const struct cvg_program *cvg_session_program(struct cvg_session *session,
					      uint32_t rev, struct cvg_err *err)
{
	const struct ready *ready = cvg_proving_ready(session, rev, err);

	return ready ? ready->program : NULL;
}

/* ---- launches -------------------------------------------------------- */

struct launched *cvg_proving_launched(const struct cvg_session *session)
{
	const struct proving *proving = &session->proving;
	uint32_t at =
		cvg_listed_of(&proving->launch_of, cvg_proving_kernel(session));

	return at == CVG_NONE ? NULL : &proving->launches.at[at];
}

const struct cvg_launch *cvg_session_launch(const struct cvg_session *session)
{
	const struct launched *l = cvg_proving_launched(session);

	return l ? &l->launch : NULL;
}

static void keep_launch(struct cvg_session *session,
			struct cvg_launch *take_launch)
{
	struct launched *l = cvg_proving_launched(session);
	struct launched made = {.fid = cvg_proving_kernel(session)};

	if (!l) {
		cvg_listed_note(&session->proving.launch_of, made.fid,
				(uint32_t)session->proving.launches.n);
		cvg_push(&session->proving.launches, made);
		l = cvg_proving_launched(session);
	} else {
		cvg_launch_done(&l->launch);
	}
	l->launch = *take_launch;
	l->serial = ++session->proving.serial;
}

bool cvg_session_focus_kernel(struct cvg_session *session, const char *name,
			      struct cvg_err *err)
{
	return !name || !strcmp(name, kernel_name(session)) ||
	       cvg_session_focus(session, name, err);
}

/* Check now, not at the first run, that the launch fits the kernel as
 * loaded. */
static bool check_launch(struct cvg_session *session,
			 const struct cvg_launch *launch, struct cvg_err *err)
{
	const struct ready *ready;
	struct cvg_image *image;

	ready = cvg_proving_ready(session, CVG_NONE, err);
	if (!ready)
		return false;
	if (!cvg_proving_image(session, CVG_NONE, ready->program, launch,
			       session->proving.left.image, &image, err))
		return false;
	cvg_image_free(image);
	return true;
}

bool cvg_session_set_launch(struct cvg_session *session,
			    struct cvg_launch *take_launch,
			    struct cvg_fault *left, struct cvg_err *err)
{
	uint32_t focus = session->history->focus;

	if (cvg_session_focus_kernel(session, take_launch->kernel, err) &&
	    cvg_proving_complete(session, take_launch, left, err) &&
	    check_launch(session, take_launch, err)) {
		keep_launch(session, take_launch);
		return true;
	}
	session->history->focus = focus;
	cvg_launch_done(take_launch);
	return false;
}
