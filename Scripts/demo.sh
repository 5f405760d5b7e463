#!/usr/bin/env bash
# The demonstration: trains a classifier of robot parts and tries it, then classifies the pictures in Examples/Pictures with the model
# that the repository ships.
set -euo pipefail
osprey=$1
cd "$(dirname "$0")/.."
out=demo
mkdir -p "$out"

echo
echo "RobotShop: Osprey learns five kinds of robot parts from 150 pictures, which Examples/RobotShop/render.py made."
echo
"$osprey" train image-classifier Examples/RobotShop/training --split 0.1 --output "$out/RobotShop.mlmodel" --report "$out/training.html" 2>/dev/null
echo
echo "On 60 pictures that were held back:"
"$osprey" evaluate "$out/RobotShop.mlmodel" Examples/RobotShop/testing --report "$out/testing.html"
echo
echo "New pictures, where it is sure (98 %):"
"$osprey" classify Examples/RobotShop/new --model "$out/RobotShop.mlmodel" --top 1 --threshold 0.98
"$osprey" classify "Examples/RobotShop/new/part 01.jpg" --model "$out/RobotShop.mlmodel" --top 1 --annotate "$out/part.png" >/dev/null 2>&1
echo
echo "The model, which Core ML loads too: $out/RobotShop.mlmodel"
echo "Pages with its figures and mistakes: $out/training.html, $out/testing.html; the answer drawn into a picture: $out/part.png"

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
