/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regrouping the threads of a launch by their basic-block vectors. */
#include "prove.h"

#include "reconverge/bbv.h"
#include "reconverge/look.h"
#include "reconverge/quantity.h"
#include "reconverge/regroup.h"
#include "reconverge/sim.h"
#include "reconverge/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct asked {
	struct cvg_regroup_ask ask;
	const char *file;
	char *data; /* owned: names, cut at the commas */
	cvg_vec(const char *) names;
};

static bool algorithm_word(const struct cvg_word *w, struct asked *a,
			   struct cvg_err *err)
{
	a->ask.how = cvg_grouping_by_name(w->text + w->key + 1);
	return a->ask.how < CVG_NGROUPINGS ||
	       cvg_fail_word(err, w,
			     "regroup: algorithm= must be sorting, greedy or "
			     "greedy-max");
}

static bool by_word(const struct cvg_word *w, struct asked *a,
		    struct cvg_err *err)
{
	const char *by = w->text + w->key + 1;

	a->ask.by = strcmp(by, "layout") ? CVG_BY_REDIRECT : CVG_BY_LAYOUT;
	return !strcmp(by, "layout") || !strcmp(by, "redirect") ||
	       cvg_fail_word(err, w, "regroup: by= must be redirect or layout");
}

static bool data_word(const struct cvg_word *w, struct asked *a)
{
	char *rest, *name;

	free(a->data);
	a->names.n = 0;
	a->data = rest = cvg_strdup(w->text + w->key + 1);
	while ((name = strsep(&rest, ",")))
		cvg_push(&a->names, name);
	return true;
}

static bool regroup_word(const struct cvg_word *w, struct asked *a,
			 struct cvg_err *err)
{
	uint64_t n;

	if (cvg_word_is_key(w, "algorithm"))
		return algorithm_word(w, a, err);
	if (cvg_word_is_key(w, "by"))
		return by_word(w, a, err);
	if (cvg_word_is_key(w, "data"))
		return data_word(w, a);
	if (cvg_word_is_key(w, "file")) {
		a->file = w->text + w->key + 1;
		return true;
	}
	if (cvg_word_is_key(w, "force"))
		return cvg_word_yes(w, &a->ask.force, err);
	if (!cvg_word_is_key(w, "groupsize"))
		return cvg_fail_word(
			err, w,
			"regroup: expected algorithm=, groupsize=, by=, data=, "
			"file= or force=, not '%.60s'",
			w->text);
	if (!cvg_word_key_number(w, 1, UINT32_MAX, &n, err))
		return false;
	a->ask.groupsize = (uint32_t)n;
	return true;
}

/* A number before and after. */
struct pair_line {
	const char *label, *key; /* for people, for programs */
	double before, after;
	struct cvg_change change;
	bool whole;
};

static const struct cvg_column pair_columns[] = {
	{CVG_COLUMN(struct pair_line, label), .title = "",
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct pair_line, before), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct pair_line, after), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct pair_line, change), .use = CVG_COLUMN_PERCENT},
};

static void add_pair(struct cvg_call *c, struct cvg_table *t,
		     const struct pair_line *pair)
{
	struct pair_line line = *pair;

	line.change = (struct cvg_change){.from = pair->before,
					  .to = pair->after,
					  .unit = CVG_UNIT_CYCLES};
	cvg_table_add(t, &line);
	cvg_call_set(c, pair->key,
		     pair->whole
			     ? json_pack("[I,I]", (json_int_t)pair->before,
					 (json_int_t)pair->after)
			     : json_pack("[f,f]", pair->before, pair->after));
}

static void add_counts(struct cvg_call *c, struct cvg_table *t,
		       const char *label, const char *key,
		       const uint64_t count[2])
{
	add_pair(c, t,
		 &(struct pair_line){.label = label,
				     .key = key,
				     .before = (double)count[0],
				     .after = (double)count[1],
				     .whole = true});
}

