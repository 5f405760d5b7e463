#!/usr/bin/env bash
# Renders pictures of boards and trains this example's detector on them: train.sh [OSPREY]. It takes some ten minutes, and needs Python with
# NumPy and Pillow; ITERATIONS=100 makes a worse model sooner.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../osprey.sh"

pictures=$here/boards
[ -f "$pictures/testing/annotations.json" ] || "${PYTHON:-python3}" "$here/rendering/boards.py" --output "$pictures"
"$osprey" train object-detector "$pictures/training" --validation "$pictures/testing" --algorithm transferLearning --grid 18x10 \
    --iterations "${ITERATIONS:-600}" --weights 8 --description "Finds bean-bag boards" --output "$here/Boards.mlmodel"
"$osprey" evaluate "$here/Boards.mlmodel" "$pictures/testing"
