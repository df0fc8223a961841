/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From text to words: shell quoting, comments, continued lines. Any bytes at
 * all may come in; what cannot be a command is an error with its place.
 */
#include "reconverge/cmd.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads one line of a script; `at`, `line`, `column` move together. */
struct reader {
	struct cvg_script *script;
	uint32_t column; /* of s->at, 1-based */
	struct cvg_str word;
	cvg_vec(struct cvg_word) words;
	struct cvg_err *err;
};

static int peek(const struct reader *reader, size_t ahead)
{
	const struct cvg_script *s = reader->script;

	return s->n - s->at > ahead ? (unsigned char)s->text[s->at + ahead]
				    : EOF;
}

static int next(struct reader *reader)
{
	int c = peek(reader, 0);

	if (c == EOF)
		return EOF;
	reader->script->at++;
	reader->column++;
	if (c == '\n') {
		reader->script->line++;
		reader->column = 1;
	}
	return c;
}

static bool fail_at(struct reader *reader, uint32_t line, uint32_t column,
		    const char *what)
{
	cvg_fail(reader->err, "%s", what);
	if (reader->err) {
		reader->err->line = line;
		reader->err->column = column;
	}
	return false;
}

/* At a line's end, as "\n" or "\r\n", or at the text's end. */
static bool at_end(const struct reader *reader)
{
	int c = peek(reader, 0);

	return c == EOF || c == '\n' || (c == '\r' && peek(reader, 1) == '\n');
}

static bool at_continuation(const struct reader *reader)
{
	if (peek(reader, 0) != '\\')
		return false;
	return peek(reader, 1) == '\n' ||
	       (peek(reader, 1) == '\r' && peek(reader, 2) == '\n');
}

/* Over the backslash and the line's end. */
static void skip_continuation(struct reader *reader)
{
	while (next(reader) != '\n')
		;
}

static void skip_line(struct reader *reader)
{
	int c;

	do
		c = next(reader);
	while (c != EOF && c != '\n');
}

static void skip_blanks(struct reader *reader)
{
	for (;;) {
		int c = peek(reader, 0);

		if (at_continuation(reader))
			skip_continuation(reader);
		else if (c == ' ' || c == '\t' || c == '\f' || c == '\v' ||
			 (c == '\r' && peek(reader, 1) != '\n'))
			next(reader);
		else
			return;
	}
}

/* A quoted part; `quote` has not been read yet. */
static bool read_quoted(struct reader *reader, int quote)
{
	uint32_t line = reader->script->line, column = reader->column;

	next(reader);
	for (;;) {
		int c = peek(reader, 0);

		if (quote == '"' && at_continuation(reader)) {
			skip_continuation(reader);
			continue;
		}
		if (c == EOF || c == '\n')
			return fail_at(reader, line, column,
				       "the quote is never closed");
		if (!c)
			return fail_at(reader, reader->script->line,
				       reader->column,
				       "the command contains a NUL byte");
		next(reader);
		if (c == quote)
			return true;
		if (c == '\\' && quote == '"' &&
		    (peek(reader, 0) == '"' || peek(reader, 0) == '\\'))
			c = next(reader);
		cvg_str_addc(&reader->word, (char)c);
	}
}

/* $'text', in which any byte but NUL can be written. */
static bool read_ansi(struct reader *reader)
{
	uint32_t line = reader->script->line, column = reader->column;

	next(reader);
	next(reader);
	for (;;) {
		int c = peek(reader, 0);
		char byte = (char)c;
		size_t n = 1;

		if (c == EOF || c == '\n')
			return fail_at(reader, line, column,
				       "a quote that is never closed");
		if (!c)
			return fail_at(reader, reader->script->line,
				       reader->column,
				       "a NUL byte in a command");
		if (c == '\\')
			n = cvg_unescape(
				reader->script->text + reader->script->at,
				reader->script->n - reader->script->at, &byte);
		if (!n)
			return fail_at(reader, reader->script->line,
				       reader->column,
				       "in $'...' a backslash stands before n, "
				       "r, t, \\, ', or x and two digits that "
				       "are not 00");
		while (n--)
			next(reader);
		if (c == '\'')
			return true;
		cvg_str_addc(&reader->word, byte);
	}
}

static bool read_escaped(struct reader *reader)
{
	uint32_t line = reader->script->line, column = reader->column;

	next(reader);
	if (at_end(reader))
		return fail_at(reader, line, column,
			       "nothing follows the backslash");
	if (!peek(reader, 0))
		return fail_at(reader, reader->script->line, reader->column,
			       "the command contains a NUL byte");
	cvg_str_addc(&reader->word, (char)next(reader));
	return true;
}

