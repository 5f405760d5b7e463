import ImageIO
import Locks

/// An image that is opened on first use. The opened image is kept as one frame.
package final class DeferredFrame: Hashable, Sendable {
    private let image: FrameImage
    private let orientation: CGImagePropertyOrientation?
    private let assumedOrientation: Int?
    private let opened = Locked<Frame?>(nil)

    /// - Parameters:
    ///   - orientation: `nil` to use the image's own orientation.
    ///   - assumedOrientation: used if neither the caller nor the image states an orientation.
    package init(_ image: FrameImage, orientation: CGImagePropertyOrientation?, assumedOrientation: Int? = nil) {
        self.image = image
        self.orientation = orientation
        self.assumedOrientation = assumedOrientation
    }

    /// The frame. If the image could not be opened, the next call tries again.
    ///
    /// - Throws: `VisionFailure`.
    package func frame() throws -> Frame {
        try opened.withLock { opened in
            if let opened { return opened }
            let frame = try Frame(image, orientation: orientation, assumedOrientation: assumedOrientation)
            opened = frame
            return frame
        }
    }

    package static func == (left: DeferredFrame, right: DeferredFrame) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
