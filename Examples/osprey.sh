# Sourced by the examples' scripts: sets `osprey` to the program that is given, else to the checkout's own, else to the installed one.
examples=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
osprey=${1:-}
for found in "$examples/../.build/release/osprey" "$examples/../.build/debug/osprey" "$(command -v osprey || true)"; do
    if [ -z "$osprey" ] && [ -x "$found" ]; then osprey=$found; fi
done
if [ -z "$osprey" ]; then
    echo "osprey is not built yet: run 'make' in the checkout first" >&2
    exit 1
fi
