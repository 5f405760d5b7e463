import CoreGraphics

/// The orientation of a picture, named by the side of a phone where the home button is.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// The home button is at the bottom: the camera's rows are rotated by 90° clockwise.
    case portrait = 1
    /// The home button is at the top: the camera's rows are rotated by 270° clockwise.
    case portraitUpsideDown = 2
    /// The home button is on the right-hand side: the camera's rows are not rotated.
    case landscapeRight = 3
    /// The home button is on the left-hand side: the camera's rows are rotated by 180°.
    case landscapeLeft = 4
}

/// The mode of video stabilization.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    /// No stabilization.
    case off = 0
    /// Moderate stabilization.
    case standard = 1
    /// A smooth stabilization, as in films.
    case cinematic = 2
    /// Stronger than `cinematic`.
    case cinematicExtended = 3
    /// The camera selects the mode.
    case auto = -1
}

extension AVCaptureConnection {
    /// Whether frames can be rotated by an angle in degrees. The angles 0, 90, 180 and 270 are supported.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool { [0, 90, 180, 270].contains(videoRotationAngle) }

    /// The clockwise angle in degrees by which frames are rotated. The initial value is 0: frames are delivered as the camera stores them. Setting
    /// an angle that is not supported stops the program.
    public var videoRotationAngle: CGFloat {
        get { CGFloat(turning.withLock { $0.quarters } * 90) }
        set {
            precondition(
                isVideoRotationAngleSupported(newValue), "a connection was to turn frames by \(newValue) degrees, which it does not support"
            )
            turning.withLock { $0.quarters = Int(newValue) / 90 }
        }
    }

    /// Whether frames can be rotated: always `true`.
    public var isVideoOrientationSupported: Bool { true }

    /// The orientation of the frames, which corresponds to `videoRotationAngle`. The initial value is `landscapeRight`: frames are delivered as the
    /// camera stores them.
    public var videoOrientation: AVCaptureVideoOrientation {
        get {
            switch turning.withLock({ $0.quarters }) {
            case 1: .portrait
            case 2: .landscapeLeft
            case 3: .portraitUpsideDown
            default: .landscapeRight
            }
        }
        set {
            let quarters =
                switch newValue {
                case .landscapeRight: 0
                case .portrait: 1
                case .landscapeLeft: 2
                case .portraitUpsideDown: 3
                }
            turning.withLock { $0.quarters = quarters }
        }
    }

    /// Whether frames can be mirrored: always `true`.
    public var isVideoMirroringSupported: Bool { true }

    /// Whether frames are mirrored from left to right after they have been rotated. The initial value is `false`.
    public var isVideoMirrored: Bool {
        get { turning.withLock { $0.isMirrored } }
        set { turning.withLock { $0.isMirrored = newValue } }
    }

    /// Whether the session controls mirroring: always `false`. Setting it has no effect.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { false }
        set {}
    }

    /// Whether frames can be stabilized: always `false`.
    public var isVideoStabilizationSupported: Bool { false }

    /// The stabilization that the program requests. It has no effect.
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { turning.withLock { $0.stabilization } }
        set { turning.withLock { $0.stabilization = newValue } }
    }

    /// The stabilization in use. It is always off.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

    /// The orientation of the camera's pixels, which is undone when a frame is delivered.
    var orientation: Orientation {
        let (quarters, isMirrored) = turning.withLock { ($0.quarters, $0.isMirrored) }
        let turned = Orientation([1, 6, 3, 8][quarters])
        return isMirrored ? turned.then(Orientation(2)) : turned
    }
}
