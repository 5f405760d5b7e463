import Foundation
import Locks

public typealias CGDataProviderGetBytesCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Int
public typealias CGDataProviderSkipForwardCallback = @convention(c) (UnsafeMutableRawPointer?, off_t) -> off_t
public typealias CGDataProviderRewindCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void
public typealias CGDataProviderReleaseInfoCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void
public typealias CGDataProviderGetBytePointerCallback = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeRawPointer?
public typealias CGDataProviderReleaseBytePointerCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer) -> Void
public typealias CGDataProviderGetBytesAtPositionCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, off_t, Int) -> Int
public typealias CGDataProviderReleaseDataCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// How a provider without random access gets its bytes.
public struct CGDataProviderSequentialCallbacks {
    public var version: UInt32
    public var getBytes: CGDataProviderGetBytesCallback?
    public var skipForward: CGDataProviderSkipForwardCallback?
    public var rewind: CGDataProviderRewindCallback?
    public var releaseInfo: CGDataProviderReleaseInfoCallback?

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

/// How a provider with random access gets its bytes.
public struct CGDataProviderDirectCallbacks {
    public var version: UInt32
    public var getBytePointer: CGDataProviderGetBytePointerCallback?
    public var releaseBytePointer: CGDataProviderReleaseBytePointerCallback?
    public var getBytesAtPosition: CGDataProviderGetBytesAtPositionCallback?
    public var releaseInfo: CGDataProviderReleaseInfoCallback?

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

/// Bytes from memory, a file or callbacks, read when they are first needed.
public final class CGDataProvider: Hashable, @unchecked Sendable {
    private let lock = Lock()
    private var load: (() throws -> ByteBuffer)?
    private var loaded: Result<ByteBuffer, any Error>?
    /// What was given as `info`.
    public let info: UnsafeMutableRawPointer?

    /// Bytes that are made when first asked for.
    package init(info: UnsafeMutableRawPointer? = nil, load: @escaping () throws -> ByteBuffer) {
        self.info = info
        self.load = load
    }

    package convenience init(_ buffer: ByteBuffer) {
        self.init { buffer }
    }

    public convenience init?(data: CFData) {
        self.init(ByteBuffer(data))
    }

    /// The bytes of a file; `nil` where there is none.
    public convenience init?(url: CFURL) {
        guard let reachable = try? url.checkResourceIsReachable(), reachable else { return nil }
        self.init { try ByteBuffer(contentsOf: url) }
    }

    public convenience init?(filename: UnsafePointer<CChar>) {
        self.init(url: URL(fileURLWithPath: String(cString: filename)))
    }

    /// Memory of the caller, given back through `releaseData` when it is no longer needed.
    public convenience init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int, releaseData: CGDataProviderReleaseDataCallback
    ) {
        guard size >= 0 else { return nil }
        let context = Borrowed(info: info, address: data)
        let buffer = ByteBuffer(base: data, count: size, owner: nil) { releaseData(context.info, context.address, size) }
        self.init(info: info) { buffer }
    }

    /// Bytes that come one after the other.
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

    /// Bytes at known positions.
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

    /// All the bytes, or why there are none.
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

    /// All the bytes; `nil` where they cannot be read.
    public var data: CFData? { (try? buffer())?.data }

    public static func == (lhs: CGDataProvider, rhs: CGDataProvider) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A caller's `info`, released with its last user.
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

/// Receives bytes and hands them to memory, a file or callbacks.
public final class CGDataConsumer: Hashable, @unchecked Sendable {
    private let write: (Data) -> Bool

    private init(write: @escaping (Data) -> Bool) {
        self.write = write
    }

    /// Appends to `data`.
    public convenience init?(data: CFMutableData) {
        self.init { bytes in
            data.append(bytes)
            return true
        }
    }

    /// Writes a file.
    public convenience init?(url: CFURL) {
        self.init { bytes in (try? bytes.write(to: url)) != nil }
    }

    /// Hands over the bytes; `false` where they cannot be kept.
    package func put(_ bytes: Data) -> Bool { write(bytes) }

    public static func == (lhs: CGDataConsumer, rhs: CGDataConsumer) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
