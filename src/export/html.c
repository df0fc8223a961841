/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text in HTML, and the frame and the style sheet of a page. */
#include "html.h"

#include "reconverge/graph.h"

#include <string.h>

/* ---- text ------------------------------------------------------------ */

/* True for a character as XML 1.0 defines it (production Char). */
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

void cvg_html_spot(struct cvg_str *out, const char *before,
		   const struct cvg_fn *fn, uint32_t spot)
{
	struct cvg_str text = {0};

	cvg_spot_add(&text, before, fn, spot);
	cvg_html_text(out, cvg_str_of(&text));
	cvg_str_done(&text);
}

void cvg_html_element(struct cvg_str *out, const char *tag, const char *text)
{
	cvg_str_addf(out, "<%s>", tag);
	cvg_html_text(out, text);
	cvg_str_addf(out, "</%.*s>", (int)strcspn(tag, " "), tag);
}

/* ---- boxes ----------------------------------------------------------- */

void cvg_html_wide(struct cvg_str *out, const char *label)
{
	cvg_str_add(out, "<div class=\"wide\" tabindex=\"0\" role=\"group\" "
			 "aria-label=\"");
	cvg_html_text(out, label);
	cvg_str_add(out, "\">\n");
}

void cvg_html_wide_end(struct cvg_str *out)
{
	cvg_str_add(out, "</div>\n");
}

void cvg_html_pre(struct cvg_str *out, const char *label, const char *text)
{
	cvg_html_wide(out, label);
	cvg_html_element(out, "pre", text);
	cvg_str_addc(out, '\n');
	cvg_html_wide_end(out);
}

void cvg_html_lines(struct cvg_str *out, const char *label, const char *text)
{
	cvg_html_wide(out, label);
	cvg_html_element(out, "pre class=\"lines\"", text);
	cvg_str_addc(out, '\n');
	cvg_html_wide_end(out);
}

/* ---- the page -------------------------------------------------------- */

/*
 * The style sheet: dark on light or light on dark, as the reader's system is
 * set, and black when printed. Every pair of text and background has a contrast
 * of 4.5 to 1 or more.
 */
