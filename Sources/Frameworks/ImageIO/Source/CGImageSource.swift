import CoreGraphics
import Foundation
import Locks

/// The status of an image source: its progress or an error.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The file ends too early.
    case statusUnexpectedEOF = -5
    /// The file is damaged.
    case statusInvalidData = -4
    /// The type of the file is not supported.
    case statusUnknownType = -3
    /// More bytes are expected; the bytes so far do not contain the whole header.
    case statusReadingHeader = -2
    /// Further bytes are expected. The header is complete.
    case statusIncomplete = -1
    /// The file is complete.
    case statusComplete = 0
}

/// The probable type of the file. Osprey ignores this key, because the first bytes of the file show the type.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether decoded pixels are cached. Osprey ignores this key: an image always stores its decoded pixels.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether an image is decoded immediately, instead of at the first use of its pixels. `false` by default.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether images may have floating-point components. Osprey ignores this key: images have the component type of the file.
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Whether to make a thumbnail from the image if the file embeds none. `false` by default.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether to make a thumbnail from the image even if the file embeds one. `false` by default.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// The maximum length of a thumbnail's longer side, in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether to make a thumbnail upright by applying the image's orientation. `false` by default.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// The factor by which both sides are reduced while decoding: 1, 2, 4 or 8.
public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"

/// Reads the images of a file or of memory.
public final class CGImageSource: Hashable, @unchecked Sendable {
    private let lock = Lock()
    private var opened: Result<ImageFile, ImageError>
    private var isFinal: Bool

    init(_ opened: Result<ImageFile, ImageError>, isFinal: Bool = true) {
        self.opened = opened
        self.isFinal = isFinal
    }

    convenience init(_ open: () throws -> ImageFile) {
        do {
            self.init(.success(try open()))
        } catch {
            self.init(.failure(error as? ImageError ?? ImageError(.unreadable, "\(error)")))
        }
    }

    /// The file behind the source, or the reason why it cannot be read.
    package var file: Result<ImageFile, any Error> {
        lock.lock()
        defer { lock.unlock() }
        return opened.mapError { $0 }
    }

    func update(_ data: Data, isFinal: Bool) {
        let file = Result { try ImageFile(data: data) }.mapError { error in
            error as? ImageError ?? ImageError(.unreadable, "\(error)")
        }
        lock.lock()
        defer { lock.unlock() }
        opened = file
        self.isFinal = isFinal
    }

    var status: CGImageSourceStatus {
        lock.lock()
        defer { lock.unlock() }
        switch opened {
        case .success: return isFinal ? .statusComplete : .statusIncomplete
        case .failure(let error):
            if !isFinal { return .statusReadingHeader }
            switch error.kind {
            case .unknownFormat: return .statusUnknownType
            case .truncated: return .statusUnexpectedEOF
            default: return .statusInvalidData
            }
        }
    }

    public static func == (lhs: CGImageSource, rhs: CGImageSource) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Creating a source

/// The Core Foundation type identifier of ``CGImageSource``.
public func CGImageSourceGetTypeID() -> CFTypeID { UInt(bitPattern: ObjectIdentifier(CGImageSource.self)) }

/// The type identifiers of the files that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageType.allCases.map(\.identifier) }

/// Creates a source for a file; `nil` if the file cannot be opened. If the file is not an image, the status of the source reports it.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard let buffer = try? ByteBuffer(contentsOf: url) else { return nil }
    return CGImageSource { try ImageFile(buffer, path: url.path) }
}

/// Creates a source for bytes in memory.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSourceCreateWithData(data as Data, options)
}

/// Creates a source for bytes in memory.
@_disfavoredOverload
public func CGImageSourceCreateWithData(_ data: Data, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource { try ImageFile(data: data) }
}

/// Creates a source for a provider's bytes; `nil` if the provider has no bytes. If the bytes are not an image, the status of the source reports it.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource? {
    guard let buffer = try? provider.buffer() else { return nil }
    return CGImageSource { try ImageFile(buffer) }
}

/// Creates a source for bytes that are still arriving. Pass all bytes received so far to `CGImageSourceUpdateData`.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(.failure(ImageError(.truncated, "there are no data yet")), isFinal: false)
}

/// Replaces an incremental source's bytes with all bytes received so far. `final` is `true` for the last call.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(data as Data, isFinal: final)
}

/// Replaces an incremental source's bytes with all bytes of a provider, which must include the bytes passed before. `final` is `true` for the last
/// call.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    isrc.update((provider.data ?? CFData()) as Data, isFinal: final)
}

// MARK: - Reading images and properties

/// The type of the file; `nil` if it is unknown.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { try? isrc.file.get().type.identifier }

/// The number of images; 0 if the file cannot be read.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { (try? isrc.file.get().frameCount) ?? 0 }

/// The index of the primary image, which is always 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// The status of the source: the progress, or the error in the bytes.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// The status of an image; `statusInvalidData` if the index is out of range or the image's header is damaged.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    guard let file = try? isrc.file.get() else { return isrc.status }
    return (try? file.frame(index)) == nil ? .statusInvalidData : isrc.status
}

/// The properties of the file as a whole.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    guard let file = try? isrc.file.get() else { return nil }
    var result: [String: Any] = [kCGImagePropertyFileSize: file.byteCount]
    if file.frameCount > 1 { result[kCGImagePropertyImageCount] = file.frameCount }
    for key in [kCGImagePropertyGIFDictionary, kCGImagePropertyWebPDictionary] {
        if let values = file.primary.formatProperties[key] { result[key] = values as [String: Any] }
    }
    return result.bridgingNumbers()
}

/// The properties of an image: its stored size, orientation, resolution and colours, and the EXIF, TIFF, GPS and format dictionaries.
public func CGImageSourceCopyPropertiesAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CFDictionary? {
    try? isrc.file.get().properties(frame: index).bridgingNumbers()
}

/// Always `nil`: auxiliary images, such as depth, are not read.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(_ isrc: CGImageSource, _ index: Int, _ auxiliaryImageDataType: CFString)
    -> CFDictionary?
{
    nil
}

/// Does nothing: sources keep no cache of decoded images.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {}
