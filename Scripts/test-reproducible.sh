#!/usr/bin/env bash
# Makes the Debian package and the wheel of the Python package twice from the commit, in two folders with names of different lengths and with
# different umasks, and compares their bytes. Two release builds take twenty minutes on two quiet cores.
#
#   Scripts/test-reproducible.sh [FOLDER]    FOLDER (a temporary one where not given) gets both
#   PYTHON=…                                 a Python with pip
#   PROGRAM=…                                a program that is built already, instead of two builds: only what follows them is compared
set -euo pipefail

checkout=$(cd "$(dirname "$0")/.." && pwd)
commit=$(git -C "$checkout" rev-parse HEAD)
folder=${1:-$(mktemp -d)}
folder=$(mkdir -p "$folder" && cd "$folder" && pwd)

make_both() {
    local place=$folder/$1
    rm -rf "$place"
    (umask "$2" && git clone -q "file://$checkout" "$place" && git -C "$place" checkout -q --detach "$commit" && mkdir "$place/.build")
    (cd "$place" && umask "$2" && Scripts/package.sh .build)
    (cd "$place" && umask "$2" && Scripts/wheel.sh .build)
}
make_both first 022
make_both the-second-of-the-two 027

status=0
for file in "$folder"/first/.build/*.deb "$folder"/first/.build/*.whl; do
    name=$(basename "$file")
    if cmp "$file" "$folder/the-second-of-the-two/.build/$name"; then
        echo "$name: equal, $(sha256sum "$file" | cut -d' ' -f1)"
    else
        status=1
    fi
done
# No path of this machine is in the program.
dpkg-deb --fsys-tarfile "$folder"/first/.build/osprey_*.deb | tar -xO ./usr/bin/osprey >"$folder/osprey"
if grep -aqF "$folder" "$folder/osprey"; then
    echo "the program has a path of this machine: $(strings "$folder/osprey" | grep -m1 -F "$folder")" >&2
    status=1
fi
exit $status
