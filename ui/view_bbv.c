/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How often threads run each block, as the command bbv counts it. */
#include "ui/answer.h"

CVG_ANSWER_VIEW(bbv, NULL,
		"how many threads run each block equally often, as the command "
		"bbv counts them");
