import Foundation

/// The programs that were built beside the tests.
package enum BuiltProgram {
    /// The build folder is the test process's own.
    package static func path(_ name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let beside = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : Repository.file(".build/debug/\(name)").path
    }
}
