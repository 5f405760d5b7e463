#!/usr/bin/env bash
# Trains this example's model: train.sh [OSPREY]. It takes some minutes; ITERATIONS=100 makes a worse model sooner.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../osprey.sh"

"$osprey" train object-detector "$here/training" --validation "$here/testing" --algorithm transferLearning --grid 14x10 \
    --iterations "${ITERATIONS:-600}" --weights 8 --description "Finds bagels, bananas, coffee, croissants, eggs and waffles" \
    --output "$here/Sources/BreakfastFinder/ObjectDetector.mlmodel"
