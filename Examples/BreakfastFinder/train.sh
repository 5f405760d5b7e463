#!/usr/bin/env bash
# Trains the model of this example: train.sh [OSPREY], where OSPREY is the program `osprey` (by default the checkout's own).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
osprey=${1:-$here/../../.build/release/osprey}

"$osprey" train object-detector "$here/training" --validation "$here/testing" --algorithm transferLearning --grid 14x10 \
    --iterations "${ITERATIONS:-600}" --weights 8 --description "Finds bagels, bananas, coffee, croissants, eggs and waffles" \
    --output "$here/Sources/BreakfastFinder/ObjectDetector.mlmodel" "${@:2}"
