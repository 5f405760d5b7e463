import CoreMLSpecification
import Foundation

/// Create ML's annotation file: a list of pictures with their boxes.
///
/// ```json
/// [{"image": "1.jpg", "annotations": [{"label": "egg", "coordinates": {"x": 120, "y": 80, "width": 60, "height": 44}}]}]
/// ```
enum CreateMLAnnotations {
    /// The usual name of the file. If a folder has several JSON files, the file with this name is read.
    static let fileName = "annotations.json"

    static func read(_ file: URL) throws -> [(image: String, annotations: [RawAnnotation])] {
        guard let list = try JSONFile.read(file) as? [Any] else { throw JSONFile.invalid(file, "is not a list of pictures") }
        return try list.enumerated().map { index, entry in
            let place = "entry \(index + 1)"
            guard let entry = entry as? [String: Any], let image = (entry["image"] ?? entry["imagefilename"]) as? String, !image.isEmpty
            else { throw JSONFile.invalid(file, "\(place) names no image") }
            let boxes = entry["annotations"] ?? entry["annotation"] ?? [Any]()
            return (image, try annotations(boxes, "\(file.path): \(place) (\(image))"))
        }
    }

    /// The pictures of a table with their boxes. Each row has a list of boxes, as an entry of a file does.
    static func read(_ table: MLDataTable, imageColumn: String, annotationColumn: String) throws -> [(URL, [RawAnnotation])] {
        let (images, boxes) = (try table.column(imageColumn), try table.column(annotationColumn))
        return try (0..<table.size.rows).map { row in
            let place = TableRow.name(row)
            guard case .string(let path) = images[row], !path.isEmpty else {
                throw MLCreateError.io(reason: "\(place) names no image in '\(imageColumn)'")
            }
            guard boxes[row].isValid else { return (URL(fileURLWithPath: path), []) }
            let list = try JSONSerialization.jsonObject(with: Data(boxes[row].json.utf8), options: .fragmentsAllowed)
            return (URL(fileURLWithPath: path), try annotations(list, "\(place) (\(path))"))
        }
    }

    private static func annotations(_ list: Any, _ place: String) throws -> [RawAnnotation] {
        guard let list = list as? [Any] else { throw MLCreateError.io(reason: "\(place) has no list of annotations") }
        return try list.map { try annotation($0, place) }
    }

    private static func annotation(_ value: Any, _ place: String) throws -> RawAnnotation {
        guard let value = value as? [String: Any], let label = value["label"] as? String,
            let coordinates = value["coordinates"] as? [String: Any]
        else { throw MLCreateError.io(reason: "\(place) has an annotation without a label or coordinates") }
        func number(_ key: String) throws -> Double {
            guard let number = (coordinates[key] as? NSNumber)?.doubleValue else {
                throw MLCreateError.io(reason: "\(place) has coordinates without '\(key)'")
            }
            return number
        }
        return try RawAnnotation(label: label, x: number("x"), y: number("y"), width: number("width"), height: number("height"))
    }
}

/// COCO's annotation file: lists of images, categories and boxes. They refer to each other by number.
enum COCOAnnotations {
    struct Content {
        var images: [(file: String, annotations: [RawAnnotation])]
        /// The names of categories without a box. Supercategories are not included.
        var unusedLabels: [String]
    }

    static func read(_ file: URL) throws -> Content {
        guard let root = try JSONFile.read(file) as? [String: Any] else { throw JSONFile.invalid(file, "is not an object") }
        func list(_ key: String) throws -> [[String: Any]] {
            guard let list = root[key] as? [[String: Any]] else { throw JSONFile.invalid(file, "has no list '\(key)'") }
            return list
        }
        var labels: [Int: String] = [:]
        var above: Set<String> = []
        for category in try list("categories") {
            if let name = category["supercategory"] as? String { above.insert(name) }
            guard let id = integer(category["id"]), let name = category["name"] as? String else {
                throw JSONFile.invalid(file, "has a category without id or name")
            }
            labels[id] = name
        }
        var boxes: [Int: [RawAnnotation]] = [:]
        var used: Set<String> = []
        for annotation in try list("annotations") {
            guard let image = integer(annotation["image_id"]), let category = integer(annotation["category_id"]),
                let numbers = (annotation["bbox"] as? [Any])?.compactMap({ ($0 as? NSNumber)?.doubleValue }), numbers.count == 4
            else { throw JSONFile.invalid(file, "has an annotation without image_id, category_id or bbox of four numbers") }
            guard let label = labels[category] else {
                throw JSONFile.invalid(file, "has an annotation of the unknown category \(category)")
            }
            // A crowd is not a single object.
            if integer(annotation["iscrowd"]) == 1 { continue }
            used.insert(label)
            boxes[image, default: []].append(
                RawAnnotation(label: label, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
        let images = try list("images").map { image in
            guard let id = integer(image["id"]), let name = image["file_name"] as? String, !name.isEmpty else {
                throw JSONFile.invalid(file, "has an image without id or file_name")
            }
            return (name, boxes[id] ?? [])
        }
        return Content(images: images, unusedLabels: labels.values.filter { !used.contains($0) && !above.contains($0) }.sorted())
    }

    private static func integer(_ value: Any?) -> Int? { (value as? NSNumber).flatMap { Int(exactly: $0.doubleValue) } }
}

/// A Pascal VOC annotation file. It has the boxes of one picture. Their edges are in pixels from the upper left.
enum PascalVOCAnnotations {
    static func read(_ file: URL) throws -> (image: String?, annotations: [RawAnnotation]) {
        let root: XMLElementTree
        do {
            root = try XMLElementTree(file.annotationData())
        } catch let error as XMLElementTree.Failure {
            throw JSONFile.invalid(file, error.reason)
        }
        guard root.name == "annotation" else { throw JSONFile.invalid(file, "is no Pascal VOC annotation but <\(root.name)>") }
        let annotations = try root.children.filter { $0.name == "object" }.enumerated().map { index, object in
            guard let label = object["name"]?.text, !label.isEmpty, let box = object["bndbox"] else {
                throw JSONFile.invalid(file, "object \(index + 1) has no name or no bndbox")
            }
            func edge(_ name: String) throws -> Double {
                guard let value = box[name].flatMap({ Double($0.text) }) else {
                    throw JSONFile.invalid(file, "the box of object \(index + 1) (\(label)) has no number '\(name)'")
                }
                return value
            }
            let (left, top) = (try edge("xmin"), try edge("ymin"))
            return RawAnnotation(label: label, x: left, y: top, width: try edge("xmax") - left, height: try edge("ymax") - top)
        }
        return (root["filename"]?.text, annotations)
    }
}

/// Reads JSON files.
enum JSONFile {
    /// - Throws: `MLCreateError.io` if the file cannot be read or is not JSON.
    static func read(_ file: URL) throws -> Any {
        let data = try file.annotationData()
        do {
            return try JSONSerialization.jsonObject(with: data)
        } catch {
            let reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
            throw invalid(file, "is no whole JSON: \(reason)")
        }
    }

    static func invalid(_ file: URL, _ reason: String) -> MLCreateError { .io(reason: "\(file.path): \(reason)") }
}

extension URL {
    /// The content of an annotation file.
    ///
    /// - Throws: `MLCreateError.io` if the file cannot be read. The error names the file and the reason.
    func annotationData() throws -> Data {
        do {
            return try AnnotationReach.content(of: self, isKept: true)
        } catch {
            throw MLCreateError.io(reason: "\(path) cannot be read: \(FileReason.text(of: error))")
        }
    }
}
