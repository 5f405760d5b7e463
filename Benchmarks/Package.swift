// swift-tools-version: 6.0
import PackageDescription

// Programs that `make bench` times, and those of Benchmarks/video.py and Benchmarks/filters.py. A package of its own: it sees what programs outside see.

func program(_ name: String, _ products: [String]) -> Target {
    .executableTarget(name: name, dependencies: products.map { .product(name: $0, package: "osprey") }, path: name)
}

let package = Package(
    name: "OspreyBenchmarks",
    dependencies: [.package(name: "osprey", path: "..")],
    targets: [
        program("OnePerform", ["CoreML", "Vision"]),
        program("FrameRates", ["AVFoundation", "Vision"]),
        program("FilterRates", ["CoreImage", "Accelerate"]),
        program(
            "StartWithImports",
            ["AVFoundation", "Accelerate", "Combine", "CoreImage", "CoreML", "NaturalLanguage", "SoundAnalysis", "Vision"]),
        .executableTarget(name: "StartWithoutImports", path: "StartWithoutImports"),
    ],
    swiftLanguageModes: [.v6]
)
