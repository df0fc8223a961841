/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeping: the module, its target code, the journal. */
#include "call.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/look.h"
#include "reconverge/remarks.h"
#include "reconverge/session.h"

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
static bool pick_kind(struct cvg_call *call, const struct kind_word kinds[2],
		      const char *suffixes, enum cvg_emit *kind,
		      struct cvg_err *err)
{
	const struct cvg_word *as = call->nargs > 1 ? &call->arg[1] : NULL;

	for (uint32_t i = 0; as && i < 2; i++) {
		if (as->key == 2 && !strncmp(as->text, "as=", 3) &&
		    !strcmp(as->text + 3, kinds[i].word)) {
			*kind = kinds[i].kind;
			return true;
		}
	}
	if (as)
		return cvg_fail_word(err, as,
				     "%s: expected as=%s or as=%s, not '%.60s'",
				     call->cmd->name, kinds[0].word,
				     kinds[1].word, as->text);
	*kind = kinds[0].kind;
	if (!strcmp(call->arg[0].text, "-"))
		return true;
	if (cvg_emit_of_path(call->arg[0].text, kind) &&
	    (*kind == kinds[0].kind || *kind == kinds[1].kind))
		return true;
	return cvg_fail_word(err, &call->arg[0],
			     "%s: '%.200s' does not end in %s", call->cmd->name,
			     call->arg[0].text, suffixes);
}

/* An error without a message stops quietly. */
static bool fail_write(struct cvg_call *call, struct cvg_err *err)
{
	if (!strcmp(call->arg[0].text, "-") && cvg_shell_lost_reader(call->sh))
		*err->msg = '\0';
	return cvg_blame_word(err, &call->arg[0]);
}

static bool is_binary(enum cvg_emit kind)
{
	return kind == CVG_EMIT_BC || kind == CVG_EMIT_OBJ;
}

bool cvg_word_stdout(struct cvg_call *call, bool *to_stdout,
		     struct cvg_err *err)
{
	*to_stdout = !strcmp(call->arg[0].text, "-");
	if (*to_stdout && (call->json || call->sh->embedded))
		return cvg_fail_word(err, &call->arg[0],
				     "%s: %s uses standard output; name a file",
				     call->cmd->name,
				     call->sh->embedded ? "another program"
							: "--json");
	return true;
}

static bool write_module(struct cvg_call *call, enum cvg_emit kind,
			 struct cvg_err *err)
{
	const char *path = call->arg[0].text;
	bool to_stdout;

	if (!cvg_word_stdout(call, &to_stdout, err))
		return false;
	if (to_stdout && is_binary(kind) && isatty(STDOUT_FILENO))
		return cvg_fail_word(err, &call->arg[0],
				     "%s: will not write binary data to a "
				     "terminal; name a file",
				     call->cmd->name);
	if (call->sh->replay)
		return true;
	if (!cvg_session_write(call->session, path, kind, err))
		return fail_write(call, err);
	if (!to_stdout)
		TELL(call, "wrote {file}: {revision:P}\n", CVG_V(path),
		     CVG_V(cvg_session_current(call->session)));
	return true;
}

bool cvg_cmd_write(struct cvg_call *call, struct cvg_err *err)
{
	enum cvg_emit kind;

	return pick_kind(call, ir_kinds, ".ll or .bc; for code there is 'emit'",
			 &kind, err) &&
	       write_module(call, kind, err);
}

bool cvg_cmd_emit(struct cvg_call *call, struct cvg_err *err)
{
	enum cvg_emit kind;

	return pick_kind(call, code_kinds,
			 ".s, .ptx or .o; for IR there is 'write'", &kind,
			 err) &&
	       write_module(call, kind, err);
}

/* ---- journal --------------------------------------------------------- */

/* The journal, with the codes of functions at the end of its header. */
static void add_journal(struct cvg_session *session, struct cvg_str *out)
{
	const char *text = cvg_journal_text(session);
	const char *commands = strstr(text, CVG_JOURNAL_COMMANDS);

	if (!commands)
		commands = text;
	cvg_str_addn(out, text, (size_t)(commands - text));
	cvg_journal_codes(session, out);
	cvg_str_add(out, commands);
}

/* Write the remarks in the form that the suffix of the path names. */
static bool write_remarks(struct cvg_call *call, const struct cvg_remarks *all,
			  struct cvg_err *err)
{
	const char *path = call->arg[0].text, *suffix = strrchr(path, '.');
	struct cvg_str text = {0};
	bool ok;

	if (suffix && !strcmp(suffix, ".yaml"))
		cvg_remarks_yaml(&text, call->session, all);
	else if (suffix && !strcmp(suffix, ".sarif"))
		cvg_remarks_sarif(&text, call->session, all);
	else
		return cvg_fail_word(err, &call->arg[0],
				     "remarks: '%.200s' does not end in one of "
				     ".yaml, .sarif",
				     path);
	ok = cvg_file_write(path, cvg_str_of(&text), text.n, err);
	cvg_str_done(&text);
	if (!ok)
		return fail_write(call, err);
	TELL(call, "wrote {file}: {count} remark(s)\n", CVG_V(path),
	     CVG_V((uint32_t)all->n));
	return true;
}

static void list_remarks(struct cvg_call *call, const struct cvg_remarks *all)
{
	json_t *list = cvg_json_list(call->json, "remarks");

	cvg_remarks_text(&call->out, call->session, all);
	for (size_t i = 0; i < all->n; i++) {
		const struct cvg_remark *remark = &all->at[i];
		const struct cvg_fn *fn =
			cvg_session_fn(call->session, 0, remark->f);
		json_t *o = cvg_json_item(list);

		CVG_TELL(NULL, o, "{function}{block}{title}{done}{text}",
			 CVG_V(remark->function),
			 CVG_V(cvg_json_block(fn, remark->block)),
			 CVG_V(remark->title),
			 CVG_V((bool)(remark->kind == CVG_REMARK_DONE)),
			 CVG_V(remark->text));
		cvg_tell_spot(NULL, o, "", fn, remark->spot);
	}
}

bool cvg_cmd_remarks(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_remarks all = {.n = 0};
	bool ok = true;

	cvg_remarks_init(&all, call->session);
	if (call->nargs)
		ok = write_remarks(call, &all, err);
	else
		list_remarks(call, &all);
	cvg_remarks_done(&all);
	return ok;
}

bool cvg_cmd_journal(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_str text = {0};
	bool to_stdout, ok;

	if (!cvg_word_stdout(call, &to_stdout, err))
		return false;
	add_journal(call->session, &text);
	ok = cvg_file_write(call->arg[0].text, cvg_str_of(&text), text.n, err);
	cvg_str_done(&text);
	if (!ok)
		return fail_write(call, err);
	if (!to_stdout)
		TELL(call, "wrote {file}\n", CVG_V(call->arg[0].text));
	return true;
}
