#!/usr/bin/env bash
# Trains this example's model with its own program.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

swift run --scratch-path "$here/../../.build/examples" --package-path "$here" TrainFlowers "$here" "$here/Sources/FlowerShop/FlowerShop.mlmodel"
