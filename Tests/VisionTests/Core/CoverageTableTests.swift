import Foundation
import TestSupport
import Testing

/// `Documentation/Coverage.md` beside what the modules declare.
@Suite(
    "The table of what is there and what is not yet",
    .enabled(if: CoverageTable.extractor != nil, "needs swift-symbolgraph-extract of the toolchain"))
struct CoverageTableTests {
    @Test("The table says \"yes\" for exactly the classes that are declared", arguments: ["Vision", "CreateML"])
    func table(_ module: String) throws {
        let rows = try CoverageTable.rows(of: module)
        let declared = try CoverageTable.declaredTypes(of: module)
        #expect(rows.count > 20 && declared.count > 20)
        for (name, isHere) in rows { #expect(declared.contains(name) == isHere, "\(name)") }
    }

    @Test(
        "Of the frameworks beside them it says \"yes\" of exactly the classes that are declared, and names every one",
        arguments: [
            ("AVFoundation", ["AVFoundation"], 25), ("Core Image", ["CoreImage"], 15), ("Core Graphics", ["CoreGraphics"], 8),
            ("Core Text", ["CoreText"], 2), ("PDF", ["PDFKit"], 2), ("ImageIO", ["ImageIO"], 2),
            ("Core Video and Core Media", ["CoreVideo", "CoreMedia"], 6),
        ])
    func frameworks(_ title: String, _ modules: [String], _ least: Int) throws {
        let rows = try CoverageTable.rows(of: title)
        let declared = try modules.reduce(into: Set<String>()) { $0.formUnion(try CoverageTable.declaredTypes(of: $1, ["swift.class"])) }
        #expect(rows.values.filter { $0 }.count >= least && rows.values.contains(false))
        for (name, isHere) in rows { #expect(declared.contains(name) == isHere, "\(name)") }
        let named = try CoverageTable.names(in: title)
        for name in declared { #expect(named.contains(name), "\(name)") }
    }

    @Test("The module of Osprey's own classes declares exactly those of its section")
    func extras() throws {
        let named = try CoverageTable.names(in: "Osprey's own").subtracting(["class", "---"])
        #expect(try CoverageTable.declaredTypes(of: "OspreyExtras", ["swift.class"]) == named && named.count == 2)
    }

    @Test("Every request that is declared has a row")
    func complete() throws {
        let rows = try CoverageTable.rows(of: "Vision")
        let general = [
            "VNRequest", "VNImageBasedRequest", "VNTargetedImageRequest", "VNImageRegistrationRequest", "VNStatefulRequest",
            "VNTrackingRequest",
            "VisionRequest",
            "ImageProcessingRequest", "StatefulRequest", "TargetedRequest",
        ]
        for name in try CoverageTable.declaredTypes(of: "Vision") where name.hasSuffix("Request") && !name.contains(".") {
            #expect(rows[name] != nil || general.contains(name), "\(name) needs a row in Documentation/Coverage.md")
        }
    }

    @Test("Every request on single images is tried on odd ones")
    func odd() throws {
        let others: Set = [
            // Base classes, and one that needs a model of the program's.
            "VNRequest", "VNImageBasedRequest", "VNTargetedImageRequest", "VNImageRegistrationRequest", "VNStatefulRequest",
            "VNTrackingRequest", "VNCoreMLRequest",
            // Requests on two images, and on frames.
            "VNTranslationalImageRegistrationRequest", "VNHomographicImageRegistrationRequest", "VNGenerateOpticalFlowRequest",
            "VNTrackTranslationalImageRegistrationRequest", "VNTrackHomographicImageRegistrationRequest", "VNTrackOpticalFlowRequest",
            "VNTrackObjectRequest", "VNTrackRectangleRequest", "VNDetectTrajectoriesRequest",
        ]
        let tried = Set(OddInputTests.Kind.all.map(\.testDescription))
        let declared = try CoverageTable.declaredTypes(of: "Vision", ["swift.class"])
        let requests = declared.filter { $0.hasPrefix("VN") && $0.hasSuffix("Request") && !others.contains($0) }
        for name in requests.subtracting(tried) { Issue.record("\(name) needs a line in OddInputTests.Kind.all, or here among the others") }
        #expect(tried.isSubset(of: requests) && others.isSubset(of: declared))
    }
}

private enum CoverageTable {
    /// The toolchain's program that lists a module's symbols.
    static let extractor: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(fileURLWithPath: "\($0)/swift-symbolgraph-extract") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// The cells of the rows of a section's tables.
    private static func cellsByRow(of module: String) throws -> [[String]] {
        let page = try String(contentsOf: Repository.file("Documentation/Coverage.md"), encoding: .utf8)
        let title = module == "CreateML" ? "Create ML" : module
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(title + "\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The names that begin the rows of a section.
    static func names(in title: String) throws -> Set<String> {
        Set(try cellsByRow(of: title).compactMap { $0.dropFirst().first?.trimmingCharacters(in: CharacterSet(charactersIn: "`")) })
    }

    /// The classes of a section, and whether they are said to be there.
    static func rows(of module: String) throws -> [String: Bool] {
        var rows: [String: Bool] = [:]
        for cells in try cellsByRow(of: module) {
            for (cell, state) in zip(cells, cells.dropFirst()) where cell.hasPrefix("`") && ["yes", "not yet"].contains(state) {
                rows[cell.trimmingCharacters(in: CharacterSet(charactersIn: "`"))] = state == "yes"
            }
        }
        return rows
    }

    /// The public types that a module declares, by their paths.
    static func declaredTypes(
        of module: String, _ kinds: [String] = ["swift.class", "swift.struct", "swift.enum", "swift.protocol"]
    ) throws -> Set<String> {
        let folder = try TemporaryFolder()
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let build = URL(fileURLWithPath: tests).deletingLastPathComponent()
        // A module of a build plugin's tool is built twice.
        let maps = try FileManager.default.contentsOfDirectory(at: build, includingPropertiesForKeys: nil)
            .filter { !$0.path.hasSuffix("-tool.build") }
            .map { $0.appendingPathComponent("module.modulemap") }.filter { FileManager.default.fileExists(atPath: $0.path) }
        let program = Process()
        program.executableURL = extractor
        program.arguments =
            ["-module-name", module, "-target", triple, "-I", build.appendingPathComponent("Modules").path]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
            // The headers of kernels include the types that they share.
            + ["-Xcc", "-I\(Repository.file("Sources/Kernels/CThreads/include").path)"]
            + ["-minimum-access-level", "public", "-output-dir", folder.url.path]
        try program.run()
        program.waitUntilExit()
        try #require(program.terminationStatus == 0)
        let graph = try JSONDecoder().decode(
            SymbolGraph.self, from: Data(contentsOf: folder.url.appendingPathComponent("\(module).symbols.json")))
        return Set(graph.symbols.filter { kinds.contains($0.kind.identifier) }.map { $0.pathComponents.joined(separator: ".") })
    }

    private static var triple: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }

    private struct SymbolGraph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { let identifier: String }
            let kind: Kind
            let pathComponents: [String]
        }

        let symbols: [Symbol]
    }
}
