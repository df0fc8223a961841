/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What could stand at a place of a command line. Objects are those that there
 * are now: blocks, values, regions, revisions, marks, functions, settings.
 */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/rejects.h"
#include "reconverge/session.h"
#include "reconverge/terms.h"

#include <stdlib.h>
#include <string.h>

/* Collects what begins with the word to be completed. */
struct finder {
	struct cvg_shell *sh;
	const char *word;
	size_t n;
	char quote; /* that the word stands behind, or NUL */
	struct cvg_words *out;
	bool *files;
};

static void offer(struct finder *finder, const char *text)
{
	struct cvg_str s = {0};

	if (strncmp(text, finder->word, finder->n))
		return;
	if (finder->quote)
		cvg_quote_inside(&s, text, finder->quote);
	else
		cvg_quote(&s, text);
	cvg_push(finder->out, cvg_str_take(&s));
}

static void offer_id(struct finder *finder, char letter, uint32_t id)
{
	struct cvg_str s = {0};

	cvg_str_addf(&s, "%c%u", letter, id);
	offer(finder, s.at);
	cvg_str_done(&s);
}

static void offer_commands(struct finder *finder, bool acts_only)
{
	for (uint32_t i = 0; i < cvg_ncommands(); i++)
		if (!acts_only || cvg_command_at(i)->phase)
			offer(finder, cvg_command_at(i)->name);
}

/* What `help` explains. */
static void offer_help(struct finder *finder)
{
	offer_commands(finder, false);
	for (uint32_t g = 0; g < CVG_NGROUPS; g++)
		offer(finder, cvg_group_name((enum cvg_cmdgroup)g));
	for (uint32_t i = 0; cvg_help_topic(i); i++)
		offer(finder, cvg_help_topic(i));
	for (uint32_t i = 0; i < cvg_nglosses(); i++)
		offer(finder, cvg_gloss_at(i)->name);
}

static void offer_functions(struct finder *finder)
{
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < cvg_session_nfunctions(finder->sh->session);
	     i++) {
		cvg_str_clear(&s);
		cvg_str_addf(&s, "@%s",
			     cvg_session_function_name(finder->sh->session, i));
		offer(finder, s.at);
		if (*finder->word != '@')
			offer(finder, s.at + 1);
	}
	cvg_str_done(&s);
}

static void offer_blocks(struct finder *finder)
{
	const struct cvg_fn *fn =
		cvg_session_fn(finder->sh->session, CVG_NONE, CVG_NONE);

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		offer_id(finder, 'B', fn->blocks[b].uid);
		if (finder->n && *fn->blocks[b].name)
			offer(finder, fn->blocks[b].name);
	}
}

static void offer_values(struct finder *finder)
{
	const struct cvg_fn *fn =
		cvg_session_fn(finder->sh->session, CVG_NONE, CVG_NONE);

	if (*finder->word != '%') {
		offer_blocks(finder);
		return;
	}
	for (uint32_t v = 0; v < fn->nargs + fn->ninsts; v++)
		if (fn->values[v].text && *fn->values[v].text == '%')
			offer(finder, fn->values[v].text);
}

static void offer_regions(struct finder *finder)
{
	struct cvg_ana *ana =
		cvg_session_ana(finder->sh->session, CVG_NONE, CVG_NONE);

	for (uint32_t r = 0; r < cvg_ana_regions(ana)->n; r++)
		offer_id(finder, 'R', r);
}

static void offer_revs(struct finder *finder)
{
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < cvg_session_nrevs(finder->sh->session); i++) {
		const char *mark =
			cvg_session_rev(finder->sh->session, i)->mark;

		offer_id(finder, 'P', i);
		cvg_str_clear(&s);
		cvg_str_addf(&s, "mark:%s", mark ? mark : "");
		if (mark)
			offer(finder, s.at);
	}
	cvg_str_done(&s);
}

/* NAME= and, once that is typed, NAME=word of the setting's choices. */
static void offer_setting(struct finder *finder, const char *name,
			  enum cvg_setid id)
{
	const char *word = cvg_setting_row(id)->choices;
	size_t len = strlen(name);
	struct cvg_str s = {0};

	cvg_str_addf(&s, "%s=", name);
	if (finder->n <= len)
		offer(finder, s.at);
	while (finder->n > len && word && *word) {
		size_t n = strcspn(word, "|");

		cvg_str_clear(&s);
		cvg_str_addf(&s, "%s=%.*s", name, (int)n, word);
		offer(finder, s.at);
		word += n + (word[n] == '|');
	}
	cvg_str_done(&s);
}

