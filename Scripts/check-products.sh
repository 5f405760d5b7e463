#!/usr/bin/env bash
# Fails if sizes that may come from a file are multiplied with `reduce(1, *)`, which crashes the program if the product is larger than an Int.
# `product()` and `checkedProduct()` of the module InputChecks do not crash. Products of floating-point numbers are written `reduce(1.0, *)`.
set -euo pipefail
cd "$(dirname "$0")/.."
if grep -rnE --include='*.swift' --exclude-dir=InputChecks 'reduce\( *(into: *)?1 *, *&?\*|reduce\( *1 *\) *\{[^}]*\*' Sources; then
    echo "Sizes are multiplied without a check; use product() or checkedProduct() of the module InputChecks." >&2
    exit 1
fi
