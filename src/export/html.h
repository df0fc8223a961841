/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * HTML pages that are well-formed XML as well. They load nothing from
 * elsewhere: no script, no font, and only pictures from their own folder. A
 * script in a page only adds to it: without it all can be read.
 */
#ifndef CVG_EXPORT_HTML_H
#define CVG_EXPORT_HTML_H

#include "reconverge/base.h"

struct cvg_fn;

/* Append any bytes as text: bytes that are not UTF-8, or no character of XML,
 * become U+FFFD. Also valid in attributes between double quotes. */
void cvg_html_text(struct cvg_str *out, const char *s);
/* As cvg_spot_add. */
void cvg_html_spot(struct cvg_str *out, const char *before,
		   const struct cvg_fn *fn, uint32_t spot);
void cvg_html_textn(struct cvg_str *out, const char *s, size_t n);
/* <tag>text</tag>; `tag` may carry attributes. */
void cvg_html_element(struct cvg_str *out, const char *tag, const char *text);
/* Begin a box that scrolls sideways if it is too wide for the page. It can get
 * the focus, so that keys scroll it; `label` describes its content. */
void cvg_html_wide(struct cvg_str *out, const char *label);
void cvg_html_wide_end(struct cvg_str *out);
/* Append such a box with a text that keeps its lines and spaces. */
void cvg_html_pre(struct cvg_str *out, const char *label, const char *text);
/* Append such a box in which lines that are too long are broken. */
void cvg_html_lines(struct cvg_str *out, const char *label, const char *text);
/* Append a script, which holds no "]]>" and no "</". */
void cvg_html_script(struct cvg_str *out, const char *script);
/* Append the beginning of a page up to <main>, and the end of a page. */
void cvg_html_begin(struct cvg_str *out, const char *title);
void cvg_html_end(struct cvg_str *out);

#endif
