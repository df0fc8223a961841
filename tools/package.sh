#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# package.sh [FOLDER]: build the Debian packages of this tree in a copy of it, let
# lintian look at them, and as root install, use and remove them in a new root
# with the package sources of this system. Needs debhelper, lintian and
# mmdebstrap, and some minutes.

set -e
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(realpath "${1:-$(mktemp -d)}")
for tool in dh dpkg-buildpackage lintian; do
	command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
mkdir -p "$work/tree"
(cd "$top" && git ls-files -z | xargs -0 cp --parents -t "$work/tree")
(cd "$work/tree" && dpkg-buildpackage -us -uc -b -j"$(nproc)" >"$work/build.log" 2>&1) ||
	{ tail -n 30 "$work/build.log"; exit 1; }
lintian --fail-on error,warning --allow-root "$work"/reconverge_*.changes

if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
	echo "built in $work; not installed: needs root and mmdebstrap"
	exit 0
fi
. /etc/os-release
# shellcheck disable=SC2046 # several files
mmdebstrap -q --variant=minbase --include=ca-certificates "$VERSION_CODENAME" "$work/root" \
	$(find /etc/apt/sources.list.d /etc/apt/sources.list \
		-name '*.sources' -o -name '*.list' 2>/dev/null)
cp "$work"/*.deb "$work/root/tmp"
chroot "$work/root" sh -e -c '
	export DEBIAN_FRONTEND=noninteractive
	apt-get -q update >/dev/null
	apt-get -q -y --no-install-recommends install /tmp/*reconverge*.deb >/dev/null
	cd /tmp
	samples=/usr/share/reconverge/samples
	reconverge -b -e darm -e check $samples/bitonic_sort.amdgcn.ll
	reconverge -b -e "export graph.svg" $samples/sb1.amdgcn.ll
	python3 -c "import reconverge; print(reconverge.llvm_version())"
	apt-get -q -y purge reconverge libreconverge0 >/dev/null
	! find /usr/bin /usr/lib /usr/share /usr/include -name "*reconverge*" | grep .'
echo "built, installed, used and removed: $work"
