import CoreGraphics

/// How a picture is held, by the edge of a phone's case that is on top.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// The home button at the bottom: the camera's rows turned by 90 degrees.
    case portrait = 1
    /// The home button at the top: turned by 270 degrees.
    case portraitUpsideDown = 2
    /// The home button at the right: as the camera stores its rows.
    case landscapeRight = 3
    /// The home button at the left: turned by 180 degrees.
    case landscapeLeft = 4
}

extension AVCaptureConnection {
    /// Whether frames can be turned: never. Requests take an orientation instead.
    public var isVideoOrientationSupported: Bool { false }

    /// The orientation of the frames: always `landscapeRight`, as the camera stores them, which is a `videoRotationAngle` of 0. Others are not
    /// supported.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { .landscapeRight }
        set { precondition(newValue == .landscapeRight, "a connection was to turn frames, which it does not support") }
    }
}
