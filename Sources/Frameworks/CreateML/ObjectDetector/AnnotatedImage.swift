import CoreGraphics
import Foundation
import ImageIO

/// A picture and the labelled boxes of the objects in it.
package struct AnnotatedImage: Sendable, Equatable, Codable {
    package struct Object: Sendable, Equatable, Codable {
        package var label: String
        /// The box in the upright picture, in fractions of its width and height, 0…1, with the origin at the upper left.
        package var box: CGRect

        package init(label: String, box: CGRect) { (self.label, self.box) = (label, box) }
    }

    package var url: URL
    /// The width of the upright picture, in pixels.
    package var width: Int
    package var height: Int
    /// The objects; empty for a picture without objects.
    package var objects: [Object]

    /// The size of an image in pixels, after its orientation is applied.
    ///
    /// - Throws: an error that names the file and the reason, if the file cannot be read.
    static func size(of url: URL) throws -> (width: Int, height: Int) {
        let file = try ImageFile(contentsOf: url)
        return RasterGeometry.uprightSize(width: file.width, height: file.height, orientation: file.orientation)
    }
}

/// The pictures of a data source, with warnings about its content.
package struct AnnotatedImages: Sendable {
    package var images: [AnnotatedImage] = []
    /// Pictures that could not be read, with the reason.
    package var skipped: [(url: URL, reason: String)] = []
    /// Warnings about boxes that were left out or clipped, about files without annotations, and about labels without pictures.
    package var doubts: [String] = []
    /// The labels of skipped pictures. For each label, the value is the reason why one such picture was skipped.
    var lostLabels: [String: String] = [:]

    /// The labels of all objects, sorted.
    package var labels: [String] { Set(images.flatMap { $0.objects.map(\.label) }).sorted() }

    /// The doubts and the skipped pictures as sentences. If there are more than 40, the rest are only counted.
    var warnings: [String] {
        let all = doubts + skipped.map { "\($0.url.path) was skipped: \($0.reason)" }
        guard all.count > Self.shownWarnings else { return all }
        return all.prefix(Self.shownWarnings) + ["and \(all.count - Self.shownWarnings) more like these"]
    }

    private static let shownWarnings = 40
}

/// A box with the numbers of an annotation file, before conversion.
struct RawAnnotation: Equatable {
    var label: String
    var x, y, width, height: Double
}

/// The coordinate system of a box's numbers.
struct BoxConvention: Equatable {
    var units: MLBoundingBoxUnits
    var origin: MLBoundingBoxCoordinatesOrigin
    var anchor: MLBoundingBoxAnchor

    init(units: MLBoundingBoxUnits, origin: MLBoundingBoxCoordinatesOrigin, anchor: MLBoundingBoxAnchor) {
        (self.units, self.origin, self.anchor) = (units, origin, anchor)
    }

    init(_ type: MLObjectDetector.AnnotationType) {
        switch type {
        case .boundingBox(let units, let origin, let anchor): self.init(units: units, origin: origin, anchor: anchor)
        }
    }

    var annotationType: MLObjectDetector.AnnotationType { .boundingBox(units: units, origin: origin, anchor: anchor) }

    /// A number that represents the convention in a session's file.
    var number: Int { Self.all.firstIndex(of: self) ?? 0 }

    /// All conventions. The number of a convention is its index.
    static let all: [BoxConvention] = [MLBoundingBoxUnits.pixel, .normalized].flatMap { units in
        [MLBoundingBoxCoordinatesOrigin.topLeft, .bottomLeft].flatMap { origin in
            [MLBoundingBoxAnchor.center, .topLeft, .bottomLeft].map { BoxConvention(units: units, origin: origin, anchor: $0) }
        }
    }

    /// The convention of Pascal VOC and COCO: `x` and `y` are the box's upper left corner, in pixels, with the origin at the picture's upper left.
    static let corner = BoxConvention(units: .pixel, origin: .topLeft, anchor: .topLeft)

