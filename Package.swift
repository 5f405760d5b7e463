// swift-tools-version: 6.0
import Foundation
import PackageDescription

// On Apple's platforms a client uses the system frameworks; these modules are for Linux only.

/// Whether the package `Fuzz` builds the fuzzer. The shims have the sanitizers of C then. The kernels would take an hour with them, and have none. A
/// package cannot set the flags of another one's targets, so this is in the environment.
let isFuzzed = Context.environment["OSPREY_FUZZ"] == "sanitized"

// The five groups of `Sources`: a target's function says where it lies.

/// A module that a program imports by Apple's name.
func framework(_ name: String, _ dependencies: [Target.Dependency] = [], swiftSettings: [SwiftSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Frameworks/\(name)", swiftSettings: swiftSettings)
}

/// A module that the frameworks are made of.
func runtime(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Runtime/\(name)")
}

/// Loops and threads in C++.
func kernel(
    _ name: String, _ dependencies: [Target.Dependency] = [], searching folders: [String] = [], linking library: String? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Kernels/\(name)",
        cxxSettings: folders.map { .headerSearchPath($0) } + (isFuzzed ? [.unsafeFlags(["-fno-sanitize=fuzzer"])] : []),
        linkerSettings: library.map { [.linkedLibrary($0)] })
}

/// A foreign library behind a narrow C interface. `dl` is linked where the library itself is loaded when it is first needed.
func shim(_ name: String, _ dependencies: [Target.Dependency] = [], linking library: String? = nil) -> Target {
    let flags = isFuzzed ? ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] : []
    return .target(
        name: name, dependencies: dependencies, path: "Sources/Shims/\(name)", cSettings: isFuzzed ? [.unsafeFlags(flags)] : nil,
        cxxSettings: isFuzzed ? [.unsafeFlags(flags)] : nil, linkerSettings: library.map { [.linkedLibrary($0)] })
}

/// A library of the distribution, found through pkg-config, with the Debian package that provides it.
func systemLibrary(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/Shims/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A part of the command line, of the web app or of the build plugin.
func tool(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Tools/\(name)", resources: resources)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Sources/Tools/\(name)")
}

/// Whether the program is built to be installed: with the models in `share`, and without a path of the machine that it is built on.
let isInstalled = Context.environment["OSPREY_INSTALLED"] != nil

/// The default models as resources; `nil` where their folder is missing, which everything builds without. SwiftPM keeps the list until this file
/// changes. If a model is added or removed, `swift package purge-cache` makes it read the folder again.
let defaultModels: Target? = {
    let folder = Context.packageDirectory + "/Models"
    guard !isInstalled, let files = try? FileManager.default.subpathsOfDirectory(atPath: folder).sorted() else { return nil }
    let kinds = [".mlmodel", ".precision.json", ".ngrams"]
    let models = files.filter { file in file == "catalog.json" || kinds.contains { file.hasSuffix($0) } }
    let others = files.filter { $0.contains(".") && !models.contains($0) && $0 != "DefaultModels.swift" }
    guard !models.isEmpty, files.contains("DefaultModels.swift") else { return nil }
    return .target(
        name: "DefaultModels", path: "Models", exclude: others, sources: ["DefaultModels.swift"],
        resources: models.map { .copy($0) })
}()

