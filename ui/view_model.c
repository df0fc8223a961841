/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How often threads run each block, as the command model predicts it. */
#include "ui/answer.h"

CVG_ANSWER_VIEW(model, NULL,
		"how often threads run each block, as the command model "
		"predicts it from the inputs");
