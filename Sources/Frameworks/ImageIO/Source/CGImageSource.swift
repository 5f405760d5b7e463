import CoreGraphics
import Foundation
import Locks

/// The progress of an image source.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The file ends too early.
    case statusUnexpectedEOF = -5
    /// The file is damaged.
    case statusInvalidData = -4
    /// The type of the file is not supported.
    case statusUnknownType = -3
    /// More bytes are expected; the bytes so far do not contain the whole header.
    case statusReadingHeader = -2
    /// More bytes are expected. The header is complete.
    case statusIncomplete = -1
    /// Everything is there.
    case statusComplete = 0
}

/// The probable type of the file. It is ignored: the first bytes decide.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether decoded pixels are cached. It is ignored: an image keeps its pixels while it exists.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether an image is decoded when it is made, instead of when its pixels are first needed. `false` by default.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether images may have floating-point components. It is ignored: they have the components of the file.
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

// MARK: - Making a source

/// The number of the type of sources.
public func CGImageSourceGetTypeID() -> CFTypeID { UInt(bitPattern: ObjectIdentifier(CGImageSource.self)) }

/// The type identifiers of the files that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageType.allCases.map(\.identifier) }

/// A source for a file; `nil` if it cannot be opened. If the file is not an image, the source's status says so.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard let buffer = try? ByteBuffer(contentsOf: url) else { return nil }
    return CGImageSource { try ImageFile(buffer, path: url.path) }
}

/// A source for bytes in memory.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSourceCreateWithData(data as Data, options)
}

/// A source for bytes in memory.
@_disfavoredOverload
public func CGImageSourceCreateWithData(_ data: Data, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource { try ImageFile(data: data) }
}

/// A source for a provider's bytes; `nil` if there are none. If they are not an image, the source's status says so.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource? {
    guard let buffer = try? provider.buffer() else { return nil }
    return CGImageSource { try ImageFile(buffer) }
}

/// A source for bytes that are still arriving. Pass all bytes received so far to `CGImageSourceUpdateData`.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(.failure(ImageError(.truncated, "there are no data yet")), isFinal: false)
}

/// Replaces an incremental source's bytes with all bytes received so far. `final` says that no more bytes follow.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(data as Data, isFinal: final)
}

/// Replaces an incremental source's bytes with all bytes of a provider. `final` says that no more bytes follow.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    isrc.update((provider.data ?? CFData()) as Data, isFinal: final)
}

// MARK: - Asking it

/// The type of the file; `nil` if it is unknown.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { try? isrc.file.get().type.identifier }

/// The number of images; 0 if the file cannot be read.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { (try? isrc.file.get().frameCount) ?? 0 }

/// The number of the primary image: 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// The progress of the source, or the fault of its bytes.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// The progress of an image; `statusInvalidData` if the index is out of range or the image's header is damaged.
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
