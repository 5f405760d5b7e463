#!/usr/bin/env bash
# Trains the models that Studio's samples come with: train.sh [OSPREY]. The classifiers of photos refer to Osprey's feature print and are small.
# Those of BreakfastFinder and of the boards lie with their examples.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../osprey.sh"

"$osprey" train image-classifier "$here/../RobotShop/training" --split 0 --small --description "Names five parts of a robot" \
    --output "$here/RobotShop.mlmodel"
"$osprey" train image-classifier "$here/../FlowerShop/training" --split 0 --small --description "Names five flowers" \
    --output "$here/FlowerShop.mlmodel"
"$here/../ActionAndVision/train.sh" "$osprey" throws "$here/Throws.mlmodel"