static void tell_pairs(struct cvg_call *c, const struct cvg_regrouped *r)
{
	const struct cvg_bbvcost *e = r->estimate;
	struct cvg_table t;
	char makespan[64];

	snprintf(makespan, sizeof makespan, "makespan on %u SM%s%s", r->sms,
		 r->sms == 1 ? "" : "s", r->timed ? ", scoreboard" : "");
	CVG_TABLE_INIT(&t, struct pair_line, pair_columns);
	add_pair(c, &t,
		 &(struct pair_line){.label = "BBV-weighted",
				     .key = "bbv_weighted",
				     .before = e[0].weighted,
				     .after = e[1].weighted});
	add_pair(c, &t,
		 &(struct pair_line){.label = "BBV-weighted-scheduled",
				     .key = "bbv_weighted_scheduled",
				     .before = e[0].scheduled,
				     .after = e[1].scheduled});
	if (r->measured) {
		add_pair(c, &t,
			 &(struct pair_line){.label = makespan,
					     .key = "makespan",
					     .before = r->makespan[0],
					     .after = r->makespan[1]});
		add_counts(c, &t, "cycles of all warps", "warp_cycles",
			   r->warp_cycles);
		add_counts(c, &t, "  by the scoreboard", "scoreboard_cycles",
			   r->scoreboard);
		add_counts(c, &t, "divergent branches", "divergent_branches",
			   r->divergent_branches);
		add_counts(c, &t, "divergent warps", "divergent_warps",
			   r->divergent_warps);
		add_counts(c, &t, "global transactions", "transactions",
			   r->transactions);
	}
	cvg_table_text(&t, &c->out);
	cvg_table_done(&t);
}

static void tell_head(struct cvg_call *c, const struct asked *a,
		      const struct cvg_regrouped *r)
{
	TELL(c,
	     "{}, {threads} thread(s) of {kinds} kind(s) in {groups} group(s) "
	     "of {groupsize}\n{-pays}{-changed}{-measured}",
	     CVG_V(cvg_grouping_name(a->ask.how)), CVG_V(r->nthreads),
	     CVG_V(r->nkinds), CVG_V(r->ngroups), CVG_V(r->groupsize),
	     CVG_V(r->pays), CVG_V(r->done), CVG_V(r->measured));
	cvg_call_set(c, "dependence",
		     r->dependence.n ? cvg_json_text(r->dependence.at)
				     : json_null());
	tell_pairs(c, r);
}

/* Both numbers, and that there is nothing to gain. */
static void tell_loss(struct cvg_call *c, const struct cvg_regrouped *r)
{
	double before = r->estimate[0].scheduled;
	double after = r->estimate[1].scheduled;
	bool estimated = after >= before;

	if (!estimated) {
		before = (double)r->scoreboard[0];
		after = (double)r->scoreboard[1];
	}
	cvg_str_addf(&c->out,
		     "regrouping would not pay%s: %.0f cycles in the present "
		     "order, %.0f in the new one; 'force=yes' regroups all "
		     "the same\n",
		     estimated ? "" : " by the scoreboard", before, after);
}

/* Is what the kernel leaves what it left before? */
static void tell_same(struct cvg_call *c, const struct cvg_regrouped *r,
		      const char *back)
{
	c->said_no = !r->same || r->dependence.n;
	TELL(c, "{}the result {}{-same}", CVG_V(back),
	     CVG_V(r->same ? "is the same" : "differs: "), CVG_V(r->same));
	if (!r->same)
		cvg_difference_print(&c->out, &r->difference);
	cvg_str_addc(&c->out, '\n');
	cvg_add_witness(&c->out, cvg_str_of(&r->dependence));
}

/* Which buffers move, or would, and which are left, and why. */
static void tell_buffers(struct cvg_call *c, const struct cvg_regrouped *r,
			 const char *word)
{
	json_t *left;

	TELL(c, "{}: {}{-moved}\n", CVG_V(word),
	     CVG_V(r->moved.n ? r->moved.at : "no buffer lies by thread"),
	     CVG_V(cvg_str_of(&r->moved)));
	left = cvg_json_list(c->json, "left");
	for (size_t i = 0; i < r->left.n; i++)
		CVG_TELL(&c->out, cvg_json_item(left),
			 "left: {argument}: {why}\n", CVG_V(r->left.at[i].name),
			 CVG_V(r->left.at[i].why));
}

