/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of revisions with the net change of every step. */
#include "dot.h"
#include "draw.h"

#include "reconverge/cxxname.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every revision's youngest child and next older sibling. */
struct kin {
	uint32_t *young, *older;
};

static struct kin kin_of(const struct cvg_session *session)
{
	uint32_t n = cvg_session_nrevs(session);
	struct kin k = {cvg_alloc((n + 1) * sizeof *k.young),
			cvg_alloc((n + 1) * sizeof *k.older)};

	for (uint32_t i = 0; i < n; i++) {
		uint32_t up = cvg_session_rev(session, i)->parent;

		k.young[i] = k.older[i] = CVG_NONE;
		if (up == CVG_NONE)
			continue;
		k.older[i] = k.young[up];
		k.young[up] = i;
	}
	return k;
}

struct cvg_revrow *cvg_rev_rows(const struct cvg_session *session)
{
	uint32_t n = cvg_session_nrevs(session), out = 0;
	struct cvg_revrow *rows = cvg_calloc(n + 1, sizeof *rows);
	struct kin kin = kin_of(session);
	cvg_vec(struct cvg_revrow) todo = {0};
	struct cvg_revrow first = {.rev = 0};

	if (n)
		cvg_push(&todo, first);
	while (todo.n) {
		struct cvg_revrow r = todo.at[--todo.n];

		rows[out++] = r;
		/* The youngest is pushed first and therefore popped last. */
		for (uint32_t i = kin.young[r.rev]; i != CVG_NONE;
		     i = kin.older[i]) {
			bool branch = i != kin.young[r.rev];
			struct cvg_revrow kid = {i, r.depth + branch, branch};

			cvg_push(&todo, kid);
		}
	}
	free(todo.at);
	free(kin.young);
	free(kin.older);
	return rows;
}

/* ---- as text --------------------------------------------------------- */

static void add_delta(struct cvg_str *out, int64_t delta, const char *what)
{
	if (delta)
		cvg_str_addf(out, "  %+lld %s", (long long)delta, what);
}

/* Append the changes of the counts by the step; for P0, the counts. A step on
 * another function names that one. */
static void add_net(struct cvg_str *out, const struct cvg_session *session,
		    const struct cvg_rev *rev, const struct cvg_revtold *told)
{
	const struct cvg_score *a = &told->before, *b = &told->score;
	bool first = rev->parent == CVG_NONE && told->there;

	if (first) {
		cvg_str_addf(out, "  %llu static cycles, %u divergent",
			     (unsigned long long)b->cycles, b->divergent);
	} else {
		add_delta(out, (int64_t)b->cycles - (int64_t)a->cycles,
			  "static cycles");
		add_delta(out, (int64_t)b->divergent - (int64_t)a->divergent,
			  "divergent");
		add_delta(out, (int64_t)b->blocks - (int64_t)a->blocks,
			  "blocks");
	}
	if (told->elsewhere) {
		cvg_str_add(out, "  worked on ");
		cvg_cxx_add(out, rev->function_name);
	} else if (cvg_session_nfunctions(session) > 1 && told->there) {
		cvg_str_add(out, "  in ");
		cvg_cxx_add(out,
			    cvg_session_function_name(
				    session, cvg_session_function(session)));
	}
}

/* Append "simulated 9 -> 7 cycles" by that metric. */
static void add_cycles(struct cvg_str *out, const char *what,
		       const struct cvg_proof *up, const struct cvg_proof *now,
		       enum cvg_metric metric)
{
	cvg_str_addf(out, "%s ", what);
	if (up)
		cvg_str_addf(out, "%.0f -> ", up->metric[metric]);
	cvg_str_addf(out, "%.0f cycles", now->metric[metric]);
}

