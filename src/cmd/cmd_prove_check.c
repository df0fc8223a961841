/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Does one revision do what another one does? */
#include "prove.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/launch.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- words ----------------------------------------------------------- */

bool cvg_word_side(struct cvg_call *c, const struct cvg_word *w,
		   struct cvg_check_side *side, struct cvg_err *err)
{
	uint32_t id;

	if (strncmp(w->text, "mark:", 5) != 0 &&
	    !cvg_is_id(w->text, 'P', &id) && access(w->text, F_OK) == 0) {
		side->path = w->text;
		return true;
	}
	if (cvg_word_rev(c, w, &side->rev, err))
		return true;
	if (strpbrk(w->text, "./"))
		return cvg_fail_word(err, w, "%.200s: no such file or revision",
				     w->text);
	return false;
}

static bool take_words(struct cvg_call *c, struct cvg_check *k,
		       struct cvg_err *err)
{
	uint32_t sides = 0;
	uint64_t seeds = (uint64_t)cvg_set_int(cvg_session_settings(c->session),
					       CVG_SET_SEEDS);

	k->a.rev = 0;
	k->b.rev = cvg_session_current(c->session);
	for (uint32_t i = 0; i < c->nargs; i++) {
		const struct cvg_word *w = &c->arg[i];

		if (cvg_word_is_key(w, "seeds")) {
			if (!cvg_word_key_number(w, 1, 100000, &seeds, err))
				return false;
			continue;
		}
		if (sides == 2)
			return cvg_fail_word(err, w,
					     "check compares two "
					     "sides; this is a third");
		if (!cvg_word_side(c, w, sides ? &k->b : &k->a, err))
			return false;
		if (sides ? k->b.path : k->a.path)
			cvg_keep_path(c, i);
		sides++;
	}
	k->seeds = (uint32_t)seeds;
	return true;
}

/* ---- telling --------------------------------------------------------- */

void cvg_add_side(struct cvg_str *out, const struct cvg_check_side *side)
{
	if (side->path)
		cvg_str_add(out, side->path);
	else
		cvg_str_addf(out, "P%u", side->rev);
}

json_t *cvg_check_json_side(const struct cvg_check_side *side)
{
	return side->path ? cvg_json_text(side->path)
			  : cvg_json_id('P', side->rev);
}

static void add_sides(struct cvg_call *c, const struct cvg_check *k)
{
	cvg_cxx_add(&c->out, cvg_call_fn(c)->name);
	cvg_str_addc(&c->out, ' ');
	cvg_add_side(&c->out, &k->a);
	cvg_str_add(&c->out, " -> ");
	cvg_add_side(&c->out, &k->b);
}

static void add_line(struct cvg_call *c, const struct cvg_check_side *side,
		     const char *what, const struct cvg_str *text)
{
	if (!text->n)
		return;
	cvg_str_add(&c->out, "  ");
	cvg_add_side(&c->out, side);
	cvg_str_addf(&c->out, "%s%s\n", what, text->at);
}

/* What the answer does not say. */
static void add_limits(struct cvg_call *c, const struct cvg_check *k)
{
	if (k->loose)
		cvg_str_add(&c->out,
			    "  floats agree within what the fast-math flags "
			    "allow, not bit for bit\n");
	if (k->clock)
		cvg_str_add(&c->out,
			    "  the kernel reads a clock or its place in the "
			    "machine: values made from these may differ\n");
	if (k->one_order)
		cvg_str_add(&c->out,
			    "  what the kernel computes depends on the order "
			    "of its threads: only one order was compared\n");
	for (int i = 0; i < 2; i++) {
		const struct cvg_check_side *side = i ? &k->b : &k->a;

		add_line(c, side, ": ", &k->unrun_text[i]);
		add_line(c, side,
			 ": edges of changed code that no thread took: ",
			 &k->untaken_text[i]);
	}
	if (k->weaker_text.n) {
		cvg_str_add(&c->out, "  ");
		cvg_add_side(&c->out, &k->b);
		cvg_str_addf(&c->out,
			     " synchronizes less, which no run here can "
			     "show: %s\n",
			     k->weaker_text.at);
	}
}

/* Say of each redirected kernel whether its threads depend on each other. */
static void add_witness(struct cvg_call *c, const struct cvg_check *k)
{
	for (int i = 0; i < 2; i++) {
		if (!k->witnessed[i])
			continue;
		cvg_str_add(&c->out, "  ");
		cvg_add_side(&c->out, i ? &k->b : &k->a);
		cvg_str_add(&c->out, ": ");
		if (k->depend_text[i].n)
			cvg_str_addf(&c->out, "with seed %llu, ",
				     (unsigned long long)k->depend_seed[i]);
		cvg_add_witness(&c->out, cvg_str_of(&k->depend_text[i]));
	}
}

