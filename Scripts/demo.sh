#!/usr/bin/env bash
# The demonstration: classifies the pictures in Examples/Pictures with the model that the repository ships.
set -euo pipefail
osprey=$1
cd "$(dirname "$0")/.."
out=demo
mkdir -p "$out"

echo
echo "Osprey classifies the pictures in Examples/Pictures with its own scene model (200 kinds, trained by Models/scene/train.py)."
echo "The pictures are rendered by Examples/Pictures/render.py."
echo
"$osprey" classify Examples/Pictures --top 3
echo
"$osprey" classify Examples/Pictures/oranges.jpg --top 3 --annotate "$out/oranges.png" >/dev/null 2>&1
echo "The labels drawn into a picture: $out/oranges.png"
echo
echo "As JSON, for programs:"
"$osprey" classify Examples/Pictures/alp.jpg --top 2 --json
echo
echo "What the model is:"
"$osprey" model info Models/scene/Scene.mlmodel
echo
echo "Now with a photo of yours:"
echo "  $osprey classify PHOTO.jpg --annotate labelled.png"
echo "or with a Core ML model of yours:"
echo "  $osprey classify PHOTO.jpg --model Classifier.mlmodel"
