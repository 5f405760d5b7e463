import CoreGraphics
import Foundation

extension AVCaptureDevice {
    /// The angles by which a camera's frames must be rotated to make the horizon level.
    ///
    /// Cameras do not report how they are held. Osprey assumes that they are level. A file that is played as a camera contains its
    /// rotation.
    public final class RotationCoordinator: NSObject, Sendable {
        /// The camera.
        public let device: AVCaptureDevice?

        /// The clockwise angle in degrees by which captured frames must be rotated: 0, 90, 180 or 270.
        public let videoRotationAngleForHorizonLevelCapture: CGFloat

        /// - Parameter previewLayer: the layer that shows the frames, or `nil`. It is ignored, because there is no screen.
        public init(device: AVCaptureDevice, previewLayer: AnyObject?) {
            self.device = device
            videoRotationAngleForHorizonLevelCapture = device.rotationAngle
        }

        /// The angle for frames in a preview, which is equal to the angle for captured frames.
        public var videoRotationAngleForHorizonLevelPreview: CGFloat { videoRotationAngleForHorizonLevelCapture }
    }

    /// The clockwise angle that makes frames upright, in degrees. A reflection is not undone.
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
