#!/usr/bin/env bash
# Trains the models of all examples: train.sh [OSPREY]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

for example in "$here"/*/train.sh; do
    echo "$(basename "$(dirname "$example")"):"
    "$example" "$@"
done
