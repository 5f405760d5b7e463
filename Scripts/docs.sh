#!/usr/bin/env bash
# Writes the pages of the public API to .build/docs, one folder for each module, with an index.html. The pages need a web server: python3 -m
# http.server -d .build/docs. Arguments go to `swift build`.
set -euo pipefail
cd "$(dirname "$0")/.."
modules='Vision CoreML CreateML OspreyExtras AVFoundation CoreImage ImageIO CoreVideo CoreMedia CoreGraphics CoreFoundation CoreText simd Accelerate Combine TabularData NaturalLanguage SoundAnalysis os UniformTypeIdentifiers UIFoundation QuartzCore UIKit AppKit PDFKit'
build=$(swift build "$@" --show-bin-path)
graphs=.build/symbols
pages=.build/docs
swift build "$@" --product osprey

# The headers of kernels include the types that they share.
maps=(-Xcc -ISources/Kernels/CThreads/include)
for map in "$build"/*.build/module.modulemap Sources/Shims/System/*/module.modulemap; do
    # A module of a build plugin's tool is built twice.
    case $map in *-tool.build/*) continue ;; esac
    maps+=(-Xcc "-fmodule-map-file=$map")
done
rm -rf "$graphs" "$pages"
mkdir -p "$graphs" "$pages"
for module in $modules; do
    swift symbolgraph-extract -module-name "$module" -I "$build/Modules" "${maps[@]}" -target "$(uname -m)-unknown-linux-gnu" \
        -minimum-access-level public -omit-extension-block-symbols -skip-inherited-docs -output-dir "$graphs"
    mkdir "$graphs/$module"
    cp "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json "$graphs/$module" 2>/dev/null || true
    catalog=()
    if [ -d "Sources/Frameworks/$module/$module.docc" ]; then catalog=("Sources/Frameworks/$module/$module.docc"); fi
    docc convert "${catalog[@]}" --additional-symbol-graph-dir "$graphs/$module" --output-path "$pages/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "osprey.$module" --hosting-base-path "$module"
done

{
    echo '<!DOCTYPE html><meta charset="utf-8"><title>Osprey</title><h1>Osprey</h1><ul>'
    for module in $modules; do
        path=$(tr '[:upper:]' '[:lower:]' <<<"$module")
        echo "<li><a href=\"$module/documentation/$path/\">$module</a></li>"
    done
    echo '</ul>'
} >"$pages/index.html"
Scripts/undocumented.py "$graphs"
