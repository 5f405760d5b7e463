import CreateML
import Foundation

/// How the boxes of a folder's pictures are written.
package enum BoxFormat: Sendable {
    case createML
    case pascalVOC
    case coco

    /// The pictures of a folder, with their boxes.
    ///
    /// - Parameters:
    ///   - annotations: the JSON file with the boxes, if it is not in the folder.
    ///   - format: `nil` to detect it.
    /// - Throws: `UsageError` if it is not clear which file has the boxes.
    package static func source(folder: URL, annotations file: URL?, _ format: BoxFormat?) throws -> MLObjectDetector.DataSource {
        switch try format ?? found(folder, file) {
        case .pascalVOC: return .pascalVOC(at: folder)
        case .coco: return .coco(imagesAt: folder, annotationFile: try file ?? json(folder))
        case .createML:
            return file.map { .directoryWithImages(at: folder, annotationFile: $0) } ?? .directoryWithImagesAndJsonAnnotation(at: folder)
        }
    }

    /// Detects the format: a JSON list is Create ML's, and an object COCO's. Without a JSON file the folder must be Pascal VOC's.
    private static func found(_ folder: URL, _ file: URL?) throws -> BoxFormat {
        guard let file = file ?? (try? json(folder)) else { return .pascalVOC }
        guard let data = try? Data(contentsOf: file, options: .alwaysMapped) else { return .createML }
        return data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{") ? .coco : .createML
    }

    /// Whether a folder contains JSON or XML annotations, or a folder named `Annotations`.
    package static func isAnnotated(_ path: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.contains("Annotations") || names.contains { $0.lowercased().hasSuffix(".json") || $0.lowercased().hasSuffix(".xml") }
    }

    private static func json(_ folder: URL) throws -> URL {
        let files = ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
            .filter { $0.pathExtension.lowercased() == "json" }
        guard let file = files.first, files.count == 1 else {
            throw UsageError("\(folder.path) has \(files.count) JSON files; --annotations names the right one")
        }
        return file
    }
}
