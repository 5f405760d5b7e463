#!/usr/bin/env bash
# Fails if Swift code reads a file in another way than through InputFile of the module InputChecks (`Data(contentsOfFile:)`, `Data(startOfFile:)`,
# `Data(mappedFile:)`). Foundation's readers wait at a pipe for a writer, and the process crashes if a file that they have mapped is shortened.
set -euo pipefail
cd "$(dirname "$0")/.."
readers='(^|[^A-Za-z])(NS)?(Data|String|Array|Dictionary)\((contentsOf|contentsOfFile|contentsOfURL): '
others='FileHandle\(forReading|FileHandle\(forUpdating|InputStream\(|XMLParser\(contentsOf|[^A-Za-z]fopen\(|\.contents\(atPath:'
if grep -rnE --include='*.swift' "$readers|$others" Sources | grep -v 'Data(contentsOfFile: '; then
    echo "Files are read without InputFile; use Data(contentsOfFile:), Data(startOfFile:) or Data(mappedFile:) of the module InputChecks." >&2
    exit 1
fi
