# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# CVG_MISSING(WHAT, DEBIAN-PACKAGE)
# Stop, and say what to install.
AC_DEFUN([CVG_MISSING],
[AC_MSG_ERROR([$1 not found: install the Debian package $2])])

# CVG_CFLAG(FLAG, VARIABLE, [IF-REFUSED])
# Append FLAG to VARIABLE if the compiler takes it without a word. The -Werror
# is for the question alone: clang only warns of a flag it does not know.
AC_DEFUN([CVG_CFLAG],
[AS_VAR_PUSHDEF([known], [cvg_cv_cflag_$1])dnl
AC_CACHE_CHECK([whether $CC takes $1], [known],
	[cvg_saved_CFLAGS=$CFLAGS
	 CFLAGS="$CFLAGS -Werror $1"
	 AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
		[AS_VAR_SET([known], [yes])], [AS_VAR_SET([known], [no])])
	 CFLAGS=$cvg_saved_CFLAGS])
AS_VAR_IF([known], [yes], [AS_VAR_APPEND([$2], [" $1"])], [$3])
AS_VAR_POPDEF([known])])

# CVG_LDFLAG(FLAG, VARIABLE, [CFLAGS-FOR-IT])
# Append FLAG to VARIABLE if a program links with it.
AC_DEFUN([CVG_LDFLAG],
[AS_VAR_PUSHDEF([known], [cvg_cv_ldflag_$1])dnl
AC_CACHE_CHECK([whether $CC links with $1], [known],
	[cvg_saved_CFLAGS=$CFLAGS cvg_saved_LDFLAGS=$LDFLAGS
	 CFLAGS="$CFLAGS $3" LDFLAGS="$LDFLAGS $1"
	 AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
		[AS_VAR_SET([known], [yes])], [AS_VAR_SET([known], [no])])
	 CFLAGS=$cvg_saved_CFLAGS LDFLAGS=$cvg_saved_LDFLAGS])
AS_VAR_IF([known], [yes], [AS_VAR_APPEND([$2], [" $1"])])
AS_VAR_POPDEF([known])])
