/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pages: HTML that is well-formed XML as well, with nothing from elsewhere:
 * no script, no font, no picture but those beside it.
 */
#ifndef CVG_EXPORT_HTML_H
#define CVG_EXPORT_HTML_H

#include "reconverge/base.h"

/* Any bytes as text: what is not UTF-8, or no character of XML, becomes
 * U+FFFD. Good in attributes between double quotes too. */
void cvg_html_text(struct cvg_str *out, const char *s);
void cvg_html_textn(struct cvg_str *out, const char *s, size_t n);
/* <tag>text</tag>; `tag` may carry attributes. */
void cvg_html_element(struct cvg_str *out, const char *tag, const char *text);
/* A box that scrolls by itself where it is too wide for the page, and takes
 * the focus so that keys can do it; `label` says what is in it. */
void cvg_html_wide(struct cvg_str *out, const char *label);
void cvg_html_wide_end(struct cvg_str *out);
/* Such a box of text that keeps its lines and spaces. */
void cvg_html_pre(struct cvg_str *out, const char *label, const char *text);
/* The same, but too long a line is broken. */
void cvg_html_lines(struct cvg_str *out, const char *label, const char *text);
/* All up to and with <main>, and what ends that. */
void cvg_html_begin(struct cvg_str *out, const char *title);
void cvg_html_end(struct cvg_str *out);

#endif
