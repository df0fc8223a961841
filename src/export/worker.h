/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pictures are drawn by another program, which may crash or hang. */
#ifndef CVG_EXPORT_WORKER_H
#define CVG_EXPORT_WORKER_H

#include "reconverge/base.h"

/*
 * Let reconverge-graphviz draw `dot` in the given format ("svg"). It is killed,
 * and the call fails, after so many seconds of wall clock or when the ticker
 * (may be NULL) says stop. The program is looked for at $RECONVERGE_GRAPHVIZ,
 * beside this program, and in its libexec folder.
 */
bool cvg_graphviz(const char *format, const struct cvg_str *dot,
		  unsigned seconds, const struct cvg_ticker *ticker,
		  struct cvg_str *out, struct cvg_err *err);

#endif
