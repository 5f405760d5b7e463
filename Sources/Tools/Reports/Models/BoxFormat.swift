import CreateML
import Foundation
import InputChecks

/// How the boxes of a folder's pictures are written.
package enum BoxFormat: Sendable {
    case createML
    case pascalVOC
    case coco
    case yolo

    /// The pictures of a folder, with their boxes. Of a folder that is divided into parts, the part to train on.
    ///
    /// - Parameters:
    ///   - whole: the folder.
    ///   - annotations: the JSON file with the boxes, if it is not in the folder.
    ///   - format: `nil` to detect it.
    /// - Throws: `UsageError` if it is not clear which file has the boxes.
    package static func source(folder whole: URL, annotations file: URL?, _ format: BoxFormat?) throws -> MLObjectDetector.DataSource {
        let folder = DataParts.trainingFolder(of: whole)
        switch try format ?? found(folder, file) {
        case .pascalVOC: return .pascalVOC(at: folder)
        case .yolo: return .yolo(at: folder)
        case .coco: return .coco(imagesAt: folder, annotationFile: try file ?? json(folder))
        case .createML:
            return file.map { .directoryWithImages(at: folder, annotationFile: $0) } ?? .directoryWithImagesAndJsonAnnotation(at: folder)
        }
    }

    /// Detects the format: a JSON list is Create ML's, and an object COCO's. A folder without a JSON file must have YOLO's files or Pascal VOC's.
    private static func found(_ folder: URL, _ file: URL?) throws -> BoxFormat {
        if DataParts.labels(ofImages: folder) != nil { return .yolo }
        guard let file = file ?? (try? json(folder)) else { return isYOLO(names(in: folder.path)) ? .yolo : .pascalVOC }
        guard let data = try? Data(contentsOfFile: file) else { return .createML }
        return data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{") ? .coco : .createML
    }

    /// Whether a folder contains annotations: JSON, XML or YOLO files, or a folder named `Annotations`.
    package static func isAnnotated(_ path: String) -> Bool {
        let folder = DataParts.trainingFolder(of: URL(fileURLWithPath: path))
        if DataParts.labels(ofImages: folder) != nil { return true }
        let names = names(in: folder.path)
        return names.contains("Annotations") || isYOLO(names) || names.contains { $0.hasSuffix(".json") || $0.hasSuffix(".xml") }
    }

    /// The names of what a folder holds, in lower case but for the folder of Pascal VOC.
    private static func names(in path: String) -> Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return Set(names.map { $0 == "Annotations" ? $0 : $0.lowercased() })
    }

    /// Whether a folder has a folder `labels` beside `images`, or a text file with the name of a picture, and no file of Pascal VOC's.
    private static func isYOLO(_ names: Set<String>) -> Bool {
        if names.isSuperset(of: ["images", "labels"]) { return true }
        if names.contains("Annotations") || names.contains(where: { $0.hasSuffix(".xml") }) { return false }
        let others = Set(names.filter { !$0.hasSuffix(".txt") }.map { ($0 as NSString).deletingPathExtension })
        return names.contains { $0.hasSuffix(".txt") && others.contains(($0 as NSString).deletingPathExtension) }
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
