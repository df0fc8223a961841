/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pictures are made by another program, which may fail in any way it likes. */
#ifndef CVG_EXPORT_WORKER_H
#define CVG_EXPORT_WORKER_H

#include "reconverge/base.h"

/*
 * Have reconverge-graphviz draw `dot` as `format` ("svg"), for at most so many
 * seconds of wall clock; then it is killed and the error says so, as when the
 * ticker (may be NULL) has had enough. Looked for
 * at $RECONVERGE_GRAPHVIZ, beside this program, in its libexec folder.
 */
bool cvg_graphviz(const char *format, const struct cvg_str *dot,
		  unsigned seconds, const struct cvg_ticker *ticker,
		  struct cvg_str *out, struct cvg_err *err);

#endif