static void tell_moved(struct cvg_call *c, const struct cvg_regrouped *r)
{
	tell_buffers(c, r, "moved");
	tell_same(c, r, "moved back, ");
}

/* By force, though its run did not end well: what it leaves is not known. */
static void tell_unmeasured(struct cvg_call *c, const struct cvg_regrouped *r)
{
	cvg_str_addf(&c->out, "not simulated: %s\n", r->unmeasured.msg);
	c->said_no = true;
}

static void tell_regrouped(struct cvg_call *c, const struct asked *a,
			   const struct cvg_regrouped *r)
{
	bool layout = a->ask.by == CVG_BY_LAYOUT;

	if (!layout && r->done)
		cvg_str_addf(&c->out, "P%u: ", r->act.rev);
	cvg_str_addf(&c->out,
		     "regroup%s: ", r->done ? "" : ": nothing changed");
	tell_head(c, a, r);
	cvg_call_set(c, "revision",
		     layout ? json_null() : cvg_json_id('P', r->act.rev));
	if (!r->done && !r->pays && !a->ask.force)
		tell_loss(c, r);
	else if (!r->done)
		tell_buffers(c, r, "moved");
	else if (layout)
		tell_moved(c, r);
	else if (r->measured)
		tell_same(c, r, "");
	else
		tell_unmeasured(c, r);
}

static void tell_preview(struct cvg_call *c, const struct asked *a,
			 const struct cvg_regrouped *r)
{
	bool layout = a->ask.by == CVG_BY_LAYOUT;
	bool would = (r->pays || a->ask.force) && (!layout || r->moved.n);

	cvg_str_addf(&c->out, "regroup would do%s ", would ? ":" : " nothing:");
	tell_head(c, a, r);
	if (!r->pays)
		tell_loss(c, r);
	if (layout)
		tell_buffers(c, r, "would move");
	cvg_call_set(c, "would_change", json_boolean(would));
}

/* For the host: a 32-bit number a place, little endian. */
static bool write_order(struct cvg_call *c, const struct asked *a,
			const struct cvg_regrouped *r, struct cvg_err *err)
{
	if (!a->file)
		return true;
	if (!cvg_file_write(a->file, r->order,
			    (size_t)r->nthreads * sizeof(*r->order), err))
		return false;
	TELL(c, "wrote {file}: the thread for each place, u32[{}]\n",
	     CVG_V(a->file), CVG_V(r->nthreads));
	return true;
}

static bool regroup(struct cvg_call *c, struct asked *a, struct cvg_err *err)
{
	struct cvg_regrouped r;
	struct vigil v;
	bool ok;

	cvg_vigil_begin(&v, c);
	ok = cvg_vigil_end(&v, cvg_session_regroup(c->s, &a->ask, &r, err));
	if (!ok)
		return false;
	if (a->ask.look)
		tell_preview(c, a, &r);
	else
		tell_regrouped(c, a, &r);
	ok = !r.done || write_order(c, a, &r, err);
	cvg_regrouped_done(&r);
	return ok;
}

bool cvg_regroup_words(struct cvg_call *c, uint32_t from, bool look,
		       struct cvg_err *err)
{
	struct asked a = {.ask = {.how = CVG_GROUP_GREEDY_MAX,
				  .command = c->text,
				  .look = look}};
	bool ok = true;

	for (uint32_t i = from; ok && i < c->nargs; i++)
		ok = regroup_word(&c->arg[i], &a, err);
	a.ask.data = a.names.at;
	a.ask.ndata = (uint32_t)a.names.n;
	ok = ok && cvg_prove_launch(c, err) && regroup(c, &a, err);
	free(a.names.at);
	free(a.data);
	return ok;
}

bool cvg_cmd_regroup(struct cvg_call *c, struct cvg_err *err)
{
	return cvg_regroup_words(c, 0, false, err);
}
