/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Words as the command language reads them, and names as LLVM writes them. Both
 * forms hold any bytes and are one line of visible text.
 */
#include "reconverge/base.h"

#include <string.h>

/* ---- words ----------------------------------------------------------- */

/* The escapes of one letter between $' and '. */
static const struct {
	char letter, byte;
} escapes[] = {
	{'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'\\', '\\'}, {'\'', '\''},
};

enum { NESCAPES = sizeof escapes / sizeof *escapes };

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at;

	c = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
	at = c ? strchr(digits, c) : NULL;
	return at ? (int)(at - digits) : -1;
}

size_t cvg_unescape(const char *s, size_t n, char *byte)
{
	int high, low;

	if (n < 2 || s[0] != '\\')
		return 0;
	for (size_t i = 0; i < NESCAPES; i++) {
		if (s[1] == escapes[i].letter) {
			*byte = escapes[i].byte;
			return 2;
		}
	}
	if (s[1] != 'x' || n < 4)
		return 0;
	high = hex_digit(s[2]);
	low = hex_digit(s[3]);
	if (high < 0 || low < 0 || !(high || low))
		return 0;
	*byte = (char)(high * 16 + low);
	return 4;
}

/* Append a byte as it is written between $' and '. */
static void add_escaped(struct cvg_str *out, char byte)
{
	for (size_t i = 0; i < NESCAPES; i++) {
		if (byte == escapes[i].byte) {
			cvg_str_addc(out, '\\');
			cvg_str_addc(out, escapes[i].letter);
			return;
		}
	}
	cvg_str_addf(out, "\\x%02x", (unsigned char)byte);
}

/* Nothing in the word means anything to the parser of commands. */
static bool is_plain(const char *word)
{
	return *word && *word != '#' && !word[strcspn(word, " '\"\\")];
}

static bool all_visible(const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t point;

		i += cvg_utf8_decode(s + i, n - i, &point);
		if (!cvg_utf8_visible(point))
			return false;
	}
	return true;
}

void cvg_escape(struct cvg_str *out, const char *word, size_t n)
{
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t point;

		len = cvg_utf8_decode(word + i, n - i, &point);
		if (cvg_utf8_visible(point) && point != '\'' && point != '\\')
			cvg_str_addn(out, word + i, len);
		else
			for (size_t k = 0; k < len; k++)
				add_escaped(out, word[i + k]);
	}
}

void cvg_quote_always(struct cvg_str *out, const char *word)
{
	size_t n = strlen(word);

	if (!all_visible(word, n)) {
		cvg_str_add(out, "$'");
		cvg_escape(out, word, n);
		cvg_str_addc(out, '\'');
		return;
	}
	cvg_str_addc(out, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			cvg_str_add(out, "'\\''");
		else
			cvg_str_addc(out, *word);
	}
	cvg_str_addc(out, '\'');
}

void cvg_quote(struct cvg_str *out, const char *word)
{
	if (is_plain(word) && all_visible(word, strlen(word)))
		cvg_str_add(out, word);
	else
		cvg_quote_always(out, word);
}

/* ---- names ----------------------------------------------------------- */

/* Append the text; what is not visible, and the bytes in `also`, in hexadecimal.
 */
static void add_hex(struct cvg_str *s, const char *text, size_t n,
		    const char *also)
{
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t point;

		len = cvg_utf8_decode(text + i, n - i, &point);
		if (cvg_utf8_visible(point) && !strchr(also, text[i]))
			cvg_str_addn(s, text + i, len);
		else
			for (size_t k = 0; k < len; k++)
				cvg_str_addf(s, "\\%02X",
					     (unsigned char)text[i + k]);
	}
}

void cvg_str_addline(struct cvg_str *s, const char *text, size_t n)
{
	add_hex(s, text, n, "");
}

void cvg_str_addname(struct cvg_str *s, const char *name, size_t n)
{
	add_hex(s, name, n, "\"\\");
}

/* The letter that is written as "\\E5\\85\\A5" at `at`; returns how many bytes are
 * written so, and puts their values into `letter`. 0: there is none. */
static size_t escaped_letter(const char *at, char letter[4])
{
	uint32_t point;
	size_t n = 0, len;

	while (n < 4 && at[3 * n] == '\\' && hex_digit(at[3 * n + 1]) >= 8 &&
	       hex_digit(at[3 * n + 2]) >= 0) {
		letter[n] = (char)(hex_digit(at[3 * n + 1]) * 16 +
				   hex_digit(at[3 * n + 2]));
		n++;
	}
	if (!n)
		return 0;
	len = cvg_utf8_decode(letter, n, &point);
	return cvg_utf8_visible(point) ? len : 0;
}

char *cvg_show_letters(char *text)
{
	char *to = text, letter[4];
	bool quoted = false, name = false;

	if (!strchr(text, '\\'))
		return text;
	for (const char *at = text; *at;) {
		size_t len = name ? escaped_letter(at, letter) : 0;

		if (*at == '"') {
			quoted = !quoted;
			name = quoted && at > text &&
			       (at[-1] == '%' || at[-1] == '@');
		}
		if (len) {
			memcpy(to, letter, len);
			at += 3 * len;
		} else {
			len = at[0] == '\\' && at[1] == '\\' ? 2 : 1;
			memmove(to, at, len);
			at += len;
		}
		to += len;
	}
	*to = '\0';
	return text;
}

char *cvg_name_text(const char *name, size_t n)
{
	struct cvg_str s = {0};

	cvg_str_addname(&s, name, n);
	return cvg_str_take(&s);
}

char *cvg_arena_name(struct cvg_arena *a, const char *name, size_t n)
{
	struct cvg_str s = {0};
	char *kept;

	cvg_str_addname(&s, name, n);
	kept = cvg_arena_strndup(a, cvg_str_of(&s), s.n);
	cvg_str_done(&s);
	return kept;
}

char *cvg_name_bytes(const char *text)
{
	struct cvg_str s = {0};

	while (*text) {
		int high = text[0] == '\\' ? hex_digit(text[1]) : -1;
		int low = high >= 0 ? hex_digit(text[2]) : -1;

		cvg_str_addc(&s, low < 0 ? *text : (char)(high * 16 + low));
		text += low < 0 ? 1 : 3;
	}
	return cvg_str_take(&s);
}
