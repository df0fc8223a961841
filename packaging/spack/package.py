# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A recipe for Spack: copy this folder to packages/reconverge of a repository of
your own (spack repo create). Without a release to download, it builds from a
source tree: spack dev-build --source-path=TREE reconverge@main. Its syntax was
tried with Python, not with Spack, which was not at hand."""

from spack.package import *


class Reconverge(AutotoolsPackage):
    """Shows and mends the divergence of GPU kernels."""

    maintainers("reconverge")
    license("Apache-2.0 WITH LLVM-exception AND GPL-3.0-or-later")

    version("main")

    variant("pictures", default=True, description="Draw with Graphviz")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("autoconf", type="build")
    depends_on("automake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.9:", type=("build", "run"))
    depends_on("llvm@19: +clang +link_llvm_dylib", type=("build", "link", "run"))
    depends_on("jansson@2.13:")
    depends_on("readline@8:")
    depends_on("ncurses@6.1:")
    depends_on("graphviz@2.40:", when="+pictures")

    def autoreconf(self, spec, prefix):
        Executable("autoreconf")("-i")

    def configure_args(self):
        return [f"--with-llvm={self.spec['llvm'].prefix.bin}/llvm-config"]
