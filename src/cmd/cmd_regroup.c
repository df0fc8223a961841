/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regrouping the threads of a launch by their basic-block vectors. */
#include "foretold.h"
#include "prove.h"

#include "reconverge/bbv.h"
#include "reconverge/export.h"
#include "reconverge/host_code.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
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
	const char *from; /* NULL: the vectors of a run */
	const char *host; /* file for host code, or NULL */
	char *data;	  /* owned: names, cut at the commas */
	cvg_vec(const char *) names;
};

static bool algorithm_word(const struct cvg_word *word, struct asked *a,
			   struct cvg_err *err)
{
	a->ask.how = cvg_grouping_by_name(word->text + word->key + 1);
	return a->ask.how < CVG_NGROUPINGS ||
	       cvg_fail_word(err, word,
			     "regroup: algorithm= must be sorting, greedy or "
			     "greedy-max");
}

static bool by_word(const struct cvg_word *word, struct asked *a,
		    struct cvg_err *err)
{
	const char *by = word->text + word->key + 1;

	a->ask.by = strcmp(by, "layout") ? CVG_BY_REDIRECT : CVG_BY_LAYOUT;
	return !strcmp(by, "layout") || !strcmp(by, "redirect") ||
	       cvg_fail_word(err, word,
			     "regroup: by= must be redirect or layout");
}

static bool data_word(const struct cvg_word *word, struct asked *a)
{
	char *rest, *name;

	free(a->data);
	a->names.n = 0;
	a->data = rest = cvg_strdup(word->text + word->key + 1);
	while ((name = strsep(&rest, ",")))
		cvg_push(&a->names, name);
	return true;
}

static bool regroup_word(const struct cvg_word *word, struct asked *a,
			 struct cvg_err *err)
{
	uint64_t n;

	if (cvg_word_is_key(word, "algorithm"))
		return algorithm_word(word, a, err);
	if (cvg_word_is_key(word, "by"))
		return by_word(word, a, err);
	if (cvg_word_is_key(word, "data"))
		return data_word(word, a);
	if (cvg_word_is_key(word, "file")) {
		a->file = word->text + word->key + 1;
		return true;
	}
	if (cvg_word_is_key(word, "from")) {
		a->from = word->text + word->key + 1;
		return true;
	}
	if (cvg_word_is_key(word, "host")) {
		a->host = word->text + word->key + 1;
		return true;
	}
	if (cvg_word_is_key(word, "force"))
		return cvg_word_yes(word, &a->ask.force, err);
	if (!cvg_word_is_key(word, "groupsize"))
		return cvg_fail_word(
			err, word,
			"regroup: expected algorithm=, groupsize=, by=, data=, "
			"from=, file=, host= or force=, not '%.60s'",
			word->text);
	if (!cvg_word_key_number(word, 1, UINT32_MAX, &n, err))
		return false;
	a->ask.groupsize = (uint32_t)n;
	return true;
}

/* A number before and after. */
struct pair_line {
	const char *label, *key; /* for people, for programs */
	double before, after;
	struct cvg_change change;
	enum cvg_unit unit;
	enum cvg_countkind kind;
	const char *letter, *counted; /* the kind, the unit: filled in */
	bool whole;
};

static const struct cvg_column pair_columns[] = {
	{CVG_COLUMN(struct pair_line, label), .title = "",
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct pair_line, letter), .title = ""},
	{CVG_COLUMN(struct pair_line, before), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct pair_line, after), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct pair_line, change), .use = CVG_COLUMN_PERCENT},
	{CVG_COLUMN(struct pair_line, counted), .title = ""},
};

static void add_pair(struct cvg_call *call, struct cvg_table *t,
		     const struct pair_line *pair)
{
	const char letter[] = {cvg_countkind_letter(pair->kind), '\0'};
	struct pair_line line = *pair;

	line.letter = letter;
	line.counted = cvg_unit_name(pair->unit);
	line.change = (struct cvg_change){.from = pair->before,
					  .to = pair->after,
					  .unit = CVG_UNIT_CYCLES};
	cvg_table_add(t, &line);
	cvg_call_set(call, pair->key,
		     pair->whole
			     ? json_pack("[I,I]", (json_int_t)pair->before,
					 (json_int_t)pair->after)
			     : json_pack("[f,f]", pair->before, pair->after));
	if (call->json)
		json_object_set_new(json_object_get(call->json, "units"),
				    pair->key,
				    cvg_json_unit(pair->unit, pair->kind));
}

