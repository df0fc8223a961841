# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# CVG_LLVM(OLDEST, VERSIONS-TO-TRY, NEWEST)
# Find one LLVM: --with-llvm=llvm-config-N, a path of an llvm-config, or a
# prefix such as /usr/lib/llvm-N; without it the first of VERSIONS-TO-TRY that
# has its headers, then plain llvm-config. --with-llvm-link says which of its
# libraries to link. Sets and substitutes LLVM_CONFIG, LLVM_VERSION,
# LLVM_VERSION_MAJOR, LLVM_BINDIR, LLVM_CFLAGS, LLVM_LINK and LLVM_LIBS, and
# LLVM_SHARED_LIBS, which is empty if LLVM has no shared library.
AC_DEFUN([CVG_LLVM],
[AC_ARG_WITH([llvm],
	[AS_HELP_STRING([--with-llvm=LLVM-CONFIG],
		[the llvm-config of the LLVM to use, by name or path (default: the newest of $2)])],
	[], [with_llvm=yes])
AC_ARG_WITH([llvm-link],
	[AS_HELP_STRING([--with-llvm-link=static],
		[put LLVM into the program, which then starts in a third of the time (default: shared)])],
	[], [with_llvm_link=shared])
AS_CASE([$with_llvm_link],
	[shared|static], [LLVM_LINK=$with_llvm_link],
	[AC_MSG_ERROR([--with-llvm-link takes shared or static])])
AS_CASE([$with_llvm],
	[no], [AC_MSG_ERROR([reconverge cannot be built without LLVM])],
	[yes], [cvg_llvm_names="m4_map_args_w([$2], [llvm-config-], [ ])llvm-config"],
	[cvg_llvm_names=$with_llvm
	 AS_IF([test -x "$with_llvm/bin/llvm-config"],
	       [cvg_llvm_names=$with_llvm/bin/llvm-config])])

LLVM_CONFIG= cvg_llvm_headless=
AC_MSG_CHECKING([for LLVM])
for cvg_name in $cvg_llvm_names; do
	AS_IF([cvg_version=`$cvg_name --version 2>/dev/null`], [], [continue])
	AS_IF([test -f "`$cvg_name --includedir`/llvm-c/Core.h"],
	      [LLVM_CONFIG=$cvg_name; break],
	      [test -n "$cvg_llvm_headless" || cvg_llvm_headless=$cvg_version])
done
AS_IF([test -n "$LLVM_CONFIG"],
      [AC_MSG_RESULT([$cvg_version ($LLVM_CONFIG)])],
      [AC_MSG_RESULT([no])
       AS_IF([test -n "$cvg_llvm_headless"],
	     [CVG_MISSING([llvm-c/Core.h of LLVM $cvg_llvm_headless],
			  [llvm-`echo $cvg_llvm_headless | sed 's/\..*//'`-dev])])
       AS_IF([test "x$with_llvm" = xyes],
	     [CVG_MISSING([LLVM], [llvm-$3-dev])],
	     [AC_MSG_ERROR([$with_llvm does not run: give the name or path of an llvm-config to --with-llvm])])])

LLVM_VERSION=$cvg_version
LLVM_VERSION_MAJOR=`echo $cvg_version | sed 's/[[^0-9]].*//'`
AS_IF([test "$LLVM_VERSION_MAJOR" -ge $1], [],
      [AC_MSG_ERROR([LLVM $LLVM_VERSION is too old, $1 is the oldest supported: install the Debian package llvm-$1-dev])])

LLVM_BINDIR=`$LLVM_CONFIG --bindir`
LLVM_CFLAGS="-isystem `$LLVM_CONFIG --includedir`"
cvg_llvm_targets=`$LLVM_CONFIG --targets-built`
for cvg_target in AMDGPU NVPTX; do
	AS_CASE([" $cvg_llvm_targets "],
		[*" $cvg_target "*], [],
		[AC_MSG_ERROR([LLVM $LLVM_VERSION was built without the target $cvg_target: install the Debian package llvm-$LLVM_VERSION_MAJOR-dev])])
done

cvg_llvm_parts="core irreader bitreader bitwriter linker analysis passes transformutils object target amdgpu nvptx"
AS_IF([$LLVM_CONFIG --link-$LLVM_LINK --libs $cvg_llvm_parts >/dev/null 2>&1], [],
      [LLVM_LINK=static])
LLVM_LIBS="`$LLVM_CONFIG --ldflags` `$LLVM_CONFIG --link-$LLVM_LINK --libs --system-libs $cvg_llvm_parts | tr '\n' ' '`"
AS_IF([cvg_llvm_shared=`$LLVM_CONFIG --link-shared --libs $cvg_llvm_parts 2>/dev/null`],
      [LLVM_SHARED_LIBS="`$LLVM_CONFIG --ldflags` $cvg_llvm_shared -lstdc++"],
      [LLVM_SHARED_LIBS=])
# The library of C++ takes the names of its functions apart. LLVM's archives need it
# too, and name more libraries of the system than their parts in the program use.
AS_IF([test $LLVM_LINK = static],
      [LLVM_LIBS="-static-libgcc -Wl,--gc-sections -Wl,--as-needed $LLVM_LIBS -Wl,-Bstatic -lstdc++ -Wl,-Bdynamic"],
      [LLVM_LIBS="$LLVM_LIBS -lstdc++"])

AC_MSG_CHECKING([whether LLVM $LLVM_VERSION links, $LLVM_LINK])
cvg_saved_CFLAGS=$CFLAGS cvg_saved_LIBS=$LIBS
CFLAGS="$CFLAGS $LLVM_CFLAGS" LIBS="$LLVM_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <llvm-c/Core.h>
#include <llvm-c/Target.h>]],
	[[LLVMInitializeAMDGPUTargetInfo();
	  LLVMInitializeNVPTXTargetInfo();
	  LLVMContextDispose(LLVMContextCreate());]])],
	[AC_MSG_RESULT([yes])],
	[AC_MSG_RESULT([no])
	 AS_IF([test $LLVM_LINK = static],
	       [CVG_MISSING([a library that LLVM's archives need],
			    [libstdc++-12-dev, libzstd-dev or zlib1g-dev])])
	 CVG_MISSING([a library to link for LLVM $LLVM_VERSION], [llvm-$LLVM_VERSION_MAJOR-dev])])
CFLAGS=$cvg_saved_CFLAGS LIBS=$cvg_saved_LIBS

AC_SUBST([LLVM_CONFIG])
AC_SUBST([LLVM_VERSION])
AC_SUBST([LLVM_VERSION_MAJOR])
AC_SUBST([LLVM_BINDIR])
AC_SUBST([LLVM_CFLAGS])
AC_SUBST([LLVM_LINK])
AC_SUBST([LLVM_LIBS])
AC_SUBST([LLVM_SHARED_LIBS])])

# CVG_LLVM_TOOL(VARIABLE, PROGRAM)
# A tool of the LLVM that was found: beside its llvm-config, or suffixed.
AC_DEFUN([CVG_LLVM_TOOL],
[AC_PATH_PROG([$1], [$2], [], [$LLVM_BINDIR])
AS_IF([test -z "$[]$1"],
      [AS_UNSET([ac_cv_path_$1])
       AC_PATH_PROG([$1], [$2-$LLVM_VERSION_MAJOR])])])
