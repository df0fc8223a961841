/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Letting the phases go by what was measured. */
#include "prove.h"

#include "reconverge/counters.h"
#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

static bool forget(struct cvg_call *call)
{
	uint32_t n = cvg_session_unprofile(call->session);

	cvg_str_add(&call->out, n ? "profits are guessed again\n"
				  : "there was no profile\n");
	cvg_call_set(call, "profile", json_null());
	return true;
}

static void tell(struct cvg_call *call, const struct cvg_profiling *made)
{
	bool failed = made->run.result->fault.kind != CVG_F_NONE;

	cvg_tell_run(failed ? NULL : &call->out, call->json, &made->run);
	TELL(call, "{-profile:P}", CVG_V(made->run.rev));
	cvg_prove_fault(call, &made->run);
	if (!made->launches) {
		cvg_str_add(&call->out, "  no profile is made of a run that "
					"failed\n");
		return;
	}
	call->said_no = false; /* a profile there is */
	TELL(call,
	     "{}: profits are computed from {warps} warp(s); "
	     "{split_branches} of their {warp_branches} branches "
	     "split a warp ({:%})\n",
	     CVG_V(failed ? "  other launches do not fail" : ""),
	     CVG_V(made->warps), CVG_V(made->split), CVG_V(made->branches),
	     CVG_V(cvg_share_of((double)made->split, (double)made->branches)));
}

/* The launches that the profile is of, unless it is just the one that ran well. */
static void tell_launches(struct cvg_call *call, bool failed)
{
	bool several = cvg_session_profile_launch(call->session, 1) || failed;
	json_t *list = cvg_json_list(call->json, "launches");
	const struct cvg_launch *launch;

	for (uint32_t i = 0;
	     (launch = cvg_session_profile_launch(call->session, i)); i++) {
		struct cvg_str words = {0}, brief = {0};

		cvg_launch_text(&words, launch);
		cvg_launch_brief(&brief, launch);
		if (list)
			json_array_append_new(list, json_string(words.at));
		if (several)
			CVG_TELL(&call->out, NULL, "  {} {}\n",
				 CVG_V(i ? "and with launch" : "with launch"),
				 CVG_V(brief.at));
		cvg_str_done(&words);
		cvg_str_done(&brief);
	}
}

/* What the profile shows of the function in focus, or of its body. */
static void tell_reach(struct cvg_call *call)
{
	uint32_t f = cvg_session_body(call->session,
				      cvg_session_function(call->session));
	uint32_t sites = cvg_session_call_sites(call->session, f);
	const char *name = cvg_session_function_name(call->session, f);
	json_t *o = call->json ? json_object() : NULL;
	struct cvg_profile_extent extent;
	struct cvg_str of = {0};

	if (o)
		json_object_set_new(call->json, "reach", o);
	if (!cvg_session_profile_extent(call->session, f, &extent))
		return;
	CVG_TELL(&of, o, "{-call_sites} of {function:@}", CVG_V(sites),
		 CVG_V(name));
	if (sites)
		CVG_TELL(&of, NULL, ", which is called in {} place(s)",
			 CVG_V(sites));
	cvg_str_add(&call->out, "  the profile reaches ");
	cvg_tell_extent(&call->out, o, &extent, of.at);
	cvg_str_addc(&call->out, '\n');
	cvg_str_done(&of);
}

/* A journal says so before steps that were planned by the profile there was, which
 * may be of several launches or of another run's counters. */
static bool tell_kept(struct cvg_call *call)
{
	TELL(call,
	     "{function:@}: profits are computed from the profile of "
	     "{profile:P}, as before\n",
	     CVG_V(cvg_call_fn(call)->name),
	     CVG_V(cvg_session_profiled(call->session)));
	tell_reach(call);
	return true;
}

/* ---- counters ---------------------------------------------------------- */

/* What the words ask for. */
struct asked {
	bool add, once;
	uint32_t from; /* the word from=FILE; CVG_NONE: none */
	bool on_gpu;
	uint64_t device;
	const char *keep;
};

static bool take_words(struct cvg_call *call, struct asked *asked,
		       struct cvg_err *err)
{
	*asked = (struct asked){.from = CVG_NONE};
	for (uint32_t i = 0; i < call->nargs; i++) {
		const struct cvg_word *word = &call->arg[i];

		if (!strcmp(word->text, "add"))
			asked->add = true;
		else if (!strcmp(word->text, "once"))
			asked->once = true;
		else if (cvg_word_is_key(word, "from"))
			asked->from = i;
		else if (!strcmp(word->text, "on=gpu"))
			asked->on_gpu = true;
		else if (cvg_word_is_key(word, "keep"))
			asked->keep = word->text + word->key + 1;
		else if (!cvg_word_is_key(word, "device"))
			return cvg_fail_word(
				err, word,
				"profile: expected 'add', 'off', 'once', "
				"from=FILE, on=gpu, device=, keep= or nothing, "
				"not '%.60s'",
				word->text);
		else if (!cvg_word_key_number(word, 0, 1000, &asked->device,
					      err))
			return false;
	}
	return true;
}