/* Append "measured 22.50 us on sm_90 (0.912 of P0)". */
static void add_gpu(struct cvg_str *out, const struct cvg_on_gpu *gpu)
{
	cvg_str_addf(out, "measured %.2f us on %s", gpu->median, gpu->cpu);
	if (!isnan(gpu->ratio))
		cvg_str_addf(out, " (%.3f of P%u)", gpu->ratio, gpu->against);
	if (gpu->differs)
		cvg_str_add(out, " ANOTHER RESULT");
}

/* Append "proved", and from which revision if that is not P0. */
static void add_proven(struct cvg_str *out, const struct cvg_proof *proof,
		       const char *before)
{
	static const char *const words[CVG_NPROVENS] = {
		[CVG_PROVEN_PROVED] = "proved",
		[CVG_PROVEN_REFUTED] = "REFUTED",
		[CVG_PROVEN_UNKNOWN] = "not proved",
	};

	cvg_str_addf(out, "%s%s", before, words[proof->proven]);
	if (proof->proven_from == CVG_NONE)
		cvg_str_add(out, " from a file");
	else if (proof->proven_from)
		cvg_str_addf(out, " from P%u", proof->proven_from);
	if (proof->condition)
		cvg_str_add(out, " up to the order of threads");
}

/* Append the results of simulation, measuring, checks and proofs. */
static void add_proof(struct cvg_str *out, const struct cvg_revtold *told,
		      const char *before)
{
	const struct cvg_proof *proof = told->proof, *up = told->up;

	if (proof->measured) {
		cvg_str_add(out, before);
		add_cycles(out, "simulated", up, proof, CVG_METRIC_WARP_CYCLES);
		before = "  ";
	}
	if (proof->measured && proof->timed) {
		cvg_str_add(out, before);
		add_cycles(out, "scoreboard", up && up->timed ? up : NULL,
			   proof, CVG_METRIC_SCOREBOARD_CYCLES);
	}
	if (proof->measured && proof->machine) {
		cvg_str_add(out, before);
		add_cycles(out, "machine", up && up->machine ? up : NULL, proof,
			   CVG_METRIC_MACHINE_CYCLES);
	}
	if (proof->on_gpu) {
		cvg_str_add(out, before);
		add_gpu(out, &proof->gpu);
		before = "  ";
	}
	if (proof->checked == CVG_AGREES)
		cvg_str_addf(out, "%schecked %u seed%s%s", before, proof->seeds,
			     proof->seeds == 1 ? "" : "s",
			     proof->untested ? " in part" : "");
	else if (proof->checked == CVG_DIFFERS)
		cvg_str_addf(out, "%sDIFFERS", before);
	if (proof->checked != CVG_UNCHECKED)
		before = "  ";
	if (proof->proven != CVG_PROVEN_NONE) {
		add_proven(out, proof, before);
		before = "  ";
	}
	if (proof->witnessed)
		cvg_str_addf(out, "%s%s", before,
			     proof->dependence ? "THREADS DEPEND"
					       : "threads independent");
}

/* Do the runs of one launch, which are told as well, say what the step was judged
 * by? */
static bool told_by_run(const struct cvg_judged *judged,
			const struct cvg_revtold *told)
{
	const struct cvg_proof *proof = told->proof, *up = told->up;
	enum cvg_metric metric = CVG_METRIC_WARP_CYCLES;

	if (judged->kind == CVG_COUNTED_SCOREBOARD)
		metric = CVG_METRIC_SCOREBOARD_CYCLES;
	else if (judged->kind == CVG_COUNTED_MACHINE)
		metric = CVG_METRIC_MACHINE_CYCLES;
	return proof->measured && up && proof->metric[metric] == judged->is &&
	       up->metric[metric] == judged->was;
}

static void add_judged(struct cvg_str *out, const struct cvg_judged *judged,
		       const struct cvg_revtold *told, const char *before)
{
	if (judged->was <= 0 || told->elsewhere || told_by_run(judged, told))
		return;
	cvg_str_addf(out, "%sjudged by ", before);
	cvg_add_judged(out, judged);
}

