import Foundation
import Locks

/// A function that writes bytes to a buffer, at most the given number. It returns the number of written bytes, or 0 at the end.
public typealias CGDataProviderGetBytesCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Int
/// A function that skips a number of bytes, and returns the number of skipped bytes.
public typealias CGDataProviderSkipForwardCallback = @convention(c) (UnsafeMutableRawPointer?, off_t) -> off_t
/// A function that returns to the first byte.
public typealias CGDataProviderRewindCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void
/// A function that is called once with `info`, when the provider is no longer used.
public typealias CGDataProviderReleaseInfoCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void
/// A function that returns the address of all bytes, or `nil` if they are not contiguous in memory.
public typealias CGDataProviderGetBytePointerCallback = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeRawPointer?
/// A function that is called when an address from `getBytePointer` is no longer used.
public typealias CGDataProviderReleaseBytePointerCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer) -> Void
/// A function that writes the given number of bytes, starting at a position, to a buffer. It returns the number of bytes written.
public typealias CGDataProviderGetBytesAtPositionCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, off_t, Int) -> Int
/// A function that is called once, when the caller's memory is no longer used. The arguments are `info`, the address of the memory, and the size in
/// bytes.
public typealias CGDataProviderReleaseDataCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The callbacks of a provider without random access.
public struct CGDataProviderSequentialCallbacks {
    /// The version of this structure: 0.
    public var version: UInt32
    /// Returns the next bytes. It is required.
    public var getBytes: CGDataProviderGetBytesCallback?
    /// Skips bytes. It is never called, because Osprey reads all bytes.
    public var skipForward: CGDataProviderSkipForwardCallback?
    /// Returns to the first byte. It is called before the first read.
    public var rewind: CGDataProviderRewindCallback?
    /// Called once after the last use of the provider.
    public var releaseInfo: CGDataProviderReleaseInfoCallback?

    /// The callbacks of a provider that is read from beginning to end. `version` must be 0.
    public init(
        version: UInt32, getBytes: CGDataProviderGetBytesCallback?, skipForward: CGDataProviderSkipForwardCallback?,
        rewind: CGDataProviderRewindCallback?, releaseInfo: CGDataProviderReleaseInfoCallback?
    ) {
        self.version = version
        self.getBytes = getBytes
        self.skipForward = skipForward
        self.rewind = rewind
        self.releaseInfo = releaseInfo
    }
}

/// The callbacks of a provider with random access.
public struct CGDataProviderDirectCallbacks {
    /// The version of this structure: 0.
    public var version: UInt32
    /// Returns the address of all bytes if they are contiguous in memory. It is called before `getBytesAtPosition`.
    public var getBytePointer: CGDataProviderGetBytePointerCallback?
    /// Called after the last use of the address from `getBytePointer`.
    public var releaseBytePointer: CGDataProviderReleaseBytePointerCallback?
    /// Copies bytes, starting at a position. It is used if `getBytePointer` returns no address.
    public var getBytesAtPosition: CGDataProviderGetBytesAtPositionCallback?
    /// Called once after the last use of the provider.
    public var releaseInfo: CGDataProviderReleaseInfoCallback?

    /// The callbacks of a provider with random access. `version` must be 0.
    public init(
        version: UInt32, getBytePointer: CGDataProviderGetBytePointerCallback?,
        releaseBytePointer: CGDataProviderReleaseBytePointerCallback?, getBytesAtPosition: CGDataProviderGetBytesAtPositionCallback?,
        releaseInfo: CGDataProviderReleaseInfoCallback?
    ) {
        self.version = version
        self.getBytePointer = getBytePointer
        self.releaseBytePointer = releaseBytePointer
        self.getBytesAtPosition = getBytesAtPosition
        self.releaseInfo = releaseInfo
    }
}

/// Bytes from memory, a file or callbacks. They are read when they are first needed.
public final class CGDataProvider: Hashable, @unchecked Sendable {
    private let lock = Lock()
    private var load: (() throws -> ByteBuffer)?
    private var loaded: Result<ByteBuffer, any Error>?
    /// The pointer that was passed as `info`.
    public let info: UnsafeMutableRawPointer?

    /// A provider whose bytes are loaded when they are first needed.
    package init(info: UnsafeMutableRawPointer? = nil, load: @escaping () throws -> ByteBuffer) {
        self.info = info
        self.load = load
    }

    package convenience init(_ buffer: ByteBuffer) {
        self.init { buffer }
    }

    /// A provider of the bytes of `data`. They are shared, not copied.
    public convenience init?(data: CFData) {
        self.init(ByteBuffer(data as Data))
    }

    /// A provider of the bytes of `data`. They are shared, not copied.
    @_disfavoredOverload
    public convenience init?(data: Data) {
        self.init(ByteBuffer(data))
    }

    /// A provider of the bytes of a file; `nil` if there is no file.
    public convenience init?(url: CFURL) {
        guard let reachable = try? url.checkResourceIsReachable(), reachable else { return nil }
        self.init { try ByteBuffer(contentsOf: url) }
    }

    /// A provider of the bytes of the file at a path; `nil` if there is no file.
    public convenience init?(filename: UnsafePointer<CChar>) {
        self.init(url: URL(fileURLWithPath: String(cString: filename)))
    }

