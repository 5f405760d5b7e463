// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "RobotShop",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        .executableTarget(
            name: "RobotShop",
            dependencies: [
                .product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "OspreyExtras", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "AVFoundation", package: "osprey", condition: .when(platforms: [.linux])),
            ])
    ]
)
