import CreateML
import Foundation
import InputChecks

/// The formats of files with boxes.
package enum BoxFormat: Sendable {
    case createML
    case pascalVOC
    case coco
    case yolo
    case labelStudio
    case csv

    /// The formats of files with boxes. The error that no annotations were found lists them.
    package static let names = """
        one JSON file (Create ML's, COCO's or Label Studio's), Roboflow's CSV (filename, class, xmin, ymin, xmax, ymax), Pascal VOC's files \
        (.xml, beside the pictures or in 'Annotations') or YOLO's (.txt, beside the pictures or in 'labels')
        """

    /// The pictures of a folder, with their boxes. If the folder is divided into parts, the training part is taken.
    ///
    /// - Parameters:
    ///   - whole: the folder.
    ///   - annotations: the file with the boxes, if it is not in the folder.
    ///   - format: the format of the annotations; `nil` to detect it.
    /// - Throws: `UsageError` if several files may have the boxes, `MLCreateError.io` if no file has them.
    package static func source(folder whole: URL, annotations file: URL?, _ format: BoxFormat?) throws -> MLObjectDetector.DataSource {
        let folder = DataParts.trainingFolder(of: whole)
        let found = try format.map { ($0, file) } ?? found(folder, file)
        switch found.0 {
        case .pascalVOC: return .pascalVOC(at: folder)
        case .yolo: return .yolo(at: folder)
        case .coco: return .coco(imagesAt: folder, annotationFile: try found.1 ?? only(folder, "json"))
        case .labelStudio: return .labelStudio(imagesAt: folder, annotationFile: try found.1 ?? only(folder, "json"))
        case .csv: return .csv(imagesAt: folder, annotationFile: try found.1 ?? only(folder, "csv"))
        case .createML:
            return found.1.map { .directoryWithImages(at: folder, annotationFile: $0) } ?? .directoryWithImagesAndJsonAnnotation(at: folder)
        }
    }

    /// Whether a folder contains annotations of boxes.
    package static func isAnnotated(_ path: String) -> Bool {
        let folder = DataParts.trainingFolder(of: URL(fileURLWithPath: path))
        guard ListedLabels.file(in: folder) == nil else { return false }
        do {
            return try search(folder) != nil
        } catch {
            return true
        }
    }

    private static func found(_ folder: URL, _ file: URL?) throws -> (BoxFormat, URL?) {
        if let file { return (try format(of: file) ?? .createML, file) }
        if let found = try search(folder) { return found }
        // The error says whether the path does not exist or is not a folder.
        _ = try folder.folderContents()
        throw MLCreateError.io(
            reason: "\(folder.path) has no annotations of boxes: it holds \(FolderFindings.text(folder)). Looked for: \(names)")
    }

    /// The format of a file with the boxes of many pictures; `nil` for other files. A damaged JSON file counts as Create ML's or COCO's. The reader
    /// of that format then names the fault.
    private static func format(of file: URL) throws -> BoxFormat? {
        switch AnnotationFileKind(file) {
        case .createML: return .createML
        case .coco: return .coco
        case .labelStudioBoxes, .labelStudioChoices: return .labelStudio
        case .boxTable: return .csv
        case .labelTable: return nil
        case nil:
            guard file.pathExtension.lowercased() == "json", let head = try? Data(startOfFile: file, count: 4096) else { return nil }
            return head.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{") ? .coco : .createML
        }
    }

    /// The format and the file of the annotations in a folder; `nil` if there are none. Create ML's `annotations.json` is preferred to all others.
    ///
    /// - Throws: `UsageError` for a folder with several annotation files.
    private static func search(_ folder: URL) throws -> (BoxFormat, URL?)? {
        let own = folder.appendingPathComponent(AnnotatedFolder.fileName)
        if case .createML = AnnotationFileKind(own) { return (.createML, own) }
        let names = names(in: folder.path)
        if DataParts.labels(ofImages: folder) != nil || names.isSuperset(of: ["images", "labels"]) { return (.yolo, nil) }
        if let found = try file(in: folder) { return found }
        if names.contains("Annotations") || names.contains(where: { $0.hasSuffix(".xml") }) { return (.pascalVOC, nil) }
        if isYOLO(names) { return (.yolo, nil) }
        // COCO itself, and CVAT's export, have the file in this folder.
        return try file(in: folder.appendingPathComponent("annotations"))
    }

    /// The only file in a folder that has the boxes of many pictures, and its format.
    private static func file(in folder: URL) throws -> (BoxFormat, URL)? {
        let files = (try? folder.folderContents()) ?? []
        let known = files.filter {
            switch AnnotationFileKind($0) {
            case .createML, .coco, .labelStudioBoxes, .boxTable: true
            default: false
            }
        }
        if known.count > 1 {
            let names = known.map { "'\($0.lastPathComponent)'" }.joined(separator: ", ")
            throw UsageError("\(folder.path) has \(known.count) annotation files: \(names); --annotations names the right one")
        }
        let broken = files.filter { $0.pathExtension.lowercased() == "json" }
        guard let file = known.first ?? (broken.count == 1 ? broken[0] : nil), let format = try format(of: file) else { return nil }
        return (format, file)
    }

    /// The names in a folder, in lower case, except the name of Pascal VOC's folder `Annotations`.
    private static func names(in path: String) -> Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return Set(names.map { $0 == "Annotations" ? $0 : $0.lowercased() })
    }

    /// Whether a folder contains YOLO files: a text file with the same name as a picture. `names` are the names in the folder.
    private static func isYOLO(_ names: Set<String>) -> Bool {
        let others = Set(names.filter { !$0.hasSuffix(".txt") }.map { ($0 as NSString).deletingPathExtension })
        return names.contains { $0.hasSuffix(".txt") && others.contains(($0 as NSString).deletingPathExtension) }
    }

    private static func only(_ folder: URL, _ suffix: String) throws -> URL {
        let files = ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
            .filter { $0.pathExtension.lowercased() == suffix }
        guard let file = files.first, files.count == 1 else {
            throw UsageError("\(folder.path) has \(files.count) \(suffix.uppercased()) files; --annotations names the right one")
        }
        return file
    }
}