    /// A provider of the caller's memory. `releaseData` is called after the last use of the memory.
    public convenience init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int, releaseData: CGDataProviderReleaseDataCallback
    ) {
        guard size >= 0 else { return nil }
        let context = Borrowed(info: info, address: data)
        let buffer = ByteBuffer(base: data, count: size, owner: nil) { releaseData(context.info, context.address, size) }
        self.init(info: info) { buffer }
    }

    /// A provider whose callbacks return the bytes in order.
    public convenience init?(sequentialInfo info: UnsafeMutableRawPointer?, callbacks: UnsafePointer<CGDataProviderSequentialCallbacks>) {
        let callbacks = callbacks.pointee
        guard let getBytes = callbacks.getBytes else { return nil }
        let context = CallbackInfo(info: info, release: callbacks.releaseInfo)
        self.init(info: info) {
            callbacks.rewind?(context.info)
            var data = Data()
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while data.count < ImageLimits.maximumByteCount {
                let got = chunk.withUnsafeMutableBytes { bytes in
                    bytes.baseAddress.map { getBytes(context.info, $0, bytes.count) } ?? 0
                }
                if got <= 0 { break }
                data.append(contentsOf: chunk[0..<min(got, chunk.count)])
            }
            return ByteBuffer(data)
        }
    }

    /// A provider whose callbacks return bytes at any position.
    public convenience init?(
        directInfo info: UnsafeMutableRawPointer?, size: off_t, callbacks: UnsafePointer<CGDataProviderDirectCallbacks>
    ) {
        let callbacks = callbacks.pointee
        guard size >= 0, size <= ImageLimits.maximumByteCount else { return nil }
        let context = CallbackInfo(info: info, release: callbacks.releaseInfo)
        let count = Int(size)
        self.init(info: info) {
            if let pointer = callbacks.getBytePointer?(context.info) {
                let address = Borrowed(info: context.info, address: pointer)
                return ByteBuffer(base: pointer, count: count, owner: context) {
                    callbacks.releaseBytePointer?(address.info, address.address)
                }
            }
            guard let getBytes = callbacks.getBytesAtPosition else { throw ImageError(.unreadable, "the data provider gives no bytes") }
            var data = Data(count: count)
            let got = data.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { getBytes(context.info, $0, 0, count) } ?? 0
            }
            return ByteBuffer(data.prefix(max(0, min(got, count))))
        }
    }

    /// All bytes. Throws an error with the reason if they cannot be read.
    package func buffer() throws -> ByteBuffer {
        lock.lock()
        defer { lock.unlock() }
        if let loaded { return try loaded.get() }
        guard let load else { throw ImageError(.unreadable, "the data provider gives no bytes") }
        let result = Result { try load() }
        loaded = result
        self.load = nil
        return try result.get()
    }

    /// All bytes; `nil` if they cannot be read.
    public var data: CFData? { (try? buffer())?.data as CFData? }

    public static func == (lhs: CGDataProvider, rhs: CGDataProvider) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The `info` pointer of a caller's callbacks. The release callback is called when the last object that uses the pointer is released.
private final class CallbackInfo: @unchecked Sendable {
    let info: UnsafeMutableRawPointer?
    private let release: CGDataProviderReleaseInfoCallback?

    init(info: UnsafeMutableRawPointer?, release: CGDataProviderReleaseInfoCallback?) {
        self.info = info
        self.release = release
    }

    deinit { release?(info) }
}

private struct Borrowed: @unchecked Sendable {
    let info: UnsafeMutableRawPointer?
    let address: UnsafeRawPointer
}

/// A file that is written from its beginning to its end. It is opened for the first bytes.
private final class WrittenFile {
    private let path: String?
    private var descriptor: Int32 = -1

    init(_ url: URL) { path = url.isFileURL ? url.path : url.scheme == nil ? url.relativePath : nil }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns whether all bytes were written.
    func append(_ bytes: Data) -> Bool {
        guard let path else { return false }
        if descriptor < 0 {
            // Opening a pipe must not wait for a reader. Writing to it may.
            descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o666)
            guard descriptor >= 0 else { return false }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        }
        return bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || errno == EINTR else { return false }
                if count > 0 { rest = rest.dropFirst(count) }
            }
            return true
        }
    }
}

/// A destination for bytes: memory, or a file.
public final class CGDataConsumer: Hashable, @unchecked Sendable {
    private let write: (Data) -> Bool

    private init(write: @escaping (Data) -> Bool) {
        self.write = write
    }

    /// A consumer that appends bytes to `data`.
    public convenience init?(data: CFMutableData) {
        self.init { bytes in
            data.append(bytes)
            return true
        }
    }

    /// A consumer that writes bytes to a file. The first bytes replace an existing file.
    public convenience init?(url: CFURL) {
        let file = WrittenFile(url)
        self.init { file.append($0) }
    }

    /// Writes the bytes. Returns `false` if they cannot be written.
    package func put(_ bytes: Data) -> Bool { write(bytes) }

    public static func == (lhs: CGDataConsumer, rhs: CGDataConsumer) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
