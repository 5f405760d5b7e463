import Locks

/// Pixels that are written when somebody first asks for them. Frames of a video that nobody looks at do without.
package final class PendingPixels: @unchecked Sendable {
    /// Takes the address and the bytes of a row of each plane.
    package typealias Writer = @Sendable ([(base: UnsafeMutableRawPointer, bytesPerRow: Int)]) -> Void

    private let lock = Lock()
    /// `nil` once it was called, with what it held.
    private var writer: Writer?

    init(_ writer: @escaping Writer) { self.writer = writer }

    func write(to addresses: [UnsafeMutableRawPointer], _ planes: [PixelBufferLayout.Plane]) {
        lock.withLock {
            writer?(zip(addresses, planes).map { ($0, $1.bytesPerRow) })
            writer = nil
        }
    }
}
