/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* UTF-8 after RFC 3629 (rfc-editor.org/rfc/rfc3629), and the columns that
 * characters take on a terminal. */
#include "reconverge/base.h"

#include <string.h>
#include <wchar.h>

size_t cvg_utf8_decode(const char *s, size_t n, uint32_t *point)
{
	/* The first code point that needs so many bytes: a longer encoding of
	 * a smaller one is ill formed. */
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *p = (const unsigned char *)s;
	size_t len = *p < 0x80 ? 1 : *p >= 0xF0 ? 4 : *p >= 0xE0 ? 3 : 2;
	uint32_t c = len == 1 ? *p : *p & (0x7Fu >> len);

	*point = UINT32_MAX;
	if ((*p >= 0x80 && *p < 0xC2) || *p > 0xF4 || len > n)
		return 1;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 1;
		c = c << 6 | (p[i] & 0x3F);
	}
	if (c < least[len] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
		return 1;
	*point = c;
	return len;
}

size_t cvg_utf8_encode(char buf[5], uint32_t point)
{
	size_t n = point < 0x80	     ? 1
		   : point < 0x800   ? 2
		   : point < 0x10000 ? 3
				     : 4;
	static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};

	for (size_t i = n; i-- > 1; point >>= 6)
		buf[i] = (char)(0x80 | (point & 0x3F));
	buf[0] = (char)(lead[n] | point);
	buf[n] = '\0';
	return n;
}

uint32_t cvg_utf8_width(uint32_t point)
{
	int w;

	if (point < 0x7F || point == UINT32_MAX)
		return 1;
	w = wcwidth((wchar_t)point);
	return w < 0 ? 1 : (uint32_t)w;
}

bool cvg_utf8_visible(uint32_t point)
{
	/* Characters that turn the direction of those around them, and the
	 * separators of lines and paragraphs, would let a name change what is
	 * written beside it. */
	if ((point >= 0x202A && point <= 0x202E) ||
	    (point >= 0x2066 && point <= 0x2069) || point == 0x2028 ||
	    point == 0x2029)
		return false;
	return point >= ' ' && !(point >= 0x7F && point < 0xA0) &&
	       point != UINT32_MAX;
}

/* The length of the escape sequence "ESC [ digits and ; m" at the start of
 * the n bytes at s; 0 if there is none. */
static size_t color_length(const char *s, size_t n)
{
	size_t len = 2;

	if (n < 3 || s[0] != '\033' || s[1] != '[')
		return 0;
	while (len < n && ((s[len] >= '0' && s[len] <= '9') || s[len] == ';'))
		len++;
	return len < n && s[len] == 'm' ? len + 1 : 0;
}

void cvg_str_addvisible(struct cvg_str *s, const char *text, size_t n,
			bool color)
{
	size_t done = 0;

	for (size_t i = 0; i < n;) {
		size_t len = color ? color_length(text + i, n - i) : 0;
		uint32_t point = ' ';

		if (!len)
			len = cvg_utf8_decode(text + i, n - i, &point);
		i += len;
		if (cvg_utf8_visible(point) || point == '\n' || point == '\t')
			continue;
		cvg_str_addn(s, text + done, i - len - done);
		cvg_str_addc(s, '?');
		done = i;
	}
	cvg_str_addn(s, text + done, n - done);
}
