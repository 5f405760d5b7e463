// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "FlowerShop",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        .executableTarget(
            name: "TrainFlowers",
            dependencies: [.product(name: "CreateML", package: "osprey", condition: .when(platforms: [.linux]))]),
        .executableTarget(
            name: "FlowerShop",
            dependencies: [
                .product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux])),
                .product(name: "AVFoundation", package: "osprey", condition: .when(platforms: [.linux])),
            ],
            plugins: [.plugin(name: "CoreMLGenerator", package: "osprey")]),
    ]
)
