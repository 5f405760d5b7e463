import CoreGraphics
import CoreML
import CoreMLRuntime
import CoreVideo
import Foundation

/// A decoded picture with its boxes. It is a little larger than the network's input.
struct DetectionPicture: Sendable {
    /// The pixels, row after row: blue, green, red and alpha.
    let pixels: [UInt8]
    let width: Int
    let height: Int
    let objects: [Object]

    struct Object: Sendable {
        var label: Int
        /// The box, in fractions of the picture's width and height, 0…1, with the origin at the upper left.
        var box: CGRect
    }

    /// Decodes a picture, scaled so that its longer side has at most `side` pixels.
    ///
    /// - Throws: an error that names the file and the reason, if the picture cannot be read or a part of it is lost.
    init(_ image: AnnotatedImage, labels: [String: Int], side: Int) throws {
        let scale = min(1, Double(side) / Double(max(image.width, image.height)))
        width = max(1, Int((Double(image.width) * scale).rounded()))
        height = max(1, Int((Double(image.height) * scale).rounded()))
        let value = try MLFeatureValue(
            imageAt: image.url, pixelsWide: width, pixelsHigh: height, pixelFormatType: kCVPixelFormatType_32BGRA,
            options: [.acceptsDamage: false])
        guard let buffer = value.imageBufferValue else {
            throw MLCreateError.generic(reason: "\(image.url.path) could not be decoded")
        }
        pixels = buffer.interleavedBytes
        objects = image.objects.compactMap { object in labels[object.label].map { Object(label: $0, box: object.box) } }
    }
}

extension DetectionPicture {
    /// The box of an object, in pixels of the picture.
    func box(of object: Object) -> CGRect {
        CGRect(
            x: object.box.minX * CGFloat(width), y: object.box.minY * CGFloat(height), width: object.box.width * CGFloat(width),
            height: object.box.height * CGFloat(height))
    }
}

extension CVPixelBuffer {
    /// The bytes of a pixel buffer with four bytes per pixel, without row padding.
    var interleavedBytes: [UInt8] {
        let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(self) else { return [UInt8](repeating: 0, count: width * height * 4) }
        let bytesPerRow = CVPixelBufferGetBytesPerRow(self)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for row in 0..<height { bytes += UnsafeRawBufferPointer(start: base + row * bytesPerRow, count: width * 4) }
        return bytes
    }
}

/// The training pictures of a detector. As many decoded pictures as fit stay in memory. The other pictures are decoded on demand.
final class DetectionPictures: Sendable {
    let images: [AnnotatedImage]
    /// The pictures that could not be read, with the reason.
    let skipped: [(image: AnnotatedImage, reason: String)]
    /// The largest number of objects in one picture.
    let maximumObjectCount: Int
    /// The digest of the content of the pictures.
    let digest: ContentDigest
    /// The index of each label.
    let labels: [String: Int]
    private let side: Int
    private let kept: [DetectionPicture?]

    private static let memoryLimit = 1 << 30

    /// Decodes all pictures once, so that damaged pictures are found before the training.
    ///
    /// - Parameter report: called with the number of decoded pictures. If it throws an error, the decoding ends.
    /// - Throws: the error of `report`.
    init(_ images: [AnnotatedImage], labels: [String], side: Int, report: @escaping @Sendable (Int) throws -> Void) throws {
        let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($0.element, $0.offset) })
        let capacity = Self.memoryLimit / (side * side * 4)
        let answers = try Parallelism.map(images.count, report: report) { index in
            let picture = try DetectionPicture(images[index], labels: numbers, side: side)
            var content = ContentDigest()
            content.add(Data(picture.pixels))
            return (kept: index < capacity ? picture : nil, content)
        }
        var (readable, kept, skipped): ([AnnotatedImage], [DetectionPicture?], [(AnnotatedImage, String)]) = ([], [], [])
        var digest = ContentDigest()
        for (image, answer) in zip(images, answers) {
            switch answer {
            case .success(let (picture, content)):
                readable.append(image)
                kept.append(picture)
                digest.add(content.data)

            case .failure(let error):
                skipped.append((image, error.reason(ofImageAt: image.url)))
                digest.add(Data())
            }
        }
        self.digest = digest
        self.images = readable
        self.kept = kept
        self.skipped = skipped
        self.labels = numbers
        self.side = side
        maximumObjectCount = images.map(\.objects.count).max() ?? 0
    }

    subscript(index: Int) -> DetectionPicture? { kept[index] ?? (try? DetectionPicture(images[index], labels: labels, side: side)) }
}
