// swift-tools-version: 6.0
import PackageDescription

// The programs of `make fuzz` and `make leaks`. A package of its own, as the fuzzer wants a toolchain with libFuzzer.

let package = Package(
    name: "OspreyFuzz",
    dependencies: [.package(name: "osprey", path: "..")],
    targets: [
        .executableTarget(name: "Fuzz", dependencies: [.product(name: "FuzzTargets", package: "osprey")], path: "Fuzz"),
        .executableTarget(
            name: "LeakCheck",
            dependencies: [.product(name: "CoreML", package: "osprey"), .product(name: "ImageIO", package: "osprey")], path: "LeakCheck"),
    ],
    swiftLanguageModes: [.v6]
)
