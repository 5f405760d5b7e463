import Foundation

/// Label Studio's export of a project: a list of tasks, in the full form ("JSON") or the brief form ("JSON-MIN").
///
/// ```json
/// [{"data": {"image": "/data/upload/1/0f3a5c77-cup.jpg"}, "annotations": [{"result": [{"type": "rectanglelabels", "original_width": 640,
///   "original_height": 480, "value": {"x": 12.5, "y": 30, "width": 20, "height": 25, "rotation": 0, "rectanglelabels": ["cup"]}}]}]}]
/// ```
///
/// Coordinates are percentages of the picture's width and height, from its upper left. A rotated rectangle, an ellipse or a polygon is replaced by
/// its bounding box.
struct LabelStudioTasks {
    /// A picture and its annotations.
    struct Task {
        /// The picture's path or address in Label Studio.
        var picture: String
        var boxes: [RawAnnotation] = []
        /// The labels of the whole picture.
        var choices: Set<String> = []
        /// Whether somebody has annotated the picture.
        var isDone = false
        /// Whether the picture has regions without a bounding box, such as brush strokes or polygons of two points.
        var hasOthers = false
    }

    private(set) var tasks: [Task] = []
    private let file: URL

    /// - Throws: `MLCreateError.io` that names the file and, for an invalid task, the task's number.
    init(contentsOf file: URL) throws {
        self.file = file
        guard let list = try JSONFile.read(file) as? [Any] else { throw JSONFile.invalid(file, "is not a list of tasks") }
        tasks = try list.enumerated().map { index, entry in
            guard let entry = entry as? [String: Any] else {
                throw JSONFile.invalid(file, "entry \(index + 1) is no task of Label Studio's")
            }
            let data = entry["data"] as? [String: Any] ?? entry
            guard let picture = Self.picture(data) ?? entry["file_upload"] as? String else {
                throw JSONFile.invalid(file, "task \(index + 1) names no picture")
            }
            var task = Task(picture: picture)
            if entry["data"] is [String: Any] {
                let regions = Self.regions(entry)
                task.isDone = regions != nil
                for region in regions ?? [] {
                    try add(region["value"], size: region, to: &task, "task \(index + 1) (\(picture))")
                }
            } else {
                try addBrief(entry, to: &task, "task \(index + 1) (\(picture))")
            }
            return task
        }
    }

    /// The path of a task's picture: the member `image`, or else the first member whose value ends in the suffix of a picture file.
    private static func picture(_ data: [String: Any]) -> String? {
        if let image = data["image"] as? String, !image.isEmpty { return image }
        let texts = data.sorted { $0.key < $1.key }.compactMap { $0.value as? String }
        return texts.first { MLImageClassifier.DataSource.isImage(URL(fileURLWithPath: $0)) }
    }

    /// The regions of the newest annotation that was not cancelled; `nil` if there is no such annotation.
    private static func regions(_ task: [String: Any]) -> [[String: Any]]? {
        let all = (task["annotations"] ?? task["completions"]) as? [[String: Any]] ?? []
        let valid = all.filter { ($0["was_cancelled"] as? Bool) != true }
        let newest = valid.enumerated().max { first, second in
            let dates = [first, second].map { $0.element["updated_at"] as? String ?? "" }
            return (dates[0], first.offset) < (dates[1], second.offset)
        }
        return newest.map { $0.element["result"] as? [[String: Any]] ?? [] }
    }

    /// Adds the annotations of a task in the brief form ("JSON-MIN").
    private func addBrief(_ entry: [String: Any], to task: inout Task, _ place: String) throws {
        task.isDone = true
        for (name, member) in entry.sorted(by: { $0.key < $1.key }) {
            if let regions = member as? [[String: Any]] {
                for region in regions { try add(region, size: region, to: &task, place) }
            } else if let choices = (member as? [String: Any])?["choices"] as? [String] {
                task.choices.formUnion(choices)
            } else if let choice = member as? String, ["choice", "label", "class"].contains(name), !choice.isEmpty {
                task.choices.insert(choice)
            }
        }
    }

    private func add(_ value: Any?, size: [String: Any], to task: inout Task, _ place: String) throws {
        guard let value = value as? [String: Any] else { return }
        if let choices = value["choices"] as? [String] { task.choices.formUnion(choices) }
        let labels = value.first { $0.key.hasSuffix("labels") }?.value as? [String]
        guard let label = labels?.first else { return }
        guard let corners = try Self.corners(value, size, place) else {
            task.hasOthers = true
            return
        }
        let (xs, ys) = (corners.map(\.0), corners.map(\.1))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return }
        task.boxes.append(
            RawAnnotation(label: label, x: left / 100, y: top / 100, width: (right - left) / 100, height: (bottom - top) / 100))
    }

    /// The corners of a region, in percent of the picture's size; `nil` for other types of region, and for polygons with fewer than three points.
    private static func corners(_ value: [String: Any], _ size: [String: Any], _ place: String) throws -> [(Double, Double)]? {
        func number(_ key: String) -> Double? { (value[key] as? NSNumber)?.doubleValue }
        if let points = value["points"] as? [[Any]] {
            let corners = points.map { $0.compactMap { ($0 as? NSNumber)?.doubleValue } }
            guard corners.allSatisfy({ $0.count == 2 }) else {
                throw MLCreateError.io(reason: "\(place) has a polygon with a point that is not two numbers")
            }
            // A polygon that was begun but not completed may have fewer than three points.
            return corners.count > 2 ? corners.map { ($0[0], $0[1]) } : nil
        }
        guard let x = number("x"), let y = number("y") else { return nil }
        let angle = (number("rotation") ?? 0) * .pi / 180
        func pixels(_ key: String) -> Double { (size[key] as? NSNumber)?.doubleValue ?? 1 }
        let (wide, high) = (pixels("original_width"), pixels("original_height"))
        guard wide > 0, high > 0 else { throw MLCreateError.io(reason: "\(place) has a picture without a size") }
        if let radiusX = number("radiusX"), let radiusY = number("radiusY") {
            // An ellipse is rotated around its centre, in pixel coordinates.
            let (pixelsX, pixelsY) = (radiusX * wide, radiusY * high)
            let halfWidth = hypot(pixelsX * cos(angle), pixelsY * sin(angle)) / wide
            let halfHeight = hypot(pixelsX * sin(angle), pixelsY * cos(angle)) / high
            return [(x - halfWidth, y - halfHeight), (x + halfWidth, y + halfHeight)]
        }
        guard let width = number("width"), let height = number("height") else { return nil }
        // A rectangle is rotated around its upper left corner, in pixel coordinates.
        return [(0, 0), (width, 0), (width, height), (0, height)].map { right, down in
            let (pixelsRight, pixelsDown) = (right * wide, down * high)
            return (
                x + (pixelsRight * cos(angle) - pixelsDown * sin(angle)) / wide,
                y + (pixelsRight * sin(angle) + pixelsDown * cos(angle)) / high
            )
        }
    }
}
