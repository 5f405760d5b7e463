import CreateML
import Foundation
import InputChecks
import JSON
import Reports

/// The contents of a folder of labelled data, and the problems with it.
struct DataSummary {
    /// The folder that contains the labels' folders or the annotations. It is the uploaded folder or, if that contains only one folder, the inner
    /// folder.
    let root: URL
    let kind: JobKind?
    private(set) var labels: [(label: String, count: Int)] = []
    private(set) var problems: [String] = []
    private(set) var samples: [(label: String, picture: String)] = []
    /// The columns of a table.
    private(set) var table: TableProfile?
    private static let fewest = 10
    private static let maximumSampleCount = 12
    private static let listed = 5

    /// - Parameter kind: the kind of training for which the data is meant; `nil` to detect it.
    init(of folder: URL, kind: JobKind?) throws {
        root = DataFolder.root(of: folder)
        guard let kind = kind ?? Self.kind(of: root) else {
            self.kind = nil
            problems = [Self.nothing(in: root)]
            return
        }
        self.kind = kind
        do {
            switch kind.name {
            case "photos": try addPhotos()
            case "boxes": try addBoxes()
            case "table": table = try Self.table(in: root).profile()
            default: addPoses()
            }
            if table == nil { addDoubts(kind) }
        } catch {
            problems.append(ErrorText.describe(error).replacingOccurrences(of: root.path + "/", with: ""))
        }
    }

    private static func kind(of root: URL) -> JobKind? {
        func kind(_ name: String) -> JobKind? { JobKind.all.first { $0.name == name } }
        if TableUpload(in: root) != nil { return kind("table") }
        if ListedLabels.file(in: DataParts.trainingFolder(of: root)) != nil { return kind("photos") }
        if BoxFormat.isAnnotated(root.path) { return kind("boxes") }
        let inner = DataFolder.visible(in: root).map { root.appendingPathComponent($0) }.filter(DataFolder.isFolder).flatMap {
            DataFolder.visible(in: $0)
        }
        guard !inner.isEmpty else { return nil }
        let poses = inner.filter { $0.lowercased().hasSuffix(".json") || $0.lowercased().hasSuffix(".csv") }
        return poses.count * 2 > inner.count ? kind("actions") : kind("photos")
    }

    private static func nothing(in root: URL) -> String {
        let tables = DataFolder.visible(in: root).count(where: TableFile.isTable)
        if tables > 1 { return "There are \(tables) tables in it, and Studio learns from one: drop the one to learn from." }
        return
            "There is nothing in it that Studio can learn from, but \(FolderFindings.text(root)). "
            + "Looked for: a table; photos in a folder for each label, or with "
            + "\(ListedLabels.forms); pictures with boxes in \(BoxFormat.names); poses in a folder for each label."
    }

    // MARK: Kinds

    private static func table(in root: URL) throws -> TableUpload {
        guard let upload = TableUpload(in: root) else {
            throw UsageError("There is no table in it, or more than one: a file .\(TableFile.suffixes.joined(separator: ", .")).")
        }
        return upload
    }

    private mutating func addPhotos() throws {
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: root).labeledImages()
        labels = images.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
        var unreadable: [String] = []
        var seen: [Data: URL] = [:]
        var copies: [String] = []
        for (label, files) in images.sorted(by: { $0.key < $1.key }) {
            for file in files {
                let data = (try? Data(contentsOfFile: file)) ?? Data()
                if (try? PictureSize(data)) == nil { unreadable.append(shown(file)) }
                let mark = withUnsafeBytes(of: data.count) { Data($0) } + data.prefix(16 << 10) + data.suffix(16 << 10)
                if let other = seen.updateValue(file, forKey: mark) { copies.append("\(shown(other)) and \(shown(file))") }
            }
            samples += files.prefix(max(1, Self.maximumSampleCount / max(images.count, 1))).map { (label, Self.thumbnail($0)) }
        }
        samples = Array(samples.prefix(Self.maximumSampleCount))
        note(unreadable, "cannot be read and will be left out")
        note(copies, "are the same picture twice")
    }

    private mutating func addBoxes() throws {
        let source = try BoxFormat.source(folder: root, annotations: nil, nil)
        let data = try source.annotatedImages(.boundingBox(units: .pixel, origin: .topLeft, anchor: .center))
        var counts: [String: Int] = [:]
        for object in data.images.flatMap(\.objects) { counts[object.label, default: 0] += 1 }
        labels = counts.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
        note(data.skipped.map { "\(shown($0.url)) (\($0.reason))" }, "will be left out")
        problems += data.doubts
        samples = data.images.prefix(Self.maximumSampleCount / 2).map {
            (Set($0.objects.map(\.label)).sorted().joined(separator: ", "), Self.thumbnail($0.url))
        }
    }

    private mutating func addPoses() {
        for name in DataFolder.visible(in: root) where DataFolder.isFolder(root.appendingPathComponent(name)) {
            labels.append((name, DataFolder.visible(in: root.appendingPathComponent(name)).count))
        }
    }

    /// A small copy of a picture; empty if the picture cannot be read or is too large to be decoded.
    private static func thumbnail(_ file: URL) -> String {
        guard let data = try? Data(contentsOfFile: file), (try? PictureSize(data)) != nil else { return "" }
        return Thumbnail.dataURL(of: file.path)
    }

    // MARK: Doubts

    private func shown(_ file: URL) -> String { file.path(below: root) }

    private mutating func note(_ names: [String], _ what: String) {
        guard !names.isEmpty else { return }
        let rest = names.count > Self.listed ? " and \(names.count - Self.listed) more" : ""
        problems.append(names.prefix(Self.listed).joined(separator: ", ") + rest + " " + what + ".")
    }

    private mutating func addDoubts(_ kind: JobKind) {
        if labels.count > LabelLimit.maximumCount { problems.insert(LabelLimit.text(labels.count), at: 0) }
        let noun = kind.name == "boxes" ? "boxes" : kind.name == "photos" ? "photos" : "files"
        if labels.count < 2, kind.name != "boxes" {
            problems.append("There is only one label; a classifier needs two at least.")
        }
        note(
            labels.filter { $0.count < Self.fewest }.map { "'\($0.label)' (\($0.count))" },
            "have few \(noun): \(Self.fewest) are a beginning")
        if let largest = labels.max(by: { $0.count < $1.count }), let smallest = labels.min(by: { $0.count < $1.count }),
            largest.count > 5 * max(smallest.count, 1)
        {
            problems.append(
                "'\(largest.label)' has \(largest.count) \(noun), '\(smallest.label)' only \(smallest.count): the model will prefer the first."
            )
        }
    }

    var json: JSON {
        [
            "kind": kind.map { .string($0.name) } ?? .null, "kinds": .array(JobKind.all.map(\.json)),
            "labels": .array(labels.map { ["label": .string($0.label), "count": .integer($0.count)] }),
            "count": .integer(table?.rowCount ?? labels.reduce(0) { $0 + $1.count }), "table": table?.json ?? .null,
            "problems": .array(problems.map { .string($0) }),
            "samples": .array(samples.map { ["label": .string($0.label), "picture": .string($0.picture)] }),
        ]
    }
}

extension JobKind {
    var json: JSON {
        [
            "name": .string(name), "title": .string(title), "data": .string(data),
            "changes": .array(changes.map { .string($0) }), "window": window.map { .integer($0.length) } ?? .null,
            "frameRate": window.map { .number($0.frameRate) } ?? .null,
        ]
    }
}
