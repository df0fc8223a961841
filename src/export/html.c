/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text in HTML, and the frame and the looks of a page. */
#include "html.h"

#include <string.h>

/* ---- text ------------------------------------------------------------ */

/* What XML 1.0 calls a character. */
static bool is_char(uint32_t c)
{
	if (c < 0x20)
		return c == '\t' || c == '\n' || c == '\r';
	return c < 0x7F || (c >= 0xA0 && c < 0xD800) ||
	       (c >= 0xE000 && c < 0xFFFE) ||
	       (c >= 0x10000 && c < 0x110000 && (c & 0xFFFE) != 0xFFFE);
}

static void add_char(struct cvg_str *out, const char *s, size_t n,
		     uint32_t point)
{
	switch (point) {
	case '<':
		cvg_str_add(out, "&lt;");
		break;
	case '>':
		cvg_str_add(out, "&gt;");
		break;
	case '&':
		cvg_str_add(out, "&amp;");
		break;
	case '"':
		cvg_str_add(out, "&quot;");
		break;
	case '\'':
		cvg_str_add(out, "&#39;");
		break;
	case '\r':
		cvg_str_add(out, "&#13;");
		break;
	default:
		if (is_char(point))
			cvg_str_addn(out, s, n);
		else
			cvg_str_add(out, "\xEF\xBF\xBD");
	}
}

void cvg_html_textn(struct cvg_str *out, const char *s, size_t n)
{
	while (n) {
		uint32_t point;
		size_t len = cvg_utf8_decode(s, n, &point);

		add_char(out, s, len, point);
		s += len;
		n -= len;
	}
}

void cvg_html_text(struct cvg_str *out, const char *s)
{
	cvg_html_textn(out, s, strlen(s));
}

void cvg_html_element(struct cvg_str *out, const char *tag, const char *text)
{
	cvg_str_addf(out, "<%s>", tag);
	cvg_html_text(out, text);
	cvg_str_addf(out, "</%.*s>", (int)strcspn(tag, " "), tag);
}

/* ---- the page -------------------------------------------------------- */

static const char looks[] =
	":root{color-scheme:light dark;--ink:#1c1c1c;--paper:#fdfdfb;"
	"--soft:#5a5a5a;--line:#c9c9c4;--box:#f2f2ee;--new:#dcefdc;"
	"--old:#f6dedc;--mark:#8a4b00}\n"
	"@media (prefers-color-scheme:dark){:root{--ink:#e4e4e0;"
	"--paper:#16181a;--soft:#a5a9ac;--line:#44484c;--box:#1f2225;"
	"--new:#173a1f;--old:#47211f;--mark:#e8a860}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0;background:var(--paper);color:var(--ink);"
	"font:1rem/1.5 system-ui,sans-serif}\n"
	"main{max-width:62rem;margin:0 auto;padding:1rem}\n"
	"h1,h2,h3{line-height:1.25;overflow-wrap:anywhere}\n"
	"h2{margin-top:2.5rem;border-top:1px solid var(--line);"
	"padding-top:1rem}\n"
	"a{color:inherit}\n"
	"code,pre,td,th{font-family:ui-monospace,monospace}\n"
	"code{overflow-wrap:anywhere}\n"
	"pre,.wide{overflow-x:auto;background:var(--box);padding:.6rem;"
	"border:1px solid var(--line)}\n"
	"pre{font-size:.85rem;line-height:1.3}\n"
	"table{border-collapse:collapse;font-size:.85rem}\n"
	"th,td{padding:.15rem .6rem;text-align:right;vertical-align:top;"
	"border-bottom:1px solid var(--line)}\n"
	"th:first-child,td:first-child,.left td{text-align:left}\n"
	".left td{white-space:pre}\n"
	"ins,del{text-decoration:none}\n"
	"ins,.both td{background:var(--new)}\n"
	"del{background:var(--old)}\n"
	"figure{margin:1rem 0}\n"
	"figcaption,.note{color:var(--soft);font-size:.9rem}\n"
	".note b{color:var(--mark)}\n"
	"img{max-width:100%;height:auto;background:#fff;padding:.5rem}\n"
	"details{margin:.8rem 0}\n"
	"summary{cursor:pointer;font-weight:600}\n"
	"nav ol{padding-left:1.5rem}\n";

void cvg_html_begin(struct cvg_str *out, const char *title)
{
	cvg_str_add(out,
		    "<!DOCTYPE html>\n"
		    "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
		    "<meta name=\"viewport\" "
		    "content=\"width=device-width,initial-scale=1\"/>\n");
	cvg_html_element(out, "title", title);
	cvg_str_addf(out, "\n<style>\n%s</style>\n</head>\n<body>\n<main>\n",
		     looks);
}

void cvg_html_end(struct cvg_str *out)
{
	cvg_str_add(out, "</main>\n</body>\n</html>\n");
}
