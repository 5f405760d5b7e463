import Foundation
import TestSupport
import Testing

/// Runs the program that was built beside the tests.
enum Program {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The object of JSON that a program printed which did not fail.
        func object() throws -> [String: Any] {
            #expect(status == 0, "\(errors)")
            return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        }
    }

    static let path = BuiltProgram.path("osprey")

    static func run(_ words: String..., input: String = "", in folder: URL? = nil) throws -> Result {
        try run(words, input: input, in: folder)
    }

    /// - Parameters:
    ///   - input: what standard input holds.
    ///   - inputFile: the file that is standard input instead.
    ///   - output: where standard output goes instead of the result.
    ///   - environment: what is added to this process's.
    static func run(
        _ words: [String], input: String = "", inputFile: URL? = nil, output target: Any? = nil, environment: [String: String] = [:],
        in folder: URL? = nil
    ) throws -> Result {
        let scratch = try TemporaryFolder()
        // Files rather than pipes: nothing blocks, however much is printed.
        func file(_ name: String, _ content: String = "") throws -> URL {
            let url = scratch.file(name)
            try Data(content.utf8).write(to: url)
            return url
        }
        let (output, errors) = (try file("output"), try file("errors"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.currentDirectoryURL = folder ?? Repository.root
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: try inputFile ?? file("input", input))
        process.standardOutput = try target ?? FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Result(
            status: status, output: try String(contentsOf: output, encoding: .utf8), errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }
}
