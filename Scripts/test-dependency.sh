#!/usr/bin/env bash
# Uses the package as a dependency by URL. Makes a bare Git repository with the tag of this version, and a package that depends on it and imports
# Vision. The package's program classifies a photo with the models in the package's resources, after its checkout of Osprey has been removed.
#
#   Scripts/test-dependency.sh [FOLDER]    FOLDER (a temporary one where not given) gets the repository and the package
#   WITHOUT_MODELS=1                       the repository has no folder Models: everything builds, and a model is an error that says so
set -euo pipefail

checkout=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$(mktemp -d)}
version=$(cat "$checkout/VERSION")
mkdir -p "$folder" && folder=$(cd "$folder" && pwd)
rm -rf "$folder/osprey.git" "$folder/client"

# The committed files, with the tag of a release.
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
git -C "$checkout" archive HEAD | tar -x -C "$source"
[ -z "${WITHOUT_MODELS:-}" ] || rm -rf "$source/Models"
git -C "$source" init -q -b main
git -C "$source" add -A
git -C "$source" -c user.name=test -c user.email=test@localhost commit -q -m "$version"
git -C "$source" tag "v$version"
git clone -q --bare "$source" "$folder/osprey.git"

mkdir -p "$folder/client/Sources/Client"
cat >"$folder/client/Package.swift" <<SWIFT
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Client",
    dependencies: [.package(url: "file://$folder/osprey.git", from: "$version")],
    targets: [.executableTarget(name: "Client", dependencies: [.product(name: "Vision", package: "osprey")])]
)
SWIFT
cat >"$folder/client/Sources/Client/main.swift" <<'SWIFT'
import Foundation
import Vision

let request = VNClassifyImageRequest()
do {
    try VNImageRequestHandler(url: URL(fileURLWithPath: CommandLine.arguments[1])).perform([request])
    print(request.results?.first?.identifier ?? "nothing")
} catch {
    print(error.localizedDescription)
}
SWIFT
cd "$folder/client"
swift package resolve
grep -q "\"version\" : \"$version\"" Package.resolved
swift build ${SCRATCH:+--scratch-path "$SCRATCH"}
built=$(swift build --show-bin-path ${SCRATCH:+--scratch-path "$SCRATCH"})

# The program with the resources beside it, as if both were copied to another machine.
mkdir -p "$folder/deployed"
cp "$built/Client" "$folder/deployed/"
[ -n "${WITHOUT_MODELS:-}" ] || cp -r "$built/osprey_DefaultModels.resources" "$folder/deployed/"
mv "$built/../../checkouts" "$built/../../checkouts-away"
answer=$(HOME=/nonexistent "$folder/deployed/Client" "$checkout/Examples/Pictures/fence.jpg")
mv "$built/../../checkouts-away" "$built/../../checkouts"
echo "$answer"
if [ -n "${WITHOUT_MODELS:-}" ]; then
    [[ $answer == *"osprey model get"* ]]
    models="without models it builds, and says so"
else
    [ "$answer" = "picket fence" ]
    models="its models are found"
fi
echo "osprey v$version resolves from file://$folder/osprey.git, and $models"
