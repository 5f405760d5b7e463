#!/usr/bin/env bash
# Makes the wheel of the Python package for distribution. It does not contain the path of this checkout, and the times of files are the time of the
# commit. So the same commit and the same setuptools give the same bytes.
#
#   Scripts/wheel.sh [FOLDER]    FOLDER gets the wheel (.build where not given)
#   PYTHON=…                     a Python with pip
set -euo pipefail

target=$(mkdir -p "${1:-$(dirname "$0")/../.build}" && cd "${1:-$(dirname "$0")/../.build}" && pwd)
cd "$(dirname "$0")/.."
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
umask 022
# Files that an earlier build left would become part of the wheel.
rm -rf Bindings/python/build Bindings/python/src/*.egg-info
"${PYTHON:-python3}" -m pip wheel -q --no-deps --wheel-dir "$target" ./Bindings/python
rm -rf Bindings/python/build Bindings/python/src/*.egg-info
