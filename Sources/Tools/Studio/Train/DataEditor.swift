import CreateML
import Foundation
import InputChecks
import JSON
import Locks
import Reports

/// Corrects the data of an upload: changes labels and boxes, and adds and removes pictures. Photos by label are moved from folder to folder. Boxes
/// are written as Create ML's `annotations.json`.
///
/// If a data set is divided into parts, the training part is changed.
final class DataEditor: Sendable {
    /// The content of an upload that is being corrected.
    private enum Content {
        /// Photos by label: the path of each photo below the root, and its label.
        case labels([(path: String, label: String)])
        case boxes(AnnotatedFolder)
    }

    private struct Entry {
        let root: URL
        var content: Content
    }

    /// The maximum number of pictures in an answer.
    static let pageSize = 60
    private static let maximumNameLength = 100
    private static let keptCount = 4
    /// The contents of the uploads that were used last. A client may edit an upload as photos by label or as boxes (its kind). Only the content of
    /// the kind that was used last is stored, because an edit may also change the files of the other kind.
    private let entries = Locked<[(upload: String, kind: String, entry: Entry)]>([])
    /// The folders whose `annotations.json` was written by this server, so that it may be overwritten.
    private let written = Locked<Set<String>>([])
    private let uploads: UploadTable

    init(_ uploads: UploadTable) { self.uploads = uploads }

    /// Runs `body` with the content of an upload. The content is read on first use. Calls run one after the other.
    private func editing<Result>(_ upload: String, kind: String, _ body: (inout Entry) throws -> Result) throws -> Result {
        try uploads.using(upload) { folder in
            try entries.withLock { entries in
                var entry = try entries.first { $0.upload == upload && $0.kind == kind }?.entry ?? read(folder, kind: kind)
                let result = try body(&entry)
                entries.removeAll { $0.upload == upload }
                entries.append((upload, kind, entry))
                if entries.count > Self.keptCount { entries.removeFirst() }
                return result
            }
        }
    }

    /// Forgets the content of an upload, because it may have changed.
    func forget(_ upload: String) { entries.withLock { entries in entries.removeAll { $0.upload == upload } } }

