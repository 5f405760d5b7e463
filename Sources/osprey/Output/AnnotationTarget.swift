import Foundation
import Vision

/// Where annotated copies of photos go: one file, or a folder that gets a PNG a photo.
struct AnnotationTarget: Sendable {
    private let path: String
    private let isFolder: Bool

    init(_ path: String, imageCount: Int) throws {
        var folder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &folder)
        isFolder = exists ? folder.boolValue : path.hasSuffix("/")
        guard isFolder || imageCount == 1 else {
            throw UsageError("--annotate \(path): several photos need a folder; make it, or end its name with '/'")
        }
        self.path = path
        if isFolder { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    }

    /// Draws on an upright copy of the photo at `source` and writes it.
    func write(_ source: String, _ draw: (inout Canvas) -> Void) throws {
        var canvas = try Canvas(photo: URL(fileURLWithPath: source))
        draw(&canvas)
        try canvas.write(to: URL(fileURLWithPath: isFolder ? file(for: source) : path))
    }

    private func file(for source: String) -> String {
        let name = URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
        return "\(path)\(path.hasSuffix("/") ? "" : "/")\(name).png"
    }
}
