/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inside of a session of the C interface, for the pass plugin, which is
 * linked with the same objects. */
#ifndef CVG_LIB_INSIDE_H
#define CVG_LIB_INSIDE_H

#include <stdbool.h>

struct LLVMOpaqueModule;
struct cvg_session;
struct cvg_spared;
struct reconverge;

struct cvg_session *cvg_reconverge_session(struct reconverge *session);
/* `spared` has to last as long as the session. */
void cvg_reconverge_spare(struct reconverge *session,
			  const struct cvg_spared *spared);
/* reconverge_open_module; `known` is of cvg_copying. */
int cvg_reconverge_copy_of(struct reconverge *session, const char *name,
			   struct LLVMOpaqueModule *module, unsigned known);

#endif
