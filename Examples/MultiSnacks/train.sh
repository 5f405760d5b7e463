#!/usr/bin/env bash
# Trains this example's model: train.sh [OSPREY]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../osprey.sh"

# The same pictures as HealthySnacks has, by kind.
kinds=$(mktemp -d)
trap 'rm -r "$kinds"' EXIT
cp -r "$here"/../Snacks/training/*/* "$kinds"
"$osprey" train image-classifier "$kinds" --description "Names twenty kinds of snacks" \
    --output "$here/Sources/MultiSnacks/MultiSnacks.mlmodel"