static void tell_counted(struct cvg_call *call,
			 const struct cvg_counted_runs *runs, const char *where)
{
	TELL(call,
	     "{function:@} {-profile:P}{}: profits are computed from {warps} "
	     "warp(s) counted in {functions} function(s); {split_branches} of "
	     "their {warp_branches} branches split a warp ({:%})"
	     "{-slowdown}{-slowdown_low}{-slowdown_high}\n",
	     CVG_V(cvg_call_fn(call)->name),
	     CVG_V(cvg_session_current(call->session)), CVG_V(where),
	     CVG_V(runs->warps), CVG_V(runs->functions), CVG_V(runs->split),
	     CVG_V(runs->branches),
	     CVG_V(cvg_share_of((double)runs->split, (double)runs->branches)),
	     CVG_V(runs->slowdown.at), CVG_V(runs->slowdown.low),
	     CVG_V(runs->slowdown.high));
	if (!isnan(runs->slowdown.low))
		cvg_str_addf(&call->out,
			     "  with counters, a run takes %.2f times as long "
			     "(%.2f to %.2f)\n",
			     runs->slowdown.at, runs->slowdown.low,
			     runs->slowdown.high);
	tell_reach(call);
}

static bool from_counters(struct cvg_call *call, const struct asked *asked,
			  struct cvg_err *err)
{
	bool file = asked->from != CVG_NONE;
	const struct cvg_word *word = file ? &call->arg[asked->from] : NULL;
	struct cvg_counted_runs runs;
	bool ok;

	if (file && asked->on_gpu)
		return cvg_fail_word(err, word,
				     "profile: from= and on=gpu exclude each "
				     "other");
	if (!file && !cvg_prove_launch(call, err))
		return false;
	if (asked->keep)
		mkdir(asked->keep, 0777); /* if it fails, writing does */
	ok = file ? cvg_session_profile_file(call->session,
					     word->text + word->key + 1,
					     asked->add, &runs, err)
		  : cvg_session_profile_gpu(
			    call->session, (uint32_t)asked->device, asked->keep,
			    asked->add, &runs, err);
	if (!ok)
		return file ? cvg_blame_word(err, word) : false;
	if (file)
		cvg_keep_path(call, asked->from);
	tell_counted(call, &runs, file ? "by a program" : "on a GPU");
	return true;
}

bool cvg_cmd_instrument(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_instrumented made;
	struct cvg_change cycles;
	double growth;

	if (!cvg_session_instrument(call->session, call->arg[0].text, &made,
				    err))
		return cvg_blame_word(err, &call->arg[0]);
	growth = cvg_share_of((double)made.insts[1] - (double)made.insts[0],
			      (double)made.insts[0]);
	TELL(call,
	     "{file}: {functions} function(s) with counters, {bytes} byte(s) "
	     "of "
	     "@__reconverge_counts; {insts_before} -> {insts_after} "
	     "instructions (+{:%})\n",
	     CVG_V(call->arg[0].text), CVG_V(made.functions), CVG_V(made.bytes),
	     CVG_V(made.insts[0]), CVG_V(made.insts[1]), CVG_V(growth));
	cycles = (struct cvg_change){made.cycles[0], made.cycles[1],
				     CVG_UNIT_CYCLES, false};
	TELL(call, "{-cycles}", CVG_V(cycles));
	if (!isnan(cycles.from) && !isnan(cycles.to))
		cvg_str_addf(&call->out,
			     "  simulated cycles %.0f -> %.0f (%+.1f%%)\n",
			     cycles.from, cycles.to,
			     100 * (cycles.to / cycles.from - 1));
	return true;
}

/* ---- the command ------------------------------------------------------- */

bool cvg_cmd_profile(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_profiling made;
	struct asked asked;
	bool ok;

	if (call->nargs == 1 && !strcmp(call->arg[0].text, "off"))
		return forget(call);
	if (!take_words(call, &asked, err))
		return false;
	if (asked.once && cvg_session_profiled(call->session) != CVG_NONE)
		return tell_kept(call);
	if (asked.from != CVG_NONE || asked.on_gpu)
		return from_counters(call, &asked, err);
	if (!cvg_prove_launch(call, err))
		return false;
	ok = cvg_session_profile(call->session, asked.add, &made, err);
	if (ok)
		tell(call, &made);
	if (ok && made.launches) {
		tell_launches(call, made.run.result->fault.kind != CVG_F_NONE);
		tell_reach(call);
	}
	return ok;
}
