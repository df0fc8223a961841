// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's own analyses, timed in process: for each file and analysis one line
// "analysis nanoseconds", the median of several runs over the first function
// with a body. Each is timed with what it needs already there. The only C++
// here: LLVM-C has none of these analyses.
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/DominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace llvm;

namespace {

using Times = std::map<std::string, std::vector<long>>;

template <class Analysis>
void timeOne(FunctionAnalysisManager &fam, Function &f, const char *name,
	     Times &times)
{
	auto start = std::chrono::steady_clock::now();
	fam.getResult<Analysis>(f);
	auto spent = std::chrono::steady_clock::now() - start;

	times[name].push_back(
		std::chrono::duration_cast<std::chrono::nanoseconds>(spent)
			.count());
}

// The dominance frontier serves only regions: it is part of their time.
void timeRegions(FunctionAnalysisManager &fam, Function &f, Times &times)
{
	auto start = std::chrono::steady_clock::now();
	fam.getResult<DominanceFrontierAnalysis>(f);
	fam.getResult<RegionInfoAnalysis>(f);
	auto spent = std::chrono::steady_clock::now() - start;

	times["regions"].push_back(
		std::chrono::duration_cast<std::chrono::nanoseconds>(spent)
			.count());
}

std::unique_ptr<TargetMachine> machineFor(const Module &m)
{
	std::string error;
#if LLVM_VERSION_MAJOR >= 21
	Triple triple(m.getTargetTriple());
	const Target *target = TargetRegistry::lookupTarget(triple, error);
#else
	std::string triple = m.getTargetTriple();
	const Target *target = TargetRegistry::lookupTarget(triple, error);
#endif
	if (!target) {
		std::fprintf(stderr, "%s\n", error.c_str());
		std::exit(1);
	}
	return std::unique_ptr<TargetMachine>(target->createTargetMachine(
		triple, "gfx906", "", TargetOptions(), std::nullopt));
}

void measure(Function &f, TargetMachine &machine, int runs)
{
	Times times;
	PassBuilder builder(&machine);
	FunctionAnalysisManager fam;

	builder.registerFunctionAnalyses(fam);
	for (int i = 0; i < runs; i++) {
		fam.clear();
		fam.getResult<TargetIRAnalysis>(f);
		timeOne<DominatorTreeAnalysis>(fam, f, "dominators", times);
		timeOne<PostDominatorTreeAnalysis>(fam, f, "post-dominators",
						   times);
		timeOne<CycleAnalysis>(fam, f, "cycles", times);
		timeOne<LoopAnalysis>(fam, f, "loops", times);
		timeOne<UniformityInfoAnalysis>(fam, f, "uniformity", times);
		timeRegions(fam, f, times);
	}
	for (auto &entry : times) {
		auto &t = entry.second;

		std::sort(t.begin(), t.end());
		std::printf("%s %ld\n", entry.first.c_str(), t[t.size() / 2]);
	}
}

} // namespace

int main(int argc, char **argv)
{
	LLVMContext context;
	SMDiagnostic error;

	if (argc != 3) {
		std::fprintf(stderr, "usage: %s FILE RUNS\n", argv[0]);
		return 1;
	}
	LLVMInitializeAMDGPUTargetInfo();
	LLVMInitializeAMDGPUTarget();
	LLVMInitializeAMDGPUTargetMC();
	std::unique_ptr<Module> m = parseIRFile(argv[1], error, context);
	if (!m) {
		error.print(argv[0], errs());
		return 1;
	}
	std::unique_ptr<TargetMachine> machine = machineFor(*m);
	for (Function &f : *m) {
		if (f.isDeclaration())
			continue;
		measure(f, *machine, std::atoi(argv[2]));
		return 0;
	}
	return 1;
}
