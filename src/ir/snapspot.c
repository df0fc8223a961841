/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the code of a snapshot stands in the source. */
#include "snapshot.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

/* The file of a scope, by its whole path; CVG_NONE: it has none. */
static uint32_t file_of(struct cvg_snap *snap, LLVMMetadataRef scope)
{
	LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
	uint32_t id = file ? cvg_ptrmap_get(&snap->spot_id, file) : CVG_NONE;
	struct cvg_str path = {0};
	const char *name, *dir;
	unsigned n, ndir;

	if (!file || id != CVG_NONE)
		return id;
	name = LLVMDIFileGetFilename(file, &n);
	dir = LLVMDIFileGetDirectory(file, &ndir);
	if (!name || n == 0)
		return CVG_NONE;
	if (name[0] != '/' && dir && ndir > 0 && (ndir != 1 || dir[0] != '.')) {
		cvg_str_addname(&path, dir, ndir);
		cvg_str_addc(&path, '/');
	}
	cvg_str_addname(&path, name, n);
	for (id = 0; id < snap->files.n; id++)
		if (!strcmp(snap->files.at[id], path.at))
			break;
	if (id == snap->files.n)
		cvg_push(&snap->files,
			 cvg_arena_strdup(&snap->fn->arena, path.at));
	cvg_str_done(&path);
	cvg_ptrmap_put(&snap->spot_id, file, id);
	return id;
}

static uint32_t add_spot(struct cvg_snap *snap, LLVMMetadataRef key,
			 LLVMMetadataRef scope, uint32_t line, uint32_t column)
{
	struct cvg_spot spot = {.file = file_of(snap, scope),
				.line = line,
				.column = column,
				.inlined = CVG_NONE};

	if (!spot.line || spot.file == CVG_NONE)
		return CVG_NONE;
	cvg_ptrmap_put(&snap->spot_id, key, (uint32_t)snap->spots.n);
	cvg_push(&snap->spots, spot);
	return (uint32_t)snap->spots.n - 1;
}

/* The spot of a location alone, without the calls by which it was inlined. It is
 * `is_new` if it was not known before. */
static uint32_t spot_of(struct cvg_snap *snap, LLVMMetadataRef at, bool *is_new)
{
	uint32_t id = cvg_ptrmap_get(&snap->spot_id, at);

	*is_new = id == CVG_NONE;
	if (id != CVG_NONE)
		return id;
	return add_spot(snap, at, LLVMDILocationGetScope(at),
			LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at));
}

/* The function that a scope of its code is in; NULL: not known. */
static LLVMMetadataRef subprogram_of(struct cvg_snap *snap,
				     LLVMMetadataRef scope)
{
	LLVMContextRef context = LLVMGetModuleContext(snap->module->llvm);

	while (scope &&
	       LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
		LLVMValueRef node = LLVMMetadataAsValue(context, scope), op[2];
		LLVMMetadataKind kind = LLVMGetMetadataKind(scope);

		if ((kind != LLVMDILexicalBlockMetadataKind &&
		     kind != LLVMDILexicalBlockFileMetadataKind) ||
		    LLVMGetMDNodeNumOperands(node) != 2)
			return NULL;
		LLVMGetMDNodeOperands(node, op); /* file, scope */
		scope = op[1] ? LLVMValueAsMetadata(op[1]) : NULL;
	}
	return scope;
}

/* Was the location inlined from the copy of an OpenCL kernel that clang makes for
 * calls, into the kernel, which stands in the same place? */
static bool is_kernel_body(struct cvg_snap *snap, LLVMMetadataRef at)
{
	LLVMMetadataRef own = LLVMGetSubprogram(snap->live->value);
	LLVMMetadataRef of = subprogram_of(snap, LLVMDILocationGetScope(at));

	return own && of && own != of &&
	       LLVMDISubprogramGetLine(own) == LLVMDISubprogramGetLine(of) &&
	       LLVMDIScopeGetFile(own) == LLVMDIScopeGetFile(of);
}

uint32_t cvg_snap_spot(struct cvg_snap *snap, LLVMValueRef inst)
{
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
	bool is_new;
	uint32_t first, id;

	if (!at)
		return CVG_NONE;
	first = id = spot_of(snap, at, &is_new);
	while (is_new && id != CVG_NONE) {
		LLVMMetadataRef call = LLVMDILocationGetInlinedAt(at);
		uint32_t inner = id;

		if (!call || (!LLVMDILocationGetInlinedAt(call) &&
			      is_kernel_body(snap, at)))
			break;
		at = call;
		id = spot_of(snap, at, &is_new);
		snap->spots.at[inner].inlined = id;
	}
	return first;
}

void cvg_snap_spots(struct cvg_snap *snap)
{
	LLVMMetadataRef at = LLVMGetSubprogram(snap->live->value);
	struct cvg_fn *fn = snap->fn;

	fn->spot = at ? add_spot(snap, at, at, LLVMDISubprogramGetLine(at), 0)
		      : CVG_NONE;
	fn->nfiles = (uint32_t)snap->files.n;
	fn->files = cvg_arena_array(&fn->arena, const char *, fn->nfiles);
	for (uint32_t i = 0; i < fn->nfiles; i++)
		fn->files[i] = snap->files.at[i];
	fn->nspots = (uint32_t)snap->spots.n;
	fn->spots = cvg_arena_array(&fn->arena, struct cvg_spot, fn->nspots);
	for (uint32_t i = 0; i < fn->nspots; i++)
		fn->spots[i] = snap->spots.at[i];
}
