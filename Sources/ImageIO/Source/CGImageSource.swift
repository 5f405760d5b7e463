import CoreGraphics
import Foundation
import Locks

/// How far an image source is.
public enum CGImageSourceStatus: Int32, Sendable {
    case statusUnexpectedEOF = -5
    case statusInvalidData = -4
    case statusUnknownType = -3
    case statusReadingHeader = -2
    case statusIncomplete = -1
    case statusComplete = 0
}

public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
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

    /// The file behind the source, or why it cannot be read.
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

public func CGImageSourceGetTypeID() -> CFTypeID { UInt(bitPattern: ObjectIdentifier(CGImageSource.self)) }

/// The type identifiers of the files that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageType.allCases.map(\.identifier) }

/// A source for a file; `nil` where it cannot be opened. A file that is no image gives a source whose status says so.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard let buffer = try? ByteBuffer(contentsOf: url) else { return nil }
    return CGImageSource { try ImageFile(buffer, path: url.path) }
}

/// A source for bytes in memory.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource { try ImageFile(data: data) }
}

public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource? {
    guard let buffer = try? provider.buffer() else { return nil }
    return CGImageSource { try ImageFile(buffer) }
}

/// A source for bytes that are still arriving; give it all that has come so far through `CGImageSourceUpdateData`.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(.failure(ImageError(.truncated, "there are no data yet")), isFinal: false)
}

public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(data, isFinal: final)
}

public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    isrc.update(provider.data ?? Data(), isFinal: final)
}

// MARK: - Asking it

/// The type of the file; `nil` where it is not known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { try? isrc.file.get().type.identifier }

/// The number of images, 0 where the file cannot be read.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { (try? isrc.file.get().frameCount) ?? 0 }

public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

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

/// The properties of an image: its size as stored, orientation, resolution, colours, and what EXIF, TIFF, GPS and the format say.
public func CGImageSourceCopyPropertiesAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CFDictionary? {
    try? isrc.file.get().properties(frame: index).bridgingNumbers()
}

/// Auxiliary images, such as depth, are not read.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(_ isrc: CGImageSource, _ index: Int, _ auxiliaryImageDataType: CFString)
    -> CFDictionary?
{
    nil
}

/// Sources keep no cache of decoded images, so there is nothing to remove.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {}
