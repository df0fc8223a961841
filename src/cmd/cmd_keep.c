/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeping: the module, its target code, drawings, the journal. */
#include "call.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- module ---------------------------------------------------------- */

struct kind_word {
	const char *word;
	enum cvg_emit kind;
};

static const struct kind_word ir_kinds[] = {
	{"ll", CVG_EMIT_LL},
	{"bc", CVG_EMIT_BC},
};

static const struct kind_word code_kinds[] = {
	{"asm", CVG_EMIT_ASM},
	{"obj", CVG_EMIT_OBJ},
};

/* as=KIND, or what the file's suffix says, or for "-" the first kind. */
static bool pick_kind(struct cvg_call *c, const struct kind_word kinds[2],
		      const char *suffixes, enum cvg_emit *kind,
		      struct cvg_err *err)
{
	const struct cvg_word *as = c->nargs > 1 ? &c->arg[1] : NULL;

	for (uint32_t i = 0; as && i < 2; i++) {
		if (as->key == 2 && !strncmp(as->text, "as=", 3) &&
		    !strcmp(as->text + 3, kinds[i].word)) {
			*kind = kinds[i].kind;
			return true;
		}
	}
	if (as)
		return cvg_fail_word(err, as, "%s: as=%s or as=%s, not '%.60s'",
				     c->cmd->name, kinds[0].word, kinds[1].word,
				     as->text);
	*kind = kinds[0].kind;
	if (!strcmp(c->arg[0].text, "-"))
		return true;
	if (cvg_emit_of_path(c->arg[0].text, kind) &&
	    (*kind == kinds[0].kind || *kind == kinds[1].kind))
		return true;
	return cvg_fail_word(err, &c->arg[0], "%s: '%.200s' does not end in %s",
			     c->cmd->name, c->arg[0].text, suffixes);
}

/* An error without a message stops quietly. */
static bool fail_write(struct cvg_call *c, struct cvg_err *err)
{
	if (!strcmp(c->arg[0].text, "-") && cvg_shell_lost_reader(c->sh))
		*err->msg = '\0';
	return cvg_blame_word(err, &c->arg[0]);
}

static bool is_binary(enum cvg_emit kind)
{
	return kind == CVG_EMIT_BC || kind == CVG_EMIT_OBJ;
}

static bool write_module(struct cvg_call *c, enum cvg_emit kind,
			 struct cvg_err *err)
{
	const char *path = c->arg[0].text;
	bool to_stdout = !strcmp(path, "-");

	if (to_stdout && c->json)
		return cvg_fail_word(err, &c->arg[0],
				     "%s: with --json standard output is "
				     "taken: name a file",
				     c->cmd->name);
	if (to_stdout && is_binary(kind) && isatty(STDOUT_FILENO))
		return cvg_fail_word(err, &c->arg[0],
				     "%s: this is no text, and standard output "
				     "is a terminal: name a file",
				     c->cmd->name);
	if (c->sh->replay)
		return true;
	if (!cvg_session_write(c->s, path, kind, err))
		return fail_write(c, err);
	if (!to_stdout)
		cvg_str_addf(&c->out, "wrote %s: P%u\n", path,
			     cvg_session_current(c->s));
	cvg_call_set(c, "file", cvg_json_text(path));
	cvg_call_set(c, "revision",
		     cvg_json_id('P', cvg_session_current(c->s)));
	return true;
}

bool cvg_cmd_write(struct cvg_call *c, struct cvg_err *err)
{
	enum cvg_emit kind;

	return pick_kind(c, ir_kinds, ".ll or .bc; for code there is 'emit'",
			 &kind, err) &&
	       write_module(c, kind, err);
}

bool cvg_cmd_emit(struct cvg_call *c, struct cvg_err *err)
{
	enum cvg_emit kind;

	return pick_kind(c, code_kinds,
			 ".s, .ptx or .o; for IR there is 'write'", &kind,
			 err) &&
	       write_module(c, kind, err);
}

/* ---- drawings -------------------------------------------------------- */

static bool fail_suffix(const struct cvg_word *w, struct cvg_err *err)
{
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < cvg_nexports(); i++)
		cvg_str_addf(&s, "%s%s", i ? ", " : "",
			     cvg_export_at(i)->suffix);
	cvg_fail_word(err, w, "export: '%.200s' ends in none of %s", w->text,
		      s.at);
	cvg_str_done(&s);
	return false;
}

static bool pick_what(struct cvg_call *c, enum cvg_what *what,
		      struct cvg_err *err)
{
	struct cvg_str s = {0};

