// swift-tools-version: 6.0
import PackageDescription

// An app as a user of Apple's frameworks writes it, in a package of its own: it shows that such a program needs no change. The same
// sources are compiled in the Swift 6 and in the Swift 5 language mode.
let frameworks: [Target.Dependency] = [
    .product(name: "Vision", package: "osprey", condition: .when(platforms: [.linux])),
    .product(name: "CoreML", package: "osprey", condition: .when(platforms: [.linux])),
]

let package = Package(
    name: "Chapter",
    dependencies: [.package(name: "osprey", path: "../..")],
    targets: [
        .executableTarget(name: "ChapterProgram", dependencies: frameworks, swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(name: "ChapterProgramSwift5", dependencies: frameworks, swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(name: "ReadmeLabels", dependencies: frameworks),
        .executableTarget(name: "ReadmeClassifier", dependencies: frameworks),
        .executableTarget(name: "VisionArticle", dependencies: frameworks),
        .executableTarget(name: "CoreMLArticle", dependencies: frameworks),
        .executableTarget(
            name: "CreateMLArticle",
            dependencies: [.product(name: "CreateML", package: "osprey", condition: .when(platforms: [.linux]))]),
    ]
)