static json_t *measured_kinds(void)
{
	json_t *kinds = json_object();

	json_object_set_new(
		kinds, "cycles",
		cvg_json_unit(CVG_UNIT_CYCLES, CVG_COUNTED_SIMULATED));
	json_object_set_new(
		kinds, "scoreboard_cycles",
		cvg_json_unit(CVG_UNIT_CYCLES, CVG_COUNTED_SCOREBOARD));
	json_object_set_new(
		kinds, "machine_cycles",
		cvg_json_unit(CVG_UNIT_CYCLES, CVG_COUNTED_MACHINE));
	return kinds;
}

static json_t *json_measured(const struct cvg_proof *proof)
{
	json_t *o = proof->measured ? json_object() : json_null();
	struct cvg_amount scoreboard = {
		proof->timed ? proof->metric[CVG_METRIC_SCOREBOARD_CYCLES]
			     : NAN,
		CVG_UNIT_CYCLES};
	struct cvg_amount machine = {
		proof->machine ? proof->metric[CVG_METRIC_MACHINE_CYCLES] : NAN,
		CVG_UNIT_CYCLES};

	if (proof->measured)
		CVG_TELL(NULL, o,
			 "{function}{seed}{cycles}{scoreboard_cycles}"
			 "{machine_cycles}{warp_insts}{split_branches}{"
			 "utilization}{kinds}",
			 CVG_V(proof->function), CVG_V(proof->seed),
			 CVG_V((uint64_t)proof->metric[CVG_METRIC_WARP_CYCLES]),
			 CVG_V(scoreboard), CVG_V(machine),
			 CVG_V((uint64_t)proof->metric[CVG_METRIC_WARP_INSTS]),
			 CVG_V((uint64_t)proof
				       ->metric[CVG_METRIC_SPLIT_BRANCHES]),
			 CVG_V(proof->metric[CVG_METRIC_UTILIZATION]),
			 CVG_V(measured_kinds()));
	return o;
}

static json_t *json_checked(const struct cvg_proof *proof)
{
	bool checked = proof->checked != CVG_UNCHECKED;
	json_t *o = checked ? json_object() : json_null();

	if (checked)
		CVG_TELL(NULL, o, "{function}{verdict}{seeds}{against:P}",
			 CVG_V(proof->function),
			 CVG_V(cvg_answer_name(proof->answer)),
			 CVG_V(proof->seeds), CVG_V(proof->against));
	return o;
}

static json_t *json_proved(const struct cvg_proof *proof)
{
	bool asked = proof->proven != CVG_PROVEN_NONE;
	json_t *o = asked ? json_object() : json_null();

	if (asked)
		CVG_TELL(NULL, o,
			 "{function}{verdict}{from:P}{obstacle}{condition}",
			 CVG_V(proof->function),
			 CVG_V(cvg_proven_name(proof->proven)),
			 CVG_V(proof->proven_from), CVG_V(proof->obstacle),
			 CVG_V(proof->condition));
	return o;
}

static json_t *json_gpu(const struct cvg_proof *proof)
{
	const struct cvg_on_gpu *gpu = &proof->gpu;
	json_t *o = proof->on_gpu ? json_object() : json_null();

	if (proof->on_gpu)
		CVG_TELL(NULL, o,
			 "{function}{device}{cpu}{reps}{scale}{min}{median}"
			 "{against:P}{ratio}{ratio_low}{ratio_high}{differs}",
			 CVG_V(proof->function), CVG_V(&gpu->device[0]),
			 CVG_V(&gpu->cpu[0]), CVG_V(gpu->reps),
			 CVG_V(gpu->scale), CVG_V(gpu->min), CVG_V(gpu->median),
			 CVG_V(gpu->against), CVG_V(gpu->ratio),
			 CVG_V(gpu->ratio_low), CVG_V(gpu->ratio_high),
			 CVG_V(gpu->differs));
	return o;
}

