import Foundation

/// YOLO's annotation files: a text file for each picture, with a line for each object.
///
/// ```
/// 0 0.512 0.430 0.210 0.380
/// ```
///
/// A line has the number of the class, then the box's centre, width and height. They are normalised, with the origin at the upper left. Instead of
/// the box, a line may have the points of an outline: x, y, x, y and so on. The box is then the bounding box of the outline.
enum YOLOAnnotations {
    /// Reads the boxes of a file.
    ///
    /// - Parameter labels: the names of the classes; `nil` if no file has names. The numbers of the classes are then the labels.
    /// - Throws: `MLCreateError.io` that names the file and, for an invalid line, its number.
    static func read(_ file: URL, labels: [String]?) throws -> [RawAnnotation] {
        try lines(of: file).enumerated().compactMap { index, line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard !fields.isEmpty else { return nil }
            let numbers = fields.compactMap { Double($0) }
            guard numbers.count == fields.count, numbers.allSatisfy(\.isFinite), let number = Int(exactly: numbers[0]), number >= 0,
                numbers.count == 5 || (numbers.count >= 7 && numbers.count % 2 == 1)
            else {
                throw JSONFile.invalid(file, "line \(index + 1) has no class with four numbers of a box or the corners of an outline")
            }
            guard let labels else { return annotation(numbers, String(number)) }
            guard labels.indices.contains(number) else {
                throw JSONFile.invalid(file, "line \(index + 1) has the class \(number), but there are names for \(labels.count)")
            }
            return annotation(numbers, labels[number])
        }
    }

    /// The lines of a file that are not empty.
    private static func lines(of file: URL) throws -> [String] {
        try String(decoding: file.annotationData(), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    private static func annotation(_ numbers: [Double], _ label: String) -> RawAnnotation {
        if numbers.count == 5 { return RawAnnotation(label: label, x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4]) }
        let xs = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] },
            ys = stride(from: 2, to: numbers.count, by: 2).map { numbers[$0] }
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0), (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
        return RawAnnotation(label: label, x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top)
    }

    /// The names of the classes, from the first file that exists; `nil` if no file exists.
    ///
    /// The files `data.yaml`, `dataset.yaml`, `classes.txt`, `obj.names` and `_darknet.labels` are searched for in `folder`, and then in the
    /// folder above it. The YAML files are also searched for two folders above `folder`.
    ///
    /// - Throws: `MLCreateError.io` if the file cannot be read or has no names.
    static func labels(for folder: URL) throws -> [String]? {
        let above = folder.deletingLastPathComponent()
        let lists = YOLODataFile.names + ["classes.txt", "obj.names", "_darknet.labels"]
        for (place, names) in [(folder, lists), (above, lists), (above.deletingLastPathComponent(), YOLODataFile.names)] {
            for name in names {
                let file = place.appendingPathComponent(name)
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                let lines = try lines(of: file)
                let names = name.hasSuffix(".yaml") ? YAMLNames.names(in: lines) : lines.map { $0.trimmingCharacters(in: .whitespaces) }
                guard !names.isEmpty else { throw JSONFile.invalid(file, "names no classes") }
                return names
            }
        }
        return nil
    }
}

/// Reads the member `names` of a YAML file. The member is a list in one line, such as `[egg, cup]`, or a list of lines, such as `- egg`. The member
/// may also be a map of lines, such as `0: egg`.
private enum YAMLNames {
    static func names(in lines: [String]) -> [String] {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("names:") }) else { return [] }
        let rest = lines[start].dropFirst("names:".count).trimmingCharacters(in: .whitespaces)
        if rest.hasPrefix("[") || rest.hasPrefix("{") {
            let text = rest + lines[(start + 1)...].joined()
            guard let end = text.firstIndex(where: { $0 == "]" || $0 == "}" }) else { return [] }
            return text[text.index(after: text.startIndex)..<end].split(separator: ",").map { name(String($0), isMap: rest.hasPrefix("{")) }
        }
        var names: [String] = []
        for line in lines[(start + 1)...] {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty || text.hasPrefix("#") { continue }
            if text.hasPrefix("- ") {
                names.append(name(String(text.dropFirst(2)), isMap: false))
            } else if line.first == " ", let colon = text.firstIndex(of: ":"), Int(text[..<colon]) == names.count {
                names.append(name(text, isMap: true))
            } else {
                break
            }
        }
        return names
    }

    private static func name(_ text: String, isMap: Bool) -> String {
        let value = isMap ? text[(text.firstIndex(of: ":").map(text.index(after:)) ?? text.startIndex)...] : text[...]
        return value.trimmingCharacters(in: CharacterSet(charactersIn: " \t'\""))
    }
}

/// The folders that a data set's YAML file names: `path`, `train`, `val` and `test`.
struct YOLODataFile {
    /// The usual names of the YAML file.
    static let names = ["data.yaml", "dataset.yaml"]

    /// The maximum number of folders in a path of the YAML file. Each folder adds a place where the part is searched.
    private static let mostFolders = 64

    private let folder: URL
    private var values: [String: String] = [:]

    /// - Returns: `nil` if the folder has no YAML file, or if the file names no training folder.
    init?(in folder: URL) {
        self.folder = folder
        let files = Self.names.map { folder.appendingPathComponent($0) }
        guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }), let data = try? file.annotationData()
        else {
            return nil
        }
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, ["path", "train", "val", "valid", "test"].contains(parts[0]) else { continue }
            let value = parts[1].split(separator: " #", maxSplits: 1, omittingEmptySubsequences: false)[0]
            values[String(parts[0])] = value.trimmingCharacters(in: CharacterSet(charactersIn: " \t'\""))
        }
        guard values["train"]?.isEmpty == false else { return nil }
    }

    /// The folder of a part; `nil` if no folder is found. If the part's pictures are in a folder named `images`, the result is the folder above it.
    /// This may be the data set's own folder.
    ///
    /// The paths in the YAML file belong to the computer on which it was written. They are often relative to a folder beside the data set's folder.
    func part(_ name: String) -> URL? {
        guard let value = values[name], !value.isEmpty else { return nil }
        let parts = value.split(separator: "/").filter { $0 != "." }.drop { $0 == ".." }
        guard !parts.isEmpty, parts.count <= Self.mostFolders, !parts.contains("..") else { return nil }
        let inner = (values["path"] ?? "").split(separator: "/").filter { $0 != "." && $0 != ".." }.prefix(Self.mostFolders)
        let ends = (0...parts.count).map { parts.dropFirst($0) }.filter { !$0.isEmpty }
        let places: [[Substring]] = [Array(inner) + Array(parts)] + ends.map { Array($0) }
        func url(_ parts: ArraySlice<Substring>) -> URL { parts.reduce(folder) { $0.appendingPathComponent(String($1)) } }
        guard let place = places.first(where: { url($0[...]).isFolder }) else { return nil }
        return url(place.last == "images" ? place.dropLast() : place[...])
    }
}
