/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a build compiles a file, from compile_commands.json. */
#include "forms.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- flags -------------------------------------------------------------- */

static const struct flag {
	const char *word;
	size_t words;
	const char *instead;
} flags_known[] = {
#define FLAG(word, words, instead) {word, words, instead},
#include "flags.def"
#undef FLAG
};

/* Is it this flag? *value is what stands behind the '='. */
static bool is_flag(const struct flag *flag, const char *word,
		    const char **value)
{
	size_t n = strlen(flag->word);

	*value = word + n;
	return flag->word[n - 1] == '=' && flag->words == 1 &&
			       !strchr(flag->word, '*')
		       ? !strncmp(word, flag->word, n)
		       : !strcmp(word, flag->word);
}

/* The GPU in a value such as "arch=compute_80,code=[sm_80,sm_86]". */
static const char *gpu_in(const char *value)
{
	const char *gpu = strstr(value, "sm_");
	const char *virtual = strstr(value, "compute_");

	return gpu ? gpu : virtual ? virtual + strlen("compute_") : value;
}

static void add_instead(struct cvg_argv *flags, const struct flag *flag,
			const char *value)
{
	size_t n = strcspn(flag->instead, "*");
	const char *gpu = gpu_in(value);

	if (!*flag->instead)
		return;
	if (!flag->instead[n])
		cvg_argv_add(flags, flag->instead);
	else if (strncmp(flag->instead, "--offload-arch", 14) != 0)
		cvg_argv_addf(flags, "%.*s%s", (int)n, flag->instead, value);
	else
		cvg_argv_addf(flags, "%.*s%s%.*s", (int)n, flag->instead,
			      isdigit((unsigned char)*gpu) ? "sm_" : "",
			      (int)strcspn(gpu, ",]\""), gpu);
}

size_t cvg_flag_add(struct cvg_argv *flags, const char *const *word, size_t n)
{
	for (size_t i = 0; i < sizeof flags_known / sizeof *flags_known; i++) {
		const struct flag *flag = &flags_known[i];
		const char *value;

		if (!is_flag(flag, *word, &value) || flag->words > n)
			continue;
		add_instead(flags, flag, flag->words == 2 ? word[1] : value);
		return flag->words;
	}
	cvg_argv_add(flags, *word);
	return 1;
}

/* ---- commands ----------------------------------------------------------- */

/* Split a command as a shell does that expands nothing. */
static void split(const char *text, struct cvg_argv *words)
{
	struct cvg_str s = {0};
	char quote = '\0';
	bool in_word = false;

	for (; *text; text++) {
		if (*text == '\\' && quote != '\'' && text[1]) {
			cvg_str_addc(&s, *++text);
			in_word = true;
		} else if (quote ? *text == quote
				 : *text == '"' || *text == '\'') {
			quote = quote ? '\0' : *text;
			in_word = true;
		} else if (!quote && isspace((unsigned char)*text)) {
			if (in_word)
				cvg_argv_add(words, cvg_str_of(&s));
			cvg_str_clear(&s);
			in_word = false;
		} else {
			cvg_str_addc(&s, *text);
			in_word = true;
		}
	}
	if (in_word)
		cvg_argv_add(words, cvg_str_of(&s));
	cvg_str_done(&s);
}

/* The words of an entry, from "arguments" or "command". */
static void words_of(json_t *entry, struct cvg_argv *words)
{
	const char *command =
		json_string_value(json_object_get(entry, "command"));
	json_t *list = json_object_get(entry, "arguments"), *word;
	size_t i;

	json_array_foreach(list, i, word) if (json_is_string(word))
		cvg_argv_add(words, json_string_value(word));
	if (!words->n && command)
		split(command, words);
}

/* The file's name as it stands in the entry: absolute, or below its folder. */
static char *real_file(const char *folder, const char *file)
{
	struct cvg_str path = {0};
	char *real;

	cvg_str_addf(&path, "%s%s%s", *file == '/' ? "" : folder,
		     *file == '/' ? "" : "/", file);
	real = realpath(path.at, NULL);
	cvg_str_done(&path);
	return real;
}

