#!/bin/bash
# Runs tests under the thread sanitizer: a data race is reported with the places of both accesses, and fails the run.
#
#   Scripts/race.sh [FILTER…]     as `swift test --filter` takes them; the tests of Vision, VisionRuntime, CoreML, CoreMLRuntime and CreateML
#                                 where none is given
#
# Builds apart from everything else, in .build/race, which takes many minutes the first time. oneDNN itself is not instrumented, but its
# threads are those of CThreads, which are.
set -eu -o pipefail
cd "$(dirname "$0")/.."
filters=("$@")
[ ${#filters[@]} -gt 0 ] || filters=('^VisionRuntimeTests' '^VisionTests' '^CoreMLTests' '^CoreMLRuntimeTests' '^CreateMLTests')
arguments=()
for filter in "${filters[@]}"; do arguments+=(--filter "$filter"); done

export TSAN_OPTIONS="suppressions=$PWD/Scripts/race-suppressions.txt ${TSAN_OPTIONS:-}"
swift test --sanitize=thread --scratch-path .build/race -Xcc -O2 -Xcxx -O2 "${arguments[@]}"
