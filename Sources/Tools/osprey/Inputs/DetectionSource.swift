import CreateML
import Foundation
import JSON
import Reports

extension DataParts {
    /// The validation part of a divided data set; `nil` if there is none. A line on standard error names the part.
    static func validation(of folder: URL) -> URL? {
        guard let parts = DataParts(of: folder) else { return nil }
        var uses = ["the pictures in '\(name(parts.training))' are to train on"]
        if let part = parts.validation { uses.append("those in '\(name(part))' to validate on") }
        if let part = parts.test { uses.append("those in '\(name(part))' are for 'osprey evaluate'") }
        StandardError.write(line: uses.joined(separator: ", "))
        return parts.validation
    }

    /// The part of a divided data set on which a model is evaluated; the folder itself if it is not divided.
    static func tested(_ folder: URL) -> URL {
        guard let parts = DataParts(of: folder), let part = parts.test ?? parts.validation else { return folder }
        StandardError.write(line: "the pictures in '\(name(part))' are to measure on")
        return part
    }

    private static func name(_ part: URL) -> String { ShownPath.relative(part.path) }
}

/// Reads the command line's arguments for pictures with boxes.
enum DetectionSource {
    /// The options for the file with the boxes and for its format.
    static let options: [Command.Option] = [
        .value("--format", "F", "of boxes: createml, voc, coco, yolo, labelstudio or csv; found out where not given"),
        .value("--annotations", "FILE", "the JSON or CSV file with the boxes, where it does not lie in the folder"),
        .value("--units", "U", "of Create ML's boxes: pixel (where not given) or normalized"),
        .value("--origin", "O", "that they count from: topLeft (where not given) or bottomLeft"),
        .value("--anchor", "A", "the point that they give: center (where not given), topLeft or bottomLeft"),
    ]

    /// - Parameters:
    ///   - path: the folder of the pictures. If the folder is divided into parts, the training part is taken.
    ///   - annotations: the file with the boxes of the folder's pictures, if it is not in the folder.
    static func source(_ arguments: Arguments, folder path: String, annotations: String?) throws -> MLObjectDetector.DataSource {
        let format = try arguments.choice(
            "--format",
            of: [
                ("createml", BoxFormat.createML), ("voc", .pascalVOC), ("coco", .coco), ("yolo", .yolo), ("labelstudio", .labelStudio),
                ("csv", .csv),
            ])
        return try BoxFormat.source(folder: URL(fileURLWithPath: path), annotations: annotations.map { URL(fileURLWithPath: $0) }, format)
    }

    static func annotationType(_ arguments: Arguments) throws -> MLObjectDetector.AnnotationType {
        let units = try arguments.choice("--units", of: [("pixel", MLBoundingBoxUnits.pixel), ("normalized", .normalized)])
        let origin = try arguments.choice(
            "--origin", of: [("topLeft", MLBoundingBoxCoordinatesOrigin.topLeft), ("bottomLeft", .bottomLeft)])
        let anchor = try arguments.choice(
            "--anchor", of: [("center", MLBoundingBoxAnchor.center), ("topLeft", .topLeft), ("bottomLeft", .bottomLeft)])
        return .boundingBox(units: units ?? .pixel, origin: origin ?? .topLeft, anchor: anchor ?? .center)
    }
}