static const char looks[] =
	":root{color-scheme:light dark;--ink:#1c1c1c;--paper:#fdfdfb;"
	"--soft:#55555a;--line:#c9c9c4;--box:#f2f2ee;--new:#dcefdc;"
	"--old:#f6dedc;--mark:#8a4b00;--link:#0b4f9e;--path:#f7d9a8}\n"
	"@media (prefers-color-scheme:dark){:root{--ink:#e4e4e0;"
	"--paper:#16181a;--soft:#a9adb0;--line:#44484c;--box:#1f2225;"
	"--new:#173a1f;--old:#47211f;--mark:#e8a860;--link:#8fc1ff;"
	"--path:#5a3c0c}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0;background:var(--paper);color:var(--ink);"
	"font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}\n"
	"main{max-width:68rem;margin:0 auto;padding:1rem}\n"
	"p,li,dd,dt,figcaption{max-width:46rem}\n"
	"h1,h2,h3,h4{line-height:1.25;overflow-wrap:anywhere}\n"
	"h2{margin-top:3rem;border-top:1px solid var(--line);"
	"padding-top:1rem}\n"
	"h3{margin-top:2rem}\n"
	"a{color:var(--link)}\n"
	"a:focus-visible,summary:focus-visible,[tabindex]:focus-visible"
	"{outline:3px solid var(--mark);outline-offset:2px}\n"
	"code,pre,kbd,samp,td.n,.left td{font-family:ui-monospace,"
	"\"DejaVu Sans Mono\",monospace}\n"
	"code{overflow-wrap:anywhere;font-size:.92em}\n"
	"pre code{font-size:1em;overflow-wrap:normal}\n"
	"pre,.wide{overflow-x:auto;background:var(--box);padding:.6rem;"
	"border:1px solid var(--line);border-radius:.3rem}\n"
	"pre{font-size:.85rem;line-height:1.35;margin:1rem 0}\n"
	".wide{margin:1rem 0;width:fit-content;max-width:100%}\n"
	"figure .wide{padding:0;background:#fff}\n"
	"figure img{padding:.4rem}\n"
	".wide pre{border:0;padding:0;margin:0;overflow:visible}\n"
	"table{border-collapse:collapse;font-size:.9rem}\n"
	"caption{text-align:left;color:var(--soft);padding:0 0 .4rem}\n"
	"th,td{padding:.2rem .7rem;text-align:right;vertical-align:top;"
	"border-bottom:1px solid var(--line)}\n"
	"th:first-child,td:first-child,.left th,.left td,.words th,"
	".words td,td.l{text-align:left}\n"
	"tbody th{font-weight:normal}\n"
	".left td{white-space:pre-wrap;overflow-wrap:anywhere;"
	"min-width:17rem}\n"
	".left td:nth-child(2){min-width:0}\n"
	".words td:last-child{min-width:14rem}\n"
	".words code{white-space:nowrap}\n"
	"pre.lines{white-space:pre-wrap;overflow-wrap:anywhere}\n"
	"ins,del{text-decoration:none}\n"
	"ins,.both td{background:var(--new)}\n"
	"del{background:var(--old)}\n"
	".matrix td,.matrix th{text-align:right;padding:.1rem .4rem;"
	"border:1px solid var(--line)}\n"
	".matrix th{text-align:left;white-space:pre;font-weight:normal;"
	"font-family:ui-monospace,\"DejaVu Sans Mono\",monospace}\n"
	".matrix thead th{writing-mode:vertical-rl;vertical-align:bottom;"
	"padding:.4rem .1rem;max-height:16rem}\n"
	".matrix td.path{background:var(--path);font-weight:bold;"
	"outline:2px solid var(--mark);outline-offset:-2px}\n"
	"figure{margin:1.2rem 0}\n"
	"figcaption,.note{color:var(--soft);font-size:.92rem}\n"
	".note b,.bad{color:var(--mark)}\n"
	"img,svg.graph{max-width:100%;height:auto;display:block;"
	"background:#fff}\n"
	"@media (prefers-color-scheme:dark){figure .wide{background:none}"
	"img,svg.graph{filter:invert(.91) hue-rotate(180deg)}"
	"img.strip{filter:brightness(.88)}}\n"
	"@media (max-height:36rem){.bar{position:static!important}}\n"
	"[hidden]{display:none!important}\n"
	"svg a:focus-visible{outline:3px solid #8a4b00}\n"
	"svg .runs :is(polygon,path){stroke-width:4}\n"
	"svg .waits :is(polygon,path){stroke-width:3;stroke-dasharray:3 4}\n"
	".bar,.card{position:sticky;z-index:1;background:var(--box);"
	"border:1px solid var(--line);border-radius:.3rem;padding:.5rem}\n"
	".bar{top:0}\n"
	".bar p{margin:.3rem 0;min-height:3.1em}\n"
	".bar pre,.card pre{margin:.3rem 0;padding:.3rem}\n"
	".bar pre{max-height:9em}\n"
	".bar input{width:min(30rem,100%);vertical-align:middle}\n"
	".card{bottom:0;max-height:45vh;overflow:auto}\n"
	"@media (max-width:40rem){.bar,.card{font-size:.8rem;padding:.3rem}"
	".bar p{min-height:2.6em}.bar pre{max-height:4.5em}"
	".card{max-height:25vh}.lanes i{width:.5rem;height:.6rem}}\n"
	"button{font:inherit;margin:.2rem .3rem .2rem 0}\n"
	".lanes{display:flex;flex-wrap:wrap;gap:1px;margin:.3rem 0}\n"
	".lanes i{width:.65rem;height:.9rem;border:1px solid var(--soft)}\n"
	".lanes .runs{background:var(--mark);border-color:var(--mark)}\n"
	".at{background:var(--path);outline:1px solid var(--mark)}\n"
	"details{margin:.8rem 0}\n"
	"summary{cursor:pointer;font-weight:600}\n"
	"blockquote{margin:1rem 0;padding:.2rem 1rem;"
	"border-left:4px solid var(--line)}\n"
	"dt{font-weight:600;margin-top:.6rem}\n"
	"dd{margin-left:1.2rem}\n"
	".others{display:flex;flex-wrap:wrap;gap:.5rem 2rem}\n"
	"nav ul{list-style:none;padding-left:.5rem}\n"
	"@media print{:root{--ink:#000;--paper:#fff;--soft:#333;"
	"--line:#999;--box:#fff;--new:#e4f2e4;--old:#f6e4e2;--mark:#000;"
	"--link:#000;--path:#eee}\n"
	"main{max-width:none;padding:0}\n"
	"body{font-size:10pt}\n"
	"pre,.wide{overflow:visible;border:0;padding:0}\n"
	"pre,.left td,.matrix th{white-space:pre-wrap;"
	"overflow-wrap:anywhere}\n"
	"img,svg.graph{max-height:22cm;filter:none}\n"
	".full{display:none}\n"
	"figure,tr{break-inside:avoid}\n"
	"h2,h3,h4,summary{break-after:avoid}\n"
	".extra,.bar,.card{display:none}\n"
	"details::details-content{content-visibility:visible;"
	"block-size:auto}}\n";

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

void cvg_html_script(struct cvg_str *out, const char *script)
{
	cvg_str_addf(out, "<script>/*<![CDATA[*/\n%s/*]]>*/</script>\n",
		     script);
}

void cvg_html_end(struct cvg_str *out)
{
	cvg_str_add(out, "</main>\n</body>\n</html>\n");
}