static void add_counts(struct cvg_call *call, struct cvg_table *t,
		       const char *label, enum cvg_metric metric,
		       const char *key, const uint64_t count[2])
{
	const struct cvg_quantity *what = cvg_metric_row(metric);

	add_pair(call, t,
		 &(struct pair_line){.label = label,
				     .key = key,
				     .before = (double)count[0],
				     .after = (double)count[1],
				     .unit = what->unit,
				     .kind = what->kind,
				     .whole = true});
}

/* The numbers that the plan of the order was made by. */
static void add_estimates(struct cvg_call *call, struct cvg_table *t,
			  const struct cvg_regrouped *regrouped)
{
	const struct cvg_bbvcost *cost = regrouped->estimate;
	struct pair_line line = {.label = "BBV-weighted",
				 .key = "bbv_weighted",
				 .before = cost[0].weighted,
				 .after = cost[1].weighted,
				 .unit = CVG_UNIT_CYCLES,
				 .kind = regrouped->foretold
						 ? CVG_COUNTED_GUESSED
						 : CVG_COUNTED_SIMULATED};

	add_pair(call, t, &line);
	line.label = "BBV-weighted-scheduled";
	line.key = "bbv_weighted_scheduled";
	line.before = cost[0].scheduled;
	line.after = cost[1].scheduled;
	add_pair(call, t, &line);
}

static void add_makespan(struct cvg_call *call, struct cvg_table *t,
			 const struct cvg_regrouped *regrouped)
{
	char label[64];
	struct pair_line line = {.label = label,
				 .key = "makespan",
				 .before = regrouped->makespan[0],
				 .after = regrouped->makespan[1],
				 .unit = CVG_UNIT_CYCLES,
				 .kind = regrouped->timed
						 ? CVG_COUNTED_SCOREBOARD
						 : CVG_COUNTED_SIMULATED};

	snprintf(label, sizeof label, "makespan on %u SM%s%s", regrouped->sms,
		 regrouped->sms == 1 ? "" : "s",
		 regrouped->timed ? ", scoreboard" : "");
	add_pair(call, t, &line);
}

/* The numbers of the runs before and after. */
static void add_runs(struct cvg_call *call, struct cvg_table *t,
		     const struct cvg_regrouped *regrouped)
{
	const struct pair_line hidden = {.label = "  if waits are hidden",
					 .key = "crowded_cycles",
					 .before = regrouped->crowded[0],
					 .after = regrouped->crowded[1],
					 .unit = CVG_UNIT_CYCLES,
					 .kind = CVG_COUNTED_SCOREBOARD};

	add_makespan(call, t, regrouped);
	add_counts(call, t, "cycles of all warps", CVG_METRIC_WARP_CYCLES,
		   "warp_cycles", regrouped->warp_cycles);
	add_counts(call, t, "  by the scoreboard", CVG_METRIC_SCOREBOARD_CYCLES,
		   "scoreboard_cycles", regrouped->scoreboard);
	add_pair(call, t, &hidden);
	add_counts(call, t, "divergent branches", CVG_METRIC_SPLIT_BRANCHES,
		   "divergent_branches", regrouped->divergent_branches);
	add_counts(call, t, "divergent warps", CVG_METRIC_SPLIT_WARPS,
		   "divergent_warps", regrouped->divergent_warps);
	add_counts(call, t, "global transactions", CVG_METRIC_GLOBAL_LINES,
		   "transactions", regrouped->transactions);
	add_counts(call, t, "  accesses", CVG_METRIC_GLOBAL_INSTS, "accesses",
		   regrouped->accesses);
}

static void tell_pairs(struct cvg_call *call,
		       const struct cvg_regrouped *regrouped)
{
	struct cvg_table t;

	CVG_TABLE_INIT(&t, struct pair_line, pair_columns);
	cvg_call_set(call, "units", call->json ? json_object() : NULL);
	add_estimates(call, &t, regrouped);
	if (regrouped->measured)
		add_runs(call, &t, regrouped);
	cvg_table_text(&t, &call->out);
	cvg_table_done(&t);
}

