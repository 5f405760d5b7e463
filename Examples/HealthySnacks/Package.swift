// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "HealthySnacks",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        .executableTarget(
            name: "HealthySnacks",
            dependencies: [.product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux]))],
            plugins: [.plugin(name: "CoreMLGenerator", package: "osprey")])
    ]
)
