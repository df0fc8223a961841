/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The machine's operations, by the names of uops.def; included by machine.h. */
#ifndef CVG_SIM_OPERATIONS_H
#define CVG_SIM_OPERATIONS_H

struct cvg_warp;
struct cvg_bound;

/* Head of the function that does an operation: see cvg_machine_fn. */
#define CVG_MACHINE_OP(name) \
	bool cvg_op_##name(struct cvg_warp *warp, const struct cvg_bound *op)
CVG_MACHINE_OP(load);
CVG_MACHINE_OP(store);
CVG_MACHINE_OP(atomic);
CVG_MACHINE_OP(cmpxchg);
CVG_MACHINE_OP(copy);
CVG_MACHINE_OP(strided);
CVG_MACHINE_OP(fill);
CVG_MACHINE_OP(alloca);
CVG_MACHINE_OP(lifetime);
CVG_MACHINE_OP(addr);
CVG_MACHINE_OP(spacecast);
CVG_MACHINE_OP(is_space);
CVG_MACHINE_OP(alloc);
CVG_MACHINE_OP(free);
CVG_MACHINE_OP(sreg);
CVG_MACHINE_OP(warp);
CVG_MACHINE_OP(barrier);
CVG_MACHINE_OP(barrier_count);
CVG_MACHINE_OP(collect);
CVG_MACHINE_OP(token);
CVG_MACHINE_OP(meet);
CVG_MACHINE_OP(call);
CVG_MACHINE_OP(icall);
CVG_MACHINE_OP(exit);
CVG_MACHINE_OP(fault);
CVG_MACHINE_OP(nop);

#endif
