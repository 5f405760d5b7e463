import CoreGraphics
import Foundation

// Cameras on Linux focus and expose as their drivers decide. They report that nothing else is supported. Setting an unsupported value stops
// the program, as on Apple's platforms.

extension AVCaptureDevice {
    /// The focus modes of a camera.
    public enum FocusMode: Int, Sendable {
        /// The lens does not move.
        case locked = 0
        /// The camera focuses once.
        case autoFocus = 1
        /// The camera focuses whenever it is necessary.
        case continuousAutoFocus = 2
    }

    /// The range of distances in which a camera focuses.
    public enum AutoFocusRangeRestriction: Int, Sendable {
        /// All distances.
        case none = 0
        /// Focuses only on near objects.
        case near = 1
        /// Focuses only on far objects.
        case far = 2
    }

    /// The exposure modes of a camera.
    public enum ExposureMode: Int, Sendable {
        /// The exposure time is fixed at its current value.
        case locked = 0
        /// The camera chooses the exposure time once.
        case autoExpose = 1
        /// The camera changes the exposure time whenever it is necessary.
        case continuousAutoExposure = 2
        /// The program sets the exposure time.
        case custom = 3
    }

    /// The white balance modes of a camera.
    public enum WhiteBalanceMode: Int, Sendable {
        /// The white balance is fixed at its current value.
        case locked = 0
        /// The camera sets the white balance once.
        case autoWhiteBalance = 1
        /// The camera changes the white balance whenever it is necessary.
        case continuousAutoWhiteBalance = 2
    }

    private func refuse(_ what: String) -> Never {
        preconditionFailure("\(what) of the camera \(localizedName) was set, which it does not support")
    }

    /// Whether a program can choose a focus mode: always `false`, because the driver controls the focus.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }
    /// The focus mode that is reported: `locked`. Setting it is not supported.
    public var focusMode: FocusMode {
        get { .locked }
        set { if newValue != focusMode { refuse("the focus mode") } }
    }
    /// Whether a program can choose the point of interest for focusing: always `false`.
    public var isFocusPointOfInterestSupported: Bool { false }
    /// The point of interest for focusing: the middle of the picture. Setting it is not supported.
    public var focusPointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { if newValue != focusPointOfInterest { refuse("the place that is to be sharp") } }
    }
    /// Whether the camera is focusing now. Drivers do not report this, so it is always `false`.
    public var isAdjustingFocus: Bool { false }
    /// Whether a program can restrict the range of focus: always `false`.
    public var isAutoFocusRangeRestrictionSupported: Bool { false }
    /// The range of distances for focusing: all. Setting it is not supported.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
        get { .none }
        set { if newValue != autoFocusRangeRestriction { refuse("the distances to look at") } }
    }
    /// Whether the lens can be moved slowly: always `false`.
    public var isSmoothAutoFocusSupported: Bool { false }
    /// Whether the lens is moved slowly: always `false`. Setting it is not supported.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set { if newValue { refuse("the speed of the lens") } }
    }

    /// Whether a program can choose an exposure mode: always `false`, because the driver controls the exposure.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }
    /// The exposure mode that is reported: `locked`. Setting it is not supported.
    public var exposureMode: ExposureMode {
        get { .locked }
        set { if newValue != exposureMode { refuse("the exposure mode") } }
    }
    /// Whether a program can choose the point of interest for the exposure: always `false`.
    public var isExposurePointOfInterestSupported: Bool { false }
    /// The point of interest for the exposure: the middle of the picture. Setting it is not supported.
    public var exposurePointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { if newValue != exposurePointOfInterest { refuse("the place that is to be neither dark nor light") } }
    }
    /// Whether the exposure is changing now. Drivers do not report this, so it is always `false`.
    public var isAdjustingExposure: Bool { false }

    /// Whether a program can choose a white balance mode: always `false`, because the driver controls the white balance.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { false }
    /// The white balance mode that is reported: `locked`. Setting it is not supported.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { .locked }
        set { if newValue != whiteBalanceMode { refuse("the balance of colours") } }
    }
    /// Whether the camera has a low-light mode: always `false`.
    public var isLowLightBoostSupported: Bool { false }
    /// Whether the low-light mode is used automatically: always `false`. Setting it is not supported.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
        get { false }
        set { if newValue { refuse("the boost in the dark") } }
    }
}
