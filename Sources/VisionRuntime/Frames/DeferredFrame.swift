import ImageIO
import Locks

/// An image that is opened when somebody first looks at it, and then kept as one frame.
package final class DeferredFrame: Hashable, Sendable {
    private let image: FrameImage
    private let orientation: CGImagePropertyOrientation?
    private let assumedOrientation: Int?
    private let opened = Locked<Frame?>(nil)

    /// - Parameters:
    ///   - orientation: `nil` where the image's own counts.
    ///   - assumedOrientation: counts where neither the caller nor the image states one.
    package init(_ image: FrameImage, orientation: CGImagePropertyOrientation?, assumedOrientation: Int? = nil) {
        self.image = image
        self.orientation = orientation
        self.assumedOrientation = assumedOrientation
    }

    /// The frame. An image that could not be opened is tried again the next time.
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