static void tell_head(struct cvg_call *call, const struct asked *a,
		      const struct cvg_regrouped *regrouped)
{
	TELL(call,
	     "{}, {threads} thread(s) of {kinds}{} kind(s) in {groups} "
	     "group(s) of {groupsize}\n{-pays}{-changed}{-measured}",
	     CVG_V(cvg_grouping_name(a->ask.how)), CVG_V(regrouped->nthreads),
	     CVG_V(regrouped->nkinds),
	     CVG_V(regrouped->foretold ? " predicted" : ""),
	     CVG_V(regrouped->ngroups), CVG_V(regrouped->groupsize),
	     CVG_V(regrouped->pays), CVG_V(regrouped->done),
	     CVG_V(regrouped->measured));
	cvg_call_set(call, "dependence",
		     regrouped->dependence.n
			     ? cvg_json_text(regrouped->dependence.at)
			     : json_null());
	tell_pairs(call, regrouped);
	cvg_tell_foretold(call, regrouped);
}

/* How many lines of global memory an access touches, on average. */
static double lines_each(const struct cvg_regrouped *regrouped, int at)
{
	return (double)regrouped->transactions[at] /
	       (double)(regrouped->accesses[at] ? regrouped->accesses[at] : 1);
}

/* The first numbers by which there is nothing to gain. */
static void tell_loss(struct cvg_call *call,
		      const struct cvg_regrouped *regrouped)
{
	const struct cvg_bbvcost *e = regrouped->estimate;
	const char *by = "";
	const char *kind = regrouped->foretold ? " guessed" : " simulated";
	double before = e[0].scheduled, after = e[1].scheduled;

	if (after < before || regrouped->measured) {
		by = " by the scoreboard";
		kind = "";
		before = (double)regrouped->scoreboard[0];
		after = (double)regrouped->scoreboard[1];
		if (after < before) {
			by = " by the scoreboard where other warps hide all "
			     "waits";
			before = regrouped->crowded[0];
			after = regrouped->crowded[1];
		}
	}
	cvg_str_addf(&call->out,
		     "regrouping would not pay%s: %.0f%s cycles in the present "
		     "order, %.0f in the new one",
		     by, before, kind, after);
	if (regrouped->measured)
		cvg_str_addf(&call->out,
			     "; an access touches %.1f lines of global memory "
			     "before and %.1f after",
			     lines_each(regrouped, 0),
			     lines_each(regrouped, 1));
	cvg_str_add(&call->out, "; 'force=yes' regroups all the same\n");
}

/* Is what the kernel leaves what it left before? */
static void tell_same(struct cvg_call *call,
		      const struct cvg_regrouped *regrouped, const char *back)
{
	call->said_no = !regrouped->same || regrouped->dependence.n;
	TELL(call, "{}the result {}{-same}", CVG_V(back),
	     CVG_V(regrouped->same ? "is the same" : "differs: "),
	     CVG_V(regrouped->same));
	if (!regrouped->same)
		cvg_difference_print(&call->out, &regrouped->difference);
	cvg_str_addc(&call->out, '\n');
	cvg_add_witness(&call->out, cvg_str_of(&regrouped->dependence));
}

/* Which buffers move, or would, and which are left, and why. */
static void tell_buffers(struct cvg_call *call,
			 const struct cvg_regrouped *regrouped,
			 const char *word)
{
	json_t *left;

	TELL(call, "{}: {}{-moved}\n", CVG_V(word),
	     CVG_V(regrouped->moved.n ? regrouped->moved.at
				      : "no buffer lies by thread"),
	     CVG_V(cvg_str_of(&regrouped->moved)));
	left = cvg_json_list(call->json, "left");
	for (size_t i = 0; i < regrouped->left.n; i++)
		CVG_TELL(&call->out, cvg_json_item(left),
			 "left: {argument}: {why}\n",
			 CVG_V(regrouped->left.at[i].name),
			 CVG_V(regrouped->left.at[i].why));
}

static void tell_moved(struct cvg_call *call,
		       const struct cvg_regrouped *regrouped)
{
	tell_buffers(call, regrouped, "moved");
	tell_same(call, regrouped, "moved back, ");
}

/* By force, though its run did not end well: what it leaves is not known. */
static void tell_unmeasured(struct cvg_call *call,
			    const struct cvg_regrouped *regrouped)
{
	cvg_str_addf(&call->out, "not simulated: %s\n",
		     regrouped->unmeasured.msg);
	call->said_no = true;
}

