/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The names of files that a module or kernel of many has for itself. In them, %
 * stands for the stem: the path of the module without its suffix, and with
 * --kernels, a dot and the name of the kernel.
 */
#include "stem.h"

#include "prove.h"

#include "reconverge/sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool has_suffix(const char *path, size_t n, const char *suffix)
{
	size_t len = strlen(suffix);

	return n > len && !memcmp(path + n - len, suffix, len) &&
	       path[n - len - 1] != '/';
}

/* Drop the last component of the n bytes at s. */
static void drop_last(struct cvg_str *s)
{
	while (s->n && s->at[s->n - 1] != '/')
		s->n--;
	s->n -= s->n > 0;
}

char *cvg_stem_of(const char *path)
{
	struct cvg_str stem = {0};
	size_t n = strlen(path);

	if (has_suffix(path, n, ".ll") || has_suffix(path, n, ".bc"))
		n -= 3;
	for (size_t i = 0, len; i < n; i += len + 1) {
		const char *part = path + i;

		len = strcspn(part, "/");
		len = len < n - i ? len : n - i;
		if (!len || (len == 1 && *part == '.'))
			continue;
		if (len == 2 && !memcmp(part, "..", 2)) {
			drop_last(&stem);
			continue;
		}
		if (stem.n)
			cvg_str_addc(&stem, '/');
		cvg_str_addn(&stem, part, len);
	}
	if (stem.at)
		stem.at[stem.n] = '\0';
	return cvg_str_take(&stem);
}

/* Make the folders that lead to a file. */
static bool make_folders(char *path, struct cvg_err *err)
{
	for (char *at = path; (at = strchr(at + 1, '/'));) {
		bool ok;

		*at = '\0';
		ok = mkdir(path, 0777) == 0 || errno == EEXIST;
		if (!ok)
			cvg_fail(err, "%s: cannot make the folder: %s", path,
				 strerror(errno));
		*at = '/';
		if (!ok)
			return false;
	}
	return true;
}

/* Append `name` with the stem, and the name of the kernel, in place of each %. */
static void put_stem(const struct cvg_shell *sh, const char *name,
		     struct cvg_str *out)
{
	for (; *name; name++) {
		if (*name != '%') {
			cvg_str_addc(out, *name);
			continue;
		}
		cvg_str_add(out, sh->stem);
		if (sh->kernel)
			cvg_str_addf(out, ".%s", sh->kernel);
	}
}

bool cvg_stem_name(const struct cvg_shell *sh, const char *name,
		   struct cvg_str *out, struct cvg_err *err)
{
	put_stem(sh, name, out);
	return !strchr(name, '%') || make_folders(out->at, err);
}

/* ---- commands -------------------------------------------------------- */

/* The letter of the word after the verb, which says what the word names. */
static char kind_of(const struct cvg_command *cmd, uint32_t i)
{
	size_t n = cmd->kinds ? strlen(cmd->kinds) : 0;

	return i < n ? cmd->kinds[i] : n && cmd->kinds[n - 1] == 'l' ? 'l' : 0;
}

/* Does the word name a file: by its place, or by one of these keys? */
static bool names_file(const struct cvg_word *word, char kind)
{
	if (word->key)
		return cvg_word_is_key(word, "file") ||
		       cvg_word_is_key(word, "use") ||
		       cvg_word_is_key(word, "export");
	return kind && strchr("FWlmy", kind);
}

/* Does the command write that file? */
static bool is_written(const struct cvg_word *word, char kind)
{
	if (word->key)
		return cvg_word_is_key(word, "export");
	return kind == 'W' && strcmp(word->text, "-") != 0;
}

bool cvg_stem_words(const struct cvg_shell *sh, const struct cvg_command *cmd,
		    struct cvg_line *line, struct cvg_err *err)
{
	for (uint32_t i = 1; sh->stem && i < line->n; i++) {
		struct cvg_word *word = &line->word[i];
		char kind = kind_of(cmd, i - 1);
		struct cvg_str name = {0};
		bool ok = true, written = is_written(word, kind);
		uint32_t at = word->key ? word->key + 1 : 0;

		if (!names_file(word, kind))
			continue;
		if (strchr(word->text, '%')) {
			put_stem(sh, word->text, &name);
			ok = !written || make_folders(name.at + at, err);
			word->text = cvg_arena_strdup(&line->arena, name.at);
		} else if (written) {
			ok = cvg_fail(err,
				      "%s: many modules or kernels would write "
				      "'%.200s'; %% in the name stands for the "
				      "name of each",
				      cmd->name, word->text + at);
		}
		cvg_str_done(&name);
		if (!ok)
			return cvg_blame_word(err, word);
	}
	return true;
}
