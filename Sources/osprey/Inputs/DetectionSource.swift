import CoreMLSpecification
import CreateML
import Foundation
import Reports

/// Annotated pictures as the command line names them.
enum DetectionSource {
    /// The options that say where boxes are and what their numbers mean.
    static let options: [Command.Option] = [
        .value("--format", "F", "of boxes: createml, voc or coco; found out where not given"),
        .value("--annotations", "FILE", "the JSON file with the boxes, where it does not lie in the folder"),
        .value("--units", "U", "of Create ML's boxes: pixel (where not given) or normalized"),
        .value("--origin", "O", "that they count from: topLeft (where not given) or bottomLeft"),
        .value("--anchor", "A", "the point that they give: center (where not given), topLeft or bottomLeft"),
    ]

    /// - Parameter annotations: the JSON file with the boxes of this folder's pictures, where it does not lie in it.
    static func source(_ arguments: Arguments, folder path: String, annotations: String?) throws -> MLObjectDetector.DataSource {
        let folder = URL(fileURLWithPath: path)
        let given = try arguments.choice("--format", of: [("createml", Format.createML), ("voc", .pascalVOC), ("coco", .coco)])
        let file = annotations.map { URL(fileURLWithPath: $0) }
        switch try given ?? found(folder, file) {
        case .pascalVOC: return .pascalVOC(at: folder)
        case .coco: return .coco(imagesAt: folder, annotationFile: try file ?? json(folder))
        case .createML:
            return file.map { .directoryWithImages(at: folder, annotationFile: $0) } ?? .directoryWithImagesAndJsonAnnotation(at: folder)
        }
    }

    static func annotationType(_ arguments: Arguments) throws -> MLObjectDetector.AnnotationType {
        let units = try arguments.choice("--units", of: [("pixel", MLBoundingBoxUnits.pixel), ("normalized", .normalized)])
        let origin = try arguments.choice(
            "--origin", of: [("topLeft", MLBoundingBoxCoordinatesOrigin.topLeft), ("bottomLeft", .bottomLeft)])
        let anchor = try arguments.choice(
            "--anchor", of: [("center", MLBoundingBoxAnchor.center), ("topLeft", .topLeft), ("bottomLeft", .bottomLeft)])
        return .boundingBox(units: units ?? .pixel, origin: origin ?? .topLeft, anchor: anchor ?? .center)
    }

    private enum Format: Sendable { case createML, pascalVOC, coco }

    /// A list is Create ML's, an object COCO's; without a JSON file the folder must hold Pascal VOC's.
    private static func found(_ folder: URL, _ file: URL?) throws -> Format {
        guard let file = file ?? (try? json(folder)) else { return .pascalVOC }
        guard let data = try? Data(contentsOf: file, options: .alwaysMapped) else { return .createML }
        return data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{") ? .coco : .createML
    }

    /// Whether annotations lie in a folder, or in a folder of that name.
    static func isAnnotated(_ path: String) -> Bool {
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