static void offer_settings(struct finder *finder)
{
	for (uint32_t i = 0; i < CVG_NSETTINGS; i++)
		offer_setting(finder, cvg_setting_row((enum cvg_setid)i)->name,
			      (enum cvg_setid)i);
}

static void offer_whats(struct finder *finder)
{
	for (uint32_t i = 0; i < CVG_NWHATS; i++)
		offer(finder, cvg_what_name((enum cvg_what)i));
}

static void offer_loops(struct finder *finder)
{
	struct cvg_ana *ana =
		cvg_session_ana(finder->sh->session, CVG_NONE, CVG_NONE);

	for (uint32_t l = 0; l < cvg_ana_loops(ana)->n; l++)
		offer_id(finder, 'L', l);
}

/* What may stand behind an act's verb. */
static void offer_act(struct finder *finder, const struct cvg_phase *phase)
{
	const struct cvg_phase_key *k = phase->keys;

	for (; k && k->name; k++)
		offer_setting(finder, k->name, k->set);
	for (unsigned set = 0; set < CVG_NSETTINGS; set++)
		if (phase->reads >> set & 1)
			offer_setting(
				finder,
				cvg_setting_row((enum cvg_setid)set)->name,
				set);
	if (!cvg_session_loaded(finder->sh->session))
		return;
	if (phase->takes & CVG_TAKES_REGION)
		offer_regions(finder);
	if (phase->takes & CVG_TAKES_LOOP)
		offer_loops(finder);
	if (phase->takes & CVG_TAKES_BLOCK)
		offer_blocks(finder);
}

/* The arguments of the kernel, as `launch` and `dump` name them. */
static void offer_args(struct finder *finder, const char *after)
{
	const struct cvg_fn *fn =
		cvg_session_fn(finder->sh->session, CVG_NONE, CVG_NONE);
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < fn->nargs; i++) {
		const char *text = fn->values[i].text;

		cvg_str_clear(&s);
		cvg_str_addf(&s, "%s%s", text + (*text == '%'), after);
		offer(finder, s.at);
	}
	cvg_str_done(&s);
}

static void offer_all(struct finder *finder, const char *const *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		offer(finder, word[i]);
}

/* Words of the commands that simulate. */
static void offer_prove(struct finder *finder, char kind)
{
	static const char *const launch[] = {
		"grid=", "block=", "shared=", "seed="};
	static const char *const simulate[] = {
		"seed=", "operations=", "workers=", "races=yes", "trace="};
	static const char *const measure[] = {"reps=",	 "warmups=", "scale=",
					      "device=", "limit=",   "code=ptx",
					      "keep="};
	static const char *const trace[] = {
		"block=", "warp=", "from=", "count="};
	static const char *const regroup[] = {"algorithm=sorting",
					      "algorithm=greedy",
					      "algorithm=greedy-max",
					      "groupsize=",
					      "by=redirect",
					      "by=layout",
					      "data=",
					      "from=model",
					      "file=",
					      "host=",
					      "force=yes"};

	if (kind == 'A') {
		offer_args(finder, "");
	} else if (kind == 'l') {
		*finder->files = !memchr(finder->word, '=', finder->n);
		offer_all(finder, launch, sizeof launch / sizeof *launch);
		offer_args(finder, "=");
	} else if (kind == 'k') {
		offer_all(finder, simulate, sizeof simulate / sizeof *simulate);
	} else if (kind == 'd') {
		offer_revs(finder);
		offer_all(finder, measure, sizeof measure / sizeof *measure);
	} else if (kind == 'y') {
		*finder->files = true;
		offer_revs(finder);
		offer(finder, "seeds=");
	} else if (kind == 'x') {
		offer_revs(finder);
		offer(finder, "blocks");
		offer(finder, "branches");
	} else if (kind == 't') {
		offer_revs(finder);
		offer_all(finder, trace, sizeof trace / sizeof *trace);
	} else if (kind == 'G') {
		offer_all(finder, trace + 2, 2); /* from=, count= */
	} else if (kind == 'g') {
		offer_all(finder, regroup, sizeof regroup / sizeof *regroup);
	} else if (kind == 'i') {
		offer(finder, "function=");
	} else if (kind == 'O') {
		offer(finder, "add");
		offer(finder, "off");
		offer(finder, "once");
		offer(finder, "from=");
		offer(finder, "on=gpu");
		offer(finder, "device=");
		offer(finder, "keep=");
	}
}

