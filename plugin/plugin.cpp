// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass plugin, as far as it needs LLVM's C++ interface: it registers the pass,
// tells what build.c has to tell by LLVM's diagnostics, and puts the result in
// the place of the host's module. It is linked with no LLVM: it uses the one of
// its host, and finds out first whether that is the one it was compiled for.
#include "build.h"

#include <llvm-c/Core.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>

using namespace llvm;

// Data of LLVM is looked up on loading. Hosts without it shall load the plugin, too.
#define WEAK(Name) ".weak _Z" Name "E\n"
#define TABLE(Class) WEAK("TVN4llvm" Class)
#define PROXY "N4llvm25InnerAnalysisManagerProxyINS_15AnalysisManagerINS_"
__asm__(TABLE("14DiagnosticInfo") TABLE("25DiagnosticInfoUnsupported") TABLE("18OptimizationRemark")
	TABLE("24OptimizationRemarkMissed") TABLE("28DiagnosticInfoIROptimization")
	TABLE("30DiagnosticInfoOptimizationBase") TABLE("30DiagnosticInfoWithLocationBase")
	WEAK("N4llvm17OptimizationLevel2O0") WEAK("N4llvm17PreservedAnalyses14AllAnalysesKey")
	WEAK("N4llvm24DisableABIBreakingChecks") ".weak _ZN4llvm14DiagnosticInfo6anchorEv\n"
	WEAK(PROXY "8FunctionEJEEENS_6ModuleEJEE3Key")
	WEAK(PROXY "13LazyCallGraph3SCCEJRS2_EEENS_6ModuleEJEE3Key"));

namespace {

constexpr char Name[] = "reconverge";

// The source line of that block's branch, or the function's.
DebugLoc lineOf(const Function &F, const BasicBlock *B)
{
	if (B)
		if (const DebugLoc &Loc = B->getTerminator()->getDebugLoc())
			return Loc;
	DISubprogram *SP = F.getSubprogram();
	return SP ? DebugLoc(DILocation::get(F.getContext(), SP->getLine(), 0, SP)) : DebugLoc();
}

struct Message : DiagnosticInfo { // about no function
	std::string Text;
	Message(std::string Text, DiagnosticSeverity Severity)
	    : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), Severity), Text(Text) {}
	void print(DiagnosticPrinter &P) const override { P << Text; }
};

void tell(Module &M, const cvg_note &Note)
{
	const Function *F = Note.function ? M.getFunction(Note.function) : nullptr;
	auto Severity = Note.kind == CVG_NOTE_ERROR ? DS_Error : DS_Warning;
	std::string Text = std::string(Name) + ": " + Note.text;

	if (!F || F->isDeclaration())
		return M.getContext().diagnose(Message(Text, Severity));
	const BasicBlock *B =
		Note.block < F->size() ? &*std::next(F->begin(), Note.block) : nullptr;
	DebugLoc Loc = lineOf(*F, B);
	auto Emit = [&](auto &&R) { OptimizationRemarkEmitter(F).emit(R << Note.text); };
	if (Note.kind == CVG_NOTE_DONE)
		Emit(OptimizationRemark(Name, Note.title, Loc, B ? B : &F->front()));
	else if (Note.kind == CVG_NOTE_MISSED)
		Emit(OptimizationRemarkMissed(Name, Note.title, Loc, B ? B : &F->front()));
	else
		M.getContext().diagnose(DiagnosticInfoUnsupported(*F, Text, Loc, Severity));
}

// Give M the contents of another module of its context, in their order.
void takeOver(Module &M, Module &From)
{
	auto Erase = [](auto &&Range) {
		for (auto &Global : make_early_inc_range(Range))
			Global.eraseFromParent();
	};

	M.dropAllReferences();
	Erase(M.aliases());
	Erase(M.ifuncs());
	Erase(M.functions());
	Erase(M.globals());
	for (NamedMDNode &N : make_early_inc_range(M.named_metadata()))
		M.eraseNamedMetadata(&N);
	std::swap(M.getComdatSymbolTable(), From.getComdatSymbolTable());
	M.getFunctionList().splice(M.end(), From.getFunctionList());
	for (GlobalVariable &G : make_early_inc_range(From.globals()))
		From.removeGlobalVariable(&G), M.insertGlobalVariable(&G);
	for (GlobalAlias &A : make_early_inc_range(From.aliases()))
		From.removeAlias(&A), M.insertAlias(&A);
	for (GlobalIFunc &I : make_early_inc_range(From.ifuncs()))
		From.removeIFunc(&I), M.insertIFunc(&I);
	for (NamedMDNode &N : From.named_metadata())
		for (MDNode *Operand : N.operands())
			M.getOrInsertNamedMetadata(N.getName())->addOperand(Operand);
}

