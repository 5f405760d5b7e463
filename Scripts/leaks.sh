#!/bin/bash
# Checks that no memory leaks. In 1,000 cycles, small models are loaded, used and unloaded, loaded models predict, and pictures are decoded. The
# memory of the process must not grow. Then fewer cycles run under the leak sanitizer, which reports memory that cannot be reached at the end.
#
#   Scripts/leaks.sh [CYCLES]
set -eu -o pipefail
cd "$(dirname "$0")/.."
cycles=${1:-1000}
swift build --package-path Fuzz -c release --product LeakCheck --scratch-path .build/leaks
check=".build/leaks/release/LeakCheck"
"$check" "$cycles" Fuzz/Corpus/model Examples/Pictures

# The sanitizer replaces malloc in the unchanged program. It must not keep freed memory, because this would look like growth.
clang=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/clang
runtime=$(find "$clang" -name "libclang_rt.asan-$(uname -m).so" -print -quit)
[ -n "$runtime" ] || { echo "no leak sanitizer in the toolchain" >&2; exit 2; }
LD_PRELOAD="$runtime" ASAN_OPTIONS=detect_leaks=1:quarantine_size_mb=0:thread_local_quarantine_size_kb=0 \
    "$check" $((cycles / 20 < 10 ? 10 : cycles / 20)) Fuzz/Corpus/model Examples/Pictures > /dev/null
echo "the leak sanitizer found nothing"
