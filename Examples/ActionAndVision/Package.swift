// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ActionAndVision",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        // The game itself takes frames from anywhere.
        .target(
            name: "BeanBagGame",
            dependencies: [.product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux]))]
        ),
        .executableTarget(
            name: "ActionAndVision",
            dependencies: [
                "BeanBagGame",
                .product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "AVFoundation", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "CoreText", package: "osprey", condition: .when(platforms: [.linux])),
            ]),
    ]
)