/* Say how a side ended if it failed, or if the sides differ in that. */
static void add_end(struct cvg_call *c, const struct cvg_check *k,
		    const struct cvg_check_side *side,
		    const struct cvg_str *fault)
{
	add_line(c, side, ": ", fault);
	if (fault->n || !k->difference.ends_differ)
		return;
	cvg_str_add(&c->out, "  ");
	cvg_add_side(&c->out, side);
	cvg_str_add(&c->out, ": runs to its end\n");
}

static void tell_same(struct cvg_call *c, const struct cvg_check *k)
{
	cvg_str_add(&c->out, k->answer == CVG_ANSWER_PART
				     ? ": tested in part: the same with "
				     : ": the same with ");
	cvg_add_count(&c->out, k->done, "seed");
	if (k->launches > k->done)
		cvg_str_addf(&c->out, " on %u launches", k->launches);
	cvg_str_add(&c->out, ": ");
	cvg_add_count(&c->out, k->threads, "thread");
	cvg_str_add(&c->out, " and ");
	cvg_add_count(&c->out, k->bytes, "byte");
	cvg_str_add(&c->out, " of memory each\n");
	add_line(c, &k->a,
		 " races, which no result here shows: ", &k->race_text[0]);
	add_limits(c, k);
}

static void tell_difference(struct cvg_call *c, const struct cvg_check *k)
{
	cvg_str_addf(&c->out, ": they differ with seed %llu\n",
		     (unsigned long long)k->seed);
	if (k->launch_text.n)
		cvg_str_addf(&c->out, "  launch %s\n", k->launch_text.at);
	if (k->by_race) {
		add_line(c, &k->b, " races: ", &k->race_text[1]);
		cvg_str_add(&c->out, "  ");
		cvg_add_side(&c->out, &k->a);
		cvg_str_add(&c->out, " does not race there\n");
		return;
	}
	add_end(c, k, &k->a, &k->fault_text[0]);
	add_end(c, k, &k->b, &k->fault_text[1]);
	if (!k->difference.ends_differ)
		cvg_str_addf(&c->out, "  %s\n", cvg_str_of(&k->text));
	add_line(c, &k->a, ": this value was written by ", &k->who_text[0]);
	add_line(c, &k->b, ": this value was written by ", &k->who_text[1]);
	add_limits(c, k);
}

/* The original itself fails or races, so that the comparison tells nothing. */
static void tell_void(struct cvg_call *c, const struct cvg_check *k)
{
	cvg_str_add(&c->out, ": cannot tell: ");
	if (k->one_order) {
		cvg_str_add(&c->out, "what the original computes depends on "
				     "the order of its threads\n");
		return;
	}
	if (k->by_tokens) {
		cvg_str_add(&c->out,
			    "they differ, but the original makes convergence "
			    "tokens by anchors, and LLVM leaves open which "
			    "threads meet there\n");
		return;
	}
	if (k->frozen && !k->void_seeds) {
		cvg_str_add(&c->out, "what the original computes depends on "
				     "what undefined values are frozen to\n");
		return;
	}
	if (!k->void_seeds) {
		cvg_str_addf(&c->out, "the original races\n  %s\n",
			     cvg_str_of(&k->void_text));
		return;
	}
	cvg_add_side(&c->out, &k->a);
	cvg_str_addf(&c->out, " is at fault itself with %u of ", k->void_seeds);
	cvg_add_count(&c->out, k->done, "seed");
	cvg_str_addf(&c->out, "\n  seed %llu: %s\n",
		     (unsigned long long)k->void_seed,
		     cvg_str_of(&k->void_text));
	if (k->void_overflow)
		cvg_str_add(&c->out,
			    "  'set overflow=wrap' lets signed numbers wrap "
			    "where the code promises that they do not\n");
}

void cvg_check_tell(struct cvg_call *c, const struct cvg_check *k)
{
	add_sides(c, k);
	switch (k->answer) {
	case CVG_ANSWER_SAME:
	case CVG_ANSWER_PART:
		tell_same(c, k);
		break;
	case CVG_ANSWER_DIFFERS:
		tell_difference(c, k);
		break;
	case CVG_ANSWER_VOID:
	case CVG_NANSWERS:
		tell_void(c, k);
	}
	add_witness(c, k);
}

static json_t *json_line(const struct cvg_str *s)
{
	return s->n ? cvg_json_text(s->at) : json_null();
}

static json_t *json_bits(enum cvg_elem e, uint64_t bits, bool undefined)
{
	struct cvg_str s = {0};
	json_t *text;

	if (undefined)
		return json_null();
	cvg_elem_print(&s, e, bits);
	text = cvg_json_text(s.at);
	cvg_str_done(&s);
	return text;
}

