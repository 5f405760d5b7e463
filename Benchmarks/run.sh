#!/usr/bin/env bash
# Prints the benchmark table: the shipped model's time to load and to predict, the time from a photo file to its label in a fresh
# process, several requests in one perform, what modules cost at the start of a program that uses nothing of them, and, with PEERS=1 or
# where they have been installed before, the same networks through ONNX Runtime and OpenVINO in the same run.
set -euo pipefail
osprey=$(realpath "$1")
cd "$(dirname "$0")/.."
model=Models/scene/Scene.mlmodel

echo "$(nproc) cores, $(uname -m)"
for units in cpuOnly all; do
    printf 'scene model, %-8s %s\n' "$units" "$("$osprey" model bench "$model" --compute-units "$units" --runs 200 --json | tail -n 1)"
done

echo
echo "a photo file to its label, fresh process, milliseconds (median of 20):"
for photo in Examples/Pictures/fence.jpg; do
    for _ in $(seq 20); do
        start=$(date +%s%N)
        "$osprey" classify "$photo" --json >/dev/null
        echo $((($(date +%s%N) - start) / 10000))
    done | sort -n | awk '{v[NR] = $1} END {printf "  %.1f\n", v[int((NR + 1) / 2)] / 100}'
done

echo
echo "one perform of several requests beside each by itself, milliseconds:"
photo=Examples/Pictures/fence.jpg
large=../shared/data/images/large/cat.jpg
if [ -f "$large" ]; then photo=$large; fi
swift build -c release --package-path Benchmarks --product OnePerform >/dev/null
OSPREY_MODELS=Models Benchmarks/.build/release/OnePerform "$model" "$photo"

echo
swift build -c release --package-path Benchmarks --product StartWithImports >/dev/null
swift build -c release --package-path Benchmarks --product StartWithoutImports >/dev/null
python3 Benchmarks/start.py Benchmarks/.build/release/StartWithImports Benchmarks/.build/release/StartWithoutImports

if [ -n "${PEERS:-}" ] || [ -e "${XDG_CACHE_HOME:-$HOME/.cache}/osprey-peers/complete" ]; then
    python3 Benchmarks/performance.py "$osprey" --output Documentation/Performance.md
else
    echo
    echo "Not compared with other runtimes: PEERS=1 installs them, a gigabyte from PyPI."
fi
