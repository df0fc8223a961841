# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tests/ir and tests/oracle: files with RUN lines. Run by "make check"; by
# hand, in the build folder: lit -v tests/ir/NAME.ll
#
# A RUN line may use reconverge, opt, llc, llvm-as, llvm-dis, FileCheck, not,
# ptxas (where REQUIRES: ptxas), and %s %t %S of lit, %samples, %srcdir.
# Features for REQUIRES and UNSUPPORTED: llvm-19 ... llvm-22 (the LLVM of this
# build), llvm-ge-20 ... (that or newer), ptxas.

import os

import lit.formats

if not hasattr(config, "reconverge_builddir"):
    lit_config.fatal("run lit on the build folder, not on the source folder")

tests = os.path.join(config.reconverge_builddir, "tests")

config.name = "reconverge"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".test"]
config.excludes = ["Inputs", "out", "bin"]
config.test_source_root = os.path.join(config.reconverge_srcdir, "tests")
config.test_exec_root = os.path.join(tests, "out", "lit")

for name in ("RECONVERGE", "SAMPLES", "srcdir", "builddir", "XDG_STATE_HOME",
             "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "ASAN_OPTIONS",
             "UBSAN_OPTIONS", "LSAN_OPTIONS",
             "RECONVERGE_PTXAS", "RECONVERGE_NVDISASM"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(tests, "bin"), os.environ["PATH"]])

config.substitutions.append(
    ("%samples", os.path.join(config.reconverge_srcdir, "samples")))
config.substitutions.append(("%srcdir", config.reconverge_srcdir))

major = config.llvm_version_major
config.available_features.add("llvm-%d" % major)
for older in range(20, major + 1):
    config.available_features.add("llvm-ge-%d" % older)
if config.ptxas:
    config.available_features.add("ptxas")

timeout = int(os.environ.get("TEST_TIMEOUT", "0"))
if timeout and lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = timeout