json_t *cvg_check_json(const struct cvg_check *k)
{
	const struct cvg_difference *d = &k->difference;
	json_t *o = json_object();

	json_object_set_new(o, "seed", json_integer((json_int_t)k->seed));
	json_object_set_new(o, "text", json_line(&k->text));
	json_object_set_new(o, "race", json_line(&k->race_text[1]));
	json_object_set_new(o, "ends_differ", json_boolean(d->ends_differ));
	for (int i = 0; i < 2; i++) {
		const char *fault[2] = {"a_fault", "b_fault"};
		const char *writer[2] = {"a_writer", "b_writer"};

		json_object_set_new(o, fault[i], json_line(&k->fault_text[i]));
		json_object_set_new(o, writer[i], json_line(&k->who_text[i]));
	}
	if (d->ends_differ || k->by_race)
		return o;
	json_object_set_new(o, "buffer", cvg_json_text(d->what));
	json_object_set_new(o, "element", json_integer((json_int_t)d->element));
	json_object_set_new(o, "differ", json_integer((json_int_t)d->count));
	json_object_set_new(o, "elements",
			    json_integer((json_int_t)d->elements));
	json_object_set_new(o, "type", json_string(cvg_elem_name(d->elem)));
	json_object_set_new(o, "a", json_bits(d->elem, d->a, d->a_undefined));
	json_object_set_new(o, "b", json_bits(d->elem, d->b, d->b_undefined));
	return o;
}

/* NULL unless a side is redirected and its threads depend on each other. */
static json_t *json_witness(const struct cvg_check *k)
{
	int i = k->depend_text[1].n ? 1 : 0;

	if (!k->depend_text[i].n)
		return json_null();
	return json_pack("{s:o,s:I,s:o}", "side",
			 cvg_check_json_side(i ? &k->b : &k->a), "seed",
			 (json_int_t)k->depend_seed[i], "text",
			 json_line(&k->depend_text[i]));
}

/* The members that every check has in JSON. */
static const struct cvg_column facts[] = {
	{CVG_COLUMN_OF("seeds", struct cvg_check, done)},
	{CVG_COLUMN(struct cvg_check, launches)},
	{CVG_COLUMN_OF("launch", struct cvg_check, launch_text.at)},
	{CVG_COLUMN(struct cvg_check, threads)},
	{CVG_COLUMN(struct cvg_check, bytes)},
	{CVG_COLUMN(struct cvg_check, loose)},
	{CVG_COLUMN(struct cvg_check, clock)},
	{CVG_COLUMN(struct cvg_check, one_order)},
	{CVG_COLUMN(struct cvg_check, by_tokens)},
	{CVG_COLUMN_OF("a_unrun", struct cvg_check, unrun_text[0].at)},
	{CVG_COLUMN_OF("b_unrun", struct cvg_check, unrun_text[1].at)},
	{CVG_COLUMN_OF("a_untaken", struct cvg_check, untaken_text[0].at)},
	{CVG_COLUMN_OF("b_untaken", struct cvg_check, untaken_text[1].at)},
	{CVG_COLUMN_OF("weaker", struct cvg_check, weaker_text.at)},
	{CVG_COLUMN_OF("a_race", struct cvg_check, race_text[0].at)},
	{CVG_COLUMN(struct cvg_check, untested)},
	{CVG_COLUMN(struct cvg_check, void_seeds)},
	{CVG_COLUMN_OF("void_reason", struct cvg_check, void_text.at)},
};

static void json_check(struct cvg_call *c, const struct cvg_check *k)
{
	cvg_call_set(c, "function", cvg_json_text(cvg_call_fn(c)->name));
	cvg_call_set(c, "a", cvg_check_json_side(&k->a));
	cvg_call_set(c, "b", cvg_check_json_side(&k->b));
	cvg_call_set(c, "verdict", json_string(cvg_answer_name(k->answer)));
	json_object_update_new(
		c->json,
		cvg_record_json(facts, sizeof facts / sizeof *facts, k));
	cvg_call_set(c, "dependence", json_witness(k));
	cvg_call_set(c, "difference",
		     k->answer == CVG_ANSWER_DIFFERS ? cvg_check_json(k)
						     : json_null());
}

bool cvg_cmd_check(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_check k = {.seeds = 0};
	bool ok;

	if (!take_words(c, &k, err) || !cvg_prove_launch(c, err))
		return false;
	ok = cvg_session_check(c->session, &k, err);
	if (ok) {
		c->said_no = k.answer == CVG_ANSWER_DIFFERS ||
			     k.answer == CVG_ANSWER_VOID ||
			     k.depend_text[0].n || k.depend_text[1].n;
		cvg_check_tell(c, &k);
		json_check(c, &k);
	}
	cvg_check_done(&k);
	return ok;
}
