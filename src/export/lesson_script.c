/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The script of lessons: the text of lesson.js, which the build puts into quotes. */
#include "lesson.h"

const char cvg_lesson_script[] =
#include "src/export/lesson_js.inc"
	;
