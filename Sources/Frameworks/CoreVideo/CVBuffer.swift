import CoreGraphics
import Locks

/// A buffer of pixels with attachments that describe the pixels.
///
/// ``CVImageBuffer`` and ``CVPixelBuffer`` are this class. The pixels of all planes are in one block of memory, in which each row starts at
/// a multiple of 64 bytes. A buffer that was made with the caller's bytes uses these instead. Several threads may use the attachments at
/// the same time. Code that writes pixels must lock the base address, and must make sure that no other thread reads them.
public final class CVBuffer: Hashable, @unchecked Sendable {
    /// The memory of the pixels, and how it is released.
    enum Storage {
        /// The buffer's own memory. If the memory came from a pool, it returns to the pool.
        case owned(RasterBuffer, pool: CVPixelBufferPool?)
        /// Memory that belongs to the caller.
        case borrowed(release: () -> Void)
    }

    package struct Attachment {
        package var value: Any
        package var mode: CVAttachmentMode
    }

    /// The properties that change after the creation of the buffer.
    struct State {
        var attachments: [String: Attachment] = [:]
        var lockCount = 0
    }

    let width: Int
    let height: Int
    let pixelFormatType: OSType
    let isPlanar: Bool
    let planes: [PixelBufferLayout.Plane]
    private let planeAddresses: [UnsafeMutableRawPointer]
    let byteCount: Int
    let extended: ExtendedPixels
    let creationAttributes: [String: Any]
    let storage: Storage
    private let lock = Lock()
    private var state = State()
    /// The pixels that have not been written yet; `nil` if the buffer had its pixels from the beginning.
    private var pendingPixels: PendingPixels?

    init(
        width: Int, height: Int, pixelFormatType: OSType, isPlanar: Bool, planes: [PixelBufferLayout.Plane],
        baseAddresses: [UnsafeMutableRawPointer], byteCount: Int, extended: ExtendedPixels = ExtendedPixels(),
        creationAttributes: [String: Any], storage: Storage
    ) {
        self.width = width
        self.height = height
        self.pixelFormatType = pixelFormatType
        self.isPlanar = isPlanar
        self.planes = planes
        planeAddresses = baseAddresses
        self.byteCount = byteCount
        self.extended = extended
        self.creationAttributes = creationAttributes
        self.storage = storage
    }

    /// Delays the writing of pixels until they are first accessed. The buffer must be new and not shared yet.
    package func writePixelsLater(_ writer: @escaping PendingPixels.Writer) { pendingPixels = PendingPixels(writer) }

    /// The addresses of the planes. The first access waits until the pixels are written.
    var baseAddresses: [UnsafeMutableRawPointer] {
        pendingPixels?.write(to: planeAddresses, planes)
        return planeAddresses
    }

    deinit {
        switch storage {
        case .owned(let memory, let pool): pool?.takeBack(memory)
        case .borrowed(let release): release()
        }
    }

    /// Calls `body` with the buffer's state, which it may read or change, under the lock.
    func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    public static func == (lhs: CVBuffer, rhs: CVBuffer) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CVBuffer: CustomStringConvertible {
    public var description: String { "<CVPixelBuffer \(width) × \(height), \(FourCharacterCode(pixelFormatType))>" }
}

/// A buffer of an image.
public typealias CVImageBuffer = CVBuffer
/// A buffer of an image's pixels in main memory.
public typealias CVPixelBuffer = CVImageBuffer

/// A four-character code. The description shows a printable code as characters, and any other code as a number.
package struct FourCharacterCode: CustomStringConvertible {
    let code: UInt32

    package init(_ code: UInt32) { self.code = code }

    package var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        return bytes.allSatisfy { (0x20...0x7E).contains($0) } ? "'\(String(decoding: bytes, as: UTF8.self))'" : "\(code)"
    }
}
