#!/bin/bash
# Runs tests under the thread sanitizer. A data race is reported with the code places of both accesses, and makes the run fail.
#
#   Scripts/race.sh [FILTER…]     as `swift test --filter` takes them; the tests of Vision, VisionRuntime, CoreML, CoreMLRuntime and CreateML
#                                 where none is given
#
# The build is separate, in .build/race. The first build takes many minutes. It is optimised: Create ML's tests would take an hour otherwise.
# oneDNN itself is not instrumented, but it runs on the threads of CThreads, which is instrumented.
set -eu -o pipefail
cd "$(dirname "$0")/.."
filters=("$@")
[ ${#filters[@]} -gt 0 ] || filters=('^VisionRuntimeTests' '^VisionTests' '^CoreMLTests' '^CoreMLRuntimeTests' '^CreateMLTests')
arguments=()
for filter in "${filters[@]}"; do arguments+=(--filter "$filter"); done

export TSAN_OPTIONS="suppressions=$PWD/Scripts/race-suppressions.txt ${TSAN_OPTIONS:-}"
swift test --sanitize=thread --scratch-path .build/race -Xswiftc -O -Xcc -O2 -Xcxx -O2 "${arguments[@]}"
