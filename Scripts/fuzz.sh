#!/bin/bash
# Fuzzes the readers of models: the message, weight files, and the text of compiled programs.
#
#   Scripts/fuzz.sh [SECONDS] [TARGET…]     60 seconds of each of FuzzModel, FuzzWeights and FuzzText where nothing is said
#
# Starts from the seeds in Fuzz/Corpus. What it finds and learns is kept in .build/fuzz-state: `TARGET/` has the inputs that reached
# something new, `TARGET-crash-…`, `-timeout-…` and `-oom-…` are inputs that broke something. Exits with 1 where there are such.
set -eu -o pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(FuzzModel FuzzWeights FuzzText)

state=.build/fuzz-state
# In MiB: what a model of a few kilobytes may take.
export OSPREY_MEMORY_LIMIT=${OSPREY_MEMORY_LIMIT:-16}
mkdir -p "$state"
status=0
for target in "${targets[@]}"; do
    # The second mention of sanitizers is the one that counts: SwiftPM takes only one.
    OSPREY_FUZZ=1 swift build -c release --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address --scratch-path .build/fuzz \
        --product "$target" 2>&1 | { grep -v "gold: warning" || true; }
    corpus=$(echo "${target#Fuzz}" | tr '[:upper:]' '[:lower:]')
    mkdir -p "$state/$target"
    # In a process of its own for each stretch, so that one finding does not end the run.
    ".build/fuzz/release/$target" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -rss_limit_mb=1500 -timeout=20 \
        -max_len=12288 -max_total_time="$seconds" -artifact_prefix="$state/$target-" "$state/$target" "Fuzz/Corpus/$corpus" 2>&1 |
        { grep -E "^#|ERROR|SUMMARY" || true; } | tail -n 3
    if compgen -G "$state/$target-*" > /dev/null; then
        echo "$target found:"
        ls "$state/$target-"*
        status=1
    fi
done
exit $status
