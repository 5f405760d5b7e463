import Foundation

/// Programs of the system that some tests need.
package enum InstalledProgram {
    /// Whether all of these programs are in a folder of `PATH`.
    package static func has(_ names: [String]) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return names.allSatisfy { name in folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") } }
    }

    /// Poppler's programs, which read PDF documents (`poppler-utils`).
    package static let hasPoppler = has(["pdfinfo", "pdftotext", "pdftocairo"])
}
