// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "BreakfastFinder",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        .executableTarget(
            name: "BreakfastFinder",
            dependencies: [
                .product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "AVFoundation", package: "osprey", condition: .when(platforms: [.linux])),
            ],
            plugins: [.plugin(name: "CoreMLGenerator", package: "osprey")])
    ]
)
