/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Facts about one instruction: enum cvg_instflag and its opcode. */
#ifndef RECONVERGE_IR_FACTS_H
#define RECONVERGE_IR_FACTS_H

#include "live.h"

enum cvg_op cvg_op_of_llvm(LLVMValueRef inst, LLVMOpcode op);

/* The flags of an instruction, without CVG_I_SWAPPED (see shape.h). */
uint32_t cvg_facts_of(const struct cvg_module *module, LLVMValueRef inst,
		      LLVMOpcode op);

/* True if CVG_I_EFFECTS is among the flags. This costs less than all of them: who
 * may run a load or a division is not found out. */
bool cvg_has_effects(const struct cvg_module *module, LLVMValueRef inst,
		     LLVMOpcode op);

/* The flags of a call, invoke or callbr. */
uint32_t cvg_call_facts(const struct cvg_module *module, LLVMValueRef call);

/* True if values of the type have a size, and it is known before the program
 * runs. */
bool cvg_type_sized(LLVMTypeRef type);

/* True if a load of so many bytes from the pointer, of that alignment in bytes,
 * is known to be safe for every thread that computes the same pointer. */
bool cvg_dereferenceable(const struct cvg_module *module, LLVMValueRef pointer,
			 uint64_t bytes, uint64_t align);

/* The least and the largest number that an integer can be, without sign. */
struct cvg_bounds {
	uint64_t lo;
	uint64_t hi;
};

/* Bounds of the value where it is not poison; all numbers of its type if
 * nothing better is known, or if it is no integer of at most 64 bits. */
struct cvg_bounds cvg_bounds_of(const struct cvg_module *module,
				LLVMValueRef v);

/* Does the name say llvm.umin, umax, smin or smax? */
bool cvg_is_minmax(const char *name);

/* True if an add, sub, mul, shl, trunc or zext never makes poison because of
 * its flags nuw, nsw and nneg. */
bool cvg_never_wraps(const struct cvg_module *module, LLVMValueRef v);

/* True if the function, or the copy in work of one, is a kernel that the module
 * uses nowhere, so that only launches run it. */
bool cvg_only_launched(const struct cvg_module *module, LLVMValueRef fn);

/* The size of a block that the metadata of a kernel demands, or zeros. */
void cvg_required_group(const struct cvg_module *module, LLVMValueRef fn,
			uint32_t *size);

/* True if the call may free memory or end the lifetime of a variable. */
bool cvg_call_frees(const struct cvg_module *module, LLVMValueRef call);

/* True if the value is known to be neither poison nor undef, for every
 * thread. */
bool cvg_always_defined(const struct cvg_module *module, LLVMValueRef v);

/* The ordering of a memory operation; for a cmpxchg, the one on success. */
LLVMAtomicOrdering cvg_ordering_of(LLVMValueRef inst, LLVMOpcode op);

/* True if the instruction is atomic in LLVM's sense: it has an ordering and a
 * scope. */
bool cvg_is_atomic(LLVMValueRef inst, LLVMOpcode op);
/* Is function f all that kernels of one block do, as are the bodies of OpenCL kernels that
 * clang makes for PTX? */
bool cvg_is_kernel_body(const struct cvg_module *module, uint32_t f);

#endif
