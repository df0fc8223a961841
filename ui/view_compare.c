/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A buffer beside a file, as the command compare tells it. */
#include "ui/answer.h"

CVG_ANSWER_VIEW(
	compare, "compare ARG FILE",
	"where a buffer differs from a file, as the command compare tells it");