    /// The convention of Label Studio: `x` and `y` are the box's upper left corner, normalised, with the origin at the picture's upper left.
    static let corners = BoxConvention(units: .normalized, origin: .topLeft, anchor: .topLeft)

    /// The convention of YOLO: `x` and `y` are the box's centre, normalised, with the origin at the picture's upper left.
    static let yolo = BoxConvention(units: .normalized, origin: .topLeft, anchor: .center)

    /// Converts a box to normalised coordinates with the origin at the upper left. The box may extend beyond the picture. `nil` for an invalid box.
    func box(_ raw: RawAnnotation, width: Int, height: Int) -> CGRect? {
        let (horizontal, vertical) = units == .pixel ? (Double(width), Double(height)) : (1, 1)
        let (x, y) = (raw.x / horizontal, raw.y / vertical)
        let (boxWidth, boxHeight) = (raw.width / horizontal, raw.height / vertical)
        guard [x, y, boxWidth, boxHeight].allSatisfy({ $0.isFinite && abs($0) < 1e6 }), boxWidth > 0, boxHeight > 0 else { return nil }
        let left = anchor == .center ? x - boxWidth / 2 : x
        let top: Double
        switch (origin, anchor) {
        case (.topLeft, .center): top = y - boxHeight / 2
        case (.topLeft, .topLeft): top = y
        case (.topLeft, .bottomLeft): top = y - boxHeight
        case (.bottomLeft, .center): top = 1 - y - boxHeight / 2
        case (.bottomLeft, .topLeft): top = 1 - y
        case (.bottomLeft, .bottomLeft): top = 1 - y - boxHeight
        }
        return CGRect(x: left, y: top, width: boxWidth, height: boxHeight)
    }
}

extension AnnotatedImages {
    /// Adds a picture with its boxes from an annotation file. A picture that cannot be read is skipped. Boxes without a label, without an area or
    /// outside the picture are left out. Boxes that extend beyond the picture are clipped.
    mutating func add(_ url: URL, _ annotations: [RawAnnotation], _ convention: BoxConvention) {
        let size: (width: Int, height: Int)
        do {
            size = try AnnotatedImage.size(of: url)
        } catch {
            skip(url, labels: annotations.map(\.label), "\(error)")
            return
        }
        var image = AnnotatedImage(url: url, width: size.width, height: size.height, objects: [])
        for annotation in annotations {
            let subject = "\(url.lastPathComponent): a box of '\(annotation.label)'"
            guard !annotation.label.isEmpty else {
                doubts.append("\(url.lastPathComponent): a box without a label was left out")
                continue
            }
            guard let box = convention.box(annotation, width: size.width, height: size.height) else {
                doubts.append("\(subject) has no area and was left out")
                continue
            }
            let visible = box.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
            guard !visible.isNull, visible.width * CGFloat(size.width) >= 0.5, visible.height * CGFloat(size.height) >= 0.5 else {
                doubts.append("\(subject) lies outside the picture and was left out")
                continue
            }
            let lost = max(box.width - visible.width, box.height - visible.height)
            // Rounded coordinates may extend a pixel or two beyond the edge. This needs no warning.
            if lost > 0.02 { doubts.append("\(subject) reaches beyond the picture and was cut off") }
            image.objects.append(.init(label: annotation.label, box: visible))
        }
        images.append(image)
    }

    /// Records that a picture is skipped, and the labels of its objects.
    mutating func skip(_ url: URL, labels: [String], _ reason: String) {
        skipped.append((url, reason))
        for label in labels where !label.isEmpty { lostLabels[label] = lostLabels[label] ?? "\(url.path): \(reason)" }
    }

    /// - Throws: `MLCreateError.generic` if all pictures of a label were skipped.
    func requireEveryLabel() throws {
        let readable = Set(labels)
        for (label, reason) in lostLabels.sorted(by: { $0.key < $1.key }) where !readable.contains(label) {
            throw MLCreateError.generic(reason: "the label '\(label)' has no readable picture: \(reason)")
        }
    }
}
