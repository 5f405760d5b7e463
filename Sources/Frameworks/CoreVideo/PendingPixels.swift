import Locks

/// Pixels that are written when they are first accessed. For video frames that are never read, the conversion is not done at all.
package final class PendingPixels: @unchecked Sendable {
    /// Writes the pixels of all planes, given each plane's address and bytes per row.
    package typealias Writer = @Sendable ([(base: UnsafeMutableRawPointer, bytesPerRow: Int)]) -> Void

    private let lock = Lock()
    /// The closure; `nil` after it was called, which also releases its captured objects.
    private var writer: Writer?

    init(_ writer: @escaping Writer) { self.writer = writer }

    func write(to addresses: [UnsafeMutableRawPointer], _ planes: [PixelBufferLayout.Plane]) {
        lock.withLock {
            writer?(zip(addresses, planes).map { ($0, $1.bytesPerRow) })
            writer = nil
        }
    }
}
