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

#include <assert.h>
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

/* Each of the words, which stand between blanks. */
static void offer_words(struct finder *finder, const char *words)
{
	struct cvg_str word = {0};
	size_t n;

	for (; *words; words += n + (words[n] == ' ')) {
		n = strcspn(words, " ");
		cvg_str_clear(&word);
		cvg_str_addn(&word, words, n);
		offer(finder, word.at);
	}
	cvg_str_done(&word);
}

/* Keys of `export`; of one that takes words, with them. */
static void offer_export(struct finder *finder)
{
	struct cvg_str s = {0};

	if (memchr(finder->word, '=', finder->n)) {
		offer_words(finder, "zoom=names zoom=summary zoom=full "
				    "legend=no caption=no since=none "
				    "fold=none regions=no color=no "
				    "width=84mm text=6pt as=svg");
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

static void offer_files(struct finder *finder)
{
	*finder->files = true;
}

static void offer_acts(struct finder *finder)
{
	offer_commands(finder, true);
}

static void offer_rejects(struct finder *finder)
{
	for (unsigned k = 0; k < CVG_NREJECTKINDS; k++)
		offer(finder, cvg_reject_name((enum cvg_rejectkind)k));
}

static void offer_buffers(struct finder *finder)
{
	offer_args(finder, "");
}

static void offer_launch(struct finder *finder)
{
	*finder->files = !memchr(finder->word, '=', finder->n);
	offer_args(finder, "=");
}

/* What a word of each kind may be. */
static const struct kind {
	char letter;   /* in the kinds of a command (commands.def) */
	bool unloaded; /* `offers` needs no module */
	void (*offers[3])(struct finder *finder);
	const char *words; /* as well, between blanks; or NULL */
} kinds[] = {
	{'A', false, {offer_buffers}, NULL},
	{'F', true, {offer_files}, NULL},
	{'G', false, {NULL}, "from= count="},
	{'O', false, {NULL}, "add off once from= on=gpu device= keep="},
	{'S', false, {offer_blocks}, "settings costs"},
	{'W', true, {offer_files}, NULL},
	{'a', true, {offer_acts}, NULL},
	{'b', false, {offer_blocks}, NULL},
	{'d',
	 false,
	 {offer_revs},
	 "reps= warmups= scale= device= limit= code=ptx keep="},
	{'e', false, {offer_regions, offer_blocks, offer_export}, NULL},
	{'f', false, {offer_functions}, NULL},
	{'g',
	 false,
	 {NULL},
	 "algorithm=sorting algorithm=greedy algorithm=greedy-max groupsize= "
	 "by=redirect by=layout data= from=model file= host= force=yes"},
	{'h', true, {offer_help}, NULL},
	{'i', false, {NULL}, "function="},
	{'j', false, {offer_regions, offer_blocks, offer_rejects}, NULL},
	{'k', false, {NULL}, "seed= operations= workers= races=yes trace="},
	{'l', false, {offer_launch}, "grid= block= shared= seed="},
	{'o', false, {offer_regions, offer_blocks}, NULL},
	{'p', false, {offer_revs}, NULL},
	{'s', true, {offer_settings}, NULL},
	{'t', false, {offer_revs}, "block= warp= from= count="},
	{'u', false, {offer_blocks}, "subgraphs"},
	{'v', false, {offer_values}, NULL},
	{'w', true, {offer_whats}, NULL},
	{'x', false, {offer_revs}, "blocks branches"},
	{'y', false, {offer_files, offer_revs}, "seeds="},
};

static void offer_kind(struct finder *finder, char letter)
{
	bool loaded = cvg_session_loaded(finder->sh->session);
	const struct kind *kind = kinds,
			  *end = kinds + sizeof kinds / sizeof *kinds;

	while (kind < end && kind->letter != letter)
		kind++;
	assert(kind < end);
	for (size_t i = 0; i < 3 && kind->offers[i]; i++)
		if (loaded || kind->unloaded)
			kind->offers[i](finder);
	if (kind->words)
		offer_words(finder, kind->words);
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
			offer_words(&f, "export= diff=yes");
		return;
	}
	nkinds = strlen(cmd->kinds);
	if (nth <= nkinds)
		offer_kind(&f, cmd->kinds[nth - 1]);
	else if (cmd->max > nkinds && nkinds &&
		 (nkinds == 1 || cmd->kinds[nkinds - 1] == 'e'))
		offer_kind(&f, cmd->kinds[nkinds - 1]); /* set a=1 b=2 */
}

void cvg_words_done(struct cvg_words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->at[i]);
	free(w->at);
	*w = (struct cvg_words){.n = 0};
}