/* Add the flags of a command: without the compiler, its launcher, and the file. */
static void add_flags(const struct cvg_argv *words, const char *folder,
		      const char *real, struct cvg_argv *flags)
{
	size_t i = 1;

	while (i < words->n && words->at[i][0] != '-')
		i++;
	while (i < words->n) {
		char *own = words->at[i][0] == '-'
				    ? NULL
				    : real_file(folder, words->at[i]);

		i += own && !strcmp(own, real)
			     ? 1
			     : cvg_flag_add(flags,
					    (const char *const *)words->at + i,
					    words->n - i);
		free(own);
	}
}

static json_t *entry_of(json_t *entries, const char *real)
{
	json_t *entry;
	size_t i;

	json_array_foreach(entries, i, entry)
	{
		const char *folder =
			json_string_value(json_object_get(entry, "directory"));
		const char *file =
			json_string_value(json_object_get(entry, "file"));
		char *own = folder && file ? real_file(folder, file) : NULL;
		bool same = own && !strcmp(own, real);

		free(own);
		if (same)
			return entry;
	}
	return NULL;
}

/* ---- finding them ------------------------------------------------------- */

static char *file_in(const char *folder, const char *below)
{
	struct cvg_str path = {0};

	cvg_str_addf(&path, "%s%s/compile_commands.json", folder, below);
	if (access(path.at, R_OK) == 0)
		return cvg_str_take(&path);
	cvg_str_done(&path);
	return NULL;
}

/* The nearest file in the folders above a file. */
static char *find_above(const char *real)
{
	struct cvg_str folder = {0};
	char *found = NULL, *slash;

	cvg_str_add(&folder, real);
	while (!found && (slash = strrchr(folder.at, '/')) != NULL) {
		*slash = '\0';
		found = file_in(folder.at, "");
		if (!found)
			found = file_in(folder.at, "/build");
	}
	cvg_str_done(&folder);
	return found;
}

/* The file that the user has named, or that is in the folder that the user has
 * named. */
static char *find_named(const char *database)
{
	struct stat st;

	if (stat(database, &st) == 0 && S_ISDIR(st.st_mode))
		return file_in(database, "");
	return access(database, R_OK) == 0 ? cvg_strdup(database) : NULL;
}

bool cvg_compile_commands_exist(const char *database, struct cvg_err *err)
{
	char *found = find_named(database);
	bool exist = found != NULL;

	free(found);
	return exist ||
	       cvg_fail(err, "%s: no compile_commands.json is there", database);
}

static bool read_entry(const char *from, const char *real,
		       struct cvg_argv *flags, char **folder,
		       struct cvg_err *err)
{
	json_error_t why;
	json_t *entries = json_load_file(from, 0, &why), *entry;
	struct cvg_argv words = {0};

	if (!entries)
		return cvg_fail(err, "%s:%d: %s", from, why.line, why.text);
	entry = entry_of(entries, real);
	if (entry) {
		*folder = cvg_strdup(
			json_string_value(json_object_get(entry, "directory")));
		words_of(entry, &words);
		add_flags(&words, *folder, real, flags);
		cvg_argv_done(&words);
	}
	json_decref(entries);
	return true;
}

bool cvg_compile_commands(const char *path, const char *database,
			  struct cvg_argv *flags, char **folder, char **from,
			  struct cvg_err *err)
{
	char *real = realpath(path, NULL), *found;
	bool ok = true;

	*folder = *from = NULL;
	if (!real)
		return cvg_fail(err, "%s", strerror(errno));
	found = database ? find_named(database) : find_above(real);
	if (found)
		ok = read_entry(found, real, flags, folder, err);
	if (ok && found && database && !*folder)
		ok = cvg_fail(err, "%s does not say how it is compiled", found);
	if (ok && *folder)
		*from = found;
	else
		free(found);
	free(real);
	return ok;
}