// Is it for a GPU, and has it a function of that many blocks?
bool isDevice(const Module &M, size_t Blocks)
{
	Triple T(M.getTargetTriple());

	return (T.isAMDGCN() || T.isNVPTX()) &&
	       any_of(M, [=](const Function &F) { return F.size() >= Blocks; });
}

struct Pass : PassInfoMixin<Pass> {
	std::string Options;
	explicit Pass(StringRef Options = "") : Options(Options) {}
	static bool isRequired() { return true; }

	PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM)
	{
		if (!isDevice(M, 1))
			return PreservedAnalyses::all();
		LLVMContext &C = M.getContext();
		unsigned With = isDevice(M, 2) ? CVG_BUILD_BRANCHES : 0;
		if (C.getLLVMRemarkStreamer() || C.getDiagHandlerPtr()->isAnyRemarkEnabled(Name))
			With |= CVG_BUILD_REMARKS;
		cvg_build *Build = cvg_build_run(wrap(&M), M.getSourceFileName().c_str(),
						 Options.c_str(), With);
		std::unique_ptr<Module> Result(unwrap(cvg_build_result(Build, wrap(&C))));
		bool Changes = Result != nullptr;
		for (uint32_t I = 0; const cvg_note *Note = cvg_build_note(Build, I); I++)
			tell(M, *Note);
		cvg_build_free(Build);
		if (!Changes)
			return PreservedAnalyses::all();
		// What is known of the functions that are to go.
		MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
		if (auto *Proxy = MAM.getCachedResult<CGSCCAnalysisManagerModuleProxy>(M))
			Proxy->getManager().clear();
		takeOver(M, *Result);
		return PreservedAnalyses::none();
	}
};

bool parse(StringRef Text, ModulePassManager &PM, ArrayRef<PassBuilder::PipelineElement>)
{
	if (!Text.consume_front(Name) ||
	    (!Text.empty() && (!Text.consume_front("<") || !Text.consume_back(">"))))
		return false;
	PM.addPass(Pass(Text));
	return true;
}

void add(ModulePassManager &PM, OptimizationLevel Level)
{
	if (Level != OptimizationLevel::O0)
		PM.addPass(Pass());
}

void registerPass(PassBuilder &PB)
{
	PB.registerPipelineParsingCallback(parse);
	PB.registerFullLinkTimeOptimizationLastEPCallback(add);
	// Before a link, calls are not inlined yet. (LLVM 19 does not tell the phase.)
	PB.registerOptimizerLastEPCallback(
		[](ModulePassManager &PM, OptimizationLevel Level, auto... Phase) {
			using Phases = ThinOrFullLTOPhase;
			if (((Phase != Phases::ThinLTOPreLink && Phase != Phases::FullLTOPreLink) &&
			     ...))
				add(PM, Level);
		});
}

// LLVM's PassPluginLibraryInfo. Since LLVM 22 it has one member more, which an
// older host has no room for: the struct is written to memory of the caller.
struct Info {
	uint32_t Version;
	const char *Plugin, *PluginVersion;
	void (*Register)(PassBuilder &);
	void *PreCodeGen;
};

} // namespace

extern "C" __attribute__((visibility("default"))) Info llvmGetPassPluginInfo()
{
	unsigned Major = LLVM_VERSION_MAJOR;
	bool Fits = cvg_build_fits(&Major, LLVM_ENABLE_ABI_BREAKING_CHECKS);
	Info Told;

	Told.Version = Major >= 22 ? 2 : 1;
	Told.Plugin = Name;
	Told.PluginVersion = PACKAGE_VERSION;
	Told.Register = Fits ? registerPass : [](PassBuilder &) {};
	if (Major >= 22)
		Told.PreCodeGen = nullptr;
	if (!Fits && cvg_build_strict())
		Told.Version = 0; // which every host refuses
	return Told;
}
