import CoreGraphics
import Foundation

/// Nothing can be drawn on a screen here: there are no layers, and `nil` is given where one may be.
public final class CALayer: NSObject, Sendable {
    private override init() { super.init() }
}

extension AVCaptureDevice {
    /// How far a camera's frames are turned so that the horizon is level.
    ///
    /// The machine's cameras do not say how they are held, and count as level. A file that is played as a camera says how players turn it.
    public final class RotationCoordinator: NSObject, Sendable {
        /// The camera.
        public let device: AVCaptureDevice?

        /// In degrees, clockwise: 0, 90, 180 or 270.
        public let videoRotationAngleForHorizonLevelCapture: CGFloat

        /// - Parameter previewLayer: `nil`.
        public init(device: AVCaptureDevice, previewLayer: CALayer?) {
            self.device = device
            videoRotationAngleForHorizonLevelCapture = device.rotationAngle
        }

        /// As that of captured frames.
        public var videoRotationAngleForHorizonLevelPreview: CGFloat { videoRotationAngleForHorizonLevelCapture }
    }

    /// How far frames are turned clockwise to stand upright, reflections left aside.
    private var rotationAngle: CGFloat {
        guard deviceType == .file, let url = URL(string: uniqueID) else { return 0 }
        return switch AVURLAsset(url: url).tracks(withMediaType: .video).first?.orientation {
        case 3, 4: 180
        case 5, 8: 270
        case 6, 7: 90
        default: 0
        }
    }
}