static void tell_regrouped(struct cvg_call *call, const struct asked *a,
			   const struct cvg_regrouped *regrouped)
{
	bool layout = a->ask.by == CVG_BY_LAYOUT;

	if (!layout && regrouped->done)
		cvg_str_addf(&call->out, "P%u: ", regrouped->act.rev);
	cvg_str_addf(&call->out,
		     "regroup%s: ", regrouped->done ? "" : ": nothing changed");
	tell_head(call, a, regrouped);
	cvg_call_set(call, "revision",
		     layout ? json_null()
			    : cvg_json_id('P', regrouped->act.rev));
	if (!regrouped->done && !regrouped->pays && !a->ask.force)
		tell_loss(call, regrouped);
	else if (!regrouped->done)
		tell_buffers(call, regrouped, "moved");
	else if (layout)
		tell_moved(call, regrouped);
	else if (regrouped->measured)
		tell_same(call, regrouped, "");
	else
		tell_unmeasured(call, regrouped);
}

static void tell_preview(struct cvg_call *call, const struct asked *a,
			 const struct cvg_regrouped *regrouped)
{
	bool layout = a->ask.by == CVG_BY_LAYOUT;
	bool would = (regrouped->pays || a->ask.force) &&
		     (!layout || regrouped->moved.n);

	cvg_str_addf(&call->out, "regroup would do%s ",
		     would ? ":" : " nothing:");
	tell_head(call, a, regrouped);
	if (!regrouped->pays)
		tell_loss(call, regrouped);
	if (layout)
		tell_buffers(call, regrouped, "would move");
	cvg_call_set(call, "would_change", json_boolean(would));
}

/* For the host: a 32-bit number a place, little endian. */
static bool write_order(struct cvg_call *call, const struct asked *a,
			const struct cvg_regrouped *regrouped,
			struct cvg_err *err)
{
	if (!a->file)
		return true;
	if (!cvg_file_write(a->file, regrouped->order,
			    (size_t)regrouped->nthreads *
				    sizeof(*regrouped->order),
			    err))
		return false;
	TELL(call, "wrote {file}: the thread for each place, u32[{}]\n",
	     CVG_V(a->file), CVG_V(regrouped->nthreads));
	return true;
}

/* What does the same on the host, from its copies of the buffers. */
static bool write_host(struct cvg_call *call, const struct asked *a,
		       const struct cvg_regrouped *regrouped,
		       struct cvg_err *err)
{
	struct cvg_str text = {0};
	bool ok;

	if (!a->host)
		return true;
	cvg_host_code(&text, cvg_session_fn(call->session, CVG_NONE, CVG_NONE),
		      &a->ask, regrouped);
	ok = cvg_file_write(a->host, text.at, text.n, err);
	cvg_str_done(&text);
	if (ok)
		TELL(call, "wrote {host}: the function of C that fills it\n",
		     CVG_V(a->host));
	return ok;
}

static bool regroup(struct cvg_call *call, struct asked *a, struct cvg_err *err)
{
	struct cvg_foretold foretold = {.model = NULL};
	struct cvg_regrouped r;
	bool ok;

	ok = !a->from ||
	     cvg_foretold_init(&foretold, call, a->from, &a->ask, err);
	ok = ok && (!a->host || cvg_host_can(&a->ask, err)) &&
	     cvg_session_regroup(call->session, &a->ask, &r, err);
	if (!ok) {
		cvg_foretold_done(&foretold);
		return false;
	}
	if (a->ask.look)
		tell_preview(call, a, &r);
	else
		tell_regrouped(call, a, &r);
	ok = !r.done ||
	     (write_order(call, a, &r, err) && write_host(call, a, &r, err));
	cvg_regrouped_done(&r);
	cvg_foretold_done(&foretold);
	return ok;
}

bool cvg_regroup_words(struct cvg_call *call, uint32_t from, bool look,
		       struct cvg_err *err)
{
	struct asked a = {.ask = {.how = CVG_GROUP_GREEDY_MAX,
				  .command = call->text,
				  .look = look}};
	bool ok = true;

	for (uint32_t i = from; ok && i < call->nargs; i++) {
		ok = regroup_word(&call->arg[i], &a, err);
		if (cvg_word_is_key(&call->arg[i], "from") &&
		    strcmp(a.from, "model") != 0)
			cvg_keep_path(call, i);
	}
	a.ask.data = a.names.at;
	a.ask.ndata = (uint32_t)a.names.n;
	if (ok && a.host && !a.from)
		ok = cvg_fail(err, "host= needs from=: the host predicts by "
				   "a model");
	ok = ok && cvg_prove_launch(call, err) && regroup(call, &a, err);
	free(a.names.at);
	free(a.data);
	return ok;
}

bool cvg_cmd_regroup(struct cvg_call *call, struct cvg_err *err)
{
	return cvg_regroup_words(call, 0, false, err);
}
