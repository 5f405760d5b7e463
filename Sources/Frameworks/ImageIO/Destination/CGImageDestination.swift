import CoreGraphics
import Foundation
import Locks

/// The quality of lossy compression, from 0 to 1; 0.85 by default. With 1, the loss is smallest.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The `CGColor` of the background that shows through transparent pixels if the file format has no alpha.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The maximum length of the written image's longer side, in pixels. Images above this size are scaled down.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"
/// Whether to embed a thumbnail in the file. Osprey ignores this key.
public let kCGImageDestinationEmbedThumbnail: CFString = "kCGImageDestinationEmbedThumbnail"
/// Whether to convert colours to a common space for sharing. Osprey ignores this key.
public let kCGImageDestinationOptimizeColorForSharing: CFString = "kCGImageDestinationOptimizeColorForSharing"
/// Whether to keep an image's gain map. Osprey ignores this key, because it does not read gain maps.
public let kCGImageDestinationPreserveGainMap: CFString = "kCGImageDestinationPreserveGainMap"
/// Metadata to write as XMP. Osprey ignores this key.
public let kCGImageDestinationMetadata: CFString = "kCGImageDestinationMetadata"
/// Whether the metadata to write is merged with the existing metadata. Osprey ignores this key.
public let kCGImageDestinationMergeMetadata: CFString = "kCGImageDestinationMergeMetadata"
/// Whether to omit XMP. Osprey never writes XMP.
public let kCGImageMetadataShouldExcludeXMP: CFString = "kCGImageMetadataShouldExcludeXMP"
/// Whether to omit the location; `false` by default.
public let kCGImageMetadataShouldExcludeGPS: CFString = "kCGImageMetadataShouldExcludeGPS"
/// The date to write in the metadata. Osprey ignores this key.
public let kCGImageDestinationDateTime: CFString = "kCGImageDestinationDateTime"
/// The EXIF orientation to write, 1 to 8.
public let kCGImageDestinationOrientation: CFString = "kCGImageDestinationOrientation"

/// Writes images as a JPEG, PNG, TIFF, HEIC or AVIF file. HEIC and AVIF need libheif with an encoder.
public final class CGImageDestination: Hashable, @unchecked Sendable {
    private struct Entry {
        let image: CGImage
        let properties: [String: Any]
    }

    private let consumer: CGDataConsumer
    private let type: WritableType
    private let capacity: Int
    private var entries: [Entry] = []
    private var properties: [String: Any] = [:]
    private var isFinished = false
    private let lock = Lock()

    init?(consumer: CGDataConsumer?, type: CFString, count: Int) {
        guard let consumer, let type = WritableType(rawValue: type), type.isWritable, count > 0, count == 1 || type == .tiff else {
            return nil
        }
        self.consumer = consumer
        self.type = type
        capacity = count
    }

    func setProperties(_ new: [String: Any]) {
        lock.lock()
        defer { lock.unlock() }
        properties.merge(new) { _, new in new }
    }

    func add(_ image: CGImage, _ own: [String: Any]?) {
        lock.lock()
        defer { lock.unlock() }
        guard entries.count < capacity, !isFinished else { return }
        entries.append(Entry(image: image, properties: own ?? [:]))
    }

    /// Writes the file.
    ///
    /// - Throws: an `ImageError` if an image is missing, cannot be decoded or cannot be encoded, or the consumer does not accept the bytes.
    package func write() throws {
        lock.lock()
        defer { lock.unlock() }
        guard !isFinished, !entries.isEmpty, entries.count == capacity else {
            throw ImageError(.invalidArgument, "\(entries.count) of \(capacity) images have been added, or the file is written already")
        }
        isFinished = true
        let images = try entries.map { entry in
            try WritableImage(entry.image, properties: properties.merging(entry.properties) { _, own in own }, type: type)
        }
        let data =
            switch type {
            case .jpeg: try JPEGWriter.write(images[0])
            case .png: try PNGWriter.write(images[0])
            case .tiff: try TIFFWriter.write(images)
            case .heic, .avif: try HEIFWriter.write(images[0], as: type)
            }
        guard consumer.put(data) else { throw ImageError(.unreadable, "the bytes of the image cannot be written") }
    }

    public static func == (lhs: CGImageDestination, rhs: CGImageDestination) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The types that can be written.
enum WritableType: String, CaseIterable {
    case jpeg = "public.jpeg"
    case png = "public.png"
    case tiff = "public.tiff"
    case heic = "public.heic"
    case avif = "public.avif"

    /// Whether readers take the orientation from the container, as for HEIC and AVIF.
    var isHEIF: Bool { self == .heic || self == .avif }

    /// Whether the type can be written. HEIC and AVIF need an encoder of libheif.
    var isWritable: Bool {
        switch self {
        case .jpeg, .png, .tiff: true
        case .heic, .avif: HEIFWriter.canWrite(self)
        }
    }
}

/// Checks that images of a type can be written.
///
/// - Throws: an `ImageError` that names the missing part.
package func requireWritable(_ identifier: String) throws {
    guard let type = WritableType(rawValue: identifier) else {
        throw ImageError(.unsupported, "images cannot be written as \(identifier)")
    }
    if !type.isWritable { throw HEIFWriter.missingEncoder(of: type) }
}

/// The Core Foundation type identifier of ``CGImageDestination``.
public func CGImageDestinationGetTypeID() -> CFTypeID { UInt(bitPattern: ObjectIdentifier(CGImageDestination.self)) }

/// The type identifiers of the files that can be written. HEIC and AVIF are included only if libheif has their encoders.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { WritableType.allCases.filter(\.isWritable).map(\.rawValue) }

/// Creates a destination that passes the file's bytes to a consumer. `nil` if the type cannot be written, or cannot hold `count` images.
public func CGImageDestinationCreateWithDataConsumer(
    _ consumer: CGDataConsumer, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(consumer: consumer, type: type, count: count)
}

/// Creates a destination that appends the file's bytes to `data`.
public func CGImageDestinationCreateWithData(_ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?)
    -> CGImageDestination?
{
    CGImageDestination(consumer: CGDataConsumer(data: data), type: type, count: count)
}

/// Creates a destination that writes a file.
public func CGImageDestinationCreateWithURL(_ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?)
    -> CGImageDestination?
{
    CGImageDestination(consumer: CGDataConsumer(url: url), type: type, count: count)
}

/// Sets properties that apply to all images of the destination.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
    idst.setProperties(properties ?? [:])
}

/// Adds an image. The following properties are written: the orientation, the resolution, and the text and numbers in the TIFF, EXIF and GPS
/// dictionaries.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(image, properties)
}

/// Adds an image of a source with its properties. Values in `properties` replace values of the source.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
    guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
    let own = CGImageSourceCopyPropertiesAtIndex(isrc, index, nil) ?? [:]
    idst.add(image, own.merging(properties ?? [:]) { _, new in new })
}

/// Writes the file. Returns `false` if not all images have been added, an image cannot be decoded, or the file cannot be written.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { (try? idst.write()) != nil }
