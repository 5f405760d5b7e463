#!/usr/bin/env bash
# The demonstration: trains classifiers on the pictures in Examples and tries them, then classifies with the model that the repository ships.
set -euo pipefail
program=$1
cd "$(dirname "$0")/.."
out=demo
mkdir -p "$out"

say() { printf '\n%s\n' "$@"; }

# Shows a command, and runs it; what it reports on the way is not shown.
osprey() {
    printf '\n$ osprey'
    for word in "$@"; do if [[ $word == *" "* ]]; then printf ' "%s"' "$word"; else printf ' %s' "$word"; fi; done
    printf '\n'
    "$program" "$@" 2>"$out/errors.txt" || { cat "$out/errors.txt" >&2; exit 1; }
}

# Does the same for an example's program.
run() {
    local name=$1
    shift
    printf '\n$ %s' "$name"
    printf ' %s' "$@"
    printf '\n'
    "$(dirname "$program")/$name" "$@"
}

say "1. RobotShop: five kinds of robot parts, learned from 150 pictures (made by Examples/RobotShop/render.py)."
osprey train image-classifier Examples/RobotShop/training --split 0.1 --output "$out/RobotShop.mlmodel" --report "$out/training.html"
say "How good is it on 60 pictures that it has not seen?"
osprey evaluate "$out/RobotShop.mlmodel" Examples/RobotShop/testing --report "$out/testing.html"
say "New pictures. Only what is 98 % sure is told:"
osprey classify Examples/RobotShop/new --model "$out/RobotShop.mlmodel" --top 1 --threshold 0.98
osprey classify "Examples/RobotShop/new/part 01.jpg" --model "$out/RobotShop.mlmodel" --top 1 --annotate "$out/part.png"

say "2. Is that snack healthy? Learned from 360 pictures of twenty kinds (Examples/Snacks); below 80 % it is not sure."
osprey train image-classifier Examples/Snacks/training --split 0 --output "$out/HealthySnacks.mlmodel"
osprey evaluate "$out/HealthySnacks.mlmodel" Examples/Snacks/testing
say "Pictures that show a healthy and an unhealthy snack at once:"
osprey classify Examples/Snacks/mixed --model "$out/HealthySnacks.mlmodel" --top 1 --threshold 0.8

say "3. What is for breakfast? A detector that Examples/BreakfastFinder/train.sh trained."
detector=Examples/BreakfastFinder/Sources/BreakfastFinder/ObjectDetector.mlmodel
osprey detect objects Examples/BreakfastFinder/testing/001.jpg --model "$detector" --annotate "$out/breakfast.png"
osprey evaluate "$detector" Examples/BreakfastFinder/testing --report "$out/breakfast.html"

say "4. A camera: what lies still before it is named. Each clip is played as a camera (Examples/RobotShop and FlowerShop, live.mp4)."
run RobotShop "$out/RobotShop.mlmodel" Examples/RobotShop/live.mp4
osprey train image-classifier Examples/FlowerShop/training --split 0 --output "$out/FlowerShop.mlmodel"
osprey live Examples/FlowerShop/live.mp4 --model "$out/FlowerShop.mlmodel" --threshold 0.9
say "Two toys, followed from their boxes in the first frame:"
run ObjectTracker Examples/ObjectTracker/toys.mp4 "$out/toys.mp4" 0.102,0.614,0.141,0.160 0.778,0.176,0.131,0.176

say "5. A coach for the bean-bag game: kinds, speeds, angles and landings of eight throws (Examples/ActionAndVision). The kinds are learned from" \
    "poses, the board's detector is trained by train.sh; the game is rendered, and game.json says what is true of it."
Examples/ActionAndVision/train.sh "$program" throws "$out/Throws.mlmodel" >/dev/null
run ActionAndVision Examples/ActionAndVision/game.mp4 --boards Examples/ActionAndVision/Boards.mlmodel --throws "$out/Throws.mlmodel" \
    --output "$out/game.mp4"

say "6. Any photo: the scene model that Osprey ships."
osprey classify Examples/Pictures --top 3
osprey classify Examples/Pictures/keyboard.jpg --top 3 --annotate "$out/keyboard.png"
say "As JSON, for programs:"
osprey classify Examples/Pictures/fence.jpg --top 2 --json
say "What is in a model:"
osprey model info "$out/RobotShop.mlmodel"
rm -f "$out/errors.txt"

say "Look at:"
row() { printf '  %-44s  %s\n' "$1" "$2"; }
row "$out/training.html, $out/testing.html" "the figures and mistakes of RobotShop's training and test"
row "$out/breakfast.html" "the detector's answers beside the true boxes"
row "$out/part.png, keyboard.png, breakfast.png" "answers drawn into pictures"
row "$out/toys.mp4" "the video with the boxes that were followed"
row "$out/game.mp4" "the game with the skeleton, the flights, the figures of each throw, and the summary"
row "$out/RobotShop.mlmodel" "the model, which Core ML loads too"
say "Now with photos of yours:"
echo "  $program classify PHOTO.jpg --annotate labelled.png"
echo "  $program train image-classifier FOLDER --output Mine.mlmodel     FOLDER has a folder of photos for each label"
echo "  $program classify PHOTO.jpg --model Mine.mlmodel"
say "The same in a browser, with the camera too:"
echo "  $program studio"
