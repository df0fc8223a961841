/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the simulator cannot run, as the command coverage lists it. */
#include "ui/answer.h"

CVG_ANSWER_VIEW(coverage, NULL,
		"what the simulator cannot run in each kernel, as the command "
		"coverage lists it");
