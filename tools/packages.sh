#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# packages.sh PACKAGE... installs those of the Debian packages that are not
# there yet; sudo only when not root, and not at all when nothing is missing.

missing=
for package; do
	state=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)
	[ "$state" = 'install ok installed' ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
echo "installing:$missing"
$as_root apt-get -q update
# shellcheck disable=SC2086 # $as_root and $missing are words
exec $as_root env DEBIAN_FRONTEND=noninteractive \
	apt-get -q -y --no-install-recommends install $missing