	*what = CVG_WHAT_CFG;
	if (c->nargs < 2 || cvg_what_by_name(c->arg[1].text, what))
		return true;
	for (uint32_t i = 0; i < CVG_NWHATS; i++)
		cvg_str_addf(&s, "%s%s", i ? ", " : "",
			     cvg_what_name((enum cvg_what)i));
	cvg_fail_word(err, &c->arg[1], "export: '%.60s' is none of %s",
		      c->arg[1].text, s.at);
	cvg_str_done(&s);
	return false;
}

/* The largest chosen block pair of a candidate. */
static bool pick_pair(const struct cvg_fn *fn, const struct cvg_candidate *cd,
		      struct cvg_export_in *in)
{
	uint32_t best = 0;

	for (uint32_t i = 0; i < cd->npairs; i++) {
		for (uint32_t k = 0; k < cd->pair[i].nbp; k++) {
			const uint32_t *b = cd->pair[i].bp[k].block;
			uint32_t size;

			if (b[0] == CVG_NONE || b[1] == CVG_NONE)
				continue;
			size = fn->blocks[b[0]].ninsts +
			       fn->blocks[b[1]].ninsts;
			if (size > best) {
				best = size;
				in->t = b[0];
				in->f = b[1];
			}
		}
	}
	return best > 0;
}

/* matrix R3, matrix B4 B5, or matrix: that of the best candidate. */
static bool pick_matrix(struct cvg_call *c, struct cvg_export_in *in,
			struct cvg_err *err)
{
	const struct cvg_plan *plan = cvg_session_plan(c->s);
	const struct cvg_candidate *cd = NULL;

	if (c->nargs == 4)
		return cvg_word_block(c, &c->arg[2], &in->t, err) &&
		       cvg_word_block(c, &c->arg[3], &in->f, err);
	if (c->nargs == 3 && !cvg_word_candidate(c, &c->arg[2], &cd, err))
		return false;
	if (!cd && plan->n)
		cd = &plan->at[plan->by_profit[0]];
	if (cd && pick_pair(cvg_call_fn(c), cd, in))
		return true;
	return cvg_fail_word(err, &c->arg[1],
			     "export: nothing is paired there: name two "
			     "blocks");
}

bool cvg_cmd_export(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_export *format = cvg_export_of_path(c->arg[0].text);
	struct cvg_export_in in = {.session = c->s, .look = &c->sh->look};
	struct cvg_str text = {0};
	bool ok;

	if (!format)
		return fail_suffix(&c->arg[0], err);
	if (!pick_what(c, &in.what, err))
		return false;
	if (in.what == CVG_WHAT_MATRIX && !pick_matrix(c, &in, err))
		return false;
	if (in.what != CVG_WHAT_MATRIX && c->nargs > 2)
		return cvg_fail_word(err, &c->arg[2],
				     "export: only a matrix takes an object");
	in.ask = (struct cvg_dot_ask){
		.session = c->s,
		.rev = cvg_session_current(c->s),
		.zoom = CVG_ZOOM_SUMMARY,
		.caption = true,
		.legend = true,
	};
	in.ask.since = cvg_session_rev(c->s, in.ask.rev)->parent;
	ok = format->render(&in, &text, err) &&
	     cvg_file_write(c->arg[0].text, cvg_str_of(&text), text.n, err);
	cvg_str_done(&text);
	if (!ok)
		return cvg_blame_word(err, &c->arg[0]);
	cvg_str_addf(&c->out, "wrote %s: %s of P%u\n", c->arg[0].text,
		     cvg_what_name(in.what), cvg_session_current(c->s));
	cvg_call_set(c, "file", cvg_json_text(c->arg[0].text));
	cvg_call_set(c, "what", json_string(cvg_what_name(in.what)));
	return true;
}

/* ---- journal --------------------------------------------------------- */

bool cvg_cmd_journal(struct cvg_call *c, struct cvg_err *err)
{
	const char *text = cvg_journal_text(c->s);
	bool to_stdout = !strcmp(c->arg[0].text, "-");

	if (to_stdout && c->json)
		return cvg_fail_word(err, &c->arg[0],
				     "journal: with --json standard output is "
				     "taken: name a file");
	if (!cvg_file_write(c->arg[0].text, text, strlen(text), err))
		return fail_write(c, err);
	if (!to_stdout)
		cvg_str_addf(&c->out, "wrote %s\n", c->arg[0].text);
	cvg_call_set(c, "file", cvg_json_text(c->arg[0].text));
	return true;
}
