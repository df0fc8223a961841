/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of revisions with the net change of every step. */
#include "dot.h"
#include "draw.h"

#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

/* Every revision's youngest child and next older sibling. */
struct kin {
	uint32_t *young, *older;
};

static struct kin kin_of(const struct cvg_session *s)
{
	uint32_t n = cvg_session_nrevs(s);
	struct kin k = {cvg_alloc((n + 1) * sizeof *k.young),
			cvg_alloc((n + 1) * sizeof *k.older)};

	for (uint32_t i = 0; i < n; i++) {
		uint32_t up = cvg_session_rev(s, i)->parent;

		k.young[i] = k.older[i] = CVG_NONE;
		if (up == CVG_NONE)
			continue;
		k.older[i] = k.young[up];
		k.young[up] = i;
	}
	return k;
}

struct cvg_revrow *cvg_rev_rows(const struct cvg_session *s)
{
	uint32_t n = cvg_session_nrevs(s), out = 0;
	struct cvg_revrow *rows = cvg_calloc(n + 1, sizeof *rows);
	struct kin kin = kin_of(s);
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

/* ---- what is said of a revision -------------------------------------- */

/* The measurements and checks of the function in focus. */
static const struct cvg_proof *proof_of(const struct cvg_session *s,
					uint32_t rev)
{
	static const struct cvg_proof none;
	const struct cvg_proof *proof = cvg_session_proof(s, rev);
	const char *focus =
		cvg_session_function_name(s, cvg_session_function(s));

	return proof->function && !strcmp(proof->function, focus) ? proof
								  : &none;
}

/* The measurements of the parent on the same launch, or NULL. */
static const struct cvg_proof *measured_before(const struct cvg_session *s,
					       const struct cvg_rev *rev,
					       const struct cvg_proof *now)
{
	const struct cvg_proof *proof;

	if (rev->parent == CVG_NONE)
		return NULL;
	proof = proof_of(s, rev->parent);
	if (!proof->measured || !now->measured ||
	    proof->launch != now->launch || proof->seed != now->seed)
		return NULL;
	return proof;
}

void cvg_rev_told(struct cvg_session *s, uint32_t rev, struct cvg_revtold *out)
{
	const struct cvg_rev *revision = cvg_session_rev(s, rev);
	uint32_t up = revision->parent == CVG_NONE ? rev : revision->parent;
	const struct cvg_fn *now = cvg_session_fn(s, rev, CVG_NONE);
	const struct cvg_fn *then = cvg_session_fn(s, up, CVG_NONE);

	*out = (struct cvg_revtold){.there = now != NULL,
				    .proof = proof_of(s, rev)};
	out->up = measured_before(s, revision, out->proof);
	if (!now)
		return;
	/* A function that a step did not change is shared with the parent. */
	out->elsewhere = up != rev && now == then &&
			 strcmp(revision->function_name, now->name) != 0;
	cvg_score_of(cvg_session_ana(s, rev, CVG_NONE), &out->score);
	out->before = out->score;
	if (then && then != now)
		cvg_score_of(cvg_session_ana(s, up, CVG_NONE), &out->before);
}

/* ---- as text --------------------------------------------------------- */

static void add_delta(struct cvg_str *out, int64_t delta, const char *what)
{
	if (delta)
		cvg_str_addf(out, "  %+lld %s", (long long)delta, what);
}

/* Append the changes of the counts by the step; for P0, the counts. A step on
 * another function names that one. */
static void add_net(struct cvg_str *out, const struct cvg_session *s,
		    const struct cvg_rev *rev, const struct cvg_revtold *told)
{
	const struct cvg_score *a = &told->before, *b = &told->score;
	bool first = rev->parent == CVG_NONE && told->there;

	if (first) {
		cvg_str_addf(out, "  %llu cycles, %u divergent",
			     (unsigned long long)b->cycles, b->divergent);
	} else {
		add_delta(out, (int64_t)b->cycles - (int64_t)a->cycles,
			  "cycles");
		add_delta(out, (int64_t)b->divergent - (int64_t)a->divergent,
			  "divergent");
		add_delta(out, (int64_t)b->blocks - (int64_t)a->blocks,
			  "blocks");
	}
	if (told->elsewhere)
		cvg_str_addf(out, "  worked on @%s", rev->function_name);
	else if (cvg_session_nfunctions(s) > 1 && told->there)
		cvg_str_addf(
			out, "  in @%s",
			cvg_session_function_name(s, cvg_session_function(s)));
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

/* Append the results of simulation and checks. */
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
	if (proof->checked == CVG_AGREES)
		cvg_str_addf(out, "%schecked %u seed%s%s", before, proof->seeds,
			     proof->seeds == 1 ? "" : "s",
			     proof->untested ? " in part" : "");
	else if (proof->checked == CVG_DIFFERS)
		cvg_str_addf(out, "%sDIFFERS", before);
	if (proof->checked != CVG_UNCHECKED)
		before = "  ";
	if (proof->witnessed)
		cvg_str_addf(out, "%s%s", before,
			     proof->dependence ? "THREADS DEPEND"
					       : "threads independent");
}

static void add_row(struct cvg_str *out, struct cvg_session *s,
		    const struct cvg_revrow *row, const struct cvg_look *look)
{
	const struct cvg_rev *rev = cvg_session_rev(s, row->rev);
	struct cvg_revtold told;

	cvg_rev_told(s, row->rev, &told);
	cvg_str_add(out, row->rev == cvg_session_current(s) ? "* " : "  ");
	for (uint32_t i = 1; i <= row->depth; i++)
		cvg_str_add(out, i == row->depth && row->branch
					 ? look->glyphs->tree_mid
					 : look->glyphs->tree_bar);
	cvg_str_addf(out, "P%u  ", rev->id);
	cvg_text_clip(out, rev->command, 48, look);
	add_net(out, s, rev, &told);
	add_proof(out, &told, "  ");
	if (rev->same_as != CVG_NONE)
		cvg_str_addf(out, "  = P%u", rev->same_as);
	if (rev->mark)
		cvg_str_addf(out, "  mark:%s", rev->mark);
	cvg_str_addc(out, '\n');
}

void cvg_draw_history(struct cvg_str *out, struct cvg_session *s,
		      const struct cvg_look *look)
{
	struct cvg_revrow *rows = cvg_rev_rows(s);

	for (uint32_t i = 0; i < cvg_session_nrevs(s); i++)
		add_row(out, s, &rows[i], look);
	free(rows);
}

static json_t *json_measured(const struct cvg_proof *proof)
{
	if (!proof->measured)
		return json_null();
	return json_pack(
		"{s:o, s:I, s:I, s:o, s:I, s:I, s:f}", "function",
		cvg_json_text(proof->function), "seed", (json_int_t)proof->seed,
		"cycles", (json_int_t)proof->metric[CVG_METRIC_WARP_CYCLES],
		"scoreboard_cycles",
		proof->timed
			? json_integer((json_int_t)proof->metric
					       [CVG_METRIC_SCOREBOARD_CYCLES])
			: json_null(),
		"warp_insts", (json_int_t)proof->metric[CVG_METRIC_WARP_INSTS],
		"split_branches",
		(json_int_t)proof->metric[CVG_METRIC_SPLIT_BRANCHES],
		"utilization", proof->metric[CVG_METRIC_UTILIZATION]);
}

static json_t *json_checked(const struct cvg_proof *proof)
{
	if (proof->checked == CVG_UNCHECKED)
		return json_null();
	return json_pack("{s:o, s:s, s:i, s:o}", "function",
			 cvg_json_text(proof->function), "verdict",
			 cvg_answer_name(proof->answer), "seeds",
			 (int)proof->seeds, "against",
			 cvg_json_id('P', proof->against));
}

/* Of a redirected kernel: whether its threads depend on each other. */
static json_t *json_witness(const struct cvg_proof *proof)
{
	if (!proof->witnessed)
		return json_null();
	return json_pack("{s:o, s:I, s:i, s:o}", "function",
			 cvg_json_text(proof->function), "seed",
			 (json_int_t)proof->witness_seed, "seeds",
			 (int)proof->witness_seeds, "dependence",
			 proof->dependence ? cvg_json_text(proof->dependence)
					   : json_null());
}

void cvg_json_history(json_t *into, struct cvg_session *s)
{
	json_t *revs = json_array();

	json_object_set_new(into, "current",
			    cvg_json_id('P', cvg_session_current(s)));
	for (uint32_t i = 0; i < cvg_session_nrevs(s); i++) {
		const struct cvg_rev *rev = cvg_session_rev(s, i);
		const struct cvg_proof *proof = cvg_session_proof(s, i);
		struct cvg_revtold told;
		bool focus;

		/* The loaded module: of the function in focus. A step: of the
		 * function that it worked on. */
		cvg_rev_told(s, i, &told);
		focus = rev->parent == CVG_NONE && told.there;
		json_array_append_new(
			revs,
			json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o, "
				  "s:o, s:o, s:o, s:o}",
				  "id", cvg_json_id('P', rev->id), "parent",
				  cvg_json_id('P', rev->parent), "command",
				  cvg_json_text(rev->command), "mark",
				  rev->mark ? cvg_json_text(rev->mark)
					    : json_null(),
				  "same_as", cvg_json_id('P', rev->same_as),
				  "function",
				  cvg_json_text(
					  focus ? cvg_session_fn(s, i, CVG_NONE)
							  ->name
						: rev->function_name),
				  "count", (int)rev->count, "before",
				  cvg_json_score(focus ? &told.before
						       : &rev->before),
				  "score",
				  cvg_json_score(focus ? &told.score
						       : &rev->score),
				  "measured", json_measured(proof), "checked",
				  json_checked(proof), "witness",
				  json_witness(proof)));
	}
	json_object_set_new(into, "revisions", revs);
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
static void dot_rev(struct cvg_str *out, const struct cvg_session *s,
		    const struct cvg_rev *rev, const struct cvg_revtold *told)
{
	const struct cvg_score *sc = &told->score;
	bool now = rev->id == cvg_session_current(s);
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
static void dot_step(struct cvg_str *out, const struct cvg_session *s,
		     const struct cvg_rev *rev, const struct cvg_revtold *told)
{
	struct cvg_str net = {0}, lines = {0};

	add_net(&net, s, rev, told);
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
	struct cvg_session *s = ask->session;
	struct cvg_dot_head head = {.session = ask->session,
				    .rev = ask->rev,
				    .since = CVG_NONE,
				    .picture = "history"};

	cvg_dot_open(out, &head);
	for (uint32_t i = 0; i < cvg_session_nrevs(s); i++) {
		const struct cvg_rev *rev = cvg_session_rev(s, i);
		struct cvg_revtold told;

		cvg_rev_told(s, i, &told);
		dot_rev(out, s, rev, &told);
		if (rev->parent != CVG_NONE)
			dot_step(out, s, rev, &told);
	}
	cvg_str_add(out, "}\n");
}