    private func read(_ folder: URL, kind: String) throws -> Entry {
        let root = DataParts.trainingFolder(of: DataFolder.root(of: folder))
        let isEmpty = DataFolder.visible(in: root).isEmpty
        if kind == "boxes" {
            if isEmpty { return Entry(root: root, content: .boxes(AnnotatedFolder(emptyAt: root))) }
            let source = try BoxFormat.source(folder: root, annotations: nil, nil)
            let isOwn = written.withLock { $0.contains(root.path) }
            return Entry(root: root, content: .boxes(try AnnotatedFolder(source, in: root, isOwn: isOwn)))
        }
        guard kind == "photos" else { throw WebFailure(409, "only photos by label and pictures with boxes can be corrected here") }
        if isEmpty { return Entry(root: root, content: .labels([])) }
        try ListedPhotos.intoFolders(root)
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: root).labeledImages()
        let list = images.sorted { $0.key < $1.key }.flatMap { label, files in
            files.map { (path: $0.path(below: root), label: label) }
        }
        return Entry(root: root, content: .labels(list))
    }

    // MARK: Looking

    /// A page of the pictures with a label, or of all pictures. If `first` lies after the last picture, it is the last page.
    func page(_ upload: String, kind: String, label: String?, from first: Int) throws -> JSON {
        try editing(upload, kind: kind) { entry in
            let pictures: [JSON]
            let labels: Set<String>
            switch entry.content {
            case .labels(let list):
                labels = Set(list.map(\.label))
                pictures = list.filter { label == nil || $0.label == label }.map { ["name": .string($0.path), "label": .string($0.label)] }
            case .boxes(let folder):
                labels = Set(folder.images.flatMap { $0.objects.map(\.label) })
                pictures = folder.images.filter { image in label == nil || image.objects.contains { $0.label == label } }
                    .map { Self.json($0, folder.name(of: $0)) }
            }
            let isPast = first >= pictures.count
            let start = isPast ? max(0, pictures.count - 1) / Self.pageSize * Self.pageSize : max(0, first)
            return [
                "count": .integer(pictures.count), "from": .integer(start), "labels": .array(labels.sorted().map { .string($0) }),
                "size": .integer(Self.pageSize),
                "pictures": .array(Array(pictures.dropFirst(start).prefix(Self.pageSize))),
            ]
        }
    }

    private static func json(_ image: AnnotatedImage, _ name: String) -> JSON {
        [
            "name": .string(name), "width": .integer(image.width), "height": .integer(image.height),
            "objects": .array(
                image.objects.map { object in
                    let box = [object.box.minX, object.box.minY, object.box.width, object.box.height]
                    return ["label": .string(object.label), "box": .array(box.map { .number(Double($0)) })]
                }),
        ]
    }

    /// A picture as a JPEG whose longer side has at most `side` pixels.
    func picture(_ upload: String, kind: String, name: String, side: Int) throws -> Data {
        let file = try editing(upload, kind: kind) { try Self.file(name, in: $0) }
        guard let data = try? Data(contentsOfFile: file) else { throw WebFailure(422, "'\(name)' cannot be read") }
        _ = try PictureSize(data)
        guard let jpeg = Thumbnail.jpeg(of: data, side: side) else { throw WebFailure(422, "'\(name)' cannot be read") }
        return jpeg
    }

    /// The file of a picture in an upload that is being corrected.
    ///
    /// - Throws: `WebFailure` if the content has no picture with this name, or if the file lies outside of the upload.
    private static func file(_ name: String, in entry: Entry) throws -> URL {
        let file: URL? =
            switch entry.content {
            case .labels(let list): list.contains(where: { $0.path == name }) ? entry.root.appendingPathComponent(name) : nil
            case .boxes(let folder): folder.index(of: name).map { folder.images[$0].url }
            }
        guard let file, file.isInside(entry.root) else { throw WebFailure(404, "there is no picture '\(name)'") }
        return file
    }

    // MARK: Changing

    /// Gives a photo another label, which may be new.
    func setLabel(_ upload: String, name: String, label: String) throws -> JSON {
        let label = try Self.checked(label)
        return try editing(upload, kind: "photos") { entry in
            guard case .labels(var list) = entry.content, let index = list.firstIndex(where: { $0.path == name }) else {
                throw WebFailure(404, "there is no photo '\(name)'")
            }
            if list[index].label == label { return ["name": .string(name), "label": .string(label)] }
            let target = try Self.place(for: (name as NSString).lastPathComponent, label, in: entry.root)
            try Self.move(Self.file(name, in: entry), to: entry.root.appendingPathComponent(target))
            let old = list[index].label
            list[index] = (target, label)
            entry.content = .labels(list)
            Self.removeFolder(of: old, in: entry.root, list)
            return ["name": .string(target), "label": .string(label)]
        }
    }

    /// Replaces the boxes of a picture, and writes `annotations.json`.
    func setBoxes(_ upload: String, name: String, objects: [JSON]) throws -> JSON {
        let objects = try objects.map(Self.object)
        return try editing(upload, kind: "boxes") { entry in
            guard case .boxes(var folder) = entry.content, let index = folder.index(of: name) else {
                throw WebFailure(404, "there is no picture '\(name)'")
            }
            folder.setObjects(objects, at: index)
            let kept = try save(&folder)
            entry.content = .boxes(folder)
            return Self.saved(kept, and: Self.json(folder.images[index], name))
        }
    }

    /// Writes the annotations.
    ///
    /// - Returns: the new name of an existing file that this server did not write; `nil` if there was none.
    private func save(_ folder: inout AnnotatedFolder) throws -> String? {
        let kept = try folder.save()
        let path = folder.folder.path
        written.withLock { written in _ = written.insert(path) }
        return kept
    }

    private static func saved(_ kept: String?, and picture: JSON) -> JSON {
        ["file": .string(AnnotatedFolder.fileName), "kept": kept.map { .string($0) } ?? .null, "picture": picture]
    }

    private static func object(_ json: JSON) throws -> AnnotatedImage.Object {
        let box = (json["box"]?.array ?? []).compactMap(\.double)
        guard let label = json["label"]?.string, label.count <= maximumNameLength, box.count == 4, box.allSatisfy({ abs($0) <= 10 }) else {
            throw WebFailure(400, "an object has a label and a box of four numbers")
        }
        return .init(label: label, box: CGRect(x: box[0], y: box[1], width: box[2], height: box[3]))
    }

    /// Adds a picture from the camera. If the upload has photos by label, the picture gets the label `label`.
    func addSample(_ upload: String, kind: String, label: String?, _ picture: Data) throws -> JSON {
        _ = try PictureSize(picture)
        return try editing(upload, kind: kind) { entry in
            switch entry.content {
            case .labels(var list):
                let label = try Self.checked(label ?? "")
                let path = try Self.place(for: "camera.jpg", label, in: entry.root)
                try AtomicFile.write(picture, to: Self.madePlace(entry.root.appendingPathComponent(path)))
                list.append((path, label))
                entry.content = .labels(list)
                return ["name": .string(path), "label": .string(label)]
            case .boxes(var folder):
                let file = Self.free("camera.jpg", in: entry.root)
                try AtomicFile.write(picture, to: file)
                try folder.add(file)
                let kept = try save(&folder)
                entry.content = .boxes(folder)
                return Self.saved(kept, and: Self.json(folder.images[folder.images.count - 1], file.lastPathComponent))
            }
        }
    }

    /// Excludes a picture from the data set. Its file is moved to the hidden folder `.left out`, which is ignored.
    func leaveOut(_ upload: String, kind: String, name: String) throws -> JSON {
        try editing(upload, kind: kind) { entry in
            let file = try Self.file(name, in: entry)
            let target = Self.free(file.lastPathComponent, in: entry.root.appendingPathComponent(".left out"))
            try Self.move(file, to: target)
            switch entry.content {
            case .labels(var list):
                let label = list.first { $0.path == name }?.label ?? ""
                list.removeAll { $0.path == name }
                entry.content = .labels(list)
                Self.removeFolder(of: label, in: entry.root, list)
                return [:]
            case .boxes(var folder):
                if let index = folder.index(of: name) { folder.remove(at: index) }
                let kept = try save(&folder)
                entry.content = .boxes(folder)
                return Self.saved(kept, and: .null)
            }
        }
    }

    /// The annotations in Create ML's form, which the user can download and store beside the pictures.
    func annotations(_ upload: String) throws -> Data {
        try editing(upload, kind: "boxes") { entry in
            guard case .boxes(let folder) = entry.content else { throw WebFailure(409, "these pictures have labels and no boxes") }
            return try folder.json
        }
    }

    // MARK: Files

    /// The label, after checking that it can be the name of a folder.
    fileprivate static func checked(_ label: String) throws -> String {
        let label = label.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !label.isEmpty, label.utf8.count <= maximumNameLength, !label.hasPrefix("."), label != "__MACOSX",
            !label.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "/" || $0 == "\\" || $0.value == 0x7F })
        else { throw WebFailure(400, "'\(label.prefix(100))' cannot be a label here: labels are names of folders") }
        return label
    }

    private static func place(for name: String, _ label: String, in root: URL) throws -> String {
        "\(label)/\(free(name, in: root.appendingPathComponent(label)).lastPathComponent)"
    }

    /// A file with this name. If the name is taken, a number is added.
    fileprivate static func free(_ name: String, in folder: URL) -> URL {
        let (stem, suffix) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
        let end = suffix.isEmpty ? "" : "." + suffix
        let names = [name] + (2...100_000).lazy.map { "\(stem)-\($0)\(end)" }
        let place = names.lazy.map { folder.appendingPathComponent($0) }.first { !FileManager.default.fileExists(atPath: $0.path) }
        return place ?? folder.appendingPathComponent("\(UUID().uuidString).\(suffix)")
    }

    private static func madePlace(_ file: URL) throws -> URL {
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw WebFailure(507, "a folder cannot be made: \(WebFailure.reason(error))")
        }
        return file
    }

    private static func move(_ file: URL, to target: URL) throws {
        guard rename(file.path, try madePlace(target).path) == 0 else {
            throw WebFailure(507, "the picture cannot be moved: \(String(cString: strerror(errno)))")
        }
    }

    /// Removes the folder of a label that has lost its last photo. The folder would count as a label without photos. Other files in it, such as
    /// `Thumbs.db`, are moved to `.left out`.
    private static func removeFolder(of label: String, in root: URL, _ list: [(path: String, label: String)]) {
        let folder = root.appendingPathComponent(label)
        guard !label.isEmpty, folder.isFolder, !list.contains(where: { $0.label == label }), rmdir(folder.path) != 0 else { return }
        try? move(folder, to: free(label, in: root.appendingPathComponent(".left out")))
    }
}

