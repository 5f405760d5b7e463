import Locks

/// Pixels that are written when they are first accessed. If a video frame is never read, its conversion is skipped.
package final class PendingPixels: @unchecked Sendable {
    /// A closure that writes the pixels of all planes. It gets each plane's address and bytes per row.
    package typealias Writer = @Sendable ([(base: UnsafeMutableRawPointer, bytesPerRow: Int)]) -> Void

    private let lock = Lock()
    /// The closure that writes the pixels. It is set to `nil` after the call, which releases the captured objects.
    private var writer: Writer?

    init(_ writer: @escaping Writer) { self.writer = writer }

    func write(to addresses: [UnsafeMutableRawPointer], _ planes: [PixelBufferLayout.Plane]) {
        lock.withLock {
            writer?(zip(addresses, planes).map { ($0, $1.bytesPerRow) })
            writer = nil
        }
    }
}
