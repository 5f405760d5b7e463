#!/usr/bin/env bash
# Trains this example's models: train.sh [OSPREY] [boards|throws] [MODEL]. Without a word it trains both; MODEL is where the one is written.
#
# throws: the classifier of throws, on the poses in actions, in some seconds.
# boards: the detector of boards, on pictures that are rendered first, in some ten minutes. It needs Python with NumPy and Pillow;
# ITERATIONS=100 makes a worse model sooner.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../osprey.sh"

throws() {
    "$osprey" train action-classifier "$here/actions/train" --validation "$here/actions/test" --window 45 --frame-rate 60 \
        --description "Tells overhand, underhand and under-the-leg throws from other movements" --output "$1"
}

boards() {
    local pictures=$here/boards
    [ -f "$pictures/testing/annotations.json" ] || "${PYTHON:-python3}" "$here/rendering/boards.py" --output "$pictures"
    "$osprey" train object-detector "$pictures/training" --validation "$pictures/testing" --algorithm transferLearning --grid 18x10 \
        --iterations "${ITERATIONS:-600}" --weights 8 --description "Finds bean-bag boards" --output "$1"
    "$osprey" evaluate "$1" "$pictures/testing"
}

case ${2:-both} in
    throws) throws "${3:-$here/Throws.mlmodel}" ;;
    boards) boards "${3:-$here/Boards.mlmodel}" ;;
    both)
        throws "$here/Throws.mlmodel"
        boards "$here/Boards.mlmodel"
        ;;
    *)
        echo "train.sh [OSPREY] [boards|throws] [MODEL]" >&2
        exit 2
        ;;
esac