let package = Package(
    name: "osprey",
    products: [
        .library(name: "Vision", targets: ["Vision"]),
        .library(name: "CoreML", targets: ["CoreML"]),
        .library(name: "CreateML", targets: ["CreateML"]),
        .library(name: "CreateMLUI", targets: ["CreateMLUI"]),
        // Classes that Apple's platforms do not have: a program that uses them does not find this module there.
        .library(name: "OspreyExtras", targets: ["OspreyExtras"]),
        .library(name: "TabularData", targets: ["TabularData"]),
        .library(name: "NaturalLanguage", targets: ["NaturalLanguage"]),
        .library(name: "SoundAnalysis", targets: ["SoundAnalysis"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "CoreImage", targets: ["CoreImage"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "ImageIO", targets: ["ImageIO"]),
        .library(name: "CoreVideo", targets: ["CoreVideo"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
        .library(name: "CoreFoundation", targets: ["CoreFoundation"]),
        .library(name: "CoreText", targets: ["CoreText"]),
        .library(name: "simd", targets: ["simd"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "CoreServices", targets: ["CoreServices"]),
        .library(name: "MobileCoreServices", targets: ["MobileCoreServices"]),
        .library(name: "VideoToolbox", targets: ["VideoToolbox"]),
        .library(name: "PlaygroundSupport", targets: ["PlaygroundSupport"]),
        .library(name: "Accelerate", targets: ["Accelerate"]),
        .library(name: "QuartzCore", targets: ["QuartzCore"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "AppKit", targets: ["AppKit"]),
        .library(name: "Cocoa", targets: ["Cocoa"]),
        .library(name: "PDFKit", targets: ["PDFKit"]),
        .library(name: "Quartz", targets: ["Quartz"]),
        .executable(name: "osprey", targets: ["osprey"]),
        // For the package `Fuzz`.
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
        .plugin(name: "CoreMLGenerator", targets: ["CoreMLGenerator"]),
    ],
    targets: [
        // Shims
        systemLibrary("SystemTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
        systemLibrary("SystemSPNG", pkgConfig: "spng", package: "libspng-dev"),
        systemLibrary("SystemWebP", pkgConfig: "libwebp", package: "libwebp-dev"),
        systemLibrary("SystemGIF", pkgConfig: "libgif", package: "libgif-dev"),
        systemLibrary("SystemLCMS", pkgConfig: "lcms2", package: "liblcms2-dev"),
        systemLibrary("SystemEXIF", pkgConfig: "libexif", package: "libexif-dev"),
        shim("CJPEG", ["SystemTurboJPEG"]),
        shim("CPNG", ["SystemSPNG"]),
        shim("CWebP", ["SystemWebP"]),
        // These two load their library (libheif-dev, libtiff-dev) when it is first needed: linked, they would add 8 ms to every start.
        shim("CHEIF", linking: "dl"),
        shim("CTIFF", linking: "dl"),
        shim("CGIF", ["SystemGIF"]),
        shim("CLCMS", ["SystemLCMS"]),
        shim("CEXIF", ["SystemEXIF"]),
        // The same for text in the system's fonts (libpangocairo-1.0-0, fonts).
        shim("CPango", linking: "dl"),
        // The same for downloads (libcurl4-openssl-dev).
        shim("CCURL", linking: "dl"),
        // And for video (libavformat-dev, libavcodec-dev, libswscale-dev, libavdevice-dev).
        shim("CFFmpeg", linking: "dl"),
        // Linked (libzxing-dev): it adds 0.2 ms to a start.
        shim("CZXing", linking: "ZXing"),
        // Loaded when text is first read (libtesseract-dev, tesseract-ocr-eng).
        shim("CTesseract", linking: "dl"),
        // HTTP and WebSockets (libwebsockets-dev), loaded when a server is made; what zip archives and PDF files are packed with (zlib1g-dev).
        shim("CWebSockets", linking: "dl"),
        shim("CZlib", linking: "z"),
        // Linear algebra, loaded when it is first called (libopenblas0-pthread).
        shim("COpenBLAS", linking: "dl"),
        // Mapped files that others may shorten, which the system tells of with a signal.
        shim("CMappings"),
        // Descriptors that a process passes to another one over a local socket.
        shim("CDescriptors"),
        // Other programs as processes with bounds: Poppler's, which draw pages of PDF documents (poppler-utils).
        shim("CProcesses"),
        // The submodule CoreImage.CIFilterBuiltins, which C module maps can declare and Swift cannot.
        shim("CFilterBuiltins"),
        // A weak symbol: Core Image's detectors ask VisionRuntime, which lies above them, where a program has it.
        shim("CDetectors"),

        // Core Foundation's functions in the toolchain's Foundation; the parts of the module `os`, and its lock.
        shim("CCoreFoundation"),
        .systemLibrary(name: "SystemOS", path: "Sources/Shims/System/SystemOS"),
        shim("CUnfairLock"),

        // Kernels: what oneDNN's loops and our kernels share, which is threads, types and the choice of instructions; oneDNN's shim; vector kernels
        // of our own, for more than one set of instructions. Families use what is in the folders.
        kernel("CThreads"),
        kernel("COneDNN", ["CThreads"], linking: "dnnl"),
        kernel("CKernels", ["CThreads"], searching: ["Elementwise", "Products", "Vectors"]),
        // Loops over vectors of numbers, for programs that compute without networks.
        kernel("CVectors", ["CThreads"], searching: ["Kernels", "../CKernels"], linking: "dl"),
        // And over pixels of floats, for Core Image.
        kernel("CPixels", ["CThreads"], searching: ["Kernels", "../CKernels"]),

        // Runtime
        runtime("Locks"),
        runtime("JSON"),
        runtime("InputChecks", ["CMappings"]),
        runtime("CoreMLSpecification", ["JSON", "Locks", "InputChecks"]),
        runtime("CoreMLRuntime", ["CoreMLSpecification", "CKernels", "COneDNN", "CThreads", "InputChecks"]),
        runtime(
            "VisionRuntime",
            [
                "CKernels", "CoreML", "CoreMLRuntime", "CoreMLSpecification", "CoreImage", "ImageIO", "CoreVideo", "CoreMedia",
                "CoreGraphics", "CTesseract", "CZXing", "JSON", "Locks", "InputChecks",
            ] + (defaultModels == nil ? [] : ["DefaultModels"])),

        // Frameworks: first the part of Apple's media frameworks that Vision and Core ML speak in.
        framework("simd"),
        framework("CoreFoundation", ["CCoreFoundation", "Locks"]),
        // Messages of a program.
        framework("os", ["CUnfairLock", "Locks", "SystemOS"]),
        framework("OSLog", ["os"]),
        framework("UniformTypeIdentifiers"),
        // The names of types before that module.
        framework("CoreServices", ["CoreFoundation", "UniformTypeIdentifiers"]),
        framework("MobileCoreServices", ["CoreServices"]),
        framework(
            "CoreGraphics",
            [
                "Combine", "CoreFoundation", "simd", "CLCMS", "CPNG", "CPango", "CProcesses", "CZlib", "InputChecks", "Locks",
                "_Testing_CoreGraphics",
            ]),
        framework("ImageIO", ["CoreGraphics", "CJPEG", "CPNG", "CWebP", "CHEIF", "CTIFF", "CGIF", "CEXIF", "InputChecks"]),
        framework("CoreText", ["CoreGraphics"]),
        framework("CoreVideo", ["CoreGraphics"]),
        framework("CoreMedia", ["CoreVideo"]),
        // Pictures of frames, and the page of a playground.
        framework("VideoToolbox", ["CoreMedia", "CoreVideo", "CoreGraphics"]),
        framework("PlaygroundSupport"),
        framework(
            "AVFoundation",
            [
                "CoreMedia", "CoreVideo", "CoreGraphics", "ImageIO", "QuartzCore", "UIFoundation", "Combine", "CFFmpeg", "CDetectors",
                "InputChecks", "Locks",
            ]),
        framework("Accelerate", ["CVectors", "COpenBLAS", "CoreGraphics", "CoreVideo"]),
        framework(
            "CoreImage",
            [
                "CoreGraphics", "ImageIO", "CoreVideo", "simd", "CZXing", "CDetectors", "CFilterBuiltins", "CPixels", "Locks",
                "_Testing_CoreImage",
            ]),
        // The types for images of the modules that apps are made with, which a program asks for by their names, and layers.
        framework("UIFoundation", ["CoreGraphics", "CoreText"]),
        framework("QuartzCore", ["UIFoundation", "CoreGraphics", "CoreText"]),
        framework("UIKit", ["UIFoundation", "QuartzCore", "CoreGraphics", "CoreImage", "CoreText", "ImageIO", "_Testing_UIKit"]),
        framework(
            "AppKit",
            [
                "UIFoundation", "QuartzCore", "CoreGraphics", "CoreImage", "CoreServices", "ImageIO", "Locks", "UniformTypeIdentifiers",
                "_Testing_AppKit",
            ]),
        framework("Cocoa", ["AppKit"]),
        framework("PDFKit", ["AppKit", "UIKit", "UIFoundation", "CoreGraphics"]),
        framework("Quartz", ["PDFKit", "AppKit", "QuartzCore"]),
        .target(name: "_Testing_CoreGraphics", path: "Sources/Frameworks/Testing/_Testing_CoreGraphics"),
        .target(name: "_Testing_CoreImage", path: "Sources/Frameworks/Testing/_Testing_CoreImage"),
        .target(name: "_Testing_UIKit", path: "Sources/Frameworks/Testing/_Testing_UIKit"),
        .target(name: "_Testing_AppKit", path: "Sources/Frameworks/Testing/_Testing_AppKit"),
        framework(
            "CoreML", ["CoreMLRuntime", "CoreMLSpecification", "CoreImage", "ImageIO", "CoreVideo", "CoreGraphics", "InputChecks"],
            swiftSettings: isInstalled ? [.define("OSPREY_INSTALLED")] : []),
        framework(
            "Vision",
            [
                "VisionRuntime", "AVFoundation", "CoreML", "CoreMLRuntime", "CoreImage", "ImageIO", "CoreVideo", "CoreMedia",
                "CoreGraphics", "Locks", "simd",
            ]),
        framework(
            "OspreyExtras", ["Vision", "VisionRuntime", "CoreMLRuntime", "CoreMedia", "CoreVideo", "CoreGraphics", "ImageIO", "Locks"]),
        framework("Combine", ["Locks"]),
        framework("TabularData", ["InputChecks"]),
        framework("NaturalLanguage", ["CoreML", "CoreMLRuntime", "CoreMLSpecification"]),
        framework("SoundAnalysis", ["AVFoundation", "CoreML", "CoreMedia"]),
        framework(
            "CreateML",
            [
                "Vision", "AVFoundation", "CoreML", "CoreMLRuntime", "CoreMLSpecification", "ImageIO", "CoreVideo", "CoreGraphics",
                "Combine", "TabularData", "NaturalLanguage", "SoundAnalysis", "InputChecks", "Locks",
            ]),
        framework("CreateMLUI", ["CreateML"]),

        // Tools: first what several verbs and the web app show.
        tool(
            "Reports",
            [
                "Vision", "VisionRuntime", "CreateML", "CoreML", "CoreMLRuntime", "CoreMLSpecification", "CoreImage", "CoreVideo",
                "CoreGraphics", "ImageIO", "SoundAnalysis", "CZlib", "JSON", "Locks", "InputChecks",
            ]),
        // Models for programs in any language, which the command line serves over its standard streams or a socket.
        tool(
            "ModelServer",
            [
                "Reports", "Vision", "CreateML", "CoreML", "CoreMLRuntime", "CoreVideo", "ImageIO", "CDescriptors", "InputChecks", "JSON",
                "Locks",
            ]),
        // The web app. Its pages are in the program, so that an installed one finds them.
        tool(
            "Studio",
            [
                "BeanBagGame", "Reports", "Vision", "OspreyExtras", "AVFoundation", "CreateML", "CoreML", "CoreMLRuntime",
                "CoreMLSpecification", "ModelClassGenerator", "ImageIO", "CoreVideo", "CoreGraphics", "CWebSockets", "InputChecks", "JSON",
                "Locks",
            ],
            resources: [.embedInCode("Pages")]),
        program(
            "osprey",
            [
                "ModelServer", "Reports", "Studio", "Vision", "OspreyExtras", "VisionRuntime", "AVFoundation", "CreateML", "CoreML",
                "CoreMLRuntime", "CoreMLSpecification", "ModelClassGenerator", "NaturalLanguage", "SoundAnalysis", "CCURL", "JSON", "Locks",
                "InputChecks",
            ]),
        // The Swift class of a model, for the command line and for packages with models in their targets.
        tool("ModelClassGenerator", ["CoreMLSpecification"]),
        program("CoreMLGeneratorTool", ["ModelClassGenerator", "CoreMLSpecification"]),
        .plugin(name: "CoreMLGenerator", capability: .buildTool(), dependencies: ["CoreMLGeneratorTool"]),

        // The examples that `make demo` runs. Each is a package of its own, too. Studio has the bean-bag game of the example.
        .target(name: "BeanBagGame", dependencies: ["Vision"], path: "Examples/ActionAndVision/Sources/BeanBagGame"),
        .executableTarget(
            name: "ActionAndVision", dependencies: ["BeanBagGame", "Vision", "AVFoundation", "CoreText"],
            path: "Examples/ActionAndVision/Sources/ActionAndVision"),
        .executableTarget(
            name: "ObjectTracker", dependencies: ["Vision", "OspreyExtras", "AVFoundation", "CoreText"],
            path: "Examples/ObjectTracker/Sources/ObjectTracker"),
        .executableTarget(
            name: "RobotShop", dependencies: ["Vision", "OspreyExtras", "AVFoundation"], path: "Examples/RobotShop/Sources/RobotShop"),

        // Tools of several test targets: where their data is, temporary folders, numbers that are the same in every run.
        .target(name: "TestSupport", dependencies: ["CoreMLRuntime", "CoreMLSpecification", "CZlib"], path: "Tests/TestSupport"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
        .testTarget(
            name: "CoreGraphicsTests", dependencies: ["CoreFoundation", "CoreGraphics", "CoreText", "simd", "TestSupport"]),
        .testTarget(
            name: "UIFoundationTests",
            dependencies: ["UIKit", "AppKit", "QuartzCore", "CoreGraphics", "ImageIO", "PlaygroundSupport", "TestSupport"]),
        .testTarget(name: "PDFKitTests", dependencies: ["Quartz", "ImageIO", "TestSupport"]),
        .testTarget(name: "OSTests", dependencies: ["OSLog", "os"]),
        .testTarget(name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers", "MobileCoreServices"]),
        .testTarget(name: "AccelerateTests", dependencies: ["Accelerate"], exclude: ["Fixtures"]),
        .testTarget(name: "ImageIOTests", dependencies: ["ImageIO", "TestSupport"]),
        .testTarget(
            name: "CoreVideoTests", dependencies: ["CoreVideo", "CoreMedia", "CoreImage", "VideoToolbox", "Locks", "TestSupport"]),
        .testTarget(
            name: "CoreImageTests", dependencies: ["CoreImage", "CoreVideo", "CPixels", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(name: "AVFoundationTests", dependencies: ["AVFoundation", "CoreGraphics", "ImageIO", "Locks", "TestSupport"]),
        .testTarget(
            name: "CoreMLSpecificationTests", dependencies: ["CoreMLSpecification", "JSON", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(
            name: "CoreMLRuntimeTests",
            dependencies: ["CoreMLRuntime", "CoreMLSpecification", "CKernels", "COneDNN", "CThreads", "Locks", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "ModelClassGeneratorTests", dependencies: ["ModelClassGenerator", "CoreMLSpecification", "TestSupport"]),
        .testTarget(name: "CoreMLTests", dependencies: ["CoreML", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(name: "CombineTests", dependencies: ["Combine"]),
        .testTarget(name: "TabularDataTests", dependencies: ["TabularData"]),
        .testTarget(name: "NaturalLanguageTests", dependencies: ["NaturalLanguage", "CoreMLSpecification", "TestSupport"]),
        .target(name: "PoseSimulator", dependencies: ["TestSupport"], path: "Tests/PoseSimulator"),
        .testTarget(
            name: "SoundAnalysisTests",
            dependencies: ["SoundAnalysis", "AVFoundation", "CoreML", "CoreMLSpecification", "Locks", "TestSupport"]),
        .testTarget(
            name: "CreateMLTests",
            dependencies: [
                "CreateML", "CreateMLUI", "Combine", "CoreMLSpecification", "ImageIO", "NaturalLanguage", "SoundAnalysis", "TabularData",
                "Vision", "PoseSimulator", "TestSupport",
            ],
            exclude: ["Fixtures"]),
        .testTarget(name: "VisionRuntimeTests", dependencies: ["VisionRuntime", "CoreML", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(
            name: "VisionTests",
            dependencies: [
                "Vision", "OspreyExtras", "VisionRuntime", "AVFoundation", "CoreML", "CoreMLRuntime", "CoreMLSpecification", "CreateML",
                "Locks", "TestSupport",
            ]),
        // The functions that the fuzzer calls, whose seeds a test tries in the normal build.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CoreMLRuntime", "CoreMLSpecification", "CoreFoundation", "CoreGraphics", "ImageIO", "JSON", "ModelServer", "Reports",
                "CreateML", "Studio", "TabularData",
            ],
            path: "Fuzz/FuzzTargets"),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"]),
        .testTarget(
            name: "StudioTests",
            dependencies: ["Studio", "Reports", "osprey", "AVFoundation", "CreateML", "ImageIO", "Locks", "TestSupport"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "osprey", "ModelServer", "Reports", "ActionAndVision", "BeanBagGame", "ObjectTracker", "RobotShop", "Vision",
                "AVFoundation", "CoreMLSpecification", "JSON", "PoseSimulator", "TestSupport",
            ],
            exclude: ["Fixtures"]),
    ] + (defaultModels.map { [$0] } ?? []),
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
