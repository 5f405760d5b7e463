import Foundation
import TestSupport

/// Packages that depend on this checkout, all built in one folder of their own below `.build`, so that later builds only build what changed.
enum ClientPackage {
    struct Failure: Error, CustomStringConvertible {
        let output: String
        var description: String { output }
    }

    /// Builds the package in the folder `path` of the checkout, or one product of it.
    ///
    /// - Returns: the folder of its executables.
    static func build(_ path: String, product: String? = nil) throws -> URL {
        let scratch = Repository.file(".build/client")
        // A cached manifest would not see new files of the checkout; debug information and an index would only take time.
        let arguments = [
            "swift", "build", "--package-path", Repository.file(path).path, "--scratch-path", scratch.path,
            "--disable-build-manifest-caching",
            "-debug-info-format", "none", "--disable-index-store",
        ]
        let result = try run("/usr/bin/env", arguments + (product.map { ["--product", $0] } ?? []))
        guard result.status == 0 else { throw Failure(output: result.output) }
        let place = try run("/usr/bin/env", arguments + ["--show-bin-path"])
        return URL(fileURLWithPath: String(place.output.split(separator: "\n").last { $0.hasPrefix("/") } ?? ""))
    }

    /// Runs a program in the checkout.
    static func run(_ executable: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.currentDirectoryURL = Repository.root
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