/* Keys of `export`; of one that takes words, with them. */
static void offer_export(struct finder *finder)
{
	static const char *const values[] = {
		"zoom=names", "zoom=summary", "zoom=full", "legend=no",
		"caption=no", "since=none",   "fold=none", "regions=no",
		"color=no",   "width=84mm",   "text=6pt",  "as=svg"};
	struct cvg_str s = {0};

	if (memchr(finder->word, '=', finder->n)) {
		offer_all(finder, values, sizeof values / sizeof *values);
		return;
	}
	for (uint32_t i = 0; i < CVG_NKEYS; i++) {
		cvg_str_clear(&s);
		cvg_str_addf(&s,
			     "%s=", cvg_exportkey_name((enum cvg_exportkey)i));
		offer(finder, s.at);
	}
	cvg_str_done(&s);
}

static void offer_kind(struct finder *finder, char kind)
{
	bool loaded = cvg_session_loaded(finder->sh->session);

	if (kind == 's')
		offer_settings(finder);
	else if (kind == 'F' || kind == 'W')
		*finder->files = true;
	else if (kind == 'w')
		offer_whats(finder);
	else if (kind == 'h')
		offer_help(finder);
	else if (kind == 'a')
		offer_commands(finder, true);
	if (!loaded)
		return;
	if (kind == 'f')
		offer_functions(finder);
	else if (kind == 'b')
		offer_blocks(finder);
	else if (kind == 'v')
		offer_values(finder);
	else if (kind == 'r' || kind == 'o' || kind == 'e' || kind == 'j')
		offer_regions(finder);
	else if (kind == 'p')
		offer_revs(finder);
	if (kind == 'o' || kind == 'e' || kind == 'j')
		offer_blocks(finder);
	for (unsigned k = 0; kind == 'j' && k < CVG_NREJECTKINDS; k++)
		offer(finder, cvg_reject_name((enum cvg_rejectkind)k));
	if (kind == 'e')
		offer_export(finder);
	offer_prove(finder, kind);
}

/*
 * The verb and how many words stand between it and `start`. For `preview ACT`
 * that of the act is the answer, once it is there, and *preview becomes true.
 */
static const struct cvg_command *verb_of(const char *line, size_t start,
					 uint32_t *nth, bool *preview)
{
	struct cvg_str before = {0};
	struct cvg_script script;
	struct cvg_line parsed;
	const struct cvg_command *cmd = NULL;

	*nth = 0;
	*preview = false;
	cvg_str_addn(&before, line, start);
	cvg_script_init(&script, NULL, cvg_str_of(&before), before.n);
	if (cvg_parse_next(&script, &parsed, NULL) == CVG_PARSED_LINE) {
		cmd = cvg_command_find(parsed.word[0].text, true, NULL);
		*nth = parsed.n;
		if (cmd && cmd->run == cvg_cmd_preview && parsed.n > 1) {
			*preview = true;
			cmd = cvg_command_find(parsed.word[1].text, true, NULL);
			--*nth;
		}
		cvg_line_done(&parsed);
	}
	cvg_str_done(&before);
	return cmd;
}

/* The quote right before `start`; NUL: there is none. */
static char open_quote(const char *line, size_t start)
{
	char before = start ? line[start - 1] : '\0';

	return before == '\'' || before == '"' ? before : '\0';
}

void cvg_complete(struct cvg_shell *sh, const char *line, size_t start,
		  size_t end, struct cvg_words *out, bool *files)
{
	struct finder f = {.sh = sh,
			   .word = line + start,
			   .n = end - start,
			   .quote = open_quote(line, start),
			   .out = out,
			   .files = files};
	uint32_t nth;
	bool preview;
	const struct cvg_command *cmd =
		verb_of(line, start - (f.quote != 0), &nth, &preview);
	static const char *const own[] = {"export=", "diff=yes"};
	size_t nkinds;

	*files = false;
	if (!nth)
		offer_commands(&f, false);
	if (!cmd || !nth)
		return;
	if (cmd->phase) {
		if (nth <= cvg_command_max(cmd) + 2 * preview)
			offer_act(&f, cmd->phase);
		if (preview)
			offer_all(&f, own, sizeof own / sizeof *own);
		return;
	}
	nkinds = strlen(cmd->kinds);
	if (nth <= nkinds)
		offer_kind(&f, cmd->kinds[nth - 1]);
	else if (cmd->max > nkinds && nkinds &&
		 (nkinds == 1 || cmd->kinds[nkinds - 1] == 'e'))
		offer_kind(&f, cmd->kinds[nkinds - 1]); /* set a=1 b=2 */
	if (cmd->kinds[0] == 'b' && nth == 1 && cmd->usage[0] == 'B' &&
	    strchr(cmd->usage, '|')) {
		offer(&f, "settings");
		offer(&f, "costs");
	}
	if (nth == 2 && strstr(cmd->usage, "subgraphs"))
		offer(&f, "subgraphs");
}

void cvg_words_done(struct cvg_words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->at[i]);
	free(w->at);
	*w = (struct cvg_words){.n = 0};
}
