#!/usr/bin/env bash
# Makes osprey_VERSION_ARCHITECTURE.deb: the program with Swift's libraries linked into it, the default models, manual pages, completions and
# licences. The same program gives the same bytes: the times of files are the time of the commit, and the package contains no path of this machine.
#
#   Scripts/package.sh [FOLDER]    FOLDER gets the package (.build where not given)
#   PROGRAM=…                      a program that is built already, instead of building it
set -euo pipefail

cd "$(dirname "$0")/.."
target=$(realpath "${1:-.build}")
scratch=.build/package
version=$(cat VERSION)
architecture=$(dpkg --print-architecture)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export LC_ALL=C TZ=UTC
umask 022

program=${PROGRAM:-}
if [ -z "$program" ]; then
    # Debug information and the hashes of incremental builds are off, because they contain paths.
    OSPREY_INSTALLED=1 swift build -c release --static-swift-stdlib --product osprey --scratch-path "$scratch" \
        -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
    program=$scratch/release/osprey
fi

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
tree=$root/tree
documents=$tree/usr/share/doc/osprey
install -d "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/share/osprey/models" "$documents"
strip --strip-all -o "$tree/usr/bin/osprey" "$program"
chmod 755 "$tree/usr/bin/osprey"
install -m 644 Models/catalog.json Models/*/*.mlmodel Models/*/*.precision.json Models/*/*.ngrams "$tree/usr/share/osprey/models"
# Studio's samples, with the paths that they have among the examples.
samples=$tree/usr/share/osprey/samples
for path in Samples/*.mlmodel RobotShop/{live.mp4,training,testing} FlowerShop/{live.mp4,training,testing} \
    BreakfastFinder/{live.mp4,training,testing/001.jpg,Sources/BreakfastFinder/ObjectDetector.mlmodel} ObjectTracker/toys.mp4 \
    ActionAndVision/{game.mp4,Boards.mlmodel,actions/train} Pictures/*.jpg; do
    for file in Examples/$path; do
        install -d "$samples/$(dirname "${file#Examples/}")"
        cp -r --no-preserve=mode "$file" "$samples/${file#Examples/}"
    done
done
"$tree/usr/bin/osprey" shell-files "$tree/usr/share"
find "$tree/usr/share/man" -type f -exec chmod 644 {} + -exec gzip -9 --no-name {} +

# Documents that Debian requires in every package.
install -m 644 README.md "$documents/README.md"
gzip -9 --no-name <CHANGELOG.md >"$documents/changelog.gz"
{
    echo "Osprey is under the Apache License 2.0, which /usr/share/common-licenses/Apache-2.0 has."
    echo "The Swift libraries that are part of the program are under the same licence, with Swift's Runtime Library Exception."
    echo "Unicode's ICU, which Swift's Foundation contains, is under the Unicode License v3: https://www.unicode.org/license.txt"
    echo
    echo "The default models, as their catalogue has them:"
    python3 - <<'PYTHON'
import json
for model in json.load(open("Models/catalog.json"))["models"]:
    print(f"\n{model['name']} ({model['file']}): {model['licence']}\n  {model['source']}")
PYTHON
} >"$documents/copyright"

# The packages with the libraries that the program links, found by Debian's own tool.
mkdir -p "$root/debian"
printf 'Source: osprey\n\nPackage: osprey\nArchitecture: any\n' >"$root/debian/control"
linked=$(cd "$root" && dpkg-shlibdeps -O --ignore-missing-info -e tree/usr/bin/osprey 2>/dev/null | sed -n 's/^shlibs:Depends=//p')

# The package of a library that is loaded on demand.
package_of() {
    local file
    file=$(ldconfig -p | awk -v name="$1" '$1 ~ "^"name"\\.so\\." { print $NF; exit }')
    [ -n "$file" ] || { echo "package.sh: $1 is not installed" >&2; exit 1; }
    dpkg-query --search "$(realpath "$file")" 2>/dev/null | sed -n '1s/:.*//p'
}
packages_of() {
    local name list=
    for name in "$@"; do list+="${list:+, }$(package_of "$name")"; done
    echo "$list"
}
loaded=$(packages_of libheif libtiff)
# The libraries for videos, text, downloads and Studio are large, so they are only recommended. Photos are classified without them, and an error names
# a missing library.
recommended="$(packages_of libcurl libtesseract libavformat libavcodec libavutil libswscale libavdevice libwebsockets libpangocairo-1.0), tesseract-ocr-eng"

# Folders take what the file system gives them.
size=$(find "$tree/usr" -type f -printf '%s\n' | awk '{ bytes += $1 } END { print int(bytes / 1024) + 1 }')
cat >"$tree/DEBIAN/control" <<CONTROL
Package: osprey
Version: $version
Architecture: $architecture
Maintainer: The Osprey project <osprey@localhost>
Installed-Size: $size
Depends: $linked, $loaded
Recommends: $recommended
Section: science
Priority: optional
Description: Apple's Vision, Core ML and Create ML on Linux
 Names and finds what is in photos and videos, runs and trains models in
 Core ML's format, and serves them to other programs.
CONTROL
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

file=osprey_${version}_${architecture}.deb
dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$tree" "$target/$file" >/dev/null
echo "$target/$file: $(du -k --apparent-size "$target/$file" | cut -f1) KB, $size KB installed"
