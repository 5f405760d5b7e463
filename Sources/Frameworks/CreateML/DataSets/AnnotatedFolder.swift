import Foundation

/// Pictures with bounding boxes that a person corrects. The corrections are written to `annotations.json` in the folder of the pictures, in Create
/// ML's format. In this format, a box has its centre and size in pixels, with the origin at the upper left.
package struct AnnotatedFolder: Sendable {
    /// The folder of the annotation file.
    package let folder: URL
    package private(set) var images: [AnnotatedImage]
    /// Whether the existing annotation file was written by this type, so that it may be overwritten.
    private var isOwn: Bool

    /// The name of the annotation file.
    package static let fileName = CreateMLAnnotations.fileName

    /// - Parameter isOwn: whether an existing annotation file was written by this type. If another program wrote the file, it is renamed before the
    ///   first save.
    /// - Throws: `MLCreateError.io` if the folder or an annotation file cannot be read. The error names it.
    package init(_ source: MLObjectDetector.DataSource, in folder: URL, isOwn: Bool = false) throws {
        (self.folder, self.isOwn) = (folder, isOwn)
        images = try source.annotatedImages(.boundingBox(units: .pixel, origin: .topLeft, anchor: .center)).images
    }

    /// A folder without pictures.
    package init(emptyAt folder: URL) { (self.folder, images, isOwn) = (folder, [], false) }

    /// The picture's path relative to the folder.
    package func name(of image: AnnotatedImage) -> String { image.url.path(below: folder) }

    /// The index of the picture with a name; `nil` if there is no such picture.
    package func index(of name: String) -> Int? { images.firstIndex { self.name(of: $0) == name } }

    /// Replaces the objects of a picture. Boxes are clipped to the picture. Boxes without an area or a label are left out.
    package mutating func setObjects(_ objects: [AnnotatedImage.Object], at index: Int) {
        images[index].objects = objects.compactMap { object in
            let box = object.box.standardized.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
            let label = object.label.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !box.isNull, box.width > 0, box.height > 0, !label.isEmpty else { return nil }
            return .init(label: label, box: box)
        }
    }

    /// Adds a picture of the folder. It has no objects yet.
    ///
    /// - Throws: an error that names the file, if the file cannot be read.
    package mutating func add(_ file: URL) throws {
        let size = try AnnotatedImage.size(of: file)
        images.append(AnnotatedImage(url: file, width: size.width, height: size.height, objects: []))
    }

    package mutating func remove(at index: Int) { images.remove(at: index) }

    /// Writes the annotation file. The first time, a file that is already there is renamed instead of overwritten.
    ///
    /// - Returns: the new name of the earlier file; `nil` if no file was renamed.
    /// - Throws: `MLCreateError.io` if the file cannot be written.
    package mutating func save() throws -> String? {
        let file = folder.appendingPathComponent(Self.fileName)
        var kept: String?
        if !isOwn, FileManager.default.fileExists(atPath: file.path) {
            let number = (1...).first { !FileManager.default.fileExists(atPath: file.path + Self.suffix($0)) } ?? 1
            kept = Self.fileName + Self.suffix(number)
            do {
                try FileManager.default.moveItem(atPath: file.path, toPath: file.path + Self.suffix(number))
            } catch {
                throw MLCreateError.io(reason: "\(file.path) cannot be kept under another name: \(error.localizedDescription)")
            }
        }
        try AtomicFile.write(json, to: file)
        isOwn = true
        return kept
    }

    private static func suffix(_ number: Int) -> String { number == 1 ? ".old" : ".old\(number)" }

    /// The content of the annotation file.
    package var json: Data {
        get throws {
            let list = images.map { image -> [String: Any] in
                let (width, height) = (Double(image.width), Double(image.height))
                let annotations = image.objects.map { object -> [String: Any] in
                    let numbers = [
                        "x": object.box.midX * width, "y": object.box.midY * height, "width": object.box.width * width,
                        "height": object.box.height * height,
                    ]
                    // Coordinates are rounded to hundredths of a pixel.
                    return ["label": object.label, "coordinates": numbers.mapValues { ($0 * 100).rounded() / 100 }]
                }
                return ["image": name(of: image), "annotations": annotations]
            }
            return try JSONSerialization.data(withJSONObject: list, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        }
    }
}
