// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ObjectTracker",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        .executableTarget(
            name: "ObjectTracker",
            dependencies: [
                .product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "OspreyExtras", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "AVFoundation", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "CoreText", package: "osprey", condition: .when(platforms: [.linux])),
            ])
    ]
)