/* The length of the key of key=value, if the key is written without quotes. */
static uint32_t key_length(const struct reader *reader)
{
	uint32_t n = 0;

	if (!isalpha(peek(reader, 0)))
		return 0;
	while (isalnum(peek(reader, n)) || peek(reader, n) == '-' ||
	       peek(reader, n) == '_')
		n++;
	return peek(reader, n) == '=' ? n : 0;
}

/* The bytes of the quote that begins here, or 0. */
static uint32_t opening(const struct reader *reader)
{
	if (peek(reader, 0) == '$' && peek(reader, 1) == '\'')
		return 2;
	return peek(reader, 0) == '\'' || peek(reader, 0) == '"';
}

static bool read_word(struct reader *reader, struct cvg_arena *arena)
{
	struct cvg_word w = {.key = key_length(reader),
			     .line = reader->script->line,
			     .column = reader->column,
			     .quoted = opening(reader)};

	cvg_str_clear(&reader->word);
	while (!at_end(reader) && !at_continuation(reader)) {
		int c = peek(reader, 0);
		bool ok = true;

		if (c == ' ' || c == '\t' || c == '\f' || c == '\v' ||
		    c == '\r')
			break;
		if (c == '\'' || c == '"')
			ok = read_quoted(reader, c);
		else if (c == '$' && peek(reader, 1) == '\'')
			ok = read_ansi(reader);
		else if (c == '\\')
			ok = read_escaped(reader);
		else if (!c)
			ok = fail_at(reader, w.line, reader->column,
				     "the command contains a NUL byte");
		else
			cvg_str_addc(&reader->word, (char)next(reader));
		if (!ok)
			return false;
	}
	w.end = reader->column;
	w.text = cvg_arena_strndup(arena, cvg_str_of(&reader->word),
				   reader->word.n);
	cvg_push(&reader->words, w);
	return true;
}

/* The words up to the line's end; blank lines and comments give none. */
static bool read_line(struct reader *reader, struct cvg_arena *arena)
{
	for (;;) {
		skip_blanks(reader);
		if (peek(reader, 0) == '#' || at_end(reader)) {
			skip_line(reader);
			return true;
		}
		if (!read_word(reader, arena)) {
			skip_line(reader);
			return false;
		}
	}
}

void cvg_script_init(struct cvg_script *s, const char *name, const char *text,
		     size_t n)
{
	static const char mark[] =
		"\xef\xbb\xbf"; /* that UTF-8 may begin with */
	size_t begin = n >= 3 && !memcmp(text, mark, 3) ? 3 : 0;

	*s = (struct cvg_script){
		.name = name, .text = text, .n = n, .at = begin, .line = 1};
}

enum cvg_parsed cvg_parse_next(struct cvg_script *s, struct cvg_line *out,
			       struct cvg_err *err)
{
	struct reader r = {.script = s, .column = 1, .err = err};
	bool ok = true;

	*out = (struct cvg_line){.n = 0};
	while (ok && !r.words.n && s->at < s->n)
		ok = read_line(&r, &out->arena);
	if (ok && r.words.n) {
		out->n = (uint32_t)r.words.n;
		out->word = cvg_arena_array(&out->arena, struct cvg_word,
					    r.words.n);
		memcpy(out->word, r.words.at, r.words.n * sizeof *out->word);
	}
	cvg_str_done(&r.word);
	free(r.words.at);
	if (ok && out->n)
		return CVG_PARSED_LINE;
	cvg_line_done(out);
	return ok ? CVG_PARSED_END : CVG_PARSED_ERROR;
}

void cvg_line_done(struct cvg_line *line)
{
	cvg_arena_done(&line->arena);
	*line = (struct cvg_line){.n = 0};
}

void cvg_quote_inside(struct cvg_str *out, const char *word, char quote)
{
	for (; *word; word++) {
		if (quote == '\'' && *word == quote)
			cvg_str_add(out, "'\\'");
		else if (quote == '"' && (*word == quote || *word == '\\'))
			cvg_str_addc(out, '\\');
		cvg_str_addc(out, *word);
	}
}

/* Would the parser find a key at the start of the text if it had no quotes? */
static bool looks_keyed(const char *text)
{
	struct cvg_script s = {.text = text, .n = strlen(text)};
	struct reader r = {.script = &s};

	return key_length(&r) > 0;
}

void cvg_quote_word(struct cvg_str *out, const struct cvg_word *word)
{
	if (word->key) {
		cvg_str_addn(out, word->text, word->key + 1);
		if (word->text[word->key + 1])
			cvg_quote(out, word->text + word->key + 1);
	} else if (looks_keyed(word->text)) {
		cvg_quote_always(out, word->text);
	} else {
		cvg_quote(out, word->text);
	}
}
