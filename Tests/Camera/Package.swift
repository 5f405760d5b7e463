// swift-tools-version: 6.0
import PackageDescription

// The program that `make test-camera` runs beside a camera of Linux's driver for tests.

let package = Package(
    name: "CameraCheck",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        .executableTarget(
            name: "CameraCheck", dependencies: [.product(name: "AVFoundation", package: "osprey")], path: ".", sources: ["main.swift"])
    ],
    swiftLanguageModes: [.v6]
)