/* Whether the threads of a redirected kernel depend on each other. */
static json_t *json_witness(const struct cvg_proof *proof)
{
	json_t *o = proof->witnessed ? json_object() : json_null();

	if (proof->witnessed)
		CVG_TELL(NULL, o, "{function}{seed}{seeds}{dependence}",
			 CVG_V(proof->function), CVG_V(proof->witness_seed),
			 CVG_V(proof->witness_seeds), CVG_V(proof->dependence));
	return o;
}

/* Text tells what the step did to the function in focus, JSON the counts of the
 * function that it worked on; of the loaded module both are of the focus. */
static void tell_rev(struct cvg_str *out, json_t *o,
		     struct cvg_session *session, const struct cvg_revrow *row,
		     const struct cvg_look *look)
{
	const struct cvg_rev *rev = cvg_session_rev(session, row->rev);
	const struct cvg_proof *proof = cvg_session_proof(session, row->rev);
	struct cvg_revtold told;
	bool focus;

	cvg_rev_told(session, row->rev, &told);
	focus = rev->parent == CVG_NONE && told.there;
	cvg_str_add(out,
		    row->rev == cvg_session_current(session) ? "* " : "  ");
	for (uint32_t i = 1; i <= row->depth; i++)
		cvg_str_add(out, i == row->depth && row->branch
					 ? look->glyphs->tree_mid
					 : look->glyphs->tree_bar);
	CVG_TELL(out, o, "{id:P}{-parent:P}{-command}  ", CVG_V(rev->id),
		 CVG_V(rev->parent), CVG_V(rev->command));
	cvg_text_clip(out, rev->command, 48, look);
	add_net(out, session, rev, &told);
	add_judged(out, &rev->judged, &told, "  ");
	add_proof(out, &told, "  ");
	if (rev->same_as != CVG_NONE)
		cvg_str_addf(out, "  = P%u", rev->same_as);
	if (rev->mark)
		cvg_str_addf(out, "  mark:%s", rev->mark);
	cvg_str_addc(out, '\n');
	CVG_TELL(NULL, o,
		 "{mark}{same_as:P}{function}{count}{before}{score}{judged}"
		 "{measured}{gpu}{checked}{proved}{witness}",
		 CVG_V(rev->mark), CVG_V(rev->same_as),
		 CVG_V(focus ? cvg_session_fn(session, row->rev, CVG_NONE)->name
			     : rev->function_name),
		 CVG_V(rev->count),
		 CVG_V(cvg_json_score(focus ? &told.before : &rev->before)),
		 CVG_V(cvg_json_score(focus ? &told.score : &rev->score)),
		 CVG_V(cvg_json_judged(&rev->judged)),
		 CVG_V(json_measured(proof)), CVG_V(json_gpu(proof)),
		 CVG_V(json_checked(proof)), CVG_V(json_proved(proof)),
		 CVG_V(json_witness(proof)));
}

/* Text has the revisions as a tree, JSON in the order in which they were made. */
void cvg_tell_history(struct cvg_str *out, json_t *into,
		      struct cvg_session *session, const struct cvg_look *look)
{
	uint32_t n = cvg_session_nrevs(session);
	struct cvg_revrow *rows = cvg_rev_rows(session);
	json_t *list;

	CVG_TELL(NULL, into, "{current:P}{kinds}",
		 CVG_V(cvg_session_current(session)),
		 CVG_V(cvg_json_score_kinds()));
	list = cvg_json_items(into, "revisions", n);
	for (uint32_t i = 0; i < n; i++)
		tell_rev(out, json_array_get(list, rows[i].rev), session,
			 &rows[i], look);
	free(rows);
}

/* Two blanks separate the parts of a text; each part becomes a line of the
 * picture. Returns the next part, or NULL. */
static const char *next_part(const char *at)
{
	return at + strspn(at, " ");
}

static size_t part_length(const char *at)
{
	const char *end = strstr(at, "  ");

	return end ? (size_t)(end - at) : strlen(at);
}

