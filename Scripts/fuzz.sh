#!/bin/bash
# Fuzzes the code that reads files, models and requests, with the address sanitizer, and for the shims with the undefined-behaviour sanitizer. The
# kernels are not instrumented; the tests compare them with plain loops.
#
#   Scripts/fuzz.sh [SECONDS] [TARGET…]     60 seconds of each target where nothing is said
#
# The targets are in Fuzz/FuzzTargets. Each starts from the seeds in Fuzz/Corpus/TARGET. The results are stored in .build/fuzz-state: `TARGET/` has
# the inputs that reached something new, `TARGET-crash-…`, `-timeout-…` and `-oom-…` are inputs that showed a fault. Exits with 1 if there are any.
# When a fault is corrected, its input becomes a file of the corpus, which FuzzTests tries in every build.
set -eu -o pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(model weights text images json frames requests boxes sessions pdf)

state=.build/fuzz-state
# The memory in MiB that a model of a few kilobytes may take.
export OSPREY_MEMORY_LIMIT=${OSPREY_MEMORY_LIMIT:-16}
# Libraries that are loaded on demand do not free all their memory.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0:allocator_may_return_null=1}
mkdir -p "$state"
# The last list of sanitizers applies, because SwiftPM accepts only one sanitizer.
OSPREY_FUZZ=sanitized swift build --package-path Fuzz -c release --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address --scratch-path .build/fuzz \
    --product Fuzz 2>&1 | { grep -v "gold: warning" || true; }
status=0
for target in "${targets[@]}"; do
    mkdir -p "$state/$target"
    # Each part of the time runs in a process of its own, so that one finding does not end the run.
    OSPREY_FUZZ_TARGET=$target .build/fuzz/release/Fuzz -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -rss_limit_mb=1500 \
        -timeout=20 -max_len=12288 -max_total_time="$seconds" -artifact_prefix="$state/$target-" "$state/$target" "Fuzz/Corpus/$target" 2>&1 |
        { grep -E "^#|ERROR|SUMMARY" || true; } | tail -n 3
    if compgen -G "$state/$target-*" > /dev/null; then
        echo "$target found:"
        ls "$state/$target-"*
        status=1
    fi
done
exit $status
