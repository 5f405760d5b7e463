#!/usr/bin/env bash
# Trains this example's model: train.sh [OSPREY]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../osprey.sh"

"$osprey" train image-classifier "$here/../Snacks/training" --description "Tells healthy snacks from unhealthy ones" \
    --output "$here/Sources/HealthySnacks/HealthySnacks.mlmodel"