/// Photos whose labels are in a file beside them.
enum ListedPhotos {
    /// Moves the photos into a folder for each label, which is Create ML's form. The file with the labels gets another name.
    static func intoFolders(_ root: URL) throws {
        guard let list = ListedLabels.file(in: root) else { return }
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: root).labeledImages()
        // All labels are checked before the first photo is moved.
        var folders: [String: String] = [:]
        for label in images.keys.sorted() {
            let name = try DataEditor.checked(label.replacingOccurrences(of: "/", with: "-"))
            if let other = folders.updateValue(label, forKey: name) {
                throw WebFailure(409, "'\(other)' and '\(label)' would have the same folder, '\(name)'")
            }
        }
        for (name, label) in folders {
            let files = (images[label] ?? []).filter { $0.isInside(root) }
            guard !files.isEmpty else { continue }
            let folder = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files where FileManager.default.fileExists(atPath: file.path) {
                try FileManager.default.moveItem(at: file, to: DataEditor.free(file.lastPathComponent, in: folder))
            }
        }
        try FileManager.default.moveItem(at: list, to: list.appendingPathExtension("old"))
        // Photos without a label stay in their old folder, which must not count as the folder of a label.
        for name in DataFolder.visible(in: root) where folders[name] == nil && DataFolder.isFolder(root.appendingPathComponent(name)) {
            let other = root.appendingPathComponent(name)
            try FileManager.default.moveItem(at: other, to: DataEditor.free(".without a label \(name)", in: root))
        }
    }
}