static void dot_proof(struct cvg_str *out, const struct cvg_revtold *told)
{
	struct cvg_str text = {0}, line = {0};

	add_proof(&text, told, "");
	for (const char *at = next_part(cvg_str_of(&text)); *at;) {
		size_t n = part_length(at);

		cvg_str_clear(&line);
		cvg_str_addn(&line, at, n);
		cvg_dot_small(out, line.at);
		at = next_part(at + n);
	}
	cvg_str_done(&text);
	cvg_str_done(&line);
}

/* Append a node: number, command, measurements and checks. */
static void dot_rev(struct cvg_str *out, const struct cvg_session *session,
		    const struct cvg_rev *rev, const struct cvg_revtold *told)
{
	const struct cvg_score *sc = &told->score;
	bool now = rev->id == cvg_session_current(session);
	struct cvg_str line = {0};

	cvg_str_addf(out, "\tP%u [label=<", rev->id);
	cvg_dot_number(out, 'P', rev->id, true);
	cvg_dot_clipped(out, rev->command, 40);
	cvg_str_addf(out, "%s<br align=\"left\"/>",
		     now ? " \u25C0 current" : "");
	cvg_str_addf(&line, "%llu cycles, %u divergent, %u blocks",
		     (unsigned long long)sc->cycles, sc->divergent, sc->blocks);
	if (told->there)
		cvg_dot_small(out, line.at);
	dot_proof(out, told);
	cvg_str_clear(&line);
	cvg_str_addf(&line, "= P%u", rev->same_as);
	if (rev->same_as != CVG_NONE)
		cvg_dot_small(out, line.at);
	cvg_str_clear(&line);
	cvg_str_addf(&line, "mark:%s", rev->mark ? rev->mark : "");
	if (rev->mark)
		cvg_dot_small(out, line.at);
	cvg_str_add(out, ">");
	cvg_dot_attr(out, "command", rev->command);
	cvg_dot_attr(out, "function", rev->function_name);
	if (told->there)
		cvg_str_addf(out,
			     ", cycles=%llu, divergent=%u, blocks=%u, insts=%u",
			     (unsigned long long)sc->cycles, sc->divergent,
			     sc->blocks, sc->insts);
	if (rev->same_as != CVG_NONE)
		cvg_str_addf(out, ", same_as=P%u", rev->same_as);
	if (rev->mark)
		cvg_dot_attr(out, "mark", rev->mark);
	cvg_str_add(out, now ? ", current=true, penwidth=2.5];\n" : "];\n");
	cvg_str_done(&line);
}

/* Append the edge of a step, labelled with the changes of the counts. */
static void dot_step(struct cvg_str *out, const struct cvg_session *session,
		     const struct cvg_rev *rev, const struct cvg_revtold *told)
{
	struct cvg_str net = {0}, lines = {0};

	add_net(&net, session, rev, told);
	for (const char *at = next_part(cvg_str_of(&net)); *at;) {
		size_t n = part_length(at);

		cvg_str_addn(&lines, at, n);
		cvg_str_addc(&lines, '\n');
		at = next_part(at + n);
	}
	cvg_str_addf(out, "\tP%u -> P%u [label=", rev->parent, rev->id);
	cvg_dot_label(out, cvg_str_of(&lines), "");
	cvg_str_add(out, "];\n");
	cvg_str_done(&net);
	cvg_str_done(&lines);
}

void cvg_dot_history(struct cvg_str *out, const struct cvg_dot_ask *ask)
{
	struct cvg_session *session = ask->session;
	struct cvg_dot_head head = {.session = ask->session,
				    .rev = ask->rev,
				    .since = CVG_NONE,
				    .picture = "history"};

	cvg_dot_open(out, &head);
	for (uint32_t i = 0; i < cvg_session_nrevs(session); i++) {
		const struct cvg_rev *rev = cvg_session_rev(session, i);
		struct cvg_revtold told;

		cvg_rev_told(session, i, &told);
		dot_rev(out, session, rev, &told);
		if (rev->parent != CVG_NONE)
			dot_step(out, session, rev, &told);
	}
	cvg_str_add(out, "}\n");
}
