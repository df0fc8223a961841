/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is true of one instruction: enum cvg_instflag and its opcode. */
#ifndef RECONVERGE_IR_FACTS_H
#define RECONVERGE_IR_FACTS_H

#include "live.h"

enum cvg_op cvg_op_of_llvm(LLVMValueRef inst, LLVMOpcode op);

/* All flags but CVG_I_SWAPPED (see shape.h) and CVG_I_GENERATED. */
uint32_t cvg_facts_of(const struct cvg_module *m, LLVMValueRef inst,
		      LLVMOpcode op);

/* The same for call, invoke and callbr. */
uint32_t cvg_call_facts(const struct cvg_module *m, LLVMValueRef call);

/* Has it a size, and one that is known before the program runs? */
bool cvg_type_sized(LLVMTypeRef type);

/* Is the pointer known good for a load of these bytes, for every thread? */
bool cvg_dereferenceable(const struct cvg_module *m, LLVMValueRef pointer,
			 uint64_t bytes, uint64_t align);

/* Is it neither poison nor undef, for every thread? False: not seen to be. */
bool cvg_always_defined(const struct cvg_module *m, LLVMValueRef v);

/* Ordering of a memory operation; that of success for a cmpxchg. */
LLVMAtomicOrdering cvg_ordering_of(LLVMValueRef inst, LLVMOpcode op);

/* Atomic in LLVM's sense: has an ordering and a scope. */
bool cvg_is_atomic(LLVMValueRef inst, LLVMOpcode op);

#endif
